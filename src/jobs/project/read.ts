/**
 * Parses and validates netlens.toml. Text goes in; expectations with the place of each rule, or a
 * ProjectError, come out. Never reads a file or the clock. Pure.
 */

import { Value } from "@sinclair/typebox/value";
import { FAIL_ON } from "./findings.ts";
import { type PageLimit, pageLimitsIn } from "./page-limits.ts";
import { type Parsed, parsePositioned } from "./positions.ts";
import { currentProblemId, isFieldName } from "./problem-id.ts";
import { ProjectError } from "./project-error.ts";
import { parseRequirement, type Requirement, splitRequirement } from "./requirement.ts";
import { type Exception, ProjectFile, TREATMENTS, type Treatment } from "./schema.ts";
import { readWatch, WAKE_WORDS, type Watch } from "./watch.ts";

/** Treatment of a problem, with its place in the file. */
export interface Rule {
  readonly treatment: Treatment;
  /** URL pattern; absent: all URLs. */
  readonly pattern?: URLPattern;
  readonly reason?: string;
  /** `FILE:LINE:COLUMN`. */
  readonly at: string;
}

export interface WrittenRequirement {
  readonly text: string | boolean;
  readonly fault: Requirement;
}

/** Expectations of a project; units as in the file. */
export interface Project {
  /** Path of the file. */
  readonly file: string;
  readonly failOn: readonly string[];
  /** Rules by `ID` or `ID:FIELD`. Rules for some URLs come first, the last in the file before the others. */
  readonly rules: ReadonlyMap<string, readonly Rule[]>;
  /** Required fields by lower-case name. */
  readonly require: ReadonlyMap<string, WrittenRequirement>;
  readonly limits: {
    readonly certificateDays?: number;
    readonly domainDays?: number;
    readonly totalMs?: number;
    readonly redirects?: number;
    readonly page?: readonly PageLimit[];
  };
  readonly watch?: Watch;
  /** Notes on expired exceptions and retired ids, with places. */
  readonly notes: readonly string[];
}

/**
 * @param now milliseconds since the epoch, for expired exceptions. @throws ProjectError with file, line and
 * column
 */
export function readProject(text: string, file: string, now: number): Project {
  const parsed = parsePositioned(text, file);
  const given = checkForm(parsed, file);
  const at = (path: readonly (string | number)[]) => `${file}:${parsed.at(path)}`;
  const notes: string[] = [];
  const rules = new Map<string, Rule[]>();
  const add = (id: string, path: readonly (string | number)[], rule: Omit<Rule, "at">) => {
    const known = currentId(id, at(path), notes);
    rules.set(known, [...(rules.get(known) ?? []), { ...rule, at: at(path) }]);
  };
  // Reverse order, because the last row that matches a URL applies.
  for (const [index, row] of [...(given.rules?.for ?? []).entries()].reverse()) {
    const path = ["rules", "for", index];
    const pattern = patternOf(row.url, at([...path, "url"]));
    if (hasEnded(row, at([...path, "until"]), now)) {
      notes.push(`${at(path)}: this exception ended on ${lastDay(row)}: ${row.reason}`);
      continue;
    }
    for (const treatment of TREATMENTS)
      for (const [item, id] of (row[treatment] ?? []).entries())
        add(id, [...path, treatment, item], { treatment, pattern, reason: row.reason });
  }
  for (const [id, treatment] of Object.entries(given.rules ?? {}))
    if (typeof treatment === "string") add(id, ["rules", id], { treatment });
  const failOn = (given["fail-on"] ?? []).map((one, index) =>
    currentId(one, at(["fail-on", index]), notes, FAIL_ON),
  );
  const limits = given.limits ?? {};
  const page = pageLimitsIn(limits, (path) => at(["limits", ...path]));
  return {
    file,
    failOn,
    rules,
    require: new Map(
      requiredIn(given.require).map(([name, text, key]) => [
        fieldName(name, at(["require", key])),
        requirement(text, at(["require", key])),
      ]),
    ),
    limits: {
      ...(limits["certificate-days"] !== undefined && { certificateDays: limits["certificate-days"] }),
      ...(limits["domain-days"] !== undefined && { domainDays: limits["domain-days"] }),
      ...(limits["total-ms"] !== undefined && { totalMs: limits["total-ms"] }),
      ...(limits.redirects !== undefined && { redirects: limits.redirects }),
      ...(page.length > 0 && { page }),
    },
    ...(given.watch && {
      watch: readWatch(given.watch, {
        at: (...path) => at(["watch", ...path]),
        idOf: (id, place) => currentId(id, place, notes, WAKE_WORDS),
        patternOf,
        limits: new Set([...(given.require ? ["require"] : []), ...Object.keys(limits)]),
      }),
    }),
    notes,
  };
}

/** Validates the content of the file; dates become strings. */
function checkForm({ value, at }: Parsed, file: string): ProjectFile {
  const plain: unknown = JSON.parse(JSON.stringify(value));
  const [first] = Value.Errors(ProjectFile, plain);
  if (!first) return plain as ProjectFile;
  // Of a union of types, the error within the value is the one of the intended type.
  const within = first.errors.map((errors) => errors.First());
  const error = within.find((one) => one && one.path.length > first.path.length) ?? first;
  const path = error.path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const name = String(path.at(-1) ?? "");
  const where = `${file}:${at(path)}`;
  const expected: unknown = error.schema["expected"];
  if (error.message === "Unexpected property") {
    const table = path.slice(0, -1).filter((part) => typeof part === "string");
    const known = Object.keys((error.schema["properties"] ?? {}) as object);
    throw new ProjectError(
      `${where}: ${table.length === 0 ? "the file" : `[${table.join(".")}]`} has no "${name}"`,
      { given: name, known },
    );
  }
  if (error.message === "Expected required property")
    throw new ProjectError(`${where}: "${name}" is missing`);
  throw new ProjectError(
    `${where}: ${typeof path.at(-1) === "number" ? String(path.at(-2)) : name}: expected ${typeof expected === "string" ? expected : "a table"}`,
  );
}

/** @throws ProjectError */
function currentId(given: string, at: string, notes: string[], words: readonly string[] = []): string {
  if (words.includes(given)) return given;
  const known = currentProblemId(given, words);
  if ("wrong" in known) throw new ProjectError(`${at}: ${known.wrong}`, known.slip);
  if (known.note !== undefined) notes.push(`${at}: ${known.note}`);
  return known.id;
}

function fieldName(name: string, at: string): string {
  if (!isFieldName(name)) throw new ProjectError(`${at}: "${name}" is not a field name`);
  return name.toLowerCase();
}

function requiredIn(given: ProjectFile["require"] = {}): [string, string | boolean, key: string | number][] {
  return Array.isArray(given)
    ? given.map((line, index) => [...(splitRequirement(line) ?? [line, true]), index])
    : Object.entries(given).map(([name, text]) => [name, text, name]);
}

function requirement(text: string | boolean, at: string): WrittenRequirement {
  const fault = parseRequirement(text);
  if ("wrong" in fault) throw new ProjectError(`${at}: ${fault.wrong}`);
  return { text, fault };
}

function patternOf(url: string, at: string): URLPattern {
  try {
    return new URLPattern(url);
  } catch {
    throw new ProjectError(`${at}: "${url}" is not a URL pattern such as https://example.com/embed/*`);
  }
}

const lastDay = ({ until = "" }: Exception) => until.slice(0, 10);

/** An exception ends after its last day, in UTC. */
function hasEnded(row: Exception, at: string, now: number): boolean {
  if (row.until === undefined) return false;
  const end = Date.parse(`${lastDay(row)}T24:00:00Z`);
  if (Number.isNaN(end)) throw new ProjectError(`${at}: "${lastDay(row)}" is not a day such as 2027-01-31`);
  return now >= end;
}
