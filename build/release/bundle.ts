/** What the bundler makes the executable of. */

import { join } from "node:path";

/** Packages that are never loaded: Elysia reads the types of uploaded files with file-type, and netlens takes none. */
export const EXTERNAL = ["file-type"] as const;

/** The npm packages whose files are in the executable, sorted. */
export async function bundledPackages(root: string): Promise<string[]> {
  const { metafile } = await Bun.build({
    entrypoints: [join(root, "src/main.ts")],
    target: "bun",
    metafile: true,
    external: [...EXTERNAL],
  });
  const names = Object.keys(metafile?.inputs ?? {}).map(
    (input) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1],
  );
  return [...new Set(names.filter((name) => name !== undefined))].toSorted();
}
