/** IO: files of settings: tokens, and data of agents. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileReason } from "../api/file-reason.ts";
import type { SettingsAt } from "../settings/settings.ts";
import type { AgentsData } from "../useragent/agents-file.ts";
import type { Log } from "./log.ts";
import { parseTokens, type Tokens, TokensError } from "./tokens.ts";
import { USUAL_PLACES } from "./wiring.ts";

/**
 * Undefined without `--tokens`.
 * @throws TokensError for an unreadable file or invalid line
 */
export function readTokens({ api: { tokens: path } }: SettingsAt<"api.tokens">): Tokens | undefined {
  if (path === "") return undefined;
  // Loaded only for tokens: takes 9 ms.
  const { timingSafeEqual } = process.getBuiltinModule("node:crypto");
  return parseTokens(textOf(path), path, timingSafeEqual);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new TokensError(`--tokens: ${path}: ${fileReason(error)}`);
  }
}

/** Milliseconds between looks for an agents' data file in the default folder. */
const LOOK_FOR_AGENTS = 5000;

/**
 * Opens the agents' data file, or that of the default folder as soon as there is one. The reader is loaded
 * late, since it loads all tables of agents.
 */
export async function openAgentsFile(
  { agents: { source } }: SettingsAt<"agents.source">,
  log: Log,
  usual = join(USUAL_PLACES[0], "agents.json"),
): Promise<AgentsData> {
  const open = async (file: string) => (await import("../useragent/agents-file.ts")).openAgents(file, log);
  if (source !== "") return open(source);
  let opened: Promise<AgentsData | undefined> | undefined;
  let agents: AgentsData | undefined;
  const look = async (): Promise<void> => {
    if (opened === undefined && existsSync(usual))
      opened = open(usual).catch((error: unknown) => {
        log("warn", "invalid agents' data file", { reason: fileReason(error) });
        return undefined;
      });
    agents = await opened;
  };
  await look();
  const timer = setInterval(() => void look(), LOOK_FOR_AGENTS).unref();
  return {
    ranges: () => agents?.ranges() ?? new Map(),
    built: () => agents?.built(),
    async reload() {
      if (agents) return agents.reload();
      opened = undefined;
      await look();
    },
    close() {
      clearInterval(timer);
      agents?.close();
    },
  };
}
