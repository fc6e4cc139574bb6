import { problemKinds } from "../headers/explain.ts";
import { httpProblems } from "../http/problems.ts";

/** Summary and source of a problem id; undefined for an id that does not exist. */
export function problemText(id: string): { readonly summary: string; readonly link: string } | undefined {
  return problemKinds.get(id) ?? Object.entries(httpProblems).find(([name]) => name === id)?.[1];
}

/** Whether a problem with that id can be found at all. */
export function isProblemId(id: string): boolean {
  return problemText(id) !== undefined;
}
