/** Unknown word and the known ones, for a suggestion. */
export interface Slip {
  readonly given: string;
  readonly known: readonly string[];
}
