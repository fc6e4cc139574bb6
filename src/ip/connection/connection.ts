/** Kinds of networks in a database record. Pure. */

import type { MmdbValue } from "../mmdb/decoder.ts";
import { at, CONNECTION_KEY, textOf } from "../names/record.ts";
import { CONNECTION_KINDS, type Connection } from "../schema.ts";

/** Maximum entries per record. */
const MOST = 16;

/** Keys of an entry. */
export const CONNECTION_KEYS = ["kind", "service", "region", "source", "since"] as const;

/** Reads the entries; skips those of an unknown kind or without a source. */
export function readConnections(record: MmdbValue): readonly Connection[] {
  const list = at(record, [CONNECTION_KEY]);
  if (!Array.isArray(list)) return [];
  return list.slice(0, MOST).flatMap((entry) => {
    const texts = CONNECTION_KEYS.map((key) => textOf(at(entry, [key])));
    const [word, service, region, source = "", since = ""] = texts;
    const kind = CONNECTION_KINDS.find((known) => known === word);
    if (kind === undefined || source === "") return [];
    return [{ kind, ...(service && { service }), ...(region && { region }), source, since }];
  });
}
