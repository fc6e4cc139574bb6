// Of addresses drawn evenly from all of IPv4, nineteen in twenty hit this many records of a city database. A slot holds
// some 300 bytes of JSON: at most about 10 MB for a language.
const SLOT_BITS = 15;
const LOCALES = 4;

interface Slots {
  readonly records: Uint32Array;
  readonly texts: (string | undefined)[];
}

/**
 * Remembers the JSON that records become: a fixed number of slots for each of the last few locales, each slot the last
 * record that fell into it.
 */
export class RecordCache {
  private readonly locales = new Map<string, Slots>();
  private last = "";
  private slots: Slots | undefined;

  /** The text for a record (its offset, not 0), made when it is not in its slot. */
  get(locale: string, record: number, make: () => string): string {
    const slots = this.slots !== undefined && this.last === locale ? this.slots : this.select(locale);
    // Fibonacci hashing: records that are neighbours in the file come far apart.
    const slot = Math.imul(record, 0x9e3779b1) >>> (32 - SLOT_BITS);
    if (slots.records[slot] === record) {
      const known = slots.texts[slot];
      if (known !== undefined) return known;
    }
    const text = make();
    slots.records[slot] = record;
    slots.texts[slot] = text;
    return text;
  }

  private select(locale: string): Slots {
    const slots = this.locales.get(locale) ?? {
      records: new Uint32Array(1 << SLOT_BITS),
      texts: new Array<string | undefined>(1 << SLOT_BITS),
    };
    this.locales.delete(locale);
    this.locales.set(locale, slots);
    const [oldest] = this.locales.keys();
    if (this.locales.size > LOCALES && oldest !== undefined) this.locales.delete(oldest);
    this.last = locale;
    this.slots = slots;
    return slots;
  }
}
