/** Regional Internet registry of an address. Pure. */

import table from "../../data/geo/registries.txt" with { type: "text" };
import { rowsIn } from "../../data/tables.ts";
import { once } from "../platform/memoize.ts";
import { networkContains, parseAddress, parseNetwork } from "../syntax/ip-address.ts";
import { specialPurpose } from "./special-purpose.ts";

export interface Registry {
  readonly name: string;
  /** Registration as JSON (RFC 9083). */
  readonly url: string;
}

const rows = once(() =>
  rowsIn(table).map(([name = "", base = "", first = "", blocks = ""]) => ({
    name,
    base,
    /** First octets. */
    first: new Set(first.split(" ").flatMap(numbersOf)),
    blocks: blocks.split(" ").flatMap((block) => parseNetwork(block) ?? []),
  })),
);

/** `58-61` → 58, 59, 60, 61. */
function numbersOf(range: string): number[] {
  const [from = 0, to = from] = range.split("-").map(Number);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

export const registryBases = (): readonly string[] => rows().map(({ base }) => base);

/**
 * By IANA's RDAP bootstrap registries (RFC 9224); undefined for unassigned addresses. The registry redirects
 * blocks that have moved.
 */
export function registryOf(ip: string): Registry | undefined {
  const address = parseAddress(ip);
  if (!address || specialPurpose(address)) return undefined;
  const row = rows().find(({ first, blocks }) =>
    address.family === 4
      ? first.has(address.w3 >>> 24)
      : blocks.some((block) => networkContains(block, address)),
  );
  return row && { name: row.name, url: `${row.base}ip/${ip}` };
}
