/** Project file of `netlens watch`, and its paths. */

import { dirname, resolve } from "node:path";
import { ProjectError } from "../../jobs/project/project-error.ts";
import { type Project, readProject } from "../../jobs/project/read.ts";
import type { Watch } from "../../jobs/project/watch.ts";
import { compiled } from "../../jobs/watch/judge.ts";
import { type Io, UsageError } from "../command.ts";
import { fileError } from "../input/file-error.ts";

export interface WatchFile {
  readonly project: Project;
  readonly watch: Watch;
  /** Absolute paths. */
  readonly folder: string;
  readonly state: string;
  readonly baselines: string | undefined;
}

/** @throws UsageError, ProjectError */
export async function readWatchFile(path: string, io: Io): Promise<WatchFile> {
  const text = await io.readFile(path).catch((error: unknown) => {
    throw fileError("watch", path, error);
  });
  const project = readProject(text, path, io.clock());
  const { watch } = project;
  if (!watch) throw new UsageError(`watch: ${path} has no [watch] with targets (netlens guide watch)`);
  for (const { text: expression, at } of watch.expressions)
    try {
      compiled(expression);
    } catch (error) {
      throw new ProjectError(`${at}: ${error instanceof Error ? error.message : String(error)}`);
    }
  const whole = resolve(io.directory, path);
  const folder = dirname(whole);
  return {
    project,
    watch,
    folder,
    state: resolve(folder, watch.state ?? `${whole.replace(/\.toml$/, "")}.sqlite`),
    baselines: watch.baselines === undefined ? undefined : resolve(folder, watch.baselines),
  };
}

export function attempt<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw fileError("watch", path, error);
  }
}
