/** Version and commit, set by the build (`--define`); a checkout has a version of its own kind. */

import manifest from "../package.json" with { type: "json" };

declare const NETLENS_VERSION: string | undefined;
declare const NETLENS_COMMIT: string | undefined;

export const version: string =
  typeof NETLENS_VERSION === "string" ? NETLENS_VERSION : `${manifest.version}-dev`;
export const commit: string = typeof NETLENS_COMMIT === "string" ? NETLENS_COMMIT : "";

/** URL of the project, from package.json; `""` if it has none, and then no URL is shown. */
export const homepage: string = manifest.homepage;

/** The text of `--version`: version, licence, and whose data is inside. */
export function versionText(): string {
  return [
    `netlens ${version}${commit ? ` (${commit})` : ""}`,
    "MIT licence. Inside: countries by the NRO, autonomous systems by Route Views, NRO and DB-IP (CC BY 4.0). `netlens config` lists the databases in use",
  ].join("\n");
}

/** The User-Agent of lookups. */
export const userAgent = homepage ? `netlens/${version} (+${homepage})` : `netlens/${version}`;
