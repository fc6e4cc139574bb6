/** Entity tags (RFC 9110 section 8.8.3). */

import type { Flaw } from "./tokens.ts";

export interface EntityTag {
  readonly weak: boolean;
  readonly opaque: string;
  readonly flaws: readonly Flaw<EntityTagFlaw>[];
}

type EntityTagFlaw =
  | "empty"
  | "entity-tag-unquoted"
  | "entity-tag-quote-unclosed"
  | "entity-tag-around-quotes"
  | "entity-tag-inner-quote"
  | "entity-tag-space"
  /** `w/` instead of `W/`, which is case-sensitive. */
  | "entity-tag-weak-case"
  | "entity-tag-bad-character";

/** etagc = %x21 / %x23-7E / obs-text */
const OPAQUE = /^[!#-~\u0080-\u{10ffff}]*$/u;

/** entity-tag = [ weak ] opaque-tag; weak = %s"W/"; opaque-tag = DQUOTE *etagc DQUOTE, without escapes */
export function parseEntityTag(text: string): EntityTag {
  const flaws: Flaw<EntityTagFlaw>[] = [];
  if (text === "") return { weak: false, opaque: "", flaws: [{ id: "empty", at: 0, text }] };
  const weak = /^w\//i.test(text);
  if (weak && text.startsWith("w")) flaws.push({ id: "entity-tag-weak-case", at: 0, text: text.slice(0, 2) });
  const start = weak ? 2 : 0;
  const tag = text.slice(start);
  const opens = tag.startsWith('"');
  const closes = tag.length > 1 && tag.endsWith('"');
  const around = !(opens && closes) && /"[^"]*"/.test(tag);
  if (!opens && !closes && !around) flaws.push({ id: "entity-tag-unquoted", at: start, text: tag });
  else if (around) flaws.push({ id: "entity-tag-around-quotes", at: start, text: tag });
  else if (!opens || !closes) flaws.push({ id: "entity-tag-quote-unclosed", at: start, text: tag });
  const opaque = tag.slice(opens ? 1 : 0, closes ? -1 : undefined);
  if (!around && !OPAQUE.test(opaque)) flaws.push({ id: badCharacter(opaque), at: start, text: tag });
  return { weak, opaque, flaws };
}

function badCharacter(opaque: string): EntityTagFlaw {
  if (opaque.includes('"')) return "entity-tag-inner-quote";
  return /[ \t]/.test(opaque) ? "entity-tag-space" : "entity-tag-bad-character";
}
