/**
 * IO: the agents' data file, read or fetched at the start and again when it changes. A broken one leaves what was there
 * before.
 */

import { readFileSync, statSync } from "node:fs";
import { fileReason } from "../api/file-reason.ts";
import { AgentsError, type AgentsFile, rangesOf, readAgentsFile } from "./ranges.ts";
import { builtInTaken } from "./tables/built-in.ts";
import { useTables } from "./tables/tables.ts";
import type { Ranges } from "./verify.ts";

export interface AgentsData {
  readonly ranges: () => Ranges;
  /** When the file was built, RFC 3339; undefined without a file. */
  readonly built: () => string | undefined;
  /** Reads or fetches the file again. It never rejects. */
  readonly reload: () => Promise<void>;
  /** The built-in tables hold again. */
  readonly close: () => void;
}

export type AgentsLog = (
  level: "info" | "warn",
  message: string,
  fields:
    | { readonly file: string; readonly built: string; readonly tables: string }
    | { readonly file: string; readonly reason: string },
) => void;

/** Milliseconds between looks at a file, and at a URL. */
const POLL = 5000;
const FETCH = 24 * 3_600_000;

/**
 * The data of a file or of a URL; empty for none. What a URL holds comes later, and until then what is built in holds.
 * @throws AgentsError for a file that cannot be read or is broken at the start
 */
export async function openAgents(source: string, log: AgentsLog, poll?: number): Promise<AgentsData> {
  let current: Pick<AgentsFile, "built" | "sha256"> | undefined;
  let ranges: Ranges = new Map();
  const remote = isRemote(source);
  const take = (file: AgentsFile) => {
    const { built, sha256 } = file;
    if (current?.sha256 === sha256) return;
    if (current !== undefined && built < current.built)
      throw new AgentsError("it is older than the one in use");
    const tables = putTables(file);
    const reason = leftAside(file, tables);
    if (reason !== undefined) log("warn", "agents' tables left aside", { file: source, reason });
    ranges = rangesOf(file);
    current = { built, sha256 };
    log("info", "agents' data file", { file: source, built, tables });
  };
  let seen = "";
  const read = async () => {
    seen = remote ? "" : identity(source);
    take(await fileFrom(source));
  };
  let reading = Promise.resolve();
  const reload = () => {
    reading = reading.then(read).catch((error: unknown) =>
      log("warn", "agents' data file refused, what was there before stays", {
        file: source,
        reason: fileReason(error),
      }),
    );
    // Nobody waits for a server; what is there holds until it answers.
    return remote ? Promise.resolve() : reading;
  };
  if (source === "")
    return { ranges: () => new Map(), built: () => undefined, reload: async () => {}, close: () => {} };
  if (remote) void reload();
  else await read().catch(refuse(source));
  const look = () => {
    if (remote || identity(source) !== seen) void reload();
  };
  const timer = setInterval(look, poll ?? (remote ? FETCH : POLL));
  timer.unref();
  return {
    ranges: () => ranges,
    built: () => current?.built,
    reload,
    close: () => {
      clearInterval(timer);
      useTables();
    },
  };
}

const isRemote = (source: string) => /^https?:\/\//i.test(source);

async function fileFrom(source: string): Promise<AgentsFile> {
  return usableFile(isRemote(source) ? await fetchText(source) : readFileSync(source, "utf8"));
}

/** Why the tables of a file are not those in use, which were taken on a date; undefined where they are. */
function leftAside({ tables }: AgentsFile, taken: string): string | undefined {
  return tables === undefined || tables.taken === taken
    ? undefined
    : `they were taken on ${tables.taken}, the built-in ones on ${taken}`;
}

/**
 * Puts the tables of a data file, or of what a URL holds, in use for as long as the process runs; says why where they
 * are left aside.
 * @throws AgentsError for one that cannot be had or is broken
 */
export const useAgents = (source: string): Promise<string | undefined> =>
  fileFrom(source)
    .then((file) => leftAside(file, putTables(file)))
    .catch(refuse(source));

const refuse = (source: string) => (error: unknown) => {
  throw new AgentsError(`--agents ${source}: ${fileReason(error)}`);
};

/**
 * A data file of which everything can be made.
 * @throws AgentsError where not
 */
export async function usableFile(text: string): Promise<AgentsFile> {
  const file = readAgentsFile(text);
  // All rooms that make something of tables, so that they are asked whether they can.
  if (file.tables) await Promise.all([import("./lookup.ts"), import("./hints/apply-client-hints.ts")]);
  return file;
}

/**
 * Puts the tables of a data file in use, where they are not older than the built-in ones, and says when those now in
 * use were taken.
 * @throws AgentsError where something cannot be made of them; those before stay
 */
export function putTables({ tables, built }: AgentsFile): string {
  const own = builtInTaken();
  if (tables && tables.taken >= own) {
    try {
      useTables(new Map(tables.texts.map(({ table, text }) => [table, text])), built);
    } catch (error) {
      throw new AgentsError(`its tables: ${fileReason(error)}`);
    }
    return tables.taken;
  }
  useTables();
  return own;
}

function identity(file: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(file);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return "";
  }
}

/** Bytes of a file, and milliseconds for it. */
const MOST_BYTES = 8 * 1_048_576;
const TIMEOUT = 30_000;

/**
 * The text at a URL; certificates count whatever the environment says.
 * @throws AgentsError for another status than 2xx, a file that is too long, and a way that leaves encryption
 */
export async function fetchText(url: string, signal?: AbortSignal): Promise<string> {
  const response = await fetch(url, {
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), ...(signal ? [signal] : [])]),
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
