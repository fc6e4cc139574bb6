/** Which strings of a source file say or decide something, and what they are mistaken for. */

/** What takes the place of a word: no field, directive or sentence has it. */
const OTHER = "mutant";

/** Escapes are passed over; a word is what people read as one, such as `max-age`. */
const WORD = /\\(?:u\{[^}]*\}|u.{4}|x..|.)|[A-Za-z]+(?:-[A-Za-z]+)*/gs;

/** The source of a string, or of a template's part, with its longest word changed; undefined where it has none. */
export function withOtherWord(source: string): string | undefined {
  const words = [...source.matchAll(WORD)].filter(([word]) => !word.startsWith("\\"));
  const longest = words.toSorted(([a], [b]) => b.length - a.length)[0];
  if (!longest) return undefined;
  const { 0: word, index } = longest;
  return source.slice(0, index) + OTHER + source.slice(index + word.length);
}

/** Whether a string is a sentence or a part of one: the compiler does not mind which. */
export function isProse(source: string): boolean {
  return /[A-Za-z] | [A-Za-z]/.test(source);
}
