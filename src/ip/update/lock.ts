/** IO: lock of an update. */

import { lockFile } from "../../platform/lock-file.ts";
import { UpdateError } from "./download.ts";

/** Takes `FILE.lock`; returns its release. @throws UpdateError if another process has it */
export function lockUpdate(file: string): () => void {
  const release = lockFile(`${file}.lock`);
  if (!release) throw new UpdateError(`another update of ${file} is running`);
  return release;
}
