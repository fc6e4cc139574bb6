/** Lists the rules of a project as rows, with their places. Pure. */

import type { Project } from "./read.ts";
import { ruleFor } from "./treat.ts";

export interface Expectation {
  /** Expectation in words: `off`, `error`, `required`, `at least 30 days`. */
  readonly expected: string;
  /** Id of a problem, or name of a field or limit. */
  readonly of: string;
  /** URL pattern and reason of the rule; `""` if it has neither. */
  readonly why: string;
  /** Place of the rule, `FILE:LINE:COLUMN`; `""` if it is not a rule. */
  readonly at: string;
}

/** @param url URL to which the rows must apply; undefined: all rows */
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
    ...(limits.domainDays === undefined ? [] : [row(`at least ${limits.domainDays} days`, "domain")]),
    ...(limits.totalMs === undefined ? [] : [row(`at most ${limits.totalMs} ms`, "lookup")]),
    ...(limits.redirects === undefined ? [] : [row(`at most ${limits.redirects}`, "redirects")]),
    ...(limits.page ?? []).map(({ measure, most, scope, at }) => ({
      ...row(`at most ${most}`, [measure, ...scope].join(" ")),
      at,
    })),
    ...failOn.map((word) => row("fails a run", word)),
  ];
}

/** Pattern as written, without trailing wildcards. */
function patternText({ protocol, hostname, port, pathname, search, hash }: URLPattern): string {
  const rest = [search, hash].every((part) => part === "*" || part === "");
  const origin = `${protocol}://${hostname}${port === "" ? "" : `:${port}`}`;
  return rest ? `${origin}${pathname}` : `${origin}${pathname}?${search}#${hash}`;
}
