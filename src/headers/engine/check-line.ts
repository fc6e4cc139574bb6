/** A line judged, and its findings in words. */

import { readAnyValue } from "../fallback-format.ts";
import type { AnyField, Context } from "../field.ts";
import type { Budget } from "./budget.ts";
import { hasFindings, noteOf, type OpenLine } from "./lines.ts";

export function checkLine(line: OpenLine, context: Context, budget: Budget): void {
  const { field, header, parsed, cached } = line;
  if (!field) {
    describeAnyValue(line, context);
    return;
  }
  if (parsed === undefined) return;
  const alternate = cached?.alternate ?? alternateOf(line, field, context);
  if (alternate !== undefined && alternate !== line.line.value) header.alternate = alternate;
  if (cached?.isClean) return;
  field.check?.(parsed, context, noteOf(line, budget), line);
  if (cached && field.checksAlone && !hasFindings(line)) cached.isClean = true;
}

function alternateOf(line: OpenLine, field: AnyField, context: Context): string | undefined {
  const { cached } = line;
  const alternate = field.alternate?.(line.parsed, context, line.line.value, line);
  if (cached?.items && alternate !== undefined) cached.alternate = alternate;
  return alternate;
}

/** A value that no field file reads may still say something by its form alone. */
function describeAnyValue({ line, header, isRead }: OpenLine, { now }: Context): void {
  const alternate = isRead ? readAnyValue(line.name, line.value, now) : undefined;
  if (alternate !== undefined) header.alternate = alternate;
}
