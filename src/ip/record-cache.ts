// Of addresses drawn evenly from all of IPv4, six in seven find their record of a city database here. An entry holds
// some 300 bytes of JSON: at most about 10 MB for a language.
const SET_BITS = 14;
const LOCALES = 4;

interface Sets {
  readonly records: Uint32Array;
  readonly texts: (string | undefined)[];
}

function emptySets(): Sets {
  return { records: new Uint32Array(2 << SET_BITS), texts: new Array<string | undefined>(2 << SET_BITS) };
}

/**
 * Remembers the JSON that records become, for each of the last few locales: sets of two, of which the one that was used
 * longer ago gives way.
 */
export class RecordCache {
  private readonly locales = new Map<string, Sets>();
  private last = "";
  private sets: Sets | undefined;

  /** The text for a record (its offset, not 0); undefined when it is not remembered. */
  get(locale: string, record: number): string | undefined {
    const { records, texts } = this.select(locale);
    const first = firstOf(record);
    if (records[first] === record) return texts[first];
    if (records[first + 1] !== record) return undefined;
    const text = texts[first + 1];
    if (text !== undefined) insert(records, texts, first, record, text);
    return text;
  }

  set(locale: string, record: number, text: string): void {
    const { records, texts } = this.select(locale);
    insert(records, texts, firstOf(record), record, text);
  }

  private select(locale: string): Sets {
    if (this.sets !== undefined && this.last === locale) return this.sets;
    const sets = this.locales.get(locale) ?? emptySets();
    this.locales.delete(locale);
    this.locales.set(locale, sets);
    const [oldest] = this.locales.keys();
    if (this.locales.size > LOCALES && oldest !== undefined) this.locales.delete(oldest);
    this.last = locale;
    this.sets = sets;
    return sets;
  }
}

/** The first of a record's two places. Fibonacci hashing: records that are neighbours in the file come far apart. */
function firstOf(record: number): number {
  return (Math.imul(record, 0x9e3779b1) >>> (32 - SET_BITS)) * 2;
}

function insert(
  records: Uint32Array,
  texts: (string | undefined)[],
  first: number,
  record: number,
  text: string,
): void {
  records[first + 1] = records[first] ?? 0;
  texts[first + 1] = texts[first];
  records[first] = record;
  texts[first] = text;
}
