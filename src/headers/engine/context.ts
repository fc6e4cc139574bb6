import type { AnyField, Context, ExplainedLine } from "../field.ts";
import type { Message } from "../message.ts";
import type { AllVerdicts } from "../verdicts/index.ts";

const NO_LINES: readonly ExplainedLine[] = [];

/** Builds the context that fields and rules read. */
export function openContext(
  message: Message,
  now: number,
  all: readonly ExplainedLine[],
  groups: ReadonlyMap<string, readonly ExplainedLine[]>,
  verdicts: AllVerdicts,
): Context {
  const named = (name: string): readonly ExplainedLine[] => groups.get(name) ?? NO_LINES;
  const lines = <T>(field: AnyField<T>) => named(field.key) as readonly ExplainedLine<T>[];
  const context: { -readonly [key in keyof Context]: Context[key] } = {
    message,
    now: message.receivedAt ?? now,
    verdicts,
    all,
    lines,
    values: <T>(field: AnyField<T>) => parsedValues(lines(field)),
    named,
    has: (name) => groups.has(name),
    request: (name) => message.request?.get(name)?.join(", "),
  };
  if (message.status !== undefined) context.status = message.status;
  if (message.method !== undefined) context.method = message.method;
  if (message.url) context.url = message.url;
  if (message.receivedAt !== undefined) context.receivedAt = message.receivedAt;
  return context;
}

const NO_VALUES: readonly never[] = [];

function parsedValues<T>(lines: readonly ExplainedLine<T>[]): readonly T[] {
  if (lines.length === 0) return NO_VALUES;
  const values: T[] = [];
  for (const { parsed } of lines) if (parsed !== undefined) values.push(parsed);
  return values;
}
