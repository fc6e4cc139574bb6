/** Pasted text: status lines, several messages, prefixes of curl, tables of browsers. */

import { describe, expect, test } from "bun:test";
import { parseMessage } from "../../src/headers/message.ts";
import { MOST_LINES, readPaste, singleLines, TooManyLines } from "../../src/headers/paste.ts";
import type { Pasted } from "../../src/headers/reading/pasted.ts";

const CASES: readonly (readonly [what: string, texts: readonly string[], read: Pasted])[] = [
  ["field lines", ["A: 1", "B: 2"], { lines: ["A: 1", "B: 2"] }],
  ["LF, CRLF and CR", ["A: 1\nB: 2\r\nC: 3\rD: 4"], { lines: ["A: 1", "B: 2", "C: 3", "D: 4"] }],
  [
    "a status line",
    ["HTTP/1.1 404 Not Found\nA: 1"],
    { status: 404, reason: "Not Found", httpVersion: "1.1", lines: ["A: 1"] },
  ],
  ["no reason", ["http/1.0  200", "A: 1"], { status: 200, reason: "", httpVersion: "1.0", lines: ["A: 1"] }],
  ["HTTP/2", ["HTTP/2 200\nA: 1"], { status: 200, reason: "", httpVersion: "2", lines: ["A: 1"] }],
  ["HTTP/2.0", ["HTTP/2.0 200\nA: 1"], { status: 200, reason: "", httpVersion: "2", lines: ["A: 1"] }],
  ["HTTP/3.0", ["HTTP/3.0 200\nA: 1"], { status: 200, reason: "", httpVersion: "3", lines: ["A: 1"] }],
  ["a pseudo field", [":status: 201\nA: 1"], { status: 201, lines: ["A: 1"] }],
  [
    "a status line counts before a pseudo field",
    ["HTTP/2 200\n:status: 201"],
    { status: 200, reason: "", httpVersion: "2", lines: [] },
  ],
  ["content after the header section", ["A: 1\n\n<p>B: 2</p>\nC: 3"], { lines: ["A: 1"] }],
  ["blank lines before it", ["\n  \n\nA: 1\nB: 2"], { lines: ["A: 1", "B: 2"] }],
  [
    "several blocks, content between them",
    ["HTTP/1.1 301 Moved\nA: 1\n\nbody\nHTTP/1.1 200 OK\nB: 2\n\nC: 3\n"],
    { status: 200, reason: "OK", httpVersion: "1.1", lines: ["B: 2"] },
  ],
  [
    "several blocks without a blank line",
    ["HTTP/1.1 100 Continue\nHTTP/1.1 200 OK\nB: 2"],
    { status: 200, reason: "OK", httpVersion: "1.1", lines: ["B: 2"] },
  ],
  [
    "curl -v",
    [
      "* Trying\n> GET /a HTTP/1.1\n> Host: a.example\n> \n{ [5 bytes data]\n< HTTP/1.1 200 OK\n< B: 2\n< \nx",
    ],
    {
      status: 200,
      reason: "OK",
      httpVersion: "1.1",
      lines: ["B: 2"],
      requestHeaders: ["GET /a HTTP/1.1", "Host: a.example"],
    },
  ],
  [
    "curl -v through a redirect: the last request",
    [
      "> GET /a HTTP/1.1\n> Host: a.example\n>\n< HTTP/1.1 301 M\n< Location: /b\n<\n" +
        "> GET /b HTTP/1.1\n> Host: b.example\n> X: HTTP/1.1\n>\n< HTTP/1.1 200 OK\n< B: 2",
    ],
    {
      status: 200,
      reason: "OK",
      httpVersion: "1.1",
      lines: ["B: 2"],
      requestHeaders: ["GET /b HTTP/1.1", "Host: b.example", "X: HTTP/1.1"],
    },
  ],
  [
    "curl -v without a request line",
    ["> Host: a.example\n< HTTP/1.1 200 OK"],
    { status: 200, reason: "OK", httpVersion: "1.1", lines: [], requestHeaders: ["Host: a.example"] },
  ],
  [
    "requests and responses in turn, as HTTPie prints them: the last of each",
    [
      "GET / HTTP/1.1\nHost: a.example\n\nHTTP/1.1 302 Found\nLocation: /b\n\n\n" +
        "GET /b HTTP/1.1\nHost: a.example\nRange: bytes=0-3\n\nHTTP/1.1 206 Partial Content\nAge: 1\n\nbody",
    ],
    {
      status: 206,
      reason: "Partial Content",
      httpVersion: "1.1",
      lines: ["Age: 1"],
      requestHeaders: ["GET /b HTTP/1.1", "Host: a.example", "Range: bytes=0-3"],
    },
  ],
  [
    "a request without its response",
    ["GET /b HTTP/1.1\r\nHost: a.example\r\n\r\n"],
    { lines: [], requestHeaders: ["GET /b HTTP/1.1", "Host: a.example"] },
  ],
  ["marks without a status line", ["> A: 1"], { lines: ["> A: 1"] }],
  [
    "a browser's table, names and values on lines of their own",
    ["content-type:\ntext/html\nserver:\n  nginx\ndate: now\nlast:"],
    { lines: ["content-type: text/html", "server: nginx", "date: now", "last:"] },
  ],
  ["two names without values", ["a:\nb: 1"], { lines: ["a:", "b: 1"] }],
  ["a name with a space is not a name", ["a b:\nvalue"], { lines: ["a b:", "value"] }],
  [
    "Chrome's developer tools: overview, response and request",
    [
      "General:\nRequest URL: https://api.example/a\nRequest Method: OPTIONS\nStatus Code: 302 Found\n" +
        "Remote Address: 192.0.2.1:443\nResponse Headers:\nLocation: /b\nServer: x\n" +
        "Request Headers:\nview source\nOrigin: https://a.example\n",
    ],
    {
      status: 302,
      method: "OPTIONS",
      url: "https://api.example/a",
      lines: ["Location: /b", "Server: x"],
      requestHeaders: ["Origin: https://a.example"],
    },
  ],
  [
    "developer tools of today: names and values on lines of their own, provisional headers",
    [
      "Request URL\nRequest URL:\nhttps://api.example/a\nRequest Method:\nPOST\nStatus Code:\n200 OK\n" +
        "Response Headers (82 B)\nRaw\nserver:\nx\n\n{}\nRequest Headers\n" +
        "Provisional headers are shown\naccept: */*\nRequest Payload\n{}",
    ],
    {
      status: 200,
      method: "POST",
      url: "https://api.example/a",
      lines: ["server: x"],
      requestHeaders: ["accept: */*"],
    },
  ],
  [
    "developer tools in Markdown: a request line and a status line of their own",
    [
      "**Request Headers**\n```\nGET /a HTTP/1.1\nHost: a.example\n```\n" +
        "### Response headers\n```http\nHTTP/1.1 404 Not Found\nAge: 1\n```",
    ],
    {
      status: 404,
      reason: "Not Found",
      httpVersion: "1.1",
      lines: ["Age: 1"],
      requestHeaders: ["GET /a HTTP/1.1", "Host: a.example"],
    },
  ],
  [
    "a heading in content",
    ["HTTP/1.1 200 OK\nA: 1\n\nResponse Headers:\nB: 2"],
    { status: 200, reason: "OK", httpVersion: "1.1", lines: ["A: 1"] },
  ],
  ["a status as Chrome showed it before version 97", ["status: 302\na: b"], { status: 302, lines: ["a: b"] }],
  ["a status of CGI", ["Status: 302\na: b"], { lines: ["Status: 302", "a: b"] }],
  [
    "a lower-case status next to a status line",
    ["HTTP/2 200\nstatus: 302"],
    { status: 200, reason: "", httpVersion: "2", lines: ["status: 302"] },
  ],
  [
    "a curl command, then its response",
    [
      "$ curl -si -XOPTIONS 'https://api.example/a?b=1' \\\n  -H \"Origin: https://a.example\"\nHTTP/2 204\nA: 1\n",
    ],
    {
      status: 204,
      reason: "",
      httpVersion: "2",
      lines: ["A: 1"],
      method: "OPTIONS",
      url: "https://api.example/a?b=1",
      requestHeaders: ["Origin: https://a.example"],
    },
  ],
  [
    "a curl command for HEAD, without headers",
    ["curl -I https://a.example/\n\nHTTP/1.1 200 OK\nA: 1"],
    {
      status: 200,
      reason: "OK",
      httpVersion: "1.1",
      lines: ["A: 1"],
      method: "HEAD",
      url: "https://a.example/",
      requestHeaders: [],
    },
  ],
  [
    "a curl command with --data and a referrer",
    ["curl -i -e https://b.example/ https://a.example/ --data x=1\nHTTP/1.1 200 OK\nA: 1"],
    {
      status: 200,
      reason: "OK",
      httpVersion: "1.1",
      lines: ["A: 1"],
      method: "POST",
      url: "https://a.example/",
      requestHeaders: [],
    },
  ],
  [
    "curl -v after its command: the sent request counts",
    ["$ curl -v https://a.example/\n> GET / HTTP/2\n> Host: a.example\n>\n< HTTP/2 200\n< a: 1"],
    {
      status: 200,
      reason: "",
      httpVersion: "2",
      lines: ["a: 1"],
      method: "GET",
      url: "https://a.example/",
      requestHeaders: ["GET / HTTP/2", "Host: a.example"],
    },
  ],
  [
    "curl -L through a redirect: the URL of the last response",
    ["curl -iL https://a.example/\nHTTP/1.1 301 M\nLocation: /b\n\nHTTP/1.1 200 OK\nA: 1"],
    {
      status: 200,
      reason: "OK",
      httpVersion: "1.1",
      lines: ["A: 1"],
      url: "https://a.example/b",
      visited: ["https://a.example/"],
    },
  ],
  [
    "a chain without its command: the URL after an absolute Location",
    ["HTTP/1.1 301 M\nLocation: https://a.example/\n\nHTTP/1.1 302 F\nLocation: /b\n\nHTTP/1.1 200 OK\nA: 1"],
    {
      status: 200,
      reason: "OK",
      httpVersion: "1.1",
      lines: ["A: 1"],
      url: "https://a.example/b",
      visited: ["https://a.example/"],
    },
  ],
  [
    "a prompt with a name, and options for header lines",
    ["me@pc:~$ curl -r 0-1 -A bot https://a.example/\nHTTP/1.1 206 P\nA: 1"],
    {
      status: 206,
      reason: "P",
      httpVersion: "1.1",
      lines: ["A: 1"],
      method: "GET",
      url: "https://a.example/",
      requestHeaders: ["Range: bytes=0-1", "User-Agent: bot"],
    },
  ],
  [
    "curl's note on a closed connection",
    [
      "HTTP/1.1 200 OK\nContent-Length: 16775\n\n{ [4838 bytes data]\ncurl: (18) transfer closed with 11937 bytes remaining to read",
    ],
    {
      status: 200,
      reason: "OK",
      httpVersion: "1.1",
      lines: ["Content-Length: 16775"],
      bodyLength: 4838,
    },
  ],
  ["a value with a colon", ["location:\nhttps://a.example/"], { lines: ["location: https://a.example/"] }],
  [
    "Chrome's panel with headings",
    [
      "General\nRequest URL: https://a.example/x\nRequest Method: POST\nStatus Code: 200 OK (from disk cache)\n" +
        "Remote Address: 192.0.2.1:443\nReferrer Policy: no-referrer\n\nResponse Headers (2) view source\nAge: 1\n" +
        "accept: none\n\nRequest Headers\nProvisional headers are shown\nAccept: */*\n\nForm Data\nb: 2",
    ],
    {
      url: "https://a.example/x",
      method: "POST",
      status: 200,
      lines: ["Age: 1", "accept: none"],
      requestHeaders: ["Accept: */*"],
    },
  ],
  [
    "Chrome's panel, values on lines of their own, without headings; the last request",
    [
      "Request URL\nhttps://a.example/\nStatus Code\n301\nlocation\n/b\n" +
        "Request URL\nhttps://a.example/b\nRequest Method\nGET\nStatus Code\n304 Not Modified\nage\n1\n" +
        "date\nSat, 28 Nov 2026 10:00:00 GMT\n:authority\na.example\nx-id\n7",
    ],
    {
      url: "https://a.example/b",
      method: "GET",
      status: 304,
      lines: ["age: 1", "date: Sat, 28 Nov 2026 10:00:00 GMT"],
      requestHeaders: [":authority: a.example", "x-id: 7"],
    },
  ],
  [
    "Chrome's panel with the source of the response",
    ["Request URL: http://a.example/\nResponse Headers\nHTTP/1.1 404 Not Found\nAge: 1"],
    { url: "http://a.example/", status: 404, reason: "Not Found", httpVersion: "1.1", lines: ["Age: 1"] },
  ],
  [
    "Safari's summary",
    [
      "Summary\nURL: https://a.example/\nStatus: 200 OK\nSource: Network\nAddress: 192.0.2.1:443\nInitiator: \napp.js:1\n\n" +
        "Request\n:method: GET\n\nResponse\n:status: 200\nAge: 1",
    ],
    {
      url: "https://a.example/",
      status: 200,
      lines: ["Age: 1"],
      requestHeaders: [":method: GET"],
    },
  ],
  [
    "a header named URL",
    ["Age: 1\nURL: https://a.example/"],
    { lines: ["Age: 1", "URL: https://a.example/"] },
  ],
  [
    "wget -S: indented, between its own lines",
    [
      "--2026-11-28 10:00:00--  https://a.example/z\nResolving a.example... 192.0.2.1\n  HTTP/1.1 200 OK\n  Age: 1\n" +
        "Length: 4 [application/zip]",
    ],
    { url: "https://a.example/z", status: 200, reason: "OK", httpVersion: "1.1", lines: ["Age: 1"] },
  ],
  [
    "lines of Markdown",
    ["    HTTP/1.1 200 OK\n    Age: 1\n\n    Vary: x"],
    { status: 200, reason: "OK", httpVersion: "1.1", lines: ["Age: 1"] },
  ],
  [
    "a folded line of an indented section",
    ["  HTTP/1.1 200 OK\n  Age: 1\n    2"],
    { status: 200, reason: "OK", httpVersion: "1.1", lines: ["Age: 1", "  2"] },
  ],
  ["a dictionary of Python", [`{'Age': '1', 'X': "it's"}`], { lines: ["Age: 1", "X: it's"] }],
  [
    "an object of Node",
    ["{\n  date: 'now',\n  'set-cookie': [ 'a=1; Path=/', 'b=\"2\"' ],\n  'x-a': 5\n}\n"],
    { lines: ["date: now", "set-cookie: a=1; Path=/", 'set-cookie: b="2"', "x-a: 5"] },
  ],
  [
    "JSON with status, headers and content",
    [`{"statusCode": 201, "headers": {"Age": "1", "ETag": "\\"x\\""}, "body": "{\\"a\\": \\"b\\"}"}`],
    { status: 201, lines: ["Age: 1", 'ETag: "x"'] },
  ],
  ["braces without pairs", ["{}"], { lines: ["{}"] }],
];

test.each(CASES)("%s", (_what, texts, read) => {
  expect(readPaste(texts)).toEqual(read);
});

describe("the URL, if the text proves it", () => {
  const answer = "\n\nHTTP/1.1 200 OK\nAge: 1";
  const verbose = (about: string, host = "a.example", version = "1.1") =>
    `${about}\n> GET /x HTTP/${version}\n> Host: ${host}\n>\n< HTTP/${version} 200 OK\n< Age: 1`;
  test.each([
    ["$ curl -I https://a.example/x", "https://a.example/x"],
    ["❯ curl -I https://a.example/x", "https://a.example/x"],
    ["curl -sS -o /dev/null -D - 'http://a.example/?q=1 2'", "http://a.example/?q=1 2"],
    ["curl 'http://a.example/?q=1&r=2' -H 'Origin: https://b.example'", "http://a.example/?q=1&r=2"],
    ["curl -x http://b.example:3128 --referer https://c.example/ https://a.example/", "https://a.example/"],
    ["curl https://a.example/ https://b.example/", undefined],
    ["curl -I a.example", undefined],
    ["see https://a.example/", undefined],
    ["curl -IL http://a.example/a\nHTTP/1.1 301 M\nLocation: https://a.example/b\n", "https://a.example/b"],
    ["curl -IL http://a.example/a\nHTTP/1.1 302 F\nLocation: ../c\n", "http://a.example/c"],
    ["curl -I http://a.example/a\nHTTP/1.1 401 U\nLocation: /b\n", "http://a.example/a"],
  ])("of a command: %s", (command, url) => {
    expect(readPaste([command + answer]).url).toBe(url as string);
  });
  test("after redirects, from a known URL", () => {
    const text = "HTTP/1.1 301 M\nLocation: https://a.example/b\n\nHTTP/1.1 200 OK\nAge: 1";
    expect(parseMessage([text], { url: "http://a.example/" }).url?.href).toBe("https://a.example/b");
    expect(parseMessage([text], { url: "https://a.example/b" }).url?.href).toBe("https://a.example/b");
    expect(parseMessage(["HTTP/1.1 301 M\nLocation: /b"], { url: "http://a.example/" }).url?.href).toBe(
      "http://a.example/",
    );
  });
  test.each([
    [verbose("* Connected to a.example (192.0.2.1) port 443 (#0)"), "https://a.example/x"],
    [verbose("* SSL connection using TLSv1.3"), "https://a.example/x"],
    [verbose("* Connected to a.example (192.0.2.1) port 80 (#0)"), undefined],
    [verbose("$ curl -v http://a.example/x"), "http://a.example/x"],
    [verbose("$ curl -v http://a.example/x", "b.example"), undefined],
    [verbose("*", "a.example", "2"), "https://a.example/x"],
    [`GET http://a.example/y HTTP/1.1\nHost: a.example${answer}`, "http://a.example/y"],
    [`GET /y HTTP/1.1\nHost: a.example\nSec-Fetch-Site: none${answer}`, "https://a.example/y"],
    [`GET /y HTTP/1.1\nHost: localhost:3000\nSec-Fetch-Site: none${answer}`, undefined],
    [
      `GET /y HTTP/1.1\nHost: localhost.example\nSec-Fetch-Site: none${answer}`,
      "https://localhost.example/y",
    ],
    [`GET /y HTTP/1.1\nHost: 127.0.0.1:3000\nSec-Fetch-Site: none${answer}`, undefined],
    [`OPTIONS * HTTP/1.1\nHost: a.example\nSec-Fetch-Site: none${answer}`, undefined],
    [`GET /y HTTP/1.1\nHost: a.example${answer}`, undefined],
  ])("of a request: %s", (text, url) => {
    expect(readPaste([text]).url).toBe(url as string);
  });
});

describe("limits", () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `A: ${at}`);

  test("of a paste", () => {
    expect(readPaste(many(MOST_LINES)).lines).toHaveLength(5000);
    expect(() => readPaste(many(MOST_LINES + 1))).toThrow(TooManyLines);
    expect(() => readPaste(many(MOST_LINES + 1))).toThrow("more than 5000 lines");
  });
  test("of lines one by one", () => {
    expect(singleLines(many(5000))).toHaveLength(5000);
    expect(() => singleLines(many(5001))).toThrow(TooManyLines);
    expect(singleLines([many(5000).join("\n")])).toHaveLength(5000);
    expect(() => singleLines([many(5001).join("\n")])).toThrow(TooManyLines);
  });
});

test.each([
  ["spaces in a heading", `response headers${" ".repeat(200_000)}x\nA: 1`],
  ["blank lines in front of a heading", `${"\n".repeat(200_000)}x\nresponse headers\nA: 1`],
  ["a command of backslashes", `curl ${"\\\\ ".repeat(100_000)}\nHTTP/1.1 200 OK\nA: 1`],
  ["lines of an overview alone", `${"Request URL\n".repeat(200_000)}Response Headers\nA: 1`],
  ["an object of escaped quotes", `{a: ${"'\\'".repeat(200_000)}, b: 1}`],
  ["an object of lists", `{${"a: [".repeat(200_000)}, b: 1}`],
  ["an unclosed quotation mark", `curl ${"'a ".repeat(100_001)}\nHTTP/1.1 200 OK\nA: 1`],
])("takes linear time: %s", (_what, text) => {
  expect(readPaste([text]).lines.length).toBeGreaterThan(0);
});

test("a line with several lines in it is split, at every kind of line end", () => {
  expect(singleLines(["A: 1", "B: 2\r\nC: 3\rD: 4\n"])).toEqual(["A: 1", "B: 2", "C: 3", "D: 4", ""]);
  expect(singleLines(["A: 1\rB: 2"])).toEqual(["A: 1", "B: 2"]);
  expect(singleLines(["A: 1"])).toEqual(["A: 1"]);
});

test.each([
  [["\na: b\n"], ["", "a: b", ""]],
  [["\n"], ["", ""]],
  [
    ["\n\nx", "y"],
    ["", "", "x", "y"],
  ],
  [["x\r\ny\rz"], ["x", "y", "z"]],
  [[""], [""]],
  [[], []],
])("%j: every line by itself", (texts, lines) => {
  expect(singleLines(texts)).toEqual(lines);
});
