/** Changes to a response's fields, whichever server makes them. */

import type { CookieFlags } from "./cookie-flags.ts";

/** A field by the name that people write, and its value. */
export interface FieldToSend {
  readonly name: string;
  readonly value: string;
  /** The response has none: others of the site that have one keep theirs. */
  readonly isAbsent?: boolean;
  /** For responses over HTTPS alone: clients take it for an error elsewhere. */
  readonly isSecure?: true;
  /** For these request targets alone, path and query: a regular expression in the words that all servers share. */
  readonly on?: string;
  /** The targets are files, which no application sends. */
  readonly isOfFiles?: true;
}

export type Remedy =
  /** `removed` are taken away first, so that what the application sends does not stand beside `sent`. */
  { readonly removed: readonly string[]; readonly sent?: FieldToSend } | { readonly cookie: CookieFlags };
