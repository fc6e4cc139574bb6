/** The value of a line taken apart. */

import { copyOf } from "../../cache/memoize.ts";
import type { AnyField, Context } from "../field.ts";
import { jsonBytes } from "../response-budget.ts";
import type { Item } from "../schema.ts";
import type { Budget } from "./budget.ts";
import { noteOf, type OpenLine } from "./lines.ts";
import { keep, recall, watched } from "./readings.ts";
import { type RecordedFinding, recordingReporter, replay } from "./report.ts";

export function parseLine(line: OpenLine, context: Context, ledger: Budget): void {
  const { field, header } = line;
  const { allowance, leftOut } = ledger;
  if (!field) return;
  if (!line.isRead || allowance.bytes <= 0) {
    leftOut.details++;
    return;
  }
  readLine(line, field, context, ledger);
  if (line.items.length === 0) return;
  const bytes = line.reading?.own?.bytes ?? bytesOf(line.items);
  if (bytes > allowance.bytes) leftOut.details++;
  else {
    allowance.bytes -= bytes;
    header.details.items = line.items as Item[];
  }
}

function readLine(line: OpenLine, field: AnyField, context: Context, ledger: Budget): void {
  const known = recall(field, line.line);
  if (known === "learn") learn(line, field, context, ledger);
  else if (known?.own) {
    const { parsed, items, told } = known.own;
    line.reading = known;
    line.parsed = parsed;
    line.items = items.map(copyOfItem);
    for (const one of told) replay(one, line, ledger);
  } else {
    line.parsed = field.parse(line.line.value, noteOf(line, ledger), context);
    if (line.parsed !== undefined) line.items = field.items?.(line.parsed, context) ?? line.items;
  }
}

/** Reads the line, and remembers what it comes to where that takes nothing but the line. */
function learn(line: OpenLine, field: AnyField, context: Context, ledger: Budget): void {
  const value = copyOf(line.line.value);
  const watch = watched(context);
  const told: RecordedFinding[] = [];
  line.parsed = field.parse(value, recordingReporter(line, ledger, told), watch.context);
  const { parsed } = line;
  const items = (parsed === undefined ? undefined : field.items?.(parsed, watch.context)) ?? line.items;
  const { sent } = line.line;
  line.items = items.map(copyOfItem);
  if (!watch.isSeen) line.reading = { sent, own: { parsed, items, bytes: bytesOf(items), told } };
  keep(field, value, line.reading ?? { sent });
}

/** Findings of the message at hand go with its own items. */
function copyOfItem(item: Item): Item {
  return { ...item };
}

function bytesOf(items: readonly Item[]): number {
  let bytes = 0;
  for (const item of items) bytes += itemBytes(item);
  return bytes;
}

function itemBytes({ name, value, description, alternate }: Item): number {
  return 50 + jsonBytes(name) + jsonBytes(value) + description.length + (alternate?.length ?? 0);
}
