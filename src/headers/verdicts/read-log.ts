/**
 * Which field names are looked at while a message is judged, in order: whoever looked at none of those that change comes to
 * the same again. Judging is synchronous, so that one log is open at a time.
 */

/** Stands for all lines. */
export const EVERYTHING = "*";

/** Part of a log: what was read to make a value. Where it was made without a log, that is not known. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly log: ReadLog | undefined;
}

/** What was made, and what was read for it. */
export interface Kept {
  readonly value: unknown;
  readonly span: Span;
}

/** A finding, by its row. */
interface Found {
  readonly id: string;
}

type Entry = string | Span | Found;
export type ReadLog = Entry[];

let open: ReadLog | undefined;

/** Runs `work`, whose reads go to the log. */
export function logged(log: ReadLog, work: () => void): Span {
  const outer = open;
  const from = log.length;
  open = log;
  try {
    work();
  } finally {
    open = outer;
  }
  return { from, to: log.length, log };
}

/** The problems found in a span, each as often as it was. */
export function foundIn({ from, to, log = [] }: Span): readonly string[] {
  const found: string[] = [];
  for (let at = from; at < to; at++) {
    const entry = log[at] as Entry;
    if (typeof entry !== "string" && "id" in entry) found.push(entry.id);
  }
  return found;
}

/** Tells that lines of a name (lower case) are looked at, or a value that was made of some, or what was found. */
export function logRead(entry: Entry): void {
  open?.push(entry);
}

/** Where the log stands; what is read from here on is told by `spanFrom`. */
export function logPosition(): number {
  return open?.length ?? 0;
}

export function spanFrom(from: number): Span {
  return { from, to: open?.length ?? 0, log: open };
}

/** Whether any of these names was read in a span. */
export function readsAny(names: ReadonlySet<string>): (span: Span) => boolean {
  const known = new Map<Span, boolean>();
  const touches = (span: Span): boolean => {
    const before = known.get(span);
    if (before !== undefined) return before;
    const does = span.log === undefined || looks(span.log, span);
    known.set(span, does);
    return does;
  };
  const looks = (log: ReadLog, { from, to }: Span): boolean => {
    for (let at = from; at < to; at++) {
      const entry = log[at] as Entry;
      const does =
        typeof entry === "string"
          ? names.has(entry) || entry === EVERYTHING
          : "from" in entry && touches(entry);
      if (does) return true;
    }
    return false;
  };
  return touches;
}
