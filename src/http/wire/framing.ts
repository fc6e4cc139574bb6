/** Length of content after a head (RFC 9112 section 6.3). Pure. */

import type { FieldLine } from "../../headers/message.ts";
import type { ResponseHead } from "./head.ts";
import { truncateList } from "./truncate.ts";

export type Framing =
  | { readonly kind: "none" }
  | { readonly kind: "length"; readonly bytes: number }
  | { readonly kind: "chunked" }
  /** Until the connection closes. */
  | { readonly kind: "close" }
  | { readonly kind: "invalid"; readonly why: string };

/** Members of a list field, from all its lines. */
export function fieldValues(lines: readonly FieldLine[], name: string): string[] {
  const found = fieldLines(lines, name);
  if (found.length === 0) return [];
  return found.flatMap(({ value }) => value.split(",").map((member) => member.trim()));
}

/** Lines of a field, in order. `name` is in lower case. */
export function fieldLines(lines: readonly FieldLine[], name: string): readonly FieldLine[] {
  let index = indexes.get(lines);
  if (!index) {
    index = byName(lines);
    indexes.set(lines, index);
  }
  return index.get(name) ?? NO_LINES;
}

/** Faster than `Map.groupBy`. */
function byName(lines: readonly FieldLine[]): ReadonlyMap<string, readonly FieldLine[]> {
  const groups = new Map<string, FieldLine[]>();
  for (const line of lines) {
    const group = groups.get(line.name);
    if (group) group.push(line);
    else groups.set(line.name, [line]);
  }
  return groups;
}

/** Lines by name, cached per head: about a dozen fields are read, and a head can have thousands of lines. */
const indexes = new WeakMap<readonly FieldLine[], ReadonlyMap<string, readonly FieldLine[]>>();
const NO_LINES: readonly FieldLine[] = [];

export function framingOf(head: ResponseHead, method: string): Framing {
  if (method === "HEAD" || head.status === 204 || head.status === 304 || head.status < 200)
    return { kind: "none" };
  const codings = fieldValues(head.lines, "transfer-encoding").map((coding) => coding.toLowerCase());
  if (codings.length > 0) return codings.at(-1) === "chunked" ? { kind: "chunked" } : { kind: "close" };
  const lengths = [...new Set(fieldValues(head.lines, "content-length"))];
  const [first] = lengths;
  if (first === undefined) return { kind: "close" };
  if (lengths.length > 1)
    return { kind: "invalid", why: `Content-Length is given as ${truncateList(lengths)}` };
  return isLength(first) ? { kind: "length", bytes: Number(first) } : { kind: "close" };
}

/** Whether a Content-Length is valid. Browsers read it as a 64-bit integer and ignore an invalid one. */
function isLength(text: string): boolean {
  return /^\d{1,40}$/.test(text) && BigInt(text) < 2n ** 63n;
}
