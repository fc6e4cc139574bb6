import { type DownloadSource, parseMaxmindKey } from "../../ip/update-source.ts";
import { type Call, type Command, EXIT, UsageError } from "../command.ts";
import { fileError } from "../file-error.ts";
import { progress } from "../progress.ts";

/** The first of the usual places, where a running service finds a new file by itself. */
const FOLDER = "/var/lib/netlens";

export const geo: Command = {
  name: "geo",
  usage: "update",
  completes: ["update"],
  summary: "Fetch the newest geo database, verify it, and put it in place",
  notes: [
    "Without --url or --maxmind, this is DB-IP City Lite (IP Geolocation by DB-IP, https://db-ip.com, CC BY 4.0).",
    "With --country, this is a country database made of the registries' statistics (Number Resource Organization, https://www.nro.net, CC BY 4.0), refused when its records are not as many as its summary counts. It answers in place of the table inside netlens, where the city database has no record.",
    "The file is replaced as a whole, and only after the publisher's checksum (where there is one) has been compared and every record decoded; a running service picks it up by itself. A database older than the one in place is refused. An interrupted download is resumed.",
  ],
  flags: {
    to: {
      type: "string",
      value: "FILE",
      file: true,
      help: `file to replace [${FOLDER}/dbip-city-lite.mmdb, country.mmdb or by edition]`,
    },
    country: {
      type: "boolean",
      help: "fetch the registries' statistics and make a country database of them",
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
    edition: { type: "string", value: "NAME", help: "MaxMind's edition [GeoLite2-City]" },
    force: { type: "boolean", help: "accept a database older than the one in place" },
    json: { type: "boolean", help: "print one JSON object" },
  },
  examples: ["netlens geo update", "netlens geo update --maxmind /etc/GeoIP.conf --edition GeoLite2-City"],
  async run(call) {
    const { flags, io, positionals } = call;
    if (positionals.length !== 1 || positionals[0] !== "update")
      throw new UsageError("geo: did you mean `netlens geo update`?");
    const { source, name } = await chosenSource(call);
    const to = flags["to"];
    const target = typeof to === "string" ? to : `${FOLDER}/${name}`;
    const { UpdateError, updateGeo } = await import("../../ip/update.ts");
    let bar: ReturnType<typeof progress> | undefined;
    let before = 0;
    try {
      const result = await updateGeo({
        target,
        source,
        now: io.clock(),
        force: flags["force"] === true,
        signal: io.signal,
        onProgress: (received, total) => {
          bar ??= progress(io, total, "MB", 1e6);
          bar.step(received - before);
          before = received;
        },
      });
      bar?.end();
      await io.out(
        flags["json"] === true
          ? `${JSON.stringify(result)}\n`
          : `${result.file}: ${result.type}, built ${result.buildDate?.slice(0, 10) ?? "at an unknown time"}, ${(result.bytes / 1e6).toFixed(1)} MB, ${result.records} records, checksum ${result.checksum}\n`,
      );
      return EXIT.done;
    } catch (error) {
      if (!(error instanceof UpdateError)) throw error;
      bar?.end();
      io.err(`netlens: ${error.message}\n`);
      return EXIT.failed;
    }
  },
};

async function chosenSource({ flags, io }: Call): Promise<{ source: DownloadSource; name: string }> {
  const { url, maxmind, edition, country } = flags;
  if (typeof url === "string" && typeof maxmind === "string")
    throw new UsageError("geo: --url and --maxmind exclude one another");
  if (country === true && (typeof url === "string" || typeof maxmind === "string"))
    throw new UsageError("geo: --country has a source of its own, so neither --url nor --maxmind");
  if (country === true) return { source: { kind: "registries" }, name: "country.mmdb" };
  if (typeof url === "string") {
    if (!/^https?:\/\//i.test(url))
      throw new UsageError(`--url: expected an http or https URL, not "${url}"`);
    return { source: { kind: "url", url }, name: "city.mmdb" };
  }
  if (typeof maxmind !== "string") return { source: { kind: "db-ip" }, name: "dbip-city-lite.mmdb" };
  const text = await io
    .readFile(maxmind)
    .catch((error: unknown) => Promise.reject(fileError("--maxmind", maxmind, error)));
  const key = parseMaxmindKey(text);
  if (!key) throw new UsageError(`--maxmind: no AccountID and LicenseKey in ${maxmind}`);
  const name = typeof edition === "string" ? edition : "GeoLite2-City";
  return { source: { kind: "maxmind", ...key, edition: name }, name: `${name}.mmdb` };
}
