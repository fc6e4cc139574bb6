/** Brief form of a report: steps, verdicts and findings. Pure. */

import type { Problem } from "../headers/schema.ts";
import type { HttpBrief, HttpReport, HttpStep } from "../http/schema.ts";
import { findingsOfStep, worstFirst } from "../jobs/project/findings.ts";
import { verdictAnswers } from "./report/verdicts.ts";

export function briefOf(report: HttpReport): HttpBrief {
  const { url, status, statusMessage, intent, stop, timeTotal, steps } = report;
  return {
    url,
    status,
    statusMessage,
    intent,
    ...(stop !== undefined && { stop }),
    total: timeTotal,
    steps: steps.map(briefStep),
    findings: worstFirst(report.problems).map(briefFinding),
  };
}

function briefStep(step: HttpStep): HttpBrief["steps"][number] {
  const { request, status, intent, location, timeTotal, error } = step;
  return {
    url: request.url,
    status,
    intent,
    ...(location !== undefined && { location }),
    total: timeTotal,
    ...(error && { error }),
    verdicts: verdictAnswers(step).map(({ question, answer }) => `${question} ${answer}`),
    // Leaves out the failure, which is already in `error`.
    findings: findingsOfStep(step)
      .filter(({ name }) => name !== error?.code)
      .map(briefFinding),
  };
}

function briefFinding({ name, severity, title, field, fix, how }: Problem): HttpBrief["findings"][number] {
  return {
    name,
    severity,
    title,
    ...(field !== undefined && { field }),
    ...(fix !== undefined && { fix }),
    ...(how && { how }),
  };
}
