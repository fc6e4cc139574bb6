/** Reasons of errors of files and `fetch` in words: the messages have call names, and advice of Bun. Pure. */

const REASONS: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "no such file"],
  ["ENOTDIR", "no such file"],
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EEXIST", "already exists"],
  ["EISDIR", "is a directory, not a file"],
  ["NOT_REGULAR", "is not a regular file"],
  ["ENOSPC", "no space left on the device"],
  ["EROFS", "the file system is read-only"],
  ["ECONNREFUSED", "the connection was refused"],
  ["ENOTFOUND", "the name has no address"],
]);

/** Code of a system's error, such as `ENOENT`; `""` for none. */
export function errorCode(error: unknown): string {
  return error instanceof Object && "code" in error ? String(error.code) : "";
}

export function fileReason(error: unknown): string {
  return REASONS.get(errorCode(error)) ?? (error instanceof Error ? error.message : String(error));
}
