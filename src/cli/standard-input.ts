/** IO: standard input in chunks. */

import { read } from "node:fs";
import { compileReadily } from "../platform/jit.ts";
import { UsageError } from "./command.ts";

/** Bytes read at once: the capacity of a pipe. */
const READ = 65_536;

/**
 * Reads into one buffer, so a chunk is valid until the next is read; process.stdin would take 20 MB of memory.
 * @throws UsageError for unreadable input, such as a directory
 */
export async function* standardInput(): AsyncGenerator<Uint8Array> {
  // Untested with the consoles and pipes of Windows.
  if (process.platform === "win32") return yield* process.stdin;
  const bytes = new Uint8Array(READ);
  try {
    let chunks = 0;
    for (let count = await readInto(bytes); count > 0; count = await readInto(bytes)) {
      if (++chunks === 2) compileReadily();
      yield bytes.subarray(0, count);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "EAGAIN") throw new UsageError(`standard input: ${message}`);
    // The parent process set O_NONBLOCK, which process.stdin handles.
    yield* process.stdin;
  }
}

function readInto(bytes: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    read(0, bytes, 0, bytes.length, null, (error, count) => (error ? reject(error) : resolve(count)));
  });
}
