/** Archive of an executable with its licences, for distributions that build packages from archives. */

import { chmodSync, cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { commitTime } from "./commit-time.ts";

/**
 * Makes `netlens-TARGET.tar.gz` in a folder, with GNU tar and gzip. It contains one folder,
 * `netlens-VERSION-TARGET`. The same source gives the same bytes.
 */
export async function tarball(
  root: string,
  out: string,
  target: string,
  executable: string,
): Promise<string> {
  const name = `netlens-${manifest.version}-${target}`;
  const work = join(out, ".tar");
  rmSync(work, { recursive: true, force: true });
  mkdirSync(join(work, name), { recursive: true });
  cpSync(executable, join(work, name, "netlens"));
  chmodSync(join(work, name, "netlens"), 0o755);
  for (const file of ["LICENSE", "NOTICE"]) {
    await Bun.write(join(work, name, file), Bun.file(join(root, file)));
    chmodSync(join(work, name, file), 0o644);
  }
  return archive(root, work, name, join(out, `netlens-${target}.tar.gz`));
}

/** Packs a folder of `work` into an archive, and removes the folder. */
function archive(root: string, work: string, name: string, file: string): string {
  const { exitCode, stderr } = Bun.spawnSync([
    "tar",
    "--create",
    "--format=ustar",
    "--sort=name",
    `--mtime=@${commitTime(root)}`,
    "--owner=root:0",
    "--group=root:0",
    // `-n`: no time in gzip's header.
    "--use-compress-program=gzip -9n",
    `--file=${file}`,
    `--directory=${work}`,
    name,
  ]);
  rmSync(work, { recursive: true, force: true });
  if (exitCode !== 0) throw new Error(`tar: ${stderr.toString().trim()}`);
  return file;
}
