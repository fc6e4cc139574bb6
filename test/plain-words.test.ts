/** Plain English in comments: counts words of the list in CONTRIBUTING, "How we write". */

import { expect, test } from "bun:test";
import { join } from "node:path";
import { skeleton } from "../build/measure/audit/only-words.ts";
import { commentedFiles, dialectIn } from "../build/measure/audit/words.ts";

/** Maximum number of listed words in all comments; it was 3,286 before the list existed. */
const MOST = 1;

test(`comments have at most ${MOST} words of the list`, async () => {
  const root = join(import.meta.dir, "..");
  const texts = await Promise.all(commentedFiles().map((file) => Bun.file(join(root, file)).text()));
  const found = texts.reduce((sum, text) => sum + dialectIn(text).length, 0);
  expect(found, "bun build/measure/audit/words.ts FOLDER lists them").toBeLessThanOrEqual(MOST);
});

test("finds words only in comments, and the start of doc comments", () => {
  const words = (source: string) => dialectIn(source).map(({ line, word }) => `${line} ${word}`);
  expect(words(`/** What a caller asks for. */\nconst told = 1; ${"//"} said once more\n`)).toEqual([
    "1 What",
    "1 asks",
    "2 said",
    "2 once more",
  ]);
  expect(words("/**\n * The oldest, which is none.\n * As a list.\n */\nask();\n")).toEqual(["2 is none"]);
  expect(words(`const url = "https://told.example/"; ${"//"} The known address, unknown besides.\n`)).toEqual(
    [],
  );
  expect(words("/** Returns the mind map, or undefined where it is no map */")).toEqual([
    "1 mind",
    "1 undefined where",
    "1 is no",
  ]);
});

test("a changed word keeps a golden text's skeleton; a changed id, number or order does not", () => {
  const isId = (word: string) => word === "date-invalid" || word === "age-invalid";
  const of = (text: string) => skeleton(text, isId).join(" ");
  const text = 'warning  date-invalid  A well-kept date\n{"at": 3, "title": "a", "isShown": true}\n';
  expect(of(text)).toBe('warning date-invalid "at": 3 "title": "isShown": true');
  expect(of(text.replace("well-kept date", "plain date"))).toBe(of(text));
  for (const [from, to] of [
    ["date-invalid", "age-invalid"],
    ["warning", "info"],
    [": 3", ": 4"],
    ["true", "false"],
  ] as const)
    expect(of(text.replace(from, to))).not.toBe(of(text));
});
