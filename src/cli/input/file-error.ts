/** The error of a file that the command line names. Pure. */

import { fileReason } from "../../api/file-reason.ts";
import { UsageError } from "../command.ts";

/** @param what the command or flag that names the file: `headers`, `--cacert` */
export function fileError(what: string, path: string, error: unknown): UsageError {
  return new UsageError(`${what}: ${path}: ${fileReason(error)}`);
}
