/** Cache-Control in a request (RFC 9111 section 5.2.1): what the client accepts from caches. */

import { wordList, wordTexts } from "../../../data/headers/words.ts";
import type { Directive } from "../../syntax/directives.ts";
import { isDigits } from "../../syntax/tokens.ts";
import { field, firstOf, item, problem } from "../field.ts";
import { dropping, mapping, rejoining } from "../reading/fixing.ts";
import { readDirectives } from "../reading/list.ts";
import { suggest } from "../suggest.ts";
import { quote } from "../wording.ts";
import { request } from "./example.ts";

const DIRECTIVES = wordTexts("cache directives of requests");

const OF_RESPONSES = wordList("cache directives of responses");

const FLAGS: ReadonlySet<string> = new Set(["no-cache", "no-store", "no-transform", "only-if-cached"]);
const WITH_SECONDS: ReadonlySet<string> = new Set(["max-age", "min-fresh", "stale-if-error"]);

const anyOf = (names: ReadonlySet<string>) => `(${[...names].join("|")})`;
const MISPLACED = new RegExp(`^${anyOf(OF_RESPONSES)}\\b`, "i");
const FLAG_WITH_VALUE = new RegExp(`^${anyOf(FLAGS)}=.*$`, "i");
const rejoined = rejoining(/[;,]/, ", ");

export const requestCacheControl = field("Cache-Control", "parameters", {
  repeat: "list",
  parse: (value, report) => readDirectives("Cache-Control", value, report)?.directives,
  partItem: ({ name, value = "" }) =>
    item(name, value, DIRECTIVES.get(name) ?? "A directive without a meaning in requests."),
  together: (lines) => lines.flatMap(({ parsed }) => parsed ?? []),
}).problems({
  eachPart: firstOf(
    problem("request-cache-syntax", "error", "rfc9111#section-5.2", {
      detect: ({ text }) => /;|\s=|=\s/.test(text),
      title: (_, { text }) =>
        `${quote(text)} in Cache-Control is not a list of directives separated by commas.`,
      fix: (value) =>
        rejoined(
          value
            .split("=")
            .map((part) => part.trim())
            .join("="),
        ),
      bad: request(["Cache-Control: no-cache; no-store"]),
      good: request(["Cache-Control: no-cache, no-store"]),
    }),
    problem("request-cache-directive-misplaced", "warning", "rfc9111#section-5.2.1", {
      detect: ({ name }) => OF_RESPONSES.has(name),
      title: (_, { name }) => `${name} in Cache-Control has no meaning in a request.`,
      fix: dropping(MISPLACED),
      bad: request(["Cache-Control: private, no-cache"]),
      good: request(["Cache-Control: no-cache"]),
    }),
    problem("request-cache-directive-typo", "warning", "rfc9111#section-5.2.1", {
      detect: ({ name }) => {
        const meant = DIRECTIVES.has(name) ? undefined : suggest(name, [...DIRECTIVES.keys()]);
        return meant ? { name, meant } : undefined;
      },
      title: ({ name, meant }) =>
        `${quote(name)} in Cache-Control is not a known directive (did you mean ${meant}?).`,
      fix: (_, { name, meant }) => [name, meant],
      bad: request(["Cache-Control: nocache"]),
      good: request(["Cache-Control: no-cache"]),
    }),
    problem("request-cache-directive-unknown", "info", "rfc9111#section-5.2.1", {
      detect: ({ name }) => !DIRECTIVES.has(name) && name,
      title: (name) => `${quote(name)} in Cache-Control is not a known directive.`,
      bad: request(["Cache-Control: fast"]),
      good: request(["Cache-Control: no-cache"]),
    }),
    problem("request-cache-value-unwanted", "warning", "rfc9111#section-5.2.1", {
      detect: ({ name, value }) => FLAGS.has(name) && value,
      title: (value, { name }) => `${name} in Cache-Control takes no value, but has ${quote(value)}.`,
      fix: mapping((member) => member.replace(FLAG_WITH_VALUE, "$1")),
      bad: request(["Cache-Control: no-cache=1"]),
      good: request(["Cache-Control: no-cache"]),
    }),
    problem("request-cache-seconds-invalid", "error", "rfc9111#section-1.2.2", {
      detect({ name, value = "", quoted }) {
        if (quoted) return "has its number in double quotes";
        return WITH_SECONDS.has(name) && !isDigits(value) && `needs a number of seconds, not ${quote(value)}`;
      },
      title: (flaw, { name }) => `${name} in Cache-Control ${flaw}.`,
      bad: request(["Cache-Control: max-age=soon"]),
      good: request(["Cache-Control: max-age=0"]),
    }),
  ),
  allLines: problem("request-cache-contradiction", "warning", "rfc9111#section-5.2.1", {
    detectAll: contradictions,
    title: (words) => `Cache-Control ${words}.`,
    bad: request(["Cache-Control: only-if-cached, no-cache"]),
    good: request(["Cache-Control: only-if-cached"]),
  }),
});

/** Contradictions between the directives of all lines, as text after the header's name. */
function contradictions(all: readonly Directive[]): readonly string[] {
  const values = Map.groupBy(all, ({ name }) => name);
  const found = [...values]
    .filter(([, same]) => new Set(same.map(({ value }) => value)).size > 1)
    .map(([name]) => `says ${name} twice with different values`);
  const seconds = (name: string) => Number(values.get(name)?.[0]?.value ?? Number.NaN);
  const other = ["no-cache", "no-store"].find((name) => values.has(name));
  if (values.has("only-if-cached") && other)
    found.push(`says only-if-cached and ${other}: no cache can answer that`);
  if (seconds("min-fresh") > seconds("max-age"))
    found.push("has a min-fresh above its max-age, which almost no response meets");
  return found;
}
