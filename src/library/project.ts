/** Reads the project file of a test run from disk. */

import { readFileSync } from "node:fs";
import type { Project } from "../jobs/project/read.ts";
import { isAbsent, projectPlaces } from "../jobs/project/where.ts";
import { parseProject } from "./parse-project.ts";

export { type Project, parseProject } from "./parse-project.ts";

/**
 * Reads the nearest `netlens.toml`, from a directory upwards; undefined without one.
 * @throws ProjectError naming file, line and column, or the system's error for an unreadable file
 */
export function findProject(from: string = process.cwd()): Project | undefined {
  for (const { path, shown } of projectPlaces(from))
    try {
      return parseProject(readFileSync(path, "utf8"), shown);
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  return undefined;
}

/** Reads a project file by its path. Otherwise like `findProject`. */
export function openProject(path: string): Project {
  return parseProject(readFileSync(path, "utf8"), path);
}
