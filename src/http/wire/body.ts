/** Reads content from the bytes after a head (RFC 9112 sections 6 and 7). Pure except for its state. */

import type { Framing } from "./framing.ts";

type BodyState =
  /** Incomplete. */
  | "open"
  | "whole"
  /** Declared as chunked, but is not. */
  | "malformed";

export interface BodyReader {
  readonly state: BodyState;
  readonly bytes: number;
  /** Number of bytes after the end of the content. */
  readonly extraBytes: number;
  /** Number of chunks with extensions (RFC 9112 section 7.1.1). */
  readonly extensions: number;
  /** Whether a size line was invalid or too long for Chromium. Sizes are then read as in Firefox (strtoul). */
  readonly isOdd?: boolean;
  /** Bytes of extensions and white space in size lines. */
  readonly paddingBytes: number;
  /** Bytes of size lines, line ends and trailers. */
  readonly framingBytes: number;
  /** Field lines of the trailer section, one character a byte. */
  readonly trailers: readonly string[];
  /** Description of the missing part of incomplete content. */
  readonly missing: string;
  /** Returns the content within these bytes. */
  push(bytes: Uint8Array): readonly Uint8Array[];
}

/** Returns a reader. Content without a length stays `open`; the caller sees the end of the connection. */
export function openBody(framing: Exclude<Framing, { kind: "invalid" }>): BodyReader {
  if (framing.kind === "chunked") return openChunks();
  return openPlain(
    framing.kind === "none" ? 0 : framing.kind === "length" ? framing.bytes : Number.POSITIVE_INFINITY,
  );
}

function openPlain(expected: number): BodyReader {
  const reader = {
    get state(): BodyState {
      return reader.bytes < expected ? "open" : "whole";
    },
    bytes: 0,
    extraBytes: 0,
    extensions: 0,
    paddingBytes: 0,
    framingBytes: 0,
    trailers: [],
    get missing(): string {
      return Number.isFinite(expected)
        ? `${expected - reader.bytes} of ${expected} bytes`
        : "the end of the connection";
    },
    push(piece: Uint8Array) {
      const taken = piece.subarray(0, Math.min(piece.length, expected - reader.bytes));
      reader.bytes += taken.length;
      reader.extraBytes += piece.length - taken.length;
      return taken.length > 0 ? [taken] : [];
    },
  };
  return reader;
}

const CR = 0x0d;
const LF = 0x0a;
/** Maximum bytes of a size line, as in Chromium, and of the trailer section. */
const LONGEST_LINE = 16_384;
const LONGEST_TRAILERS = 16_384;

/** chunk-size [ chunk-ext ] (RFC 9112 section 7.1), with white space that many servers send. */
const SIZE = /^([0-9A-Fa-f]{1,12})[ \t]*(;.*)?$/s;

/** Prefix of a valid size line. */
const STRICT_BEGIN = /^[0-9A-Fa-f]+[ \t]*(?:;.*)?\r?$/s;
/** Hexadecimal number as strtoul(16) reads it; ODD_BEGIN matches an incomplete one. */
const ODD_SIZE = /^[\t-\r ]*([+-]?)(?:0x(?=[0-9a-f]))?([0-9a-f]+)/i;
const ODD_BEGIN = /^[\t-\r ]*(?:[+-]?$|[+-]?[0-9a-f])/i;
const MOST_ODD = 0xffff_ffff;

/** Chunk size that Firefox reads from an invalid size line; undefined if it rejects the line. */
function oddSize(line: string): number | undefined {
  const [, sign = "", digits] = ODD_SIZE.exec(line.split(";", 1)[0] ?? "") ?? [];
  const size = digits === undefined ? Number.NaN : Number.parseInt(digits, 16);
  return size <= MOST_ODD && (sign !== "-" || size === 0) ? size : undefined;
}

function openChunks(): BodyReader {
  let trailerBytes = 0;
  /** Part to read next. */
  let part: "size" | "data" | "data-end" | "trailers" = "size";
  let isOdd = false;
  let left = 0;
  let line = "";

  function takeLine(): void {
    const text = line.endsWith("\r") ? line.slice(0, -1) : line;
    line = "";
    if (part === "data-end") {
      if (text !== "") reader.state = "malformed";
      part = "size";
    } else if (part === "size") {
      const [, size, extension] = SIZE.exec(text) ?? [];
      if (size === undefined) {
        takeOddSize(text);
        return;
      }
      if (extension !== undefined) reader.extensions++;
      reader.paddingBytes += text.length - size.length;
      left = Number.parseInt(size, 16);
      part = left === 0 ? "trailers" : "data";
    } else if (text === "") reader.state = "whole";
    else reader.trailers.push(text);
  }

  /** Reads an invalid size line as Firefox does, if it is the first one or follows another invalid one. */
  function takeOddSize(text: string): void {
    if (isOdd && text === "") return;
    const size = reader.bytes === 0 || isOdd ? oddSize(text) : undefined;
    if (size === undefined) {
      reader.state = "malformed";
      return;
    }
    isOdd = true;
    left = size;
    part = left === 0 ? "trailers" : "data";
  }

  function lineByte(code: number): void {
    if (code === LF) {
      takeLine();
      return;
    }
    // Chunk extensions of any length are accepted, as in Firefox.
    if (part === "size" && line.length >= LONGEST_LINE && (isOdd || isOddFirst())) {
      isOdd = true;
      reader.paddingBytes++;
      return;
    }
    line += String.fromCharCode(code);
    // Fails at the first invalid byte, because the end of the line may never arrive.
    if (part === "data-end" && code !== CR) reader.state = "malformed";
    if (line.length > LONGEST_LINE) reader.state = "malformed";
    if (part === "size" && line.length < 16 && !mayBeSize()) reader.state = "malformed";
    if (part === "trailers" && ++trailerBytes > LONGEST_TRAILERS) reader.state = "malformed";
  }

  function isOddFirst(): boolean {
    return reader.bytes === 0 && oddSize(line) !== undefined;
  }

  function mayBeSize(): boolean {
    return STRICT_BEGIN.test(line) || ((reader.bytes === 0 || isOdd) && ODD_BEGIN.test(line));
  }

  /** Reads a line or a part of it; returns the end. Usual lines take a fast path. */
  function frame(piece: Uint8Array, from: number): number {
    if (line === "") {
      const end =
        part === "size" ? plainSize(piece, from) : part === "data-end" ? plainEnd(piece, from) : from;
      if (end > from) return end;
      const lineFeed = part === "size" ? piece.indexOf(LF, from) : -1;
      if (lineFeed > from && lineFeed - from < LONGEST_SIZE && takeWholeSize(piece, from, lineFeed))
        return lineFeed + 1;
    }
    lineByte(piece[from] ?? 0);
    return from + 1;
  }

  /** Fast path for a short size line; returns its end, or `from` if the line needs the slow path. */
  function plainSize(piece: Uint8Array, from: number): number {
    let size = 0;
    let at = from;
    for (; at < from + MOST_DIGITS; at++) {
      const digit = DIGITS[piece[at] ?? 0] ?? 0;
      if (digit === 0) break;
      size = size * 16 + digit - 1;
    }
    const end = lineEnd(piece, at);
    if (at === from || end === at) return from;
    left = size;
    part = left === 0 ? "trailers" : "data";
    return end;
  }

  function plainEnd(piece: Uint8Array, from: number): number {
    const end = lineEnd(piece, from);
    if (end > from) part = "size";
    return end;
  }

  /** Reads a size line that is complete in this piece; returns false if it is not valid. */
  function takeWholeSize(piece: Uint8Array, from: number, lineFeed: number): boolean {
    const text = Buffer.from(piece.buffer, piece.byteOffset + from, lineFeed - from).toString("latin1");
    const bare = text.endsWith("\r") ? text.slice(0, -1) : text;
    const isSize = SIZE.test(bare) || ((reader.bytes === 0 || isOdd) && oddSize(bare) !== undefined);
    if (!isSize) return false;
    line = text;
    takeLine();
    return true;
  }

  const reader = {
    state: "open" as BodyState,
    bytes: 0,
    extraBytes: 0,
    extensions: 0,
    paddingBytes: 0,
    framingBytes: 0,
    trailers: [] as string[],
    get isOdd(): boolean {
      return isOdd || (part === "size" && line !== "" && !STRICT_BEGIN.test(line));
    },
    get missing(): string {
      if (part === "trailers") return "the blank line after the last chunk";
      return part === "size" ? "the last chunk" : `${left} bytes of a chunk`;
    },
    push(piece: Uint8Array) {
      const parts: Uint8Array[] = [];
      let at = 0;
      while (at < piece.length && reader.state === "open") {
        if (part === "data") {
          const end = Math.min(piece.length, at + left);
          parts.push(piece.subarray(at, end));
          reader.bytes += end - at;
          left -= end - at;
          at = end;
          if (left === 0) part = isOdd ? "size" : "data-end";
        } else {
          const end = frame(piece, at);
          reader.framingBytes += end - at;
          at = end;
        }
      }
      if (reader.state === "whole") reader.extraBytes += piece.length - at;
      // Joins small chunks, so that the decoder is called once.
      return parts.length > 1 ? [Buffer.concat(parts)] : parts;
    },
  };
  return reader;
}

/** Index after the line end at `at`; `at` without one. */
function lineEnd(piece: Uint8Array, at: number): number {
  if (piece[at] === LF) return at + 1;
  return piece[at] === CR && piece[at + 1] === LF ? at + 2 : at;
}

/** Value + 1 of each hexadecimal digit; 0 for other bytes. */
const DIGITS = new Uint8Array(256).map((_, code) => {
  const digit = String.fromCharCode(code);
  return /[0-9a-f]/i.test(digit) ? Number.parseInt(digit, 16) + 1 : 0;
});
/** Maximum bytes of a size line; only Firefox's reading allows longer ones. */
const LONGEST_SIZE = 1024;
/** Maximum digits on the fast path. */
const MOST_DIGITS = 7;
