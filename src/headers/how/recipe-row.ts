/** One row per place and stack: recipes and their file. `build/slow` tests them with real servers. */

import type { RecipeForm, RecipePlace } from "../../../data/recipe-servers.ts";
import type { CookieFlags } from "./cookie-flags.ts";
import type { Stack } from "./stack.ts";

/** Value for double quotes in nginx and Apache. */
export function withBackslashes(value: string): string {
  return value.replace(/["\\]/g, "\\$&");
}

/** A header with its usual spelling and value. */
export interface FieldToSend {
  readonly name: string;
  readonly value: string;
  /** True if the response lacks it: other responses keep theirs. */
  readonly isAbsent?: boolean;
  /** HTTPS responses only; an error elsewhere. */
  readonly isSecure?: true;
  /** Request targets (path and query) as a regular expression that all servers support. */
  readonly on?: string;
  /** The targets are static files. */
  readonly isOfFiles?: true;
}

export type Remedy =
  /** `removed` first, so that `sent` is not a second line. */
  { readonly removed: readonly string[]; readonly sent?: FieldToSend } | { readonly cookie: CookieFlags };

/**
 * A header that the application sends is removed before another is sent. A header that the response lacks is set only
 * if absent, so that other responses keep their own.
 */
export interface RecipeRow {
  readonly place: RecipePlace;
  readonly form?: RecipeForm;
  /** True if the stack matches; rows of a place are tried in order. Default: always. */
  readonly fits?: (stack: ReadonlySet<Stack>) => boolean;
  /** Empty if unsupported. */
  readonly remove: (name: string) => readonly string[];
  /** Undefined if unsupported. */
  readonly send: (field: FieldToSend) => string | undefined;
  /** Sends a header if the application does not. Default: `send`. */
  readonly sendAbsent?: (field: FieldToSend) => readonly string[];
  /** Supports request targets. */
  readonly byTarget?: true;
  /** True if sending replaces the application's header; otherwise it is removed first. */
  readonly replaces?: true;
  /** Absent or undefined if unsupported. */
  readonly cookie?: (flags: CookieFlags) => readonly string[] | undefined;
  /** Makes the whole file; `of`: name of a partial change. */
  readonly wrap?: (lines: readonly string[], of?: string) => string;
  /** Splits a recipe into independent units. Default: lines. */
  readonly unwrap?: (recipe: string) => readonly string[];
  /** Matches a line that removes a header; group 1: its name. */
  readonly removes?: RegExp;
  /** Matches a line that sends a header or changes a cookie; group 1: its name. */
  readonly sets?: RegExp;
  /** Matches a line that also removes what is sent; group 1: its name. */
  readonly undoes?: RegExp;
  /** Start of a line comment. */
  readonly comment: string;
  /** First line of a file, before any comment. */
  readonly opening?: string;
  readonly file?: RecipeFile;
  /** Shown once. */
  readonly note?: string;
}

export interface RecipeFile {
  readonly name: string;
  /** The file has other content: append the recipe. */
  readonly isAppended?: true;
}

export function joined(lines: readonly string[]): string {
  return lines.join("\n");
}

/** File name for a part of the changes. */
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

/** Characters. */
const LONGEST_URL = 300;

export function attributesOf({ secure, httpOnly, sameSite }: CookieFlags): readonly string[] {
  return [
    ...(secure ? ["Secure"] : []),
    ...(httpOnly ? ["HttpOnly"] : []),
    ...(sameSite ? [`SameSite=${sameSite}`] : []),
  ];
}
