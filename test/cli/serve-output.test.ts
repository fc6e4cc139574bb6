/** Standard output and error may be full or closed; the service must not block on them. */

import { FFIType } from "bun:ffi";
import { afterEach, describe, expect, test } from "bun:test";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openOutput } from "../../src/cli/serve-output.ts";
import { openLibc } from "../../src/platform/libc.ts";

const open: number[] = [];
const readers: Bun.Subprocess[] = [];
const folder = mkdtempSync(join(tmpdir(), "netlens-"));
afterEach(() => {
  for (const fd of open.splice(0)) closeSync(fd);
  for (const reader of readers.splice(0)) reader.kill("SIGKILL");
});
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const { i32, u64, i64, ptr } = FFIType;
const libc = openLibc({
  pipe: { args: [ptr], returns: i32 },
  socketpair: { args: [i32, i32, i32, ptr], returns: i32 },
  recv: { args: [i32, ptr, u64, i32], returns: i64 },
});

/** Reads after 10 s, so that an unexpected blocking write fails the test and does not hang it. */
function readLate(reader: number): void {
  const late = ["sh", "-c", "sleep 10; exec cat"];
  readers.push(Bun.spawn(late, { stdin: reader, stdout: "ignore", stderr: "ignore" }));
}

/** Both ends of a pipe or stream socket. */
function pair(kind: "pipe" | "socket"): readonly [reader: number, writer: number] {
  const fds = new Int32Array(2);
  const made = kind === "pipe" ? libc?.pipe(fds) : libc?.socketpair(1, 1, 0, fds);
  if (made !== 0) throw new Error(`no ${kind}`);
  const [reader = -1, writer = -1] = fds;
  return [reader, writer];
}

const refuse = () => {
  throw new Error("another account's");
};
const ways = [
  ["a pipe", "pipe", undefined],
  ["another account's pipe", "pipe", refuse],
  ["a socket", "socket", undefined],
] as const;

describe.if(process.platform === "linux")("a way out", () => {
  test.each(ways)(
    "%s accepts what fits without blocking, and continues when it is read",
    (_, kind, reopen) => {
      const [reader, writer] = pair(kind);
      open.push(reader, writer);
      readLate(reader);
      const take = openOutput(writer, reopen);
      expect(take(Buffer.from("first\n"))).toBe(6);
      const much = Buffer.alloc(10_000_000, "x");
      let taken = 0;
      for (let now = take(much); now > 0 && taken < much.length; now = take(much)) taken += now;
      // The pipe accepts several writes, but not everything.
      expect(taken).toBeGreaterThan(30_000);
      expect(taken).toBeLessThan(much.length);
      expect(take(much)).toBe(0);
      const bytes = Buffer.alloc(65_536);
      const read = readSync(reader, bytes);
      expect(bytes.toString("utf8", 0, 6)).toBe("first\n");
      expect(read).toBeGreaterThan(4096);
      expect(take(Buffer.from("more"))).toBe(4);
    },
  );
  test.each(ways)("%s that is closed accepts nothing", (_, kind, reopen) => {
    const [reader, writer] = pair(kind);
    open.push(writer);
    const take = openOutput(writer, reopen);
    closeSync(reader);
    expect(take(Buffer.from("x"))).toBe(0);
  });
  test("a file accepts everything", () => {
    const path = join(folder, "log");
    const fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND);
    open.push(fd);
    const take = openOutput(fd, refuse);
    expect([take(Buffer.from("a\n")), take(Buffer.from("b\n"))]).toEqual([2, 2]);
    expect(readFileSync(path, "utf8")).toBe("a\nb\n");
  });
  test("opening a pipe does not change its O_NONBLOCK flag", () => {
    const [reader, writer] = pair("pipe");
    open.push(reader, writer);
    const flags = () => /flags:\s*(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${writer}`, "utf8"))?.[1];
    const before = flags();
    openOutput(writer)(Buffer.from("x"));
    expect(flags()).toBe(before ?? "");
  });
});
