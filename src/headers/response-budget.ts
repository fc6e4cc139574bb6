/**
 * The room left in an answer. The messages of a chain share one, so that eleven hostile ones cost no more
 * than one. The bounds are far above what servers and proxies pass on: an ordinary chain never meets them.
 */
export interface ResponseBudget {
  /** Field lines shown. */
  lines: number;
  /** Characters of values that are looked into; lines beyond are shown as they are. */
  characters: number;
  /** Bytes of JSON, estimated from below by what strangers' words become in it. */
  bytes: number;
}

export function openResponseBudget(): ResponseBudget {
  return { lines: 2000, characters: 65_536, bytes: 1_000_000 };
}

/** How much of a message was left out. */
export interface Omitted {
  /** Field lines that are not shown. */
  lines: number;
  /** Field lines that are shown, but whose values were not looked into. */
  details: number;
  /** Findings that are left out. */
  problems: number;
}

/** Bytes of a string as JSON. */
export function jsonBytes(text: string): number {
  // Characters that JSON escapes, or that take several bytes in UTF-8, are rare: an exact count costs much more.
  return /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(text) ? text.length : Buffer.byteLength(JSON.stringify(text));
}

/** Characters of a value that is looked into: few servers and proxies pass on a whole header section of that size. */
export const LONGEST_VALUE = 32_768;

/** Lines of one name that are looked into. Browsers keep fewer cookies of a site. */
export const MOST_OF_A_NAME = 200;

/** The lines that are looked into, of messages that are judged and not shown. */
export function lookedInto<T extends { readonly name: string; readonly value: string }>(
  lines: readonly T[],
): readonly T[] {
  const counts = new Map<string, number>();
  return lines.filter(({ name, value }) => {
    const before = counts.get(name) ?? 0;
    counts.set(name, before + 1);
    return before < MOST_OF_A_NAME && value.length <= LONGEST_VALUE;
  });
}

/** The room in the response that a message may still take, and the parts omitted for want of it. */
export interface Budget {
  readonly remaining: ResponseBudget;
  readonly omitted: Omitted;
}

export function openBudget(remaining: ResponseBudget): Budget {
  return { remaining, omitted: { lines: 0, details: 0, problems: 0 } };
}

/** The omitted parts; undefined where none was. */
export function truncation({ omitted }: Budget): Omitted | undefined {
  return omitted.lines + omitted.details + omitted.problems === 0 ? undefined : omitted;
}

/** The omitted parts of two messages together. */
export function sumOf(a: Omitted | undefined, b: Omitted | undefined): Omitted | undefined {
  if (!a || !b) return a ?? b;
  return { lines: a.lines + b.lines, details: a.details + b.details, problems: a.problems + b.problems };
}
