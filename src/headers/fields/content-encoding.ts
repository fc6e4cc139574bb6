import { contentCodings } from "../../../data/headers/directives/content-codings.ts";
import { wordList, wordTexts } from "../../../data/headers/words.ts";
import { wordTable } from "../../../data/word-table.ts";
import { parseWeightedList } from "../../syntax/weighted-lists.ts";
import { type Context, field, firstOf, invalidValue, item, problem } from "../field.ts";
import { isKnownCharset } from "../reading/charsets.ts";
import { readTokens } from "../reading/list.ts";
import { isNamedHost, isUnstored } from "../reading/response-kind.ts";
import { listing, quote } from "../wording.ts";
import { varyWith } from "./vary.ts";

/** Registered codings (IANA) that a response may use. */
export const REGISTERED_CODINGS = wordList("content codings");
const ALIASES = wordTable({ "x-gzip": "gzip", "x-compress": "compress" });

export const COMPRESSING = /^(?:x-)?(?:gzip|compress|deflate|br|zstd)$/i;

const METHODS = wordTexts("content codings in words");

const invalid = invalidValue("Content-Encoding", "g zip", "gzip", "rfc9110#section-8.4");

const UNSTATED = "The request has no Accept-Encoding: without --compressed, curl does not decode";

/** Whether a request of curl does not name codings. */
function isUnstated(coding: string, { message, request }: Context): boolean {
  const isCurl = message.requestMessage?.hasRequestLine && /^curl\//.test(request("user-agent") ?? "");
  return isCurl === true && COMPRESSING.test(coding) && request("accept-encoding") === undefined;
}

/** Content-Encoding (RFC 9110 section 8.4): compression of the content. */
export const contentEncoding = field(invalid, "list", {
  parse: (value, report) => readTokens(invalid, value, "content coding", report),
  items: (codings) =>
    codings.map((coding) =>
      item(coding, "", contentCodings.get(coding.toLowerCase()) ?? "An unknown coding."),
    ),
  alternate: (codings) => METHODS.get((codings.length === 1 && codings[0]?.toLowerCase()) || ""),
  parts: (codings) => codings.map((coding) => coding.toLowerCase()),
  together: (lines) => lines.flatMap(({ parsed }) => parsed ?? []),
}).problems({
  eachPart: firstOf(
    problem("content-coding-identity", "warning", "rfc9110#section-8.4.1", {
      detect: (coding) => coding === "identity",
      bad: ["Content-Encoding: identity"],
      good: ["Content-Encoding: br"],
    }),
    problem("content-coding-unknown", "warning", "rfc9110#section-8.4.1", {
      detect: (coding, context) => !REGISTERED_CODINGS.has(coding) && isAccepted(coding, context) !== true,
      title(_, coding) {
        const hint = isKnownCharset(coding)
          ? "it is a charset, which belongs in Content-Type"
          : "recipients cannot decode it";
        return `${quote(coding)} is not a content coding: ${hint}.`;
      },
      bad: ["Content-Encoding: utf-8"],
      good: ["Content-Encoding: gzip"],
    }),
    problem("content-coding-unwanted", "warning", "rfc9110#section-12.5.3", {
      detect: (coding, context) =>
        isAccepted(coding, context) === false
          ? "The request does not accept"
          : isUnstated(coding, context)
            ? UNSTATED
            : isAccepted(coding, context) === undefined &&
              context.url?.protocol === "http:" &&
              isNamedHost(context.url.hostname) &&
              /^(?:br|zstd|dc[bz])$/.test(coding) &&
              "Over plain HTTP, browsers do not accept",
      severityOf: (why) => (why === UNSTATED ? "info" : "warning"),
      title: (why, coding) => `${why} ${coding}.`,
      bad: { lines: ["Content-Encoding: br"], requestHeaders: ["Accept-Encoding: gzip"] },
      good: { lines: ["Content-Encoding: br"], requestHeaders: ["Accept-Encoding: gzip, br"] },
    }),
    problem("content-coding-deflate", "info", "rfc9110#section-8.4.1.2", {
      detect: (coding, context) => coding === "deflate" && isAccepted(coding, context) !== true,
      bad: ["Content-Encoding: deflate"],
      good: ["Content-Encoding: gzip"],
    }),
  ),
  allLines: [
    problem("content-coding-repeated", "warning", "rfc9110#section-8.4", {
      detect(codings) {
        const compressing = codings.filter((coding) => COMPRESSING.test(coding));
        return compressing.length > 1 && listing(compressing);
      },
      title: (codings) => `${codings} are applied in turn: probably application and proxy both compress.`,
      bad: ["Content-Encoding: gzip, gzip"],
      good: ["Content-Encoding: gzip"],
    }),
    problem("dictionary-vary-missing", "warning", "rfc9842#section-6.2", {
      detect: (codings, context) =>
        codings.some((coding) => /^dc[bz]$/i.test(coding)) &&
        !isUnstored(context) &&
        !variesOnDictionary(context) &&
        varyWith(context, ["Accept-Encoding", "Available-Dictionary"]),
      at: ([line]) => line,
      send: ([, send]) => send,
      bad: ["Content-Encoding: dcb"],
      good: ["Content-Encoding: dcb", "Vary: Accept-Encoding, Available-Dictionary"],
    }),
  ],
});

/** True if Accept-Encoding allows the coding; undefined if the header is absent or unknown. */
function isAccepted(coding: string, context: Context): boolean | undefined {
  const accept = context.request("accept-encoding");
  if (accept === undefined) return undefined;
  const name = ALIASES.get(coding) ?? coding;
  const { members } = parseWeightedList(accept);
  const named = members.find(
    ({ value }) => (ALIASES.get(value.toLowerCase()) ?? value.toLowerCase()) === name,
  );
  const member = named ?? members.find(({ value }) => value === "*");
  return member !== undefined && member.weight > 0;
}

function variesOnDictionary({ verdicts: { varies } }: Context): boolean {
  if (varies.includes("*")) return true;
  return varies.includes("accept-encoding") && varies.includes("available-dictionary");
}
