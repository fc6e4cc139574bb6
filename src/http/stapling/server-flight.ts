/** A server's answer to a ClientHello: its certificate, and the OCSP response that is stapled to it. Pure. */

import { plainAuthorities, sealedAuthorities } from "./authorities.ts";
import { ByteReader } from "./bytes.ts";
import { KEY_SHARE, SUPPORTED_VERSIONS } from "./client-hello.ts";

/** A certificate as it came. */
export interface ServerCertificate {
  /** DER. */
  readonly certificate: Uint8Array;
  /** OCSPResponse; absent where none came. */
  readonly staple?: Uint8Array;
  /** Where it asks for a client certificate: the names of the authorities that it accepts, none for any. */
  readonly authorities?: readonly string[];
}

/** The choices of a ServerHello of TLS 1.3. */
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
const CERTIFICATE_REQUEST = 13;
const SERVER_HELLO_DONE = 14;
const CERTIFICATE_STATUS = 22;
/** As an extension of a certificate in TLS 1.3 (RFC 8446 section 4.4.2.1). */
const STATUS_REQUEST = 5;
const TLS13 = 0x0304;

/** The result; undefined while the answer is not complete. */
type Found = ServerCertificate | "unknown" | undefined;

/** Records of a handshake up to the certificate, and messages of it: a server needs few, and each costs. */
const MOST_RECORDS = 1000;
const MOST_MESSAGES = 100;

/**
 * Reads a server's answer piece by piece; each byte is looked at once. What it gives is `unknown` where the answer will
 * not come, as with an alert, or where the server chose what only a full client can do.
 */
export function openFlight(open: OpenRecords): (piece: Uint8Array) => Found {
  const records = openQueue();
  const plain = openMessages();
  const sealed = openMessages();
  let opener: Opener | undefined;
  let count = 0;

  function takePlain(payload: Buffer): Found {
    const found = plain.push(payload) ? readPlain(plain.messages, open) : undefined;
    if (!found || !("opener" in found)) return found?.result;
    opener = found.opener;
    return undefined;
  }

  function takeSealed(opened: Uint8Array | undefined): Found {
    if (!opened) return "unknown";
    return sealed.push(opened) ? readSealed(sealed.messages) : undefined;
  }

  function takeRecord(header: Buffer, payload: Buffer): Found {
    if (header[0] === ALERT || ++count > MOST_RECORDS) return "unknown";
    if (header[0] === HANDSHAKE && !opener) return takePlain(payload);
    if (header[0] === APPLICATION_DATA && opener) return takeSealed(opener(header, payload));
    return undefined;
  }

  return (piece) => {
    records.push(piece);
    for (;;) {
      const header = records.peek(RECORD_HEAD);
      const record = header && records.take(RECORD_HEAD + header.readUInt16BE(3));
      if (!header || !record) return undefined;
      const found = takeRecord(header, record.subarray(RECORD_HEAD));
      if (found) return found;
      if (Math.max(plain.messages.length, sealed.messages.length) > MOST_MESSAGES) return "unknown";
    }
  };
}

const RECORD_HEAD = 5;
const MESSAGE_HEAD = 4;

/** Bytes that wait until enough of them have come: they are joined only then. */
function openQueue() {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  const peek = (count: number): Buffer | undefined => {
    if (bytes < count) return undefined;
    if ((pieces[0]?.length ?? 0) < count) pieces = [Buffer.concat(pieces)];
    const [first = new Uint8Array()] = pieces;
    return Buffer.from(first.buffer, first.byteOffset, count);
  };
  return {
    push(piece: Uint8Array): void {
      pieces.push(piece);
      bytes += piece.length;
    },
    peek,
    take(count: number): Buffer | undefined {
      const taken = peek(count);
      if (!taken) return undefined;
      pieces[0] = (pieces[0] ?? taken).subarray(count);
      if (pieces[0].length === 0) pieces.shift();
      bytes -= count;
      return taken;
    },
  };
}

/** Handshake messages that are complete; `push` tells whether one more is. */
function openMessages(): { readonly messages: Message[]; push(piece: Uint8Array): boolean } {
  const messages: Message[] = [];
  const queue = openQueue();
  return {
    messages,
    push(piece) {
      queue.push(piece);
      const before = messages.length;
      for (;;) {
        const head = messages.length > MOST_MESSAGES ? undefined : queue.peek(MESSAGE_HEAD);
        const whole = head && queue.take(MESSAGE_HEAD + head.readUIntBE(1, 3));
        if (!whole) return messages.length > before;
        messages.push({ type: whole[0] ?? 0, body: whole.subarray(MESSAGE_HEAD), whole });
      }
    },
  };
}

interface Message {
  readonly type: number;
  readonly body: Buffer;
  readonly whole: Buffer;
}

type Plain = { readonly opener: Opener } | { readonly result: ServerCertificate | "unknown" };

/** The handshake up to TLS 1.2, and the one message of TLS 1.3 that is not encrypted. */
function readPlain(messages: readonly Message[], open: OpenRecords): Plain | undefined {
  const hello = messages.find(({ type }) => type === SERVER_HELLO);
  const choice = hello && choiceOf(hello.body);
  if (choice) {
    const opener = open(choice, hello.whole);
    return opener ? { opener } : { result: "unknown" };
  }
  const certificate = messages.find(({ type }) => type === CERTIFICATE);
  const status = messages.find(({ type }) => type === CERTIFICATE_STATUS);
  if (!certificate || !messages.some(({ type }) => type === SERVER_HELLO_DONE)) return undefined;
  const request = messages.find(({ type }) => type === CERTIFICATE_REQUEST);
  const first = new ByteReader(new ByteReader(certificate.body).vector(3)).vector(3);
  return {
    result: {
      certificate: first,
      ...(status && { staple: stapleOf(status.body) }),
      ...(request && {
        authorities: plainAuthorities(request.body, hello ? new ByteReader(hello.body).uint(2) : 0),
      }),
    },
  };
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
  const version = extensions.get(SUPPORTED_VERSIONS);
  if (!version || new ByteReader(version).uint(2) !== TLS13) return undefined;
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
function readSealed(messages: readonly Message[]): ServerCertificate | undefined {
  const message = messages.find(({ type }) => type === CERTIFICATE);
  if (!message) return undefined;
  // It comes before the certificate.
  const request = messages.find(({ type }) => type === CERTIFICATE_REQUEST);
  const reader = new ByteReader(message.body);
  reader.vector(1);
  const entries = new ByteReader(reader.vector(3));
  const certificate = entries.vector(3);
  const status = extensionsOf(entries.vector(2)).get(STATUS_REQUEST);
  return {
    certificate,
    ...(status && { staple: stapleOf(status) }),
    ...(request && { authorities: sealedAuthorities(request.body) }),
  };
}
