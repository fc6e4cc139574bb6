/** The first message of a handshake that asks for a stapled OCSP answer. Pure. */

import { uint, vector } from "./bytes.ts";

/** The client's part of a handshake; `random` and `session` have 32 bytes. */
export interface HelloKeys {
  readonly random: Uint8Array;
  readonly session: Uint8Array;
  /** Public keys, by their group. */
  readonly shares: ReadonlyMap<number, Uint8Array>;
}

/** TLS 1.3 with its two AES-GCM suites; for TLS 1.2 those that servers have in common (RFC 9325 section 4.2, RFC 5246). */
const SUITES = [
  0x1301, 0x1302, 0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc009, 0xc013, 0xc00a, 0xc014, 0x009c,
  0x009d, 0x002f, 0x0035,
];
const SIGNATURES = [0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601, 0x0603, 0x0807, 0x0201];
export const X25519 = 0x001d;
export const P256 = 0x0017;
const GROUPS = [X25519, P256, 0x0018];
const VERSIONS = [0x0304, 0x0303];
const TLS12 = 0x0303;
/** The record's own version, which stays the oldest (RFC 8446 section 5.1). */
const RECORD = 0x0301;

/** Extension types (IANA). */
const SERVER_NAME = 0;
const STATUS_REQUEST = 5;
const SUPPORTED_GROUPS = 10;
const POINT_FORMATS = 11;
const SIGNATURE_ALGORITHMS = 13;
const ALPN = 16;
export const SUPPORTED_VERSIONS = 43;
export const KEY_SHARE = 51;

const numbers = (list: readonly number[]) => Buffer.concat(list.map((each) => uint(each, 2)));
const extension = (type: number, ...parts: readonly Uint8Array[]) =>
  Buffer.concat([uint(type, 2), vector(2, ...parts)]);

/**
 * ClientHello (RFC 8446 section 4.1.2) for TLS 1.2 and 1.3.
 * @param servername undefined for an address literal
 */
export function clientHello({ random, session, shares }: HelloKeys, servername: string | undefined): Buffer {
  const names = Buffer.from(servername ?? "", "latin1");
  const keys = [...shares].map(([group, key]) => Buffer.concat([uint(group, 2), vector(2, key)]));
  const extensions = [
    ...(servername ? [extension(SERVER_NAME, vector(2, uint(0, 1), vector(2, names)))] : []),
    // Of type ocsp, without responders and extensions (RFC 6066 section 8).
    extension(STATUS_REQUEST, uint(1, 1), uint(0, 2), uint(0, 2)),
    extension(SUPPORTED_GROUPS, vector(2, numbers(GROUPS))),
    extension(POINT_FORMATS, vector(1, uint(0, 1))),
    extension(SIGNATURE_ALGORITHMS, vector(2, numbers(SIGNATURES))),
    extension(ALPN, vector(2, vector(1, Buffer.from("http/1.1")))),
    extension(SUPPORTED_VERSIONS, vector(1, numbers(VERSIONS))),
    extension(KEY_SHARE, vector(2, ...keys)),
  ];
  const body = Buffer.concat([
    uint(TLS12, 2),
    random,
    vector(1, session),
    vector(2, numbers(SUITES)),
    vector(1, uint(0, 1)),
    vector(2, ...extensions),
  ]);
  return Buffer.concat([uint(1, 1), vector(3, body)]);
}

/** A handshake message as it is sent. */
export function handshakeRecord(message: Uint8Array): Buffer {
  return Buffer.concat([uint(22, 1), uint(RECORD, 2), vector(2, message)]);
}
