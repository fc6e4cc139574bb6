/** IO: noticing that database files have changed. */

import { type FSWatcher, watch } from "node:fs";
import { fileIdentity } from "./database.ts";
import type { Geo } from "./geo-state.ts";

export interface WatchSettings {
  /** Milliseconds between looks at the files: what a folder watch cannot see, such as a symbolic link set elsewhere. */
  readonly pollEvery: number;
  /** Milliseconds of quiet after a change before the reload: writers change a folder several times. */
  readonly settle: number;
}

const WATCH: WatchSettings = { pollEvery: 5000, settle: 500 };

/**
 * Reloads when files of `geo` change, until the returned function is called. Folders are watched and not files, since a
 * file watch hears nothing more after the first rename. Bind SIGHUP to `geo.reload` besides.
 */
export function watchGeo(geo: Geo, { pollEvery, settle }: WatchSettings = WATCH): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void geo.reload(), settle);
  };
  const watchers = geo.watched().folders.flatMap((folder) => watchFolder(folder, changed));
  let seen = snapshot(geo);
  const poll = setInterval(() => {
    const now = snapshot(geo);
    if (now !== seen) changed();
    seen = now;
  }, pollEvery);
  poll.unref();
  return () => {
    clearTimeout(timer);
    clearInterval(poll);
    for (const watcher of watchers) watcher.close();
  };
}

function snapshot(geo: Geo): string {
  return geo
    .watched()
    .files.map((file) => `${file}=${fileIdentity(file)}`)
    .join("\n");
}

/** A folder that does not exist or cannot be watched is left to the poll. */
function watchFolder(folder: string, changed: () => void): readonly FSWatcher[] {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, file) => {
      if (file === null || file.endsWith(".mmdb")) changed();
    });
    watcher.on("error", () => watcher.close());
    return [watcher];
  } catch {
    return [];
  }
}
