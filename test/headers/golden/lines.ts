/**
 * Results of the engine for a few lines, as readable text. A case is its input, not indented, and its result,
 * indented; a blank line ends it:
 *
 *     GET https://a.example/ 200          method, URL and status, if known
 *     > Accept: text/html                 request line; `>` alone: a request without header lines
 *     Age: 60                             response line
 *       age = 1 minute                    its readable form
 *       age . name: value (alternate)     one of its parts
 *       age ! error id: title             one of its findings, followed by the fixed line; no title if `problems/`
 *                                         has the same wording
 *       ! error id: title                 finding about the message
 *       ~ sentence                        intent, if the status is known
 *       & verdict: value                  the part of a verdict that the lines change
 *     ? {"again":{"after":60}}            question to a verdict, as in the content of a POST request
 */

import { explainMessage } from "../../../src/headers/explain.ts";
import { parseMessage } from "../../../src/headers/message.ts";
import type { HeaderObject, Problem } from "../../../src/headers/schema.ts";
import { decodeHeaders } from "../../../src/http/decode.ts";
import type { HttpReport } from "../../../src/http/schema.ts";
import { hasOwnWords } from "./findings.ts";

/** Golden file → verdicts in it. */
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

/** Cases of a file: the lines of input, and the whole text. */
export function casesOf(text: string): { readonly given: readonly string[]; readonly whole: string }[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((whole) => ({ given: whole.split("\n").filter((line) => !line.startsWith("  ")), whole }));
}

/** Parsed input of a case: lines, facts and questions. */
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

/** Report of the API for a case. */
export function reportOf(given: readonly string[]): HttpReport {
  const { lines, known, questions } = givenIn(given);
  const receivedAt = new Date(NOW).toISOString();
  return decodeHeaders({ headers: lines, receivedAt, ...known, ...questions }, NOW);
}

/** Case with the engine's result. */
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

/** Case with its intent only. */
export function intentOf(given: readonly string[]): string {
  return [...given, `  ~ ${reportOf(given).steps[0]?.intent}`].join("\n");
}

/** Case with the changes to some verdicts; one line per load if the question is about loads. */
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

/** Results of loads; loads with equal results share a line. */
function loadsTold({ loads }: Loads): string[] {
  const answers = Map.groupBy(loads, ({ url = "", allowed, by = "" }) =>
    `${url} ${allowed ? "allowed" : "refused"} by ${by}`.trim(),
  );
  return [...answers].map(([answer, alike]) => {
    const loaded = alike.map(({ as = "", inline = "" }) => `${as} ${inline}`.trim());
    return `${answer}: ${loaded.join(", ")}`;
  });
}

/** Intent of each status, without repetitions. */
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

/** Verdicts that differ from those of the same request and status without header lines. */
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

/** Members that changed, or the whole value if it has no members; undefined if nothing changed. */
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
