/** One row a place and stack: a remedy in its words, and the file in which such lines stand. Judged in `build/slow` by the real ones. */

import type { RecipeForm, RecipePlace } from "../../../data/recipe-servers.ts";
import type { CookieFlags } from "./cookie-flags.ts";
import type { Stack } from "./stack.ts";

/** A value between double quotes, for nginx and Apache. */
export function withBackslashes(value: string): string {
  return value.replace(/["\\]/g, "\\$&");
}

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

/**
 * A field that the application sends is taken away first: one that is only added stands beside it. A field
 * that the response lacks is set where it is absent, so that other responses of the site keep their own.
 */
export interface RecipeRow {
  readonly place: RecipePlace;
  readonly form?: RecipeForm;
  /** Whether the stack shows that this form is the one; a place's rows are tried in order. Default: always. */
  readonly fits?: (stack: ReadonlySet<Stack>) => boolean;
  /** Empty where the place cannot do it. */
  readonly remove: (name: string) => readonly string[];
  /** Undefined where the place has no way to send the value. */
  readonly send: (field: FieldToSend) => string | undefined;
  /** Sends a field where the application does not; absent: as `send` does. */
  readonly sendAbsent?: (field: FieldToSend) => readonly string[];
  /** It can send a field for some targets alone. */
  readonly byTarget?: true;
  /** Whether what is sent stands in the place of what the application sent; else it is taken away first. */
  readonly replaces?: true;
  /** Absent or undefined where the place cannot change the flags of the cookie. */
  readonly cookie?: (flags: CookieFlags) => readonly string[] | undefined;
  /** The whole file of the lines; `of` is what they change, where that is not all of a response. */
  readonly wrap?: (lines: readonly string[], of?: string) => string;
  /** The lines that can stand by themselves of a recipe; those between line feeds where it is absent. */
  readonly unwrap?: (recipe: string) => readonly string[];
  /** Finds a line that takes a field away, and its name. */
  readonly removes?: RegExp;
  /** Finds a line that sends a field or sets a cookie's flags, and the name. */
  readonly sets?: RegExp;
  /** Finds a line that takes away what is sent, too, and the name. */
  readonly undoes?: RegExp;
  /** Begins a comment, which ends with its line. */
  readonly comment: string;
  /** First line of a file, before which no comment may stand. */
  readonly opening?: string;
  readonly file?: RecipeFile;
  /** A note that is shown once. */
  readonly note?: string;
}

/** The file that a recipe is written to. */
export interface RecipeFile {
  readonly name: string;
  /** The file has lines of others: the recipe goes to its end. */
  readonly isAppended?: true;
}

export function joined(lines: readonly string[]): string {
  return lines.join("\n");
}

/** The name of a file for a part of the changes: each part has a file of its own. */
export function fileNameOf({ name }: RecipeFile, of: string | undefined): string {
  const [, before = "", separator = "", after = ""] = /^(.*?response(.))(.*)$/.exec(name) ?? [];
  if (of === undefined) return name;
  const part = of.toLowerCase().replace(/[^a-z0-9]+/g, separator);
  return `${before}${after.replace(".", `${separator}${part}.`)}`;
}

/** The recipe with comments at its beginning. Texts are of one line. */
export function withComments(
  { comment, opening }: Pick<RecipeRow, "comment" | "opening">,
  texts: readonly string[],
  recipe: string,
): string {
  const comments = texts.map((text) => `${comment} ${text}`);
  if (opening === undefined || !recipe.startsWith(opening)) return joined([...comments, recipe]);
  return joined([opening, ...comments, recipe.slice(opening.length + 1)]);
}

/**
 * A URL as a part of a comment in any language: what could end a comment, continue its line or name a variable is
 * percent-encoded.
 */
export function urlInComment(url: string): string {
  const cut = url.length > LONGEST_URL ? `${url.slice(0, LONGEST_URL)}...` : url;
  return cut
    .toWellFormed()
    .replace(/[^\w.~:/?#@!&'()+,;=%-]/gu, (character) =>
      character === "*" ? "%2A" : encodeURIComponent(character),
    );
}

/** Characters. */
const LONGEST_URL = 300;

export function attributesOf({ secure, httpOnly, sameSite }: CookieFlags): readonly string[] {
  return [
    ...(secure ? ["Secure"] : []),
    ...(httpOnly ? ["HttpOnly"] : []),
    ...(sameSite ? [`SameSite=${sameSite}`] : []),
  ];
}
