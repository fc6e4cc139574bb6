/** One row a place and stack: a remedy in its words, and what such lines are in its file. Judged in `build/slow` by the real ones. */

import type { RecipeForm, RecipePlace } from "../../../data/recipe-servers.ts";
import type { CookieFlags } from "./cookie-flags.ts";
import type { FieldToSend } from "./remedy.ts";
import type { Stack } from "./stack.ts";

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
  /** The lines as they stand in a file. */
  readonly wrap?: (lines: readonly string[]) => string;
  /** The lines that can stand by themselves of a recipe; those between line feeds where it is absent. */
  readonly unwrap?: (recipe: string) => readonly string[];
  /** Finds a line that takes a field away, and its name. */
  readonly removes?: RegExp;
  /** Finds a line that sends a field or sets a cookie's flags, and the name. */
  readonly sets?: RegExp;
  /** Finds a line that takes away what is sent, too, and the name. */
  readonly undoes?: RegExp;
  /** How a comment begins; absent where the recipe is no file. */
  readonly comment?: string;
  /** A note that is shown once. */
  readonly note?: string;
}

export function joined(lines: readonly string[]): string {
  return lines.join("\n");
}

export function attributesOf({ secure, httpOnly, sameSite }: CookieFlags): readonly string[] {
  return [
    ...(secure ? ["Secure"] : []),
    ...(httpOnly ? ["HttpOnly"] : []),
    ...(sameSite ? [`SameSite=${sameSite}`] : []),
  ];
}
