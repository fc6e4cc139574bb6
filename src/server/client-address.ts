/** The client of a request: the socket's address, or the entry of a trusted proxy in the one field named for it. Pure. */

import type { Proxies } from "../settings/forms.ts";
import { type Address, formatAddress, networkContains, parseAddress } from "../syntax/ip-address.ts";
import { forwardedElements, forwardedParameter } from "./forwarded.ts";

export interface Caller {
  /** Canonical address, or `""` where none is known (a Unix socket whose proxy says nothing). */
  readonly ip: string;
  /** `socket`, or the name of the field that the address came from. */
  readonly source: string;
}

/**
 * The right-most address of the field that no trusted proxy has, when the peer is a trusted proxy; otherwise the peer.
 * Entries further left are the client's claims, and so is every other field: neither is ever believed.
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
  if (value === null || !isTrusted(peer, proxies)) return own;
  let nearest: Address | undefined;
  for (const node of nodes(field, value)) {
    const address = addressOf(node);
    // The entry left of something unreadable was vouched for by nobody we know.
    if (!address) break;
    nearest = address;
    if (!isIn(address, proxies)) break;
  }
  return nearest ? { ip: formatAddress(nearest), source: field } : own;
}

/** Whether the other end of a socket is a proxy that is believed. @param peer undefined on a Unix socket */
export function isTrusted(peer: string | undefined, proxies: Proxies): boolean {
  if (peer === undefined) return proxies.unix;
  const address = parseAddress(peer);
  return address !== undefined && isIn(address, proxies);
}

function isIn(address: Address, { networks }: Proxies): boolean {
  return networks.some((network) => networkContains(network, address));
}

/** The hops of a field, the nearest first; `""` for a hop that it does not name. */
function nodes(field: string, value: string): Iterable<string> {
  if (field === "forwarded")
    return forwardedElements(value).map((element) => forwardedParameter(element, "for") ?? "");
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

/**
 * The address of a node: bare, in brackets, or with a port (`192.0.2.1:80`, `[2001:db8::1]:_port`). `unknown` and
 * obfuscated identifiers (RFC 7239 section 6) have none.
 */
function addressOf(node: string): Address | undefined {
  const match = /^(?:\[([^\]:]*:[^\]]*)\]|([^:[\]]*))(?::(?:\d{1,5}|_[\w.-]+))?$/.exec(node);
  return parseAddress(match?.[1] ?? match?.[2] ?? node);
}
