/** One content coding being undone, piece by piece. */

import type { Transform } from "node:stream";
import { wordTable } from "../../../data/word-table.ts";
import type { DecodeStage, Flaw, NativeStage } from "./decoding-step.ts";
import { openGzip } from "./gzip-stage.ts";

/**
 * The classes below `zlib.gunzipSync` and its like, in Bun as in Node.js. Neither documents them, but nothing else decodes
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
