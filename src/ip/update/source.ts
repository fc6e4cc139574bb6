/** Sources of databases. */
export type DownloadSource =
  /** DB-IP City Lite or ASN Lite: free, monthly, CC BY 4.0. */
  | { readonly kind: "db-ip"; readonly edition: "city" | "asn"; readonly base?: string }
  /** MaxMind, with an account; `edition` such as `GeoLite2-City`. */
  | {
      readonly kind: "maxmind";
      readonly accountId: string;
      readonly licenseKey: string;
      readonly edition: string;
      readonly base?: string;
    }
  /** Combined statistics of the registries, converted to a country database: daily, CC BY 4.0. */
  | { readonly kind: "registries"; readonly base?: string }
  /** Any file: `.mmdb`, `.mmdb.gz`, `.tar.gz`, or a registry's statistics. */
  | { readonly kind: "url"; readonly url: string };

export type ChecksumAlgorithm = "sha256" | "md5";

export interface Download {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** URL of the checksum; DB-IP has none. `required`: the publisher always has it. */
  readonly checksum?: {
    readonly url: string;
    readonly algorithm: ChecksumAlgorithm;
    readonly required: boolean;
  };
}

const DB_IP = "https://download.db-ip.com/free";
const NRO = "https://ftp.ripe.net/pub/stats/ripencc/nro-stats/latest";
const MAXMIND = "https://download.maxmind.com/geoip/databases";

/** URLs in order; `now` is Unix time in milliseconds. */
export function downloads(source: DownloadSource, now: number): readonly Download[] {
  switch (source.kind) {
    case "url":
      return [
        {
          url: source.url,
          headers: {},
          checksum: { url: withSuffix(source.url, ".sha256"), algorithm: "sha256", required: false },
        },
      ];
    case "registries": {
      const url = `${source.base ?? NRO}/nro-delegated-stats`;
      // The format requires a checksum of this name (RIR statistics exchange format, "Production process").
      return [{ url, headers: {}, checksum: { url: `${url}.md5`, algorithm: "md5", required: false } }];
    }
    case "maxmind": {
      const { accountId, licenseKey, edition, base = MAXMIND } = source;
      const authorization = `Basic ${Buffer.from(`${accountId}:${licenseKey}`).toString("base64")}`;
      const url = `${base}/${encodeURIComponent(edition)}/download?suffix=tar.gz`;
      const checksum = { url: `${url}.sha256`, algorithm: "sha256", required: true } as const;
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
