/** IO: lock of an update. */

import { mkdir, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { lockFile } from "../../platform/lock-file.ts";
import { UpdateError } from "./download.ts";

/**
 * Runs an update of a file under `FILE.lock`; `run` renames the new file, `fresh`, into place.
 * @throws UpdateError for any failure, and if another process has the lock
 */
export async function updating<T>(file: string, run: (fresh: string) => Promise<T>): Promise<T> {
  const fresh = `${file}.new`;
  let unlock: (() => void) | undefined;
  try {
    const before = await stat(file).catch(() => undefined);
    if (before?.isFile() === false) throw new UpdateError(`${file} is not a regular file`);
    await mkdir(dirname(file), { recursive: true });
    unlock = lockFile(`${file}.lock`);
    if (!unlock) throw new UpdateError(`another update of ${file} is running`);
    return await run(fresh);
  } catch (error) {
    if (error instanceof UpdateError) throw error;
    throw new UpdateError(error instanceof Error ? error.message : String(error));
  } finally {
    if (unlock !== undefined) await rm(fresh, { force: true });
    unlock?.();
  }
}
