import type { HttpReport, HttpStep } from "../../src/http/schema.ts";
import { httpProblems } from "../../src/jobs/project/kinds.ts";

/** The parts of a step that a hostile server decides; fields that are absent or as usual are left out. */
export interface Summary {
  status: number;
  message?: string;
  version?: string;
  fields?: readonly string[];
  body?: HttpStep["body"];
  early?: number;
  problems?: readonly string[];
  error?: string;
}

/** Problems of the lookup itself: those of the header engine have tests of their own. */
function ownProblems(step: HttpStep): string[] {
  return step.problems.map(({ name }) => name).filter((name) => Object.hasOwn(httpProblems, name));
}

/** The last step of a report. Version 1.1, no body, no problems and no error are not mentioned. */
export function summarise(report: HttpReport): Summary {
  const step = report.steps.at(-1);
  if (!step) throw new Error("a report has at least one step");
  const problems = ownProblems(step);
  return {
    status: step.status,
    ...(step.status !== 0 && { message: step.statusMessage }),
    ...(step.httpVersion !== "1.1" && { version: step.httpVersion }),
    ...(step.headers.length > 0 && { fields: step.headers.map(({ sent, value }) => `${sent}: ${value}`) }),
    ...(step.body && step.body.wireBytes > 0 && { body: step.body }),
    ...(step.early && { early: step.early.length }),
    ...(problems.length > 0 && { problems }),
    ...(step.error && { error: `${step.error.phase}/${step.error.code}` }),
  };
}

/** A body of `bytes` that arrived whole and was not encoded. */
export function whole(bytes: number): NonNullable<HttpStep["body"]> {
  return { wireBytes: bytes, decodedBytes: bytes, encoding: "", truncated: false };
}

export function cut(bytes: number): NonNullable<HttpStep["body"]> {
  return { ...whole(bytes), truncated: true };
}
