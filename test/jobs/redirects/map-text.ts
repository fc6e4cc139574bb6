import type { MapItem } from "../../../src/jobs/redirects/map-item.ts";
import { type MapOptions, openMap } from "../../../src/jobs/redirects/map-read.ts";

export interface ReadMap {
  readonly description: string;
  readonly items: readonly MapItem[];
}

/** Parses a map given as text or bytes, in pieces of `size`. */
export async function readMap(
  map: string | Uint8Array,
  options: Partial<MapOptions> = {},
  size = 1 << 20,
): Promise<ReadMap> {
  const bytes = typeof map === "string" ? new TextEncoder().encode(map) : map;
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const { description, items } = await openMap(pieces, { name: "map", ...options });
  return { description, items: (await Array.fromAsync(items())).flat() };
}

/** One line per item: `2:1 /a → /b 301`, `3:1 omitted …` or `4:5 fault …`. */
export function itemLines({ items }: ReadMap): string[] {
  return items.map((item) => {
    const place = `${item.line}:${item.column}`;
    if ("omitted" in item) return `${place} omitted: ${item.omitted}`;
    if ("fault" in item) return `${place} fault: ${item.fault}`;
    return `${place} ${item.from} → ${item.to}${item.status === undefined ? "" : ` ${item.status}`}`;
  });
}
