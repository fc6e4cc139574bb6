import { describeField } from "../catalogue.ts";
import { type Context, type ExplainedLine, field, item } from "../field.ts";
import { dropping, unique } from "../fixing.ts";
import { readTokens, repeated } from "../reading/list.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { isUnstored } from "../response-kind.ts";
import { rfc9110, rfc9111 } from "../specs.ts";
import { NO_STORE } from "../verdicts/caching/storing.ts";
import { listing, plural } from "../wording.ts";

type VaryKind =
  | "vary-any"
  | "vary-user-agent"
  | "vary-host"
  | "vary-cookie"
  | "vary-negotiate"
  | "vary-response-field"
  | "vary-repeated"
  | "vary-complex";

const MOST = 3;
/** Names in the readable form. */
const SHOWN = 4;

/** Request fields with so few values that they hardly add variants. */
const NARROW =
  /^(?:sec-fetch-|sec-gpc|rsc$|next-|access-control-request-|save-data$|upgrade-insecure-requests$)/;

/** Members that are worth a word, by name. */
const MEMBERS: ReadonlyMap<string, readonly [id: VaryKind, title: string]> = new Map<
  string,
  readonly [VaryKind, string]
>([
  ["*", ["vary-any", "Vary: * means that no stored response ever matches a request: caching is off."]],
  ["user-agent", ["vary-user-agent", "Varying on User-Agent ruins caching: it has thousands of values."]],
  ["host", ["vary-host", "Varying on Host is pointless: the host is part of every cache's key."]],
  ["cookie", ["vary-cookie", "Varying on Cookie means one variant for each visitor in shared caches."]],
  [
    "negotiate",
    ["vary-negotiate", "Negotiate in Vary belongs to transparent negotiation, which nobody uses."],
  ],
]);

/** Vary (RFC 9110 section 12.5.5): which request fields took part in choosing the response. */
export const vary = field({
  name: "Vary",
  type: "list",
  repeat: "list",
  kinds: {
    ...invalidKind("Vary", "Accept Encoding", "Accept-Encoding", rfc9110("section-12.5.5")),
    "vary-any": {
      severity: "warning",
      link: rfc9110("section-12.5.5"),
      summary: "Vary: * keeps every cache from using the response again.",
      bad: ["Vary: *"],
      good: ["Vary: Accept-Encoding"],
    },
    "vary-user-agent": {
      severity: "warning",
      link: rfc9111("section-4.1"),
      summary: "The response varies on User-Agent, which has so many values that caches hardly ever hit.",
      bad: ["Vary: Accept-Encoding, User-Agent"],
      good: ["Vary: Accept-Encoding"],
    },
    "vary-host": {
      severity: "warning",
      link: rfc9111("section-2"),
      summary: "The response varies on Host, which is part of every cache's key anyway.",
      fix: dropping(/^host$/i),
      bad: ["Vary: Accept-Encoding, Host"],
      good: ["Vary: Origin"],
    },
    "vary-cookie": {
      severity: "info",
      link: rfc9111("section-4.1"),
      summary: "The response varies on Cookie: shared caches keep one variant for each visitor.",
      bad: ["Vary: Cookie"],
      good: ["Vary: Accept-Encoding"],
    },
    "vary-negotiate": {
      severity: "info",
      link: "https://www.rfc-editor.org/rfc/rfc2295#section-10.2",
      summary:
        "The response takes part in transparent content negotiation, an experiment that no browser takes part in.",
      fix: dropping(/^negotiate$/i),
      bad: ["Vary: negotiate, Accept"],
      good: ["Vary: Accept"],
    },
    "vary-response-field": {
      severity: "warning",
      link: rfc9110("section-12.5.5"),
      summary: "Vary names a field that responses have: only request fields choose a response.",
      bad: ["Vary: Set-Cookie"],
      good: ["Vary: Cookie"],
    },
    "vary-repeated": {
      severity: "info",
      link: rfc9110("section-12.5.5"),
      summary: "Vary names the same field more than once, as when two layers both add it.",
      fix: unique,
      bad: ["Vary: Accept-Encoding, Accept-Encoding"],
      good: ["Vary: Accept-Encoding", "Vary: Origin"],
    },
    "vary-complex": {
      severity: "warning",
      link: rfc9111("section-4.1"),
      summary: "The response varies on so many fields that caches hardly ever hit.",
      bad: ["Vary: Accept, Accept-Encoding, Accept-Language, Origin"],
      good: ["Vary: Accept-Encoding, Origin"],
      edge: [["Vary: Cookie, User-Agent, Referer, Authorization"], ["Vary: Cookie, User-Agent, Referer"]],
    },
  },
  parse: (value, note) => readTokens("Vary", value, "field name", note),
  items: (names) => names.map((name) => item(name, "", memberDescription(name))),
  alternate(names, { verdicts: { caching } }) {
    if (caching?.private.why === NO_STORE && !caching.shared.stores)
      return "no effect: the response is not stored";
    if (names.includes("*")) return "never used again";
    const seen = new Set<string>();
    const apart = names.filter((name) => seen.size < seen.add(name.toLowerCase()).size);
    return `a copy for each ${listing(apart.slice(0, SHOWN))}${apart.length > SHOWN ? " …" : ""}`;
  },
  check(names, _context, note, line) {
    for (const [at, name] of names.entries()) {
      const lower = name.toLowerCase();
      const [id, title] = MEMBERS.get(lower) ?? [];
      if (id && title) note(id, title, line.items[at]);
      else if (isResponseField(lower))
        note(
          "vary-response-field",
          `${name} is a response field: only request fields choose a response.`,
          line.items[at],
        );
    }
  },
  checkAll(lines, context, note) {
    const names = lines.length === 1 ? (lines[0]?.parsed ?? []) : lines.flatMap(({ parsed }) => parsed ?? []);
    if (names.length < 2) return;
    for (const name of repeated(names)) note("vary-repeated", `Vary names ${name} more than once.`);
    if (names.length <= MOST) return;
    if (isUnstored(context)) return;
    const wide = new Set(names.map((name) => name.toLowerCase()).filter((name) => !NARROW.test(name)));
    if (wide.size > MOST)
      note(
        "vary-complex",
        `The response varies on ${plural(wide.size, "field")}: caches will hardly ever hit.`,
      );
  },
});

function memberDescription(name: string): string {
  if (name === "*") return "The response depends on more than request fields: no cache can match it.";
  return `The response depends on the request's ${name}: a cache uses it only for requests with an equal one.`;
}

function isResponseField(name: string): boolean {
  const entry = describeField(name);
  return entry?.direction === "response" && entry.status !== "vendor";
}

/** Where a finding on names that Vary lacks stands, and the line with them: the one there is, or the message. */
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
