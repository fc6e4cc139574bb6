/** Whose request is this: the socket's address, or what a trusted proxy says. Pure. */

import { type Address, formatAddress, type Network, networkContains, parseAddress } from "../ip/address.ts";

export interface Caller {
  /** Canonical address, or `""` where none is known (a Unix socket without a forwarding header). */
  readonly ip: string;
  /** `socket`, or the header that the address came from. */
  readonly source: string;
}

/**
 * The right-most untrusted entry of `Forwarded` (RFC 7239), else of `X-Forwarded-For`, when the peer is a trusted
 * proxy; otherwise the peer. Entries further left are what the client claims and are never believed.
 * A peer on a Unix socket (`undefined`) is a local proxy and trusted.
 */
export function clientAddress(
  peer: string | undefined,
  forwarded: string | null,
  xForwardedFor: string | null,
  trusted: readonly Network[],
): Caller {
  const socket = peer === undefined ? undefined : parseAddress(peer);
  const isTrusted = (address: Address) => trusted.some((network) => networkContains(network, address));
  const own: Caller = { ip: socket ? formatAddress(socket) : "", source: "socket" };
  if (peer !== undefined && !(socket && isTrusted(socket))) return own;
  const [header, entries] =
    forwarded !== null
      ? (["forwarded", forwardedFor(forwarded)] as const)
      : (["x-forwarded-for", xForwardedFor?.split(",").map((part) => part.trim()) ?? []] as const);
  let nearest: Address | undefined;
  for (const entry of entries.toReversed()) {
    const address = parseAddress(withoutPort(entry));
    // What stands left of something unreadable was vouched for by nobody we know.
    if (!address) break;
    nearest = address;
    if (!isTrusted(address)) break;
  }
  return nearest ? { ip: formatAddress(nearest), source: header } : own;
}

/** The `for` of each element, in order; an element without one counts as unreadable. */
function forwardedFor(value: string): string[] {
  const elements = value.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? [];
  return elements.map((element) => {
    const match = /(?:^|;)\s*for\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(element);
    return match?.[1]?.replace(/\\(.)/g, "$1") ?? match?.[2] ?? "";
  });
}

/** `1.2.3.4:80`, `[2001:db8::1]:80`, `[2001:db8::1]` → the address. */
function withoutPort(node: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(node);
  if (bracketed) return bracketed[1] ?? "";
  return /^[^:]*:\d+$/.test(node) ? node.slice(0, node.indexOf(":")) : node;
}
