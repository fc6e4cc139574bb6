/** A line read: its value parsed and taken apart. */

import type { AnyField, Context } from "../field.ts";
import { jsonBytes } from "../response-budget.ts";
import type { Item } from "../schema.ts";
import type { Budget } from "./budget.ts";
import { getLine, isFrequent, putLine } from "./line-cache.ts";
import { hasFindings, noteOf, type OpenLine } from "./lines.ts";

export function parseLine(line: OpenLine, context: Context, budget: Budget): void {
  const { field, header } = line;
  const { remaining, omitted } = budget;
  if (!field) return;
  if (!line.isRead || remaining.bytes <= 0) {
    omitted.details++;
    return;
  }
  readLine(line, field, context, budget);
  line.readProblems = header.problems.length;
  if (line.items.length === 0) return;
  const bytes = line.cached?.items ? line.cached.bytes : bytesOf(line.items);
  if (bytes > remaining.bytes) omitted.details++;
  else {
    remaining.bytes -= bytes;
    header.details.items = line.items as Item[];
  }
}

function readLine(line: OpenLine, field: AnyField, context: Context, budget: Budget): void {
  const { value } = line.line;
  const cached = field.readsAlone ? getLine(field, value) : undefined;
  line.cached = cached;
  line.parsed = cached ? cached.parsed : field.parse(value, noteOf(line, budget), context);
  if (line.parsed === undefined) return;
  // Findings of the message at hand go with its own items.
  if (cached?.items) line.items = cached.items.map((item) => ({ ...item }));
  else if (field.items) line.items = field.items(line.parsed, context);
  if (field.readsAlone && !cached && !hasFindings(line) && isFrequent(value)) cacheLine(line, field);
}

function cacheLine(line: OpenLine, field: AnyField): void {
  const { parsed } = line;
  const items = field.itemsAlone ? line.items.map((item) => ({ ...item })) : undefined;
  const bytes = items ? bytesOf(items) : 0;
  line.cached = putLine(line.line.value, { field, parsed, items, bytes });
}

function bytesOf(items: readonly Item[]): number {
  let bytes = 0;
  for (const item of items) bytes += itemBytes(item);
  return bytes;
}

function itemBytes({ name, value, description, alternate }: Item): number {
  return 50 + jsonBytes(name) + jsonBytes(value) + description.length + (alternate?.length ?? 0);
}
