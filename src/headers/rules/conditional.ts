/** Conditional requests (RFC 9110 section 13): 304 and 412. */

import { type Context, type Note, rule } from "../field.ts";
import { rfc9110 } from "../specs.ts";
import { listing } from "../wording.ts";

/** Representation metadata that tells a cache nothing new in a 304. */
const METADATA: readonly string[] = [
  "content-type",
  "content-encoding",
  "content-language",
  "content-range",
  "content-md5",
  "content-disposition",
];

export const conditional = rule({
  kinds: {
    "not-modified-metadata": {
      severity: "warning",
      link: rfc9110("section-15.4.5"),
      summary: "A 304 describes content that it does not carry: caches have these fields already.",
      bad: { lines: ["Content-Type: text/html"], status: 304 },
      good: { lines: ['ETag: "a"'], status: 304 },
    },
    "not-modified-length": {
      severity: "info",
      link: rfc9110("section-8.6"),
      summary: "Content-Length in a 304 is the length of the content that was not sent again.",
      bad: { lines: ['ETag: "a"', "Content-Length: 5120"], status: 304 },
      good: { lines: ['ETag: "a"'], status: 304 },
    },
    "not-modified-freshness-missing": {
      severity: "info",
      link: rfc9110("section-15.4.5"),
      summary: "A 304 repeats neither Cache-Control nor Expires: the stored copy keeps the lifetime it has.",
      bad: { lines: ['ETag: "a"'], status: 304 },
      good: { lines: ['ETag: "a"', "Cache-Control: max-age=60"], status: 304 },
    },
    "not-modified-unasked": {
      severity: "error",
      link: rfc9110("section-15.4.5"),
      summary: "The response is 304, but the request had no condition: the client has nothing to show.",
      bad: { lines: ['ETag: "a"'], status: 304, requestHeaders: ["Accept: */*"] },
      good: { lines: ['ETag: "a"'], status: 304, requestHeaders: ['If-None-Match: "a"'] },
    },
    "not-modified-tag": {
      severity: "error",
      link: rfc9110("section-13.1.2"),
      summary: "The response is 304, but its ETag is not one that the request named.",
      bad: { lines: ['ETag: "b"'], status: 304, requestHeaders: ['If-None-Match: "a"'] },
      good: { lines: ['ETag: W/"a"'], status: 304, requestHeaders: ['If-None-Match: "a"'] },
    },
    "not-modified-missed": {
      severity: "warning",
      link: rfc9110("section-13.2.2"),
      summary: "The client's copy is this very version, but all of it is sent again in place of a 304.",
      bad: { lines: ['ETag: "a"'], status: 200, method: "GET", requestHeaders: ['If-None-Match: W/"a"'] },
      good: { lines: ['ETag: "b"'], status: 200, method: "GET", requestHeaders: ['If-None-Match: "a"'] },
      edge: [
        {
          lines: ["Last-Modified: Fri, 20 Nov 2026 10:00:00 GMT"],
          status: 200,
          method: "GET",
          requestHeaders: ["If-Modified-Since: Fri, 20 Nov 2026 10:00:00 GMT"],
        },
        {
          lines: ["Last-Modified: Fri, 20 Nov 2026 10:00:01 GMT"],
          status: 200,
          method: "GET",
          requestHeaders: ["If-Modified-Since: Fri, 20 Nov 2026 10:00:00 GMT"],
        },
      ],
    },
    "precondition-failed-unasked": {
      severity: "warning",
      link: rfc9110("section-15.5.13"),
      summary: "The response is 412, but the request had no precondition that could fail.",
      bad: { lines: ["Content-Length: 0"], status: 412, requestHeaders: ["Accept: */*"] },
      good: { lines: ["Content-Length: 0"], status: 412, requestHeaders: ['If-Match: "a"'] },
    },
  },
  check(context, note) {
    const { status, verdicts } = context;
    const { conditions } = verdicts;
    if (status === 200 && conditions?.same) noteMissed(context, note);
    if (status === 412 && conditions?.any === false)
      note(
        "precondition-failed-unasked",
        "If-Match and If-Unmodified-Since are missing from the request, but the response is 412.",
      );
    if (status !== 304) return;
    const sent = METADATA.flatMap((name) => context.named(name)[0]?.line.sent ?? []);
    if (sent.length > 0)
      note("not-modified-metadata", `The 304 has no content, but describes it with ${listing(sent)}.`);
    const length = context.named("content-length")[0];
    if (length && /^[1-9]\d*$/.test(length.line.value))
      note(
        "not-modified-length",
        `Content-Length: ${length.line.value} in a 304 is the length of the content that was not sent again.`,
        length,
      );
    if (!context.has("cache-control") && !context.has("expires"))
      note(
        "not-modified-freshness-missing",
        "Neither Cache-Control nor Expires is in the 304: the stored copy gets no new lifetime from it.",
      );
    if (conditions?.cached === false)
      note(
        "not-modified-unasked",
        "If-None-Match and If-Modified-Since are missing from the request, but the response is 304.",
      );
    const [tag] = context.named("etag");
    if (tag && conditions?.by === "if-none-match" && !conditions.same)
      note(
        "not-modified-tag",
        `The response is 304, but its ETag ${tag.line.value} is not one that the request named.`,
      );
  },
});

function noteMissed(context: Context, note: Note<"not-modified-missed">): void {
  if (context.method !== "GET" && context.method !== "HEAD") return;
  if (context.verdicts.conditions?.by === "if-none-match")
    note(
      "not-modified-missed",
      "If-None-Match of the request names this ETag: a 304 would have saved sending the content.",
      context.named("etag")[0],
    );
  else
    note(
      "not-modified-missed",
      "Last-Modified is not later than the request's If-Modified-Since: a 304 would have saved sending the content.",
      context.named("last-modified")[0],
    );
}
