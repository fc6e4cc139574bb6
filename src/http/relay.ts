import net from "node:net";
import type { Duplex } from "node:stream";
import { HttpFailure } from "./failures.ts";
import { type HeadLimits, openHeadReader, type ResponseHead } from "./head.ts";
import { tlsFailure } from "./tls-failure.ts";

/** What passes between `fetch` and a connection of ours. */
export interface Relay {
  /** The Unix socket on which `fetch` finds the connection. */
  readonly path: string;
  /** The final response's head; rejects with HttpFailure. Nothing reaches `fetch` before `release`. */
  readonly head: Promise<ResponseHead>;
  readonly interim: readonly ResponseHead[];
  /** Complete lines of a header section that did not end. */
  unfinished(): ResponseHead | undefined;
  /** When the first byte came from the server, by the clock given; undefined while none has. */
  firstByteAt(): number | undefined;
  /** Gives `fetch` this head, then every byte that followed the received one. `untilClose`: the end of the connection ends the content. */
  release(plainHead: string, untilClose: boolean): void;
  /** Bytes after the head so far, as sent. */
  rawBytes(): number;
  /** Whether so many bytes came that no more are passed on. */
  overrun(): boolean;
  /** How the connection ended, where it did not end cleanly. */
  broken(): unknown;
  /** Whether the server has closed its side. */
  ended(): boolean;
  close(): void;
}

export interface RelayLimits extends HeadLimits {
  readonly maxBodyBytes: number;
}

/** Chunks can be wrapped in any amount of extensions; more than this is no wrapping. */
function mostRawBytes({ maxBodyBytes }: RelayLimits): number {
  return 4 * maxBodyBytes + 65_536;
}

/** A connection that ends too early makes `fetch` drop what it has not handed on yet: milliseconds to do that first. */
const LINGER = 30;

/** Abstract on Linux: no file to leave behind. The name cannot be guessed, and only one connection is taken. */
function socketPath(): string {
  const name = `netlens-${process.pid}-${crypto.randomUUID()}`;
  return process.platform === "linux" ? `\0${name}` : `/tmp/${name}`;
}

/** Listens for the one connection that `fetch` makes and joins it with `upstream`. */
export async function openRelay(upstream: Duplex, limits: RelayLimits, clock: () => number): Promise<Relay> {
  const path = socketPath();
  const reader = openHeadReader(limits);
  const { promise: head, resolve, reject } = Promise.withResolvers<ResponseHead>();
  head.catch(() => {});
  let local: net.Socket | undefined;
  let firstByte: number | undefined;
  let headDone = false;
  let released = false;
  let ended = false;
  let broken: unknown;
  let rawBytes = 0;
  let endMeansDone = false;
  let held: (Uint8Array | string)[] = [];

  const forward = () => {
    if (!released || !local) return;
    let ready = true;
    for (const piece of held) ready = local.write(piece);
    held = [];
    if (ended) return closeLocal(local);
    if (ready) upstream.resume();
    else {
      upstream.pause();
      local.once("drain", () => upstream.resume());
    }
  };
  const closeLocal = (socket: net.Socket) => {
    if (broken === undefined && endMeansDone) socket.end();
    else setTimeout(() => socket.destroy(), LINGER);
  };
  const take = (bytes: Uint8Array) => {
    firstByte ??= clock();
    if (headDone) {
      rawBytes += bytes.length;
      // `fetch` takes whatever it is given: what is too much must not reach it.
      if (rawBytes > mostRawBytes(limits)) return void upstream.pause();
      held.push(bytes);
      return forward();
    }
    try {
      const found = reader.push(bytes);
      if (!found) return;
      headDone = true;
      upstream.pause();
      rawBytes = found.rest.length;
      if (found.rest.length > 0) held.push(found.rest);
      resolve(found.head);
    } catch (error) {
      headDone = true;
      upstream.pause();
      reject(error);
    }
  };
  const finish = (error?: unknown) => {
    if (ended) return;
    ended = true;
    broken = error;
    if (!headDone) reject(endedEarly(firstByte !== undefined, error));
    forward();
  };
  upstream.on("data", take);
  upstream.once("end", () => finish());
  upstream.once("close", () => finish());
  upstream.on("error", finish);

  const server = net.createServer({ pauseOnConnect: false }, (socket) => {
    if (local) return void socket.destroy();
    local = socket;
    server.close();
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      if (upstream.writable) upstream.write(bytes);
    });
    forward();
  });
  await listen(server, path);

  return {
    path,
    head,
    interim: reader.interim,
    unfinished: reader.unfinished,
    firstByteAt: () => firstByte,
    release(plainHead, untilClose) {
      endMeansDone = untilClose;
      held.unshift(plainHead);
      released = true;
      forward();
    },
    rawBytes: () => rawBytes,
    overrun: () => rawBytes > mostRawBytes(limits),
    broken: () => broken,
    ended: () => ended,
    close() {
      server.close();
      local?.destroy();
      upstream.destroy();
      held = [];
    },
  };
}

async function listen(server: net.Server, path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ path }, resolve);
  await promise;
}

/** The connection ended before the header section did. */
function endedEarly(began: boolean, error: unknown): HttpFailure {
  const code = error instanceof Object && "code" in error ? String(error.code) : "";
  if (code.startsWith("ERR_SSL")) return tlsFailure(error);
  if (began)
    return new HttpFailure(
      "closed-in-head",
      "The server closed the connection in the middle of the header section.",
    );
  if (error !== undefined)
    return new HttpFailure(
      "reset-without-response",
      "The server took the request and broke the connection off (reset) without a response.",
    );
  return new HttpFailure(
    "closed-without-response",
    "The server took the request and closed the connection without a response.",
  );
}
