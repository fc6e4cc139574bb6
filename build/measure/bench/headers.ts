/**
 * Speed of the header engine: typical responses per second with and without rules, and the worst case, 1 MB
 * of hostile lines. Informational.
 */

import { type RecipeRow, recipeRows } from "../../../data/recipes.ts";
import { explainMessage } from "../../../src/headers/explain.ts";
import type { AnyRule } from "../../../src/headers/field.ts";
import { allFields } from "../../../src/headers/fields/index.ts";
import { parseMessage } from "../../../src/headers/message.ts";
import { MOST_LINES } from "../../../src/headers/paste.ts";
import { rules } from "../../../src/headers/rules/index.ts";
import { reportedVerdicts } from "../../../src/headers/verdicts/index.ts";
import { figure, figureOf, short } from "./figures.ts";
import { type Sample, samples } from "./headers-messages.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const structuredNames = allFields().map(({ name }) => name);
const MEGABYTE = 1 << 20;

const FIRST = samples(0);
const PAGE = FIRST["page"]?.lines ?? [];
const API = FIRST["api"]?.lines ?? [];

function explain(lines: readonly string[], status = 200): void {
  explainMessage(parseMessage(lines, { status, method: "GET", url: "https://blog.example/" }), NOW);
}

const WINDOW = short ? 100 : 3000;

/** Responses per second after a warm-up, in fifteen windows, because other programs use the machine too. */
function rates(lines: readonly string[]): number[] {
  for (let round = 0; round < 13 * WINDOW; round++) explain(lines);
  return Array.from({ length: 15 }, () => {
    const start = performance.now();
    for (let round = 0; round < WINDOW; round++) explain(lines);
    return (WINDOW * 1000) / (performance.now() - start);
  });
}

const WINDOWS = 40;
const IN_A_WINDOW = 50;
const NUMBERS = short ? 50 : 2000;

/** Microseconds of CPU per response, in many windows. */
function cpu(all: readonly Sample[], work: (sample: Sample) => void): number[] {
  for (const sample of all) work(sample);
  let at = 0;
  return Array.from({ length: WINDOWS }, () => {
    const start = process.cpuUsage();
    for (let round = 0; round < IN_A_WINDOW; round++) work(all[at++ % all.length] as Sample);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / IN_A_WINDOW;
  });
}

function explainSample({ lines, known }: Sample) {
  return explainMessage(parseMessage(lines, known), NOW);
}

function reportSample(sample: Sample): void {
  reportedVerdicts(explainSample(sample).verdicts);
}

function milliseconds(all: readonly string[]): number {
  const lines = all.slice(0, MOST_LINES);
  const start = performance.now();
  explain(lines);
  return performance.now() - start;
}

/** Best of three, to exclude garbage collections. */
function settled(lines: readonly string[]): number {
  return Math.min(milliseconds(lines), milliseconds(lines), milliseconds(lines));
}

function many(line: string): string[] {
  return Array.from({ length: Math.floor(MEGABYTE / line.length) }, () => line);
}

const FLOODS: Readonly<Record<string, readonly string[]>> = {
  "lines without a colon": many("abcdefghi"),
  "folded lines": ["a: b", ...many(" c")],
  "bare lines of one letter": many("a:"),
  "unknown names": Array.from({ length: 40_000 }, (_, at) => `x-unknown-${at}: value`),
  "slips of known names": many("Cache-Contrl: no-store"),
  "Cache-Control lines": many("Cache-Control: max-age=60, public"),
  "Set-Cookie lines": many("Set-Cookie: a=b; Path=/; Secure"),
  "Set-Cookie lines of many names": Array.from(
    { length: 30_000 },
    (_, at) => `Set-Cookie: name${at}=b; Path=/; Secure`,
  ),
  "Link lines": many("Link: </a.css>; rel=preload; as=style"),
  "policy lines": many("Content-Security-Policy: default-src 'self'; script-src a.example"),
  "Report-To lines": many('Report-To: {"group":"a","max_age":1,"endpoints":[{"url":"https://a.example/"}]}'),
  "Vary lines": many("Vary: Accept-Encoding, Cookie"),
  "one line of spaces": [" ".repeat(MEGABYTE)],
  "one long name": [`${"a".repeat(MEGABYTE)}: b`],
};

/** Maximum bytes of values that are parsed; an unknown field has the rest of the megabyte. */
const PARSED = 131_000;
const FILLER = `x-unknown: ${"a".repeat(MEGABYTE - PARSED)}`;

/** Texts that are repeated to make one long value of every structured field. */
const UNITS = [
  "a",
  "a,",
  "a=b;",
  "a=b,",
  '"',
  '\\"',
  "'self' ",
  "(",
  "<a>;rel=b,",
  "%41",
  "9",
  "a.",
  " ",
  "x y;z ",
  "https://a.b/ ",
];

const all = [...rules];
for (const [name, lines] of Object.entries({ page: PAGE, api: API })) {
  const measure = `responses of 20 lines explained, ${name}`;
  figureOf(rates(lines), { measure, who: "netlens", unit: "a second" });
  // The engine reads this list. While it is empty, only fields are checked.
  (rules as AnyRule[]).length = 0;
  figureOf(rates(lines), { measure, who: "netlens, the fields alone", unit: "a second" });
  (rules as AnyRule[]).push(...all);
}

// Flattens strings outside of the measurement: concatenated strings are ropes.
const flat = ({ lines, known }: Sample): Sample => ({
  lines: lines.map((line) => Buffer.from(line).toString()),
  known,
});
const numbered = Array.from({ length: NUMBERS }, (_, number) => samples(number));
for (const kind of Object.keys(FIRST)) {
  const others = numbered.flatMap((all) => (all[kind] ? [flat(all[kind])] : []));
  const same = others.slice(0, 1).flatMap((one) => Array.from({ length: NUMBERS }, () => one));
  // Warm-up.
  for (const sample of [...same, ...others]) reportSample(sample);
  const measure = `a response, ${kind}`;
  const unit = "µs of CPU";
  figureOf(cpu(same, explainSample), { measure, who: "netlens, the same again", unit });
  figureOf(cpu(same, reportSample), {
    measure,
    who: "netlens, the same again, both engines' verdicts told",
    unit,
  });
  figureOf(cpu(others, explainSample), { measure, who: "netlens, each another", unit });
  figureOf(cpu(others, reportSample), {
    measure,
    who: "netlens, each another, both engines' verdicts told",
    unit,
  });
}

// Cost of `how`: alternates runs with and without its rows, so that a busy machine affects both.
for (const kind of ["page", "page with two fixes", "api"]) {
  const list = numbered.flatMap((all) => (all[kind] ? [flat(all[kind])] : []));
  const least = { with: Number.POSITIVE_INFINITY, without: Number.POSITIVE_INFINITY };
  const rows = recipeRows as Map<string, RecipeRow>;
  const all = [...rows];
  for (let window = 0; window < 2 * WINDOWS; window++)
    for (const which of ["with", "without"] as const) {
      rows.clear();
      if (which === "with") for (const [id, row] of all) rows.set(id, row);
      const some = list.slice((window * IN_A_WINDOW) % list.length).slice(0, IN_A_WINDOW);
      const start = process.cpuUsage();
      for (const sample of some) explainSample(sample);
      const { user, system } = process.cpuUsage(start);
      least[which] = Math.min(least[which], (user + system) / some.length);
    }
  for (const [id, row] of all) rows.set(id, row);
  figure({
    measure: "what recipes add to a response",
    who: `netlens, ${kind}`,
    value: (least.with / least.without - 1) * 100,
    unit: "%",
  });
}

for (const [name, lines] of Object.entries(FLOODS))
  figure({ measure: "1 MB of hostile lines", who: `netlens, ${name}`, value: settled(lines), unit: "ms" });

console.log(
  `\n1 MB in one value: ${structuredNames.length} fields, ${UNITS.length} patterns; the slowest, milliseconds`,
);
const slow: { readonly ms: number; readonly what: string }[] = [];
for (const field of short ? structuredNames.slice(0, 5) : structuredNames)
  for (const unit of UNITS) {
    const lines = [`${field}: ${unit.repeat(Math.floor(PARSED / unit.length))}`, FILLER];
    const once = milliseconds(lines);
    slow.push({ ms: once > 100 ? settled(lines) : once, what: `${field}: ${JSON.stringify(unit)} repeated` });
  }
slow.sort((a, b) => b.ms - a.ms);
for (const { ms, what } of slow.slice(0, 12)) console.log(`  ${ms.toFixed(0).padStart(6)}  ${what}`);
const [slowest] = slow;
if (slowest)
  figure({
    measure: `1 MB in one value, the slowest of ${slow.length}`,
    who: `netlens, ${slowest.what}`,
    value: slowest.ms,
    unit: "ms",
  });
