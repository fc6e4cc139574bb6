/** How a value is shown: as its field does, by the value alone or by the message around it. */

import { readAnyValue } from "../fallback-format.ts";
import type { Context, ExplainedLine, Shown } from "../field.ts";
import type { Item } from "../schema.ts";
import { NO_ITEMS, type OpenLine } from "./lines.ts";

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
