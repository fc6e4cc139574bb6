/** Entry point: argv in, exit code out; the only `process.exit`. */

import { closeSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Io } from "./cli/command.ts";
import { run } from "./cli/run.ts";
import { openOutput, type Take } from "./cli/serve-output.ts";
import { standardInput } from "./cli/standard-input.ts";

function signals(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort(name));
  return stop.signal;
}
let stop: AbortSignal | undefined;

interface TtyWrap {
  isTTY(descriptor: number): boolean;
}

/** Checks like `node:tty`, which takes 3 ms to load. False for a closed descriptor. */
function isTerminal(descriptor: number): boolean {
  return (process.binding("tty_wrap") as TtyWrap).isTTY(descriptor);
}

/** Milliseconds before retrying a full pipe. */
const FULL_PIPE = 2;

/** Writes to the descriptor. Creating process.stdout takes 8 ms, and it copies its input. */
async function output(bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // `netlens … | head`: an early end of the reader is not a failure.
      if (code === "EPIPE") process.exit(0);
      if (code !== "EAGAIN") {
        errorText(`netlens: standard output: ${message}\n`);
        process.exit(1);
      }
      // Waits for a slow reader, which bounds memory.
      await Bun.sleep(FULL_PIPE);
    }
  }
}

/** Writes to the descriptor; a full pipe uses the stream. */
function errorText(text: string): void {
  try {
    const bytes = Buffer.from(text);
    const written = writeSync(2, bytes);
    if (written < bytes.length) process.stderr.write(bytes.subarray(written));
  } catch {
    process.stderr.write(text);
  }
}

let taking: Take | undefined;

/** Reads by descriptor: Bun's stream of a path does not support devices such as /dev/null. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  const descriptor = openSync(path, "r");
  try {
    yield* Bun.file(descriptor).stream();
  } finally {
    closeSync(descriptor);
  }
}

async function* textOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of bytesOf(path)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

const io: Io = {
  environment: process.env,
  get directory() {
    return process.cwd();
  },
  out: (text) => output(typeof text === "string" ? Buffer.from(text) : text),
  err: errorText,
  errTake: (bytes) => {
    taking ??= openOutput(2);
    return taking(bytes);
  },
  input: standardInput,
  readFile: (path) => Bun.file(path).text(),
  appendFile: async (path, text, mode) =>
    (await import("node:fs/promises")).appendFile(path, text, { mode: mode ?? 0o666 }),
  writeFile: async (path, text) => {
    await Bun.write(path, text);
  },
  replaceFile: async (path, text) => {
    const { mkdir, rename, rm, writeFile } = await import("node:fs/promises");
    await mkdir(dirname(path), { recursive: true });
    const beside = `${path}.${process.pid}.tmp`;
    try {
      await writeFile(beside, text);
      await rename(beside, path);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  },
  writeNew: async (path, text) => {
    const { mkdir, writeFile } = await import("node:fs/promises");
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: "wx" });
  },
  openFile: textOf,
  openBytes: bytesOf,
  get outIsTerminal() {
    return isTerminal(1);
  },
  get inIsTerminal() {
    return isTerminal(0);
  },
  get colour() {
    return isTerminal(1) && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";
  },
  get errIsTerminal() {
    return isTerminal(2);
  },
  get columns() {
    // Some terminals report 0; then COLUMNS is used. Less than 20 is unreadable.
    const wide = isTerminal(1) ? process.stdout.columns : 0;
    return Math.max(20, wide || Number(process.env["COLUMNS"]) || 80);
  },
  // Handlers are installed on first use: otherwise Ctrl-C would not end a blocking read.
  get signal() {
    stop ??= signals();
    return stop;
  },
  clock: () => Date.now(),
};

try {
  const code = await run(process.argv.slice(2), process.env, io);
  process.exit(code);
} catch (error) {
  const { visible } = await import("./cli/clean-output.ts");
  io.err(visible(`netlens: internal error: ${error instanceof Error ? error.stack : error}\n`));
  process.exit(1);
}
