/** Checks reports against the project file and the assertion flags. */

import type { Unchecked } from "../../api/unchecked.ts";
import type { HttpReport } from "../../http/schema.ts";
import { isJudged } from "../../http/unchecked.ts";
import {
  type CheckedReport,
  checkReport,
  type Expectations,
  expectationsOf,
} from "../../jobs/project/check.ts";
import { FAIL_ON, type Finding, ignoring } from "../../jobs/project/findings.ts";
import type { Project, WrittenRequirement } from "../../jobs/project/read.ts";
import { parseRequirement, splitRequirement } from "../../jobs/project/requirement.ts";
import { uncheckedTexts } from "../../view/all-clear.ts";
import { type Call, EXIT, UsageError } from "../command.ts";

type Flags = Call["flags"];

/**
 * Reads the assertion flags, which override the project file.
 * @param options ids that other flags ignore; URL of decoded lines
 * @throws UsageError naming the invalid flag
 */
export async function readAssertions(
  { flags, lists }: Pick<Call, "flags" | "lists">,
  project: Project | undefined,
  { silenced = [], url }: { readonly silenced?: readonly string[]; readonly url?: string } = {},
): Promise<Expectations> {
  const ignore = ignoring(new Set([...(await problemIds("ignore", flags)), ...silenced]));
  const expected = expectationsOf(project, ignore, url);
  const failOn = await problemIds("fail-on", flags, FAIL_ON);
  const days = wholeNumber("certificate-days", "days", flags);
  const time = wholeNumber("fail-over", "milliseconds", flags);
  return {
    ...expected,
    ...(failOn.length > 0 && { failOn }),
    require: new Map([...expected.require, ...requirements(lists["require"] ?? [])]),
    limits: {
      ...expected.limits,
      ...(days !== undefined && { certificateDays: days }),
      ...(time !== undefined && { totalMs: time }),
    },
  };
}

/** Report with its checked findings. */
export interface Judged extends Pick<CheckedReport, "findings" | "ignored"> {
  readonly report: HttpReport;
  /** Number of checked responses. */
  readonly checked: number;
  readonly unchecked: readonly Unchecked[];
  /** True if a finding counts as a failure. */
  readonly fails: (finding: Finding) => boolean;
  readonly code: number;
}

/** Checks a report; broken assertions become findings. */
export function judge(
  report: HttpReport,
  expected: Expectations,
  { checked, unchecked }: Pick<Judged, "checked" | "unchecked"> = {
    checked: isJudged(report) ? 1 : 0,
    unchecked: report.unchecked ?? [],
  },
): Judged {
  const { findings, ignored, breaks } = checkReport(report, expected, uncheckedTexts(unchecked));
  const marks =
    expected.failOn.length > 0
      ? breaks
      : (finding: Finding) => finding.severity === "error" || breaks(finding);
  return {
    report,
    findings,
    ignored,
    fails: marks,
    checked,
    unchecked,
    code:
      report.status === "error"
        ? EXIT.failed
        : checked === 0 || findings.some(breaks)
          ? EXIT.assertion
          : EXIT.done,
  };
}

/** Parses a list of problem ids, each with an optional `:field`, or of `words`. @throws UsageError for unknown ids */
async function problemIds(
  flag: string,
  flags: Flags,
  words: readonly string[] = [],
): Promise<readonly string[]> {
  const value = flags[flag];
  if (typeof value !== "string") return [];
  // Imported late: it loads all kinds of problems.
  const { currentProblemId } = await import("../../jobs/project/problem-id.ts");
  return value
    .split(",")
    .map((id) => id.trim().toLowerCase())
    .filter((id) => id !== "")
    .map((one) => {
      if (words.includes(one)) return one;
      const found = currentProblemId(one, words);
      if (!("wrong" in found)) return found.id;
      throw new UsageError(`--${flag}: ${found.wrong}`, found.slip);
    });
}

/** @throws UsageError */
function requirements(lines: readonly string[]): [name: string, WrittenRequirement][] {
  return lines.map((line) => {
    const [name = "", text = true] = splitRequirement(line) ?? [];
    if (name === "") throw new UsageError(`--require: expected 'NAME' or 'NAME: VALUE', not "${line}"`);
    const fault = parseRequirement(text);
    if ("wrong" in fault) throw new UsageError(`--require: ${name}: ${fault.wrong}`);
    return [name.toLowerCase(), { text, fault }];
  });
}

function wholeNumber(flag: string, unit: string, flags: Flags): number | undefined {
  const value = flags[flag];
  if (typeof value !== "string") return undefined;
  if (!/^\d{1,7}$/.test(value)) throw new UsageError(`--${flag}: expected ${unit}, not "${value}"`);
  return Number(value);
}
