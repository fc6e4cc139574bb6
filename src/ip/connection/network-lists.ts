/** Parses operators' lists of addresses. Pure. */

import table from "../../../data/networks/lists.txt" with { type: "text" };
import {
  formatNetwork,
  type Network,
  networkOf,
  parseAddress,
  parseNetwork,
} from "../../syntax/ip-address.ts";
import { CONNECTION_KINDS, type Connection } from "../schema.ts";
import { specialPurpose } from "../special-purpose.ts";

/** Invalid list; the message has the reason. */
export class ListError extends Error {}

/** Network with the other columns of the row. */
interface Listed {
  readonly network: unknown;
  readonly service?: string;
  readonly region?: unknown;
}

interface Document {
  readonly rows: readonly Listed[];
  /** Date of the list, unparsed. */
  readonly date?: unknown;
  /** Number of invalid lines, in formats with one network per line. */
  readonly unread?: number;
}

export interface NetworkList {
  readonly id: string;
  readonly kind: Connection["kind"];
  readonly service: string;
  readonly url: string;
  /** Finds the list's URL in the page at `url`; absent if `url` is the list. */
  readonly find?: (page: string) => string | undefined;
  /** @throws ListError for another format */
  readonly read: (text: string) => Document;
}

export interface ReadList {
  readonly networks: readonly {
    readonly network: Network;
    readonly service: string;
    readonly region: string;
  }[];
  /** `2026-11-24`; absent if the list has no date. */
  readonly date?: string;
}

type Members = Readonly<Partial<Record<string, unknown>>>;

function members(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function jsonOf(text: string): Members {
  try {
    return members(JSON.parse(text));
  } catch {
    throw new ListError(`not JSON, but ${JSON.stringify(text.trim().slice(0, 40))}`);
  }
}

/** @throws ListError if the member is not a list */
function list(value: Members, name: string): readonly Members[] {
  const found = value[name];
  if (!Array.isArray(found)) throw new ListError(`without the list "${name}"`);
  return found.map(members);
}

const texts = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Service in AWS's rows that cover all of its addresses; other rows name the service. */
const ALL_OF_AWS = "AMAZON";

/** One network per line, followed by comma-separated columns (RFC 8805 section 2.1). */
function linesOf(text: string): Document {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const rows = lines.map((line) => ({ network: (line.split(",", 1)[0] ?? "").trim() }));
  return { rows, unread: rows.filter(({ network }) => networkIn(network) === undefined).length };
}

const READERS = {
  aws: (text) => {
    const json = jsonOf(text);
    const rows = [...list(json, "prefixes"), ...list(json, "ipv6_prefixes")].map((row) => ({
      network: row["ip_prefix"] ?? row["ipv6_prefix"],
      ...(row["service"] !== ALL_OF_AWS && { service: `AWS ${row["service"]}` }),
      region: row["region"] === "GLOBAL" ? "" : row["region"],
    }));
    return { rows, date: json["createDate"] };
  },
  google: (text) => {
    const json = jsonOf(text);
    const rows = list(json, "prefixes").map((row) => ({
      network: row["ipv4Prefix"] ?? row["ipv6Prefix"],
      region: row["scope"] === "global" ? "" : row["scope"],
    }));
    return { rows, date: json["creationTime"] };
  },
  // Only region tags: the tags of services repeat their addresses.
  azure: (text) => ({
    rows: list(jsonOf(text), "values").flatMap(({ name, properties }) => {
      const { region, addressPrefixes } = members(properties);
      if (!String(name).startsWith("AzureCloud.")) return [];
      return texts(addressPrefixes).map((network) => ({ network, region }));
    }),
  }),
  oracle: (text) => {
    const json = jsonOf(text);
    const rows = list(json, "regions").flatMap((row) =>
      list(row, "cidrs").map(({ cidr }) => ({ network: cidr, region: row["region"] })),
    );
    return { rows, date: json["last_updated_timestamp"] };
  },
  fastly: (text) => {
    const { addresses, ipv6_addresses } = jsonOf(text);
    return { rows: [...texts(addresses), ...texts(ipv6_addresses)].map((network) => ({ network })) };
  },
  vultr: (text) => {
    const json = jsonOf(text);
    return {
      rows: list(json, "subnets").map((row) => ({ network: row["ip_prefix"] })),
      date: json["updated"],
    };
  },
  // TorDNSEL's format: an exit has one `ExitAddress ADDRESS DATE TIME` line per address that was seen.
  exits: (text) => ({
    rows: Array.from(text.matchAll(/^ExitAddress (\S+) \d/gm), ([, network]) => ({ network })),
    date: /^Downloaded (\S+)/m.exec(text)?.[1],
  }),
  lines: linesOf,
  geofeed: linesOf,
} as const satisfies Readonly<Record<string, (text: string) => Document>>;

/** Expressions that find the URLs of a list in a page; the last one is the newest. */
const PAGES = {
  azure: /https:\/\/download\.microsoft\.com\/download\/[\w/.-]+\/ServiceTags_Public_\d{8}\.json/g,
  exits: /\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d(?=")/g,
} as const;

/** Lists of a table; by default, the lists of operators. @throws Error for a row with an unknown kind or format */
export function publishedNetworks(text = table): readonly NetworkList[] {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [id = "", word, service = "", form = "", url = ""] = line.split(" | ");
    const kind = CONNECTION_KINDS.find((known) => known === word);
    const [page, name = page] = form.split(":");
    const reader = Object.entries(READERS).find(([known]) => known === name)?.[1];
    const pattern = name === page ? undefined : Object.entries(PAGES).find(([known]) => known === name)?.[1];
    if (kind === undefined || reader === undefined) throw new Error(`lists: ${line}`);
    return {
      ...{ id, kind, service, url, read: reader },
      ...(pattern && { find: (page: string) => linkIn(page, pattern, url) }),
    };
  });
}

function linkIn(page: string, pattern: RegExp, base: string): string | undefined {
  const last = page.match(pattern)?.at(-1);
  return last && new URL(last, base).href;
}

/** Maximum rows. */
const MOST_ROWS = 600_000;
/** Widest accepted networks: wider ones are mistakes. */
const WIDEST = { 4: 8, 6: 16 } as const;
/** Names of services and regions. */
const NAME = /^[\w .()&-]{1,64}$/;
/** Maximum fraction of invalid lines; more mean that the list has another format. */
const MOST_UNREAD = 0.01;

function networkIn(text: unknown): Network | undefined {
  if (typeof text !== "string") return undefined;
  const address = text.includes("/") ? undefined : parseAddress(text);
  return address ? networkOf(address, address.family === 4 ? 32 : 128) : parseNetwork(text);
}

/**
 * Parses and checks a list; special-purpose networks are skipped.
 * @throws ListError for another format, too many or no rows, or networks that are too wide
 */
export function readList({ read, service: own }: NetworkList, text: string): ReadList {
  const { rows, date, unread = 0 } = read(text);
  if (rows.length > MOST_ROWS) throw new ListError(`with more than ${MOST_ROWS} rows`);
  const networks = rows.flatMap(({ network: word, service = own, region }) => {
    const network = networkIn(word);
    if (network === undefined) return [];
    if (network.prefix < WIDEST[network.address.family])
      throw new ListError(`with ${formatNetwork(network)}, too wide for one operator`);
    if (specialPurpose(network.address) !== undefined) return [];
    const named = typeof region === "string" && NAME.test(region) ? region : "";
    return [{ network, service: NAME.test(service) ? service : own, region: named }];
  });
  const bad = Math.max(unread, rows.length - networks.length);
  if (networks.length === 0) throw new ListError("without networks");
  if (bad > rows.length * MOST_UNREAD && bad > 1)
    throw new ListError(`of another form: ${bad} of ${rows.length} rows are not networks`);
  const [day] = /^\d{4}-\d\d-\d\d/.exec(String(date)) ?? [];
  return { networks, ...(day && { date: day }) };
}
