/** Reasons of errors of files and `fetch` in words: the messages have call names, and advice of Bun. Pure. */

import { fileReasons } from "../../data/file-reasons.ts";

/** Code of a system's error, such as `ENOENT`; `""` for none. */
export function errorCode(error: unknown): string {
  return error instanceof Object && "code" in error ? String(error.code) : "";
}

export function fileReason(error: unknown): string {
  return fileReasons.get(errorCode(error)) ?? (error instanceof Error ? error.message : String(error));
}
