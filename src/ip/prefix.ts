/** Lookup of a block: one answer, or one for each part. Pure. */

import { runYielding, type Task } from "../api/cooperative.ts";
import { NetlensError } from "../api/errors.ts";
import {
  type Address,
  addressAfter,
  formatAddress,
  formatNetwork,
  type Network,
  networkContains,
  networkOf,
  parseAddress,
  parseNetwork,
} from "../syntax/ip-address.ts";
import { describeAddress, lookupIp } from "./lookup.ts";
import type { GeoDatabases } from "./mmdb/lookup-source.ts";
import type { IpBlock, IpResult } from "./schema.ts";

const MOST_PARTS = 256;
/** Accepted prefix lengths: registries assign no wider blocks. */
const LENGTHS = { 4: [8, 32], 6: [12, 128] } as const;
/** Maximum lookups per request. */
const MOST_LOOKUPS = 131_072;

/** Part of a block, from `network` to the start of the next part. */
interface Part {
  readonly network: Network;
  /** Hash of the answer. */
  readonly hash: number | bigint;
}

export function isPrefix(text: string): boolean {
  return text.includes("/");
}

/** @throws NetlensError `invalid-ip` */
function requirePrefix(text: string): Network {
  const network = parseNetwork(text);
  const { family } = network?.address ?? parseAddress(text.slice(0, text.indexOf("/"))) ?? {};
  const [shortest, longest] = family === undefined ? [] : LENGTHS[family];
  if (network !== undefined && shortest !== undefined && network.prefix >= shortest) return network;
  const shown = JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
  throw new NetlensError(
    "invalid-ip",
    family === undefined
      ? `${shown} is not a prefix such as 192.0.2.0/24.`
      : `${shown}: the length of an IPv${family} prefix is from ${shortest} to ${longest}.`,
  );
}

/**
 * Looks up a block such as `192.0.2.0/24` in slices. `current` is called in each slice, since a database may
 * be replaced.
 * @throws NetlensError `invalid-ip`, `invalid-param`, `geo-database-unavailable`
 */
export async function lookupPrefix(
  text: string,
  current: () => GeoDatabases,
  locale = "en",
): Promise<IpBlock> {
  const prefix = requirePrefix(text);
  const name = formatNetwork(prefix);
  const parts = await runYielding(partsOf(prefix, current, locale));
  const result = ({ address, prefix: bits }: Network): IpResult => ({
    ...lookupIp(formatAddress(address), current(), locale),
    network: formatNetwork({ address, prefix: bits }),
  });
  const [only, ...others] = parts;
  if (only === undefined || others.length === 0) return { ...result(prefix), prefix: name };
  const more = parts.length - MOST_PARTS;
  return {
    prefix: name,
    parts: parts.slice(0, MOST_PARTS).map(({ network }) => result(network)),
    ...(more > 0 && { truncated: more }),
  };
}

/** Smallest list of blocks with one answer each, in order. */
function* partsOf(prefix: Network, current: () => GeoDatabases, locale: string): Task<readonly Part[]> {
  const parts: Part[] = [];
  let left = MOST_LOOKUPS;
  let at: Address | undefined = prefix.address;
  while (at !== undefined && networkContains(prefix, at)) {
    if (left-- === 0)
      throw new NetlensError(
        "invalid-ip",
        `${formatNetwork(prefix)} has more than ${MOST_LOOKUPS} networks: use a longer prefix.`,
      );
    const { text, held } = describeAddress(at, current(), locale);
    const network = networkOf(at, Math.max(held, prefix.prefix));
    append(parts, { network, hash: Bun.hash(withoutNetwork(text)) });
    at = addressAfter(network);
    yield;
  }
  return parts;
}

/** Merges two halves of a block with the same answer. */
function append(parts: Part[], last: Part): void {
  let part = last;
  for (let before = parts.at(-1); before !== undefined && areHalves(before, part); before = parts.at(-1)) {
    parts.pop();
    part = { network: networkOf(part.network.address, part.network.prefix - 1), hash: part.hash };
  }
  parts.push(part);
}

function areHalves({ network: left, hash }: Part, { network: right, hash: other }: Part): boolean {
  if (hash !== other || left.prefix !== right.prefix || right.prefix === 0) return false;
  return networkContains(networkOf(right.address, right.prefix - 1), left.address);
}

/** Removes the member `network`, which always differs, unless it names a special block. */
function withoutNetwork(answer: string): string {
  return answer.includes('"special":') ? answer : answer.replace(/"network":"[\da-f.:/]+"/, "");
}
