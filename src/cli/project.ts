/** Finds and reads the project file of a command. */

import { dirname, join } from "node:path";
import type { Project } from "../project/read.ts";
import type { Call, Flag, Io } from "./command.ts";
import { UsageError } from "./command.ts";
import { fileError } from "./file-error.ts";

/** The name by which the file is found. */
export const PROJECT_FILE = "netlens.toml";

/** Which project file a command uses. */
export const projectFlags: Readonly<Record<string, Flag>> = {
  project: {
    type: "string",
    value: "FILE",
    file: true,
    help: `the project file [the nearest ${PROJECT_FILE}, from this directory upwards]`,
  },
  "no-project": { type: "boolean", help: "use no project file" },
};

/**
 * What the project expects; undefined without a file. Writes notes about its rows to standard error.
 * @throws UsageError for a file that cannot be read, ProjectError naming line and column for one that is wrong
 */
export async function openProject({ flags, io }: Pick<Call, "flags" | "io">): Promise<Project | undefined> {
  const found = await projectText(flags, io);
  if (!found) return undefined;
  const { readProject } = await import("../project/read.ts");
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
  for (let directory = io.directory, up = ""; ; directory = dirname(directory), up = `../${up}`) {
    const path = `${up}${PROJECT_FILE}`;
    try {
      return { path, text: await io.readFile(join(directory, PROJECT_FILE)) };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT" && code !== "ENOTDIR") throw fileError("project file", path, error);
    }
    if (dirname(directory) === directory) return undefined;
  }
}
