/** Two reports → what is different between them. Pure. */

import type { HeaderObject, Problem, Severity } from "../../headers/schema.ts";
import type { HttpReport, HttpStep } from "../schema.ts";
import type { Difference } from "./schema.ts";
import { isVolatile } from "./volatile.ts";

/** What changes from `a` to `b`: outcome, chain, fields, findings, verdicts, time; each kind in that order. */
export function compareReports(a: HttpReport, b: HttpReport): Difference[] {
  return [
    ...outcomes(a, b),
    ...fieldDifferences(a.headers, b.headers),
    ...findingDifferences(a, b),
    ...verdictDifferences(a.steps.at(-1), b.steps.at(-1)),
    ...timing(a, b),
  ];
}

/** What header lines by themselves leave open: the status, the version. */
const UNKNOWN: ReadonlySet<string> = new Set(["", "0"]);

function outcomes(a: HttpReport, b: HttpReport): Difference[] {
  const rows: readonly (readonly [name: string, a: string, b: string])[] = [
    ["status", String(a.status), String(b.status)],
    ["version", a.httpVersion, b.httpVersion],
    ["steps", pathOf(a), pathOf(b)],
  ];
  return rows.flatMap(([name, before, after]) =>
    before === after || UNKNOWN.has(before) || UNKNOWN.has(after)
      ? []
      : [{ kind: "outcome-changed" as const, name, a: before, b: after }],
  );
}

/** The statuses of a chain: `301 → 200`. */
function pathOf({ steps }: HttpReport): string {
  return steps.map(({ status, error }) => (error ? "error" : status)).join(" → ");
}

function fieldDifferences(a: readonly HeaderObject[], b: readonly HeaderObject[]): Difference[] {
  const [before, after] = [byKey(a), byKey(b)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): Difference[] => {
    const [was, is] = [before.get(key), after.get(key)];
    const [name = ""] = key.split(" ", 1);
    if (was === is) return [];
    const mark = isVolatile(name, was, is) && { volatile: true as const };
    if (was === undefined) return [{ kind: "field-added", name, b: is ?? "", ...mark }];
    if (is === undefined) return [{ kind: "field-removed", name, a: was, ...mark }];
    return [{ kind: "field-changed", name, a: was, b: is, ...mark }];
  });
}

/** Lines of a name together; cookies one by one. */
function byKey(headers: readonly HeaderObject[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { name, value } of headers) {
    const key = name === "set-cookie" ? `${name} ${value.split("=", 1)[0] ?? ""}` : name;
    const known = values.get(key);
    values.set(key, known === undefined ? value : `${known}, ${value}`);
  }
  return values;
}

interface Found {
  readonly problem: Problem;
  readonly field: string;
}

function findingDifferences(a: HttpReport, b: HttpReport): Difference[] {
  const [before, after] = [findings(a), findings(b)];
  const only = (these: ReadonlyMap<string, Found>, those: ReadonlyMap<string, Found>) =>
    [...these].filter(([key]) => !those.has(key)).map(([, found]) => found);
  const difference = (kind: "finding-new" | "finding-gone") => (found: Found) => ({
    kind,
    name: found.problem.name,
    severity: found.problem.severity,
    title: found.problem.title,
    ...(found.field !== "" && { field: found.field }),
  });
  return [
    ...only(after, before).map(difference("finding-new")),
    ...only(before, after).map(difference("finding-gone")),
  ];
}

/** By id and field: the words of a title can change with a value. */
function findings(report: HttpReport): ReadonlyMap<string, Found> {
  const all: Found[] = report.problems.map((problem) => ({ problem, field: "" }));
  for (const { problems, headers, error } of report.steps) {
    all.push(...problems.map((problem) => ({ problem, field: "" })));
    if (error) {
      const severity: Severity = "error";
      all.push({ problem: { name: error.code, title: error.message, severity }, field: "" });
    }
    for (const { name, problems, details } of headers) {
      const items = (details.items ?? []).flatMap((item) => item.problems ?? []);
      const own = [...problems, ...(details.problems ?? []), ...items];
      all.push(...own.map((problem) => ({ problem, field: name })));
    }
  }
  return new Map(all.map((found) => [`${found.problem.name} ${found.field}`, found]));
}

/** Members that say how old something is at the moment. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set(["age", "freshFor", "expires", "line", "remembered"]);

const OTHER_ENGINES = ["firefox", "webkit"] as const;

function verdictDifferences(a: HttpStep | undefined, b: HttpStep | undefined): Difference[] {
  const chromium = changed(verdictsOf(a), verdictsOf(b));
  const same = new Set(chromium.map(textOf));
  const found = (changes: readonly Change[], prefix = "") =>
    changes.map(({ name, ...values }) => ({
      kind: "verdict-changed" as const,
      name: `${prefix}${name}`,
      ...values,
    }));
  // Another browser is reported only where its change is not Chromium's.
  const others = OTHER_ENGINES.flatMap((engine) =>
    found(
      changed(verdictsOf(a, engine), verdictsOf(b, engine)).filter((change) => !same.has(textOf(change))),
      `${engine}.`,
    ),
  );
  return [...found(chromium), ...others];
}

interface Change {
  readonly name: string;
  readonly a?: string;
  readonly b?: string;
  readonly volatile?: true;
}

const textOf = ({ name, a, b }: Change): string => JSON.stringify([name, a, b]);

/** The verdicts of one browser, by path: another engine has those of its own, and Chromium's otherwise. */
function verdictsOf(
  step: HttpStep | undefined,
  engine?: (typeof OTHER_ENGINES)[number],
): ReadonlyMap<string, string> {
  const { firefox, webkit, ...chromium } = step?.verdicts ?? {};
  const own = engine === "firefox" ? firefox : webkit;
  return leaves(engine === undefined ? chromium : { ...chromium, ...own });
}

function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Change[] {
  const isKnown = [before, after].every((verdicts) => verdicts.has("security.secureContext"));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === is || OF_THE_MOMENT.has(name.slice(name.lastIndexOf(".") + 1))) return [];
    // Without the URL of one of them nothing is known of what turns on it.
    if (!isKnown && name.startsWith("security.") && (was === undefined || is === undefined)) return [];
    const mark = isVolatile(name, was, is) && { volatile: true as const };
    return [{ name, ...(was !== undefined && { a: was }), ...(is !== undefined && { b: is }), ...mark }];
  });
}

/** `{caching: {shared: {stores: true}}}` → `caching.shared.stores` → `true`. */
function leaves(value: unknown, path = "", found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    for (const [key, member] of Object.entries(value))
      leaves(member, path === "" ? key : `${path}.${key}`, found);
  else if (value !== undefined) found.set(path, typeof value === "string" ? value : JSON.stringify(value));
  return found;
}

/** Times differ from one lookup to the next: what is less than half more and 50 ms is noise. */
function timing(a: HttpReport, b: HttpReport): Difference[] {
  if (a.timeTotal === 0 || b.timeTotal === 0) return [];
  const [less, more] = [Math.min(a.timeTotal, b.timeTotal), Math.max(a.timeTotal, b.timeTotal)];
  if (more < 1.5 * less || more - less < 50) return [];
  return [{ kind: "time", name: "total", a: String(a.timeTotal), b: String(b.timeTotal) }];
}
