/** Fields and rules for requests and for responses, and the cached description of each header name. */

import { describeField, isInCatalogue } from "../catalogue.ts";
import type { AnyField, AnyRule } from "../field.ts";
import { fields } from "../fields/index.ts";
import { fieldByRows } from "../fields/products/index.ts";
import type { Message } from "../message.ts";
import { requestFields } from "../requests/index.ts";
import { requestRules } from "../requests/rules.ts";
import { rules } from "../rules/index.ts";

/** Facts about a header name, shared by all its lines. */
export interface Named {
  readonly field: AnyField | undefined;
  readonly description: string;
  readonly type: string;
  /** Links of the catalogue and the field, without duplicates. Shared: do not change. */
  readonly links: string[];
  /** JSON bytes of a header object without name and value. */
  readonly bytes: number;
  /** Vendor of the header. */
  readonly sender?: string;
  /** Description of an ambiguous name, used if another line of the message names the vendor. */
  readonly perhaps?: string;
}

type Names = (name: string) => Named | undefined;

export interface MessageKind {
  /** Returns the entry of a lower-case name; undefined without a catalogue row or field file. */
  readonly named: Names;
  readonly rules: readonly AnyRule[];
  /** False for a message without status and lines: rules would report every header as missing. */
  readonly hasRules: (message: Message) => boolean;
}

const NO_LINKS: readonly string[] = [];

/** Creates the entry of a lower-case name. */
export function describeName(name: string, field?: AnyField): Named {
  const entry = describeField(name);
  const links = [...new Set([...(entry?.links ?? NO_LINKS), ...(field?.links ?? NO_LINKS)])];
  const description = entry?.description ?? "";
  return {
    field,
    description,
    type: field?.type ?? entry?.type ?? "string",
    links,
    bytes: 140 + description.length + links.reduce((sum, link) => sum + link.length + 3, 0),
    ...(entry?.sender !== undefined && { sender: entry.sender }),
    ...(entry?.perhaps && { perhaps: entry.perhaps.description }),
  };
}

/** Entries of names with a catalogue row or a field file, created on first use. */
function namesWith(files: readonly AnyField[], more?: (name: string) => AnyField | undefined): Names {
  const byKey = new Map(files.map((field) => [field.key, field]));
  const described = new Map<string, Named>();
  return (name) => {
    const known = described.get(name);
    if (known) return known;
    const field = byKey.get(name) ?? more?.(name);
    if (!field && !isInCatalogue(name)) return undefined;
    const named = describeName(name, field);
    described.set(name, named);
    return named;
  };
}

export const RESPONSE: MessageKind = {
  named: namesWith(fields, fieldByRows),
  rules,
  hasRules: ({ lines, status }) => lines.length > 0 || status !== undefined,
};
export const REQUEST: MessageKind = {
  named: namesWith(requestFields),
  rules: requestRules,
  hasRules: () => true,
};
