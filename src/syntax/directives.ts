/** Comma-separated directives, as in Cache-Control (RFC 9111 section 5.2). */

import { memoize } from "../platform/memoize.ts";
import { type ListMember, splitList } from "./lists.ts";
import { type Flaw, isToken, Scanner, trimOws } from "./tokens.ts";

export interface Directive {
  /** Lower case: directive names are case-insensitive. */
  readonly name: string;
  readonly sent: string;
  /** Argument without quotes and escapes; absent without an equals sign. */
  readonly value?: string;
  readonly quoted: boolean;
  readonly at: number;
  readonly text: string;
}

export type DirectiveFlaw =
  | "empty-member"
  | "quote-unclosed"
  | "bad-name"
  | "bad-value"
  | "missing-value"
  | "space-around-equals"
  | "text-after-quote"
  /** A semicolon instead of a comma: recipients read one directive up to the next comma. */
  | "semicolon"
  | "missing-comma";

export interface Directives {
  readonly directives: readonly Directive[];
  readonly flaws: readonly Flaw<DirectiveFlaw>[];
}

/**
 * #directive; directive = token [ "=" ( token / quoted-string ) ]
 * Keeps repeated names. A flaw's `at` is within its directive.
 */
export const parseDirectives = memoize(readDirectives);

function readDirectives(value: string): Directives {
  const { members, flaws: listFlaws } = splitList(value);
  const flaws: Flaw<DirectiveFlaw>[] = [...listFlaws];
  return { directives: members.map((member) => directive(member, flaws)), flaws };
}

function directive({ text, at }: ListMember, flaws: Flaw<DirectiveFlaw>[]): Directive {
  const equals = text.indexOf("=");
  const sent = trimOws(text, 0, equals < 0 ? text.length : equals);
  const name = sent.toLowerCase();
  if (!isToken(sent)) flaws.push({ id: separatorFlaw(sent) ?? "bad-name", at, text: sent });
  if (equals < 0) return { name, sent, quoted: false, at, text };
  const value = trimOws(text, equals + 1);
  const end = at + text.length;
  if (sent.length + 1 + value.length < text.length) flaws.push({ id: "space-around-equals", at, text });
  if (value.startsWith('"')) {
    const scanner = new Scanner(value);
    const { value: unquoted } = scanner.quotedString();
    if (!scanner.done) {
      const rest = trimOws(value.slice(scanner.at));
      flaws.push({
        id: separatorFlaw(rest) ?? "text-after-quote",
        at: at + text.lastIndexOf(rest),
        text: rest,
      });
    }
    return { name, sent, value: unquoted, quoted: true, at, text };
  }
  if (value === "") flaws.push({ id: "missing-value", at, text: sent });
  else if (!isToken(value)) {
    flaws.push({ id: separatorFlaw(value) ?? "bad-value", at: end - value.length, text: value });
  }
  return { name, sent, value, quoted: false, at, text };
}

function separatorFlaw(text: string): "semicolon" | "missing-comma" | undefined {
  if (text.includes(";")) return "semicolon";
  const words = text.split(/[ \t]+/, 3);
  return words.length > 1 && words.every((word) => isToken(word.replace("=", "")))
    ? "missing-comma"
    : undefined;
}
