/** Packages that the bundler includes in the executable. */

import { join } from "node:path";
import { EXTERNAL } from "./external.ts";
import { bundleLibrary } from "./library.ts";

export interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly homepage: string;
}

/** npm packages whose files are in the executable or the npm library, by name. */
export async function bundledPackages(root: string): Promise<Package[]> {
  const { metafile } = await Bun.build({
    entrypoints: [join(root, "src/main.ts")],
    target: "bun",
    metafile: true,
    external: [...EXTERNAL],
  });
  const [node, browser] = [await bundleLibrary(root), await bundleLibrary(root, "browser")];
  const inputs = { ...metafile?.inputs, ...node.metafile?.inputs, ...browser.metafile?.inputs };
  const names = Object.keys(inputs).map((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]);
  const sorted = [...new Set(names.filter((name) => name !== undefined))].toSorted();
  return Promise.all(sorted.map((name) => packageOf(join(root, "node_modules", name))));
}

async function packageOf(folder: string): Promise<Package> {
  const { name, version, license } = await Bun.file(join(folder, "package.json")).json();
  return { name, version, license, homepage: `https://www.npmjs.com/package/${name}` };
}
