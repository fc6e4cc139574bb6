/** Reports as terminal text; the most important part is last, above the prompt. Pure. */

import type { Severity } from "../../headers/schema.ts";
import { milliseconds, plural } from "../../headers/wording.ts";
import { countsOf, type Reason } from "../../jobs/project/findings.ts";
import { kindOf } from "../../jobs/project/kinds.ts";
import { outcomeOf, outcomeText } from "../../view/all-clear.ts";
import { ignoredText, rowsOf, wordsOfRow } from "../../view/findings.ts";
import { recipeFile } from "../../view/how.ts";
import type { LineView } from "../../view/lines.ts";
import type { Fact, Part, ReportView, StepView } from "../../view/report.ts";
import { type Screen, statusStyle } from "./screen.ts";
import { cut, fitted, paint, printable, type Style, wrapped } from "./text.ts";
import { waterfallLines } from "./waterfall.ts";

const SEVERITY: Readonly<Record<Severity, Style>> = { error: "red", warning: "yellow", info: "cyan" };

export function renderReport(report: ReportView, screen: Screen, ignored: readonly Reason[] = []): string {
  const { steps, waterfall } = report;
  const last = steps.at(-1);
  const blocks = [
    leadLines(report, screen),
    waterfall ? waterfallLines(waterfall, steps, screen) : [],
    ...steps.flatMap((step) =>
      step.number === steps.length || screen.verbose ? [stepLines(step, steps.length, screen)] : [],
    ),
    last ? answerLines(last, screen) : [],
    variantLines(report.variants, screen),
    ...report.notes.map((note) => wrapped(printable(note), screen.columns)),
    findingLines(report, ignored, screen),
    recipeHint(report, screen),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function leadLines(report: ReportView, screen: Screen): string[] {
  const { colour, columns } = screen;
  const { url, status, reason, failed, intent, description, hint, redirects, ms, bytes, grade, slow } =
    report;
  const state = failed
    ? paint(`failed: ${printable(reason)}`, "red", colour)
    : status > 0
      ? paint(`${status} ${printable(reason)}`.trim(), statusStyle(status), colour)
      : "";
  const figures = [
    redirects > 0 ? plural(redirects, "redirect") : "",
    ms > 0 ? milliseconds(ms) : "",
    bytes,
    grade ? `MDN Observatory ${grade.grade} (${grade.score})` : "",
    ...countsOf(report.findings).flatMap(({ severity, count }) =>
      severity === "info" || state === "" ? [] : [paint(plural(count, severity), SEVERITY[severity], colour)],
    ),
  ].filter((figure) => figure !== "");
  return [
    ...(url === "" ? [] : [paint(cut(printable(url), columns), "bold", colour)]),
    ...wrapped([state, ...figures].filter((part) => part !== "").join(" · "), columns),
    // A failure's reason is the first finding, so it is omitted here.
    ...(failed ? [] : wrapped(printable(intent), columns)),
    ...(slow === undefined ? [] : wrapped(slow, columns)),
    ...(description === ""
      ? []
      : wrapped(printable(description), columns).map((line) => paint(line, "dim", colour))),
    ...(hint === "" ? [] : wrapped(printable(hint), columns).map((line) => paint(line, "dim", colour))),
  ].filter((line) => line !== "");
}

function stepLines(step: StepView, steps: number, screen: Screen): string[] {
  const { colour, columns } = screen;
  const lines: string[] = [];
  if (steps > 1) {
    const title = `${step.number}. ${step.status > 0 ? `${step.status} ` : ""}${printable(step.url)}`;
    lines.push(paint(cut(title, columns), "bold", colour));
    if (step.failure) lines.push(...wrapped(`failed: ${printable(step.failure.message)}`, columns));
  }
  for (const fact of step.facts) lines.push(...factLines(fact, screen));
  for (const { about, answer, allowed } of step.asked)
    lines.push(`${printable(about)}: ${paint(printable(answer), allowed ? "green" : "red", colour)}`);
  if (step.lines.length > 0 && lines.length > 0) lines.push("");
  lines.push(...step.lines.flatMap((line) => headerLines(line, step.lines, screen)));
  if (step.moreLines > 0) lines.push(`… and ${plural(step.moreLines, "more line")} (--json has all)`);
  return [...lines, ...requestLines(step, screen)];
}

/** Request lines: with `-v`, or if they have findings or are all there is. */
function requestLines(step: StepView, screen: Screen): string[] {
  const { sent, moreSent, status, failure } = step;
  const isShown = screen.verbose || (status === 0 && !failure) || sent.some(({ worst }) => worst);
  if (sent.length === 0 || !isShown) return [];
  return [
    "",
    paint("request", "dim", screen.colour),
    ...sent.flatMap((line) => headerLines(line, sent, screen)),
    ...(moreSent > 0 ? [`… and ${plural(moreSent, "more line")} (--json has all)`] : []),
  ];
}

function factLines({ label, parts }: Fact, { colour, columns }: Screen): string[] {
  const text = printable(parts.map(plain).join(""));
  const bad = parts.some((part) => typeof part === "object" && "bad" in part);
  const [first = "", ...rest] = wrapped(text, columns - 13);
  const tone = (line: string) => (bad ? paint(line, "red", colour) : line);
  return [
    `${paint(label.toLowerCase().padEnd(12), "dim", colour)} ${tone(first)}`,
    ...rest.map((line) => `${" ".repeat(13)}${tone(line)}`),
  ];
}

function plain(part: Part): string {
  if (typeof part === "string") return part;
  if ("code" in part) return part.code;
  if ("address" in part) return part.address;
  return "url" in part ? part.url : part.bad;
}

/** Minimum terminal width for columns. */
const WIDE = 110;
const LONGEST_NAME = 28;

/** Formats a line in columns, or with the meaning below the value on a narrow terminal. */
function headerLines(line: LineView, all: readonly LineView[], screen: Screen): string[] {
  const { colour, columns, full } = screen;
  const name = printable(line.name);
  const value = line.value === "" ? "(empty)" : printable(line.value);
  const style = line.worst ? SEVERITY[line.worst] : undefined;
  const mark = style ? paint("●", style, colour) : " ";
  const longest = Math.min(LONGEST_NAME, Math.max(...all.map((each) => each.name.length)));
  if (columns >= WIDE) {
    const wide = Math.floor((columns - longest - 8) / 2);
    const values = full ? wrapped(value, wide) : [cut(value, wide)];
    const meanings = wrapped(printable(line.meaning), columns - longest - wide - 8);
    const rows = Math.max(values.length, meanings.length);
    return [
      ...Array.from({ length: rows }, (_, row) => {
        const left =
          row === 0 ? `${mark} ${paint(fitted(name, longest), "cyan", colour)}` : " ".repeat(longest + 2);
        return `${left}  ${fitted(values[row] ?? "", wide)} │ ${meanings[row] ?? ""}`.trimEnd();
      }),
      ...moreLines(line, screen),
    ];
  }
  const head = `${name}: `;
  const values = full ? wrapped(head + value, columns - 6) : [cut(head + value, columns - 2)];
  const [first = "", ...rest] = values;
  return [
    `${mark} ${paint(name, "cyan", colour)}${first.slice(name.length)}`,
    ...rest.map((each) => `      ${each}`),
    ...wrapped(printable(line.meaning), columns - 6).map((each) => `      ${paint(each, "dim", colour)}`),
    ...moreLines(line, screen),
  ].filter((each) => each.trim() !== "");
}

/** Items and description, with `-v`. */
function moreLines({ items, more, description }: LineView, screen: Screen): string[] {
  const { verbose, colour, columns, full } = screen;
  if (!verbose) return [];
  const rows = items.flatMap(({ name, value, meaning, description }) => {
    const shown = [value, meaning, description].filter((text) => text !== "").join(" — ");
    const text = printable(`${name}${shown === "" ? "" : `: ${shown}`}`);
    return full ? wrapped(text, columns - 10) : [cut(text, columns - 10)];
  });
  return [
    ...rows.map((row) => `        ${row}`),
    ...(more > 0 ? [`        … and ${plural(more, "more part")}`] : []),
    ...wrapped(printable(description), columns - 8).map((row) => `        ${paint(row, "dim", colour)}`),
  ].filter((row) => row.trim() !== "");
}

const TONES = { good: "green", bad: "red", neutral: undefined } as const;

function answerLines({ answers }: StepView, { colour, columns, verbose }: Screen): string[] {
  return answers.flatMap(({ question, answer, tone, details }) => {
    const style = TONES[tone];
    return [
      ...wrapped(`${question} ${printable(answer)}`, columns).map((line) =>
        style === undefined
          ? line
          : line.replace(
              /^(?:[^?]*\? )?(.*)$/,
              (all, hint: string) => `${all.slice(0, all.length - hint.length)}${paint(hint, style, colour)}`,
            ),
      ),
      ...(verbose
        ? details.flatMap((detail) => wrapped(printable(detail), columns - 4).map((line) => `    ${line}`))
        : []),
    ];
  });
}

function variantLines(variants: ReportView["variants"], { colour, columns }: Screen): string[] {
  return variants.flatMap(({ url, answer, failed, final, notes }) => [
    ...wrapped(`${printable(url)}  ${answer}${final === "" ? "" : ` → ${printable(final)}`}`, columns).map(
      (line) => (failed ? paint(line, "red", colour) : line),
    ),
    ...notes.flatMap((note) => wrapped(printable(note), columns - 4).map((line) => `    ${line}`)),
  ]);
}

function findingLines(
  { findings, steps, checked, unchecked, none }: ReportView,
  ignored: readonly Reason[],
  { colour, columns }: Screen,
): string[] {
  const rows = rowsOf(findings).flatMap((row, index) => {
    const [{ severity, places, fix }] = row;
    const advice = index === 0 && severity === "error" ? kindOf(row[0].name)?.advice : undefined;
    const better = fix === undefined ? advice : `better: ${printable(fix)}`;
    const { title, name } = wordsOfRow(row);
    const numbers = [...new Set(places.map(({ step }) => step))].filter((step) => step > 0);
    const where = steps.length > 1 && numbers.length > 0 ? `${numbers.join(", ")}. ` : "";
    const [first = "", ...rest] = wrapped(`${where}${printable(title)} [${printable(name)}]`, columns - 9);
    return [
      `${paint(severity.padEnd(7), SEVERITY[severity], colour)}  ${dimId(first, name, colour)}`,
      ...rest.map((line) => `         ${dimId(line, name, colour)}`),
      ...(better === undefined || row.length > 1
        ? []
        : wrapped(better, columns - 9).map((line) => `         ${paint(line, "green", colour)}`)),
    ];
  });
  const counts = countsOf(findings).map(({ severity, count: number }) =>
    paint(`${number} ${severity}${number === 1 ? "" : "s"}`, SEVERITY[severity], colour),
  );
  const result = { checked, found: counts.join(", "), none: none ?? "no problems", unchecked };
  const text = [outcomeText(result), ignoredText(ignored)].filter(Boolean).join("; ");
  const style = outcomeOf(result) === "ok" && none === undefined ? "green" : undefined;
  return [...rows, ...wrapped(text, columns).map((line) => (style ? paint(line, style, colour) : line))];
}

/** Hint that shows how to write a recipe to its file. */
function recipeHint({ blocks }: ReportView, { colour, columns }: Screen): string[] {
  const block = blocks.findLast(({ recipes }) => recipes.length > 0);
  const recipe = block?.recipes.find(({ place }) => place === (block.server ?? "nginx")) ?? block?.recipes[0];
  if (!recipe) return [];
  const { place, fixes, others } = recipe;
  const what = others.length === 0 ? "all findings" : plural(fixes, "finding");
  const of = blocks.length > 1 ? ` of step ${block?.step}` : "";
  const file = recipeFile(place);
  const to = file ? ` ${file.isAppended ? ">>" : ">"} ${file.name}` : "";
  const more = block?.server ? "" : "; --how all lists other servers";
  return wrapped(`--how ${place}${to} fixes ${what}${of}${more}`, columns).map((line) =>
    paint(line, "dim", colour),
  );
}

function dimId(line: string, name: string, colour: boolean): string {
  return line.replace(`[${name}]`, (found) => paint(found, "dim", colour));
}
