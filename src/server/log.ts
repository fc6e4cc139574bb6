/** One line a thing that happened, on standard error (the journal adds nothing we lack). */

export type Level = "debug" | "info" | "warn" | "error";
const ORDER: readonly string[] = ["debug", "info", "warn", "error", "silent"];

export type Facts = Readonly<Record<string, string | number | boolean>>;

/** Facts that cost something to find may be given by a function, called only when the line is written. */
export type Log = (level: Level, message: string, facts?: Facts | (() => Facts)) => void;

export interface LogSettings {
  readonly format: "text" | "json";
  readonly level: Level | "silent";
  readonly write: (line: string) => void;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Makes the log. Lines below `level` are dropped; control characters never reach the terminal. */
export function createLog({ format, level, write, clock }: LogSettings): Log {
  const least = ORDER.indexOf(level);
  let last = Number.NaN;
  let time = "";
  return (at, message, given = {}) => {
    if (ORDER.indexOf(at) < least) return;
    const facts = typeof given === "function" ? given() : given;
    const now = clock();
    if (now !== last) [last, time] = [now, new Date(now).toISOString()];
    if (format === "json") write(`${JSON.stringify({ time, level: at, message, ...facts })}\n`);
    else {
      const rest = Object.entries(facts).map(([key, value]) => ` ${key}=${printable(String(value))}`);
      write(`${time} ${at} ${printable(message)}${rest.join("")}\n`);
    }
  };
}

function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (char) => encodeURIComponent(char));
}
