/** Strings of a source file that users see or that decide, and their replacements. */

/** Replacement of a word: no field, directive or sentence contains it. */
const OTHER = "mutant";

/** Escapes are skipped; a word includes hyphens, such as `max-age`. */
const WORD = /\\(?:u\{[^}]*\}|u.{4}|x..|.)|[A-Za-z]+(?:-[A-Za-z]+)*/gs;

/** Source of a string, or of a template's part, with its longest word replaced; undefined if it has none. */
export function withOtherWord(source: string): string | undefined {
  const words = [...source.matchAll(WORD)].filter(([word]) => !word.startsWith("\\"));
  const longest = words.toSorted(([a], [b]) => b.length - a.length)[0];
  if (!longest) return undefined;
  const { 0: word, index } = longest;
  return source.slice(0, index) + OTHER + source.slice(index + word.length);
}

/** Whether a string is a sentence or a part of one: any text compiles there. */
export function isProse(source: string): boolean {
  return /[A-Za-z] | [A-Za-z]/.test(source);
}
