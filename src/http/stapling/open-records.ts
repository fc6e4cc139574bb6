/** The keys of a server's encrypted handshake in TLS 1.3 (RFC 8446 sections 5.2, 5.3 and 7.1). Pure. */

import {
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
} from "node:crypto";
import { uint, vector } from "./bytes.ts";
import { P256, X25519 } from "./client-hello.ts";
import type { OpenRecords } from "./server-flight.ts";

interface Suite {
  readonly hash: "sha256" | "sha384";
  readonly hashBytes: number;
  readonly cipher: "aes-128-gcm" | "aes-256-gcm";
  readonly keyBytes: number;
}

const SUITES: ReadonlyMap<number, Suite> = new Map([
  [0x1301, { hash: "sha256", hashBytes: 32, cipher: "aes-128-gcm", keyBytes: 16 }],
  [0x1302, { hash: "sha384", hashBytes: 48, cipher: "aes-256-gcm", keyBytes: 32 }],
]);
const TAG_BYTES = 16;
/** ContentType (RFC 8446 section 5.1). */
const HANDSHAKE = 22;
const IV_BYTES = 12;

/** A key for one group: the public half, and what it makes of a server's; undefined for one that is none. */
interface KeyExchange {
  readonly share: Uint8Array;
  readonly secret: (share: Uint8Array) => Buffer | undefined;
}

/** New keys for the groups that nearly every server has. */
export function makeKeys(): ReadonlyMap<number, KeyExchange> {
  return new Map([
    [X25519, x25519()],
    [P256, p256()],
  ]);
}

/** In front of the 32 bytes of an X25519 key: SubjectPublicKeyInfo (RFC 8410 section 4). */
const SPKI = Buffer.from("302a300506032b656e032100", "hex");

function x25519(): KeyExchange {
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  return {
    share: publicKey.export({ type: "spki", format: "der" }).subarray(SPKI.length),
    secret: (share) =>
      attempted(() => {
        const key = Buffer.concat([SPKI, share]);
        return diffieHellman({
          privateKey,
          publicKey: createPublicKey({ key, format: "der", type: "spki" }),
        });
      }),
  };
}

function p256(): KeyExchange {
  const pair = createECDH("prime256v1");
  return { share: pair.generateKeys(), secret: (share) => attempted(() => pair.computeSecret(share)) };
}

/** A key of a wrong length, off its curve or of low order throws, as does a record that is not what was sealed. */
function attempted(work: () => Buffer): Buffer | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** The key to the records after a ServerHello, for the client of this ClientHello. */
export function openRecords(keys: ReadonlyMap<number, KeyExchange>, clientHello: Uint8Array): OpenRecords {
  return ({ suite: number, group, share }, serverHello) => {
    const suite = SUITES.get(number);
    const shared = suite && keys.get(group)?.secret(share);
    if (!shared) return undefined;
    const { key, iv } = handshakeKeys(suite, shared, Buffer.concat([clientHello, serverHello]));
    let sequence = 0;
    return (header, sealed) => {
      const nonce = Buffer.from(iv);
      const last = nonce.length - 4;
      nonce.writeUInt32BE((nonce.readUInt32BE(last) ^ sequence++) >>> 0, last);
      return opened(suite, key, nonce, header, sealed);
    };
  };
}

function handshakeKeys({ hash, hashBytes, keyBytes }: Suite, shared: Buffer, transcript: Buffer) {
  const digest = (bytes: Uint8Array) => createHash(hash).update(bytes).digest();
  const extract = (salt: Uint8Array, secret: Uint8Array) => createHmac(hash, salt).update(secret).digest();
  const expand = (secret: Buffer, label: string, context: Uint8Array, length: number) =>
    expandLabel(hash, secret, label, context, length);
  const zeros = Buffer.alloc(hashBytes);
  const early = extract(zeros, zeros);
  const salt = expand(early, "derived", digest(Buffer.alloc(0)), hashBytes);
  const handshake = extract(salt, shared);
  const traffic = expand(handshake, "s hs traffic", digest(transcript), hashBytes);
  const none = Buffer.alloc(0);
  return { key: expand(traffic, "key", none, keyBytes), iv: expand(traffic, "iv", none, IV_BYTES) };
}

/** HKDF-Expand-Label (RFC 8446 section 7.1), in one block: no output is longer than its hash. */
function expandLabel(
  hash: string,
  secret: Buffer,
  label: string,
  context: Uint8Array,
  length: number,
): Buffer {
  const info = Buffer.concat([uint(length, 2), vector(1, Buffer.from(`tls13 ${label}`)), vector(1, context)]);
  return createHmac(hash, secret).update(info).update(uint(1, 1)).digest().subarray(0, length);
}

/** The handshake messages of a record; undefined where it does not open. Other kinds of content are empty. */
function opened(
  { cipher }: Suite,
  key: Buffer,
  nonce: Buffer,
  header: Uint8Array,
  sealed: Uint8Array,
): Uint8Array | undefined {
  if (sealed.length <= TAG_BYTES) return undefined;
  return attempted(() => {
    const decipher = createDecipheriv(cipher, key, nonce);
    decipher.setAAD(header);
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const inner = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
    // The kind of content is the last byte that is not zero.
    const end = inner.findLastIndex((byte) => byte !== 0);
    return inner[end] === HANDSHAKE ? inner.subarray(0, end) : Buffer.alloc(0);
  });
}
