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

export function fileReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return REASONS.get(code) ?? (error instanceof Error ? error.message : String(error));
}
