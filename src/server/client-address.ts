/** Whose request is this: the socket's address, or what a trusted proxy says in the one field named for it. Pure. */

import { type Address, formatAddress, networkContains, parseAddress } from "../ip/address.ts";
import type { Proxies } from "../settings/forms.ts";

export interface Caller {
  /** Canonical address, or `""` where none is known (a Unix socket whose proxy says nothing). */
  readonly ip: string;
  /** `socket`, or the name of the field that the address came from. */
  readonly source: string;
}

/**
 * The right-most address of the field that no trusted proxy has, when the peer is a trusted proxy; otherwise the peer.
 * What stands further left is what the client claims, and so is every other field: neither is ever believed.
 * @param peer the address of the socket's other end; undefined on a Unix socket
 * @param field the lower-case name of the field that the proxy sets: `x-forwarded-for` (a list), `forwarded`
 * (RFC 7239), or any other, which holds a single address
 * @param value its field lines, joined by commas
 */
export function clientAddress(
  peer: string | undefined,
  field: string,
  value: string | null,
  proxies: Proxies,
): Caller {
  const socket = peer === undefined ? undefined : parseAddress(peer);
  const own: Caller = { ip: socket ? formatAddress(socket) : "", source: "socket" };
  const trusted = (address: Address) => proxies.networks.some((network) => networkContains(network, address));
  if (value === null || !(socket ? trusted(socket) : peer === undefined && proxies.unix)) return own;
  let nearest: Address | undefined;
  for (const node of nodes(field, value)) {
    const address = addressOf(node);
    // What stands left of something unreadable was vouched for by nobody we know.
    if (!address) break;
    nearest = address;
    if (!trusted(address)) break;
  }
  return nearest ? { ip: formatAddress(nearest), source: field } : own;
}

/** What a field says of the hops, the nearest first; `""` for a hop that it does not name. */
function nodes(field: string, value: string): Iterable<string> {
  if (field === "forwarded") return forwardedNodes(value);
  if (field === "x-forwarded-for") return listedNodes(value);
  return [value.trim()];
}

/** Empty members of a list count for nothing (RFC 9110 section 5.6.1.2). */
function* listedNodes(value: string): Iterable<string> {
  for (let end = value.length; end > 0; ) {
    const comma = value.lastIndexOf(",", end - 1);
    const member = value.slice(comma + 1, end).trim();
    if (member !== "") yield member;
    end = comma;
  }
}

/** The `for` of each element from the right: a quote that the client leaves open cannot swallow what a proxy adds. */
function* forwardedNodes(value: string): Iterable<string> {
  for (let end = value.length; end > 0; ) {
    const start = elementStart(value, end);
    if (start === undefined) return;
    const element = value.slice(start, end).trim();
    if (element !== "") yield forOf(element);
    end = start - 1;
  }
}

/** Where the element that stands before `end` begins: behind a comma that is in no quoted string. */
function elementStart(value: string, end: number): number | undefined {
  for (let at = end - 1; at >= 0; at--) {
    if (value[at] === ",") return at + 1;
    if (value[at] !== '"') continue;
    do {
      at = at === 0 ? -1 : value.lastIndexOf('"', at - 1);
      if (at < 0) return undefined;
    } while (isEscaped(value, at));
  }
  return 0;
}

/** Whether an odd number of backslashes stands before it. */
function isEscaped(value: string, at: number): boolean {
  let first = at;
  while (value[first - 1] === "\\") first--;
  return (at - first) % 2 === 1;
}

// forwarded-pair = token "=" ( token / quoted-string ), separated by ";" (RFC 7239 section 4); spaces as people put them.
const PAIR = /[ \t]*(?:([!#$%&'*+.^_`|~\w-]+)=(?:([!#$%&'*+.^_`|~\w-]+)|"((?:[^"\\]|\\.)*)"))?[ \t]*(?:;|$)/y;

/** The `for` of an element; `""` when there is none, or more than one, or the element is malformed. */
function forOf(element: string): string {
  let found: string | undefined;
  PAIR.lastIndex = 0;
  while (PAIR.lastIndex < element.length) {
    const match = PAIR.exec(element);
    if (!match) return "";
    const [, name, token, quoted] = match;
    if (name?.toLowerCase() !== "for") continue;
    if (found !== undefined) return "";
    found = token ?? quoted?.replace(/\\(.)/g, "$1");
  }
  return found ?? "";
}

/**
 * The address of a node: bare, in brackets, or with a port (`192.0.2.1:80`, `[2001:db8::1]:_port`). `unknown` and
 * obfuscated identifiers (RFC 7239 section 6) have none.
 */
function addressOf(node: string): Address | undefined {
  const match = /^(?:\[([^\]]*:[^\]]*)\]|([^:[\]]*))(?::(?:\d{1,5}|_[\w.-]+))?$/.exec(node);
  return parseAddress(match?.[1] ?? match?.[2] ?? node);
}
