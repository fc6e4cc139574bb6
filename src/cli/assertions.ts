/** What `--fail-on`, `--max-time` and `--ignore` make of a report. Pure. */

import type { Severity } from "../headers/schema.ts";
import type { HttpReport } from "../http/schema.ts";
import { type Finding, findingsOf, SEVERITIES, worstFirst } from "../view/findings.ts";
import { duration } from "../view/format.ts";
import { allKinds, kindOf } from "../view/kinds.ts";
import { EXIT, UsageError } from "./command.ts";

export interface Assertions {
  readonly failOn: Severity | undefined;
  /** Ids of findings that do not count and are not shown, some for one field only (`field-repeated:etag`). */
  readonly ignore: ReadonlySet<string>;
  /** Milliseconds that a lookup may take. */
  readonly maxTime: number | undefined;
}

type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** @throws UsageError naming the flag at fault */
export function readAssertions(flags: Flags): Assertions {
  return {
    failOn: SEVERITIES.find((severity) => severity === flags["fail-on"]),
    ignore: ignoredIds(flags["ignore"]),
    maxTime: maxTimeOf(flags["max-time"]),
  };
}

/** A report with everything there is to report about it. */
export interface Judged {
  readonly report: HttpReport;
  readonly findings: readonly Finding[];
  /** Whether a finding counts as a failure. */
  readonly fails: (finding: Finding) => boolean;
  readonly code: number;
}

/** The findings of a report, broken assertions among them, and the exit code that follows. */
export function judge(report: HttpReport, { failOn, ignore, maxTime }: Assertions): Judged {
  const tooLong = maxTime !== undefined && report.timeTotal > maxTime && !ignore.has("max-time-exceeded");
  const findings = worstFirst([
    ...(tooLong ? [timeFinding(report, maxTime)] : []),
    ...findingsOf(report, ignore),
  ]);
  const broken = failsOn(findings, failOn) || tooLong;
  return {
    report,
    findings,
    fails: (finding) => failsOn([finding], failOn ?? "error"),
    code: report.status === "error" ? EXIT.failed : broken ? EXIT.assertion : EXIT.done,
  };
}

function timeFinding({ timeTotal, url }: HttpReport, maxTime: number): Finding {
  return {
    name: "max-time-exceeded",
    title: `The lookup took ${duration(timeTotal)}, more than the ${duration(maxTime)} that --max-time allows.`,
    severity: "error",
    places: [{ step: 0, url }],
  };
}

/** Whether a finding of at least that severity is among them. */
function failsOn(findings: readonly Finding[], least: Severity | undefined): boolean {
  const counted = least === undefined ? [] : SEVERITIES.slice(0, SEVERITIES.indexOf(least) + 1);
  return findings.some(({ severity }) => counted.includes(severity));
}

/** The ids of `--ignore`, which must exist, each alone or with a field name after a colon. */
function ignoredIds(value: string | boolean | undefined): ReadonlySet<string> {
  const given = typeof value === "string" ? value.split(",").map((id) => id.trim().toLowerCase()) : [];
  for (const one of given.filter((id) => id !== "")) {
    const [, id = one, field] = /^([^:]*):(.*)$/.exec(one) ?? [];
    if (!kindOf(id))
      throw new UsageError(`--ignore: no problem has the id "${id}"`, {
        given: id,
        known: allKinds().map(([known]) => known),
      });
    if (field !== undefined && !/^[\w!#$%&'*+.^`|~-]+$/.test(field))
      throw new UsageError(`--ignore: expected a field name after "${id}:", not "${field}"`);
  }
  return new Set(given);
}

function maxTimeOf(value: string | boolean | undefined): number | undefined {
  if (typeof value !== "string") return undefined;
  if (!/^\d{1,7}$/.test(value)) throw new UsageError(`--max-time: expected milliseconds, not "${value}"`);
  return Number(value);
}
