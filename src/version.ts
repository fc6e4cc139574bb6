/** Version and commit, baked in by the build (`--define`); from a checkout the version says that it is one. */

declare const NETLENS_VERSION: string | undefined;
declare const NETLENS_COMMIT: string | undefined;

export const version: string = typeof NETLENS_VERSION === "string" ? NETLENS_VERSION : "0.1.0-dev";
export const commit: string = typeof NETLENS_COMMIT === "string" ? NETLENS_COMMIT : "";

export const SOURCE_URL = "https://github.com/netlens/netlens";

/** What `--version` prints: version, licence, and whose data is inside. */
export function versionText(): string {
  return [
    `netlens ${version}${commit ? ` (${commit})` : ""}`,
    "MIT licence. Country data: RIRs and NRO, CC0. City data: IP Geolocation by DB-IP, https://db-ip.com, CC BY 4.0",
  ].join("\n");
}

/** What lookups send as User-Agent. */
export const userAgent = `netlens/${version} (+${SOURCE_URL})`;
