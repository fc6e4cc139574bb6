/** Checks a report against the expectations of a project. Pure. */

import type { Severity } from "../../headers/schema.ts";
import { milliseconds, plural } from "../../headers/wording.ts";
import type { HttpReport } from "../../http/schema.ts";
import { parseHttpDate } from "../../syntax/dates.ts";
import type { FoundIn } from "../compare/compare.ts";
import {
  assertions,
  type Finding,
  type Ignored,
  idsOf,
  type Place,
  SEVERITIES,
  type Treat,
  treatedFindings,
  worstFirst,
} from "./findings.ts";
import type { Project } from "./read.ts";
import { treatOf } from "./treat.ts";

/** Expectations of the project file and the command line. */
export interface Expectations {
  /** Severities and problem ids that fail a run. */
  readonly failOn: readonly string[];
  readonly treat: Treat;
  /** By lower-case field name, for the final response. */
  readonly require: Project["require"];
  readonly limits: Project["limits"];
}

export interface CheckedReport {
  /** Most severe first, including broken assertions. */
  readonly findings: readonly Finding[];
  readonly ignored: readonly Ignored[];
  /** Whether a finding is a broken assertion or matches `failOn`. */
  readonly breaks: (finding: Finding) => boolean;
}

/** Combines a project with `ignore`, which takes precedence. @param url request URL, for given header lines */
export function expectationsOf(project: Project | undefined, ignore: Treat, url?: string): Expectations {
  const { failOn = [], require = new Map(), limits = {} } = project ?? {};
  const rules = project && treatOf(project, url);
  const treat: Treat = (problem, place) => {
    const treated = ignore(problem, place);
    return "reason" in treated || !rules ? treated : rules(problem, place);
  };
  return { failOn, treat, require, limits };
}

/** @param unchecked texts on parts that were not checked */
export function checkReport(
  report: HttpReport,
  expected: Expectations,
  unchecked: readonly string[] = [],
): CheckedReport {
  const { findings, ignored } = treatedFindings(report, expected.treat);
  const skipped = expected.failOn.includes("unchecked") ? unchecked : [];
  const whole: Place = { step: 0, url: report.url };
  const asserted = [
    ...brokenAssertions(report, expected),
    ...skipped.map((text) => broken("not-checked", `${text}.`, whole)),
  ].map((finding) => ({
    finding,
    treated: expected.treat(finding, finding.places[0]),
  }));
  const failed = asserted.flatMap(({ finding, treated }) => ("reason" in treated ? [] : [finding]));
  return {
    findings: worstFirst([...failed, ...findings]),
    ignored: [
      ...asserted.flatMap(({ finding, treated }) =>
        "reason" in treated ? [{ ...finding, ...treated }] : [],
      ),
      ...ignored,
    ],
    breaks: breaking(expected.failOn),
  };
}

/** Whether a finding is a broken assertion or matches `failOn`. */
export function breaking(failOn: readonly string[]): (finding: Named) => boolean {
  return (finding) => assertions.has(finding.name) || isNamed(finding, failOn);
}

type Named = Pick<Finding, "name" | "field" | "severity">;

/** Returns a function that selects the findings of a report for a comparison, one per field. */
export function foundBy(expected: Expectations): FoundIn {
  return (report) =>
    checkReport(report, expected).findings.flatMap((problem) =>
      problem.places.map(({ field = problem.field ?? "" }) => ({ problem, field: field.toLowerCase() })),
    );
}

/** Whether `failOn` contains the finding's id or a severity that it reaches. */
export function isNamed(finding: Named, failOn: readonly string[]): boolean {
  const least = Math.max(...failOn.map((word) => SEVERITIES.indexOf(word as Severity)));
  return SEVERITIES.indexOf(finding.severity) <= least || idsOf(finding).some((id) => failOn.includes(id));
}

function brokenAssertions(report: HttpReport, { require, limits }: Expectations): Finding[] {
  const { url, steps, timeTotal, domain } = report;
  const whole: Place = { step: 0, url };
  const { totalMs = Infinity, redirects = Infinity, domainDays = -Infinity, certificateDays } = limits;
  const followed = steps.length - 1;
  const daysLeft = domain?.daysLeft ?? Infinity;
  const when = (isBroken: boolean, name: string, title: string) =>
    isBroken ? [broken(name, title, whole)] : [];
  return [
    ...when(
      timeTotal > totalMs,
      "max-time-exceeded",
      `The lookup took ${milliseconds(timeTotal)}, more than the allowed ${milliseconds(totalMs)}.`,
    ),
    ...when(
      followed > redirects,
      "redirects-exceeded",
      `The lookup followed ${plural(followed, "redirect")}; ${redirects} allowed.`,
    ),
    ...when(
      daysLeft < domainDays,
      "domain-days-low",
      `The registration of ${domain?.name} lasts ${plural(Math.max(0, daysLeft), "more day")}; ${domainDays} required.`,
    ),
    ...(certificateDays === undefined ? [] : endingCertificates(report, certificateDays)),
    ...requiredFields(report, require),
  ];
}

function endingCertificates({ steps }: HttpReport, least: number): Finding[] {
  const seen = new Set<string>();
  return steps.flatMap(({ tls, request }, index) => {
    const print = tls?.fingerprint256;
    if (!tls || print === undefined || tls.daysLeft >= least || seen.has(print)) return [];
    seen.add(print);
    const title = `The certificate of ${request.host} is valid for ${plural(Math.max(0, tls.daysLeft), "more day")}; ${least} required.`;
    return [broken("certificate-days-low", title, { step: index + 1, url: request.url })];
  });
}

/** Checks the final response; a failed lookup is reported separately. */
function requiredFields({ status, steps }: HttpReport, require: Expectations["require"]): Finding[] {
  const last = steps.at(-1);
  if (!last || status === "error") return [];
  const date = parseHttpDate(last.headers.find(({ name }) => name === "date")?.value ?? "")?.ms;
  const now = date ?? Date.now();
  return [...require].flatMap(([name, { fault: faultOf }]) => {
    const lines = last.headers.filter((header) => header.name === name);
    const fault = faultOf(
      lines.map(({ value }) => value),
      now,
    );
    if (fault === undefined) return [];
    const field = lines[0]?.sent ?? name;
    const line = last.headers.findIndex((header) => header.name === name) + 1;
    const place = { step: steps.length, url: last.request.url, ...(line > 0 && { field, line }) };
    return [{ ...broken("field-required", `${properName(field)} ${fault}.`, place), field: name }];
  });
}

/** `x-request-id` → `X-Request-Id`. */
const properName = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase());

function broken(name: string, title: string, place: Place): Finding {
  return { name, title, severity: "error", places: [place] };
}
