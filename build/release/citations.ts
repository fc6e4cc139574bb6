/** Sources that the tables cite for their rows. */

import { join } from "node:path";
import { Glob } from "bun";

export interface Citation {
  /** Path below data/. */
  readonly file: string;
  readonly text: string;
}

/**
 * Citations in headers of table sections, in `from` of rows of the header catalogue, and in snapshots.txt.
 * Inferred rows have no source.
 */
export async function citations(root: string): Promise<Citation[]> {
  const found: Citation[] = [];
  const folder = join(root, "data");
  for (const file of [...new Glob("**/*.txt").scanSync(folder)].toSorted()) {
    for (const line of (await Bun.file(join(folder, file)).text()).split("\n")) {
      if (file === "snapshots.txt") {
        found.push(...snapshotOf(line));
        continue;
      }
      const text =
        /^# (?:documented|observed) \| (.+)/.exec(line)?.[1] ??
        /^# .*[Ww]ritten by (build\/.+)/.exec(line)?.[1] ??
        (file.startsWith("headers/") ? / \| from (.+)/.exec(line)?.[1] : undefined);
      if (text !== undefined) found.push({ file, text });
    }
  }
  return found;
}

/** Citation in a row of snapshots.txt, which covers several tables. */
function snapshotOf(line: string): Citation[] {
  const [file = "", , , text = ""] = line.split("|").map((cell) => cell.trim());
  return line.startsWith("#") || line === "" ? [] : [{ file, text }];
}
