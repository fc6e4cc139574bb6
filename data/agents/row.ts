/** The form of rows about strings: data tables and their readers share it. */

/**
 * The conditions of a row, which holds if all that it names do; they are asked for in the row's order, so what costs least and
 * rules out most stands first. An expression without capitals and without the flag `i` reads
 * the string in lower case.
 */
export interface Condition<Feature extends string = never> {
  /** Features of the string that it must have, and those that it must not; the reader of the table knows them. */
  readonly needs?: readonly Feature[];
  readonly not?: readonly Feature[];
  /** Words in lower case, of three letters or more, of which one stands in the string. */
  readonly words?: readonly string[];
  /** A product that stands in the string, in lower case. */
  readonly product?: string;
  /** Expressions that match the string, and that do not. */
  readonly only?: RegExp;
  readonly never?: RegExp;
  /** Expressions that match the name in front of the string, and its version. */
  readonly head?: RegExp;
  readonly version?: RegExp;
}

/**
 * Where a version stands: behind a product, in lower case, or in the groups of an expression on the string, of which the
 * first that matched counts. Of several places the first that has one counts.
 */
export type VersionAt = readonly (string | RegExp)[];
