import { cacheControlDirectives } from "../../../data/headers/directives/cache-control.ts";
import { type Dictionary, type Member, parseDictionary } from "../../syntax/structured-fields.ts";
import { type AnyField, detecting, item } from "../field.ts";
import { secondsOfParameters } from "../reading/fixing.ts";
import { isUnstored } from "../reading/response-kind.ts";
import {
  memberKind,
  memberText,
  memberValue,
  structuredField,
  structuredProblems,
} from "../reading/structured.ts";
import { duration } from "../wording.ts";
import { DIRECTIVE_SHAPES } from "./cache-control/directives.ts";

type Part = readonly [key: string, member: Member];

/** Type error of a directive in words. */
function wrongWords([key, member]: Part, name: string): string | undefined {
  const words = memberKind(member);
  const is = (kind: "integer" | "boolean" | "string") => memberValue(member, kind) !== undefined;
  switch (DIRECTIVE_SHAPES.get(key)) {
    case "seconds":
      return is("integer")
        ? undefined
        : `${key} in ${name} is ${words} where a number of seconds is expected.`;
    case "flag":
      return is("boolean") ? undefined : `${key} in ${name} takes no value, but has ${words}.`;
    case "field-names":
      return is("boolean") || is("string")
        ? undefined
        : `${key} in ${name} is ${words} where header names are expected.`;
    default:
      return undefined;
  }
}

/** Targeted cache control (RFC 9213): Cache-Control for one kind of cache, as a structured field. */
function targeted(name: string): AnyField<Dictionary> {
  const [unparsed, wrongType] = structuredProblems(name, parseDictionary, "rfc9213#section-2.1", {
    good: "max-age=60",
    wrong: "max-age=soon",
    fix: secondsOfParameters,
  });
  return structuredField(unparsed, {
    partItem: ([key, member]) => {
      const seconds = memberValue(member, "integer");
      return item(
        key,
        memberValue(member, "boolean") ? "" : memberText(member),
        cacheControlDirectives.get(key) ?? "An extension that caches ignore.",
        seconds === undefined ? undefined : duration(seconds),
      );
    },
    alternateInMessage(dictionary, context) {
      if (dictionary.has("no-store")) return "not stored in that cache";
      // The verdict on shared caches reads this header only.
      if (name === "CDN-Cache-Control" && isUnstored(context) && context.status !== 304)
        return "no effect: the response is not stored";
      const seconds = memberValue(dictionary.get("s-maxage") ?? dictionary.get("max-age"), "integer");
      if (seconds === undefined) return undefined;
      return seconds === 0
        ? "stale immediately in that cache"
        : `fresh for ${duration(seconds)} in that cache`;
    },
  }).problems({
    eachPart: [detecting(wrongType, (part: Part) => wrongWords(part, name))],
    check(dictionary, _context, report, { items }) {
      for (const [at, [key, member]] of [...dictionary].entries())
        if (DIRECTIVE_SHAPES.get(key) === "seconds" && Number(memberValue(member, "integer")) < 0)
          report(unparsed, `${key} in ${name} is negative.`, items[at]);
    },
  });
}

/** For all CDNs (RFC 9213 section 3.1). */
export const cdnCacheControl = targeted("CDN-Cache-Control");
export const akamaiCacheControl = targeted("Akamai-Cache-Control");
export const cloudflareCdnCacheControl = targeted("Cloudflare-CDN-Cache-Control");
export const netlifyCdnCacheControl = targeted("Netlify-CDN-Cache-Control");
export const vercelCdnCacheControl = targeted("Vercel-CDN-Cache-Control");
