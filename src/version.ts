/** Version and commit, baked in by the build (`--define`); from a checkout the version says that it is one. */

import manifest from "../package.json" with { type: "json" };

declare const NETLENS_VERSION: string | undefined;
declare const NETLENS_COMMIT: string | undefined;

export const version: string =
  typeof NETLENS_VERSION === "string" ? NETLENS_VERSION : `${manifest.version}-dev`;
export const commit: string = typeof NETLENS_COMMIT === "string" ? NETLENS_COMMIT : "";

/** Where the project lives, as package.json says; `""` where it says nothing, and then no address is shown. */
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
