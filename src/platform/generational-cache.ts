/**
 * Cache in two generations: when the young one is full, it replaces the old one. Reading moves a value to the
 * young one. Holds at most twice `entries` values.
 */
export class GenerationalCache<T, K = string> {
  #young = new Map<K, T>();
  #old = new Map<K, T>();
  readonly #entries: number;

  constructor(entries: number) {
    this.#entries = entries;
  }

  get(key: K): T | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.put(key, old);
    return old;
  }

  put(key: K, value: T): void {
    if (this.#young.size >= this.#entries) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
