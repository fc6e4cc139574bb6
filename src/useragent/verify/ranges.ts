/** Published addresses of robots: read out of what operators publish, and out of the agents' data file. Pure. */

import { formatNetwork, type Network, networkOf, parseAddress, parseNetwork } from "../../ip/address.ts";
import { publishedLists } from "./operators.ts";
import type { Ranges } from "./verify.ts";

/** What one published list holds. */
export interface PublishedList {
  /** The URL that publishes it. */
  readonly list: string;
  readonly networks: readonly string[];
}

/** The data file of agents: what changes without a release. */
export interface AgentsFile {
  readonly format: "netlens-agents/1";
  /** When it was made, RFC 3339. */
  readonly built: string;
  readonly ranges: readonly PublishedList[];
  /** SHA-256 of the JSON text of `ranges`, in hexadecimal. */
  readonly sha256: string;
}

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
 * Reads a data file.
 * @throws AgentsError for one that is broken, of another format, or changed since it was made
 */
export function readAgentsFile(text: string): { readonly ranges: Ranges; readonly built: string } {
  const file = parsed(text);
  if (file.sha256 !== checksum(file.ranges)) throw new AgentsError("its checksum does not match");
  if (Number.isNaN(Date.parse(file.built))) throw new AgentsError("it does not say when it was built");
  const known = new Set(publishedLists());
  const wanted = file.ranges.filter(({ list }) => known.has(list));
  const ranges = new Map(wanted.map(({ list, networks }) => [list, networks.map(networkIn)] as const));
  return { ranges, built: file.built };
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
  if (!isAgentsFile(file)) throw new AgentsError("it is not a data file of netlens-agents/1");
  return file;
}

function isAgentsFile(file: unknown): file is AgentsFile {
  if (typeof file !== "object" || file === null) return false;
  const { format, built, ranges, sha256 } = file as Partial<AgentsFile>;
  return (
    format === "netlens-agents/1" &&
    typeof built === "string" &&
    typeof sha256 === "string" &&
    Array.isArray(ranges) &&
    ranges.every((one) => typeof one?.list === "string" && Array.isArray(one.networks))
  );
}

/** The text of a data file. */
export function agentsFileText(ranges: AgentsFile["ranges"], built: string): string {
  const file: AgentsFile = { format: "netlens-agents/1", built, ranges, sha256: checksum(ranges) };
  return `${JSON.stringify(file, null, 1)}\n`;
}

function checksum(ranges: AgentsFile["ranges"]): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(ranges)).digest("hex");
}
