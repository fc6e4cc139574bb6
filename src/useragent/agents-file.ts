/** IO: reads or fetches the agents' data file, at start and when it changes. A broken file is ignored. */

import { readFileSync, statSync } from "node:fs";
import { fileReason } from "../api/file-reason.ts";
import { refusals, textUpTo } from "../api/responses.ts";
import { AgentsError, type AgentsFile, rangesOf, readAgentsFile } from "./ranges.ts";
import { builtInTaken } from "./tables/built-in.ts";
import { useTables } from "./tables/tables.ts";
import type { Ranges } from "./verify.ts";

export interface AgentsData {
  readonly ranges: () => Ranges;
  /** Build date, RFC 3339; undefined without a file. */
  readonly built: () => string | undefined;
  /** Never rejects. */
  readonly reload: () => Promise<void>;
  /** Restores the built-in tables. */
  readonly close: () => void;
}

export type AgentsLog = (
  level: "info" | "warn",
  message: string,
  fields:
    | { readonly file: string; readonly built: string; readonly tables: string }
    | { readonly file: string; readonly reason: string },
) => void;

/** Milliseconds between two checks of a file, and of a URL. */
const POLL = 5000;
const FETCH = 24 * 3_600_000;

/**
 * Opens a file or a URL; no data for an empty source. A URL is fetched in the background.
 * @throws AgentsError if a file is broken at the start
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
    if (reason !== undefined) log("warn", "agents' tables ignored", { file: source, reason });
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
      log("warn", "invalid agents' data file; the previous data stays", {
        file: source,
        reason: fileReason(error),
      }),
    );
    // A start does not wait for a server.
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

/** Reason why the tables of a file are ignored; undefined if they are in use. */
function leftAside({ tables }: AgentsFile, taken: string): string | undefined {
  return tables === undefined || tables.taken === taken
    ? undefined
    : `they were taken on ${tables.taken}, the built-in ones on ${taken}`;
}

/**
 * Uses the tables of a file or URL until the process ends; returns the reason if they are ignored.
 * @throws AgentsError if it cannot be read or is broken
 */
export const useAgents = (source: string): Promise<string | undefined> =>
  fileFrom(source)
    .then((file) => leftAside(file, putTables(file)))
    .catch(refuse(source));

const refuse = (source: string) => (error: unknown) => {
  throw new AgentsError(`--agents ${source}: ${fileReason(error)}`);
};

/** Parses and checks a data file, including its tables. @throws AgentsError */
export async function usableFile(text: string): Promise<AgentsFile> {
  const file = readAgentsFile(text);
  // Loads all modules with derived tables, so that `fromTables` checks them.
  if (file.tables) await Promise.all([import("./lookup.ts"), import("./hints/apply-client-hints.ts")]);
  return file;
}

/**
 * Uses the tables of a data file unless the built-in ones are newer; returns the date of those in use.
 * @throws AgentsError if the tables are invalid; the previous ones stay
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

/** Maximum bytes and milliseconds of a download. */
const MOST_BYTES = 8 * 1_048_576;
const TIMEOUT = 30_000;

/** Sends a request and follows redirects. */
export type Send = (url: string, signal: AbortSignal) => Promise<Response>;

const plainly: Send = (url, signal) => fetch(url, { signal, tls: { rejectUnauthorized: true } });

/**
 * Fetches a URL; certificates are always checked, whatever the environment sets.
 * @throws AgentsError for a status other than 2xx, a file that is too long, or a redirect to http
 */
export async function fetchText(url: string, signal?: AbortSignal, send = plainly): Promise<string> {
  refusals.check(new URL(url).host);
  const timeout = AbortSignal.timeout(TIMEOUT);
  const response = await send(url, signal ? AbortSignal.any([timeout, signal]) : timeout);
  const { host } = new URL(response.url);
  refusals.note(host, response.status, response.headers.get("retry-after") ?? undefined);
  refusals.check(host);
  if (!response.ok) throw new AgentsError(`${url} answers ${response.status}`);
  if (url.startsWith("https:") && !response.url.startsWith("https:"))
    throw new AgentsError(`${url} leads to ${response.url}, which is not encrypted`);
  const text = await textUpTo(MOST_BYTES, response);
  if (text === undefined) throw new AgentsError(`${url} is longer than ${MOST_BYTES} bytes`);
  return text;
}
