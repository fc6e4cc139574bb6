/** argv in, exit code out; the only process.exit. */

import { writeSync } from "node:fs";
import type { Io } from "./cli/command.ts";
import { run } from "./cli/run.ts";
import { openOutput, type Take } from "./cli/serve-output.ts";

function signals(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort(name));
  return stop.signal;
}
let stop: AbortSignal | undefined;

let listening = false;

/** Made when first used: a service prints nothing, and making the stream takes a good part of the time to start. */
function output(): NodeJS.WriteStream {
  // `netlens … | head`: a reader that has seen enough is not a failure.
  if (!listening)
    process.stdout.on("error", (error: NodeJS.ErrnoException) =>
      process.exit(error.code === "EPIPE" ? 0 : 1),
    );
  listening = true;
  return process.stdout;
}

/** Loaded when first asked: it comes with streams and sockets, and a service never asks. */
function isTerminal(descriptor: number): boolean {
  return process.getBuiltinModule("node:tty").isatty(descriptor);
}

/** Milliseconds after which a pipe that was full is tried again. */
const FULL_PIPE = 2;

/** Straight to the descriptor: the stream would copy them, and the copies lie about until they are collected. */
async function outputBytes(bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EPIPE") process.exit(0);
      if (code !== "EAGAIN") throw error;
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

const io: Io = {
  environment: process.env,
  out: async (text) => {
    if (typeof text !== "string") return await outputBytes(text);
    const stdout = output();
    // Waiting for a slow reader keeps the memory of a long stream bounded.
    if (!stdout.write(text)) await new Promise((resolve) => stdout.once("drain", resolve));
  },
  err: errorText,
  errTake: (bytes) => {
    taking ??= openOutput(2);
    return taking(bytes);
  },
  input: () => process.stdin.setEncoding("utf8") as AsyncIterable<string>,
  readFile: (path) => Bun.file(path).text(),
  appendFile: async (path, text) => (await import("node:fs/promises")).appendFile(path, text),
  writeFile: async (path, text) => {
    await Bun.write(path, text);
  },
  openFile: (path) => Bun.file(path).stream().pipeThrough(new TextDecoderStream()),
  get outIsTerminal() {
    return isTerminal(1);
  },
  get colour() {
    return isTerminal(1) && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";
  },
  get errIsTerminal() {
    return isTerminal(2);
  },
  get columns() {
    // A pipe has none, and some terminals say 0; whoever starts us may know. Nothing can be read in fewer than 20.
    return Math.max(20, output().columns || Number(process.env["COLUMNS"]) || 80);
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
  io.err(`netlens: internal error: ${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
}
