/**
 * Gzip data (RFC 1952): members with a header, deflate data and a checksum. The platform's own reader gives back nothing
 * of a piece in which a checksum is wrong or bytes follow the end, so these parts are read here.
 */

import type { DecodeStage, Flaw, NativeStage } from "./decoding-step.ts";

/** Bits of the header's flags, each of which announces a part after the fixed ten bytes; in their order. */
const EXTRA = 0x04;
const NAME = 0x08;
const COMMENT = 0x10;
const HEADER_CHECKSUM = 0x02;

const FIXED_HEADER = 10;
const TRAILER = 8;
const NOTHING = new Uint8Array();

/** `inflate` undoes bare deflate data. */
export function openGzip(inflate: NativeStage): DecodeStage {
  const { crc32 } = process.getBuiltinModule("node:zlib");
  let part: "header" | "data" | "trailer" | "padding" = "header";
  const header = openHeader();
  /** The checksum and the length, least byte first, and bytes of them that have come. */
  const trailer = new DataView(new ArrayBuffer(TRAILER));
  let trailerBytes = 0;
  let checksum = 0;
  let length = 0;
  let members = 0;
  let trailingBytes = 0;
  let flaw: Flaw | undefined;

  /** Reads one byte outside of deflate data. */
  function take(byte: number): void {
    if (part === "trailer") {
      trailer.setUint8(trailerBytes++, byte);
      if (trailerBytes === TRAILER) endMember();
    } else if (members > 0 && header.bytes === 0 && byte === 0) {
      // Padding with zeros is customary (tar), and nothing behind it counts.
      part = "padding";
      trailingBytes++;
    } else {
      header.take(byte);
      if (header.state === "whole") part = "data";
      if (header.state !== "broken") return;
      flaw = members > 0 ? "trailing" : "data";
      if (members > 0) trailingBytes += header.bytes;
    }
  }

  function endMember(): void {
    members++;
    if (trailer.getUint32(0, true) !== checksum || trailer.getUint32(4, true) !== length % 2 ** 32)
      flaw = "checksum";
    inflate.reset();
    part = "header";
    header.reset();
    trailerBytes = 0;
    checksum = 0;
    length = 0;
  }

  /** The part missing at the end. */
  function end(): void {
    if (part === "data") {
      inflate.step(NOTHING, 0, true);
      flaw = inflate.flaw ?? "no-checksum";
    }
    if (part === "trailer") flaw = "no-checksum";
    if (part === "header" && (members === 0 || header.bytes > 0)) flaw = "cut";
  }

  /** Reads up to the next deflate data, the end of a member or of the piece; where it stopped. */
  function skipTo(piece: Uint8Array, from: number): number {
    const before = members;
    let at = from;
    while (at < piece.length && part !== "data" && part !== "padding" && !flaw && members === before)
      take(piece[at++] ?? 0);
    if (part !== "padding") return at;
    trailingBytes += piece.length - at;
    return piece.length;
  }

  return {
    output: inflate.output,
    get flaw() {
      return flaw;
    },
    get members() {
      return members;
    },
    get trailingBytes() {
      return trailingBytes;
    },
    step(piece, from, isEnd) {
      if (isEnd) end();
      const at = skipTo(piece, from);
      if (flaw || part !== "data" || at === piece.length) return { read: at - from, made: 0 };
      const { read, made } = inflate.step(piece, at, false);
      flaw = inflate.flaw;
      checksum = crc32(inflate.output.subarray(0, made), checksum);
      length += made;
      if (inflate.ended) part = "trailer";
      // A piece that begins with the checksum.
      return read === 0 && made === 0 && !flaw
        ? this.step(piece, at, false)
        : { read: at - from + read, made };
    },
    close: () => inflate.close(),
  };
}

interface Header {
  readonly bytes: number;
  readonly state: "open" | "whole" | "broken";
  take(byte: number): void;
  /** The next one begins. */
  reset(): void;
}

function openHeader(): Header {
  let bytes = 0;
  let state: Header["state"] = "open";
  let flags = 0;
  /** Bytes left of a part of known length. */
  let left = 0;
  /** Bytes read of the length of the extra field, and its value. */
  let lengthBytes = 0;

  /** Begins the next part, or the data. */
  function next(): void {
    if (flags & EXTRA) {
      lengthBytes = 2;
      flags &= ~EXTRA;
    } else if (!(flags & (NAME | COMMENT)) && flags & HEADER_CHECKSUM) {
      left = 2;
      flags &= ~HEADER_CHECKSUM;
    } else if (!(flags & (NAME | COMMENT))) state = "whole";
  }

  function takeFixed(byte: number): void {
    const isWrong =
      (bytes === 1 && byte !== 0x1f) ||
      (bytes === 2 && byte !== 0x8b) ||
      (bytes === 3 && byte !== 8) ||
      (bytes === 4 && (byte & 0xe0) !== 0);
    if (isWrong) state = "broken";
    if (bytes === 4) flags = byte;
    if (bytes === FIXED_HEADER) next();
  }

  return {
    get bytes() {
      return bytes;
    },
    get state() {
      return state;
    },
    reset() {
      bytes = 0;
      state = "open";
    },
    take(byte) {
      bytes++;
      if (bytes <= FIXED_HEADER) return takeFixed(byte);
      if (lengthBytes > 0) {
        left += lengthBytes === 2 ? byte : byte << 8;
        if (--lengthBytes === 0 && left === 0) next();
      } else if (left > 0) {
        if (--left === 0) next();
      } else if (byte === 0) {
        flags &= flags & NAME ? ~NAME : ~COMMENT;
        next();
      }
    },
  };
}
