/** IO: resumable downloads, verified by the publisher's checksum. */

import { lookup } from "node:dns/promises";
import { open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { fileReason } from "../../api/file-reason.ts";
import { refusals, textUpTo } from "../../api/responses.ts";
import { UpdateError } from "../../platform/replace-file.ts";
import { parseAddress } from "../../syntax/ip-address.ts";
import { userAgent } from "../../version.ts";
import { specialPurpose } from "../special-purpose.ts";
import type { Download } from "./source.ts";

export interface DownloadOptions {
  /** `total` is undefined if the server does not send it. */
  readonly onProgress?: (received: number, total: number | undefined) => void;
  readonly signal?: AbortSignal;
  /** Milliseconds without data before the download fails. */
  readonly idleTimeout?: number;
}

const IDLE_TIMEOUT = 60_000;

/** Milliseconds of a download: a server that sends a byte a second would hold the lock for years. */
const TIMEOUT = 3_600_000;
/** Maximum bytes of a checksum file. */
const CHECKSUM_BYTES = 1024;

/** Maximum of the format: record numbers have 32 bits. */
export const MOST_BYTES = 2 ** 32;

/** Downloads the first existing candidate to `part`. @throws UpdateError */
export async function downloadFirst(
  candidates: readonly Download[],
  part: string,
  options: DownloadOptions,
): Promise<Download> {
  for (const candidate of candidates) if (await download(candidate, part, options)) return candidate;
  throw new UpdateError(`${candidates.at(-1)?.url} returned 404: no such file`);
}

/** URL and validator of the representation in `part`: only this one is resumed (RFC 9110 section 13.1.5). */
interface Begun {
  readonly url: string;
  readonly validator: string;
}

/** Length of a part that can be resumed, and the request headers for the rest. */
async function begun(url: string, part: string) {
  try {
    const { url: from, validator }: Partial<Begun> = JSON.parse(await readFile(`${part}.json`, "utf8"));
    const { size: have } = await stat(part);
    if (from === url && typeof validator === "string" && validator !== "" && have > 0)
      return { have, range: { range: `bytes=${have}-`, "if-range": validator } };
  } catch {
    // Missing or damaged.
  }
  return { have: 0, range: {} };
}

/** Strong validator, or `""`: the download cannot be resumed. */
function validatorOf(response: Response): string {
  const etag = response.headers.get("etag") ?? "";
  return etag.startsWith('"') ? etag : (response.headers.get("last-modified") ?? "");
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 5;

/**
 * Requests a file and follows redirects to other hosts, without credentials. Certificates are always checked:
 * `NODE_TLS_REJECT_UNAUTHORIZED=0` is for tests.
 * @throws UpdateError for a failed request, and for redirects to plain HTTP or a private network
 */
export async function request(
  url: string,
  headers: Download["headers"],
  signal: AbortSignal,
): Promise<Response> {
  const { authorization, ...others } = headers;
  let at = new URL(url);
  const checkRefusal = () => refusals.check(at.host, (reason) => new UpdateError(`${url}: ${reason}`));
  for (let count = 0; count <= MOST_REDIRECTS; count++) {
    checkRefusal();
    const credentials = authorization && at.origin === new URL(url).origin ? { authorization } : {};
    const response = await fetch(at, {
      ...{ signal, redirect: "manual", tls: { rejectUnauthorized: true } },
      headers: { "user-agent": userAgent, ...others, ...credentials, "accept-encoding": "identity" },
    }).catch((error: unknown) => {
      if (signal.reason instanceof UpdateError) throw signal.reason;
      throw new UpdateError(`${at.href}: ${fileReason(error)}`);
    });
    refusals.note(at.host, response.status, response.headers.get("retry-after") ?? undefined);
    checkRefusal();
    const location = response.headers.get("location");
    if (location === null || !REDIRECTS.has(response.status)) return response;
    await response.body?.cancel();
    const next = URL.parse(location, at.href);
    if (!next || !/^https?:$/.test(next.protocol))
      throw new UpdateError(
        `${url} redirects to ${location.slice(0, 200)}, which is not an http or https URL`,
      );
    if (at.protocol === "https:" && next.protocol !== "https:")
      throw new UpdateError(`${url} redirects to ${next.href}, which is not encrypted`);
    const inside = await privateNetwork(next);
    if (inside !== undefined && inside !== (await privateNetwork(at)))
      throw new UpdateError(`${url} redirects to ${next.href}, in the private network ${inside}`);
    at = next;
  }
  throw new UpdateError(`${url} redirects more than ${MOST_REDIRECTS} times`);
}

/** First special-purpose network that a host's addresses are in. */
async function privateNetwork({ hostname }: URL): Promise<string | undefined> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const found = parseAddress(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  const special = found.map(({ address }) => parseAddress(address)).map((at) => at && specialPurpose(at));
  return special.find((range) => range !== undefined)?.network;
}

/** Downloads to `part`, resuming the same file. False for 404. */
async function download(candidate: Download, part: string, options: DownloadOptions): Promise<boolean> {
  const { url, headers } = candidate;
  const { signal: stop, idleTimeout = IDLE_TIMEOUT, onProgress } = options;
  const { have, range } = await begun(url, part);
  const idle = new AbortController();
  const late = () => idle.abort(new UpdateError(`${url} took more than ${TIMEOUT / 60_000} minutes`));
  const silent = () => idle.abort(new UpdateError(`${url}: no data for ${idleTimeout / 1000} s`));
  const end = setTimeout(late, TIMEOUT);
  const signal = stop ? AbortSignal.any([stop, idle.signal]) : idle.signal;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(silent, idleTimeout);
  };
  wait();
  try {
    const response = await request(url, { ...headers, ...range }, signal);
    if (response.status === 404) return false;
    const isFromHave = response.headers.get("content-range")?.startsWith(`bytes ${have}-`);
    if (have > 0 && (response.status === 416 || (response.status === 206 && !isFromHave))) {
      // Already complete, shorter, or sent from another position: start again.
      await response.body?.cancel();
      await removePart(part);
      return await download(candidate, part, options);
    }
    if (!response.ok)
      throw new UpdateError(`${url} returned ${response.status} ${response.statusText}`.trim());
    const start = response.status === 206 ? have : 0;
    const length = Number(response.headers.get("content-length") ?? Number.NaN);
    const total = Number.isFinite(length) ? start + length : undefined;
    const from: Begun = { url, validator: validatorOf(response) };
    await writeFile(`${part}.json`, JSON.stringify(from));
    const received = await writeBody(response, part, start, (count) => {
      wait();
      onProgress?.(count, total);
    });
    if (total !== undefined && received < total)
      throw new UpdateError(`the connection ended after ${received} of ${total} bytes`);
    return true;
  } catch (error) {
    // Errors of system calls are of the file; the rest is Bun's text about the connection.
    const isOfFile = error instanceof Error && "syscall" in error;
    // The part must not keep a full disk full.
    if (isOfFile) await removePart(part).catch(() => {});
    if (error instanceof UpdateError || stop?.aborted || isOfFile) throw error;
    throw idle.signal.reason ?? new UpdateError(`${url}: the connection ended within the file`);
  } finally {
    clearTimeout(end);
    clearTimeout(timer);
  }
}

const removePart = (part: string) =>
  Promise.all([part, `${part}.json`].map((file) => rm(file, { force: true })));

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
      if (at + chunk.length > MOST_BYTES) {
        await removePart(part);
        throw new UpdateError(`${response.url} is larger than 4 GiB`);
      }
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

/**
 * Returns the published SHA-256 in lowercase; undefined if there is not one.
 * @throws UpdateError if the publisher always has one
 */
export async function publishedChecksum(
  { checksum, headers }: Download,
  { signal, idleTimeout = IDLE_TIMEOUT }: DownloadOptions,
): Promise<string | undefined> {
  if (checksum === undefined) return undefined;
  const deadline = AbortSignal.timeout(idleTimeout);
  const signals = signal ? AbortSignal.any([signal, deadline]) : deadline;
  const response = await request(checksum.url, headers, signals);
  const text = response.ok ? ((await textUpTo(CHECKSUM_BYTES, response)) ?? "") : "";
  const published = /^([0-9a-f]{64})(?:\s|$)/i.exec(text)?.[1];
  if (published === undefined && checksum.required)
    throw new UpdateError(`${checksum.url} has no SHA-256 of the file`);
  return published?.toLowerCase();
}

/** SHA-256 of a file; undefined if it is missing. */
export async function checksumOf(path: string): Promise<string | undefined> {
  const file = Bun.file(path);
  if (!(await file.exists())) return undefined;
  const hash = new Bun.CryptoHasher("sha256");
  for await (const chunk of file.stream()) hash.update(chunk);
  return hash.digest("hex");
}

/** Compares the download with the published checksum. A mismatch removes the download. @throws UpdateError */
export async function verifyChecksum(published: string, part: string): Promise<void> {
  const sum = await checksumOf(part);
  if (sum === published) return;
  await removePart(part);
  throw new UpdateError(`the download's SHA-256 is ${sum}, but the publisher gives ${published}`);
}
