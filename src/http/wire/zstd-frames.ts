/** Whether zstd data comes to its end (RFC 8878 section 3): frames are walked through, nothing is decoded. */

export interface FrameWalk {
  push(bytes: Uint8Array): void;
  /** False in the middle of a frame. What is not zstd at all is for a decoder to tell. */
  readonly isWhole: boolean;
}

const MAGIC = 0xfd2fb528;
/** Of skippable frames, whose last four bits are free. */
const SKIPPABLE = 0x184d2a5;
const DICTIONARY_ID_BYTES = [0, 1, 2, 4];
const CONTENT_SIZE_BYTES = [0, 2, 4, 8];
const RLE = 1;

/** The numbers that are read, least significant byte first, and their sizes; everything else is passed over. */
const SIZES = { magic: 4, "skippable-size": 4, descriptor: 1, block: 3, other: Number.POSITIVE_INFINITY };

export function openFrameWalk(): FrameWalk {
  let part: keyof typeof SIZES = "magic";
  let value = 0;
  let digits = 0;
  let skip = 0;
  let checksum = 0;

  function takeNumber(): void {
    if (part === "magic") {
      if (value === MAGIC) part = "descriptor";
      else part = value >>> 4 === SKIPPABLE ? "skippable-size" : "other";
    } else if (part === "skippable-size") {
      skip = value;
      part = "magic";
    } else if (part === "descriptor") {
      const isSingleSegment = (value & 0x20) !== 0;
      const contentSize = CONTENT_SIZE_BYTES[value >> 6] ?? 0;
      checksum = (value & 0x04) === 0 ? 0 : 4;
      skip = DICTIONARY_ID_BYTES[value & 0x03] ?? 0;
      skip += isSingleSegment ? Math.max(1, contentSize) : 1 + contentSize;
      part = "block";
    } else if (part === "block") {
      const isLast = (value & 1) !== 0;
      skip = ((value >> 1) & 3) === RLE ? 1 : value >>> 3;
      if (isLast) skip += checksum;
      part = isLast ? "magic" : "block";
    }
    value = 0;
    digits = 0;
  }

  return {
    push(bytes) {
      for (let at = 0; at < bytes.length && part !== "other"; ) {
        if (skip > 0) {
          const passed = Math.min(skip, bytes.length - at);
          skip -= passed;
          at += passed;
          continue;
        }
        value += (bytes[at++] ?? 0) * 2 ** (8 * digits++);
        if (digits === SIZES[part]) takeNumber();
      }
    },
    get isWhole() {
      return part === "other" || (part === "magic" && digits === 0 && skip === 0);
    },
  };
}
