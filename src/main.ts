/** argv in, exit code out; the only process.exit. */

import type { Io } from "./cli/command.ts";
import { run } from "./cli/run.ts";

function signals(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort(name));
  return stop.signal;
}
let stop: AbortSignal | undefined;

const io: Io = {
  out: async (text) => {
    // Waiting for a slow reader keeps the memory of a long stream bounded.
    if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once("drain", resolve));
  },
  err: (text) => void process.stderr.write(text),
  input: () => process.stdin.setEncoding("utf8") as AsyncIterable<string>,
  readFile: (path) => Bun.file(path).text(),
  colour: process.stdout.isTTY === true && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb",
  errIsTerminal: process.stderr.isTTY === true,
  columns: process.stdout.columns ?? 80,
  // Only who means to end in an orderly way asks: else Ctrl-C would have to wait for a line that nobody types.
  get signal() {
    stop ??= signals();
    return stop;
  },
  clock: () => Date.now(),
};

// `netlens … | head`: a reader that has seen enough is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

try {
  const code = await run(process.argv.slice(2), process.env, io);
  process.exit(code);
} catch (error) {
  io.err(`netlens: internal error: ${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
}
