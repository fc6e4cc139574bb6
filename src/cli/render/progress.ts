import type { Io } from "../command.ts";
import { cut, printable } from "./text.ts";

/** Erases the current line. */
export const ERASE = "\r\u001b[K";

/**
 * Progress bar on standard error, redrawn at most ten times a second; nothing if that is not a terminal.
 * @param total number of items, if known
 * @param unit unit of the count, such as MB, with `size` items each
 * @param estimate shows the remaining time
 */
export function progress(
  io: Pick<Io, "out" | "outIsTerminal" | "err" | "errIsTerminal" | "clock" | "columns">,
  total?: number,
  unit = "",
  size = 1,
  estimate = false,
) {
  const started = io.clock();
  let done = 0;
  let drawn = 0;
  let isShown = false;
  let note = "";
  const count = (value: number) => `${size === 1 ? value : (value / size).toFixed(1)}${unit && ` ${unit}`}`;
  const draw = (now: number) => {
    const seconds = Math.max(0.001, (now - started) / 1000);
    const rate = `${count(Math.round(done / seconds))}/s`;
    const suffix = note === "" ? "" : `, ${note}`;
    if (total === undefined || total <= 0) return `${ERASE}${count(done)} done, ${rate}${suffix}`;
    const share = Math.min(1, done / total);
    const rest = estimate && done > 0 ? `, ${timeLeft(((total - done) * seconds) / done)} left` : "";
    const more = `${rest}${suffix}`;
    const width = Math.max(10, Math.min(40, io.columns - 30 - more.length));
    const full = Math.round(share * width);
    return `${ERASE}[${"#".repeat(full)}${"-".repeat(width - full)}] ${Math.round(share * 100)} %, ${rate}${more}`;
  };
  const erase = () => {
    if (isShown) io.err(ERASE);
    isShown = false;
  };
  return {
    /** Standard output; erases the bar first if both share a terminal. */
    out: (text: string | Uint8Array) => {
      if (io.outIsTerminal) erase();
      return io.out(text);
    },
    /** Standard error; erases the bar first. */
    err: (text: string) => {
      erase();
      io.err(text);
    },
    /** @param text shown after the rate */
    step(amount = 1, text = ""): void {
      done += amount;
      note = text;
      const now = io.clock();
      if (!io.errIsTerminal || now - drawn < 100) return;
      drawn = now;
      isShown = true;
      io.err(draw(now));
    },
    end(): void {
      if (io.errIsTerminal && drawn > 0) io.err(`${draw(io.clock())}\n`);
    },
  };
}

function timeLeft(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** Prompts a user who starts a command without piping input into it. */
export function promptInput({ err, inIsTerminal }: Pick<Io, "err" | "inIsTerminal">, what: string): void {
  const end = process.platform === "win32" ? "Ctrl-Z and Enter" : "Ctrl-D";
  if (inIsTerminal) err(`netlens: reading ${what} from the terminal; end with ${end} on a line of its own\n`);
}

/** Milliseconds before the waiting line appears. */
const PATIENCE = 300;

/** Shows what is being waited for, and the seconds, on a terminal; erased at the end. */
export function waitingLine(io: Pick<Io, "err" | "errIsTerminal" | "clock" | "columns">, what: string) {
  if (!io.errIsTerminal) return { end: () => {} };
  const started = io.clock();
  let drawn = false;
  const timer = setInterval(() => {
    const waited = io.clock() - started;
    if (waited < PATIENCE) return;
    drawn = true;
    io.err(`${ERASE}${cut(printable(what), io.columns - 10)} ${(waited / 1000).toFixed(1)} s`);
  }, 100);
  return {
    end(): void {
      clearInterval(timer);
      if (drawn) io.err(ERASE);
    },
  };
}
