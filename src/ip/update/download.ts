/** IO: resumable downloads, verified by the publisher's checksum. */

import { open, readFile, rm, stat, writeFile } from "node:fs/promises";
import type { ChecksumAlgorithm, Download } from "./source.ts";

/** Failed update, with the reason; the current files are unchanged. */
export class UpdateError extends Error {}

export interface DownloadOptions {
  /** `total` is undefined if the server does not send it. */
  readonly onProgress?: (received: number, total: number | undefined) => void;
  readonly signal?: AbortSignal;
  /** Milliseconds without data before the download fails. */
  readonly idleTimeout?: number;
}

const IDLE_TIMEOUT = 60_000;

/** Maximum of the format: record numbers have 32 bits. */
export const MOST_BYTES = 2 ** 32;

/** Downloads the first existing candidate to `part`. @throws UpdateError */
export async function downloadFirst(
  candidates: readonly Download[],
  part: string,
  options: DownloadOptions,
): Promise<Download> {
  for (const [index, candidate] of candidates.entries()) {
    const found = await download(candidate, part, options);
    if (found) return candidate;
    if (index === candidates.length - 1) throw new UpdateError(`${candidate.url} returned 404: no such file`);
  }
  throw new UpdateError("the source lists no download");
}

/** URL and validator of the representation in `part`: only this one is resumed (RFC 9110 section 13.1.5). */
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

/** Strong validator, or `""`: the download cannot be resumed. */
function validatorOf(response: Response): string {
  const etag = response.headers.get("etag") ?? "";
  return etag.startsWith('"') ? etag : (response.headers.get("last-modified") ?? "");
}

/** Certificates are always checked: `NODE_TLS_REJECT_UNAUTHORIZED=0` is for tests. */
async function get(url: string, headers: Download["headers"], signal: AbortSignal) {
  const response = await fetch(url, {
    headers: { ...headers, "accept-encoding": "identity" },
    signal,
    tls: { rejectUnauthorized: true },
  });
  if (url.startsWith("https:") && !response.url.startsWith("https:"))
    throw new UpdateError(`${url} redirects to ${response.url}, which is not encrypted`);
  return response;
}

/** Downloads to `part`, resuming the same file. False for 404. */
async function download(
  { url, headers }: Download,
  part: string,
  { signal: stop, idleTimeout = IDLE_TIMEOUT, onProgress }: DownloadOptions,
): Promise<boolean> {
  const earlier = await begun(part);
  const have = earlier?.url === url && earlier.validator !== "" ? await sizeOf(part) : 0;
  const range = have > 0 && earlier ? { range: `bytes=${have}-`, "if-range": earlier.validator } : {};
  const idle = new AbortController();
  const signal = stop ? AbortSignal.any([stop, idle.signal]) : idle.signal;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => idle.abort(new UpdateError(`no data for ${idleTimeout} ms`)), idleTimeout);
  };
  wait();
  try {
    const response = await get(url, { ...headers, ...range }, signal);
    if (response.status === 404) return false;
    if (response.status === 416) {
      // Already complete, or the file got shorter: start again.
      await rm(part, { force: true });
      return await download({ url, headers }, part, {
        signal: stop,
        idleTimeout,
        onProgress,
      } as DownloadOptions);
    }
    if (!response.ok)
      throw new UpdateError(`${url} returned ${response.status} ${response.statusText}`.trim());
    const start = response.status === 206 ? have : 0;
    if (start > 0 && !response.headers.get("content-range")?.startsWith(`bytes ${start}-`))
      throw new UpdateError(`${url} resumed at another position than requested`);
    const length = Number(response.headers.get("content-length") ?? Number.NaN);
    const total = Number.isFinite(length) ? start + length : undefined;
    await writeFile(
      `${part}.json`,
      JSON.stringify({ url, validator: validatorOf(response) } satisfies Begun),
    );
    const received = await writeBody(response, part, start, (count) => {
      wait();
      onProgress?.(count, total);
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
      if (at + chunk.length > MOST_BYTES) throw new UpdateError(`${response.url} is larger than 4 GiB`);
      // A nearly full disk accepts a part, and fails at the next write.
      for (let done = 0; done < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, done, chunk.length - done, at + done);
        done += bytesWritten;
      }
      at += chunk.length;
      progress(at);
    }
    return at;
  } finally {
    await file.close();
  }
}

/** Formats of sha256sum, md5sum and registries (`MD5 (file) = …`). */
const PUBLISHED = {
  sha256: /^([0-9a-f]{64})(?:\s|$)/i,
  md5: /^(?:MD5 \([^)]*\) = )?([0-9a-f]{32})(?:\s|$)/i,
} as const;

/**
 * Verifies the published checksum; undefined if there is not one. A mismatch removes the download.
 * @throws UpdateError
 */
export async function verifyChecksum(
  { checksum, headers }: Download,
  part: string,
  { signal, idleTimeout = IDLE_TIMEOUT }: DownloadOptions,
): Promise<ChecksumAlgorithm | undefined> {
  if (checksum === undefined) return undefined;
  const { algorithm } = checksum;
  const deadline = AbortSignal.timeout(idleTimeout);
  const response = await get(checksum.url, headers, signal ? AbortSignal.any([signal, deadline]) : deadline);
  const text = response.ok ? (await response.text()).slice(0, 1024) : "";
  const published = PUBLISHED[algorithm].exec(text)?.[1];
  const name = algorithm === "md5" ? "MD5" : "SHA-256";
  if (published === undefined) {
    if (checksum.required) throw new UpdateError(`${checksum.url} has no ${name} of the file`);
    return undefined;
  }
  const hash = new Bun.CryptoHasher(algorithm);
  for await (const chunk of Bun.file(part).stream()) hash.update(chunk);
  const sum = hash.digest("hex");
  if (sum === published.toLowerCase()) return algorithm;
  for (const file of [part, `${part}.json`]) await rm(file, { force: true });
  throw new UpdateError(
    `the download's ${name} is ${sum}, but the publisher gives ${published.toLowerCase()}`,
  );
}
