/** One line per event, on standard error (the journal adds nothing we lack). */

export type Level = "debug" | "info" | "warn" | "error";
const ORDER: readonly string[] = ["debug", "info", "warn", "error", "silent"];

export type Facts = Readonly<Record<string, string | number | boolean>>;

/** Facts that cost something to find may be given by a function, called only when the line is written. */
export type Log = (level: Level, message: string, facts?: Facts | (() => Facts)) => void;

export interface LogSettings {
  readonly format: "text" | "json";
  /** The minimum level that is logged, asked for each line. */
  readonly level: () => Level | "silent";
  readonly write: (line: string) => void;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Makes the log. Lines below `level` are dropped; control characters never reach the terminal. */
export function createLog({ format, level, write, clock }: LogSettings): Log {
  const timeOf = createTimes();
  return (at, message, given = {}) => {
    if (!isLogged(at, level())) return;
    const facts = typeof given === "function" ? given() : given;
    write(logLine(format, timeOf(clock()), at, message, facts));
  };
}

/** Whether lines of a level are written at all. */
export function isLogged(at: Level, least: Level | "silent"): boolean {
  return ORDER.indexOf(at) >= ORDER.indexOf(least);
}

/** One line of the log. `time` is RFC 3339. */
export function logLine(
  format: "text" | "json",
  time: string,
  level: Level,
  message: string,
  facts: Facts,
): string {
  if (format === "json") return `${escapedJson({ time, level, message, ...facts })}\n`;
  const rest = Object.entries(facts).map(([key, value]) => ` ${key}=${printable(String(value))}`);
  return `${time} ${level} ${printable(message)}${rest.join("")}\n`;
}

/** JSON in which characters that would act on a terminal are escaped, also those that JSON may have as they are. */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** RFC 3339 text of times in milliseconds, put together once for each. */
export function createTimes(): (now: number) => string {
  let last = Number.NaN;
  let time = "";
  return (now) => {
    if (now !== last) [last, time] = [now, new Date(now).toISOString()];
    return time;
  };
}

/** The text with characters that would act on a terminal or end the line percent-encoded. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (char) =>
    encodeURIComponent(char),
  );
}

/** Runs `work` once after a delay, however often it is called; `later` calls back after the moment. */
export function debounce(work: () => void, later: (work: () => void) => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    later(() => {
      waiting = false;
      work();
    });
  };
}
