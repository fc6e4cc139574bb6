/** Strings of a source file that users read or that decide something, and their replacements. */

/** Replacement for a word; it occurs in no field, directive or sentence. */
const OTHER = "mutant";

/** Escapes, which are skipped, and words, which include hyphens as in `max-age`. */
const WORD = /\\(?:u\{[^}]*\}|u.{4}|x..|.)|[A-Za-z]+(?:-[A-Za-z]+)*/gs;

/** Source of a string or template part, with its longest word replaced; undefined without a word. */
export function withOtherWord(source: string): string | undefined {
  const words = [...source.matchAll(WORD)].filter(([word]) => !word.startsWith("\\"));
  const longest = words.toSorted(([a], [b]) => b.length - a.length)[0];
  if (!longest) return undefined;
  const { 0: word, index } = longest;
  return source.slice(0, index) + OTHER + source.slice(index + word.length);
}

/** Whether a string is prose, for which any text compiles. */
export function isProse(source: string): boolean {
  return /[A-Za-z] | [A-Za-z]/.test(source);
}
