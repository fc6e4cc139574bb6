/** Special-purpose addresses by the IANA registries, and IPv4 addresses inside IPv6 addresses. */

import { SPECIAL_PURPOSE, type SpecialRange } from "../../data/special-purpose.ts";
import { once } from "../platform/memoize.ts";
import { type Address, ipv4, type Network, networkContains, parseNetwork } from "../syntax/ip-address.ts";

export type { SpecialRange };

interface SpecialNetwork {
  readonly network: Network;
  readonly range: SpecialRange;
}

/** First byte within the family: key of the index. */
function firstByte(address: Address): number {
  return (address.family === 4 ? address.w3 : address.w0) >>> 24;
}

/** Special ranges whose text passes `isWanted`, most specific first. */
function readRanges(family: 4 | 6, isWanted: (network: string) => boolean): readonly SpecialNetwork[] {
  const ranges: SpecialNetwork[] = [];
  for (const range of SPECIAL_PURPOSE) {
    if (range.network.includes(":") !== (family === 6) || !isWanted(range.network)) continue;
    const network = parseNetwork(range.network);
    if (network === undefined) throw new Error(`special-purpose table: ${range.network} is not a network`);
    ranges.push({ network, range });
  }
  return ranges.sort((a, b) => b.network.prefix - a.network.prefix);
}

/**
 * Whether a block has addresses with this first byte, decided by text: parsing all blocks takes half a
 * millisecond of a start.
 */
function touches(network: string, family: 4 | 6, byte: number): boolean {
  // An empty start (`::`) is zero.
  const first = family === 4 ? Number.parseInt(network, 10) : Number.parseInt(network, 16) >>> 8;
  const prefix = Number(network.slice(network.indexOf("/") + 1));
  return byte >= first && byte < first + (prefix < 8 ? 1 << (8 - prefix) : 1);
}

/** Parsed parts of the table: parsing all takes a millisecond of a start. */
function specialIndex(family: 4 | 6) {
  const byFirstByte = new Array<readonly SpecialNetwork[] | undefined>(256).fill(undefined);
  return {
    /** All ranges, for prefixes that span several first bytes. */
    all: once(() => readRanges(family, () => true)),
    touching(byte: number): readonly SpecialNetwork[] {
      const known = byFirstByte[byte] ?? readRanges(family, (network) => touches(network, family, byte));
      byFirstByte[byte] = known;
      return known;
    },
  };
}

const SPECIAL = { 4: specialIndex(4), 6: specialIndex(6) } as const;

/** Most specific special-purpose block (IANA registries); undefined for other addresses. */
export function specialPurpose(address: Address): SpecialRange | undefined {
  const near = SPECIAL[address.family].touching(firstByte(address));
  for (const { network, range } of near) if (networkContains(network, address)) return range;
  return undefined;
}

/** Common leading bits, of 128. */
function commonBits(a: Address, b: Address): number {
  if (a.w0 !== b.w0) return Math.clz32(a.w0 ^ b.w0);
  if (a.w1 !== b.w1) return 32 + Math.clz32(a.w1 ^ b.w1);
  if (a.w2 !== b.w2) return 64 + Math.clz32(a.w2 ^ b.w2);
  return 96 + Math.clz32(a.w3 ^ b.w3);
}

/**
 * Shortest prefix, at least `prefix`, whose block contains no special block. Databases leave special
 * addresses inside blocks, but the answer is not valid for them.
 */
export function narrowAroundSpecial(address: Address, prefix: number): number {
  const special = SPECIAL[address.family];
  const near = prefix >= 8 ? special.touching(firstByte(address)) : special.all();
  if (near.length === 0) return prefix;
  const offset = address.family === 4 ? 96 : 0;
  let narrowed = prefix;
  for (const { network } of near) {
    if (network.prefix <= prefix) continue;
    const common = commonBits(network.address, address) - offset;
    if (common >= narrowed && common < network.prefix) narrowed = common + 1;
  }
  return narrowed;
}

/**
 * Whether packets to this address can cross the public Internet: by its special block, else for IPv6 inside 2000::/3,
 * the only block for global unicast (RFC 4291 section 2.4). See `embeddedIpv4` for addresses inside.
 */
export function isGloballyReachable(address: Address): boolean {
  const special = specialPurpose(address);
  if (special !== undefined) return special.globallyReachable;
  return address.family === 4 || address.w0 >>> 29 === 1;
}

const TRANSLATION = {
  wellKnown: parseNetwork("64:ff9b::/96"),
  local: parseNetwork("64:ff9b:1::/48"),
} as const;

function within(network: Network | undefined, address: Address): boolean {
  return network !== undefined && networkContains(network, address);
}

/**
 * IPv4 addresses inside an IPv6 address to which a translator or tunnel may deliver: IPv4-compatible (RFC
 * 4291 section 2.5.5.1), NAT64 (RFC 6052, and RFC 8215 in its /48 and /96 layouts), 6to4 (RFC 3056), and
 * server and client of Teredo (RFC 4380 section 4). A mapped address is IPv4 itself.
 */
export function embeddedIpv4(address: Address): readonly Address[] {
  if (address.family === 4) return address.mapped ? [ipv4(address.w3)] : [];
  const { w0, w1, w2, w3 } = address;
  if (w0 === 0 && w1 === 0 && w2 === 0) return w3 > 1 ? [ipv4(w3)] : [];
  if (within(TRANSLATION.wellKnown, address)) return [ipv4(w3)];
  // After a prefix of 48 bits, bits 64 to 71 are skipped (RFC 6052 section 2.2).
  if (within(TRANSLATION.local, address))
    return [ipv4(((w1 & 0xffff) << 16) | ((w2 >>> 8) & 0xffff)), ipv4(w3)];
  if (w0 >>> 16 === 0x2002) return [ipv4(((w0 & 0xffff) << 16) | (w1 >>> 16))];
  if (w0 === 0x20010000) return [ipv4(w1), ipv4(~w3)];
  return [];
}

export type Carrier = "nat64" | "6to4" | "teredo" | "ipv4-compatible";

/**
 * IPv4 address that an IPv6 address represents; the client of Teredo. Undefined for a local translation
 * prefix (RFC 8215), whose length only its operator has.
 */
export function carriedIpv4(
  address: Address,
): { readonly via: Carrier; readonly address: Address } | undefined {
  const carried = embeddedIpv4(address).at(-1);
  if (address.family === 4 || carried === undefined || within(TRANSLATION.local, address)) return undefined;
  return { via: carrierOf(address), address: carried };
}

function carrierOf({ w0 }: Address): Carrier {
  if (w0 === 0) return "ipv4-compatible";
  if (w0 >>> 16 === 0x2002) return "6to4";
  return w0 === 0x20010000 ? "teredo" : "nat64";
}
