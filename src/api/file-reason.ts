/** Reasons of file errors in words: the system's message has call names and repeats the path. Pure. */

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
]);

/** Code of a system's error, such as `ENOENT`; `""` for none. */
export function errorCode(error: unknown): string {
  return error instanceof Object && "code" in error ? String(error.code) : "";
}

export function fileReason(error: unknown): string {
  return REASONS.get(errorCode(error)) ?? (error instanceof Error ? error.message : String(error));
}
