/** The databases in use, in words. */

import { basename } from "node:path";
import type { Attribution } from "../../../data/geo/attributions.ts";
import { ageOf } from "../data-ages.ts";
import type { Database, Kind } from "./database.ts";

/** One file in use, for people. */
export interface DatabaseInfo {
  /** Its path; only a name for one that came with netlens. */
  readonly file: string;
  /** It came with netlens: nobody here can replace it. */
  readonly bundled: boolean;
  readonly kind: Kind;
  /** The database's own word for itself, such as `GeoLite2-City`. */
  readonly type: string;
  readonly families: readonly (4 | 6)[];
  /** RFC 3339; absent where the file has no sound date. */
  readonly buildDate?: string;
  readonly ageDays?: number;
  /** More than 120 days old. */
  readonly old: boolean;
  readonly nodes: number;
  readonly bytes: number;
  readonly load: "map" | "memory";
  readonly attribution?: Attribution;
}

/** The attributions that the licences of these files ask for, each once. */
export function attributionsOf(databases: readonly DatabaseInfo[]): readonly Attribution[] {
  const all = databases.flatMap(({ attribution }) => attribution ?? []);
  return [...new Map(all.map((each) => [each.text, each])).values()];
}

/** @param now Unix time in milliseconds */
export function describeDatabase(
  { file, kind, families, load, bytes, attribution, metadata }: Database,
  now: number,
  bundled: boolean,
): DatabaseInfo {
  const built = metadata.buildEpoch === undefined ? undefined : metadata.buildEpoch * 1000;
  const age = built === undefined ? undefined : ageOf(built, now);
  return {
    // The bundler puts a hash into the names of files inside the executable.
    file: bundled ? basename(file).replace(/-[\da-z]{8}(?=\.mmdb$)/, "") : file,
    bundled,
    kind,
    type: metadata.type,
    families,
    ...(built === undefined ? {} : { buildDate: new Date(built).toISOString() }),
    ...(age && { ageDays: age.days }),
    old: age?.old === true,
    nodes: metadata.nodeCount,
    bytes,
    load,
    ...(attribution === undefined ? {} : { attribution }),
  };
}

/** For the log. */
export function loadedFacts({
  file,
  kind,
  metadata,
  load,
}: Database): Readonly<Record<string, string | number>> {
  return {
    file,
    kind,
    type: metadata.type,
    built:
      metadata.buildEpoch === undefined
        ? "unknown"
        : new Date(metadata.buildEpoch * 1000).toISOString().slice(0, 10),
    load,
  };
}
