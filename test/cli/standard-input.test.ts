/** Standard input that is a file, a pipe, or nothing. */

import { afterAll, expect, test } from "bun:test";
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";

const folder = mkdtempSync(join(tmpdir(), "netlens-input-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "lines.txt");
const command = [process.execPath, new URL("../../src/main.ts", import.meta.url).pathname, "ip", "-"];

// The first byte of ü is the last of the 65,536 that are read at once.
const GOOD = "10.0.0.1\n".repeat(7281);
const LINES = `\ufeff${GOOD}${"x".repeat(65_535 - 3 - GOOD.length)}ü\n10.0.0.2`;

async function answers(stdin: number | Buffer | "ignore"): Promise<string> {
  const child = Bun.spawn(command, { stdio: [stdin, "pipe", "inherit"] });
  return await new Response(child.stdout).text();
}

test("a file is read as a pipe is: no character is cut, and the last line counts", async () => {
  writeFileSync(file, LINES);
  const descriptor = openSync(file, "r");
  const fromFile = await answers(descriptor);
  closeSync(descriptor);
  const lines = fromFile.trim().split("\n");
  expect(lines.length).toBe(7283);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ ip: "10.0.0.1" });
  expect(JSON.parse(lines.at(-2) ?? "").message).toContain('xü" is not');
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ ip: "10.0.0.2" });
  expect((await answers(Buffer.from(LINES))) === fromFile).toBe(true);
});

test("a file is read from where it stands", async () => {
  writeFileSync(file, "name\n::1\n");
  const descriptor = openSync(file, "r");
  readSync(descriptor, new Uint8Array("name\n".length));
  expect(JSON.parse(await answers(descriptor))).toMatchObject({ ip: "::1" });
  closeSync(descriptor);
});

test("a pipe that does not wait is read all the same", async () => {
  const pipe = join(folder, "pipe");
  await $`mkfifo ${pipe}`;
  const writer = openSync(pipe, constants.O_RDWR);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const child = Bun.spawn(command, { stdio: [reader, "pipe", "inherit"] });
  closeSync(reader);
  writeSync(writer, "10.0.0.1\n");
  let out = "";
  const more = ["10.0.0.2\n10.0.0", ".3"];
  for await (const chunk of child.stdout) {
    out += new TextDecoder().decode(chunk);
    const next = more.shift();
    if (next === undefined) continue;
    writeSync(writer, next);
    if (more.length === 0) closeSync(writer);
  }
  expect(out.match(/"ip":"[^"]*"/g)).toEqual(['"ip":"10.0.0.1"', '"ip":"10.0.0.2"', '"ip":"10.0.0.3"']);
});

test("what cannot be read is named", async () => {
  const descriptor = openSync(folder, "r");
  const child = Bun.spawn(command, { stdio: [descriptor, "pipe", "pipe"] });
  expect(await new Response(child.stderr).text()).toMatch(/^netlens: standard input: EISDIR/);
  expect(await child.exited).toBe(2);
  closeSync(descriptor);
});

test("of nothing there is nothing to answer", async () => {
  writeFileSync(file, "");
  const descriptor = openSync(file, "r");
  expect(await answers(descriptor)).toBe("");
  closeSync(descriptor);
  expect(await answers("ignore")).toBe("");
});
