/** One row of the option table. */

export interface Option<T, At extends `${string}.${string}`> {
  /** The value's place in the settings object: a group and a name. Code that reads it there names it in its types. */
  readonly at: At;
  readonly default: string;
  /** The form of the value, as help shows it. */
  readonly value: string;
  readonly help: string;
  readonly parse: (text: string) => T;
  /** The value of the flag where it stands alone. */
  readonly alone?: string;
  /** A reload does not change it: it is read once, at the start. */
  readonly restart?: true;
}

export function option<T, const At extends `${string}.${string}`>(row: Option<T, At>): Option<T, At> {
  return row;
}
