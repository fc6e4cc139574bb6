/**
 * `bun build/sign-release.ts`: the apt repository of the packages in dist/release, signed by gpg's key, and the checksums
 * anew. It needs no packages, so that the job that has keys runs nothing of anybody else.
 */

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { aptRepository } from "./release/apt.ts";
import { writeChecksums } from "./release/checksums.ts";
import { commitTime } from "./release/commit-time.ts";
import { repositorySite } from "./release/where.ts";

const root = join(import.meta.dir, "..");
const out = join(root, "dist/release");
const packages = ["amd64", "arm64"]
  .map((arch) => ({ arch, file: join(out, `netlens_${manifest.version}_${arch}.deb`) }))
  .filter(({ file }) => existsSync(file));
rmSync(join(out, "apt"), { recursive: true, force: true });
const signed =
  packages.length > 0 &&
  (await aptRepository({
    folder: join(out, "apt"),
    packages,
    site: repositorySite(process.env),
    time: commitTime(root),
    environment: process.env,
  }));
await writeChecksums(out);
console.log(
  signed ? "dist/release/apt is signed" : "dist/release/apt is not signed, and apt takes nothing from it",
);
