/** IO: builds the agents' data file from the operators' lists, or downloads a ready one. */

import { readFile, writeFile } from "node:fs/promises";
import { fileReason } from "../api/file-reason.ts";
import { putInPlace, updating } from "../platform/replace-file.ts";
import { fetchText, putTables, type Send, usableFile } from "./agents-file.ts";
import { AgentsError, type AgentsFile, agentsFileText, networksIn, readAgentsFile } from "./ranges.ts";
import { useTables } from "./tables/tables.ts";
import { publishedLists } from "./verify.ts";

export interface AgentsUpdate {
  readonly target: string;
  /** URL of a ready data file, in place of the operators' lists. */
  readonly url?: string;
  /** Unix time in milliseconds. */
  readonly now: number;
  /** Accept a file older than the current one. */
  readonly force?: boolean;
  readonly signal?: AbortSignal;
  /** Guards redirects; default: `fetch`. */
  readonly send?: Send;
  readonly onProgress?: (done: number, total: number) => void;
  /** @internal for tests: lists to fetch. */
  readonly lists?: readonly string[];
}

export interface AgentsUpdateResult {
  readonly file: string;
  readonly built: string;
  /** Date of its tables; absent if it has none. */
  readonly tables?: string;
  readonly lists: number;
  readonly networks: number;
  /** Lists that failed, with the reason; their previous networks are kept. */
  readonly failed: readonly { readonly list: string; readonly reason: string }[];
}

/**
 * Builds or downloads the data file, checks it, and renames it into place.
 * @throws UpdateError if every list fails, or the file is broken or older than the current one
 */
export function updateAgents(update: AgentsUpdate): Promise<AgentsUpdateResult> {
  return updating(update.target, (fresh) => put(update, fresh));
}

async function put(update: AgentsUpdate, fresh: string): Promise<AgentsUpdateResult> {
  const had = fileIn(await readFile(update.target, "utf8").catch(() => ""));
  const made = update.url === undefined ? await collect(update, had) : await fetched(update, update.url);
  const file = await usableFile(made.text);
  const { built, ranges, tables } = file;
  if (update.force !== true && built < (had?.built ?? ""))
    throw new AgentsError(
      `the data file was built on ${built.slice(0, 10)}, before the one in place: --force takes it all the same`,
    );
  // Checks the tables by using them: this process answers no requests.
  putTables(file);
  useTables();
  await writeFile(fresh, made.text);
  await putInPlace(fresh, update.target);
  const networks = ranges.reduce((sum, list) => sum + list.networks.length, 0);
  return {
    file: update.target,
    built,
    ...(tables && { tables: tables.taken }),
    lists: ranges.length,
    networks,
    failed: made.failed,
  };
}

async function fetched({ signal, send }: AgentsUpdate, url: string) {
  try {
    return { text: await fetchText(url, signal, send), failed: [] };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof AgentsError) throw error;
    throw new AgentsError(`${url}: ${fileReason(error)}`);
  }
}

async function collect(update: AgentsUpdate, had: AgentsFile | undefined) {
  const lists = update.lists ?? publishedLists();
  const ranges = new Map(had?.ranges.map(({ list, networks }) => [list, networks]));
  const failed: { list: string; reason: string }[] = [];
  for (const [done, list] of lists.entries()) {
    update.onProgress?.(done, lists.length);
    const [url = "", part] = list.split("#");
    try {
      ranges.set(list, networksIn(await fetchText(url, update.signal, update.send), part));
    } catch (error) {
      update.signal?.throwIfAborted();
      failed.push({ list, reason: fileReason(error) });
    }
  }
  if (failed.length === lists.length)
    throw new AgentsError(`none of the ${lists.length} lists could be read: ${failed[0]?.reason ?? ""}`);
  const all = [...ranges].map(([list, networks]) => ({ list, networks }));
  return { text: agentsFileText(all, new Date(update.now).toISOString(), had?.tables), failed };
}

/** Reads the current data file; it may have lists that the tables no longer name. Undefined if broken. */
function fileIn(text: string): AgentsFile | undefined {
  try {
    return readAgentsFile(text);
  } catch {
    return undefined;
  }
}
