/**
 * Lists words of the old style in comments, by file and line, and counts them by room. CONTRIBUTING, "How we
 * write", has replacements; test/plain-words.test.ts has the limit.
 *
 *   bun build/measure/audit/words.ts [FOLDER or FILE …]
 */

import { statSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "../../..");

/** First words of doc comments that delay the subject. */
const OPENING = /^(?:What|Whose|Who|Those|Where|As|Of|How|That|Which|Such)\b/;
const WORDS = new RegExp(
  `\\b(?:${[
    "nobody|somebody|anybody|everybody|who(?:m|so)?ever",
    "anew|once more|in vain|for good|likewise|beside|hence|thus",
    "mend(?:s|ed|ing)?",
    "tell(?:s|ing)?|told|untold|say(?:s|ing|ings)?|said|hear(?:s|d|ing)?|ask(?:s|ed|ing)?|know(?:s|ing)?|knew|mind(?:s|ed)?",
    "stands?|stood|comes? to|came to",
    "(?:is|are|was|were) none|(?:is|are) no(?= )|undefined where",
  ].join("|")})\\b`,
  "gi",
);

export interface Found {
  readonly line: number;
  readonly word: string;
  readonly text: string;
}

/** Words of the list in the comments of a TypeScript file, in order, line by line. */
export function dialectIn(source: string): Found[] {
  const found: Found[] = [];
  let isInside = false;
  for (const [index, raw] of source.split("\n").entries()) {
    const line = raw.trim();
    const isStart = line.startsWith("/*");
    const trailing = isInside || isStart ? -1 : raw.search(/(?<=^|\s)\/\/ /);
    if (!isInside && !isStart && trailing < 0) continue;
    const text = (trailing < 0 ? line : raw.slice(trailing)).replace(/^(?:\/\*+|\*(?!\/)|\/\/)\s*/, "");
    const opening = line.startsWith("/**") ? OPENING.exec(text)?.[0] : undefined;
    for (const word of [...(opening === undefined ? [] : [opening]), ...(text.match(WORDS) ?? [])])
      found.push({ line: index + 1, word, text });
    isInside = (isInside || isStart) && !line.endsWith("*/");
  }
  return found;
}

/** Files with comments: sources, the build's scripts and tests. */
export function commentedFiles(): string[] {
  return [...new Glob("{src,build,test,data}/**/*.ts").scanSync(root)]
    .filter((file) => !file.includes("node_modules/"))
    .sort();
}

if (import.meta.main) {
  const asked = process.argv.slice(2).map((path) => path.replace(/\/$/, ""));
  for (const path of asked) statSync(join(root, path));
  const byRoom = new Map<string, number>();
  for (const file of commentedFiles()) {
    if (asked.length > 0 && !asked.some((path) => file === path || file.startsWith(`${path}/`))) continue;
    const found = dialectIn(await Bun.file(join(root, file)).text());
    if (asked.length > 0)
      for (const { line, word, text } of found) console.log(`${file}:${line}  ${word}  |  ${text}`);
    const room = file.split("/").slice(0, 2).join("/");
    byRoom.set(room, (byRoom.get(room) ?? 0) + found.length);
  }
  for (const [room, count] of [...byRoom].sort(([, a], [, b]) => b - a)) console.log(`${count}  ${room}`);
  console.log(`${[...byRoom.values()].reduce((sum, count) => sum + count, 0)}  in all`);
}
