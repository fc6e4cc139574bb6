import { transferCodings } from "../../../data/headers/directives/transfer-codings.ts";
import { type Context, field, firstOf, invalidValue, item, problem } from "../field.ts";
import { swapping, unique } from "../reading/fixing.ts";
import { readMembers } from "../reading/list.ts";
import { quote } from "../wording.ts";

/** Codings that a client must list in TE. */
const OPTIONAL: ReadonlySet<string> = new Set(["gzip", "x-gzip", "deflate", "compress", "x-compress"]);

const invalid = invalidValue("Transfer-Encoding", 'gzip;a="b', "chunked", "rfc9112#section-6.1");

/** Transfer-Encoding (RFC 9112 section 6.1): framing of the message on this connection. */
export const transferEncoding = field(invalid, "list", {
  parse: (value, report) => readMembers(invalid, value, report),
  partItem: (coding) => item(coding, "", transferCodings.get(nameOf(coding)) ?? "An unknown coding."),
  alternate: (codings) => (codings.join() === "chunked" ? "sent in chunks" : undefined),
  together: (lines) => lines.flatMap(({ parsed }) => parsed ?? []).map(nameOf),
}).problems({
  eachPart: firstOf(
    problem("transfer-coding-identity", "info", "rfc9112#section-7", {
      detect: (coding) => nameOf(coding) === "identity",
      bad: ["Transfer-Encoding: identity"],
      good: ["Transfer-Encoding: chunked"],
    }),
    problem("transfer-coding-parameter", "warning", "rfc9112#section-7", {
      detect: (coding) => coding.includes(";"),
      title: (_, coding) => `${quote(coding)} has a parameter, but ${nameOf(coding)} takes none.`,
      fix: swapping(/\bchunked\s*;[^,]*/i, "chunked"),
      bad: ["Transfer-Encoding: chunked; a=b"],
      good: ["Transfer-Encoding: chunked"],
    }),
    problem("transfer-coding-unknown", "error", "rfc9112#section-7", {
      detect: (coding, context) => isUnrequested(coding, context) && !OPTIONAL.has(nameOf(coding)),
      title: (_, coding) => `${quote(nameOf(coding))} is not a transfer coding.`,
      bad: ["Transfer-Encoding: foo, chunked"],
      good: ["Transfer-Encoding: chunked"],
    }),
    problem("transfer-coding-unwanted", "warning", "rfc9112#section-7.4", {
      detect: (coding, context) => context.message.request !== undefined && isUnrequested(coding, context),
      title: (_, coding) => `The request did not list ${nameOf(coding)} in TE.`,
      bad: { lines: ["Transfer-Encoding: gzip, chunked"], requestHeaders: ["Accept: */*"] },
      good: { lines: ["Transfer-Encoding: gzip, chunked"], requestHeaders: ["TE: gzip"] },
    }),
  ),
  allLines: firstOf(
    problem("chunked-repeated", "error", "rfc9112#section-6.1", {
      detect(codings) {
        const count = codings.filter(isChunked).length;
        return count > 1 && count;
      },
      title: (count) => `chunked is applied ${count} times.`,
      fix: unique,
      bad: ["Transfer-Encoding: chunked, chunked"],
      good: ["Transfer-Encoding: chunked"],
    }),
    problem("chunked-not-last", "error", "rfc9112#section-6.1", {
      detect(codings) {
        const last = codings.at(-1) ?? "";
        return !isChunked(last) && codings.some(isChunked) && { last };
      },
      title: ({ last }) => `${quote(last)} follows chunked, which must be the last coding.`,
      fix(value) {
        const codings = value.split(",").map((one) => one.trim());
        return [...codings.filter((one) => !isChunked(one.toLowerCase())), "chunked"].join(", ");
      },
      bad: ["Transfer-Encoding: chunked, gzip"],
      good: ["Transfer-Encoding: gzip, chunked"],
    }),
  ),
});

function isChunked(name: string): boolean {
  return name === "chunked";
}

function nameOf(coding: string): string {
  return (coding.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** True if TE does not list the coding; chunked is always allowed. */
function isUnrequested(coding: string, context: Context): boolean {
  const name = nameOf(coding);
  const accepted = context.request("te")?.split(",").map(nameOf) ?? [];
  return !isChunked(name) && !accepted.includes(name);
}
