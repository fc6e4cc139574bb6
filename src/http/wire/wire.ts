import { errorCode } from "../../api/file-reason.ts";
import type { Transport } from "../../platform/socket.ts";
import type { HttpSettings } from "../settings.ts";
import type { BodyReader } from "./body.ts";
import type { ContentFeed } from "./content-feed.ts";
import { HttpFailure } from "./failures.ts";
import { type HeadLimits, type HeadReader, openHeadReader, type ResponseHead } from "./head.ts";
import { mostPieces } from "./meter.ts";
import { tlsFailure } from "./tls-failure.ts";

export type WireLimits = HeadLimits & Pick<HttpSettings, "maxBodyBytes">;

/** Maximum bytes of chunk framing for content of any length. */
const MOST_FRAMING = 65_536;

const NO_BYTES: Uint8Array = new Uint8Array();

/** HTTP/1.1 connection: reads the head and passes on the content. */
export class Wire {
  /** Head of the final response. Rejects with HttpFailure. */
  readonly head: Promise<ResponseHead>;
  firstByteAt: number | undefined;
  /** Time of the end of the content or connection. */
  endedAt: number | undefined;
  ended = false;
  /** Error of the connection, if it did not end cleanly. */
  broken: unknown;

  readonly #upstream: Transport;
  readonly #reader: HeadReader;
  /** Monotonic milliseconds. */
  readonly #clock: () => number;
  readonly #limits: WireLimits;
  readonly #settleHead: PromiseWithResolvers<ResponseHead> = Promise.withResolvers();
  #pieces = 0;
  #headDone = false;
  #headFailed = false;
  /** Number of bytes of a response that is not HTTP, and the callback at its end. */
  #otherBytes = 0;
  #onEnd: (() => void) | undefined;
  #rest = NO_BYTES;
  #body: BodyReader | undefined;
  #feed: ContentFeed | undefined;

  constructor(upstream: Transport, limits: WireLimits, clock: () => number) {
    this.#upstream = upstream;
    this.#clock = clock;
    this.#reader = openHeadReader(limits);
    this.#limits = limits;
    this.head = this.#settleHead.promise;
    this.head.catch(() => {});
    upstream.listen({ data: (bytes) => this.#take(bytes), end: (error) => this.#finish(error) });
  }

  get interim(): readonly ResponseHead[] {
    return this.#reader.interim;
  }

  /** Whether a limit is exceeded: chunk padding plus content, framing, or number of pieces. */
  get overrun(): boolean {
    if (this.#pieces > mostPieces(this.#limits)) return true;
    if (!this.#body) return false;
    const { bytes, paddingBytes, framingBytes } = this.#body;
    const { maxBodyBytes } = this.#limits;
    // Content without padding has its limit in the reader of the content.
    if (paddingBytes > 0 && bytes + paddingBytes > maxBodyBytes) return true;
    return framingBytes > maxBodyBytes / 4 + MOST_FRAMING;
  }

  /** Complete lines of an unfinished header section. */
  unfinished(): ResponseHead | undefined {
    return this.#reader.unfinished();
  }

  /** Passes the content to `feed`, with backpressure. */
  start(body: BodyReader, feed: ContentFeed): void {
    this.#body = body;
    this.#feed = feed;
    feed.onReady = () => {
      if (this.endedAt === undefined) this.#upstream.resume();
    };
    this.#pass(this.#rest);
    this.#rest = NO_BYTES;
    if (this.ended) this.#endContent();
  }

  /** Number of bytes of a response that is not HTTP; undefined unless it ends cleanly within `ms` ms. */
  async untilEnd(ms: number): Promise<number | undefined> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onEnd = resolve;
    if (!this.ended) await Promise.race([promise, Bun.sleep(ms)]);
    return this.ended && this.broken === undefined ? this.#otherBytes : undefined;
  }

  #take(bytes: Uint8Array): void {
    this.firstByteAt ??= this.#clock();
    this.#pieces++;
    if (!this.#body) this.#otherBytes += bytes.length;
    if (!this.#headDone) this.#readHead(bytes);
    else if (this.#body) this.#pass(bytes);
    else if (!this.#headFailed) {
      // Keeps content that arrives before `start`. Pausing costs a system call, and mostly no more arrives.
      this.#rest = Buffer.concat([this.#rest, bytes]);
      this.#upstream.pause();
    }
  }

  #readHead(bytes: Uint8Array): void {
    try {
      const found = this.#reader.push(bytes);
      if (!found) return;
      this.#rest = found.rest;
      this.#settleHead.resolve(found.head);
    } catch (error) {
      this.#settleHead.reject(error);
      this.#headFailed = true;
    }
    this.#headDone = true;
  }

  #pass(bytes: Uint8Array): void {
    const body = this.#body;
    if (!body) return;
    if (this.endedAt !== undefined) {
      // After the end of the content: stops reading and counts only the bytes that already arrived.
      this.#upstream.pause();
      body.push(bytes);
      return;
    }
    let ready = true;
    for (const piece of body.push(bytes)) ready = this.#feed?.push(piece) ?? true;
    if (body.state !== "open" || this.overrun) this.#endContent();
    else if (ready) this.#upstream.resume();
    else this.#upstream.pause();
  }

  #endContent(): void {
    this.endedAt ??= this.#clock();
    this.#feed?.end();
  }

  #finish(error?: unknown): void {
    if (this.ended) return;
    this.ended = true;
    this.broken = error;
    this.#onEnd?.();
    if (!this.#headDone) this.#settleHead.reject(endedEarly(this.firstByteAt !== undefined, error));
    if (this.#body) this.#endContent();
  }
}

/** Failure of a connection that ended within the header section. */
function endedEarly(began: boolean, error: unknown): HttpFailure {
  const code = errorCode(error);
  if (code === "EPROTO" || code.startsWith("ERR_SSL")) return tlsFailure(error);
  if (began)
    return new HttpFailure(
      "closed-in-head",
      "The server closed the connection in the middle of the header section.",
    );
  if (error !== undefined)
    return new HttpFailure("reset-without-response", "The server reset the connection without a response.");
  return new HttpFailure("closed-without-response", "The server closed the connection without a response.");
}
