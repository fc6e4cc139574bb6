/** What a reader made of the texts that it saw last: the same lines come again and again, within a message too. */

/** Texts that a reader remembers at most, in each of two generations. */
const MOST = 128;
/** Longer texts are seldom seen twice. Characters. */
const LONGEST = 1024;

/**
 * A reader that does not read again what it has read lately. For pure readers whose results nobody changes. Bounded:
 * 256 texts of 1024 characters; what was not asked for while 128 others came is forgotten.
 */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  return (text) => {
    const known = young.get(text);
    if (known !== undefined) return known;
    const own = text.length > LONGEST ? undefined : copyOf(text);
    if (own === undefined) return read(text);
    const value = old.get(own) ?? read(own);
    if (young.size === MOST) {
      old = young;
      young = new Map();
    }
    young.set(own, value);
    return value;
  };
}

/** A part of a text keeps the whole of it in memory, which may be a megabyte; undefined beyond Latin-1. */
function copyOf(text: string): string | undefined {
  return /[^\x00-\xff]/.test(text) ? undefined : Buffer.from(text, "latin1").toString("latin1");
}
