import net from "node:net";
import type { Duplex } from "node:stream";
import { HttpFailure } from "./failures.ts";
import { type HeadLimits, type HeadReader, openHeadReader, type ResponseHead } from "./head.ts";
import { tlsFailure } from "./tls-failure.ts";

export interface RelayLimits extends HeadLimits {
  readonly maxBodyBytes: number;
}

/** A connection that ends too early makes `fetch` drop what it has not handed on yet: milliseconds to do that first. */
const LINGER = 30;

/** Listens for the one connection that `fetch` makes and joins it with `upstream`. `clock` gives monotonic milliseconds. */
export async function openRelay(upstream: Duplex, limits: RelayLimits, clock: () => number): Promise<Relay> {
  const relay = new Relay(upstream, limits, clock);
  await relay.listen();
  return relay;
}

/**
 * What passes between `fetch` and a connection of ours. The header section is read here and kept back: `fetch` gets
 * only what `release` says, and the bytes that followed.
 */
export class Relay {
  /** The Unix socket on which `fetch` finds the connection. */
  readonly path = socketPath();
  /** The final response's head; rejects with HttpFailure. */
  readonly head: Promise<ResponseHead>;
  /** When the first byte came from the server; undefined while none has. */
  firstByteAt: number | undefined;
  /** Bytes after the head so far, as sent. */
  rawBytes = 0;
  /** Whether the server has closed its side. */
  ended = false;
  /** How the connection ended, where it did not end cleanly. */
  broken: unknown;

  readonly #upstream: Duplex;
  readonly #server: net.Server;
  readonly #reader: HeadReader;
  readonly #clock: () => number;
  readonly #mostRawBytes: number;
  readonly #settleHead: PromiseWithResolvers<ResponseHead> = Promise.withResolvers();
  #headDone = false;
  #released = false;
  #endIsClean = false;
  #local: net.Socket | undefined;
  #held: (Uint8Array | string)[] = [];

  constructor(upstream: Duplex, limits: RelayLimits, clock: () => number) {
    this.#upstream = upstream;
    this.#clock = clock;
    this.#reader = openHeadReader(limits);
    // Chunks can be wrapped in any amount of extensions; more than this is no wrapping.
    this.#mostRawBytes = 4 * limits.maxBodyBytes + 65_536;
    this.head = this.#settleHead.promise;
    this.head.catch(() => {});
    upstream.on("data", (bytes: Uint8Array) => this.#take(bytes));
    upstream.once("end", () => this.#finish());
    upstream.once("close", () => this.#finish());
    upstream.on("error", (error) => this.#finish(error));
    this.#server = net.createServer((socket) => this.#join(socket));
  }

  get interim(): readonly ResponseHead[] {
    return this.#reader.interim;
  }

  /** So many bytes came that no more are passed on. */
  get overrun(): boolean {
    return this.rawBytes > this.#mostRawBytes;
  }

  /** Complete lines of a header section that did not end. */
  unfinished(): ResponseHead | undefined {
    return this.#reader.unfinished();
  }

  async listen(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once("error", reject);
    this.#server.listen({ path: this.path }, resolve);
    await promise;
  }

  /** `untilClose`: the end of the connection ends the content. */
  release(plainHead: string, untilClose: boolean): void {
    this.#endIsClean = untilClose;
    this.#held.unshift(plainHead);
    this.#released = true;
    this.#forward();
  }

  close(): void {
    this.#server.close();
    this.#local?.destroy();
    this.#upstream.destroy();
    this.#held = [];
  }

  /** Only one connection is taken. */
  #join(socket: net.Socket): void {
    if (this.#local) return void socket.destroy();
    this.#local = socket;
    this.#server.close();
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      if (this.#upstream.writable) this.#upstream.write(bytes);
    });
    this.#forward();
  }

  #take(bytes: Uint8Array): void {
    this.firstByteAt ??= this.#clock();
    if (this.#headDone) this.#pass(bytes);
    else this.#readHead(bytes);
  }

  #pass(bytes: Uint8Array): void {
    this.rawBytes += bytes.length;
    if (this.overrun) this.#stop();
    else {
      this.#held.push(bytes);
      this.#forward();
    }
  }

  /** `fetch` takes whatever it is given: what is too much must not reach it. */
  #stop(): void {
    this.#upstream.pause();
    setTimeout(() => this.#local?.destroy(), LINGER);
  }

  #readHead(bytes: Uint8Array): void {
    try {
      const found = this.#reader.push(bytes);
      if (!found) return;
      if (found.rest.length > 0) this.#held.push(found.rest);
      this.rawBytes = found.rest.length;
      this.#settleHead.resolve(found.head);
    } catch (error) {
      this.#settleHead.reject(error);
    }
    this.#headDone = true;
    this.#upstream.pause();
  }

  #forward(): void {
    const local = this.#local;
    if (!this.#released || !local) return;
    let ready = true;
    for (const piece of this.#held) ready = local.write(piece);
    this.#held = [];
    if (this.ended) this.#closeLocal(local);
    else if (ready) this.#upstream.resume();
    else {
      this.#upstream.pause();
      local.once("drain", () => this.#upstream.resume());
    }
  }

  #closeLocal(local: net.Socket): void {
    if (this.broken === undefined && this.#endIsClean) local.end();
    else setTimeout(() => local.destroy(), LINGER);
  }

  #finish(error?: unknown): void {
    if (this.ended) return;
    this.ended = true;
    this.broken = error;
    if (!this.#headDone) this.#settleHead.reject(endedEarly(this.firstByteAt !== undefined, error));
    this.#forward();
  }
}

/** Abstract on Linux: no file to leave behind. The name cannot be guessed. */
function socketPath(): string {
  const name = `netlens-${process.pid}-${crypto.randomUUID()}`;
  return process.platform === "linux" ? `\0${name}` : `/tmp/${name}`;
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
