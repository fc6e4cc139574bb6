/** Reads headers from an object as JSON, JavaScript or Python print it. */

import type { Pasted } from "./pasted.ts";

const STRING = /'[^'\n]*'|"[^"\n]*"/g;
/** Name, and its value: a list, a string or a number. */
const PAIR =
  /(?<![\w-])([\w-]+)['"]?[ \t]*(?::|=>)[ \t]*(?:\[([^[\]{}]*)\]|('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\d+))/g;
/** An object with a status has the headers in an object inside. */
const INSIDE = /\bheaders['"]?[ \t]*(?::|=>)[^{}\n]{0,20}\{([^{}]*)\}/i;
const STATUS = /\bstatus(?:_?code)?['"]?[ \t]*(?::|=>)[ \t]*(\d{3})\b/i;

/** Headers of the object, a line each; undefined if the text is not an object with headers. */
export function readObject(text: string): Pasted | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{") || !/\}[\s;,)]*$/.test(trimmed.slice(-20))) return undefined;
  const inside = INSIDE.exec(trimmed)?.[1];
  const status = STATUS.exec(trimmed)?.[1];
  const lines = Array.from((inside ?? trimmed).matchAll(PAIR)).flatMap(([, name = "", list, value = ""]) =>
    (list?.match(STRING) ?? [value]).map((one) => `${name}: ${unquoted(one)}`),
  );
  if (lines.length === 0) return undefined;
  return { lines, ...(status !== undefined && inside !== undefined && { status: Number(status) }) };
}

function unquoted(text: string): string {
  return /^['"]/.test(text) ? text.slice(1, -1).replace(/\\(["'\\/])/g, "$1") : text;
}
