/** `netlens update`. */

import type { DownloadSource, UpdateOptions } from "../../ip/update.ts";
import type { NetworkList } from "../../ip/update-networks.ts";
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
    "Without an argument: all files that the settings --geo-city, --geo-asn, --geo-networks and --agents name. A running service picks up new files by itself; files older than those in place are refused.",
    "geo: DB-IP City Lite (IP Geolocation by DB-IP, https://db-ip.com, CC BY 4.0); with --asn DB-IP ASN Lite; with --country a country database built from the regional registries' statistics (Number Resource Organization, https://www.nro.net, CC BY 4.0), which replaces the built-in table. The file is replaced once the publisher's checksum (if there is one) or count of records matches and every record decodes. An interrupted download is resumed.",
    "networks: the lists of clouds, relays, Tor exits and crawlers that their operators publish, in one database, with its SHA-256 in a second file. A list that cannot be fetched or read, or has lost half of its networks, is refused, and its previous entries are kept, like built-in registrations.",
    "agents: the addresses that bot operators publish, in one checksummed data file; if a list cannot be fetched, its previous entries are kept. A ready-made data file (--url), which comes with every release, may also hold user agent tables; these replace the built-in ones unless those are newer.",
    "`geo update`, `networks update` and `agents update` are names of earlier releases; the next release removes them.",
  ],
  flags: {
    to: {
      type: "string",
      value: "FILE",
      file: true,
      help: `file to replace [that of the settings, else in ${FOLDER}: dbip-city-lite.mmdb, dbip-asn-lite.mmdb, country.mmdb or by edition, networks.mmdb, agents.json]`,
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
    if (kind) return runJob(call, await kind.job(call));
    const codes: number[] = [];
    for (const job of await configuredJobs(call)) codes.push(await runJob(call, job));
    return Math.max(...codes);
  },
};

/** Update of one file. */
interface Job {
  /** Unit of progress, such as MB; `unitSize` steps of `onProgress` are one unit. */
  readonly unit: string;
  readonly unitSize?: number;
  /** @returns `refused`: rejected parts, one line each @throws UpdateError or AgentsError if the file stays unchanged */
  readonly run: (
    options: Pick<UpdateOptions, "now" | "signal" | "onProgress"> & { readonly force: boolean },
  ) => Promise<{ readonly result: object; readonly line: string; readonly refused?: readonly string[] }>;
}

/** Kinds of files, with the flags that each accepts. */
const KINDS: readonly {
  readonly name: string;
  readonly flags: readonly string[];
  readonly job: (call: Call) => Promise<Job>;
}[] = [
  { name: "geo", flags: ["asn", "country", "url", "maxmind", "edition"], job: geoJob },
  { name: "networks", flags: ["mirror"], job: networksJob },
  { name: "agents", flags: ["url"], job: agentsJob },
];

/** Updates of all files in the settings. @throws UsageError if the settings name no file */
function configuredJobs(call: Call): Promise<readonly Job[]> {
  const { geo, agents } = call.config.settings;
  // DB-IP's free file would replace MaxMind's paid one.
  const maxmind = geo.city.find((file) => /(?:^|\/)Geo(?:IP|Lite)2-[^/]*$/.test(file));
  if (maxmind !== undefined)
    throw new UsageError(`update: ${maxmind} is MaxMind's: run \`netlens update geo --maxmind FILE\``);
  const asn = { ...call, flags: { ...call.flags, asn: true } };
  const jobs = [
    ...(geo.city.length > 0 ? [geoJob(call)] : []),
    ...(geo.asn === "" ? [] : [geoJob(asn)]),
    ...(geo.networks === "" ? [] : [networksJob(call)]),
    ...(isFile(agents.source) ? [agentsJob(call)] : []),
  ];
  if (jobs.length === 0)
    throw new UsageError("update: the settings name no file: name geo, networks or agents");
  return Promise.all(jobs);
}

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
    const { UpdateError } = await import("../../ip/update.ts");
    const { AgentsError } = await import("../../useragent/ranges.ts");
    if (!(error instanceof UpdateError || error instanceof AgentsError)) throw error;
    bar?.end();
    io.err(`netlens: ${error.message}\n`);
    return EXIT.failed;
  }
}

async function geoJob(call: Call): Promise<Job> {
  const { source, name } = await chosenSource(call);
  const { asn, city } = call.config.settings.geo;
  const files = call.flags["country"] === true ? [] : call.flags["asn"] === true ? [asn] : city;
  const target = targetOf(call, files, name);
  const { updateGeo } = await import("../../ip/update.ts");
  return {
    unit: "MB",
    unitSize: 1e6,
    async run(options) {
      const result = await updateGeo({ target, source, ...options });
      const { file, type, buildDate, bytes, records, checksum } = result;
      const line = `${file}: ${type}, built ${buildDate?.slice(0, 10) ?? "at an unknown time"}, ${(bytes / 1e6).toFixed(1)} MB, ${records} records, checksum ${checksum}`;
      return { result, line };
    },
  };
}

async function chosenSource(call: Call): Promise<{ source: DownloadSource; name: string }> {
  const { flags, io } = call;
  const { maxmind, edition } = flags;
  const [first, second] = ["asn", "country", "url", "maxmind"].filter((flag) => flags[flag]);
  if (second !== undefined) throw new UsageError(`update: --${first} and --${second} are mutually exclusive`);
  if (first === "asn") return { source: { kind: "db-ip", edition: "asn" }, name: "dbip-asn-lite.mmdb" };
  if (first === "country") return { source: { kind: "registries" }, name: "country.mmdb" };
  const url = urlFlag("url", call);
  if (url !== undefined) return { source: { kind: "url", url }, name: "city.mmdb" };
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

async function networksJob(call: Call): Promise<Job> {
  const mirror = urlFlag("mirror", call);
  const target = targetOf(call, [call.config.settings.geo.networks], "networks.mmdb");
  const { publishedNetworks, updateNetworks } = await import("../../ip/update-networks.ts");
  const lists = [...publishedNetworks(), ...(await crawlers())];
  return {
    unit: "lists",
    async run(options) {
      const result = await updateNetworks({
        target,
        lists,
        ...(mirror !== undefined && { mirror }),
        ...options,
      });
      return {
        result,
        line: `${result.file}: ${result.networks} networks from ${result.lists.length} lists, ${(result.bytes / 1e6).toFixed(1)} MB, SHA-256 ${result.sha256}`,
        refused: result.failed.map(({ id, reason }) => `the list ${id} was refused: ${reason}`),
      };
    },
  };
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

async function agentsJob(call: Call): Promise<Job> {
  const { source } = call.config.settings.agents;
  const url = urlFlag("url", call);
  const target = targetOf(call, isFile(source) ? [source] : [], "agents.json");
  const { updateAgents } = await import("../../useragent/update.ts");
  return {
    unit: "lists",
    async run(options) {
      const result = await updateAgents({ target, ...(url !== undefined && { url }), ...options });
      const { file, networks, lists, tables, built, failed } = result;
      return {
        result,
        line: `${file}: ${networks} networks from ${lists} lists, ${tables ? `tables of ${tables}` : "no tables"}, built ${built.slice(0, 10)}`,
        refused: failed.map(({ list, reason }) => `${list}: ${reason}`),
      };
    },
  };
}

/** File of --to, else of the setting, else in the default folder. @throws UsageError if --geo-city names two */
function targetOf({ flags }: Call, files: readonly string[], name: string): string {
  if (typeof flags["to"] === "string") return flags["to"];
  if (files.length > 1)
    throw new UsageError(`update: --geo-city names ${files.length} files: name one with --to`);
  return files[0] || `${FOLDER}/${name}`;
}

function isFile(source: string): boolean {
  return source !== "" && !/^https?:\/\//i.test(source);
}

/** @throws UsageError for a URL that is not http or https */
function urlFlag(flag: string, { flags }: Call): string | undefined {
  const url = flags[flag];
  if (typeof url !== "string") return undefined;
  if (!/^https?:\/\//i.test(url))
    throw new UsageError(`--${flag}: expected an http or https URL, not "${url}"`);
  return url;
}
