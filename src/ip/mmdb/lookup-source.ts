/** Databases in order of precedence, with their cached records. */

import { GenerationalCache } from "../../platform/generational-cache.ts";
import type { Mmdb } from "./mmdb.ts";

/** Cached records per language and generation, about 500 bytes each. */
const RECORDS = 1024;
/** Cached languages per generation. */
const LOCALES = 4;

/** JSON text by language and record offset. */
class RecordTexts {
  readonly #locales = new GenerationalCache<GenerationalCache<string, number>>(LOCALES);

  of(locale: string): GenerationalCache<string, number> {
    let texts = this.#locales.get(locale);
    if (texts === undefined) {
      texts = new GenerationalCache(RECORDS);
      this.#locales.put(locale, texts);
    }
    return texts;
  }
}

export interface LookupSource {
  readonly mmdb: Mmdb;
  /** State of the file; equal states give equal answers. */
  readonly state: string;
  readonly places: RecordTexts;
  readonly asns: RecordTexts;
  readonly connections: RecordTexts;
  /** Whether the data read so far is valid. */
  readonly intact: () => boolean;
  /** `intact`, checked at most once a millisecond; for cached records. */
  readonly lately: () => boolean;
  /** Called when a lookup finds the file modified. */
  readonly onChange?: () => void;
}

/** Databases by family, in order of precedence: the first one with a record answers. */
export interface GeoDatabases {
  readonly places: { readonly 4: readonly LookupSource[]; readonly 6: readonly LookupSource[] };
  readonly asns: { readonly 4: readonly LookupSource[]; readonly 6: readonly LookupSource[] };
  /** JSON member with kinds that no list covers; `""` if all are covered. */
  readonly connectionUnknown?: string;
  /** Kinds of networks; absent without a database. */
  readonly connections?: { readonly 4: readonly LookupSource[]; readonly 6: readonly LookupSource[] };
}

/** All sources, with duplicates. */
export function allSources({ places, asns, connections }: GeoDatabases): readonly LookupSource[] {
  return [places, asns, connections].flatMap((by) => (by ? [...by[4], ...by[6]] : []));
}

export function recordCaches(): Pick<LookupSource, "places" | "asns" | "connections"> {
  return { places: new RecordTexts(), asns: new RecordTexts(), connections: new RecordTexts() };
}

export function lookupSource(mmdb: Mmdb, onChange: () => void = () => {}): LookupSource {
  const { type, buildEpoch, nodeCount } = mmdb.metadata;
  const state = `${type} ${buildEpoch} ${nodeCount}`;
  return {
    mmdb,
    state,
    intact: () => mmdb.intact(),
    lately: () => mmdb.lately(),
    onChange,
    ...recordCaches(),
  };
}

/** Whether all data read from these databases is valid; closes modified ones. */
export function allIntact(geo: GeoDatabases): boolean {
  const changed = [...new Set(allSources(geo))].filter((source) => !source.intact());
  for (const { onChange } of changed) onChange?.();
  return changed.length === 0;
}
