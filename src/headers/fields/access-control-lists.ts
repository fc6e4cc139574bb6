/** Lists of CORS: allowed methods and request headers, readable response headers. */

import { describeField } from "../catalogue.ts";
import { firstOf, invalidValue, problem } from "../field.ts";
import { dropping, mapping, onlyOf, separatedNames } from "../reading/fixing.ts";
import { SAFELISTED } from "../verdicts/cors.ts";
import { quote } from "../wording.ts";
import { separatedMethods } from "./allow.ts";
import { tokenList } from "./shapes/token-list.ts";

const ANY = "Any; but with cookies or other credentials, only one literally named *.";
const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"];
/** Methods that browsers convert to upper case (Fetch section 2.2.1, normalize a method). */
const NORMALIZED: ReadonlySet<string> = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"]);
const FORBIDDEN: ReadonlySet<string> = new Set(["CONNECT", "TRACE", "TRACK"]);
const READABLE: ReadonlySet<string> = new Set(SAFELISTED);

const orAny = (describe: (member: string) => string) => (member: string) =>
  member === "*" ? ANY : describe(member);
const describeName = orAny(
  (name) => describeField(name.toLowerCase())?.description ?? "A custom header of this site.",
);
const upperMethods = mapping((member) =>
  METHODS.includes(member.toUpperCase()) ? member.toUpperCase() : member,
);

/** True for a name in the catalogue or with the prefix `x-`. */
const isKnownName = (name: string) =>
  describeField(name.toLowerCase()) !== undefined || /^x-[\w-]+$/i.test(name);
/** Adds missing commas (`Content-Type Authorization`) or hyphens (`Content Type`). */
const knownNames = onlyOf(separatedNames(isKnownName), (value) => {
  const joined = value.trim().replace(/\s+/g, "-");
  return describeField(joined.toLowerCase()) && joined;
});

/** Access-Control-Allow-Methods: methods allowed by a preflight; case-sensitive. */
export const accessControlAllowMethods = tokenList("Access-Control-Allow-Methods", {
  noun: "method",
  invalid: invalidValue(
    "Access-Control-Allow-Methods",
    "GET POST",
    "GET, POST",
    "fetch#http-new-header-syntax",
    { fix: separatedMethods },
  ),
  mayBeEmpty: true,
  describe: orAny(() => "A method that the response allows."),
  eachMember: firstOf(
    problem("access-control-method-forbidden", "info", "fetch#forbidden-method", {
      detect: (method) => FORBIDDEN.has(method.toUpperCase()),
      title: (_, method) => `Browsers do not let scripts use ${method.toUpperCase()}.`,
      bad: ["Access-Control-Allow-Methods: GET, TRACE"],
      good: ["Access-Control-Allow-Methods: GET"],
    }),
    problem("access-control-method-case", "warning", "fetch#http-access-control-allow-methods", {
      detect(method) {
        const upper = method.toUpperCase();
        return method !== upper && METHODS.includes(upper) && upper;
      },
      title: (upper, method) =>
        NORMALIZED.has(upper)
          ? `${quote(method)} never matches: browsers send ${upper}, and methods are case-sensitive.`
          : `${quote(method)} never matches ${upper}, which requests send: methods are case-sensitive.`,
      fix: upperMethods,
      bad: ["Access-Control-Allow-Methods: GET, patch"],
      good: ["Access-Control-Allow-Methods: GET, PATCH"],
    }),
  ),
});

/** Access-Control-Allow-Headers: request headers allowed by a preflight. */
export const accessControlAllowHeaders = tokenList("Access-Control-Allow-Headers", {
  noun: "header name",
  invalid: invalidValue("Access-Control-Allow-Headers", "X A", "X-A", "fetch#http-new-header-syntax", {
    fix: knownNames,
  }),
  mayBeEmpty: true,
  describe: describeName,
});

/** Access-Control-Expose-Headers: response headers that scripts of the allowed origin may read. */
export const accessControlExposeHeaders = tokenList("Access-Control-Expose-Headers", {
  noun: "header name",
  invalid: invalidValue("Access-Control-Expose-Headers", "X A", "X-A", "fetch#http-new-header-syntax", {
    fix: knownNames,
  }),
  mayBeEmpty: true,
  describe: describeName,
  eachMember: firstOf(
    problem("access-control-expose-forbidden", "warning", "fetch#forbidden-response-header-name", {
      detect: (name) => /^set-cookie2?$/i.test(name),
      title: (_, name) => `Browsers do not let scripts read ${name}.`,
      fix: dropping(/^set-cookie2?$/i),
      bad: ["Access-Control-Expose-Headers: Set-Cookie, X-Total"],
      good: ["Access-Control-Expose-Headers: X-Total"],
    }),
    problem("access-control-expose-needless", "info", "fetch#cors-safelisted-response-header-name", {
      detect: (name) => READABLE.has(name.toLowerCase()),
      title: (_, name) => `Scripts may read ${name} anyway.`,
      bad: ["Access-Control-Expose-Headers: Content-Type"],
      good: ["Access-Control-Expose-Headers: X-Total"],
    }),
  ),
});
