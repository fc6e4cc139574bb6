/** Metadata section at the end of MaxMind DB files. */

import type { Memory } from "../../platform/mapping.ts";
import { Decoder, isMap, MmdbError } from "./decoder.ts";

export interface Metadata {
  readonly type: string;
  /** Unix time in seconds; undefined if invalid. */
  readonly buildEpoch: number | undefined;
  readonly ipVersion: 4 | 6;
  readonly nodeCount: number;
  readonly recordSize: 24 | 28 | 32;
  readonly languages: readonly string[];
  readonly description: string;
}

const MARKER = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
/** Bytes at the end that are searched for the marker: the usual number, then the maximum. */
const MARKER_WINDOWS = [1024, 128 * 1024] as const;

/** File types mistaken for `.mmdb`, by their first bytes. */
const MISTAKES: readonly (readonly [magic: RegExp, what: string])[] = [
  [/^\x1f\x8b/, "a gzip file: unpack it first"],
  [/^PK\x03\x04/, "a ZIP archive: unpack it first"],
  [/^\xfd7zXZ/, "an xz file: unpack it first"],
  [/^\x28\xb5\x2f\xfd/, "a zstd file: unpack it first"],
  [/^.{257}ustar/s, "a tar archive: unpack it first"],
  [/^\s*(<!doctype|<html|<\?xml)/i, "an HTML or XML page, not a database"],
  [/^\s*[{[]/, "JSON text, not a database"],
  [/^[\t\n\r\x20-\x7e]{16,}$/, "text, not a database"],
];

/** Offset of the marker. @throws MmdbError with the actual file type */
export function findMarker(memory: Memory): number {
  if (memory.size === 0) throw new MmdbError("empty");
  for (const window of MARKER_WINDOWS) {
    const length = Math.min(memory.size, window);
    const from = memory.size - length;
    const start = memory.near(from, length);
    const at = memory.window.subarray(start, start + length).lastIndexOf(MARKER);
    if (at >= 0) return from + at;
  }
  const first = memory.near(0, Math.min(memory.size, 512));
  const head = memory.window.toString("latin1", first, first + Math.min(memory.size, 512));
  const mistake = MISTAKES.find(([magic]) => magic.test(head));
  throw new MmdbError(mistake?.[1] ?? "not a MaxMind DB file, or truncated: it does not end with metadata");
}

/** @throws MmdbError */
export function readMetadata(memory: Memory, marker: number): Metadata {
  const start = marker + MARKER.length;
  const map = new Decoder(memory, start, memory.size).decode(start);
  if (!isMap(map)) throw new MmdbError("corrupt: the metadata is not a map");
  const number = (key: string): number => {
    const value = map[key];
    if (typeof value !== "number") throw new MmdbError(`corrupt: the metadata has no number ${key}`);
    return value;
  };
  const major = number("binary_format_major_version");
  if (major !== 2) throw new MmdbError(`format version ${major}; only version 2 is supported`);
  const recordSize = number("record_size");
  if (recordSize !== 24 && recordSize !== 28 && recordSize !== 32)
    throw new MmdbError(`corrupt: record size ${recordSize}`);
  const ipVersion = number("ip_version");
  if (ipVersion !== 4 && ipVersion !== 6) throw new MmdbError(`corrupt: IP version ${ipVersion}`);
  const type = map["database_type"];
  const languages = map["languages"];
  const description = map["description"];
  const english = isMap(description) ? description["en"] : undefined;
  const epoch = number("build_epoch");
  return {
    type: typeof type === "string" ? type : "",
    // 8.64e12 seconds is the maximum of Date, 2^40 is the year 36812: not a build date.
    buildEpoch: epoch > 0 && epoch < 2 ** 40 ? epoch : undefined,
    ipVersion,
    nodeCount: number("node_count"),
    recordSize,
    languages: Array.isArray(languages) ? languages.filter((l) => typeof l === "string") : [],
    description: typeof english === "string" ? english : "",
  };
}
