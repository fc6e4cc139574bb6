/** Range requests (RFC 9110 section 14): 206 and 416. */

import { type Context, type Note, rule } from "../field.ts";
import { acceptRanges } from "../fields/accept-ranges.ts";
import { contentLength } from "../fields/content-length.ts";
import { contentRange } from "../fields/content-range.ts";
import { contentType } from "../fields/content-type.ts";
import { rfc9110 } from "../specs.ts";
import { plural } from "../wording.ts";

type RangeKind =
  | "accept-ranges-contradicted"
  | "unsatisfied-form"
  | "range-ignored"
  | "partial-without-range"
  | "partial-two-ranges"
  | "partial-not-requested"
  | "partial-length"
  | "partial-other-range"
  | "partial-validator-missing"
  | "unsatisfied-without-length"
  | "unsatisfied-not-requested";

export const range = rule({
  kinds: {
    "partial-without-range": {
      severity: "error",
      link: rfc9110("section-15.3.7"),
      summary: "A 206 does not say which part it is: neither Content-Range nor multipart/byteranges.",
      bad: { lines: ["Content-Length: 100"], status: 206 },
      good: { lines: ["Content-Length: 100", "Content-Range: bytes 0-99/200"], status: 206 },
    },
    "partial-two-ranges": {
      severity: "error",
      link: rfc9110("section-15.3.7.2"),
      summary: "A 206 of several parts has a Content-Range of its own: only its parts may have one.",
      bad: {
        lines: ["Content-Type: multipart/byteranges; boundary=A", "Content-Range: bytes 0-99/200"],
        status: 206,
      },
      good: { lines: ["Content-Type: multipart/byteranges; boundary=A"], status: 206 },
    },
    "partial-not-requested": {
      severity: "error",
      link: rfc9110("section-15.3.7"),
      summary: "The response is 206, but the request did not ask for a part.",
      bad: { lines: ["Content-Range: bytes 0-99/200"], status: 206, requestHeaders: ["Accept: */*"] },
      good: { lines: ["Content-Range: bytes 0-99/200"], status: 206, requestHeaders: ["Range: bytes=0-99"] },
    },
    "partial-length": {
      severity: "error",
      link: rfc9110("section-14.4"),
      summary: "Content-Length does not fit the part that Content-Range names.",
      bad: { lines: ["Content-Length: 50", "Content-Range: bytes 0-99/200"], status: 206 },
      good: { lines: ["Content-Length: 100", "Content-Range: bytes 0-99/200"], status: 206 },
    },
    "partial-other-range": {
      severity: "error",
      link: rfc9110("section-15.3.7.1"),
      summary: "The part that came is not the part that was asked for.",
      bad: { lines: ["Content-Range: bytes 50-99/200"], status: 206, requestHeaders: ["Range: bytes=0-99"] },
      good: { lines: ["Content-Range: bytes 0-99/200"], status: 206, requestHeaders: ["Range: bytes=0-199"] },
    },
    "partial-validator-missing": {
      severity: "warning",
      link: rfc9110("section-15.3.7.3"),
      summary: "Without a strong ETag or Last-Modified parts cannot be put together safely.",
      bad: { lines: ["Content-Range: bytes 0-99/200"], status: 206 },
      good: { lines: ["Content-Range: bytes 0-99/200", 'ETag: "a"'], status: 206 },
    },
    "accept-ranges-contradicted": {
      severity: "warning",
      link: rfc9110("section-14.4"),
      summary: "Accept-Ranges says that no parts are served, in a response that is one.",
      bad: { lines: ["Accept-Ranges: none", "Content-Range: bytes 0-99/200"], status: 206 },
      good: { lines: ["Accept-Ranges: bytes", "Content-Range: bytes 0-99/200"], status: 206 },
    },
    "range-ignored": {
      severity: "info",
      link: rfc9110("section-14.2"),
      summary: "The request asked for a part, and got the whole: the server does not serve ranges here.",
      bad: { lines: ["Content-Length: 9"], status: 200, method: "GET", requestHeaders: ["Range: bytes=0-3"] },
      good: { lines: ["Content-Length: 9"], status: 200, method: "GET", requestHeaders: ["Range: bytes=0-"] },
    },
    "unsatisfied-form": {
      severity: "error",
      link: rfc9110("section-15.5.17"),
      summary: "The Content-Range of a 416 names a part, where it has to name the complete length alone.",
      bad: { lines: ["Content-Range: bytes 0-99/200"], status: 416 },
      good: { lines: ["Content-Range: bytes */200"], status: 416 },
    },
    "unsatisfied-without-length": {
      severity: "info",
      link: rfc9110("section-15.5.17"),
      summary: "A 416 should say in Content-Range how long the representation is.",
      bad: { lines: ["Content-Length: 0"], status: 416 },
      good: { lines: ["Content-Range: bytes */1234"], status: 416 },
    },
    "unsatisfied-not-requested": {
      severity: "warning",
      link: rfc9110("section-15.5.17"),
      summary: "The response is 416, but the request did not ask for a part.",
      bad: { lines: ["Content-Range: bytes */1234"], status: 416, requestHeaders: ["Accept: */*"] },
      good: { lines: ["Content-Range: bytes */1234"], status: 416, requestHeaders: ["Range: bytes=5000-"] },
    },
  },
  check(context, note) {
    const unasked = context.message.request !== undefined && context.request("range") === undefined;
    if (context.status === 416) {
      if (!context.has("content-range"))
        note(
          "unsatisfied-without-length",
          "Content-Range is missing from the 416: it would say how long the representation is.",
        );
      const part = context.lines(contentRange)[0];
      if (part?.parsed && !part.parsed.unsatisfied)
        note(
          "unsatisfied-form",
          "Content-Range of a 416 names a part; it has to be bytes */ and the complete length.",
          part,
          completeLengthOf(part.line.value),
        );
      if (unasked)
        note("unsatisfied-not-requested", "Range is missing from the request, but the response is 416.");
    } else if (context.status === 206) {
      if (unasked)
        note("partial-not-requested", "Range is missing from the request, but the response is 206.");
      judgePartial(context, note);
      const ranges = context.lines(acceptRanges).find(({ line }) => line.value.toLowerCase() === "none");
      if (ranges)
        note(
          "accept-ranges-contradicted",
          "Accept-Ranges: none says that no parts are served, but this response is one.",
          ranges,
        );
    } else if (context.status === 200 && asksForPart(context))
      note("range-ignored", "The request's Range asks for a part, but the 200 sends the whole content.");
  },
});

/** A condition in If-Range, or a range that is the whole, may well be answered with all of it. */
function asksForPart({ method, request }: Context): boolean {
  const asked = request("range") ?? "";
  return (
    method === "GET" && /^bytes=\d/.test(asked) && asked !== "bytes=0-" && request("if-range") === undefined
  );
}

function judgePartial(context: Context, note: Note<RangeKind>): void {
  const part = context.values(contentRange)[0];
  const isMultipart = context.values(contentType)[0]?.essence === "multipart/byteranges";
  if (!context.has("content-range") && !isMultipart)
    note("partial-without-range", "The 206 has neither Content-Range nor several parts: which part is it?");
  if (part && isMultipart)
    note("partial-two-ranges", "A multipart/byteranges response may not have a Content-Range itself.");
  const tag = context.named("etag")[0]?.line.value;
  if ((tag === undefined || tag.startsWith("W/")) && !context.has("last-modified"))
    note(
      "partial-validator-missing",
      `${tag === undefined ? "ETag and Last-Modified are missing" : "ETag is weak and Last-Modified is missing"}: parts cannot be put together safely.`,
    );
  if (part?.first === undefined || part.last === undefined || part.unit !== "bytes" || isMultipart) return;
  const size = part.last - part.first + 1;
  const length = context.values(contentLength)[0];
  const wanted = /^bytes=(\d{1,15})-(\d{1,15})?$/.exec(context.request("range") ?? "");
  if (length !== undefined && context.method !== "HEAD") {
    const asked = wanted?.[2] === undefined ? undefined : Number(wanted[2]) - Number(wanted[1]) + 1;
    if (size > 0 && length !== size)
      note(
        "partial-length",
        `Content-Range names ${plural(size, "byte")}, but Content-Length says ${length}.`,
      );
    // A part that ends before it starts has no size: what was asked is the most that can come.
    else if (size <= 0 && asked !== undefined && asked > 0 && length > asked)
      note(
        "partial-length",
        `Content-Length says ${length}, but the request asked for ${plural(asked, "byte")} at most.`,
      );
  }
  if (size > 0 && wanted && Number(wanted[1]) !== part.first)
    note(
      "partial-other-range",
      `Content-Range starts at byte ${part.first}, but Range asked for bytes from ${wanted[1]}.`,
    );
}

/** What a 416 says instead of a part: the complete length, where it is known. */
function completeLengthOf(value: string): string | undefined {
  const length = /\/(\d+)$/.exec(value)?.[1];
  return length && `Content-Range: bytes */${length}`;
}
