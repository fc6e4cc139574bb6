/** The header of the PROXY protocol, versions 1 and 2 (HAProxy's proxy-protocol.txt): whose connection a balancer passes on. Pure. */

import { formatAddress, parseAddress } from "../ip/address.ts";

export type ProxyHeader =
  /** More has to come. */
  | { readonly kind: "open" }
  | { readonly kind: "wrong"; readonly reason: string }
  /** `client`: a canonical address; `""` where the balancer does not know it; undefined for a connection of its own. */
  | { readonly kind: "whole"; readonly length: number; readonly client: string | undefined };

const OPEN: ProxyHeader = { kind: "open" };

/** Bytes that a version 1 header has at most, with its CRLF. */
const LONGEST_LINE = 107;
/** Bytes that a version 2 header has at most: 536 have to be taken, and TLVs may be more. */
const LONGEST_BINARY = 4096;

const PREFIX = Buffer.from("PROXY ");
const SIGNATURE = Buffer.from("\r\n\r\n\0\r\nQUIT\n");

/** Reads the header that a connection begins with. @param bytes all that has come so far */
export function parseProxyHeader(bytes: Uint8Array): ProxyHeader {
  if (begins(bytes, SIGNATURE)) return bytes.length < SIGNATURE.length ? OPEN : parseBinary(bytes);
  if (begins(bytes, PREFIX)) return parseLine(bytes);
  return wrong("no header");
}

/** Whether the bytes are the beginning of others, or have it. */
function begins(bytes: Uint8Array, beginning: Uint8Array): boolean {
  const length = Math.min(bytes.length, beginning.length);
  return Buffer.compare(bytes.subarray(0, length), beginning.subarray(0, length)) === 0;
}

function wrong(reason: string): ProxyHeader {
  return { kind: "wrong", reason };
}

/** Section 2.1. */
function parseLine(bytes: Uint8Array): ProxyHeader {
  const text = Buffer.from(bytes.subarray(0, LONGEST_LINE)).toString("latin1");
  const end = text.indexOf("\r\n");
  if (end < 0) {
    const isOpen = bytes.length < LONGEST_LINE && !/[\r\n]./s.test(text) && !text.endsWith("\n");
    return isOpen ? OPEN : wrong("a line without its end");
  }
  const line = text.slice(0, end);
  const length = end + 2;
  // The rest after UNKNOWN is to be ignored.
  if (/^PROXY UNKNOWN(?: [^\r\n]*)?$/.test(line)) return { kind: "whole", length, client: "" };
  const [, family, source = "", destination = "", ...ports] =
    /^PROXY TCP([46]) ([\d.a-fA-F:]+) ([\d.a-fA-F:]+) (0|[1-9]\d{0,4}) (0|[1-9]\d{0,4})$/.exec(line) ?? [];
  const isFamily = (text: string) =>
    parseAddress(text) !== undefined && text.includes(":") === (family === "6");
  if (!isFamily(source) || !isFamily(destination) || ports.some((port) => Number(port) > 65_535))
    return wrong("a line of another form");
  const address = parseAddress(source);
  return address
    ? { kind: "whole", length, client: formatAddress(address) }
    : wrong("a line of another form");
}

const LOCAL = 0x20;
const PROXY = 0x21;
/** Bytes of the addresses, and of one of them, by family and transport; 0 for a client without an address. */
const FAMILIES: ReadonlyMap<number, readonly [all: number, one: number]> = new Map([
  [0x00, [0, 0]],
  [0x11, [12, 4]],
  [0x21, [36, 16]],
  [0x31, [216, 0]],
]);

/** Section 2.2. */
function parseBinary(bytes: Uint8Array): ProxyHeader {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const at = SIGNATURE.length;
  const [command, family] = [view[at], view[at + 1]];
  if (command !== undefined && command !== LOCAL && command !== PROXY)
    return wrong("another version or command");
  if (bytes.length < at + 4) return OPEN;
  const left = view.readUInt16BE(at + 2);
  const length = at + 4 + left;
  if (length > LONGEST_BINARY) return wrong("too long");
  const known = FAMILIES.get(family ?? 0);
  // Families and transports of a connection of the balancer's own are to be ignored.
  if (!known && command === PROXY) return wrong("another family or transport");
  if (bytes.length < length) return OPEN;
  if (command === LOCAL || !known) return { kind: "whole", length, client: undefined };
  const [all, one] = known;
  if (left < all) return wrong("shorter than its addresses");
  const content = view.subarray(at + 4, length);
  if (!areFields(content.subarray(all)) && family !== 0) return wrong("fields that do not fit");
  return { kind: "whole", length, client: one === 0 ? "" : addressOf(content.subarray(0, one)) };
}

/** Whether type, length and value follow each other to the end (section 2.2.1 and on); what they say is not used. */
function areFields(content: Buffer): boolean {
  let at = 0;
  while (at < content.length) {
    if (at + 3 > content.length) return false;
    at += 3 + content.readUInt16BE(at + 1);
  }
  return at === content.length;
}

function addressOf(bytes: Buffer): string {
  const text =
    bytes.length === 4
      ? bytes.join(".")
      : Array.from({ length: 8 }, (_, group) => bytes.readUInt16BE(2 * group).toString(16)).join(":");
  const address = parseAddress(text);
  return address ? formatAddress(address) : "";
}
