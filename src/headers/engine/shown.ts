/** How a value is shown: as its field does, by the value alone or by the message around it. */

import { readAnyValue } from "../fallback-format.ts";
import type { Context, ExplainedLine, Shown } from "../field.ts";
import { type Budget, jsonBytes } from "../response-budget.ts";
import type { Item } from "../schema.ts";
import { NO_ITEMS, noteOf, type OpenLine } from "./lines.ts";

/** @internal for tests: a value is tried without a message */
export function itemsOf<T>(shown: Shown<T>, parsed: T, context: Context): readonly Item[] {
  return shown.itemsInMessage?.(parsed, context) ?? shown.items?.(parsed) ?? NO_ITEMS;
}

/** @internal for tests: a value is tried without a message */
export function alternateOf<T>(
  shown: Shown<T>,
  parsed: T,
  context: Context,
  line: ExplainedLine<T>,
): string | undefined {
  const { value } = line.line;
  return shown.alternateInMessage
    ? shown.alternateInMessage(parsed, context, value, line)
    : shown.alternate?.(parsed, value);
}

/** Gives the header object of a parsed line its `alternate`. A value that no field file reads may say something by its form. */
export function showAlternate(line: OpenLine, context: Context): void {
  const { field, header, parsed, isRead } = line;
  const { name, value } = line.line;
  let alternate: string | undefined;
  if (!field) alternate = isRead ? readAnyValue(name, value, context.now) : undefined;
  else if (parsed !== undefined) alternate = alternateOf(field, parsed, context, line);
  if (alternate !== undefined && alternate !== value) header.alternate = alternate;
}

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
