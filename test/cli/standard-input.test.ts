/** Standard input that is a file, a pipe, or nothing. */

import { afterAll, expect, test } from "bun:test";
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

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

test("of nothing there is nothing to answer", async () => {
  writeFileSync(file, "");
  const descriptor = openSync(file, "r");
  expect(await answers(descriptor)).toBe("");
  closeSync(descriptor);
  expect(await answers("ignore")).toBe("");
});
