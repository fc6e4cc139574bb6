/** Texts by 64 bits of their hash, for maps of a million rows: no text is held. Pure. */

/** Numbers a row, in blocks that never move. */
export class Column {
  readonly #blocks: Uint32Array[] = [];
  length = 0;

  push(value: number): void {
    if (this.length >>> BLOCK_BITS === this.#blocks.length)
      this.#blocks.push(new Uint32Array(1 << BLOCK_BITS));
    this.set(this.length++, value);
  }

  /** 0 where there is none. */
  get(row: number): number {
    return this.#blocks[row >>> BLOCK_BITS]?.[row & (BLOCK - 1)] ?? 0;
  }

  set(row: number, value: number): void {
    const block = this.#blocks[row >>> BLOCK_BITS];
    if (block) block[row & (BLOCK - 1)] = value;
  }
}

const BLOCK_BITS = 12;
const BLOCK = 1 << BLOCK_BITS;

/** A column of hashes. Two texts of a million have the same one with a chance of about 1 in 37 million. */
export class HashColumn {
  readonly #high = new Column();
  readonly #low = new Column();

  get length(): number {
    return this.#low.length;
  }

  /** A text in two parts. */
  push(head: string, tail = ""): void {
    const hash = Bun.hash.xxHash64(head + tail);
    this.#high.push(Number(hash >> 32n));
    this.#low.push(Number(hash & 0xffffffffn));
  }

  /** Takes the last text out again. */
  pop(): void {
    this.#high.length--;
    this.#low.length--;
  }

  low(row: number): number {
    return this.#low.get(row);
  }

  /** Whether the text of a row is that of a row in another column. */
  equals(row: number, other: HashColumn, otherRow: number): boolean {
    return (
      this.#low.get(row) === other.#low.get(otherRow) && this.#high.get(row) === other.#high.get(otherRow)
    );
  }
}

/** First size of a table; it doubles. */
const SLOTS = 2048;

/** The first row of each text in a column. */
export class HashIndex {
  readonly #column: HashColumn;
  #slots = new Int32Array(SLOTS).fill(-1);
  #count = 0;

  constructor(column: HashColumn) {
    this.#column = column;
  }

  /** The first row with the text of a row of `column`; -1 without one. */
  find(column: HashColumn, row: number): number {
    return this.#slots[this.#slotOf(column, row)] ?? -1;
  }

  /** The first row with the text of this one, which is itself where the text is new. */
  add(row: number): number {
    if (2 * this.#count >= this.#slots.length) this.#grow();
    const slot = this.#slotOf(this.#column, row);
    const found = this.#slots[slot] ?? -1;
    if (found >= 0) return found;
    this.#slots[slot] = row;
    this.#count++;
    return row;
  }

  /** The slot that holds the text, or where it would go. */
  #slotOf(column: HashColumn, row: number): number {
    const mask = this.#slots.length - 1;
    let slot = column.low(row) & mask;
    for (;;) {
      const found = this.#slots[slot] ?? -1;
      if (found < 0 || this.#column.equals(found, column, row)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(2 * before.length).fill(-1);
    for (const row of before) if (row >= 0) this.#slots[this.#slotOf(this.#column, row)] = row;
  }
}
