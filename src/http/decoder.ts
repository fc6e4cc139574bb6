import type { Transform } from "node:stream";
import zlib from "node:zlib";
import { wordTable } from "../../data/word-table.ts";
import { runInSharedTimeSlice, type Task } from "../api/cooperative.ts";

/** Undoes content codings and counts what comes out; nothing is kept. */
export interface Decoder {
  readonly state: { bytes: number; full: boolean; broken: boolean };
  /** One at a time. */
  write(piece: Uint8Array): Promise<void>;
  /** `isWhole`: the end of the content has come; otherwise decoding stops at once. */
  end(isWhole: boolean): Promise<void>;
}

/**
 * What `zlib.gunzipSync` and its like are made of, in Bun as in Node.js. Neither documents it, but nothing else decodes
 * piece by piece outside of the pool of threads, where a page would wait for whatever blocks the pool.
 */
interface Native {
  readonly _handle: {
    onerror: (message: string) => void;
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

interface Coding {
  readonly open: (first: Uint8Array) => Transform;
  /** The operation at the end of the input. */
  readonly finish: number;
}

const { Z_NO_FLUSH, Z_FINISH, BROTLI_OPERATION_FINISH, ZSTD_e_end } = zlib.constants;
const gzip: Coding = { open: () => zlib.createGunzip(), finish: Z_FINISH };

const CODINGS = wordTable<Coding>({
  gzip,
  "x-gzip": gzip,
  deflate: {
    open: (first) => (isZlib(first) ? zlib.createInflate() : zlib.createInflateRaw()),
    finish: Z_FINISH,
  },
  br: { open: () => zlib.createBrotliDecompress(), finish: BROTLI_OPERATION_FINISH },
  zstd: { open: () => zlib.createZstdDecompress(), finish: ZSTD_e_end },
});

/** Whether a content coding (in lower case) can be undone here. */
export function isDecodable(coding: string): boolean {
  return CODINGS.has(coding);
}

/** RFC 1950 section 2.2. Some servers send bare deflate data (RFC 1951) instead. */
function isZlib(bytes: Uint8Array): boolean {
  const [cmf = 0, flags = 0] = bytes;
  return bytes.length < 2 || ((cmf & 0x0f) === 8 && ((cmf << 8) | flags) % 31 === 0);
}

/** Bytes that one step makes at most: a fraction of a millisecond. */
const STEP = 65_536;
/** Where the last stage writes: its bytes are counted, and nobody reads them. */
const dropped = new Uint8Array(STEP);
const NOTHING = new Uint8Array();

interface Stage {
  readonly stream: Transform;
  readonly native: Native;
  readonly finish: number;
  readonly output: Uint8Array;
}

/** The coding that was applied last is undone first (RFC 9110 section 8.4). `first`: at least two bytes, if there are. */
export function openDecoder(codings: readonly string[], first: Uint8Array, maxBytes: number): Decoder {
  const state = { bytes: 0, full: false, broken: false };
  let isOver = false;
  const stages = codings.toReversed().flatMap((name, index): Stage[] => {
    const coding = CODINGS.get(name);
    if (!coding) return [];
    const stream = coding.open(index === 0 ? first : NOTHING);
    const native = stream as unknown as Native;
    native._handle.onerror = () => {
      state.broken = true;
    };
    const output = index === codings.length - 1 ? dropped : new Uint8Array(STEP);
    return [{ stream, native, finish: coding.finish, output }];
  });

  function stop(): void {
    isOver = true;
    for (const { stream } of stages) stream.destroy();
  }

  function count(bytes: number): void {
    state.bytes = Math.min(maxBytes, state.bytes + bytes);
    state.full = state.bytes === maxBytes;
    if (state.full) stop();
  }

  /** Hands a piece to the stage at `index`, and what it makes to the next one. */
  function* pass(index: number, piece: Uint8Array, isEnd: boolean): Task<void> {
    const stage = stages[index];
    let left = piece.length;
    while (stage && !isOver) {
      const { native, finish, output } = stage;
      const flush = isEnd ? finish : Z_NO_FLUSH;
      native._handle.writeSync(flush, piece, piece.length - left, left, output, 0, STEP);
      if (state.broken) return stop();
      const [free = 0, unread = 0] = native._writeState;
      left = unread;
      if (index === stages.length - 1) count(STEP - free);
      else if (free < STEP) yield* pass(index + 1, output.subarray(0, STEP - free), false);
      if (free > 0) return;
      yield;
    }
  }

  function* passEnd(): Task<void> {
    for (const index of stages.keys()) yield* pass(index, NOTHING, true);
    stop();
  }

  return {
    state,
    write: (piece) => runInSharedTimeSlice(pass(0, piece, false)),
    async end(isWhole) {
      if (isWhole) await runInSharedTimeSlice(passEnd());
      else stop();
    },
  };
}
