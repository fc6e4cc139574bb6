/** Types of rows that match strings, shared by data tables and their readers. */

/**
 * Conditions of a row, which must all match; checked in this order, so the cheapest and most selective come
 * first. Expressions without capitals and without the flag `i` are matched against the string in lower case.
 */
export interface Condition<Feature extends string = never> {
  /** Features that the string must have, and must not have; defined by the reader of the table. */
  readonly needs?: readonly Feature[];
  readonly not?: readonly Feature[];
  /** Words in lower case, of three letters or more; the string contains one of them. */
  readonly words?: readonly string[];
  /** A product in the string, in lower case. */
  readonly product?: string;
  /** Expressions that must match the string, and that must not. */
  readonly only?: RegExp;
  readonly never?: RegExp;
  /** Expressions for the name at the start of the string, and for its version. */
  readonly head?: RegExp;
  readonly version?: RegExp;
}

/**
 * Position of a version: after a product in lower case, or the first matching group of an expression. The
 * first entry that yields a version counts.
 */
export type VersionAt = readonly (string | RegExp)[];
