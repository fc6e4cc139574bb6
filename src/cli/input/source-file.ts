/** Maps header lines to lines of their file. Pure. */

import type { HeaderObject } from "../../headers/schema.ts";

export interface SourceFile {
  readonly path: string;
  /** Number of the file's line for a header line, both from 1; 1 if `header` is undefined. */
  readonly lineOf: (header: number | undefined) => number;
}

/** Finds the lines in order: a status line, the request and interim responses may precede them. */
export function sourceFile(path: string, text: string, headers: readonly HeaderObject[]): SourceFile {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.replace(/^[<>*] ?/, "").toLowerCase());
  const starts: number[] = [];
  // Searches backwards, because the last block is the final response.
  let before = lines.length;
  for (const { name } of headers.toReversed()) {
    const found = lines.findLastIndex(
      (line, index) => index < before && line.startsWith(name) && /^\s*(?:$|:)/.test(line.slice(name.length)),
    );
    if (found >= 0) before = found;
    starts.unshift(found);
  }
  return {
    path,
    lineOf: (header) => {
      const found = header === undefined ? -1 : (starts[header - 1] ?? -1);
      return found < 0 ? 1 : found + 1;
    },
  };
}
