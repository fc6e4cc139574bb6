import type { HttpReport, HttpStep } from "../../src/http/schema.ts";
import { httpProblems } from "../../src/jobs/project/kinds.ts";

/** The parts of a step that a hostile server controls. Default values and usual fields are omitted. */
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

/** Ids of problems of the lookup, without those of the header engine. */
function ownProblems(step: HttpStep): string[] {
  return step.problems.map(({ name }) => name).filter((name) => Object.hasOwn(httpProblems, name));
}

/** Summary of the report's last step. HTTP/1.1, an empty body, and absent problems and errors are omitted. */
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

/** Body of `bytes` that is complete and not encoded. */
export function whole(bytes: number): NonNullable<HttpStep["body"]> {
  return { wireBytes: bytes, decodedBytes: bytes, encoding: "", truncated: false };
}

export function cut(bytes: number): NonNullable<HttpStep["body"]> {
  return { ...whole(bytes), truncated: true };
}
