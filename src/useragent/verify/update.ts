/** IO: fetches the lists of addresses that operators publish, and puts them into the agents' data file. */

import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { publishedLists } from "./operators.ts";
import {
  AgentsError,
  type AgentsFile,
  agentsFileText,
  networksIn,
  type PublishedList,
  readAgentsFile,
} from "./ranges.ts";

export interface AgentsUpdate {
  readonly target: string;
  /** A data file that somebody else made, in place of the operators' own lists. */
  readonly url?: string;
  /** Unix time in milliseconds. */
  readonly now: number;
  /** Take a data file too that was built before the one in place. */
  readonly force?: boolean;
  readonly signal?: AbortSignal;
  readonly onStep?: (done: number, total: number) => void;
  /** Lists to fetch; for tests. */
  readonly lists?: readonly string[];
}

export interface AgentsUpdateResult {
  readonly file: string;
  readonly built: string;
  readonly lists: number;
  readonly networks: number;
  /** Lists that could not be had, each with the reason; what was known of them before stays. */
  readonly failed: readonly { readonly list: string; readonly reason: string }[];
}

/** Bytes of a list, and milliseconds for it. */
const MOST_BYTES = 8 * 1_048_576;
const TIMEOUT = 30_000;

/**
 * Makes or fetches the data file, checks it, and renames it into place.
 * @throws AgentsError where nothing could be had, or the file is broken or older than the one in place
 */
export async function updateAgents(update: AgentsUpdate): Promise<AgentsUpdateResult> {
  const before = await textOf(update.target);
  const made = update.url === undefined ? await collect(update, before) : await fetched(update, update.url);
  const { built, ranges } = readAgentsFile(made.text);
  if (before !== undefined && update.force !== true && built < builtOf(before))
    throw new AgentsError(
      `the data file was built on ${built.slice(0, 10)}, before the one in place: --force takes it all the same`,
    );
  await put(update.target, made.text);
  const networks = [...ranges.values()].reduce((sum, list) => sum + list.length, 0);
  return { file: update.target, built, lists: ranges.size, networks, failed: made.failed };
}

interface Made {
  readonly text: string;
  readonly failed: AgentsUpdateResult["failed"];
}

async function fetched({ signal }: AgentsUpdate, url: string): Promise<Made> {
  return { text: await get(url, signal), failed: [] };
}

async function collect(update: AgentsUpdate, before: string | undefined): Promise<Made> {
  const lists = update.lists ?? publishedLists();
  const ranges = new Map(listsOf(before).map(({ list, networks }) => [list, networks]));
  const failed: { list: string; reason: string }[] = [];
  for (const [done, list] of lists.entries()) {
    update.onStep?.(done, lists.length);
    const [url = "", part] = list.split("#");
    try {
      ranges.set(list, networksIn(await get(url, update.signal), part));
    } catch (error) {
      update.signal?.throwIfAborted();
      failed.push({ list, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  if (failed.length === lists.length)
    throw new AgentsError(`none of the ${lists.length} lists could be had: ${failed[0]?.reason ?? ""}`);
  const all = [...ranges].map(([list, networks]) => ({ list, networks }));
  return { text: agentsFileText(all, new Date(update.now).toISOString()), failed };
}

/** The lists of a data file as they stand there, also those that no row names any more; none of a broken one. */
function listsOf(text: string | undefined): readonly PublishedList[] {
  try {
    if (text === undefined) return [];
    readAgentsFile(text);
    const file: AgentsFile = JSON.parse(text);
    return file.ranges;
  } catch {
    return [];
  }
}

function builtOf(text: string): string {
  try {
    return readAgentsFile(text).built;
  } catch {
    return "";
  }
}

async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}

/** Certificates count whatever the environment says. */
async function get(url: string, signal: AbortSignal | undefined): Promise<string> {
  const timeout = AbortSignal.timeout(TIMEOUT);
  const response = await fetch(url, {
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    tls: { rejectUnauthorized: true },
  });
  if (!response.ok) throw new AgentsError(`${url} answers ${response.status}`);
  if (url.startsWith("https:") && !response.url.startsWith("https:"))
    throw new AgentsError(`${url} leads to ${response.url}, which is not encrypted`);
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_BYTES) throw new AgentsError(`${url} is longer than ${MOST_BYTES} bytes`);
  }
  return text;
}

/** The bytes are on the disk before the name is. */
async function put(target: string, text: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const fresh = `${target}.new`;
  try {
    const handle = await open(fresh, "w", 0o644);
    await handle.writeFile(text);
    await handle.sync();
    await handle.close();
    await rename(fresh, target);
  } finally {
    await rm(fresh, { force: true });
  }
}
