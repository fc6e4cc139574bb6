import { problemKinds } from "../headers/explain.ts";
import { httpProblems } from "../http/problems.ts";

/** Whether a problem with that id can be found at all. */
export function isProblemId(id: string): boolean {
  return problemKinds.has(id) || id in httpProblems;
}
