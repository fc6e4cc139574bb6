/** The checksums of a release. */

import { readdirSync } from "node:fs";
import { join } from "node:path";

const NAME = "SHA256SUMS";

/** Writes SHA256SUMS of all files in a folder. @returns their number */
export async function writeChecksums(folder: string): Promise<number> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== NAME)
    .map((entry) => join(entry.parentPath, entry.name));
  const sums: string[] = [];
  for (const file of files) sums.push(`${await sha256(file)}  ${file.slice(folder.length + 1)}`);
  const sorted = sums.toSorted((a, b) => a.slice(66).localeCompare(b.slice(66)));
  await Bun.write(join(folder, NAME), `${sorted.join("\n")}\n`);
  return sums.length;
}

async function sha256(path: string): Promise<string> {
  return new Bun.CryptoHasher("sha256").update(await Bun.file(path).bytes()).digest("hex");
}
