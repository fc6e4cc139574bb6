/** IP addresses and blocks: parsing and formatting. */

/**
 * Four unsigned 32-bit words, most significant first. An IPv4 address is in `w3`, the rest is 0. An IPv4-mapped IPv6
 * address (`::ffff:192.0.2.1`) is its IPv4 address, with `mapped` set.
 */
export interface Address {
  readonly family: 4 | 6;
  readonly w0: number;
  readonly w1: number;
  readonly w2: number;
  readonly w3: number;
  readonly mapped: boolean;
}

/** A CIDR block. `prefix` counts bits of the family (0 to 32 or 0 to 128); host bits of `address` are 0. */
export interface Network {
  readonly address: Address;
  readonly prefix: number;
}

const DOT = 0x2e;
const COLON = 0x3a;

/** Unsigned value of a dotted quad from `start` to the end, or -1. Rejects leading zeros and shorthand. */
export function parseQuad(text: string, start = 0): number {
  const length = text.length - start;
  if (length < 7 || length > 15) return -1;
  let value = 0;
  let octet = 0;
  let digits = 0;
  let dots = 0;
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === DOT) {
      if (digits === 0) return -1;
      value = value * 256 + octet;
      octet = 0;
      digits = 0;
      dots++;
      continue;
    }
    const digit = code - 0x30;
    if (digit < 0 || digit > 9 || (digits > 0 && octet === 0)) return -1;
    octet = octet * 10 + digit;
    if (octet > 255) return -1;
    digits++;
  }
  return dots === 3 && digits > 0 ? value * 256 + octet : -1;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** The eight 16-bit groups of an IPv6 address (RFC 4291 section 2.2), or undefined. */
function parseGroups(text: string): number[] | undefined {
  const groups: number[] = [];
  const leads = text.startsWith("::");
  let gap = leads ? 0 : -1;
  let i = leads ? 2 : 0;
  while (i < text.length) {
    const start = i;
    i = hexEnd(text, start);
    const after = text.charCodeAt(i);
    if (after === DOT) {
      const quad = parseQuad(text, start);
      if (quad < 0 || groups.length > 6) return undefined;
      groups.push(quad >>> 16, quad & 0xffff);
      break;
    }
    if (i === start || i - start > 4) return undefined;
    groups.push(Number.parseInt(text.slice(start, i), 16));
    if (i === text.length) break;
    if (after !== COLON) return undefined;
    i++;
    if (text.charCodeAt(i) === COLON) {
      if (gap >= 0) return undefined;
      gap = groups.length;
      i++;
    } else if (i === text.length) return undefined;
  }
  return withGap(groups, gap);
}

/** Index after the hexadecimal digits from `start`; stops after five, which is too many. */
function hexEnd(text: string, start: number): number {
  let end = start;
  while (end - start < 5 && hexDigit(text.charCodeAt(end)) >= 0) end++;
  return end;
}

/** Replaces `::` by zeros, at least one group (RFC 4291 section 2.2, item 2). */
function withGap(groups: number[], gap: number): number[] | undefined {
  if (gap < 0) return groups.length === 8 ? groups : undefined;
  if (groups.length > 7) return undefined;
  return [...groups.slice(0, gap), ...new Array<number>(8 - groups.length).fill(0), ...groups.slice(gap)];
}

function word(groups: readonly number[], index: number): number {
  return (((groups[index] ?? 0) << 16) | (groups[index + 1] ?? 0)) >>> 0;
}

export function ipv4(value: number): Address {
  return { family: 4, w0: 0, w1: 0, w2: 0, w3: value >>> 0, mapped: false };
}

function parseIpv6(text: string): Address | undefined {
  const groups = parseGroups(text);
  if (groups === undefined) return undefined;
  return {
    family: 6,
    w0: word(groups, 0),
    w1: word(groups, 2),
    w2: word(groups, 4),
    w3: word(groups, 6),
    mapped: false,
  };
}

/** Parses a dotted quad without leading zeros, or IPv6 (RFC 4291 section 2.2), without zone, prefix or brackets. */
export function parseAddress(text: string): Address | undefined {
  if (text.length > 45) return undefined;
  const quad = parseQuad(text);
  if (quad >= 0) return ipv4(quad);
  const address = parseIpv6(text);
  if (address === undefined || address.w0 !== 0 || address.w1 !== 0 || address.w2 !== 0xffff) return address;
  return { ...ipv4(address.w3), mapped: true };
}

/** Address in brackets (RFC 3986 section 3.2.2), with a port, or with a zone (RFC 4007 section 11). */
const PASTED =
  /^(?:\[([\da-f:.]+)(?:%[^\s\]]+)?\](?::\d{1,5})?|((?:\d{1,3}\.){3}\d{1,3}):\d{1,5}|([\da-f]*:[\da-f:.]*)%\S+)$/i;

/** Address without brackets, port or zone, as in `[::1]:443` and `fe80::1%eth0`; other text is only trimmed. */
export function pastedAddress(text: string): string {
  const trimmed = text.trim();
  const [, bracketed, withPort, withZone] = PASTED.exec(trimmed) ?? [];
  const bare = bracketed ?? withPort ?? withZone;
  return bare !== undefined && parseAddress(bare) ? bare : trimmed;
}

/** An IPv4 address from its unsigned value. */
export function formatQuad(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
}

/** The longest run of two or more zero groups, the first of equals (RFC 5952 sections 4.2.2 and 4.2.3). */
function longestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let best = { start: -1, length: 1 };
  for (let start = 0; start < 8; start++) {
    let length = 0;
    while (start + length < 8 && groups[start + length] === 0) length++;
    if (length > best.length) best = { start, length };
  }
  return best;
}

/** Canonical text: dotted quad for IPv4, RFC 5952 for IPv6. */
export function formatAddress(address: Address): string {
  if (address.family === 4) return formatQuad(address.w3);
  const groups = [address.w0, address.w1, address.w2, address.w3].flatMap((w) => [w >>> 16, w & 0xffff]);
  const run = longestZeroRun(groups);
  const hex = groups.map((group) => group.toString(16));
  if (run.start < 0) return hex.join(":");
  return `${hex.slice(0, run.start).join(":")}::${hex.slice(run.start + run.length).join(":")}`;
}

/** Mask for the 32-bit word that starts at bit `from` (0 to 96), for a prefix of `bits` (0 to 128). */
function wordMask(bits: number, from: number): number {
  const covered = Math.min(32, Math.max(0, bits - from));
  return covered === 0 ? 0 : (-1 << (32 - covered)) >>> 0;
}

/** The block of `prefix` bits (of the family's 32 or 128) that contains `address`. */
export function networkOf(address: Address, prefix: number): Network {
  const bits = address.family === 4 ? prefix + 96 : prefix;
  return {
    prefix,
    address: {
      family: address.family,
      w0: (address.w0 & wordMask(bits, 0)) >>> 0,
      w1: (address.w1 & wordMask(bits, 32)) >>> 0,
      w2: (address.w2 & wordMask(bits, 64)) >>> 0,
      w3: (address.w3 & wordMask(bits, 96)) >>> 0,
      mapped: false,
    },
  };
}

/**
 * Parses a CIDR block such as `192.0.2.0/24` or `2001:db8::/32`; a bare address is a block of one. Clears host bits. A
 * block of IPv4-mapped addresses (`::ffff:192.0.2.0/120`) is its IPv4 block.
 */
export function parseNetwork(text: string): Network | undefined {
  const [base = "", digits, ...more] = text.split("/");
  const address = parseAddress(base);
  if (address === undefined) return undefined;
  const width = address.family === 4 ? 32 : 128;
  if (digits === undefined) return networkOf(address, width);
  if (more.length > 0 || !/^(0|[1-9][0-9]{0,2})$/.test(digits)) return undefined;
  const prefix = Number(digits) - (address.mapped ? 96 : 0);
  return prefix >= 0 && prefix <= width ? networkOf(address, prefix) : undefined;
}

/** IPv4 and IPv6 never contain one another. */
export function networkContains(network: Network, address: Address): boolean {
  const base = network.address;
  if (base.family !== address.family) return false;
  const bits = base.family === 4 ? network.prefix + 96 : network.prefix;
  return (
    ((base.w3 ^ address.w3) & wordMask(bits, 96)) === 0 &&
    ((base.w0 ^ address.w0) & wordMask(bits, 0)) === 0 &&
    ((base.w1 ^ address.w1) & wordMask(bits, 32)) === 0 &&
    ((base.w2 ^ address.w2) & wordMask(bits, 64)) === 0
  );
}

/** The address as an integer. */
export function numberOf({ family, w0, w1, w2, w3 }: Address): bigint {
  const words = family === 4 ? [w3] : [w0, w1, w2, w3];
  return words.reduce((number, word) => (number << 32n) | BigInt(word), 0n);
}

/** The first address after a block; undefined at the end of the family's addresses. */
export function addressAfter({ address, prefix }: Network): Address | undefined {
  const { family } = address;
  const words = [address.w0, address.w1, address.w2, address.w3];
  const bits = family === 4 ? prefix + 96 : prefix;
  // Adds 1 at the block's last prefix bit, and carries into earlier words.
  for (let at = Math.ceil(bits / 32) - 1, step = 2 ** ((128 - bits) % 32); at >= 0; at--, step = 1) {
    const sum = (words[at] ?? 0) + step;
    words[at] = sum % 2 ** 32;
    if (sum < 2 ** 32) {
      const [w0 = 0, w1 = 0, w2 = 0, w3 = 0] = words;
      return { family, w0, w1, w2, w3, mapped: false };
    }
    if (family === 4) break;
  }
  return undefined;
}

export function formatNetwork(network: Network): string {
  return `${formatAddress(network.address)}/${network.prefix}`;
}
