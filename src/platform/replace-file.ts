/** IO: replaces files so that readers and crashes see the old or the new content. */

import { mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { lockFile } from "./lock-file.ts";

/** Failed update, with the reason; the current files are unchanged. */
export class UpdateError extends Error {}

/**
 * Runs an update of a file under `FILE.lock`; `run` puts the new file, `fresh`, into place.
 * @throws UpdateError with the file, for any failure, for a device or pipe, and if another process has the lock
 */
export async function updating<T>(file: string, run: (fresh: string) => Promise<T>): Promise<T> {
  const fresh = `${file}.new`;
  let unlock: (() => void) | undefined;
  try {
    const before = await stat(file).catch(() => undefined);
    if (before?.isFile() === false) throw new UpdateError("not a regular file");
    await mkdir(dirname(file), { recursive: true });
    unlock = lockFile(`${file}.lock`);
    if (!unlock) throw new UpdateError("another update is running");
    return await run(fresh);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UpdateError(`${file}: ${reason.replaceAll(`${fresh}: `, "")}`);
  } finally {
    if (unlock !== undefined) await rm(fresh, { force: true });
    unlock?.();
  }
}

/** Syncs the bytes before the rename, and the rename before returning. */
export async function putInPlace(fresh: string, target: string): Promise<void> {
  await sync(fresh);
  await rename(fresh, target);
  await sync(dirname(target));
}

/** Writes a small file by way of `TARGET.part`. */
export async function replaceFile(target: string, content: string): Promise<void> {
  await writeFile(`${target}.part`, content);
  await putInPlace(`${target}.part`, target);
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
