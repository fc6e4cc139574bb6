/** Findings about a connection, a header section as bytes, or a chain: ONE table of kinds. */

import type { Problem } from "../headers/schema.ts";
import { chainKinds } from "./problem-kinds/chain.ts";
import { checkKinds } from "./problem-kinds/checks.ts";
import { responseKinds } from "./problem-kinds/response.ts";
import { transportKinds } from "./problem-kinds/transport.ts";

/** Kinds that are found elsewhere than in a row. */
export const httpKinds = {
  ...transportKinds,
  ...responseKinds,
  ...checkKinds,
  ...chainKinds,
};

export type HttpProblem = keyof typeof httpKinds;

/** `title`: one sentence that names the offending part. */
export function httpProblem(name: HttpProblem, title: string): Problem {
  const { severity, link } = httpKinds[name];
  return { name, title, severity, link };
}
