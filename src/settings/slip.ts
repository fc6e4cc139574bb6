/** A word that is not known, with those that are: whoever shows the error may say which of them is near. */
export interface Slip {
  readonly given: string;
  readonly known: readonly string[];
}
