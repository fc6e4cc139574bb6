/**
 * Client address: of the socket, or from the configured header of a trusted proxy; and the origin that a
 * trusted proxy reports. Pure.
 */

import type { Origin } from "../../api/site.ts";
import type { Proxies } from "../../settings/forms.ts";
import { type Address, formatAddress, networkContains, parseAddress } from "../../syntax/ip-address.ts";

export interface Caller {
  /** Canonical address, or `""` if unknown (Unix socket without the header). */
  readonly ip: string;
  /** `socket`, or the header's name. */
  readonly source: string;
}

/**
 * If the peer is a trusted proxy, the right-most address in the header that is not one; otherwise the peer.
 * Entries further left, and all other headers, are unverified claims of the client.
 * @param peer address of the socket; undefined on a Unix socket
 * @param field lower-case header name: `x-forwarded-for` (a list), `forwarded` (RFC 7239), or any other, with
 * a single address
 * @param value its lines, joined by commas
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
    // Entries left of an invalid one are not trusted.
    if (!address) break;
    nearest = address;
    if (!isIn(address, proxies)) break;
  }
  return nearest ? { ip: formatAddress(nearest), source: field } : own;
}

/** Whether a peer is a trusted proxy. @param peer undefined on a Unix socket */
export function isTrusted(peer: string | undefined, proxies: Proxies): boolean {
  if (peer === undefined) return proxies.unix;
  const address = parseAddress(peer);
  return address !== undefined && isIn(address, proxies);
}

function isIn(address: Address, { networks }: Proxies): boolean {
  return networks.some((network) => networkContains(network, address));
}

/** Hops, nearest first; `""` for an unnamed one. */
function nodes(field: string, value: string): Iterable<string> {
  if (field === "forwarded")
    return forwardedElements(value).map((element) => forwardedParameter(element, "for") ?? "");
  if (field === "x-forwarded-for") return listedNodes(value);
  return [value.trim()];
}

/** Skips empty members (RFC 9110 section 5.6.1.2). */
function* listedNodes(value: string): Iterable<string> {
  for (let end = value.length; end > 0; ) {
    const comma = value.lastIndexOf(",", end - 1);
    const member = value.slice(comma + 1, end).trim();
    if (member !== "") yield member;
    end = comma;
  }
}

/**
 * Address of a node: bare, in brackets, or with a port (`192.0.2.1:80`, `[2001:db8::1]:_port`); undefined for
 * `unknown` and obfuscated identifiers (RFC 7239 section 6).
 */
function addressOf(node: string): Address | undefined {
  const match = /^(?:\[([^\]:]*:[^\]]*)\]|([^:[\]]*))(?::(?:\d{1,5}|_[\w.-]+))?$/.exec(node);
  return parseAddress(match?.[1] ?? match?.[2] ?? node);
}

/**
 * Non-empty elements from the right, so that an unclosed quote of the client cannot swallow those of a proxy.
 */
function* forwardedElements(value: string): Generator<string, undefined> {
  for (let end = value.length; end > 0; ) {
    const start = elementStart(value, end);
    if (start === undefined) return;
    const element = value.slice(start, end).trim();
    if (element !== "") yield element;
    end = start - 1;
  }
}

/** Start of the element that ends at `end`: after a comma outside of quoted strings. */
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

/** Whether an odd number of backslashes precedes it. */
function isEscaped(value: string, at: number): boolean {
  let first = at;
  while (value[first - 1] === "\\") first--;
  return (at - first) % 2 === 1;
}

// forwarded-pair = token "=" ( token / quoted-string ), separated by ";" (RFC 7239 section 4), with optional
// spaces.
const PAIR = /[ \t]*(?:([!#$%&'*+.^_`|~\w-]+)=(?:([!#$%&'*+.^_`|~\w-]+)|"((?:[^"\\]|\\.)*)")[ \t]*)?(?:;|$)/y;

/** Parameter of an element by lower-case name; undefined if missing, repeated or malformed. */
function forwardedParameter(element: string, wanted: string): string | undefined {
  let found: string | undefined;
  PAIR.lastIndex = 0;
  while (PAIR.lastIndex < element.length) {
    const match = PAIR.exec(element);
    if (!match) return undefined;
    const [, name, token, quoted] = match;
    if (name?.toLowerCase() !== wanted) continue;
    if (found !== undefined) return undefined;
    found = token ?? quoted?.replace(/\\(.)/g, "$1");
  }
  return found;
}

/**
 * Origin added by the nearest proxy (right-most); invalid members are absent. The caller checks that the
 * proxy is trusted.
 */
export function forwardedOrigin(headers: Headers): Partial<Origin> {
  const [element = ""] = forwardedElements(headers.get("forwarded") ?? "");
  const scheme = (
    forwardedParameter(element, "proto") ?? lastMember(headers.get("x-forwarded-proto"))
  ).toLowerCase();
  const host = forwardedParameter(element, "host") ?? lastMember(headers.get("x-forwarded-host"));
  return {
    ...((scheme === "http" || scheme === "https") && { scheme }),
    ...(isHost(host) && { host: host.toLowerCase() }),
  };
}

function lastMember(value: string | null): string {
  return value?.slice(value.lastIndexOf(",") + 1).trim() ?? "";
}

/** Host name, IPv4 address or bracketed IPv6 address, with an optional port. */
function isHost(text: string): boolean {
  return (
    /^(?:[a-z\d](?:[a-z\d._-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text) &&
    URL.canParse(`http://${text}`)
  );
}
