/** Row of the option table. */

export interface Option<T, At extends `${string}.${string}`> {
  /** Path in the settings object: `group.name`. Readers name it in their types. */
  readonly at: At;
  readonly default: string;
  /** Format of the value in help. */
  readonly value: string;
  readonly help: string;
  readonly parse: (text: string) => T;
  /** Value if the flag is given without an argument. */
  readonly alone?: string;
  /** Values that may follow `alone` as an argument of their own; default `on` and `off`. */
  readonly apart?: RegExp;
  /** Read once at the start: a reload does not change it. */
  readonly restart?: true;
}

export function option<T, const At extends `${string}.${string}`>(
  at: At,
  initial: string,
  row: Omit<Option<T, At>, "at" | "default">,
): Option<T, At> {
  return { at, default: initial, ...row };
}
