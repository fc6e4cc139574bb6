/** Cache-Control in a request (RFC 9111 section 5.2.1): what the client takes from caches. */

import { wordTable } from "../../../data/word-table.ts";
import { field, item, type Note } from "../field.ts";
import { readDirectives } from "../reading/list.ts";
import { rfc9111 } from "../specs.ts";
import { suggest } from "../suggest.ts";
import type { Directive } from "../syntax/directives.ts";
import { isDigits } from "../syntax/tokens.ts";
import { quote } from "../wording.ts";
import { request } from "./example.ts";

const DIRECTIVES = wordTable({
  "max-age": "Takes nothing older than so many seconds.",
  "max-stale": "Takes stale answers too, up to so many seconds past their time.",
  "min-fresh": "Takes only what stays fresh for so many seconds.",
  "no-cache": "Takes nothing from a cache without asking the origin server.",
  "no-store": "Wants nothing of this exchange to be stored.",
  "no-transform": "Wants the content as it is.",
  "only-if-cached": "Wants an answer from the cache or none (504).",
  "stale-if-error": "Takes stale answers where the origin server fails.",
});

/** Directives that mean something in responses only. */
const OF_RESPONSES: ReadonlySet<string> = new Set([
  "public",
  "private",
  "must-revalidate",
  "proxy-revalidate",
  "s-maxage",
  "immutable",
  "stale-while-revalidate",
  "must-understand",
]);

const FLAGS: ReadonlySet<string> = new Set(["no-cache", "no-store", "no-transform", "only-if-cached"]);
type Kind =
  | "request-cache-syntax"
  | "request-cache-directive-misplaced"
  | "request-cache-directive-unknown"
  | "request-cache-value-unwanted"
  | "request-cache-seconds-invalid";

const WITH_SECONDS: ReadonlySet<string> = new Set(["max-age", "min-fresh", "stale-if-error"]);

export const requestCacheControl = field({
  name: "Cache-Control",
  type: "parameters",
  repeat: "list",
  kinds: {
    "request-cache-directive-misplaced": {
      severity: "warning",
      link: rfc9111("section-5.2.1"),
      summary: "Cache-Control of a request has a directive that means something in responses only.",
      bad: request(["Cache-Control: private, no-cache"]),
      good: request(["Cache-Control: no-cache"]),
    },
    "request-cache-contradiction": {
      severity: "warning",
      link: rfc9111("section-5.2.1"),
      summary: "Directives of Cache-Control in a request contradict each other.",
      bad: request(["Cache-Control: only-if-cached, no-cache"]),
      good: request(["Cache-Control: only-if-cached"]),
    },
    "request-cache-value-unwanted": {
      severity: "warning",
      link: rfc9111("section-5.2.1"),
      summary: "A directive of Cache-Control in a request has a value that it does not take.",
      bad: request(["Cache-Control: no-cache=1"]),
      good: request(["Cache-Control: no-cache"]),
    },
    "request-cache-syntax": {
      severity: "error",
      link: rfc9111("section-5.2"),
      summary:
        "Cache-Control of a request has semicolons between its directives, or white space beside an equals sign.",
      bad: request(["Cache-Control: no-cache; no-store"]),
      good: request(["Cache-Control: no-cache, no-store"]),
    },
    "request-cache-directive-unknown": {
      severity: "info",
      link: rfc9111("section-5.2.1"),
      summary: "Cache-Control of a request has a directive that no cache knows.",
      bad: request(["Cache-Control: fast"]),
      good: request(["Cache-Control: no-cache"]),
    },
    "request-cache-seconds-invalid": {
      severity: "error",
      link: rfc9111("section-1.2.2"),
      summary: "A directive of Cache-Control in a request has no number of seconds where one is expected.",
      bad: request(["Cache-Control: max-age=soon"]),
      good: request(["Cache-Control: max-age=0"]),
    },
  },
  parse: (value, note) => readDirectives("Cache-Control", value, note)?.directives,
  checkAll(lines, _context, note) {
    const all = lines.flatMap(({ parsed }) => parsed ?? []);
    const names = new Set(all.map(({ name }) => name));
    for (const name of names) {
      const values = new Set(all.filter((one) => one.name === name).map(({ value }) => value));
      if (values.size > 1)
        note("request-cache-contradiction", `Cache-Control says ${name} twice with different values.`);
    }
    const seconds = (name: string) => Number(all.find((one) => one.name === name)?.value ?? Number.NaN);
    const other = ["no-cache", "no-store"].find((name) => names.has(name));
    if (names.has("only-if-cached") && other)
      note(
        "request-cache-contradiction",
        `Cache-Control says only-if-cached and ${other}: no cache can answer that.`,
      );
    if (seconds("min-fresh") > seconds("max-age"))
      note(
        "request-cache-contradiction",
        "Cache-Control has a min-fresh above its max-age, which next to nothing meets.",
      );
  },
  items: (directives) =>
    directives.map(({ name, value = "" }) =>
      item(name, value, DIRECTIVES.get(name) ?? "A directive that means nothing in requests."),
    ),
  check(directives, _context, note, { items }) {
    for (const [at, directive] of directives.entries())
      judge(directive, (id, title, _at, fix) => note(id, title, items[at], fix));
  },
});

function judge(directive: Directive, note: Note<Kind>): void {
  const { name, value, text } = directive;
  if (/;|\s=|=\s/.test(text))
    note(
      "request-cache-syntax",
      `${quote(text)} in Cache-Control is not directives with commas between them.`,
    );
  else if (OF_RESPONSES.has(name))
    note("request-cache-directive-misplaced", `${name} in Cache-Control means nothing in a request.`);
  else if (!DIRECTIVES.has(name)) noteUnknown(name, note);
  else if (FLAGS.has(name) && value !== undefined)
    note("request-cache-value-unwanted", `${name} in Cache-Control takes no value, but has ${quote(value)}.`);
  else noteSeconds(directive, note);
}

function noteUnknown(name: string, note: Note<Kind>): void {
  const meant = suggest(name, [...DIRECTIVES.keys()]);
  note(
    "request-cache-directive-unknown",
    `${quote(name)} in Cache-Control is not a directive that caches know${meant ? `; ${meant} may be meant` : ""}.`,
    undefined,
    meant ? [name, meant] : undefined,
  );
}

function noteSeconds({ name, value = "", quoted }: Directive, note: Note<Kind>): void {
  if (quoted)
    note("request-cache-seconds-invalid", `${name} in Cache-Control has its number in double quotes.`);
  else if (WITH_SECONDS.has(name) && !isDigits(value))
    note(
      "request-cache-seconds-invalid",
      `${name} in Cache-Control needs a number of seconds, not ${quote(value)}.`,
    );
}
