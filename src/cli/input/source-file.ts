/** A file of header lines, and where in it a header line stands. Pure. */

import type { HeaderObject } from "../../headers/schema.ts";

export interface SourceFile {
  readonly path: string;
  /** Line of the file, from 1, where a header line (from 1) stands; the first for what is about no line. */
  readonly lineOf: (header: number | undefined) => number;
}

/** A status line, the request and interim responses may stand before the header lines, so they are looked up in order. */
export function sourceFile(path: string, text: string, headers: readonly HeaderObject[]): SourceFile {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.replace(/^[<>*] ?/, "").toLowerCase());
  const starts: number[] = [];
  // The last block counts, so the search goes backwards.
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
