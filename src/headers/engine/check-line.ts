/** A line judged and told in words. */

import { readAnyValue } from "../fallback-format.ts";
import type { AnyField, Context } from "../field.ts";
import type { Budget } from "./budget.ts";
import { noteOf, type OpenLine } from "./lines.ts";
import { type Reading, watched } from "./readings.ts";
import { type RecordedFinding, recordingReporter, replay } from "./report.ts";

export function checkLine(line: OpenLine, context: Context, ledger: Budget): void {
  const { field, header, parsed, reading } = line;
  if (!field) {
    tellAnyValue(line, context);
    return;
  }
  if (parsed === undefined) return;
  if (reading && reading.judged === undefined) {
    learn(line, field, reading, context, ledger);
    return;
  }
  if (reading?.judged) {
    const { alternate, told } = reading.judged;
    if (alternate !== undefined) header.alternate = alternate;
    for (const one of told) replay(one, line, ledger);
    return;
  }
  const alternate = alternateOf(line, field, context);
  if (alternate !== undefined) header.alternate = alternate;
  field.check?.(parsed, context, noteOf(line, ledger), line);
}

/** Judges the line, and remembers what it comes to where that takes nothing but the line. */
function learn(line: OpenLine, field: AnyField, reading: Reading, context: Context, ledger: Budget): void {
  const watch = watched(context);
  const told: RecordedFinding[] = [];
  const alternate = alternateOf(line, field, watch.context);
  if (alternate !== undefined) line.header.alternate = alternate;
  field.check?.(line.parsed, watch.context, recordingReporter(line, ledger, told), line);
  reading.judged = watch.isSeen ? null : { alternate, told };
}

function alternateOf(line: OpenLine, field: AnyField, context: Context): string | undefined {
  const { value } = line.line;
  const alternate = field.alternate?.(line.parsed, context, value, line);
  return alternate === value ? undefined : alternate;
}

/** A value that no field file reads may still say something by its form alone. */
function tellAnyValue({ line, header, isRead }: OpenLine, { now }: Context): void {
  const alternate = isRead ? readAnyValue(line.name, line.value, now) : undefined;
  if (alternate !== undefined) header.alternate = alternate;
}
