/** Remaining size of an answer, shared by all messages of a redirect chain. Ordinary chains never reach it. */
export interface ResponseBudget {
  lines: number;
  /** Characters of parsed values; further lines are shown unparsed. */
  characters: number;
  /** Bytes of JSON, estimated from text of the message; the real size is larger. */
  bytes: number;
}

/** @param reports number of reports in the answer */
export function openResponseBudget(reports = 1): ResponseBudget {
  return { lines: 2000, characters: 65_536, bytes: 1_000_000 / reports };
}

export interface Omitted {
  lines: number;
  /** Header lines shown unparsed. */
  details: number;
  problems: number;
}

export function jsonBytes(text: string): number {
  // Fast path: characters that JSON escapes or that take several bytes in UTF-8 are rare.
  return /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(text) ? text.length : Buffer.byteLength(JSON.stringify(text));
}

/** Maximum characters of a parsed value; few servers and proxies forward header sections of this size. */
export const LONGEST_VALUE = 32_768;

/** Maximum parsed lines per header name: more than the cookies that browsers keep for a site. */
export const MOST_OF_A_NAME = 200;

/** Lines to parse, for messages that are judged but not shown. */
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

/** Remaining budget of a message, and the parts omitted so far. */
export interface Budget {
  readonly remaining: ResponseBudget;
  readonly omitted: Omitted;
}

export function openBudget(remaining: ResponseBudget): Budget {
  return { remaining, omitted: { lines: 0, details: 0, problems: 0 } };
}

export function truncation({ omitted }: Budget): Omitted | undefined {
  return omitted.lines + omitted.details + omitted.problems === 0 ? undefined : omitted;
}

export function sumOf(a: Omitted | undefined, b: Omitted | undefined): Omitted | undefined {
  if (!a || !b) return a ?? b;
  return { lines: a.lines + b.lines, details: a.details + b.details, problems: a.problems + b.problems };
}
