/**
 * The engine's result for a few lines, as readable text. A case starts with its input, not indented,
 * and below it the answer, indented; a blank line ends it:
 *
 *     GET https://a.example/ 200          what is known, where anything is: method, URL and status
 *     > Accept: text/html                 a line of the request; `>` alone: it is known to have none
 *     Age: 60                             a line of the response
 *       age = 1 minute                    its alternate
 *       age . name: value (alternate)     a part of it
 *       age ! error id: title             a finding about it, with the corrected line below it; its title
 *                                         is left out where that of the kind in `problems/` has the same words
 *       ! error id: title                 a finding about the message
 *       ~ sentence                        the intent, where the status is known
 *       & verdict: value                  and what the lines change in the verdicts
 *     ? {"again":{"after":60}}            a question to a verdict, as a POST body has it
 */

import { explainMessage } from "../../../src/headers/explain.ts";
import { parseMessage } from "../../../src/headers/message.ts";
import type { HeaderObject, Problem } from "../../../src/headers/schema.ts";
import { decodeHeaders } from "../../../src/http/decode.ts";
import type { HttpReport } from "../../../src/http/schema.ts";
import { hasOwnWords } from "./findings.ts";

/** The verdicts that each file about verdicts is about. */
export const VERDICT_FILES = {
  "caching.txt": ["shared", "private", "vary"],
  "content.txt": ["content"],
  "cookies.txt": ["cookies"],
  "policy.txt": ["policy"],
  "scores.txt": ["security"],
  "sharing.txt": [
    "framing",
    "cors",
    "embedding",
    "timing",
    "integrity",
    "permissions",
    "clears",
    "refresh",
    "security",
  ],
} as const;

const NOW = Date.parse("2026-11-20T10:00:00Z");
const KNOWN = /^([A-Z]+) (https?:\S+)(?: (\d{3}))?$/;

/** The cases of a file, each with its input and its whole text. */
export function casesOf(text: string): { readonly given: readonly string[]; readonly whole: string }[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((whole) => ({ given: whole.split("\n").filter((line) => !line.startsWith("  ")), whole }));
}

/** The input of a case: lines, facts and questions, as in a POST body. */
function givenIn(given: readonly string[]) {
  const [, method, url, status] = KNOWN.exec(given[0] ?? "") ?? [];
  const sent = given.filter((line) => line.startsWith(">")).map((line) => line.slice(2));
  const questions = given.filter((line) => line.startsWith("?")).map((line) => JSON.parse(line.slice(1)));
  return {
    lines: given.slice(method === undefined ? 0 : 1).filter((line) => !/^[>?]/.test(line)),
    known: {
      ...(method !== undefined && { method }),
      ...(url !== undefined && { url }),
      ...(status !== undefined && { status: Number(status) }),
      ...(given.some((line) => line.startsWith(">")) && { requestHeaders: sent.filter(Boolean) }),
    },
    questions: Object.assign({}, ...questions) as object,
  };
}

/** A case as the API answers it. */
export function reportOf(given: readonly string[]): HttpReport {
  const { lines, known, questions } = givenIn(given);
  const receivedAt = new Date(NOW).toISOString();
  return decodeHeaders({ headers: lines, receivedAt, ...known, ...questions }, NOW);
}

/** A case with the engine's answer. */
export function renderLines(given: readonly string[]): string {
  const { lines, known } = givenIn(given);
  const message = parseMessage(lines, { receivedAt: NOW, ...known });
  const { headers, requestHeaders = [], problems, intent } = explainMessage(message, NOW);
  const output = [
    ...[...requestHeaders, ...headers].flatMap(ofHeader),
    ...problems.flatMap(ofProblem),
    ...(known.status === undefined ? [] : [`~ ${intent}`, ...verdictsOf(given)]),
  ];
  return [...given, ...output.map((line) => `  ${line}`)].join("\n");
}

/** A case with its sentence alone. */
export function intentOf(given: readonly string[]): string {
  return [...given, `  ~ ${reportOf(given).steps[0]?.intent}`].join("\n");
}

/** A case with what its lines change in some of the verdicts; a question about loads with each answer on a line. */
export function renderVerdicts(names: readonly string[]): (given: readonly string[]) => string {
  return (given) => {
    const shown = changedVerdicts(given).flatMap(([name, output]) => {
      if (name !== "firefox") return names.includes(name) ? [[name, output] as const] : [];
      const others = Object.entries(output as object).filter(([other]) => names.includes(other));
      return others.map(([other, value]) => [`firefox ${other}`, value] as const);
    });
    const lines = shown.flatMap(([name, output]) =>
      isLoads(output)
        ? loadsTold(output).map((load) => `& ${name} ${load}`)
        : [`& ${name}: ${JSON.stringify(output)}`],
    );
    return [...given, ...lines.map((line) => `  ${line}`)].join("\n");
  };
}

interface Loads {
  readonly loads: readonly Readonly<Record<string, string | boolean>>[];
}

function isLoads(output: unknown): output is Loads {
  return typeof output === "object" && output !== null && "loads" in output;
}

/** The answers, those that are alike on one line. */
function loadsTold({ loads }: Loads): string[] {
  const answers = Map.groupBy(loads, ({ url = "", allowed, by = "" }) =>
    `${url} ${allowed ? "allowed" : "refused"} by ${by}`.trim(),
  );
  return [...answers].map(([answer, alike]) => {
    const loaded = alike.map(({ as = "", inline = "" }) => `${as} ${inline}`.trim());
    return `${answer}: ${loaded.join(", ")}`;
  });
}

/** The sentence of each status that has one of its own, and of the first of those that share one. */
export function statusSentences(): string {
  const seen = new Set<string>();
  const output: string[] = [];
  for (let status = 100; status < 1000; status++) {
    const intent = reportOf([`GET https://a.example/ ${status}`, ">"]).steps[0]?.intent ?? "";
    const form = intent.replaceAll(String(status), "N");
    if (!seen.has(form)) output.push(`${status} ${intent}`);
    seen.add(form);
  }
  return `${output.join("\n")}\n`;
}

/** The verdicts that the lines change: those of the same request answered without a line are left out. */
function verdictsOf(given: readonly string[]): string[] {
  return changedVerdicts(given).map(([name, output]) => `& ${name}: ${JSON.stringify(output)}`);
}

function changedVerdicts(given: readonly string[]): (readonly [name: string, output: unknown])[] {
  const plain = verdicts(given.filter((line) => line.startsWith(">") || KNOWN.test(line)));
  return [...verdicts(given)]
    .map(([name, verdict]) => [name, changed(verdict, plain.get(name))] as const)
    .filter(([, output]) => output !== undefined);
}

function verdicts(given: readonly string[]): ReadonlyMap<string, unknown> {
  const { caching, firefox, ...others } = reportOf(given).steps[0]?.verdicts ?? {};
  return new Map<string, unknown>(Object.entries({ ...caching, ...others, ...(firefox && { firefox }) }));
}

/** The changed members, or the whole value if it has none; undefined if nothing changed. */
function changed(now: unknown, before: unknown): unknown {
  if (Bun.deepEquals(now, before)) return undefined;
  const isPlain = (value: unknown): value is object =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isPlain(now) || !isPlain(before)) return now;
  const old = new Map<string, unknown>(Object.entries(before));
  const members = Object.entries(now).map(([name, value]) => [name, changed(value, old.get(name))]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function ofHeader({ name, alternate, details, problems }: HeaderObject): string[] {
  const parts = (details.items ?? []).flatMap((item) => [
    `. ${item.name || '""'}${item.value && `: ${item.value}`}${item.alternate === undefined ? "" : ` (${item.alternate})`}`,
    ...(item.problems ?? []).flatMap(ofProblem),
  ]);
  const findings = [...problems, ...(details.problems ?? [])].flatMap(ofProblem);
  const own = [...(alternate === undefined ? [] : [`= ${alternate}`]), ...parts, ...findings];
  return own.map((line) => `${name} ${line}`);
}

function ofProblem(problem: Problem): string[] {
  const { severity, name, title, fix } = problem;
  const words = hasOwnWords(problem) ? `: ${title}` : "";
  return [`! ${severity} ${name}${words}`, ...(fix === undefined ? [] : [`    ${fix}`])];
}
