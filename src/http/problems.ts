/** Findings about a connection, a header section as bytes, or a chain: ONE table of kinds. */

import type { Problem } from "../headers/schema.ts";
import { chainKinds } from "./problem-kinds/chain.ts";
import { checkKinds } from "./problem-kinds/checks.ts";
import { responseKinds } from "./problem-kinds/response.ts";
import { transportKinds } from "./problem-kinds/transport.ts";

/** Every kind of problem that a lookup itself can find, by its id. */
export const httpProblems = {
  ...transportKinds,
  ...responseKinds,
  ...checkKinds,
  ...chainKinds,
};

export type HttpProblem = keyof typeof httpProblems;

/** `title`: one sentence that names the offending part. */
export function httpProblem(name: HttpProblem, title: string): Problem {
  const { severity, link } = httpProblems[name];
  return { name, title, severity, link };
}
