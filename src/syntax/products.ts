/** Products and comments, as in Server and User-Agent (RFC 9110 sections 10.1.5 and 5.6.5). */

import { memoize } from "../platform/memoize.ts";
import { type Flaw, isToken, Scanner } from "./tokens.ts";

export type ProductPart =
  | { readonly kind: "product"; readonly name: string; readonly version?: string; readonly at: number }
  /** `text`: without the outer parentheses and escapes. */
  | { readonly kind: "comment"; readonly text: string; readonly at: number };

type ProductFlaw =
  /** Not a product: invalid characters, or nothing before or after the slash. */
  "product-invalid" | "comment-first" | "comment-unclosed";

export interface Products {
  readonly parts: readonly ProductPart[];
  readonly flaws: readonly Flaw<ProductFlaw>[];
}

/** product *( RWS ( product / comment ) ) product = token [ "/" product-version ]; product-version = token */
export const parseProducts = memoize(readProducts);

function readProducts(value: string): Products {
  const scanner = new Scanner(value);
  const parts: ProductPart[] = [];
  const flaws: Flaw<ProductFlaw>[] = [];
  for (scanner.ows(); !scanner.done; scanner.ows()) {
    const at = scanner.at;
    if (scanner.sees("(")) {
      const comment = readComment(scanner);
      if (!comment.closed) flaws.push({ id: "comment-unclosed", at, text: value.slice(at) });
      if (parts.length === 0) flaws.push({ id: "comment-first", at, text: value.slice(at, scanner.at) });
      parts.push({ kind: "comment", text: comment.text, at });
      continue;
    }
    const word = scanner.until(" \t(");
    const slash = word.indexOf("/");
    const name = slash < 0 ? word : word.slice(0, slash);
    const version = slash < 0 ? undefined : word.slice(slash + 1);
    if (!isToken(name) || (version !== undefined && !isToken(version)))
      flaws.push({ id: "product-invalid", at, text: word });
    parts.push({ kind: "product", name, ...(version !== undefined && { version }), at });
  }
  return { parts, flaws };
}

/**
 * comment = "(" *( ctext / quoted-pair / comment ) ")"
 * Call it at a parenthesis. Nested comments are part of the text; an unclosed comment extends to the end.
 */
export function readComment(scanner: Scanner): { readonly text: string; readonly closed: boolean } {
  const { text: all } = scanner;
  let plain = scanner.at + 1;
  let text = "";
  let depth = 0;
  for (let at = scanner.at; at < all.length; at++) {
    const char = all[at];
    if (char === "\\") {
      text += all.slice(plain, at);
      plain = at + 1;
      at++;
    } else if (char === "(") depth++;
    else if (char === ")" && --depth === 0) {
      scanner.at = at + 1;
      return { text: text + all.slice(plain, at), closed: true };
    }
  }
  scanner.at = all.length;
  return { text: text + all.slice(plain), closed: false };
}
