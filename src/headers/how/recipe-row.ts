/** Recipe rows, one per place. `build/slow` tests the recipes with real servers. */

import type { RecipePlace } from "../../../data/recipe-servers.ts";
import type { CookieFlags } from "./cookie-flags.ts";

/** Escapes a value for double quotes in nginx and Apache. */
export function withBackslashes(value: string): string {
  return value.replace(/["\\]/g, "\\$&");
}

/** A header with its usual spelling and value. */
export interface FieldToSend {
  readonly name: string;
  readonly value: string;
  /** True if the response lacks the header; the recipe then keeps the values of other responses. */
  readonly isAbsent?: boolean;
  /** True if the header is sent over HTTPS only; over plain HTTP it is an error. */
  readonly isSecure?: true;
  /** Pattern of the request targets (path and query), in regular expression syntax of all servers. */
  readonly on?: string;
  /** True if the targets are static files. */
  readonly isOfFiles?: true;
}

export type Remedy =
  /** Removes the headers `removed` first, so that `sent` does not become a second line. */
  { readonly removed: readonly string[]; readonly sent?: FieldToSend } | { readonly cookie: CookieFlags };

/**
 * Recipes of one place. To replace a header, they first remove the one that the application sends.
 * To add a header, they set it only if it is absent, so that other responses keep their values.
 */
export interface RecipeRow {
  readonly place: RecipePlace;
  /** Lines that remove a header; empty if unsupported. */
  readonly remove: (name: string) => readonly string[];
  /** Line that sends a header; undefined if unsupported. */
  readonly send: (field: FieldToSend) => string | undefined;
  /** Lines that send a header if the application does not. Default: `send`. */
  readonly sendAbsent?: (field: FieldToSend) => readonly string[];
  /** True if recipes can be limited to request targets. */
  readonly byTarget?: true;
  /** True if sending replaces the application's header; otherwise it is removed first. */
  readonly replaces?: true;
  /** Lines that add flags to a cookie; absent or undefined if unsupported. */
  readonly cookie?: (flags: CookieFlags) => readonly string[] | undefined;
  /** Combines lines into a whole file; `of` is the header or cookie of a single change, for the file name. */
  readonly wrap?: (lines: readonly string[], of?: string) => string;
  /** Splits a recipe into independent units. Default: lines. */
  readonly unwrap?: (recipe: string) => readonly string[];
  /** Matches a line that removes a header; group 1: header name. */
  readonly removes?: RegExp;
  /** Matches a line that sends a header or changes a cookie; group 1: header name. */
  readonly sets?: RegExp;
  /** Matches a line that removes a header and would undo a line that sends it; group 1: header name. */
  readonly undoes?: RegExp;
  /** Start of a line comment. */
  readonly comment: string;
  /** First line of a file, before any comment. */
  readonly opening?: string;
  readonly file?: RecipeFile;
  /** Advice about the file, shown once. */
  readonly note?: string;
}

export interface RecipeFile {
  readonly name: string;
  /** True if the recipe is appended to an existing file. */
  readonly isAppended?: true;
}

export function joined(lines: readonly string[]): string {
  return lines.join("\n");
}

/** Returns the file name; with `of`, the name of a file with that change only. */
export function fileNameOf({ name }: RecipeFile, of: string | undefined): string {
  const [, before = "", separator = "", after = ""] = /^(.*?response(.))(.*)$/.exec(name) ?? [];
  if (of === undefined) return name;
  const part = of.toLowerCase().replace(/[^a-z0-9]+/g, separator);
  return `${before}${after.replace(".", `${separator}${part}.`)}`;
}

/** Recipe with single-line comments at the top. */
export function withComments(
  { comment, opening }: Pick<RecipeRow, "comment" | "opening">,
  texts: readonly string[],
  recipe: string,
): string {
  const comments = texts.map((text) => `${comment} ${text}`);
  if (opening === undefined || !recipe.startsWith(opening)) return joined([...comments, recipe]);
  return joined([opening, ...comments, recipe.slice(opening.length + 1)]);
}

/** URL for a comment in any language: characters that could end or continue it are percent-encoded. */
export function urlInComment(url: string): string {
  const cut = url.length > LONGEST_URL ? `${url.slice(0, LONGEST_URL)}...` : url;
  return cut
    .toWellFormed()
    .replace(/[^\w.~:/?#@!&'()+,;=%-]/gu, (character) =>
      character === "*" ? "%2A" : encodeURIComponent(character),
    );
}

/** Maximum length in characters. */
const LONGEST_URL = 300;

export function attributesOf({ secure, httpOnly, sameSite }: CookieFlags): readonly string[] {
  return [
    ...(secure ? ["Secure"] : []),
    ...(httpOnly ? ["HttpOnly"] : []),
    ...(sameSite ? [`SameSite=${sameSite}`] : []),
  ];
}
