/** The whole program with a log that nobody reads: standard error is the process's. */

import { describe, expect, test } from "bun:test";
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";

const main = new URL("../../src/main.ts", import.meta.url).pathname;

/** Reads what is there until a line matches. */
async function read(fd: number, wanted: RegExp): Promise<string> {
  let text = "";
  const bytes = Buffer.alloc(65_536);
  for (let tries = 0; tries < 500; tries++) {
    try {
      text += bytes.toString("utf8", 0, readSync(fd, bytes));
    } catch {
      // Nothing at the moment.
    }
    if (wanted.test(text)) return text;
    await Bun.sleep(20);
  }
  throw new Error(`not in the log: ${wanted}; it ends with ${text.slice(-500)}`);
}

describe("standard error is a pipe that nobody reads", () => {
  test("the service goes on, counts what it drops, tells it to a reader that comes back, and stops", async () => {
    const folder = mkdtempSync(join(tmpdir(), "netlens-"));
    const fifo = join(folder, "log");
    await $`mkfifo ${fifo}`;
    const fd = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    // With long lines, so that few requests fill the pipe and the ring behind it.
    const command = `exec "$0" "$1" serve --listen 127.0.0.1:0 --metrics-listen 127.0.0.1:0 --log-paths full 2>"$2"`;
    const child = Bun.spawn(["sh", "-c", command, process.execPath, main, fifo], {
      stdio: ["ignore", "ignore", "ignore"],
    });
    const start = await read(fd, /listening .*\n/);
    const origin = `http://${/address=(\S+)/.exec(start)?.[1]}`;
    const path = `/${"x".repeat(400)}`;
    const dropped = async () => {
      const text = await (await fetch(`http://${/metrics=(\S+)/.exec(start)?.[1]}/metrics`)).text();
      return Number(/^netlens_log_lines_dropped\S* (\d+)$/m.exec(text)?.[1]);
    };
    for (let round = 0; (await dropped()) === 0; round++) {
      expect(round).toBeLessThan(200);
      await Promise.all(Array.from({ length: 64 }, () => fetch(origin + path)));
    }
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    await read(fd, /log lines dropped count=\d+\n/);
    // Enough to fill the pipe again: the end waits for nobody either.
    for (let round = 0; round < 5; round++)
      await Promise.all(Array.from({ length: 64 }, () => fetch(origin + path)));
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    closeSync(fd);
    rmSync(folder, { recursive: true });
  }, 30_000);
});
