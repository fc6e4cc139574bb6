/** README and the guide, with their code blocks. */

import { join } from "node:path";
import { Glob } from "bun";

export const root = join(import.meta.dir, "../..");
export const documents: readonly string[] = [
  "README.md",
  ...[...new Glob("data/guide/*.md").scanSync(root)].toSorted(),
];

export interface Block {
  readonly document: string;
  /** Number of the block's first line, from 1. */
  readonly line: number;
  readonly language: string;
  /** File name after the language, or `""`. */
  readonly file: string;
  readonly text: string;
}

/** Fenced code blocks. ```` ```csv map.csv ```` is the content of map.csv. */
export async function blocksOf(document: string): Promise<Block[]> {
  const text = await Bun.file(join(root, document)).text();
  return [...text.matchAll(/^```(\w*)(?: (\S+))?\n(.*?)^```$/gms)].map((match) => ({
    document,
    line: text.slice(0, match.index).split("\n").length + 1,
    language: match[1] ?? "",
    file: match[2] ?? "",
    text: match[3] ?? "",
  }));
}

export interface Sample {
  readonly command: string;
  readonly output: string;
}

/** Commands after `$ ` (a backslash continues the line), each with its output. */
export function samplesOf({ text }: Block): Sample[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = ""] = /^(?:.*\\\n)*.*/.exec(part) ?? [];
      return { command, output: part.slice(command.length).trim() };
    });
}

/** Whether text matches the document; `…` matches any text. */
export function isAsWritten(written: string, text: string): boolean {
  const pattern = written.split(/\n?…\n?/).map((part) => RegExp.escape(part));
  return new RegExp(`^${pattern.join("[^]*")}$`).test(text);
}

/** Words of a command line, without quotes; a quoted part is one word. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replace(/['"]/g, ""));
}

/** Arguments of each call of `netlens` in a block, up to a pipe or a redirection. */
export function callsOf({ text }: Block): string[][] {
  return text
    .replaceAll("\\\n", " ")
    .split("\n")
    .flatMap((line) => [...line.replace(/(?:^| )#.*/, "").matchAll(/(?:^|\$ |[|&] )netlens (.*)/g)])
    .map(([, rest = ""]) => {
      const words = wordsOf(rest);
      const end = words.findIndex((word) => /^(?:\d?>|<|\||&)/.test(word));
      return end < 0 ? words : words.slice(0, end);
    });
}
