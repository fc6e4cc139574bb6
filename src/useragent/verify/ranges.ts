/** The agents' data file: published addresses of robots, read out of what operators publish, and tables. Pure. */

import { formatNetwork, type Network, networkOf, parseAddress, parseNetwork } from "../../ip/address.ts";
import type { Ranges } from "./verify.ts";
import { publishedLists } from "./verify.ts";

/** The networks of one published list. */
interface PublishedList {
  /** The URL that publishes it. */
  readonly list: string;
  readonly networks: readonly string[];
}

/** The tables of agents, as they were taken from their sources. */
export interface TakenTables {
  /** The newest date of a source: `2026-11-21`. */
  readonly taken: string;
  readonly texts: readonly { readonly table: string; readonly text: string }[];
}

/** The data file of agents: what changes without a release. */
export interface AgentsFile {
  readonly format: typeof FORMAT;
  /** When it was made, RFC 3339. */
  readonly built: string;
  readonly ranges: readonly PublishedList[];
  readonly tables?: TakenTables;
  /** SHA-256 of the JSON text of `[ranges, tables]`, in hexadecimal; null stands for no tables. */
  readonly sha256: string;
}

const FORMAT = "netlens-agents/2";

/** Wrong data files and lists; the message says what is wrong. */
export class AgentsError extends Error {}

/** Widest networks that a robot may have: wider ones are a slip and would call everybody real. */
const WIDEST = { 4: 12, 6: 28 } as const;
const MOST_NETWORKS = 50_000;

const ADDRESS =
  /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7})(?:\/\d{1,3})?(?![\w.:])/g;

/**
 * The networks in a publisher's document, whatever its form (JSON, text or HTML): what looks like an address or a
 * network and is one. `part` takes only that member of a JSON document.
 * @throws AgentsError where there is none, or one that is too wide
 */
export function networksIn(document: string, part?: string): string[] {
  const text = part === undefined ? document : partOf(document, part);
  const found = new Set<string>();
  for (const [match] of text.matchAll(ADDRESS)) {
    const address = match.includes("/") ? undefined : parseAddress(match);
    const network = address ? networkOf(address, address.family === 4 ? 32 : 128) : parseNetwork(match);
    if (!network) continue;
    if (network.prefix < WIDEST[network.address.family])
      throw new AgentsError(`${match} is too wide to be a robot's`);
    found.add(formatNetwork(network));
    if (found.size > MOST_NETWORKS) throw new AgentsError(`it has more than ${MOST_NETWORKS} networks`);
  }
  if (found.size === 0) throw new AgentsError("it has no addresses");
  return [...found];
}

function partOf(document: string, part: string): string {
  try {
    const value: unknown = JSON.parse(document);
    const member =
      typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(part) : undefined;
    return JSON.stringify(member ?? "");
  } catch {
    throw new AgentsError("it is not valid JSON");
  }
}

/**
 * Reads a data file and checks it, but for what its tables say.
 * @throws AgentsError for one that is broken, of another format, or changed since it was made
 */
export function readAgentsFile(text: string): AgentsFile {
  const file = parsed(text);
  if (file.sha256 !== checksum(file.ranges, file.tables))
    throw new AgentsError("its checksum does not match");
  if (Number.isNaN(Date.parse(file.built))) throw new AgentsError("it does not say when it was built");
  for (const { networks } of file.ranges) for (const network of networks) networkIn(network);
  return file;
}

/** The networks of a data file by their list, as far as a row of the tables in use names it. */
export function rangesOf({ ranges }: AgentsFile): Ranges {
  const known = new Set(publishedLists());
  return new Map(
    ranges
      .filter(({ list }) => known.has(list))
      .map(({ list, networks }) => [list, networks.map(networkIn)] as const),
  );
}

function networkIn(text: string): Network {
  const network = typeof text === "string" ? parseNetwork(text) : undefined;
  if (!network) throw new AgentsError(`"${text}" is not a network`);
  return network;
}

function parsed(text: string): AgentsFile {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new AgentsError("it is not valid JSON");
  }
  if (!isAgentsFile(file)) throw new AgentsError(`it is not a data file of ${FORMAT}${formatOf(file)}`);
  return file;
}

/** Of what other format it is, as far as it says one. */
function formatOf(file: unknown): string {
  const { format } = (typeof file === "object" && file !== null ? file : {}) as { readonly format?: unknown };
  const isOther = typeof format === "string" && format !== FORMAT && /^netlens-agents\/\d{1,9}$/.test(format);
  return isOther ? `, but of ${format}` : "";
}

function isAgentsFile(file: unknown): file is AgentsFile {
  if (typeof file !== "object" || file === null) return false;
  const { format, built, ranges, sha256, tables } = file as Partial<AgentsFile>;
  return (
    format === FORMAT &&
    typeof built === "string" &&
    typeof sha256 === "string" &&
    Array.isArray(ranges) &&
    ranges.every((one) => typeof one?.list === "string" && Array.isArray(one.networks)) &&
    (tables === undefined || areTables(tables))
  );
}

function areTables(tables: unknown): boolean {
  if (typeof tables !== "object" || tables === null) return false;
  const { taken, texts } = tables as Partial<TakenTables>;
  return (
    typeof taken === "string" &&
    /^\d{4}-\d\d-\d\d$/.test(taken) &&
    Array.isArray(texts) &&
    texts.every((one) => typeof one?.table === "string" && typeof one.text === "string" && one.text !== "")
  );
}

/** The text of a data file. */
export function agentsFileText(ranges: AgentsFile["ranges"], built: string, tables?: TakenTables): string {
  const sha256 = checksum(ranges, tables);
  const file: AgentsFile = { format: FORMAT, built, ranges, ...(tables && { tables }), sha256 };
  return `${JSON.stringify(file, null, 1)}\n`;
}

function checksum(ranges: AgentsFile["ranges"], tables: TakenTables | undefined): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify([ranges, tables ?? null])).digest("hex");
}
