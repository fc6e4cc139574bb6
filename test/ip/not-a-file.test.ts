/** Opening a path that is not a regular file neither blocks nor exhausts the memory. */

import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../src/ip/mmdb/database.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-"));
afterAll(() => rmSync(folder, { recursive: true }));

const pipe = join(folder, "pipe.mmdb");
Bun.spawnSync(["mkfifo", pipe]);
const zero = join(folder, "zero.mmdb");
symlinkSync("/dev/zero", zero);

test.each([
  [pipe, "map"],
  [pipe, "memory"],
  [zero, "map"],
  [zero, "memory"],
] as const)("%s, opened by %s, is refused immediately", (path, load) => {
  expect(() => openDatabase(path, load)).toThrow(`${path}: is not a regular file`);
});
