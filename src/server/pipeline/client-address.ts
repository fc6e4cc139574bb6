/** The client of a request: the socket's address, or the entry of a trusted proxy in the one field named for it. Pure. */

import type { Origin } from "../../api/site.ts";
import type { Proxies } from "../../settings/forms.ts";
import { type Address, formatAddress, networkContains, parseAddress } from "../../syntax/ip-address.ts";

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

/** The elements from the right, without empty ones: a quote that the client leaves open cannot swallow what a proxy adds. */
function* forwardedElements(value: string): Generator<string, undefined> {
  for (let end = value.length; end > 0; ) {
    const start = elementStart(value, end);
    if (start === undefined) return;
    const element = value.slice(start, end).trim();
    if (element !== "") yield element;
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
const PAIR = /[ \t]*(?:([!#$%&'*+.^_`|~\w-]+)=(?:([!#$%&'*+.^_`|~\w-]+)|"((?:[^"\\]|\\.)*)")[ \t]*)?(?:;|$)/y;

/**
 * A parameter of an element, by its name in lower case; undefined when there is none, or more than one, or the element is
 * malformed.
 */
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
 * The entry that the nearest proxy added, furthest to the right; a member is absent where nothing sound is said.
 * Only a trusted proxy's fields may be given.
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

/** A host name, an IPv4 address or an IPv6 one in brackets, and perhaps a port. */
function isHost(text: string): boolean {
  return (
    /^(?:[a-z\d](?:[a-z\d._-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text) &&
    URL.canParse(`http://${text}`)
  );
}
