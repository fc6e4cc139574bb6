/** Bytes after a head → content (RFC 9112 sections 6 and 7). Pure but for what it has read so far. */

import type { Framing } from "./framing.ts";

/** How far the content has come. */
type BodyState =
  /** More is to come. */
  | "open"
  | "whole"
  /** What came is not chunks, though it is said to be. */
  | "malformed";

export interface BodyReader {
  readonly state: BodyState;
  /** Bytes of content so far. */
  readonly bytes: number;
  /** Bytes that followed the end of the content. */
  readonly extraBytes: number;
  /** Chunks with extensions (RFC 9112 section 7.1.1). */
  readonly extensions: number;
  /** A size line was none, or longer than Chromium reads, and is read on as Firefox does by the C library. */
  readonly isOdd?: boolean;
  /** Bytes of size lines besides the sizes: extensions and white space. */
  readonly paddingBytes: number;
  /** Field lines of the trailer section, one character a byte. */
  readonly trailers: readonly string[];
  /** What is missing, in words; for content that ends early. */
  readonly missing: string;
  /** The pieces of content in these bytes. */
  push(bytes: Uint8Array): readonly Uint8Array[];
}

/** `until close` is whole when the connection ends, which the caller sees. */
export function openBody(framing: Exclude<Framing, { kind: "invalid" }>): BodyReader {
  if (framing.kind === "chunked") return openChunks();
  return openPlain(
    framing.kind === "none" ? 0 : framing.kind === "length" ? framing.bytes : Number.POSITIVE_INFINITY,
  );
}

function openPlain(expected: number): BodyReader {
  let bytes = 0;
  let extraBytes = 0;
  return {
    get state() {
      return bytes < expected ? "open" : "whole";
    },
    get bytes() {
      return bytes;
    },
    get extraBytes() {
      return extraBytes;
    },
    extensions: 0,
    paddingBytes: 0,
    trailers: [],
    get missing() {
      return Number.isFinite(expected)
        ? `${expected - bytes} of ${expected} bytes`
        : "the end of the connection";
    },
    push(piece) {
      const taken = piece.subarray(0, Math.min(piece.length, expected - bytes));
      bytes += taken.length;
      extraBytes += piece.length - taken.length;
      return taken.length > 0 ? [taken] : [];
    },
  };
}

const CR = 0x0d;
const LF = 0x0a;
/** Bytes of a line with a chunk's size, as in Chromium, and of the trailer section. */
const LONGEST_LINE = 16_384;
const LONGEST_TRAILERS = 16_384;

/** chunk-size [ chunk-ext ] (RFC 9112 section 7.1); white space after the size is bad, and many send it. */
const SIZE = /^([0-9A-Fa-f]{1,12})[ \t]*(;.*)?$/s;

/** What may become the size line of a chunk. */
const STRICT_BEGIN = /^[0-9A-Fa-f]+[ \t]*(?:;.*)?\r?$/s;
/** A number as strtoul reads it with base 16, whatever follows, and what may become one. */
const ODD_SIZE = /^[\t-\r ]*([+-]?)(?:0x(?=[0-9a-f]))?([0-9a-f]+)/i;
const ODD_BEGIN = /^[\t-\r ]*(?:[+-]?$|[+-]?[0-9a-f])/i;
/** Firefox keeps sizes in 32 bits. */
const MOST_ODD = 0xffff_ffff;

/** What Firefox takes from a size line that is none. */
function oddSize(line: string): number | undefined {
  const [, sign = "", digits] = ODD_SIZE.exec(line.split(";", 1)[0] ?? "") ?? [];
  const size = digits === undefined ? Number.NaN : Number.parseInt(digits, 16);
  return size <= MOST_ODD && (sign !== "-" || size === 0) ? size : undefined;
}

function openChunks(): BodyReader {
  let state: BodyState = "open";
  let bytes = 0;
  let extraBytes = 0;
  let extensions = 0;
  let paddingBytes = 0;
  const trailers: string[] = [];
  let trailerBytes = 0;
  /** What is read next: a line with a size, data, the line end after it, the trailer section. */
  let part: "size" | "data" | "data-end" | "trailers" = "size";
  let isOdd = false;
  let left = 0;
  let line = "";

  /** A line has come whole, without its end. */
  function takeLine(): void {
    const text = line.endsWith("\r") ? line.slice(0, -1) : line;
    line = "";
    if (part === "data-end") {
      if (text !== "") state = "malformed";
      part = "size";
    } else if (part === "size") {
      const [, size, extension] = SIZE.exec(text) ?? [];
      if (size === undefined) {
        takeOddSize(text);
        return;
      }
      if (extension !== undefined) extensions++;
      paddingBytes += text.length - size.length;
      left = Number.parseInt(size, 16);
      part = left === 0 ? "trailers" : "data";
    } else if (text === "") state = "whole";
    else trailers.push(text);
  }

  /** Only from the first chunk on: what the others lose is decoded already. Firefox then ignores blank lines. */
  function takeOddSize(text: string): void {
    const size = bytes === 0 || isOdd ? oddSize(text) : undefined;
    if (size === undefined && !(isOdd && text === "")) state = "malformed";
    if (size === undefined) return;
    isOdd = true;
    left = size;
    part = left === 0 ? "trailers" : "data";
  }

  function lineByte(code: number): void {
    if (code === LF) {
      takeLine();
      return;
    }
    // Firefox has no bound for the extensions of a chunk.
    if (part === "size" && line.length >= LONGEST_LINE && (isOdd || isOddFirst())) {
      isOdd = true;
      paddingBytes++;
      return;
    }
    line += String.fromCharCode(code);
    // What cannot become such a line is reported at once: its end may never come.
    if (part === "data-end" && code !== CR) state = "malformed";
    if (line.length > LONGEST_LINE) state = "malformed";
    if (part === "size" && line.length < 16 && !mayBeSize()) state = "malformed";
    if (part === "trailers" && ++trailerBytes > LONGEST_TRAILERS) state = "malformed";
  }

  function isOddFirst(): boolean {
    return bytes === 0 && oddSize(line) !== undefined;
  }

  function mayBeSize(): boolean {
    return STRICT_BEGIN.test(line) || ((bytes === 0 || isOdd) && ODD_BEGIN.test(line));
  }

  return {
    get state() {
      return state;
    },
    get isOdd() {
      return isOdd || (part === "size" && line !== "" && !STRICT_BEGIN.test(line));
    },
    get bytes() {
      return bytes;
    },
    get extraBytes() {
      return extraBytes;
    },
    get extensions() {
      return extensions;
    },
    get paddingBytes() {
      return paddingBytes;
    },
    trailers,
    get missing() {
      if (part === "trailers") return "the blank line after the last chunk";
      return part === "size" ? "the last chunk" : `${left} bytes of a chunk`;
    },
    push(piece) {
      const pieces: Uint8Array[] = [];
      let at = 0;
      while (at < piece.length && state === "open") {
        if (part === "data") {
          const data = piece.subarray(at, at + left);
          pieces.push(data);
          bytes += data.length;
          left -= data.length;
          at += data.length;
          if (left === 0) part = isOdd ? "size" : "data-end";
        } else lineByte(piece[at++] ?? 0);
      }
      if (state === "whole") extraBytes += piece.length - at;
      return pieces;
    },
  };
}
