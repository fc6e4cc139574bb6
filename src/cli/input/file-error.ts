import { fileReason } from "../../api/file-reason.ts";
import { UsageError } from "../command.ts";

/** Error of a file named on the command line. @param what command or flag: `headers`, `--cacert` */
export function fileError(what: string, path: string, error: unknown): UsageError {
  return new UsageError(`${what}: ${path}: ${fileReason(error)}`);
}
