/** Intent of a response, in one sentence: one row per situation. */

import { describe, expect, test } from "bun:test";
import { statusRows } from "../../data/status-codes.ts";
import { explainMessage } from "../../src/headers/explain.ts";
import { type Known, parseMessage } from "../../src/headers/message.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const HTML = "Content-Type: text/html; charset=utf-8";
const DATE = "Date: Fri, 20 Nov 2026 10:00:00 GMT";

function intent(lines: readonly string[], known: Known = {}): string {
  return explainMessage(parseMessage(lines, known), NOW).intent;
}

type Row = readonly [sentence: string, status: number, lines: readonly string[], known?: Known];

const interim: readonly Row[] = [
  ["Tells the client to continue and send the content of its request.", 100, []],
  ["Switches the connection to websocket.", 101, ["Upgrade: websocket", "Connection: upgrade"]],
  ["Tells the client that its request is still being processed.", 102, []],
  [
    "Tells the client what to load (1 Link line) while the server prepares the page.",
    103,
    ["Link: </a.css>; rel=preload; as=style"],
  ],
  ["Tells the client that an upload can be resumed at /up/1.", 104, ["Location: /up/1"]],
];

const contents: readonly Row[] = [
  ["Serves an HTML page.", 200, [HTML]],
  ["Serves an HTML page cacheable for 1 minute.", 200, [HTML, "Cache-Control: max-age=60"]],
  ["Serves an HTML page that must not be stored.", 200, [HTML, "Cache-Control: no-store"]],
  [
    "Serves an HTML page that caches must check with the server before each use.",
    200,
    [HTML, "Cache-Control: no-cache"],
  ],
  [
    "Serves an HTML page that only the browser may store for 5 minutes.",
    200,
    [HTML, "Cache-Control: private, max-age=300"],
  ],
  [
    "Serves an HTML page that only the browser may store and must check before each use.",
    200,
    [HTML, "Cache-Control: private, no-cache"],
  ],
  [
    "Serves an image that is stale, but may be used while it is checked.",
    200,
    ["Content-Type: image/png", "Cache-Control: max-age=60, stale-while-revalidate=600", "Age: 100"],
  ],
  [
    "Serves an image that was already stale on arrival.",
    200,
    ["Content-Type: image/png", "Cache-Control: max-age=60, stale-while-revalidate=600", "Age: 700"],
  ],
  [
    "Serves a script that caches keep for about 2 hours 24 minutes by their own estimate.",
    200,
    ["Content-Type: text/javascript", DATE, "Last-Modified: Thu, 19 Nov 2026 10:00:00 GMT"],
  ],
  [
    "Serves JSON data cacheable for 1 minute; pages of https://a.example may not read it.",
    200,
    [
      "Content-Type: application/json",
      "Cache-Control: max-age=60",
      "Access-Control-Allow-Origin: https://b.example",
    ],
    { requestHeaders: ["Origin: https://a.example"] },
  ],
  ["Serves an HTML page, unencrypted over plain HTTP.", 200, [HTML], { url: "http://www.example.com/" }],
  [
    "Serves plain text; its length is declared twice, which allows request smuggling.",
    200,
    ["Content-Type: text/plain", "Content-Length: 5", "Transfer-Encoding: chunked"],
  ],
  [
    "Serves JSON data that is immediately stale.",
    200,
    ["Content-Type: application/json", "Cache-Control: max-age=0"],
  ],
  [
    "Serves an image cacheable for 1 year and immutable.",
    200,
    ["Content-Type: image/webp", "Cache-Control: max-age=31536000, immutable"],
  ],
  [
    "Serves a script cacheable for 1 day in shared caches, for 1 hour in browsers.",
    200,
    ["Content-Type: text/javascript", "Cache-Control: max-age=3600, s-maxage=86400"],
  ],
  [
    "Serves a font cacheable for 1 hour.",
    200,
    ["Content-Type: font/woff2", DATE, "Expires: Fri, 20 Nov 2026 11:00:00 GMT"],
  ],
  ["Serves a style sheet that is immediately stale.", 200, ["Content-Type: text/css", "Expires: 0"]],
  ["Serves a video.", 200, ["Content-Type: video/mp4"]],
  ["Serves a news feed (RSS).", 200, ["Content-Type: application/rss+xml"]],
  ["Serves a stream of events.", 200, ["Content-Type: text/event-stream"]],
  ["Serves JSON data.", 200, ["Content-Type: application/vnd.example+json"]],
  ["Serves content of type application/vnd.example.", 200, ["Content-Type: application/vnd.example"]],
  ["Serves content of an undeclared type.", 200, [DATE]],
  ["Serves content of an undeclared type, cacheable for 1 minute.", 200, ["Cache-Control: max-age=60"]],
  ["Serves content of an undeclared type, which must not be stored.", 200, ["Cache-Control: no-store"]],
  [
    "Serves content of type application/vnd.example, cacheable for 1 minute, and sets a cookie.",
    200,
    ["Content-Type: application/vnd.example", "Cache-Control: max-age=60", "Set-Cookie: a=b"],
  ],
  [
    "Offers a PDF document for download as a.pdf, which must not be stored.",
    200,
    [
      "Content-Type: application/pdf",
      "Content-Disposition: attachment; filename=a.pdf",
      "Cache-Control: no-store",
    ],
  ],
  [
    "Serves a script that is immediately stale in shared caches, but cacheable for 1 hour in browsers.",
    200,
    ["Content-Type: text/javascript", "Cache-Control: max-age=3600, s-maxage=0"],
  ],
  ["Requires another protocol: websocket.", 426, ["Upgrade: websocket"]],
  [
    "Sends all of the plain text as one part.",
    206,
    ["Content-Type: text/plain; charset=utf-8", "Content-Range: bytes 0-0/1"],
  ],
  ["Redirects permanently, but has no target: Location is empty.", 301, ["Location:"]],
  [
    "Offers a PDF document for download as report.pdf.",
    200,
    ["Content-Type: application/pdf", "Content-Disposition: attachment; filename=report.pdf"],
  ],
  ["Offers a file for download.", 200, ["Content-Disposition: attachment"]],
  ["Succeeds without content.", 200, ["Content-Length: 0"]],
  [
    "Serves an HTML page, with a content security policy that does not stop injected scripts.",
    200,
    [HTML, "Content-Security-Policy: script-src 'self' 'unsafe-inline'"],
  ],
  [
    "Serves an HTML page; then refreshes to https://a.example/next after 5 seconds.",
    200,
    [HTML, "Refresh: 5; url=/next"],
    { url: "https://a.example/" },
  ],
  ["Serves an HTML page; then reloads every 60 seconds.", 200, [HTML, "Refresh: 60"]],
  [
    "Serves an HTML page that must not be stored; its caching directives contradict each other.",
    200,
    [HTML, "Cache-Control: no-store, public"],
  ],
];

const methods: readonly Row[] = [
  ["Describes an HTML page, but does not send it.", 200, [HTML], { method: "HEAD" }],
  ["Answers the POST request with JSON data.", 200, ["Content-Type: application/json"], { method: "POST" }],
  ["Confirms that the DELETE request succeeded.", 200, ["Content-Length: 0"], { method: "DELETE" }],
  ["Opens a tunnel to the target.", 200, [], { method: "CONNECT" }],
  ["Echoes the request as it arrived.", 200, ["Content-Type: message/http"], { method: "TRACE" }],
  ["Lists the allowed methods: GET, HEAD.", 200, ["Allow: GET, HEAD"], { method: "OPTIONS" }],
  [
    "Describes what the WebDAV server supports.",
    200,
    ["DAV: 1, 2", "Allow: PROPFIND"],
    { method: "OPTIONS" },
  ],
  [
    "Answers a CORS preflight: lets https://app.example send GET, PUT.",
    204,
    ["Access-Control-Allow-Origin: https://app.example", "Access-Control-Allow-Methods: GET, PUT"],
    { method: "OPTIONS" },
  ],
  [
    "Answers a CORS preflight, but https://app.example may not send DELETE.",
    204,
    ["Access-Control-Allow-Origin: https://app.example", "Access-Control-Allow-Methods: GET, PUT"],
    {
      method: "OPTIONS",
      requestHeaders: ["Origin: https://app.example", "Access-Control-Request-Method: DELETE"],
    },
  ],
  [
    "Answers a CORS preflight: lets any site send GET without credentials.",
    200,
    ["Access-Control-Allow-Origin: *"],
    { method: "OPTIONS", requestHeaders: ["Access-Control-Request-Method: GET"] },
  ],
];

const successes: readonly Row[] = [
  [
    "Created a new resource at https://a.example/7.",
    201,
    ["Location: /7"],
    { url: "https://a.example/", method: "POST" },
  ],
  ["Created a new resource.", 201, []],
  [
    "Accepted the request, to be processed later; /jobs/7 reports on its progress.",
    202,
    ["Location: /jobs/7"],
  ],
  ["Serves an HTML page, modified by a proxy on the way.", 203, [HTML]],
  ["Succeeds without content.", 204, []],
  ["Succeeds, and asks the client to clear the submitted form.", 205, []],
  [
    "Sends 1 KB of a video (bytes 0 to 999 of 5000).",
    206,
    ["Content-Type: video/mp4", "Content-Range: bytes 0-999/5000"],
  ],
  [
    "Sends a part of a video, but its range ends before it starts.",
    206,
    ["Content-Type: video/mp4", "Content-Range: bytes 90-20/400"],
  ],
  [
    "Sends all of the video as one part.",
    206,
    ["Content-Type: video/mp4", "Content-Range: bytes 0-4999/5000"],
  ],
  ["Sends several parts of the content.", 206, ["Content-Type: multipart/byteranges; boundary=x"]],
  ["Sends a part of the content.", 206, []],
  ["Reports on several WebDAV resources together.", 207, ["Content-Type: application/xml"]],
  ["Reports nothing new: the WebDAV resource is already listed.", 208, []],
  ["Sends only the changes to the copy that the client has.", 226, ["IM: vcdiff"]],
];

const redirections: readonly Row[] = [
  ["Offers several resources to choose from; the server prefers /a.", 300, ["Location: /a"]],
  [
    "Redirects permanently to https://b.example/x; Chrome remembers this indefinitely.",
    301,
    ["Location: https://b.example/x"],
  ],
  [
    "Redirects permanently to https://a.example/x, the same address over HTTPS; Chrome remembers this indefinitely.",
    301,
    ["Location: https://a.example/x"],
    { url: "http://a.example/x" },
  ],
  [
    "Redirects temporarily to http://a.example/x, the same address without encryption.",
    302,
    ["Location: http://a.example/x"],
    { url: "https://a.example/x" },
  ],
  [
    "Redirects permanently to https://www.a.example/, the host name with www; Chrome remembers this indefinitely.",
    301,
    ["Location: https://www.a.example/"],
    { url: "https://a.example/" },
  ],
  [
    "Redirects permanently, keeping the method, to https://a.example/, the host name without www; Chrome remembers this indefinitely.",
    308,
    ["Location: https://a.example/"],
    { url: "https://www.a.example/" },
  ],
  [
    "Redirects permanently to https://a.example/docs/, the same path with a trailing slash; Chrome remembers this indefinitely.",
    301,
    ["Location: /docs/"],
    { url: "https://a.example/docs" },
  ],
  [
    "Redirects permanently to https://a.example/docs, the same path without the trailing slash; Chrome remembers this indefinitely.",
    301,
    ["Location: /docs"],
    { url: "https://a.example/docs/" },
  ],
  [
    "Redirects temporarily to https://a.example/login?next=%2F, probably to log in.",
    302,
    ["Location: /login?next=%2F"],
    { url: "https://a.example/account" },
  ],
  [
    "Redirects temporarily to https://b.example/, another host.",
    302,
    ["Location: https://b.example/"],
    { url: "https://a.example/" },
  ],
  [
    "Redirects temporarily to https://a.example/x, the same address again, and sets a cookie.",
    302,
    ["Location: /x", "Set-Cookie: seen=1; Secure; HttpOnly; SameSite=Lax"],
    { url: "https://a.example/x" },
  ],
  [
    "Redirects temporarily to https://a.example/, the front page.",
    302,
    ["Location: /"],
    { url: "https://a.example/gone" },
  ],
  ["Redirects temporarily to /a.", 302, ["Location: /a", "Refresh: 5; url=/b"]],
  ["Redirects permanently, but has no target: Location is missing.", 301, []],
  ["Redirects to another resource, to be fetched with GET, to /done.", 303, ["Location: /done"]],
  ["Confirms that the client's copy is still valid.", 304, []],
  [
    "Confirms that the client's copy is still valid, and cacheable for 1 hour more.",
    304,
    ["Cache-Control: max-age=3600"],
  ],
  ["Requests a retry through a proxy: obsolete, clients ignore it.", 305, []],
  ["Redirects temporarily, keeping the method, to /b.", 307, ["Location: /b"]],
];

const failures: readonly Row[] = [
  ["Refuses the request because it is malformed.", 400, [HTML]],
  ["Requires a login to the server (Basic).", 401, ['WWW-Authenticate: Basic realm="staff"']],
  [
    "Requires a login to the server (Negotiate and NTLM).",
    401,
    ["WWW-Authenticate: Negotiate", "WWW-Authenticate: NTLM"],
  ],
  [
    "Refuses the token as invalid or expired (Bearer).",
    401,
    ['WWW-Authenticate: Bearer realm="api", error="invalid_token"'],
  ],
  ["Requires a login to the server, but names no authentication scheme.", 401, []],
  ["Requires a login to the proxy (Basic).", 407, ['Proxy-Authenticate: Basic realm="proxy"']],
  ["Refuses access.", 403, []],
  [
    "Shows a Cloudflare challenge instead of the content, to block bots (through Cloudflare).",
    403,
    ["cf-mitigated: challenge", "server: cloudflare"],
  ],
  ["Finds nothing at this address.", 404, [HTML]],
  ["Refuses the method; allowed are GET, HEAD.", 405, ["Allow: GET, HEAD"]],
  ["Reports that the resource is permanently gone.", 410, []],
  ["Cannot send the requested part: the content has 1234 bytes.", 416, ["Content-Range: bytes */1234"]],
  ["Requires another protocol: h2c.", 426, ["Upgrade: h2c", "Connection: Upgrade"]],
  [
    "Refuses the request because the client sends too many; try again in 2 minutes.",
    429,
    ["Retry-After: 120"],
  ],
  ["Refuses access for legal reasons.", 451, []],
  ["Lost the client before the response was ready (nginx).", 499, []],
  ["Failed: something went wrong inside the server.", 500, []],
  [
    "Cannot serve the request at the moment; try again after 20 November 2026, 12:00 UTC.",
    503,
    ["Retry-After: Fri, 20 Nov 2026 12:00:00 GMT"],
  ],
  [
    "Failed: the origin refuses connections from Cloudflare (through Cloudflare).",
    521,
    ["Server: cloudflare"],
  ],
  ["Refuses the request with status 477, an unregistered code.", 477, []],
  ["Failed with status 577, an unregistered code.", 577, []],
  ["Redirects in an unregistered way to /x.", 377, ["Location: /x"]],
  ["Answers with status 777, an unregistered code.", 777, []],
];

const SAFE = "Secure; HttpOnly; SameSite=Lax; Path=/";

const cookies: readonly Row[] = [
  ["Serves an HTML page and sets a session cookie (PHP).", 200, [HTML, `Set-Cookie: PHPSESSID=abc; ${SAFE}`]],
  ["Serves an HTML page and sets a cookie from Google Analytics.", 200, [HTML, `Set-Cookie: _ga=1; ${SAFE}`]],
  [
    "Serves an HTML page and sets 2 cookies, including a session cookie.",
    200,
    [HTML, `Set-Cookie: a=1; ${SAFE}`, `Set-Cookie: login=2; ${SAFE}`],
  ],
  ["Serves an HTML page and deletes a cookie.", 200, [HTML, `Set-Cookie: a=; Max-Age=0; ${SAFE}`]],
  [
    "Serves an HTML page and tries to set 2 cookies; most browsers reject all its cookies.",
    200,
    [HTML, "Set-Cookie: __Host-a=1; Path=/", "Set-Cookie: b=1; SameSite=None"],
  ],
];

const software: readonly Row[] = [
  [
    "Serves an HTML page (WordPress/PHP behind Cloudflare).",
    200,
    [
      HTML,
      "X-Powered-By: PHP/8.3",
      'Link: <https://a.example/wp-json/>; rel="https://api.w.org/"',
      "CF-Ray: 8e5a-FRA",
    ],
  ],
  ["Serves an HTML page (nginx).", 200, [HTML, "Server: nginx"]],
  ["Serves an HTML page (PHP on Apache).", 200, [HTML, "Server: Apache/2.4.41 (Ubuntu) PHP/7.4.3"]],
  [
    "Serves an HTML page (Amazon S3 behind CloudFront).",
    200,
    [HTML, "Server: AmazonS3", "X-Amz-Cf-Id: abc=="],
  ],
  [
    "Redirects permanently to /a (WordPress); Chrome remembers this indefinitely.",
    301,
    ["Location: /a", "X-Redirect-By: WordPress"],
  ],
];

for (const [name, rows] of Object.entries({
  interim,
  contents,
  methods,
  successes,
  redirections,
  failures,
  cookies,
  software,
}))
  describe(name, () => {
    for (const [sentence, status, lines, known] of rows)
      test(`${status}: ${sentence}`, () => {
        expect(intent(lines, { status, ...known })).toBe(sentence);
      });
  });

describe("without a status", () => {
  const rows: readonly (readonly [sentence: string, lines: readonly string[]])[] = [
    ["Points to /next.", ["Location: /next"]],
    ["Lists the ways to log in.", ["WWW-Authenticate: Basic realm=a"]],
    ["Carries an HTML page cacheable for 1 minute.", [HTML, "Cache-Control: max-age=60"]],
    ["Carries content that must not be stored.", ["Cache-Control: no-store"]],
    ["Has 1 header line without a status code (nginx).", ["Server: nginx"]],
    ["Has 0 header lines without a status code.", []],
  ];
  for (const [sentence, lines] of rows) test(sentence, () => expect(intent(lines)).toBe(sentence));
});

test("every registered and known code has its own sentence or is named in it", () => {
  const sentences = statusRows.map(({ code }) => intent([], { status: code }));
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
  expect(new Set(sentences).size).toBeGreaterThan(70);
});

test("for any input it is one sentence of limited length", () => {
  const long = "x".repeat(100_000);
  const names = [
    "Location",
    "Content-Type",
    "Content-Disposition",
    "Allow",
    "WWW-Authenticate",
    "Refresh",
    "Upgrade",
  ];
  for (const status of [undefined, 101, 200, 206, 301, 401, 405, 426]) {
    const known = status === undefined ? {} : { status };
    const sentence = intent(
      [...names.map((name) => `${name}: ${long}`), "Content-Disposition: a; filename=x"],
      known,
    );
    expect(sentence.length).toBeLessThan(1200);
  }
});
