import { describeField } from "../catalogue.ts";
import { type Context, type ExplainedLine, firstOf, invalidValue, problem } from "../field.ts";
import { dropping, unique } from "../reading/fixing.ts";
import { repeated } from "../reading/list.ts";
import { isPrivate, isUnstored } from "../reading/response-kind.ts";
import { listing, plural } from "../wording.ts";
import { tokenList } from "./shapes/token-list.ts";

const MOST = 3;
/** Maximum number of names shown. */
const SHOWN = 4;

/** Request headers with few possible values, which cause few variants. */
const NARROW =
  /^(?:sec-fetch-|sec-gpc|rsc$|next-|access-control-request-|save-data$|upgrade-insecure-requests$)/;

const is = (lower: string) => (name: string) => name.length === lower.length && name.toLowerCase() === lower;

/** Vary (RFC 9110 section 12.5.5): request headers that affect the response. */
export const vary = tokenList("Vary", {
  noun: "header name",
  invalid: invalidValue("Vary", "Accept Encoding", "Accept-Encoding", "rfc9110#section-12.5.5"),
  describe: memberDescription,
  alternateInMessage(names, context) {
    if (names.includes("*")) return "never reused";
    if (isUnstored(context) && context.status !== 304) return "no effect: the response is not stored";
    const seen = new Set<string>();
    const apart = names.filter((name) => seen.size < seen.add(name.toLowerCase()).size);
    return `cached separately per ${listing(apart.slice(0, SHOWN))}${apart.length > SHOWN ? " …" : ""}`;
  },
  eachMember: firstOf(
    problem("vary-any", "warning", "rfc9110#section-12.5.5", {
      detect: (name) => name === "*",
      bad: ["Vary: *"],
      good: ["Vary: Accept-Encoding"],
    }),
    problem("vary-user-agent", "warning", "rfc9111#section-4.1", {
      detect: (name, context) => /^user-agent$/i.test(name) && !isUnstored(context),
      bad: ["Vary: Accept-Encoding, User-Agent"],
      good: ["Vary: Accept-Encoding"],
    }),
    problem("vary-host", "warning", "rfc9111#section-2", {
      detect: is("host"),
      fix: dropping(/^host$/i),
      bad: ["Vary: Accept-Encoding, Host"],
      good: ["Vary: Origin"],
    }),
    problem("vary-negotiate", "info", "https://www.rfc-editor.org/rfc/rfc2295#section-10.2", {
      detect: is("negotiate"),
      fix: dropping(/^negotiate$/i),
      bad: ["Vary: negotiate, Accept"],
      good: ["Vary: Accept"],
    }),
    problem("vary-response-field", "warning", "rfc9110#section-12.5.5", {
      detect: (name) => isResponseField(name.toLowerCase()),
      title: (_, name) => `${name} is a response header, but only request headers select a response.`,
      bad: ["Vary: Set-Cookie"],
      good: ["Vary: Cookie"],
    }),
  ),
  allMembers: [
    problem("vary-repeated", "info", "rfc9110#section-12.5.5", {
      detectAll: repeated,
      title: (name) => `Vary names ${name} more than once.`,
      fix: unique,
      bad: ["Vary: Accept-Encoding, Accept-Encoding"],
      good: ["Vary: Accept-Encoding", "Vary: Origin"],
    }),
    problem("vary-complex", "warning", "rfc9111#section-4.1", {
      detect(names, context) {
        if (names.length <= MOST || isUnstored(context)) return undefined;
        const wide = new Set(names.map((name) => name.toLowerCase()).filter((name) => !NARROW.test(name)));
        return wide.size > MOST && wide.size;
      },
      // A browser's own cache sees few variants.
      severityOf: (_, _names, context) => (isPrivate(context) ? "info" : "warning"),
      title: (count) => `The response varies on ${plural(count, "header")}, so caches rarely hit.`,
      bad: ["Vary: Accept, Accept-Encoding, Accept-Language, Origin"],
      good: ["Vary: Accept-Encoding, Origin"],
    }),
  ],
});

function memberDescription(name: string): string {
  if (name === "*") return "The response depends on more than request headers: no other request matches it.";
  const each = is("cookie")(name) ? ", which means one copy per visitor" : "";
  return `The response depends on the request's ${name}: a cache reuses it only for requests with the same value${each}.`;
}

function isResponseField(name: string): boolean {
  const entry = describeField(name);
  return entry?.direction === "response" && entry.status !== "vendor";
}

/** Returns the Vary line, if any, and a Vary line with the names added. */
export function varyWith(
  context: Context,
  names: readonly string[],
): [at: ExplainedLine | undefined, fix: string] {
  const [line] = context.named("vary");
  const lacking = names.filter((name) => !context.verdicts.varies.includes(name.toLowerCase()));
  return [
    line,
    `Vary: ${[...(line && line.line.value !== "" ? [line.line.value] : []), ...lacking].join(", ")}`,
  ];
}
