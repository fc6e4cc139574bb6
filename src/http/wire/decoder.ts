/** Decodes content codings by streams of `node:zlib`, which work on other threads. */

import type { Transform } from "node:stream";
import { wordTable } from "../../../data/word-table.ts";

type Flaw =
  /** Invalid data. */
  | "data"
  /** Incomplete. */
  | "cut"
  /** Wrong checksum or length. */
  | "checksum";

/** Facts about encoded content. */
export interface DecodingFacts {
  /** Flaw that ended decoding, and the coding in which it occurred. */
  readonly flaw?: { readonly coding: string; readonly kind: Flaw };
  /** Number of decoded bytes of the first gzip member, if there are several. */
  readonly firstMemberBytes?: number;
  /** Number of bytes after the encoded data. */
  readonly trailingBytes?: number;
  /** Whether `deflate` is raw deflate data, without the zlib format (RFC 1950). */
  readonly isBareDeflate?: boolean;
}

/** Decodes content codings and counts the bytes. */
export interface Decoder {
  readonly state: { bytes: number; full: boolean };
  facts(): DecodingFacts;
  /** Resolves when the piece is decoded; one call at a time. */
  write(piece: Uint8Array): Promise<void>;
  /** @param isWhole whether the end of the content arrived; if not, decoding stops at once */
  end(isWhole: boolean): Promise<void>;
}

type Sink = (bytes: Uint8Array) => void | Promise<void>;

/** Decoder of one content coding. */
interface Stage {
  /** Set when decoding has failed. */
  readonly flaw: Flaw | undefined;
  /** Number of bytes after the encoded data. */
  readonly trailingBytes: number;
  /** Number of complete gzip members (RFC 1952 section 2.2). */
  readonly members?: number;
  /** Whether it is raw deflate data. */
  readonly isBare?: boolean;
  write(piece: Uint8Array): Promise<void>;
  end(): Promise<void>;
  close(): void;
}

/** Loaded lazily: takes 2 ms of CPU time. */
const zlib = () => process.getBuiltinModule("node:zlib");

const NOTHING: Uint8Array = new Uint8Array();
const CHUNK = { chunkSize: 65_536 };

/** Writes to a stream of `node:zlib` and passes on decoded chunks, one at a time. */
function openStream(stream: Transform & { readonly bytesWritten: number }, sink: Sink) {
  const state = { flaw: undefined as Flaw | undefined, code: "", hasEnded: false, isClosed: false };
  let wake = () => {};
  stream.on("readable", () => wake());
  stream.on("end", () => {
    state.hasEnded = true;
    wake();
  });
  stream.on("error", ({ message, code = "" }: NodeJS.ErrnoException) => {
    state.flaw = flawOf(message);
    state.code = code;
    wake();
  });

  async function drain(isDone: () => boolean): Promise<void> {
    while (!state.isClosed) {
      const chunk: Uint8Array | null = stream.read();
      if (chunk) await sink(chunk);
      else if (state.flaw || state.hasEnded || isDone()) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }

  return {
    state,
    /** Resolves to the number of bytes read, which is smaller if the data ended. */
    async write(piece: Uint8Array): Promise<number> {
      const before = stream.bytesWritten;
      let isDone = false;
      stream.write(piece, () => {
        isDone = true;
        wake();
      });
      await drain(() => isDone);
      const read = stream.bytesWritten - before;
      // Unread bytes show that the data ended; the `end` event may be later.
      if (read < piece.length && !state.flaw && !state.isClosed) state.hasEnded = true;
      return read;
    },
    end() {
      stream.end();
      return drain(() => false);
    },
    close() {
      state.isClosed = true;
      stream.destroy();
      wake();
    },
  };
}

/** Flaw by zlib's message. Other codings have no such messages. */
function flawOf(message: string): Flaw {
  if (message === "unexpected end of file") return "cut";
  return message === "incorrect data check" ? "checksum" : "data";
}

function plainStage(stream: ReturnType<typeof openStream>, isBare = false): Stage {
  const stage = {
    isBare,
    get flaw() {
      return stream.state.flaw;
    },
    trailingBytes: 0,
    async write(piece: Uint8Array) {
      const read = stream.state.hasEnded ? 0 : await stream.write(piece);
      if (stream.state.hasEnded) stage.trailingBytes += piece.length - read;
    },
    end: async () => (stream.state.hasEnded ? undefined : stream.end()),
    close: stream.close,
  };
  return stage;
}

/** Zstandard frames (RFC 8878 section 3). */
function openZstd(sink: Sink): Stage {
  const stream = openStream(zlib().createZstdDecompress(CHUNK), sink);
  const stage = {
    flaw: undefined as Flaw | undefined,
    trailingBytes: 0,
    async write(piece: Uint8Array) {
      await stream.write(piece);
      // Bytes after the last frame are invalid data: browsers reject them.
      stage.flaw = stream.state.hasEnded ? "data" : stream.state.flaw;
    },
    async end() {
      // Detects a cut frame by an invalid byte: the stream rejects it between frames, but not within a frame.
      await stream.write(Uint8Array.of(0));
      const isWhole = stream.state.hasEnded || stream.state.code === "ZSTD_error_prefix_unknown";
      if (!isWhole && !stream.state.isClosed) stage.flaw = "cut";
    },
    close: stream.close,
  };
  return stage;
}

const TRAILER = 8;

/**
 * Decodes gzip members (RFC 1952). Reads headers and trailers itself: zlib does not separate members, and
 * drops the last chunk before a wrong checksum, although browsers show it.
 */
function openGzip(sink: Sink, onMember: () => void): Stage {
  const { crc32, createInflateRaw } = zlib();
  let data: ReturnType<typeof openStream> | undefined;
  /** Bytes of an incomplete header or trailer. */
  let pending = NOTHING;
  let checksum = 0;
  let length = 0;
  let isClosed = false;

  function openMember() {
    checksum = 0;
    length = 0;
    return openStream(createInflateRaw(CHUNK), (bytes) => {
      checksum = crc32(bytes, checksum);
      length += bytes.length;
      return sink(bytes);
    });
  }

  function endMember(bytes: Uint8Array): void {
    const trailer = new DataView(bytes.buffer, bytes.byteOffset);
    if (trailer.getUint32(0, true) !== checksum || trailer.getUint32(4, true) !== length % 2 ** 32)
      stage.flaw = "checksum";
    data = undefined;
    stage.members++;
    onMember();
  }

  /** Reads a header or trailer; returns the remaining bytes. */
  function readAround(bytes: Uint8Array): Uint8Array {
    const size = data ? TRAILER : headerSize(bytes);
    pending = bytes.length < size ? bytes : NOTHING;
    if (Number.isNaN(size)) {
      if (stage.members === 0) stage.flaw = "data";
      else stage.trailingBytes = bytes.length;
    } else if (bytes.length >= size) {
      if (data) endMember(bytes);
      else data = openMember();
      return bytes.subarray(size);
    }
    return NOTHING;
  }

  const stage = {
    flaw: undefined as Flaw | undefined,
    /** Number of complete members. */
    members: 0,
    trailingBytes: 0,
    async write(piece: Uint8Array) {
      if (stage.trailingBytes > 0) stage.trailingBytes += piece.length;
      else
        for (let rest = piece; rest.length > 0 && !stage.flaw && !isClosed; ) {
          if (!data || data.state.hasEnded)
            rest = readAround(pending.length > 0 ? Buffer.concat([pending, rest]) : rest);
          else {
            rest = rest.subarray(await data.write(rest));
            if (!isClosed) stage.flaw = data.state.flaw;
          }
        }
    },
    async end() {
      if (!data && pending.length === 0 && stage.members > 0) return;
      if (data && !data.state.hasEnded) await data.end();
      stage.flaw = data?.state.flaw ?? "cut";
    },
    close() {
      isClosed = true;
      data?.close();
    },
  };
  return stage;
}

/** Maximum gzip members, each decoded by a new stream (0.15 ms). Block-compressed files have about one per 64 KiB. */
const MOST_MEMBERS = 1000;

/** Flags of optional parts of a gzip header (RFC 1952 section 2.3.1). */
const EXTRA = 0x04;
const NAME = 0x08;
const COMMENT = 0x10;
const HEADER_CHECKSUM = 0x02;
/** Maximum bytes of a header; an extra field may have 65,535. */
const LONGEST_HEADER = 131_072;

/** Size of the gzip header in bytes; Infinity if it is incomplete, NaN if it is not gzip. */
function headerSize(bytes: Uint8Array): number {
  const [first = 0x1f, second = 0x8b, method = 8, flags = 0] = bytes;
  if (first !== 0x1f || second !== 0x8b || method !== 8 || (flags & 0xe0) !== 0) return Number.NaN;
  if (bytes.length < 10) return Number.POSITIVE_INFINITY;
  let size = 10;
  if (flags & EXTRA) size += 2 + ((bytes[10] ?? 0) | ((bytes[11] ?? 0) << 8));
  for (const flag of [NAME, COMMENT])
    if (flags & flag) size = bytes.indexOf(0, size) + 1 || Number.POSITIVE_INFINITY;
  if (flags & HEADER_CHECKSUM) size += 2;
  return bytes.length < size && bytes.length > LONGEST_HEADER ? Number.NaN : size;
}

type Opener = (sink: Sink, first: Uint8Array, onMember: () => void) => Stage;

const gzip: Opener = (sink, _first, onMember) => openGzip(sink, onMember);

const OPENERS = wordTable<Opener>({
  gzip,
  "x-gzip": gzip,
  deflate: (sink, first) =>
    isZlib(first)
      ? plainStage(openStream(zlib().createInflate(CHUNK), sink))
      : plainStage(openStream(zlib().createInflateRaw(CHUNK), sink), true),
  br: (sink) => plainStage(openStream(zlib().createBrotliDecompress(CHUNK), sink)),
  zstd: openZstd,
});

/** Whether a content coding (in lower case) is supported. */
export function isDecodable(coding: string): boolean {
  return OPENERS.has(coding);
}

/** RFC 1950 section 2.2. Some servers send raw deflate (RFC 1951) instead. */
function isZlib(bytes: Uint8Array): boolean {
  const [cmf = 0, flags = 0] = bytes;
  return bytes.length < 2 || ((cmf & 0x0f) === 8 && ((cmf << 8) | flags) % 31 === 0);
}

/**
 * Decodes the last coding first (RFC 9110 section 8.4).
 * @param first at least two bytes of the content, if it has them
 */
export function openDecoder(
  codings: readonly string[],
  first: Uint8Array,
  maxBytes: number,
  onDecoded: (bytes: Uint8Array) => void = () => {},
): Decoder {
  const state = { bytes: 0, full: false };
  let isOver = false;
  let flaw: DecodingFacts["flaw"];
  let firstMemberBytes: number | undefined;
  let members = 0;
  /** In decoding order. */
  const stages: Stage[] = [];

  function stop(): void {
    isOver = true;
    for (const stage of stages) stage.close();
  }

  async function run(stage: Stage, coding: string, work: () => Promise<void>): Promise<void> {
    if (isOver) return;
    await work();
    if (!stage.flaw || isOver) return;
    flaw = { coding, kind: stage.flaw };
    stop();
  }

  let sink: Sink = (bytes) => {
    onDecoded(bytes);
    state.bytes = Math.min(maxBytes, state.bytes + bytes.length);
    state.full = state.bytes === maxBytes;
    if (state.full) stop();
  };
  for (const [index, coding] of codings.entries()) {
    const start = index === codings.length - 1 ? first : NOTHING;
    const stage = OPENERS.get(coding)?.(sink, start, () => {
      firstMemberBytes ??= state.bytes;
      if (++members < MOST_MEMBERS) return;
      state.full = true;
      stop();
    });
    if (!stage) continue;
    stages.unshift(stage);
    sink = (bytes) => run(stage, coding, () => stage.write(bytes));
  }

  return {
    state,
    facts() {
      const hasMembers = stages.some(({ members = 0 }) => members > 1);
      const trailingBytes = stages.reduce((sum, stage) => sum + stage.trailingBytes, 0);
      return {
        ...(flaw && { flaw }),
        ...(hasMembers && firstMemberBytes !== undefined && { firstMemberBytes }),
        ...(trailingBytes > 0 && { trailingBytes }),
        ...(stages.some(({ isBare }) => isBare) && { isBareDeflate: true }),
      };
    },
    write: async (piece) => sink(piece),
    async end(isWhole) {
      if (isWhole)
        for (const [index, stage] of stages.entries())
          await run(stage, codings[codings.length - 1 - index] ?? "", () => stage.end());
      stop();
    },
  };
}
