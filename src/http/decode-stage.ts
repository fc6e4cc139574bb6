/** One content coding being undone, piece by piece. */

import type { Transform } from "node:stream";
import { wordTable } from "../../data/word-table.ts";
import { openGzip } from "./gzip-stage.ts";

/** What is wrong with encoded data. */
export type Flaw =
  /** It is not what the coding says, from some byte on. */
  | "data"
  /** It ends before its end. */
  | "cut"
  /** All of it came, but the checksum or the length after it is another one. */
  | "checksum"
  /** All of it came, but the checksum after it did not, or not whole. */
  | "no-checksum"
  /** More bytes follow the end of gzip data, which are neither another member nor zeros. */
  | "trailing";

/** What one step did: bytes read of the piece, and bytes written to the output. */
interface Step {
  read: number;
  made: number;
}

export interface DecodeStage {
  /** Where the stage writes; valid until its next step. */
  readonly output: Uint8Array;
  /** Set once nothing more can be decoded. What the failing step made is not counted. */
  readonly flaw: Flaw | undefined;
  /** Bytes after the end of the encoded data. */
  readonly trailingBytes: number;
  /** Gzip members that have come to their end (RFC 1952 section 2.2). */
  readonly members: number;
  /** Deflate data without its wrapping. */
  readonly isBare?: boolean;
  /** Decodes some of `piece` from `at` on. All is done where it neither reads nor fills the output. */
  step(piece: Uint8Array, at: number, isEnd: boolean): Step;
  close(): void;
}

/**
 * What `zlib.gunzipSync` and its like are made of, in Bun as in Node.js. Neither documents it, but nothing else decodes
 * piece by piece outside of the pool of threads, where a page would wait for whatever blocks the pool.
 */
interface Native {
  readonly _handle: {
    onerror: (message: string) => void;
    reset(): void;
    writeSync(
      flush: number,
      input: Uint8Array,
      inputAt: number,
      inputLength: number,
      output: Uint8Array,
      outputAt: number,
      outputLength: number,
    ): void;
  };
  /** After each write: bytes left free in the output, and left unread of the input. */
  readonly _writeState: Uint32Array;
}

/** A stage of the platform's own, which can begin anew. */
export interface NativeStage extends DecodeStage {
  /** Input is left though output is free: the encoded data is at its end. */
  readonly ended: boolean;
  reset(): void;
}

/** Loaded when something is encoded: that takes 2 ms of CPU time. */
const zlib = () => process.getBuiltinModule("node:zlib");

/** `finish`: the operation at the end of the input, for deflate by default. */
function nativeStage(
  stream: Transform,
  output: Uint8Array,
  { isBare = false, finish = zlib().constants.Z_FINISH } = {},
): NativeStage {
  const native = stream as unknown as Native;
  const { Z_NO_FLUSH } = zlib().constants;
  let flaw: Flaw | undefined;
  let ended = false;
  let trailingBytes = 0;
  native._handle.onerror = (message) => {
    flaw = flawOf(message);
  };
  return {
    output,
    members: 0,
    isBare,
    get flaw() {
      return flaw;
    },
    get ended() {
      return ended;
    },
    get trailingBytes() {
      return trailingBytes;
    },
    step(piece, at, isEnd) {
      const length = piece.length - at;
      native._handle.writeSync(isEnd ? finish : Z_NO_FLUSH, piece, at, length, output, 0, output.length);
      if (flaw) return { read: 0, made: 0 };
      const [free = 0, unread = 0] = native._writeState;
      ended = free > 0 && unread > 0;
      if (ended && unread === length) trailingBytes += unread;
      return { read: length - unread, made: output.length - free };
    },
    reset() {
      native._handle.reset();
      ended = false;
    },
    close: () => void stream.destroy(),
  };
}

/** The platform's messages of zlib; other codings only say that it failed. */
function flawOf(message: string): Flaw {
  if (message === "unexpected end of file") return "cut";
  return message === "incorrect data check" ? "checksum" : "data";
}

type Opener = (output: Uint8Array, first: Uint8Array) => DecodeStage;

const gzip: Opener = (output) => openGzip(nativeStage(zlib().createInflateRaw(), output));

const OPENERS = wordTable<Opener>({
  gzip,
  "x-gzip": gzip,
  deflate: (output, first) =>
    isZlib(first)
      ? nativeStage(zlib().createInflate(), output)
      : nativeStage(zlib().createInflateRaw(), output, { isBare: true }),
  br: (output) =>
    nativeStage(zlib().createBrotliDecompress(), output, {
      finish: zlib().constants.BROTLI_OPERATION_FINISH,
    }),
  zstd: (output) =>
    nativeStage(zlib().createZstdDecompress(), output, { finish: zlib().constants.ZSTD_e_end }),
});

/** Whether a content coding (in lower case) can be undone here. */
export function isDecodable(coding: string): boolean {
  return OPENERS.has(coding);
}

/** `first`: at least two bytes of the data, if there are. */
export function openStage(coding: string, output: Uint8Array, first: Uint8Array): DecodeStage | undefined {
  return OPENERS.get(coding)?.(output, first);
}

/** RFC 1950 section 2.2. Some servers send bare deflate data (RFC 1951) instead. */
function isZlib(bytes: Uint8Array): boolean {
  const [cmf = 0, flags = 0] = bytes;
  return bytes.length < 2 || ((cmf & 0x0f) === 8 && ((cmf << 8) | flags) % 31 === 0);
}
