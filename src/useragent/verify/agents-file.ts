/** IO: the agents' data file, read at the start and again when it changes. A broken one leaves what was there before. */

import { readFileSync, statSync } from "node:fs";
import { AgentsError, readAgentsFile } from "./ranges.ts";
import type { Ranges } from "./verify.ts";

export interface AgentsData {
  readonly ranges: () => Ranges;
  /** When the file was built, RFC 3339; undefined without a file. */
  readonly built: () => string | undefined;
  /** Reads the file again. */
  readonly reload: () => void;
  readonly close: () => void;
}

export type AgentsLog = (
  level: "info" | "warn",
  message: string,
  fields:
    | { readonly file: string; readonly built: string }
    | { readonly file: string; readonly reason: string },
) => void;

/** Milliseconds between looks at the file. */
const POLL = 5000;
const NONE: Ranges = new Map();

/** @throws AgentsError for a file that cannot be read or is broken at the start */
export function openAgents(file: string, log: AgentsLog, poll = POLL): AgentsData {
  let current = file === "" ? { ranges: NONE, built: undefined } : read(file);
  if (file === "") return { ranges: () => NONE, built: () => undefined, reload: () => {}, close: () => {} };
  let seen = identity(file);
  const reload = () => {
    seen = identity(file);
    try {
      const fresh = read(file);
      if (current.built !== undefined && fresh.built < current.built)
        throw new AgentsError("it is older than the one in use");
      current = fresh;
      log("info", "agents' data file", { file, built: fresh.built });
    } catch (error) {
      log("warn", "agents' data file refused, the one before stays", {
        file,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  };
  const timer = setInterval(() => {
    if (identity(file) !== seen) reload();
  }, poll);
  timer.unref();
  return {
    ranges: () => current.ranges,
    built: () => current.built,
    reload,
    close: () => clearInterval(timer),
  };
}

function read(file: string): ReturnType<typeof readAgentsFile> {
  try {
    return readAgentsFile(readFileSync(file, "utf8"));
  } catch (error) {
    throw new AgentsError(`--agents ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function identity(file: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(file);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return "";
  }
}
