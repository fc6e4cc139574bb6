/** Form of rows about strings, shared by data tables and their readers. */

/**
 * Conditions of a row, which must all match; checked in the row's order, so the cheapest and most selective
 * come first. An expression without capitals and without the flag `i` reads the string in lower case.
 */
export interface Condition<Feature extends string = never> {
  /** Features that the string must have, and must not have; the reader of the table defines them. */
  readonly needs?: readonly Feature[];
  readonly not?: readonly Feature[];
  /** Words in lower case, of three letters or more; the string contains one of them. */
  readonly words?: readonly string[];
  /** A product in the string, in lower case. */
  readonly product?: string;
  /** Expressions that match the string, and that do not. */
  readonly only?: RegExp;
  readonly never?: RegExp;
  /** Expressions that match the name at the start of the string, and its version. */
  readonly head?: RegExp;
  readonly version?: RegExp;
}

/**
 * Position of a version: after a product, in lower case, or in the groups of an expression on the string, of
 * which the first that matched counts. The first place with a version counts.
 */
export type VersionAt = readonly (string | RegExp)[];
