/** Descriptions of the databases in use. */

import { basename } from "node:path";
import type { Attribution } from "../../../data/geo/attributions.ts";
import { ageOf } from "../data-ages.ts";
import type { Database, Kind } from "./database.ts";

export interface DatabaseInfo {
  /** Path, or the name of a bundled file. */
  readonly file: string;
  /** Part of the executable: cannot be replaced. */
  readonly bundled: boolean;
  readonly kind: Kind;
  /** Type in the metadata, such as `GeoLite2-City`. */
  readonly type: string;
  readonly families: readonly (4 | 6)[];
  /** RFC 3339; absent if invalid. */
  readonly buildDate?: string;
  readonly ageDays?: number;
  /** More than 120 days old. */
  readonly old: boolean;
  readonly nodes: number;
  readonly bytes: number;
  readonly load: "map" | "memory";
  readonly attribution?: Attribution;
}

/** Build date, RFC 3339; undefined if invalid. */
export function buildDate({ metadata: { buildEpoch } }: Pick<Database, "metadata">): string | undefined {
  return buildEpoch === undefined ? undefined : new Date(buildEpoch * 1000).toISOString();
}

/** Attributions required by the licences, without duplicates. */
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
  const built = buildDate({ metadata });
  const age = built === undefined ? undefined : ageOf(Date.parse(built), now);
  return {
    // The bundler adds a hash to embedded file names.
    file: bundled ? basename(file).replace(/-[\da-z]{8}(?=\.mmdb$)/, "") : file,
    bundled,
    kind,
    type: metadata.type,
    families,
    ...(built !== undefined && { buildDate: built }),
    ...(age && { ageDays: age.days }),
    old: age?.old === true,
    nodes: metadata.nodeCount,
    bytes,
    load,
    ...(attribution === undefined ? {} : { attribution }),
  };
}

/** Log fields. */
export function loadedFacts(database: Database): Readonly<Record<string, string | number>> {
  const { file, kind, metadata, load } = database;
  return { file, kind, type: metadata.type, built: buildDate(database)?.slice(0, 10) ?? "unknown", load };
}
