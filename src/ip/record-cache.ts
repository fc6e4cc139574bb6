// Of addresses drawn evenly from all of IPv4, nine in ten hit this many records of a city database; a slot holds about 400 bytes.
const SLOTS = 16_384;
const LOCALES = 8;

interface Slots<T> {
  readonly records: Uint32Array;
  readonly values: (T | undefined)[];
}

/** Remembers what records decode to: a fixed number of slots for each of the last few locales, each slot the last record that fell into it. */
export class RecordCache<T> {
  private readonly locales = new Map<string, Slots<T>>();
  private last = "";
  private slots: Slots<T> | undefined;

  /** The value of a record (its offset, not 0), made when it is not in its slot. */
  get(locale: string, record: number, make: () => T): T {
    const slots = this.slots !== undefined && this.last === locale ? this.slots : this.select(locale);
    // Multiplicative hashing (Knuth): offsets are multiples of nothing, but neighbours come together.
    const slot = Math.imul(record, 0x9e3779b1) >>> 18;
    if (slots.records[slot] === record) {
      const known = slots.values[slot];
      if (known !== undefined) return known;
    }
    const value = make();
    slots.records[slot] = record;
    slots.values[slot] = value;
    return value;
  }

  private select(locale: string): Slots<T> {
    const slots = this.locales.get(locale) ?? {
      records: new Uint32Array(SLOTS),
      values: new Array<T | undefined>(SLOTS),
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
