/** The whole program while nothing reads its standard error, where it writes its log. */

import { FFIType } from "bun:ffi";
import { describe, expect, test } from "bun:test";
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { openLibc } from "../../src/platform/libc.ts";

const main = new URL("../../src/main.ts", import.meta.url).pathname;

interface Way {
  /** File descriptor to use as the program's standard error. */
  readonly end: number;
  /** Text written so far. */
  readonly read: () => string;
  readonly close: () => void;
}

const bytes = Buffer.alloc(65_536);

/** A pipe, as a shell or a container uses. */
async function pipe(): Promise<Way> {
  const folder = mkdtempSync(join(tmpdir(), "netlens-"));
  const fifo = join(folder, "log");
  await $`mkfifo ${fifo}`;
  const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
  const end = openSync(fifo, constants.O_WRONLY);
  return {
    end,
    read() {
      try {
        return bytes.toString("utf8", 0, readSync(reader, bytes));
      } catch {
        return "";
      }
    },
    close() {
      closeSync(reader);
      rmSync(folder, { recursive: true });
    },
  };
}

/** A stream socket, as the journal uses. */
async function socket(): Promise<Way> {
  const { i32, u64, i64, ptr } = FFIType;
  const libc = openLibc({
    socketpair: { args: [i32, i32, i32, ptr], returns: i32 },
    recv: { args: [i32, ptr, u64, i32], returns: i64 },
  });
  const pair = new Int32Array(2);
  if (libc?.socketpair(1, 1, 0, pair) !== 0) throw new Error("no pair of sockets");
  const [reader = -1, end = -1] = pair;
  return {
    end,
    read: () => bytes.toString("utf8", 0, Math.max(0, Number(libc.recv(reader, bytes, 65_536n, 0x40)))),
    close: () => closeSync(reader),
  };
}

for (const open of [pipe, socket])
  describe(`standard error is a ${open.name} that nothing reads`, () => {
    test("the service continues, counts dropped lines, reports them to the next reader, and stops", async () => {
      const way = await open();
      // Requests with long log lines, so that few of them fill the pipe and the buffer.
      const args = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--metrics-listen",
        "127.0.0.1:0",
        "--log-paths",
        "full",
      ];
      const child = Bun.spawn([process.execPath, main, ...args], { stdio: ["ignore", "ignore", way.end] });
      closeSync(way.end);
      const reported = async (wanted: RegExp): Promise<string> => {
        let text = "";
        for (let tries = 0; tries < 500; tries++) {
          text += way.read();
          if (wanted.test(text)) return text;
          await Bun.sleep(20);
        }
        throw new Error(`not in the log: ${wanted}; it ends with ${text.slice(-500)}`);
      };
      const start = await reported(/listening .*\n/);
      const path = `http://${/address=(\S+)/.exec(start)?.[1]}/${"x".repeat(400)}`;
      const metrics = `http://${/metrics=(\S+)/.exec(start)?.[1]}/metrics`;
      const dropped = async () => {
        const text = await (await fetch(metrics)).text();
        return Number(/^netlens_log_lines_dropped_total (\d+)$/m.exec(text)?.[1]);
      };
      for (let round = 0; (await dropped()) === 0; round++) {
        expect(round).toBeLessThan(200);
        await Promise.all(Array.from({ length: 64 }, () => fetch(path)));
      }
      expect((await fetch(path)).status).toBe(404);
      await reported(/log lines dropped count=\d+\n/);
      // Fills the pipe again: the shutdown must not wait for a reader either.
      for (let round = 0; round < 14; round++)
        await Promise.all(Array.from({ length: 64 }, () => fetch(path)));
      child.kill("SIGTERM");
      expect(await child.exited).toBe(0);
      way.close();
    }, 60_000);
  });
