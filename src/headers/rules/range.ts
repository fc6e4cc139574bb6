/** Range requests (RFC 9110 section 14): 206 and 416. */

import { type Context, problem, rule, ruleOn, worded } from "../field.ts";
import { acceptRanges } from "../fields/accept-ranges.ts";
import { contentLength } from "../fields/content-length.ts";
import { contentRange } from "../fields/content-range.ts";
import { contentType } from "../fields/content-type.ts";
import { plural } from "../wording.ts";

function partialOf(context: Context) {
  if (context.status !== 206) return undefined;
  const part = context.values(contentRange)[0];
  const isMultipart = context.values(contentType)[0]?.essence === "multipart/byteranges";
  const { first, last, unit } = part ?? {};
  const isOne = first !== undefined && last !== undefined && unit === "bytes" && !isMultipart;
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})?$/.exec(context.request("range") ?? "") ?? [];
  return {
    isMultipart,
    part,
    // 0 or less if the range ends before it starts; undefined without a single part.
    size: isOne ? last - first + 1 : undefined,
    length: context.method === "HEAD" ? undefined : context.values(contentLength)[0],
    wanted:
      from === undefined
        ? undefined
        : { first: from, size: to === undefined ? undefined : Number(to) - Number(from) + 1 },
  };
}

const isUnrequested = ({ message, request }: Context) =>
  message.request !== undefined && request("range") === undefined;

export const partial = ruleOn(partialOf, [
  problem("partial-not-requested", "error", "rfc9110#section-15.3.7", {
    detect: (_, context) => isUnrequested(context),
  }),
  problem("partial-without-range", "error", "rfc9110#section-15.3.7", {
    detect: ({ isMultipart }, { has }) => !has("content-range") && !isMultipart,
  }),
  problem("partial-two-ranges", "error", "rfc9110#section-15.3.7.2", {
    detect: ({ part, isMultipart }) => part && isMultipart,
  }),
  problem("partial-validator-missing", "warning", "rfc9110#section-15.3.7.3", {
    detect({ isMultipart }, { named, has }) {
      const isOfBytes = named("content-range").some(({ line }) => /^bytes\b/i.test(line.value));
      if (has("last-modified") || !(isOfBytes || isMultipart)) return undefined;
      const tag = named("etag")[0]?.line.value;
      if (tag === undefined) return "ETag and Last-Modified are missing";
      return tag.startsWith("W/") && "ETag is weak and Last-Modified is missing";
    },
    title: (why) => `${why}, so clients cannot combine parts safely.`,
  }),
  worded("partial-length", "error", "rfc9110#section-14.4", {
    detect({ size, length, wanted }) {
      if (length === undefined || size === undefined) return undefined;
      if (size > 0)
        return (
          length !== size && `Content-Range covers ${plural(size, "byte")}, but Content-Length is ${length}.`
        );
      // The range ends before it starts, so the size in the request is the maximum.
      const most = wanted?.size ?? 0;
      return (
        most > 0 &&
        length > most &&
        `Content-Length is ${length}, but the request asked for at most ${plural(most, "byte")}.`
      );
    },
  }),
  problem("partial-other-range", "error", "rfc9110#section-15.3.7.1", {
    detect: ({ part, size = 0, wanted }) =>
      size > 0 && (Number(wanted?.first ?? part?.first) !== part?.first || size > (wanted?.size ?? size)),
    title: (_, { part, size = 0, wanted }) =>
      Number(wanted?.first) === part?.first
        ? `Content-Range has ${plural(size, "byte")}, but Range asked for ${wanted?.size}.`
        : `Content-Range starts at byte ${part?.first}, but Range asked for bytes from ${wanted?.first}.`,
  }),
  problem("accept-ranges-contradicted", "warning", "rfc9110#section-14.4", {
    detect: (_, context) =>
      context.lines(acceptRanges).find(({ line }) => line.value.toLowerCase() === "none"),
  }),
]);

export const range = rule([
  problem("unsatisfied-without-length", "info", "rfc9110#section-15.5.17", {
    detect: ({ status, has }) => status === 416 && !has("content-range"),
  }),
  problem("unsatisfied-form", "error", "rfc9110#section-15.5.17", {
    detect(context) {
      const part = context.status === 416 ? context.lines(contentRange)[0] : undefined;
      return part?.parsed && !part.parsed.unsatisfied && part;
    },
    send: ({ line }) => completeLengthOf(line.value),
  }),
  problem("unsatisfied-not-requested", "warning", "rfc9110#section-15.5.17", {
    detect: (context) => context.status === 416 && isUnrequested(context),
  }),
  problem(
    "media-without-ranges",
    "warning",
    "https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/SafariWebContent/CreatingVideoforSafarioniPhone/CreatingVideoforSafarioniPhone.html",
    {
      detect: (context) =>
        isMedia(context) &&
        (context.status === 206
          ? context.values(contentRange)[0]?.size === undefined && context.named("content-range")[0]
          : context.status === 200 &&
            context.values(acceptRanges)[0]?.includes("none") &&
            context.named("accept-ranges")[0]),
      title: ({ line }, { verdicts }) =>
        line.name === "content-range"
          ? `Content-Range has no total length of the ${verdicts.declared}, which Safari needs to play it.`
          : `Accept-Ranges: none on ${verdicts.declared}: Safari does not play media without ranges.`,
    },
  ),
  problem("range-ignored", "info", "rfc9110#section-14.2", {
    detect: (context) => context.status === 200 && asksForPart(context),
    title: (_, context) =>
      `The request's Range asks for a part, but the response is a 200 with all the content${isMedia(context) ? "; Safari does not play media without ranges" : ""}.`,
    severityOf: (_, context) => (isMedia(context) ? "warning" : "info"),
  }),
]);

const isMedia = ({ verdicts, request }: Context) =>
  /^(?:audio|video)\//.test(verdicts.declared) ||
  (verdicts.declared === "" && /^(?:audio|video)$/.test(request("sec-fetch-dest") ?? ""));

/** Whether only a part is right. With If-Range or `bytes=0-`, the full response is right too, but not of a media file. */
function asksForPart(context: Context): boolean {
  const { method, request, has } = context;
  const asked = request("range") ?? "";
  return (
    (method ?? "GET") === "GET" &&
    /^bytes=-?\d/.test(asked) &&
    (asked !== "bytes=0-" || (isMedia(context) && has("content-length") && !has("accept-ranges"))) &&
    request("if-range") === undefined
  );
}

function completeLengthOf(value: string): string | undefined {
  const length = /\/(\d+)$/.exec(value)?.[1];
  return length && `Content-Range: bytes */${length}`;
}
