import type { DownloadSource } from "../../ip/update.ts";
import { type Call, type Command, UsageError } from "../command.ts";
import { fileError } from "../input/file-error.ts";
import { expectUpdate, runUpdate, urlFlag } from "../update.ts";

/** The first of the usual places, where a running service finds a new file by itself. */
const FOLDER = "/var/lib/netlens";

export const geo: Command = {
  name: "geo",
  usage: "update",
  completes: ["update"],
  summary: "Fetch the latest geolocation database, verify it and install it",
  notes: [
    "Without --url or --maxmind, that is DB-IP City Lite (IP Geolocation by DB-IP, https://db-ip.com, CC BY 4.0), with --asn DB-IP ASN Lite.",
    "With --country, it is a country database built from the regional registries' statistics (Number Resource Organization, https://www.nro.net, CC BY 4.0), refused if the number of records differs from the count in their summary. It replaces the built-in table, which answers where the city database has no record.",
    "The file is replaced as a whole, and only once the publisher's checksum (if there is one) matches and every record decodes; a running service picks it up by itself. A database older than the current one is refused. An interrupted download is resumed.",
  ],
  flags: {
    to: {
      type: "string",
      value: "FILE",
      file: true,
      help: `file to replace [${FOLDER}/dbip-city-lite.mmdb, dbip-asn-lite.mmdb, country.mmdb or by edition]`,
    },
    asn: {
      type: "boolean",
      help: "fetch a database of autonomous systems, newer than the built-in one",
    },
    country: {
      type: "boolean",
      help: "build a country database from the registries' statistics",
    },
    url: {
      type: "string",
      value: "URL",
      help: "fetch this file instead: .mmdb, .mmdb.gz, .tar.gz or a registry's statistics",
    },
    maxmind: {
      type: "string",
      value: "FILE",
      file: true,
      help: "fetch from MaxMind with the AccountID and LicenseKey in this file",
    },
    edition: { type: "string", value: "NAME", help: "MaxMind edition [GeoLite2-City]" },
    force: { type: "boolean", help: "accept a database older than the current one" },
    json: { type: "boolean", help: "print one JSON object" },
  },
  examples: ["netlens geo update", "netlens geo update --maxmind /etc/GeoIP.conf --edition GeoLite2-City"],
  async run(call) {
    expectUpdate("geo", call);
    const { source, name } = await chosenSource(call);
    const to = call.flags["to"];
    const target = typeof to === "string" ? to : (configured(call) ?? `${FOLDER}/${name}`);
    const { UpdateError, updateGeo } = await import("../../ip/update.ts");
    return runUpdate(call, {
      unit: "MB",
      size: 1e6,
      Failure: UpdateError,
      run: (options) => updateGeo({ target, source, ...options }),
      line: ({ file, type, buildDate, bytes, records, checksum }) =>
        `${file}: ${type}, built ${buildDate?.slice(0, 10) ?? "at an unknown time"}, ${(bytes / 1e6).toFixed(1)} MB, ${records} records, checksum ${checksum}`,
    });
  },
};

/** The one file that the setting of this database names. @throws UsageError for two, as it is not known which is meant */
function configured({ flags, config }: Call): string | undefined {
  if (flags["country"] === true) return undefined;
  const [setting, files] =
    flags["asn"] === true
      ? (["geo-asn", config.settings.geo.asn] as const)
      : (["geo-city", config.settings.geo.city] as const);
  if (files.length > 1)
    throw new UsageError(`geo: --${setting} names ${files.length} files: name one with --to`);
  return files[0];
}

async function chosenSource(call: Call): Promise<{ source: DownloadSource; name: string }> {
  const { flags, io } = call;
  const { url, maxmind, edition, country, asn } = flags;
  if (typeof url === "string" && typeof maxmind === "string")
    throw new UsageError("geo: --url and --maxmind are mutually exclusive");
  for (const own of ["asn", "country"])
    if (flags[own] === true && (typeof url === "string" || typeof maxmind === "string"))
      throw new UsageError(`geo: --${own} cannot be combined with --url or --maxmind`);
  if (asn === true && country === true)
    throw new UsageError("geo: --asn and --country are mutually exclusive");
  if (asn === true) return { source: { kind: "db-ip", edition: "asn" }, name: "dbip-asn-lite.mmdb" };
  if (country === true) return { source: { kind: "registries" }, name: "country.mmdb" };
  const address = urlFlag("url", call);
  if (address !== undefined) return { source: { kind: "url", url: address }, name: "city.mmdb" };
  if (typeof maxmind !== "string")
    return { source: { kind: "db-ip", edition: "city" }, name: "dbip-city-lite.mmdb" };
  const text = await io
    .readFile(maxmind)
    .catch((error: unknown) => Promise.reject(fileError("--maxmind", maxmind, error)));
  const { parseMaxmindKey } = await import("../../ip/update.ts");
  const key = parseMaxmindKey(text);
  if (!key) throw new UsageError(`--maxmind: ${maxmind} lacks an AccountID or a LicenseKey`);
  const name = typeof edition === "string" ? edition : "GeoLite2-City";
  return { source: { kind: "maxmind", ...key, edition: name }, name: `${name}.mmdb` };
}
