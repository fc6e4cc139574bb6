import { agesText, tableAges } from "../../ip/data-ages.ts";
import type { Geo } from "../../ip/geo.ts";
import { withHostname } from "../../ip/hostname.ts";
import { withAbuse } from "../../ip/rdap.ts";
import { lazyAbuse } from "../../server/lazy.ts";
import { geoSettings } from "../../server/wiring.ts";
import { pastedAddress } from "../../syntax/ip-address.ts";
import { type Call, type Command, EXIT, notWith, onlyWith, UsageError } from "../command.ts";
import { flagsOf } from "../input/flag-table.ts";
import { hostnames } from "../input/hostnames.ts";
import { lookupSettings } from "../input/lookup-settings.ts";
import { proxiesOf } from "../input/network-options.ts";
import { renderAddress, renderAddresses, renderBlock } from "../render/ip.ts";
import { jsonText } from "../render/json.ts";
import { countPrefixes } from "../render/prefix-counts.ts";
import { table } from "../render/text.ts";
import { outwardAddresses } from "../serve/machine.ts";
import { answerAll } from "../stream/batch.ts";
import { streamFlags, streamUnused } from "../stream/stream.ts";

const COLUMNS =
  "ip ipType code countryCode countryName regionCode regionName city postCode timeZone latitude longitude accuracyRadius estimated continentCode isInEuropeanUnion network special asn.number asn.organization".split(
    " ",
  );
/** Simultaneous reverse DNS lookups of standard input. */
const WIDTH = 16;
/** Simultaneous registry lookups; registries limit the rate. */
const REGISTRATIONS = 4;

export const ip: Command = {
  name: "ip",
  usage: "[ADDRESS…|PREFIX…|-]",
  summary: "Show where an IP address is",
  notes: [
    "Without an address: those of this machine's network interfaces.",
    "An address may have brackets, a port or a zone, as logs write it. A prefix such as 192.0.2.0/24 gets one answer, or one per part if its parts differ.",
    "With -, addresses are read from standard input: one answer per line, in order; an invalid address gets an object with error.",
  ],
  flags: { ...streamFlags, ...flagsOf("ip") },
  unused: [
    ...streamUnused,
    onlyWith("reverse", ["dns"]),
    onlyWith("abuse", ["rdap"]),
    { flags: ["databases"], when: ({ positionals }) => positionals.length > 0, where: "with an address" },
    notWith("databases", ["field", "locale", "reverse", "abuse", "prefixes"]),
    notWith("prefixes", ["field", "locale", "reverse", "abuse"]),
    {
      flags: ["field", "reverse", "abuse"],
      when: ({ positionals }) => positionals.some((given) => given.includes("/")),
      where: "with a prefix",
    },
    {
      flags: ["format"],
      when: ({ flags: { format, databases, prefixes }, positionals }) =>
        /sv$/.test(`${format}`) &&
        Boolean(databases || prefixes || positionals.some((given) => given.includes("/"))),
      where: "here: use text or json",
    },
  ],
  examples: [
    "netlens ip 8.8.8.8",
    "netlens ip 8.8.8.8 1.1.1.1",
    "netlens ip 192.0.2.0/24",
    "netlens ip 8.8.8.8 --abuse",
    "netlens ip - --prefixes --input log <access.log",
    "cut -d' ' -f1 access.log | sort -u | netlens ip - --field countryCode | sort | uniq -c",
    "netlens ip - --input log --field ip --field countryCode --field asn.number <access.log",
    "netlens ip - --input csv --column address --format csv <visitors.csv",
  ],
  async run(call) {
    const { config, io } = call;
    const { openGeo } = await import("../../ip/geo.ts");
    const geo = await openGeo(geoSettings(config.settings), (level, message, facts) => {
      if (level !== "info") io.err(`netlens: ${message}${facts?.["reason"] ? `: ${facts["reason"]}` : ""}\n`);
    });
    try {
      return await answer(geo, call);
    } finally {
      geo.close();
    }
  },
};

async function answer(geo: Geo, call: Call): Promise<number> {
  const { config, flags, io, positionals } = call;
  const { allIntact, lookupIp, lookupIpJson } = await import("../../ip/lookup.ts");
  if (flags["databases"] === true) return listDatabases(geo, call);
  const locale = typeof flags["locale"] === "string" ? flags["locale"] : undefined;
  const ages = () => agesText(tableAges(geo.current(), io.clock()));
  const wish = { locale, unchecked: true };
  const given = positionals.length > 0 ? positionals : outwardAddresses();
  const lookup = (address: string) => lookupIp(pastedAddress(address), geo.current(), locale);
  const items = { name: "ip", ofLog: (line: string) => /^\S+/.exec(line)?.[0] };
  if (flags["prefixes"] === true) {
    if (given.join() !== "-") throw new UsageError("--prefixes counts addresses from standard input (-)");
    await countPrefixes(call, items, lookup);
    return EXIT.done;
  }
  const { isPrefix } = await import("../../ip/prefix.ts");
  if (given.some(isPrefix)) return answerBlocks(given, geo, locale, call);
  const hostnameOf = flags["reverse"] === true ? await hostnames(call) : undefined;
  const { rdap = "" } = config.settings.geo;
  const http = flags["abuse"] === true && { ...lookupSettings(call), ...proxiesOf(call), rdap };
  const abuseOf = http ? lazyAbuse(() => http) : undefined;
  const needsNetwork = hostnameOf ?? abuseOf;
  /** Allows names of private addresses: the user runs it on their own network. */
  const withMore = async (address: string) => {
    const found = lookup(address);
    const named = hostnameOf ? await withHostname(found, hostnameOf, true) : found;
    return abuseOf ? withAbuse(named, abuseOf) : named;
  };
  return answerAll(
    { ...call, positionals: given },
    {
      items,
      columns: [
        ...COLUMNS,
        ...(hostnameOf ? ["hostname"] : []),
        ...(abuseOf ? ["abuse.email", "abuse.holder"] : []),
      ],
      ...(needsNetwork
        ? {
            answer: withMore,
            width: abuseOf ? REGISTRATIONS : WIDTH,
            working: abuseOf ? "looking up the registration of" : "looking up the host name of",
          }
        : {
            answer: lookup,
            text: (address: string) => lookupIpJson(pastedAddress(address), geo.current(), wish),
            holds: () => allIntact(geo.current()),
          }),
      render: (results) =>
        results.length === 1
          ? results.map((result) => renderAddress(result, io, ages())).join("")
          : renderAddresses(results, io),
      whole: given.length > 1,
      fields: async () => Object.keys((await import("../../ip/schema.ts")).IpResult.properties),
    },
  );
}

async function listDatabases(geo: Geo, { flags, io }: Call): Promise<number> {
  const list = geo.describe(io.clock());
  if (flags["format"] === "json") await io.out(`${JSON.stringify(list)}\n`);
  else
    await io.out(
      table([
        ["FILE", "TYPE", "BUILT", "AGE", "ATTRIBUTION"],
        ...list.map(({ file, type, buildDate, ageDays, old, attribution }) => [
          file,
          type,
          buildDate?.slice(0, 10) ?? "",
          ageDays === undefined ? "" : `${ageDays} days${old ? " (old)" : ""}`,
          attribution ? `${attribution.text}, ${attribution.url}` : "",
        ]),
      ]),
    );
  return EXIT.done;
}

async function answerBlocks(
  given: readonly string[],
  geo: Geo,
  locale: string | undefined,
  { flags, io }: Call,
): Promise<number> {
  const { isPrefix, lookupPrefix } = await import("../../ip/prefix.ts");
  if (!given.every(isPrefix)) throw new UsageError("look up prefixes and addresses separately");
  for (const [index, block] of given.entries()) {
    const result = await lookupPrefix(block, geo.current, locale);
    const text =
      flags["format"] === "json"
        ? jsonText(result, io)
        : renderBlock(result, io, agesText(tableAges(geo.current(), io.clock())));
    await io.out(index > 0 && flags["format"] !== "json" ? `\n${text}` : text);
  }
  return EXIT.done;
}
