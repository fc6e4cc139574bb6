/**
 * Requests with framing that recipients may interpret differently (RFC 9112 sections 2.2, 6 and 11.2), as
 * bytes in Latin-1.
 */

/**
 * Start of the hidden request. A response to it proves a successful attack, since no other client requests
 * this path.
 */
const HIDDEN = "GET /v1/status/418 HTTP/1.1\r\nHost: a\r\n";
/**
 * Unfinished hidden request: the first line of a victim's request would become the value of its last field.
 */
const OPEN = `${HIDDEN}X-Rest: `;
/** Complete hidden request. */
const WHOLE = `${HIDDEN}\r\n`;
/** Text that only the response to the hidden request contains. */
export const HIDDEN_ANSWER = '"code":418';

export const BODY = '{"ips":["10.0.0.1"]}';
const chunk = (data: string) => `${data.length.toString(16)}\r\n${data}\r\n`;
export const LAST = "0\r\n\r\n";
const CHUNKED = `${chunk(BODY)}${LAST}`;

function post(lines: readonly string[], body: string, first = "POST /v1/ip HTTP/1.1"): string {
  return `${[first, "Host: a", "Content-Type: application/json", ...lines].join("\r\n")}\r\n\r\n${body}`;
}
const get = (...lines: readonly string[]) =>
  `${["GET /v1/ip/10.0.0.1 HTTP/1.1", "Host: a", ...lines].join("\r\n")}\r\n\r\n`;

/** Request with unambiguous framing. */
export const ALONE = post([`Content-Length: ${BODY.length}`], BODY);

/** Spellings of Transfer-Encoding that some recipients accept as chunked and others do not. */
const ENCODINGS: readonly string[] = [
  ...["Transfer-Encoding: chunked", "Transfer-Encoding : chunked", " Transfer-Encoding: chunked"],
  ...["Transfer-Encoding:chunked", "Transfer-Encoding:\tchunked", "Transfer-Encoding: chunked\t"],
  ...["Transfer-Encoding:\x0bchunked", "Transfer-Encoding: \x0cchunked", "Transfer-Encoding: chunked\0"],
  ...[
    "Transfer-Encoding:\r\n chunked",
    "Transfer-Encoding\r\n : chunked",
    "X: y\nTransfer-Encoding: chunked",
  ],
  ...[
    "X: y\rTransfer-Encoding: chunked",
    "X: y\r\n\rTransfer-Encoding: chunked",
    "\nTransfer-Encoding: chunked",
  ],
  ...["Transfer-Encoding: xchunked", "Transfer-Encoding: chunkedx", "Transfer-Encoding: CHUNKED"],
  ...['Transfer-Encoding: "chunked"', "Transfer-Encoding: 'chunked'", "Transfer-Encoding: chunked;q=1"],
  ...["Transfer-Encoding: ,chunked", "Transfer-Encoding: chunked,", "Transfer-Encoding: chunked, identity"],
  ...[
    "Transfer-Encoding: identity, chunked",
    "Transfer-Encoding: gzip, chunked",
    "Transfer-Encoding: identity",
  ],
  ...["Transfer-Encoding: chunked, chunked", "Transfer-Encoding: ", "Transfer_Encoding: chunked"],
  ...["Transfer-Encoding\xa0: chunked", "Transfer\xadEncoding: chunked", "Transfer-Encod\xefng: chunked"],
  ...[
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
    "Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked",
  ],
  ...[
    "Transfer-Encoding: x\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
  ],
];

/** Spellings of Content-Length; `N` is the length. */
const LENGTHS: readonly string[] = [
  ...[
    "Content-Length: N",
    "Content-Length : N",
    "Content-Length:N",
    "Content-Length:\tN",
    "Content-Length: +N",
  ],
  ...[
    "Content-Length: -N",
    "Content-Length: 0N",
    "Content-Length: 0xN",
    "Content-Length: N.0",
    "Content-Length: Ne0",
  ],
  ...[
    "Content-Length: N, N",
    "Content-Length: N, 0",
    "Content-Length: 0, N",
    "Content-Length: N;a",
    "Content-Length: N 0",
  ],
  ...[
    "Content-Length:\r\n N",
    "Content-Length: \x0bN",
    "Content-Length: N\0",
    "Content-Length: N\x0c",
    'Content-Length: "N"',
  ],
  ...[
    "Content-Length: 0\r\nContent-Length: N",
    "Content-Length: N\r\nContent-Length: 0",
    "Content_Length: N",
  ],
  ...[
    "Content-Length: N\r\nContent-Length: N",
    "Content-Length: 18446744073709551616",
    "X: y\nContent-Length: N",
  ],
  ...["Connection: Content-Length\r\nContent-Length: N", "Content-Length: \r\nContent-Length: N"],
];

/** Chunked content with unusual sizes, extensions, ends and trailers, each followed by another request. */
const CHUNKS: readonly string[] = [
  ...[
    `14;a=b\r\n${BODY}\r\n`,
    `14;a="\r\n${BODY}\r\n`,
    `14;a\n${BODY}\r\n`,
    `14;\n0\r\n${BODY}\r\n`,
    `14;a\rb\r\n${BODY}\r\n`,
  ],
  ...[
    `14\n${BODY}\r\n`,
    `+14\r\n${BODY}\r\n`,
    `-14\r\n${BODY}\r\n`,
    `0x14\r\n${BODY}\r\n`,
    `14 \r\n${BODY}\r\n`,
  ],
  ...[
    ` 14\r\n${BODY}\r\n`,
    `1_4\r\n${BODY}\r\n`,
    `\r\n${BODY}\r\n`,
    `;\r\n${BODY}\r\n`,
    `14,\r\n${BODY}\r\n`,
  ],
  ...[`10000000000000014\r\n${BODY}\r\n`, `100000014\r\n${BODY}\r\n`, `ffffffffffffffec\r\n${BODY}\r\n`],
  ...[
    `${"0".repeat(40)}14\r\n${BODY}\r\n`,
    `14\r\n${BODY}`,
    `14\r\n${BODY}\n`,
    `14\r\n${BODY}\r`,
    `14\r\n${BODY}xx`,
  ],
  ...[`14;${"a".repeat(9000)}\r\n${BODY}\r\n`, `14\r\n${BODY}\r\n\r\n`],
]
  .flatMap((first) => [`${first}${LAST}`, first])
  .concat(
    ...[
      `${chunk(BODY)}0\r\n${HIDDEN}X-T: 1\r\n\r\n`,
      `${chunk(BODY)}0\r\nX-T: 1\r\n\r\n`,
      `${chunk(BODY)}0\n\n`,
    ],
    ...[
      `${chunk(BODY)}000\r\n\r\n`,
      `${chunk(BODY)}0\r\n\n`,
      `${chunk(BODY)}0\r\r\n\r\n`,
      `${chunk(BODY)}0;a=b\r\n\r\n`,
    ],
    ...[
      `${chunk(BODY)}0\r\nContent-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n`,
      `${chunk(BODY)}0\r\n: x\r\n\r\n`,
    ],
  );

export interface Attack {
  readonly what: string;
  /** Bytes sent, with the hidden request inside or after them. */
  readonly bytes: string;
}

const whole = chunk(WHOLE) + LAST;
/** Name of the attack with these chunks. */
export function chunksNamed(content: string): string {
  return `chunks ${content.slice(0, 60)}`;
}

const number = (form: string, value: number) => form.replaceAll("N", String(value));

/** Attacks: one recipient reads the hidden request as content, another as the next request. */
export const ATTACKS: readonly Attack[] = [
  ...ENCODINGS.flatMap((line) => [
    {
      what: `CL.TE ${line}`,
      bytes: post([`Content-Length: ${LAST.length + OPEN.length}`, line], LAST + OPEN),
    },
    { what: `TE.CL ${line}`, bytes: post([line, `Content-Length: ${whole.indexOf("\n") + 1}`], whole) },
    { what: `TE ${line}`, bytes: post([line], CHUNKED + OPEN) },
    { what: `GET TE ${line}`, bytes: get(line) + whole },
  ]),
  ...LENGTHS.flatMap((form) => [
    { what: `CL ${form}`, bytes: post([number(form, OPEN.length)], OPEN) },
    { what: `CL and content ${form}`, bytes: post([number(form, BODY.length)], BODY + WHOLE) },
    { what: `GET CL ${form}`, bytes: get(number(form, OPEN.length)) + OPEN },
  ]),
  ...CHUNKS.map((content) => ({
    what: chunksNamed(content),
    bytes: post(["Transfer-Encoding: chunked"], content + WHOLE),
  })),
  // Requests with content that should have none, that are rejected early, or that wait for a 100 response.
  ...[
    "GET /v1/ip",
    "HEAD /v1/ip",
    "OPTIONS /v1/ip",
    "DELETE /v1/ip",
    "TRACE /v1/ip",
    "POST /nothing",
    "QUERY /v1/ip",
  ].flatMap((first) => [
    {
      what: `${first} with content`,
      bytes: post([`Content-Length: ${OPEN.length}`], OPEN, `${first} HTTP/1.1`),
    },
    { what: `${first} in chunks`, bytes: post(["Transfer-Encoding: chunked"], whole, `${first} HTTP/1.1`) },
    ...["100-continue", "100-Continue, x", "y 100-continue", "200-ok"].map((expected) => ({
      what: `${first} expecting ${expected}`,
      bytes: post([`Expect: ${expected}`, `Content-Length: ${OPEN.length}`], OPEN, `${first} HTTP/1.1`),
    })),
  ]),
  { what: "more content than is taken", bytes: post(["Content-Length: 30000000"], OPEN) },
  {
    what: "upgrade with content",
    bytes: post(["Connection: Upgrade", "Upgrade: websocket", `Content-Length: ${OPEN.length}`], OPEN),
  },
  {
    what: "upgrade to HTTP/2",
    bytes:
      get("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__") + OPEN,
  },
  // Request heads that end or start at unusual places.
  ...[
    ["bare LF", post([`Content-Length: ${BODY.length}`], BODY).replaceAll("\r\n", "\n")],
    ["LF CR LF", "GET /v1/ip/10.0.0.1 HTTP/1.1\r\nHost: a\n\r\n"],
    ["LF LF", "GET /v1/ip/10.0.0.1 HTTP/1.1\r\nHost: a\r\nX: y\n\n"],
    ["CR CR LF", "GET /v1/ip/10.0.0.1 HTTP/1.1\r\nHost: a\r\r\n\r\n"],
    ["obs-fold", get("X: a\r\n b")],
    ["fold before the first field", "GET /v1/ip/10.0.0.1 HTTP/1.1\r\n Host: a\r\nHost: b\r\n\r\n"],
    ["no colon", get("X-None")],
    ["no name", get(": x")],
    ["space in a name", get("X y: z")],
    ["NUL", get("X: a\0b")],
    ["two Hosts", get("Host: b")],
    ["absolute form", "GET http://b/v1/ip/10.0.0.1 HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["absolute form with a line", "GET http://b/\rX/v1/ip/10.0.0.1 HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["no Host", "GET /v1/ip/10.0.0.1 HTTP/1.1\r\n\r\n"],
    ["HTTP/0.9", "GET /v1/ip/10.0.0.1\r\n\r\n"],
    ["HTTP/1.0", "GET /v1/ip/10.0.0.1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"],
    [
      "HTTP/1.0 in chunks",
      post(["Connection: keep-alive", "Transfer-Encoding: chunked"], CHUNKED, "POST /v1/ip HTTP/1.0"),
    ],
    ["HTTP/1.2", "GET /v1/ip/10.0.0.1 HTTP/1.2\r\nHost: a\r\n\r\n"],
    ["HTTP/2.0", "GET /v1/ip/10.0.0.1 HTTP/2.0\r\nHost: a\r\n\r\n"],
    ["lower case", "GET /v1/ip/10.0.0.1 http/1.1\r\nHost: a\r\n\r\n"],
    ["tabs", "GET\t/v1/ip/10.0.0.1\tHTTP/1.1\r\nHost: a\r\n\r\n"],
    ["two versions", "GET /v1/ip/10.0.0.1 HTTP/1.1 HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["empty lines in front", `\r\n\r\n${get()}`],
    ["CONNECT", "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["a target with a line", "GET /v1/ip/10.0.0.1%0d%0aX:y HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["fields without end", get(...Array.from({ length: 300 }, (_, index) => `X-${index}: y`))],
  ].map(([what = "", bytes = ""]) => ({ what, bytes: bytes + OPEN })),
];
