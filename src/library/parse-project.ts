/** Parses the text of a project file, for bundles that cannot read files. Pure but for the clock. */

import { type Project, readProject } from "../jobs/project/read.ts";

export type { Project } from "../jobs/project/read.ts";

/** @throws ProjectError naming file, line and column */
export function parseProject(text: string, file = "netlens.toml"): Project {
  return readProject(text, file, Date.now());
}
