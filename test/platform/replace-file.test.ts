import { afterAll, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { putInPlace, replaceFile, UpdateError, updating } from "../../src/platform/replace-file.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-replace-"));
afterAll(() => rmSync(folder, { recursive: true }));
const target = join(folder, "new", "a.json");
const write = (text: string) =>
  updating(target, async (fresh) => {
    writeFileSync(fresh, text);
    await putInPlace(fresh, target);
  });

test("an update makes its folder, and leaves the new file alone", async () => {
  await write("1");
  await write("2");
  expect([readFileSync(target, "utf8"), readdirSync(join(folder, "new"))]).toEqual(["2", ["a.json"]]);
});

test("a second update at once is refused; the first one ends", async () => {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const first = updating(target, async (fresh) => {
    writeFileSync(fresh, "3");
    begun.resolve();
    await gate.promise;
    await putInPlace(fresh, target);
  });
  await begun.promise;
  await expect(write("4")).rejects.toThrow(new UpdateError(`${target}: another update is running`));
  gate.resolve();
  await first;
  expect(readFileSync(target, "utf8")).toBe("3");
});

test("any error is one of the update, and the old file stays", async () => {
  const failing = updating(target, (fresh) => {
    writeFileSync(fresh, "cut");
    return Promise.reject(new TypeError(`${fresh}: x`));
  });
  await expect(failing).rejects.toThrow(new UpdateError(`${target}: x`));
  expect([readFileSync(target, "utf8"), readdirSync(join(folder, "new"))]).toEqual(["3", ["a.json"]]);
});

test("a pipe is refused, and stays", async () => {
  const pipe = join(folder, "pipe");
  Bun.spawnSync(["mkfifo", pipe]);
  await expect(updating(pipe, () => Promise.resolve())).rejects.toThrow(`${pipe}: not a regular file`);
  expect(readdirSync(folder).toSorted()).toEqual(["new", "pipe"]);
});

test("a small file is replaced", async () => {
  await replaceFile(target, "5");
  chmodSync(target, 0o600);
  await replaceFile(target, "6");
  expect([readFileSync(target, "utf8"), readdirSync(join(folder, "new"))]).toEqual(["6", ["a.json"]]);
});
