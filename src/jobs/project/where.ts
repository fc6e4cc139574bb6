/** Where the project file is looked for. Pure. */

import { dirname, join } from "node:path";

/** The name by which the file is found. */
export const PROJECT_FILE = "netlens.toml";

/** The places from a directory upwards: the path to read, and the same as it is shown. */
export function* projectPlaces(from: string): Generator<{ readonly path: string; readonly shown: string }> {
  for (let directory = from, up = ""; ; directory = dirname(directory), up = `../${up}`) {
    yield { path: join(directory, PROJECT_FILE), shown: `${up}${PROJECT_FILE}` };
    if (dirname(directory) === directory) return;
  }
}

/** Whether a failure to read says that there is no such file. */
export function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
}
