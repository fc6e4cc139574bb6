/** Finds the project file. Pure. */

import { dirname, join } from "node:path";

export const PROJECT_FILE = "netlens.toml";

/** Possible paths of the project file, from a directory upwards; `shown` is relative to the directory. */
export function* projectPlaces(from: string): Generator<{ readonly path: string; readonly shown: string }> {
  for (let directory = from, up = ""; ; directory = dirname(directory), up = `../${up}`) {
    yield { path: join(directory, PROJECT_FILE), shown: `${up}${PROJECT_FILE}` };
    if (dirname(directory) === directory) return;
  }
}

/** Whether an error means that the file does not exist. */
export function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
}
