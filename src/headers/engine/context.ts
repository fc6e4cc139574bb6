import type { AnyField, Context, ExplainedLine } from "../field.ts";
import type { Message } from "../message.ts";
import type { AllVerdicts } from "../verdicts/index.ts";
import { EVERYTHING, type Kept, logPosition, logRead, type Span, spanFrom } from "../verdicts/read-log.ts";

const NO_LINES: readonly ExplainedLine[] = [];

type Made = Map<(context: Context) => unknown, Kept>;

/** What contexts have made of their messages. */
const madeBy = new WeakMap<Context, Made>();

/** The context of a message that differs in some lines, and which of what it made that leaves as it is. */
interface Earlier {
  readonly context: Context;
  readonly stays: (span: Span) => boolean;
}

/** What fields and rules know of a message. */
export function openContext(
  message: Message,
  now: number,
  all: readonly ExplainedLine[],
  groups: ReadonlyMap<string, readonly ExplainedLine[]>,
  verdicts: AllVerdicts,
  earlier?: Earlier,
): Context {
  const named = (name: string): readonly ExplainedLine[] => {
    logRead(name);
    return groups.get(name) ?? NO_LINES;
  };
  const lines = <T>(field: AnyField<T>) => named(field.key) as readonly ExplainedLine<T>[];
  const made: Made = new Map();
  const before = earlier && madeBy.get(earlier.context);
  const context: { -readonly [key in keyof Context]: Context[key] } = {
    message,
    // What a response says of times counts from when it came.
    now: message.receivedAt ?? now,
    verdicts,
    get all() {
      logRead(EVERYTHING);
      return all;
    },
    lines,
    values: <T>(field: AnyField<T>) => parsedValues(lines(field)),
    named,
    has: (name) => {
      logRead(name);
      return groups.has(name);
    },
    once<T>(make: (context: Context) => T): T {
      const known = made.get(make);
      if (known) {
        logRead(known.span);
        return known.value as T;
      }
      const kept = before?.get(make);
      if (kept && earlier?.stays(kept.span)) return kept.value as T;
      const from = logPosition();
      const value = make(context);
      made.set(make, { value, span: spanFrom(from) });
      return value;
    },
    request: (name) => message.request?.get(name)?.join(", "),
  };
  madeBy.set(context, made);
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
