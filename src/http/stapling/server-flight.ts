/** What a server answers to a ClientHello: its certificate, and the OCSP answer that is stapled to it. Pure. */

import { ByteReader } from "./bytes.ts";
import { KEY_SHARE, SUPPORTED_VERSIONS } from "./client-hello.ts";

/** A certificate as it came. */
export interface ServerCertificate {
  /** DER. */
  readonly certificate: Uint8Array;
  /** OCSPResponse; absent where none came. */
  readonly staple?: Uint8Array;
}

/** What a ServerHello of TLS 1.3 has chosen. */
interface Choice {
  readonly suite: number;
  readonly group: number;
  /** The server's public key; empty where it wants another group first. */
  readonly share: Uint8Array;
}

/** Opens one record after the other: undefined where that fails. */
type Opener = (header: Uint8Array, sealed: Uint8Array) => Uint8Array | undefined;

/** Makes it from a ServerHello; undefined where its choice is none of ours. */
export type OpenRecords = (choice: Choice, serverHello: Uint8Array) => Opener | undefined;

/** Record types (RFC 8446 section 5.1). */
const ALERT = 21;
const HANDSHAKE = 22;
const APPLICATION_DATA = 23;
/** Handshake types (IANA). */
const SERVER_HELLO = 2;
const CERTIFICATE = 11;
const SERVER_HELLO_DONE = 14;
const CERTIFICATE_STATUS = 22;
/** As an extension of a certificate in TLS 1.3 (RFC 8446 section 4.4.2.1). */
const STATUS_REQUEST = 5;
const TLS13 = 0x0304;

/**
 * Reads what has come so far, from the first byte on.
 * @returns undefined while the answer is not complete; `unknown` where it will not come, as with an alert, or where
 *   the server chose what only a full client can do
 */
export function readFlight(bytes: Uint8Array, open: OpenRecords): ServerCertificate | "unknown" | undefined {
  const records = new ByteReader(bytes);
  let plain = Buffer.alloc(0);
  let sealed = Buffer.alloc(0);
  let opener: Opener | undefined;
  while (records.left >= 5) {
    const header = records.take(5);
    const length = header.readUInt16BE(3);
    if (records.left < length) return undefined;
    const payload = records.take(length);
    if (header[0] === ALERT) return "unknown";
    if (header[0] === HANDSHAKE) {
      plain = Buffer.concat([plain, payload]);
      const found = readPlain(plain, open);
      if (found && "opener" in found) opener ??= found.opener;
      else if (found) return found.result;
      continue;
    }
    if (header[0] !== APPLICATION_DATA || !opener) continue;
    const opened = opener(header, payload);
    if (!opened) return "unknown";
    sealed = Buffer.concat([sealed, opened]);
    const found = readSealed(sealed);
    if (found) return found;
  }
  return undefined;
}

interface Message {
  readonly type: number;
  readonly body: Buffer;
  readonly whole: Buffer;
}

/** Handshake messages that are complete. */
function messagesOf(bytes: Buffer): Message[] {
  const messages: Message[] = [];
  for (let at = 0; at + 4 <= bytes.length; ) {
    const end = at + 4 + bytes.readUIntBE(at + 1, 3);
    if (end > bytes.length) break;
    messages.push({
      type: bytes[at] ?? 0,
      body: bytes.subarray(at + 4, end),
      whole: bytes.subarray(at, end),
    });
    at = end;
  }
  return messages;
}

type Plain = { readonly opener: Opener } | { readonly result: ServerCertificate | "unknown" };

/** The handshake up to TLS 1.2, and the one message of TLS 1.3 that is not encrypted. */
function readPlain(bytes: Buffer, open: OpenRecords): Plain | undefined {
  const messages = messagesOf(bytes);
  const hello = messages.find(({ type }) => type === SERVER_HELLO);
  const choice = hello && choiceOf(hello.body);
  if (choice) {
    const opener = open(choice, hello.whole);
    return opener ? { opener } : { result: "unknown" };
  }
  const certificate = messages.find(({ type }) => type === CERTIFICATE);
  const status = messages.find(({ type }) => type === CERTIFICATE_STATUS);
  // The answer comes right after the certificate (RFC 6066 section 8), other messages only where there is none.
  if (!certificate || (!status && !messages.some(({ type }) => type === SERVER_HELLO_DONE))) return undefined;
  const first = new ByteReader(new ByteReader(certificate.body).vector(3)).vector(3);
  return { result: { certificate: first, ...(status && { staple: stapleOf(status.body) }) } };
}

/** CertificateStatus: its type, and the answer. */
function stapleOf(body: Buffer): Buffer {
  return new ByteReader(body.subarray(1)).vector(3);
}

/** Undefined before TLS 1.3. */
function choiceOf(body: Buffer): Choice | undefined {
  const reader = new ByteReader(body);
  reader.take(2 + 32);
  reader.vector(1);
  const suite = reader.uint(2);
  reader.take(1);
  const extensions = extensionsOf(reader.vector(2));
  if (extensions.get(SUPPORTED_VERSIONS)?.readUInt16BE(0) !== TLS13) return undefined;
  const entry = new ByteReader(extensions.get(KEY_SHARE) ?? Buffer.alloc(0));
  return { suite, group: entry.uint(2), share: entry.vector(2) };
}

function extensionsOf(bytes: Buffer): Map<number, Buffer> {
  const reader = new ByteReader(bytes);
  const found = new Map<number, Buffer>();
  while (reader.left >= 4) found.set(reader.uint(2), reader.vector(2));
  return found;
}

/** Certificate of TLS 1.3 (RFC 8446 section 4.4.2): each has its extensions behind it. */
function readSealed(bytes: Buffer): ServerCertificate | undefined {
  const message = messagesOf(bytes).find(({ type }) => type === CERTIFICATE);
  if (!message) return undefined;
  const reader = new ByteReader(message.body);
  reader.vector(1);
  const entries = new ByteReader(reader.vector(3));
  const certificate = entries.vector(3);
  const status = extensionsOf(entries.vector(2)).get(STATUS_REQUEST);
  return { certificate, ...(status && { staple: stapleOf(status) }) };
}
