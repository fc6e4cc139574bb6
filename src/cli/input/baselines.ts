/** Files of `compare --baseline`: one report, or a folder with one per URL. */

import { join } from "node:path";
import type { HttpReport } from "../../http/schema.ts";
import { type Io, UsageError } from "../command.ts";
import { safeName } from "../render/safe-name.ts";
import { fileError } from "./file-error.ts";

export interface Baselines {
  /** Text of a URL's baseline; undefined if it does not exist yet. */
  readonly read: (url: string) => Promise<string | undefined>;
  /** Replaces the baseline atomically and returns its path. */
  readonly write: (url: string, report: HttpReport) => Promise<string>;
}

/** @param several true for many URLs, which need a folder */
export async function openBaselines(path: string, several: boolean, io: Io): Promise<Baselines> {
  const isFolder = several || /[/\\]$/.test(path) || (await isDirectory(path, io));
  const pathOf = (url: string) => (isFolder ? join(path, baselineName(url)) : path);
  return {
    async read(url) {
      try {
        return await io.readFile(pathOf(url));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw fileError("--baseline", pathOf(url), error);
      }
    },
    async write(url, report) {
      const text = `${JSON.stringify(report, null, 2)}\n`;
      await io.replaceFile(pathOf(url), text).catch((error: unknown) => {
        throw fileError("--update-baseline", pathOf(url), error);
      });
      return pathOf(url);
    },
  };
}

/** @throws UsageError */
export function missingBaseline(path: string, url: string): never {
  throw new UsageError(`--baseline: ${path} has no baseline of ${url}; --update-baseline writes one`);
}

const isDirectory = (path: string, io: Io) =>
  io.readFile(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === "EISDIR",
  );

/** File name by URL; the hash separates URLs with the same readable name. */
function baselineName(url: string): string {
  const { href } = URL.parse(url) ?? { href: url };
  const hash = new Bun.CryptoHasher("sha256").update(href).digest("hex").slice(0, 8);
  return `${safeName(href)}-${hash}.json`;
}
