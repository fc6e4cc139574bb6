/** The sources of lookups: databases in the order of trust, and the records remembered of them. */

import { GenerationalCache } from "../../platform/generational-cache.ts";
import type { Mmdb } from "./mmdb.ts";

/** Records of one language in a generation, about 500 bytes each. */
const RECORDS = 2048;
/** Languages in a generation. */
const LOCALES = 4;

/** Texts by language and offset of the record. */
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

/** A database that lookups use. */
export interface LookupSource {
  readonly mmdb: Mmdb;
  /** Two sources of the same state answer alike. */
  readonly state: string;
  readonly places: RecordTexts;
  readonly asns: RecordTexts;
  readonly connections: RecordTexts;
  /** Whether what has been read from the file holds. */
  readonly intact: () => boolean;
  /** The same by a look in the last millisecond: for records that are known, so that only the way to them is read. */
  readonly lately: () => boolean;
  /** Called when a lookup finds that the file has been written to: nothing read from it holds any more. */
  readonly onChange?: () => void;
}

/** The loaded databases by family, in the order of trust: the first with a record answers. */
export interface GeoDatabases {
  readonly places: { readonly 4: readonly LookupSource[]; readonly 6: readonly LookupSource[] };
  readonly asns: { readonly 4: readonly LookupSource[]; readonly 6: readonly LookupSource[] };
  /** JSON member with the kinds of networks that no list covers; `""` if all are. */
  readonly connectionUnknown?: string;
  /** Kinds of networks; absent where nothing tells of them. */
  readonly connections?: { readonly 4: readonly LookupSource[]; readonly 6: readonly LookupSource[] };
}

/** All of them, each as often as it is used. */
export function allSources({ places, asns, connections }: GeoDatabases): readonly LookupSource[] {
  return [places, asns, connections].flatMap((by) => (by ? [...by[4], ...by[6]] : []));
}

/** Empty caches, to be dropped with their database. */
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

/** Whether all that was read from these databases holds; those of which it does not are dropped. */
export function allIntact(geo: GeoDatabases): boolean {
  const changed = [...new Set(allSources(geo))].filter((source) => !source.intact());
  for (const { onChange } of changed) onChange?.();
  return changed.length === 0;
}
