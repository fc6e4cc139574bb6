import { wordTexts } from "../../../data/headers/words.ts";
import { firstOf, invalidValue, problem } from "../field.ts";
import { separatedNames, unique } from "../reading/fixing.ts";
import { repeated } from "../reading/list.ts";
import { suggest } from "../suggest.ts";
import { tokenList } from "./shapes/token-list.ts";

/** Descriptions of common methods. */
const METHODS = wordTexts("methods");

/** Corrected method; undefined for a known method or without a suggestion. */
function likelyName(method: string): string | undefined {
  if (METHODS.get(method) !== undefined) return undefined;
  const upper = method.toUpperCase();
  return METHODS.get(upper) ? upper : suggest(method, [...METHODS.keys()], 1);
}

/** Adds commas between methods separated by spaces, semicolons or bars. */
export const separatedMethods = separatedNames((word) => METHODS.get(word) !== undefined);

/** Allow (RFC 9110 section 10.2.1): methods that the resource supports. */
export const allow = tokenList("Allow", {
  noun: "method",
  invalid: invalidValue("Allow", "GET HEAD", "GET, HEAD", "rfc9110#section-10.2.1", {
    fix: separatedMethods,
  }),
  mayBeEmpty: true,
  describe: (method) => METHODS.get(method) ?? "A method that is not in common use.",
  alternate: (methods) => (methods.length === 0 ? "no method at all" : undefined),
  eachMember: firstOf(
    problem("allow-method-unknown", "warning", "rfc9110#section-9.1", {
      detect(method) {
        const likely = likelyName(method);
        return likely !== undefined && { method, likely };
      },
      title: ({ method, likely }) => `${method} in Allow is not a known method (did you mean ${likely}?).`,
      fix: (_, { method, likely }) => [method, likely],
      bad: ["Allow: get, POST"],
      good: ["Allow: GET, POST"],
    }),
    problem("allow-trace", "info", "rfc9110#section-9.3.8", {
      detect: (method) => method === "TRACE",
      bad: ["Allow: GET, TRACE"],
      good: ["Allow: GET, HEAD"],
    }),
    problem("allow-own-method", "warning", "rfc9110#section-15.5.6", {
      detect: (method, { status, method: used }) =>
        status === 405 && used === method && METHODS.get(method) !== undefined,
      title: (_, method) => `Allow lists ${method}, the method that this response refuses.`,
      bad: { lines: ["Allow: GET, POST"], status: 405, method: "GET" },
      good: { lines: ["Allow: POST"], status: 405, method: "GET" },
    }),
  ),
  allMembers: problem("allow-repeated", "info", "rfc9110#section-10.2.1", {
    detectAll: repeated,
    title: (method) => `Allow lists ${method} more than once.`,
    fix: unique,
    bad: ["Allow: GET, GET"],
    good: ["Allow: GET, HEAD"],
  }),
});
