/** What is to be done to a response's fields, whichever server does it. */

import type { CookieFlags } from "./cookie-flags.ts";

/** A field by the name that people write, and its value. */
export interface FieldToSend {
  readonly name: string;
  readonly value: string;
}

export type Remedy =
  /** `removed` are taken away first, so that what the application sends does not stand beside `sent`. */
  { readonly removed: readonly string[]; readonly sent?: FieldToSend } | { readonly cookie: CookieFlags };
