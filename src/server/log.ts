/**
 * Log on standard error, one line per event. Takes a level, a message and facts, writes text or JSON.
 * Requests have their own log, in `access-log.ts`.
 */

export type Level = "debug" | "info" | "warn" | "error";
const ORDER: readonly string[] = ["debug", "info", "warn", "error", "silent"];

export type Facts = Readonly<Record<string, string | number | boolean>>;

/** Writes a line. If `facts` is a function, it is called only when the line is written. */
export type Log = (level: Level, message: string, facts?: Facts | (() => Facts)) => void;

export interface LogSettings {
  readonly format: "text" | "json";
  /** Minimum level, called for each line. */
  readonly level: () => Level | "silent";
  readonly write: (line: string) => void;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Creates the log. Control characters are escaped. */
export function createLog({ format, level, write, clock }: LogSettings): Log {
  const timeOf = createTimes();
  return (at, message, given = {}) => {
    if (!isLogged(at, level())) return;
    const facts = typeof given === "function" ? given() : given;
    write(logLine(format, timeOf(clock()), at, message, facts));
  };
}

export function isLogged(at: Level, least: Level | "silent"): boolean {
  return ORDER.indexOf(at) >= ORDER.indexOf(least);
}

/** `time` is RFC 3339. */
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

/** JSON with terminal control characters escaped, also those that JSON allows. */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Formats RFC 3339, cached per millisecond. */
export function createTimes(): (now: number) => string {
  let last = Number.NaN;
  let time = "";
  return (now) => {
    if (now !== last) [last, time] = [now, new Date(now).toISOString()];
    return time;
  };
}

/** Percent-encodes terminal control characters and line ends. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (char) =>
    encodeURIComponent(char),
  );
}

/** Runs `work` once after a delay, however often it is called. */
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
