/** IO: fetching a newer database and putting it in place. */

import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { DatabaseError, type Kind, openDatabase, verifyDatabase } from "./database.ts";
import { type DownloadSource, downloads } from "./update-source.ts";

export interface UpdateOptions {
  /** The file to replace, such as `/var/lib/netlens/city.mmdb`. Its folder is made when it does not exist. */
  readonly target: string;
  readonly source: DownloadSource;
  /** Unix time in milliseconds: DB-IP's files are named by month. */
  readonly now: number;
  /** Called as bytes arrive; `total` is undefined where the server does not say. */
  readonly onProgress?: (received: number, total: number | undefined) => void;
  readonly signal?: AbortSignal;
  /** Milliseconds without a byte after which the download is given up. */
  readonly idleTimeout?: number;
}

export interface UpdateResult {
  readonly file: string;
  readonly url: string;
  readonly kind: Kind;
  readonly type: string;
  readonly buildDate: string | undefined;
  readonly bytes: number;
}

/** The update did not happen; the message says why. What was there before is untouched. */
export class UpdateError extends Error {}

const IDLE_TIMEOUT = 60_000;

/**
 * Downloads to `target.part` (kept when the connection breaks and continued by the next call), unpacks gzip and tar,
 * checks the whole database, writes it to the disk and renames it into place: a running netlens that has the old file
 * mapped goes on with it and reloads. Rejects with UpdateError.
 */
export async function updateGeo(options: UpdateOptions): Promise<UpdateResult> {
  const { target } = options;
  const part = `${target}.part`;
  const fresh = `${target}.new`;
  try {
    await mkdir(dirname(target), { recursive: true });
    const url = await downloadFirst(options, part);
    const checked = await unpack(part, fresh).then(() => check(fresh));
    await syncAndRename(fresh, target);
    return { ...checked, file: target, url };
  } catch (error) {
    if (error instanceof DatabaseError)
      throw new UpdateError(`the download is no usable database: ${error.message}`);
    if (error instanceof UpdateError) throw error;
    throw new UpdateError(error instanceof Error ? error.message : String(error));
  } finally {
    await rm(fresh, { force: true });
  }
}

/** Downloads from the first of the source's URLs that exists, and gives that URL. */
async function downloadFirst(options: UpdateOptions, part: string): Promise<string> {
  const candidates = downloads(options.source, options.now);
  for (const [index, candidate] of candidates.entries()) {
    const found = await download(candidate.url, candidate.headers, part, options);
    if (found) return candidate.url;
    if (index === candidates.length - 1)
      throw new UpdateError(`${candidate.url} answers 404: there is no such file`);
  }
  throw new UpdateError("the source names no download");
}

/** What `target.part` is part of: only the same representation may be continued (RFC 9110 section 13.1.5). */
interface Begun {
  readonly url: string;
  readonly validator: string;
}

async function begun(part: string): Promise<Begun | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(`${part}.json`, "utf8"));
    if (typeof value !== "object" || value === null || !("url" in value) || !("validator" in value))
      return undefined;
    const { url, validator } = value;
    return typeof url === "string" && typeof validator === "string" ? { url, validator } : undefined;
  } catch {
    return undefined;
  }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

/** A strong validator of the response; "" where it has none, and a broken download starts again. */
function validatorOf(response: Response): string {
  const etag = response.headers.get("etag") ?? "";
  return etag.startsWith('"') ? etag : (response.headers.get("last-modified") ?? "");
}

/** Downloads to `part`, from where it ends when it is part of the same file. False for 404. */
async function download(
  url: string,
  headers: Readonly<Record<string, string>>,
  part: string,
  options: UpdateOptions,
): Promise<boolean> {
  const earlier = await begun(part);
  const have = earlier?.url === url && earlier.validator !== "" ? await sizeOf(part) : 0;
  const range = have > 0 && earlier ? { range: `bytes=${have}-`, "if-range": earlier.validator } : {};
  const idle = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, idle.signal]) : idle.signal;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { idleTimeout = IDLE_TIMEOUT } = options;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => idle.abort(new UpdateError(`no answer for ${idleTimeout} ms`)), idleTimeout);
  };
  wait();
  try {
    const response = await fetch(url, {
      headers: { ...headers, ...range, "accept-encoding": "identity" },
      signal,
    });
    if (response.status === 404) return false;
    if (response.status === 416) {
      // All of it is here already, or the file has shrunk: start again and be sure.
      await rm(part, { force: true });
      return await download(url, headers, part, options);
    }
    if (!response.ok)
      throw new UpdateError(`${url} answers ${response.status} ${response.statusText}`.trim());
    const start = response.status === 206 ? have : 0;
    if (start > 0 && !response.headers.get("content-range")?.startsWith(`bytes ${start}-`)) {
      throw new UpdateError(`${url} continues at another place than asked`);
    }
    const length = Number(response.headers.get("content-length") ?? Number.NaN);
    const total = Number.isFinite(length) ? start + length : undefined;
    await writeFile(
      `${part}.json`,
      JSON.stringify({ url, validator: validatorOf(response) } satisfies Begun),
    );
    const received = await writeBody(response, part, start, (count) => {
      wait();
      options.onProgress?.(count, total);
    });
    if (total !== undefined && received < total)
      throw new UpdateError(`the connection ended after ${received} of ${total} bytes`);
    return true;
  } finally {
    clearTimeout(timer);
  }
}

async function writeBody(
  response: Response,
  part: string,
  start: number,
  progress: (count: number) => void,
): Promise<number> {
  const file = await open(part, start > 0 ? "r+" : "w");
  let at = start;
  try {
    for await (const chunk of response.body ?? []) {
      await file.write(chunk, 0, chunk.length, at);
      at += chunk.length;
      progress(at);
    }
    return at;
  } finally {
    await file.close();
  }
}

const TAR_BLOCK = 512;

async function head(file: string): Promise<Buffer> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(TAR_BLOCK), 0, TAR_BLOCK, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Turns a download, which may be gzip and may be a tar archive, into the database alone, and removes the download. */
async function unpack(part: string, fresh: string): Promise<void> {
  const magic = await head(part);
  const plain = `${part}.plain`;
  try {
    if (magic[0] === 0x1f && magic[1] === 0x8b)
      await pipeline(createReadStream(part), createGunzip(), createWriteStream(plain));
    else await rename(part, plain);
    const inside = isTar(await head(plain)) ? await findInTar(plain) : undefined;
    const range = inside === undefined ? {} : { start: inside.start, end: inside.start + inside.size - 1 };
    await pipeline(createReadStream(plain, range), createWriteStream(fresh));
  } finally {
    for (const file of [plain, part, `${part}.json`]) await rm(file, { force: true });
  }
}

function isTar(block: Buffer): boolean {
  return block.subarray(257, 262).toString("latin1") === "ustar";
}

/** Where the first `.mmdb` file of a tar archive (POSIX.1-1988 ustar) lies. */
async function findInTar(file: string): Promise<{ start: number; size: number }> {
  const handle = await open(file, "r");
  try {
    for (let at = 0; ; ) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(TAR_BLOCK), 0, TAR_BLOCK, at);
      if (bytesRead < TAR_BLOCK || !isTar(buffer)) throw new UpdateError("the archive has no .mmdb file");
      const name = buffer.subarray(0, 100).toString("utf8").replace(/\0.*$/s, "");
      const size = Number.parseInt(buffer.subarray(124, 136).toString("latin1"), 8);
      if (!(size >= 0)) throw new UpdateError("the archive is damaged");
      if (name.endsWith(".mmdb") && size > 0) return { start: at + TAR_BLOCK, size };
      at += TAR_BLOCK + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
    }
  } finally {
    await handle.close();
  }
}

async function check(file: string): Promise<Pick<UpdateResult, "kind" | "type" | "buildDate" | "bytes">> {
  const database = openDatabase(file, "map");
  try {
    await verifyDatabase(database);
    const { type, buildEpoch } = database.source.mmdb.metadata;
    const buildDate = buildEpoch === undefined ? undefined : new Date(buildEpoch * 1000).toISOString();
    return { kind: database.kind, type, buildDate, bytes: database.bytes };
  } finally {
    database.close();
  }
}

/** The bytes are on the disk before the name is, and the name before this returns. */
async function syncAndRename(fresh: string, target: string): Promise<void> {
  await sync(fresh);
  await rename(fresh, target);
  await sync(dirname(target));
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
