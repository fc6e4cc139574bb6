/** The expectations of a project, one a row, with where each is written. Pure. */

import type { Project } from "./read.ts";
import { ruleFor } from "./treat.ts";

export interface Expectation {
  /** `off`, `error`, `required`, `at least 30 days`. */
  readonly expected: string;
  /** The id of a problem, a field name, or what is limited. */
  readonly of: string;
  /** The URLs that it is about and the reason; `""` where it is about all. */
  readonly why: string;
  /** `FILE:LINE:COLUMN`; `""` for what is not a rule. */
  readonly at: string;
}

/** @param url only what decides there; undefined: all rows */
export function expectationsAt(project: Project, url: string | undefined): readonly Expectation[] {
  const { rules, require, limits, failOn } = project;
  const treated = [...rules].flatMap(([id, rows]) => {
    const [name = id, field] = id.split(":");
    const decides = ruleFor(project, { name, ...(field !== undefined && { field }) }, url ?? "");
    return rows
      .filter((row) => url === undefined || row === decides)
      .map(({ treatment, pattern, reason, at }) => ({
        expected: treatment,
        of: id,
        why: [pattern && patternText(pattern), reason].filter(Boolean).join(": "),
        at,
      }));
  });
  const row = (expected: string, of: string): Expectation => ({ expected, of, why: "", at: "" });
  return [
    ...treated,
    ...[...require].map(([name, { text }]) =>
      row(text === true ? "required" : text === false ? "forbidden" : `required: ${text}`, name),
    ),
    ...(limits.certificateDays === undefined
      ? []
      : [row(`at least ${limits.certificateDays} days`, "certificate")]),
    ...(limits.totalMs === undefined ? [] : [row(`at most ${limits.totalMs} ms`, "lookup")]),
    ...(limits.redirects === undefined ? [] : [row(`at most ${limits.redirects}`, "redirects")]),
    ...failOn.map((word) => row("fails a run", word)),
  ];
}

/** A pattern as it would be written: the parts that a URL pattern leaves open are left out at the end. */
function patternText({ protocol, hostname, port, pathname, search, hash }: URLPattern): string {
  const rest = [search, hash].every((part) => part === "*" || part === "");
  const origin = `${protocol}://${hostname}${port === "" ? "" : `:${port}`}`;
  return rest ? `${origin}${pathname}` : `${origin}${pathname}?${search}#${hash}`;
}
