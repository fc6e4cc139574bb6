/** IO: watches database files. */

import { type FSWatcher, watch } from "node:fs";
import { fileIdentity } from "./database.ts";
import type { Geo } from "./geo-state.ts";

export interface WatchSettings {
  /**
   * Milliseconds between polls, for changes that watching a folder misses, such as another target of a symbolic link.
   */
  readonly pollEvery: number;
  /** Milliseconds without changes before a reload: writers change a folder several times. */
  readonly settle: number;
}

const WATCH: WatchSettings = { pollEvery: 5000, settle: 500 };

/**
 * Reloads when files of `geo` change, until the returned function is called. Watches folders: a file watch
 * ends with the first rename. The caller binds SIGHUP to `geo.reload`.
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

/** Folders that cannot be watched are polled. */
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
