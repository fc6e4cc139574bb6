/** Finds and reads the project file. */

import type { Project } from "../../jobs/project/read.ts";
import { isAbsent, PROJECT_FILE, projectPlaces } from "../../jobs/project/where.ts";
import type { Call, Flag, Io } from "../command.ts";
import { UsageError } from "../command.ts";
import { fileError } from "./file-error.ts";
import { flagsOf } from "./flag-table.ts";

export const projectFlags: Readonly<Record<string, Flag>> = {
  project: {
    type: "string",
    value: "FILE",
    file: true,
    help: `the project file [the nearest ${PROJECT_FILE}, from this directory upwards]`,
  },
  ...flagsOf("project flags"),
};

/**
 * Reads the project file; undefined without one. Prints its notes to standard error.
 * @throws UsageError for an unreadable file, ProjectError with line and column for an invalid one
 */
export async function openProject({ flags, io }: Pick<Call, "flags" | "io">): Promise<Project | undefined> {
  const found = await projectText(flags, io);
  if (!found) return undefined;
  const { readProject } = await import("../../jobs/project/read.ts");
  const project = readProject(found.text, found.path, io.clock());
  for (const note of project.notes) io.err(`netlens: ${note}\n`);
  return project;
}

async function projectText(
  flags: Call["flags"],
  io: Pick<Io, "readFile" | "directory">,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
  const { project: given } = flags;
  if (flags["no-project"] === true) {
    if (given !== undefined) throw new UsageError("--project and --no-project exclude each other");
    return undefined;
  }
  if (typeof given === "string")
    try {
      return { path: given, text: await io.readFile(given) };
    } catch (error) {
      throw fileError("--project", given, error);
    }
  for (const { path, shown } of projectPlaces(io.directory))
    try {
      return { path: shown, text: await io.readFile(path) };
    } catch (error) {
      if (!isAbsent(error)) throw fileError("project file", shown, error);
    }
  return undefined;
}
