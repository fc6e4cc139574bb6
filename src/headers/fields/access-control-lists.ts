/** The lists of CORS: which methods and request fields may be sent, which response fields may be read. */

import { describeField } from "../catalogue.ts";
import { type AnyField, field, item, type Note, type ProblemKind } from "../field.ts";
import { readTokens } from "../reading/list.ts";
import { type InvalidId, invalidKind } from "../reading/value-kinds.ts";
import { fetchStandard } from "../specs.ts";
import { SAFELISTED } from "../verdicts/cors.ts";
import { quote } from "../wording.ts";

type MethodKind = "access-control-method-case" | "access-control-method-forbidden";
type ExposeKind = "access-control-expose-forbidden" | "access-control-expose-needless";

const ANY = "Any, but with cookies or other credentials only what is literally named so.";
const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"];
/** Browsers put these in upper case by themselves (Fetch section 2.2.1, normalize a method). */
const NORMALIZED: ReadonlySet<string> = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"]);
const FORBIDDEN: ReadonlySet<string> = new Set(["CONNECT", "TRACE", "TRACK"]);
const READABLE: ReadonlySet<string> = new Set(SAFELISTED);

interface ListField<N extends string, K extends string> {
  readonly name: N;
  /** What the members are. */
  readonly noun: string;
  readonly kinds: Readonly<Record<K | InvalidId<N>, ProblemKind>>;
  readonly describe: (member: string) => string;
  readonly check?: (member: string, note: Note<K>) => void;
}

function listField<N extends string, K extends string>({
  name,
  noun,
  kinds,
  describe,
  check,
}: ListField<N, K>): AnyField<readonly string[]> {
  return field({
    name,
    type: "list",
    repeat: "list",
    kinds,
    parse: (value, note) => readTokens(name, value, noun, note, true),
    items: (members) => members.map((member) => item(member, "", member === "*" ? ANY : describe(member))),
    check(members, _context, note, { items }) {
      if (check)
        for (const [at, member] of members.entries())
          check(member, (id, title, _at, fix) => note(id, title, items[at], fix));
    },
  });
}

function describeName(name: string): string {
  return describeField(name.toLowerCase())?.description ?? "A field of this site's own.";
}

/** Access-Control-Allow-Methods: the methods that a preflight allows. Compared with case. */
export const accessControlAllowMethods = listField<"Access-Control-Allow-Methods", MethodKind>({
  name: "Access-Control-Allow-Methods",
  noun: "method",
  kinds: {
    ...invalidKind("Access-Control-Allow-Methods", "GET POST", "GET, POST"),
    "access-control-method-case": {
      severity: "warning",
      link: fetchStandard("http-access-control-allow-methods"),
      summary: "A method is in a case other than that of requests, so it never matches.",
      bad: ["Access-Control-Allow-Methods: GET, patch"],
      good: ["Access-Control-Allow-Methods: GET, PATCH"],
    },
    "access-control-method-forbidden": {
      severity: "info",
      link: fetchStandard("forbidden-method"),
      summary: "A method is allowed that browsers let no script use.",
      bad: ["Access-Control-Allow-Methods: GET, TRACE"],
      good: ["Access-Control-Allow-Methods: GET"],
    },
  },
  describe: () => "A method that scripts of the allowed origin may use.",
  check(method, note) {
    const upper = method.toUpperCase();
    if (FORBIDDEN.has(upper))
      note("access-control-method-forbidden", `Browsers do not let scripts use ${upper}.`);
    else if (method !== upper && METHODS.includes(upper))
      note(
        "access-control-method-case",
        NORMALIZED.has(upper)
          ? `${quote(method)} never matches: browsers ask for ${upper}, and case counts.`
          : `${quote(method)} is not ${upper}, the method that requests have: case counts.`,
      );
  },
});

/** Access-Control-Allow-Headers: the request fields that a preflight allows. */
export const accessControlAllowHeaders = listField<"Access-Control-Allow-Headers", never>({
  name: "Access-Control-Allow-Headers",
  noun: "field name",
  kinds: invalidKind("Access-Control-Allow-Headers", "X A", "X-A"),
  describe: describeName,
});

/** Access-Control-Expose-Headers: the response fields that scripts of the allowed origin may read. */
export const accessControlExposeHeaders = listField<"Access-Control-Expose-Headers", ExposeKind>({
  name: "Access-Control-Expose-Headers",
  noun: "field name",
  kinds: {
    ...invalidKind("Access-Control-Expose-Headers", "X A", "X-A"),
    "access-control-expose-forbidden": {
      severity: "warning",
      link: fetchStandard("forbidden-response-header-name"),
      summary: "Access-Control-Expose-Headers names Set-Cookie, which browsers let no script read.",
      bad: ["Access-Control-Expose-Headers: Set-Cookie, X-Total"],
      good: ["Access-Control-Expose-Headers: X-Total"],
    },
    "access-control-expose-needless": {
      severity: "info",
      link: fetchStandard("cors-safelisted-response-header-name"),
      summary: "Access-Control-Expose-Headers names a field that scripts may read anyway.",
      bad: ["Access-Control-Expose-Headers: Content-Type"],
      good: ["Access-Control-Expose-Headers: X-Total"],
    },
  },
  describe: describeName,
  check(name, note) {
    const lower = name.toLowerCase();
    if (lower === "set-cookie" || lower === "set-cookie2")
      note("access-control-expose-forbidden", `Browsers do not let scripts read ${name}.`);
    else if (READABLE.has(lower)) note("access-control-expose-needless", `Scripts may read ${name} anyway.`);
  },
});
