/**
 * IO: presents a connection as a stream for `node:http2`. Limits the frames before Node.js reads them, since
 * Node.js has no limit for frames other than DATA.
 */

import type { Duplex } from "node:stream";
import { guarded, type Transport } from "../../platform/socket.ts";
import { HttpFailure } from "./failures.ts";
import { type MeterLimits, mostBeside, mostPieces } from "./meter.ts";
import { floodFailure } from "./tls-failure.ts";

/** Maximum frames other than DATA per response. */
const MOST_CONTROLS = 1000;

/** Bytes of a frame header: length (3), type, flags, stream (RFC 9113 section 4.1). */
const FRAME_HEAD = 9;
const DATA = 0;
const HEADERS = 1;
const END_STREAM = 0x1;
/** Default maximum payload of a frame; Node.js rejects longer ones. */
const LONGEST = 16_384;

export interface FrameMeter {
  /** Id of the last stream with END_STREAM. Node.js distinguishes a reset with NO_ERROR only briefly. */
  readonly endedStream: number;
  /** Resets the counters for the next response. */
  renew(): void;
  /** Counts a piece of bytes. @throws HttpFailure above the limit */
  arrive(): void;
  /** Counts the frames in a piece of bytes. @throws HttpFailure above a limit */
  take(piece: Uint8Array): void;
}

export function openFrameMeter(limits: MeterLimits): FrameMeter {
  const mostBytes = mostBeside(limits);
  const mostData = mostPieces(limits);
  let controls = 0;
  let bytes = 0;
  let data = 0;
  let pieces = 0;
  /** Bytes read of the current frame's header. */
  let head = 0;
  let length = 0;
  let left = 0;
  let type = 0;
  let flags = 0;
  let id = 0;
  let endedStream = 0;

  function count(): void {
    if (type === DATA) data++;
    else {
      controls++;
      bytes += FRAME_HEAD + Math.min(length, LONGEST);
    }
    if (data > mostData) throw flood(`more than ${mostData} DATA frames`);
    if (controls > MOST_CONTROLS) throw flood(`more than ${MOST_CONTROLS} frames besides the content`);
    if (bytes > mostBytes) throw flood(`more than ${mostBytes} bytes of frames besides the content`);
  }

  function takeHead(byte: number): void {
    if (head < 3) length = (length << 8) | byte;
    else if (head === 3) type = byte;
    else if (head === 4) flags = byte;
    else id = (id << 8) | byte;
    if (++head < FRAME_HEAD) return;
    count();
    left = length;
  }

  function endFrame(): void {
    if ((type === DATA || type === HEADERS) && flags & END_STREAM) endedStream = id;
    head = 0;
    length = 0;
    id = 0;
  }

  return {
    get endedStream() {
      return endedStream;
    },
    renew() {
      controls = 0;
      bytes = 0;
      data = 0;
      pieces = 0;
    },
    arrive() {
      if (++pieces > mostData) throw flood(`more than ${mostData} pieces`);
    },
    take(piece) {
      let at = 0;
      while (at < piece.length) {
        if (head < FRAME_HEAD) takeHead(piece[at++] ?? 0);
        else {
          const taken = Math.min(left, piece.length - at);
          at += taken;
          left -= taken;
        }
        if (head === FRAME_HEAD && left === 0) endFrame();
      }
    },
  };
}

function flood(what: string): HttpFailure {
  return new HttpFailure("http2-error", `The server sent ${what} for one response, so reading stopped.`, {
    hint: "Find what sends frames besides the response, such as PING or ALTSVC, or content in tiny frames.",
  });
}

export interface FramedStream {
  readonly stream: Duplex;
  /** Rejects when a limit is exceeded; never resolves. */
  readonly refused: Promise<never>;
  /** Stops reading; pieces that arrived earlier are still delivered. */
  pause(): void;
  resume(): void;
}

/** Stream over the connection; destroying it destroys both. */
export function framedStream(transport: Transport, meter: FrameMeter): FramedStream {
  const { Duplex } = process.getBuiltinModule("node:stream");
  const { promise: refused, reject } = Promise.withResolvers<never>();
  refused.catch(() => {});
  let waiting: Uint8Array[] = [];
  let isTurnDue = false;
  let isPaused = false;
  /** Set when the connection has ended. */
  let ended: { readonly error: unknown } | undefined;

  const stream = new Duplex({
    read() {},
    write(piece: Uint8Array, _encoding, done) {
      transport.write(piece);
      done();
    },
    destroy(error, done) {
      transport.destroy();
      done(error);
    },
  });

  const refuse = (error: unknown) => {
    reject(error);
    stream.destroy();
  };

  /** Passes on the queued pieces, then yields. */
  const advance = guarded(refuse, () => {
    if (isTurnDue || isPaused || stream.destroyed) return;
    if (waiting.length > 0) handOn();
    else if (ended) stream.destroy(ended.error instanceof Error ? ended.error : undefined);
    else transport.resume();
  });

  function handOn(): void {
    isTurnDue = true;
    setImmediate(() => {
      isTurnDue = false;
      advance();
    });
    const [first] = waiting;
    const piece = first && waiting.length === 1 ? first : Buffer.concat(waiting);
    waiting = [];
    meter.take(piece);
    stream.push(piece);
  }

  transport.listen({
    data: guarded(refuse, (bytes: Uint8Array) => {
      meter.arrive();
      waiting.push(bytes);
      if (isTurnDue) transport.pause();
      advance();
    }),
    end(error) {
      ended = { error };
      const flood = floodFailure(error);
      if (flood) refuse(flood);
      else advance();
    },
  });
  return {
    stream,
    refused,
    pause() {
      isPaused = true;
      transport.pause();
    },
    resume() {
      isPaused = false;
      advance();
    },
  };
}
