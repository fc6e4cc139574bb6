import { expect, test } from "bun:test";
import { fileReason } from "../../src/api/file-reason.ts";

test.each([
  ["ENOENT", "no such file"],
  ["EACCES", "permission denied"],
  ["EISDIR", "is a directory, not a file"],
  ["EAI_AGAIN", "no DNS server answers"],
])("%s has a message without the system call", (code, words) => {
  expect(fileReason(Object.assign(new Error(`${code}: something, open '/x'`), { code }))).toBe(words);
});

test("an unknown system error keeps its message", () => {
  expect(fileReason(Object.assign(new Error("EIO: i/o error"), { code: "EIO" }))).toBe("EIO: i/o error");
  expect(fileReason("odd")).toBe("odd");
});
