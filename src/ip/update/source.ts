/** Sources of databases. */

export type IpLocationFile = "dbip-city-ipv4" | "dbip-city-ipv6" | "user-country" | "origin-asn";
export type DbIpEdition = "city" | "country" | "asn";

export type DownloadSource =
  /** ip-location-db of sapics: countries and autonomous systems (PDDL) daily, DB-IP's cities (CC BY 4.0) monthly. */
  | { readonly kind: "ip-location-db"; readonly file: IpLocationFile; readonly mirror?: string }
  /** DB-IP Lite: free, monthly, CC BY 4.0. */
  | { readonly kind: "db-ip"; readonly edition: DbIpEdition; readonly base?: string }
  /** MaxMind, with an account; `edition` such as `GeoLite2-City`. */
  | {
      readonly kind: "maxmind";
      readonly accountId: string;
      readonly licenseKey: string;
      readonly edition: string;
      readonly base?: string;
    }
  /** Any file: `.mmdb`, `.mmdb.gz` or `.tar.gz`. */
  | { readonly kind: "url"; readonly url: string };

export interface Download {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** URL of the SHA-256; DB-IP has none. `required`: the publisher always has it. */
  readonly checksum?: { readonly url: string; readonly required: boolean };
}

const DB_IP = "https://download.db-ip.com/free";
const IP_LOCATION_DB = "https://github.com/sapics/ip-location-db/releases/download";
const MAXMIND = "https://download.maxmind.com/geoip/databases";

/** URLs in order; `now` is Unix time in milliseconds. */
export function downloads(source: DownloadSource, now: number): readonly Download[] {
  switch (source.kind) {
    case "url":
      return [
        {
          url: source.url,
          headers: {},
          checksum: { url: withSuffix(source.url, ".sha256"), required: false },
        },
      ];
    case "ip-location-db": {
      const name = `${source.file}.mmdb`;
      const [files, sums] = source.mirror
        ? [source.mirror, source.mirror]
        : [`${IP_LOCATION_DB}/latest`, `${IP_LOCATION_DB}/checksum`];
      const checksum = { url: `${sums}/${name}.sha256`, required: false };
      return [{ url: `${files}/${name}`, headers: {}, checksum }];
    }
    case "maxmind": {
      const { accountId, licenseKey, edition, base = MAXMIND } = source;
      const authorization = `Basic ${Buffer.from(`${accountId}:${licenseKey}`).toString("base64")}`;
      const url = `${base}/${encodeURIComponent(edition)}/download?suffix=tar.gz`;
      const checksum = { url: `${url}.sha256`, required: true };
      return [{ url, headers: { authorization }, checksum }];
    }
    case "db-ip":
      // The new file appears during the first day of the month.
      return [0, 1].map((back) => ({
        url: `${source.base ?? DB_IP}/dbip-${source.edition}-lite-${month(now, back)}.mmdb.gz`,
        headers: {},
      }));
  }
}

/** Appends a suffix to the path of a URL. */
function withSuffix(url: string, suffix: string): string {
  const address = new URL(url);
  address.pathname += suffix;
  return address.href;
}

function month(now: number, back: number): string {
  const today = new Date(now);
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back)).toISOString().slice(0, 7);
}

/** Parses `AccountID 123` and `LicenseKey abc` (MaxMind's GeoIP.conf), or `123:abc`. Undefined if one is missing. */
export function parseMaxmindKey(
  text: string,
): { readonly accountId: string; readonly licenseKey: string } | undefined {
  const accountId = /^[ \t]*AccountID[ \t]+(\d+)[ \t]*\r?$/im.exec(text)?.[1];
  const licenseKey = /^[ \t]*LicenseKey[ \t]+(\S+)[ \t]*\r?$/im.exec(text)?.[1];
  if (accountId !== undefined && licenseKey !== undefined) return { accountId, licenseKey };
  const [, account, key] = /^\s*(\d+):(\S+)\s*$/.exec(text) ?? [];
  return account !== undefined && key !== undefined ? { accountId: account, licenseKey: key } : undefined;
}
