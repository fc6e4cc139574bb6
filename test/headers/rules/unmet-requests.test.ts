import { expect, test } from "bun:test";
import { explain, findingsOf } from "../explained.ts";

const SOCKET = ["Upgrade: websocket", "Connection: Upgrade"];
const FETCH = ["Origin: https://app.example", "Sec-Fetch-Mode: cors", "Sec-Fetch-Site: cross-site"];
const ASKED = ["Origin: https://app.example", "Access-Control-Request-Method: PUT"];
const AS_MODULE = ["Sec-Fetch-Dest: script", "Sec-Fetch-Mode: cors"];
const STREAM = "Accept: text/event-stream";
const HTML = "Content-Type: text/html";
const JSON_TYPE = "Content-Type: application/json";

/** Request line and headers, status, response headers, and the finding or a part of its title. */
const CASES: readonly (readonly [string, readonly string[], number, readonly string[], string])[] = [
  [
    "GET",
    SOCKET,
    200,
    [],
    "error websocket-refused: The WebSocket gets 200, not 101: probably a proxy drops",
  ],
  ["GET", SOCKET, 302, ["Location: /login"], "gets 302, not 101: browsers do not follow its redirects."],
  ["GET", SOCKET, 403, [], "gets 403, not 101: the server often refuses by Origin."],
  ["GET", SOCKET, 429, [], "The WebSocket gets 429, not 101."],
  ["GET", SOCKET, 101, SOCKET, "no websocket-refused"],
  ["GET", ["Upgrade: h2c"], 200, [], "no websocket-refused"],
  [
    "GET",
    FETCH,
    200,
    [JSON_TYPE],
    "error cors-not-allowed: Access-Control-Allow-Origin is missing from the 200",
  ],
  ["POST", FETCH, 500, [JSON_TYPE], "missing from the 500: the request of https://app.example fails."],
  ["GET", FETCH, 304, [JSON_TYPE], "no cors-not-allowed"],
  ["GET", FETCH.with(2, "Sec-Fetch-Site: same-origin"), 200, [JSON_TYPE], "no cors-not-allowed"],
  ["GET", FETCH, 200, ["Access-Control-Allow-Origin: *"], "no cors-not-allowed"],
  ["GET", FETCH.slice(0, 1), 200, [JSON_TYPE], "info cors-not-allowed"],
  [
    "OPTIONS",
    ASKED,
    401,
    [],
    "The preflight gets 401: browsers send no login with it, so the request is not sent",
  ],
  [
    "OPTIONS",
    ASKED,
    308,
    ["Location: /b"],
    "The preflight gets 308: browsers do not follow its redirect to /b,",
  ],
  ["OPTIONS", ASKED, 400, ["Access-Control-Allow-Origin: *"], "Status 400 fails the preflight"],
  ["POST", ["Stripe-Signature: t=1"], 307, ["Location: https://www.a.example/"], "error webhook-redirected"],
  [
    "POST",
    ["X-GitHub-Event: push"],
    301,
    ["Location: https://b.example/"],
    "The webhook gets a 301 to https://b.example/",
  ],
  ["POST", ["X-GitHub-Event: push"], 404, [], "no webhook-redirected"],
  ["POST", [JSON_TYPE], 302, ["Location: /a"], "no webhook-redirected"],
  [
    "GET",
    ["Sec-Fetch-Dest: style"],
    200,
    ["Content-Type: text/plain"],
    "so browsers do not use it as a style.",
  ],
  ["GET", AS_MODULE, 200, ["Content-Type: application/octet-stream"], "no load-refused"],
  [
    "GET",
    AS_MODULE,
    200,
    ["Content-Type: image/png"],
    "error load-refused: Content-Type is image/png, so browsers",
  ],
  ["GET", ["Sec-Fetch-Dest: script"], 200, ["Content-Type: text/javascript"], "no load-refused"],
  ["GET", ["Sec-Fetch-Dest: script"], 200, [HTML], "no load-refused"],
  ["GET", ["Sec-Fetch-Dest: script"], 404, ["Content-Type: image/png"], "no load-refused"],
  [
    "GET",
    [STREAM],
    200,
    [HTML],
    "error event-stream-refused: Content-Type is text/html, not text/event-stream",
  ],
  ["GET", [STREAM], 200, ["Content-Type: text/event-stream;charset=utf-8"], "no event-stream-refused"],
  ["GET", [STREAM], 405, [HTML], "no event-stream-refused"],
  ["POST", ["Accept: application/json, text/event-stream"], 200, [JSON_TYPE], "no event-stream-refused"],
  ["GET", ["Accept: */*"], 200, [HTML, "Refresh: 0; url=/a"], "error refresh-endless"],
  ["GET", ["Accept: */*"], 200, [HTML, "Refresh: 0; url=/b"], "no refresh-endless"],
  ["GET", ["Accept: */*"], 200, [HTML, "Refresh: 0", "Set-Cookie: a=1"], "no refresh-endless"],
  ["POST", ["Expect: 100-continue"], 417, [], "warning expectation-refused"],
  ["POST", [JSON_TYPE], 417, [], "no expectation-refused"],
  ["HEAD", ["Accept: */*"], 405, ["Allow: GET, POST"], "warning head-refused: HEAD gets 405"],
  ["HEAD", ["Accept: */*"], 501, [], "HEAD gets 501"],
  ["HEAD", ["Accept: */*"], 405, ["Allow: POST"], "no head-refused"],
  ["PUT", ["Prefer: return=minimal"], 200, [JSON_TYPE], "info preference-ignored"],
  [
    "PUT",
    ["Prefer: return=representation"],
    204,
    [],
    "Prefer asks for return=representation, but the 204 has no",
  ],
  ["PUT", ["Prefer: return=minimal"], 200, ["Preference-Applied: return=minimal"], "no preference-ignored"],
  ["PUT", ["Prefer: respond-async"], 200, [JSON_TYPE], "no preference-ignored"],
  [
    "GET",
    ["Range: bytes=0-"],
    200,
    ["Content-Type: video/mp4", "Content-Length: 9"],
    "warning range-ignored",
  ],
  ["GET", ["Range: bytes=0-"], 200, ["Content-Type: audio/mpeg"], "no range-ignored"],
  ["GET", ["Range: bytes=0-"], 200, ["Content-Type: image/png", "Content-Length: 9"], "no range-ignored"],
  [
    "GET",
    ["Range: bytes=0-1", "Sec-Fetch-Dest: video"],
    200,
    ["Content-Length: 9"],
    "Safari does not play media",
  ],
];

test.each(CASES)("%s %p gets %i %p: %s", (method, request, status, lines, wanted) => {
  const requestHeaders = [`${method} /a HTTP/1.1`, "Host: api.example", "User-Agent: a/1", ...request];
  const known = { requestHeaders, status, url: "https://api.example/a" };
  const found = findingsOf(explain(["Date: Fri, 20 Nov 2026 10:00:00 GMT", ...lines], known));
  const texts = found.map(({ severity, name, title }) => `${severity} ${name}: ${title}`).join("\n");
  if (wanted.startsWith("no ")) expect(texts).not.toContain(wanted.slice(3));
  else expect(texts).toContain(wanted);
});
