/** Which fields and rules are asked, and what is known of each field name before any message is there. */

import { describeField, isInCatalogue } from "../catalogue.ts";
import type { AnyField, AnyRule } from "../field.ts";
import { fields } from "../fields/index.ts";
import { fieldByRows } from "../fields/products/index.ts";
import type { Message } from "../message.ts";
import { requestFields } from "../requests/index.ts";
import { requestRules } from "../requests/rules.ts";
import { rules } from "../rules/index.ts";

/** The facts that all lines of a name share. */
export interface Named {
  readonly field: AnyField | undefined;
  readonly description: string;
  readonly type: string;
  /** The catalogue's links and the field's own, each once. One array for all lines of the name: not to be changed. */
  readonly links: string[];
  /** Bytes of JSON that a line of this name takes besides its name and value. */
  readonly bytes: number;
  /** The vendor of the field. */
  readonly sender?: string;
  /** Its kind where something else in the message names the sender, as the name alone does not tell. */
  readonly perhaps?: string;
}

type Names = (name: string) => Named | undefined;

/** A request is a message of its own. */
export interface MessageKind {
  /** The entry of a name in lower case that is in the catalogue or has a field file. */
  readonly named: Names;
  readonly rules: readonly AnyRule[];
  /** Whether rules apply: where only the request was given, no response is there to lack anything. */
  readonly hasRules: (message: Message) => boolean;
}

const NO_LINKS: readonly string[] = [];

/** The entry of a name in lower case. */
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

/** Every name with a row in the catalogue or a field file; each is described when it is first asked for. */
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
