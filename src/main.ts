/** argv in, exit code out; the only process.exit. */

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

/** The question that `node:tty` asks too; to load that takes 3 ms, for the streams and sockets with it. False for a closed descriptor. */
function isTerminal(descriptor: number): boolean {
  return (process.binding("tty_wrap") as TtyWrap).isTTY(descriptor);
}

/** Milliseconds after which a pipe that was full is tried again. */
const FULL_PIPE = 2;

/** Straight to the descriptor: the stream takes 8 ms to make, and would copy what it is given. */
async function output(bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // `netlens … | head`: a reader that has seen enough is not a failure.
      if (code === "EPIPE") process.exit(0);
      if (code !== "EAGAIN") {
        errorText(`netlens: standard output: ${message}\n`);
        process.exit(1);
      }
      // Waiting for a slow reader keeps the memory of a long stream bounded.
      await Bun.sleep(FULL_PIPE);
    }
  }
}

/** Straight to the descriptor; a pipe that is full at the moment takes the way that waits. */
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

/** By a descriptor: Bun's stream of a path cannot wait for a device such as /dev/null. */
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
    // Some terminals say 0; whoever starts us may know. Nothing can be read in fewer than 20.
    const wide = isTerminal(1) ? process.stdout.columns : 0;
    return Math.max(20, wide || Number(process.env["COLUMNS"]) || 80);
  },
  // Only who means to end in an orderly way asks: else Ctrl-C would have to wait for a line that nobody types.
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
