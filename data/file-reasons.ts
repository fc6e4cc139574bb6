/** Errors of files and of `fetch` in our words, by the system's code (errno(3), getaddrinfo(3)). */

import { wordTable } from "./word-table.ts";

export const fileReasons = wordTable({
  ENOENT: "no such file",
  ENOTDIR: "no such file",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EEXIST: "already exists",
  EISDIR: "is a directory, not a file",
  NOT_REGULAR: "is not a regular file",
  ENOSPC: "no space left on the device",
  EROFS: "the file system is read-only",
  ECONNREFUSED: "the connection was refused",
  ENOTFOUND: "the name has no address",
  EAI_AGAIN: "no DNS server answers",
});
