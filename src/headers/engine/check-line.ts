/** A line judged, and its findings in words. */

import { readAnyValue } from "../fallback-format.ts";
import type { AnyField, Context } from "../field.ts";
import type { Budget } from "./budget.ts";
import type { CachedLine } from "./line-cache.ts";
import { noteOf, type OpenLine } from "./lines.ts";

export function checkLine(line: OpenLine, context: Context, budget: Budget): void {
  const { field, header, parsed, cached } = line;
  if (!field) {
    describeAnyValue(line, context);
    return;
  }
  if (parsed === undefined) return;
  const known = cached?.alternate;
  const alternate = known === undefined ? alternateOf(line, field, context) : known;
  if (alternate !== undefined && alternate !== null && alternate !== line.line.value)
    header.alternate = alternate;
  if (cached && isClean(cached, field)) {
    if (!field.checksAlone()) field.checkInContext?.(parsed, context, noteOf(line, budget), line);
  } else field.check?.(parsed, context, noteOf(line, budget), line);
}

function isClean(cached: CachedLine, field: AnyField): boolean {
  cached.isClean ??= field.isCleanAlone(cached.parsed);
  return cached.isClean;
}

function alternateOf(line: OpenLine, field: AnyField, context: Context): string | undefined {
  const { cached } = line;
  const alternate = field.alternate?.(line.parsed, context, line.line.value, line);
  if (cached && field.alternateAlone) cached.alternate = alternate ?? null;
  return alternate;
}

/** A value that no field file reads may still say something by its form alone. */
function describeAnyValue({ line, header, isRead }: OpenLine, { now }: Context): void {
  const alternate = isRead ? readAnyValue(line.name, line.value, now) : undefined;
  if (alternate !== undefined) header.alternate = alternate;
}
