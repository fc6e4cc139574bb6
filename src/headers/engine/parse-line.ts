/** A line read: its value parsed and taken apart. */

import type { Context } from "../field.ts";
import { jsonBytes } from "../response-budget.ts";
import type { Item } from "../schema.ts";
import type { Budget } from "./budget.ts";
import { noteOf, type OpenLine } from "./lines.ts";
import { itemsOf } from "./shown.ts";

export function parseLine(line: OpenLine, context: Context, budget: Budget): void {
  const { field, header } = line;
  const { remaining, omitted } = budget;
  if (!field) return;
  if (!line.isRead || remaining.bytes <= 0) {
    omitted.details++;
    return;
  }
  line.parsed = field.parse(line.line.value, noteOf(line, budget));
  if (line.parsed !== undefined) line.items = itemsOf(field, line.parsed, context);
  line.readProblems = header.problems.length;
  if (line.items.length === 0) return;
  const bytes = bytesOf(line.items);
  if (bytes > remaining.bytes) omitted.details++;
  else {
    remaining.bytes -= bytes;
    header.details.items = line.items as Item[];
  }
}

function bytesOf(items: readonly Item[]): number {
  let bytes = 0;
  for (const item of items) bytes += itemBytes(item);
  return bytes;
}

function itemBytes({ name, value, description, alternate }: Item): number {
  return 50 + jsonBytes(name) + jsonBytes(value) + description.length + (alternate?.length ?? 0);
}
