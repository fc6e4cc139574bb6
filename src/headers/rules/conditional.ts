/** Conditional requests (RFC 9110 section 13): 304 and 412; a missing Date. */

import { wordList } from "../../../data/headers/words.ts";
import { type Context, firstOf, problem, rule, ruleOn } from "../field.ts";
import { isUnstored } from "../reading/response-kind.ts";
import { listing } from "../wording.ts";

const METADATA = [...wordList("representation metadata")];

export const conditional = rule([
  problem("not-modified-missed", "warning", "rfc9110#section-13.2.2", {
    detect: ({ status, method, verdicts: { conditions } }) =>
      status === 200 && conditions?.same && /^(?:GET|HEAD)$/.test(method ?? "GET") && conditions.by,
    title: (by, _, { named }) =>
      by === "if-none-match"
        ? `The request's If-None-Match has this ETag: a 304 would have sufficed${/-(?:gzip|br)"$/.test(named("etag")[0]?.line.value ?? "") ? "; mod_deflate of Apache adds the ending after it compares them" : ""}.`
        : "Last-Modified is not after the request's If-Modified-Since: a 304 would have sufficed.",
    at: (by, { named }) => named(by === "if-none-match" ? "etag" : "last-modified")[0],
  }),
  problem("precondition-failed-unasked", "warning", "rfc9110#section-15.5.13", {
    detect: ({ status, verdicts }) => status === 412 && verdicts.conditions?.any === false,
  }),
  problem("not-modified-metadata", "warning", "rfc9110#section-15.4.5", {
    detect({ status, named }) {
      const sent = METADATA.flatMap((name) => named(name)[0]?.line.sent ?? []);
      return status === 304 && sent.length > 0 && sent;
    },
    title: (sent) => `The 304 has no content, but describes it with ${listing(sent)}.`,
  }),
  problem("not-modified-freshness-missing", "info", "rfc9110#section-15.4.5", {
    detect: ({ status, has }) => status === 304 && !has("cache-control") && !has("expires"),
  }),
  problem("not-modified-unasked", "error", "rfc9110#section-15.4.5", {
    detect: ({ status, verdicts }) => status === 304 && verdicts.conditions?.cached === false,
    title: (_, { has, verdicts }) =>
      has("via") || verdicts.seen
        ? "A 304 without If-None-Match or If-Modified-Since: probably a cache forwards its own revalidation."
        : "The response is 304, but the request has neither If-None-Match nor If-Modified-Since.",
  }),
  problem("not-modified-tag-missing", "warning", "rfc9110#section-15.4.5", {
    detect: ({ status, has, request }) =>
      status === 304 && !has("etag") && /[^*\s]/.test(request("if-none-match") ?? ""),
  }),
  problem("not-modified-tag", "error", "rfc9110#section-13.1.2", {
    detect({ status, named, verdicts: { conditions } }) {
      const [tag] = named("etag");
      return status === 304 && conditions?.by === "if-none-match" && !conditions.same && tag?.line.value;
    },
    title: (tag) => `The response is 304, but the request did not list its ETag ${tag}.`,
  }),
]);

/** A missing Date (RFC 9110 section 6.6.1). */
export const clock = ruleOn(lacksDate, [
  firstOf(
    problem("date-missing-with-dates", "warning", "rfc9110#section-6.6.1", {
      detect: (context) => /GMT/.test(context.named("expires")[0]?.line.value ?? "") && !isUnstored(context),
    }),
    problem("date-missing", "info", "rfc9110#section-6.6.1", {
      detect: () => true,
    }),
  ),
]);

/** Returns the context if a required Date is missing. Pasted lines without a status line may be incomplete. */
function lacksDate(context: Context): Context | undefined {
  const { status = 0, has, message } = context;
  return message.httpVersion !== undefined &&
    status >= 200 &&
    status < 500 &&
    !has("date") &&
    !has("non-authoritative-reason")
    ? context
    : undefined;
}
