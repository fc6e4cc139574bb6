/**
 * curl command lines. `copied-for-curl.json` has requests, and the command lines that the code of the
 * developer tools of Firefox 140 and Chromium 156 makes of them, for bash and for cmd.exe.
 */

import { describe, expect, test } from "bun:test";
import { wordsOf } from "../../src/cli/input/curl-words.ts";
import { send, tcpServer } from "../http/servers.ts";
import copied from "./copied-for-curl.json";
import { cli } from "./fake-io.ts";

const page = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx";

/** Runs a command line against a loopback server; returns the requests it received and the output. */
async function asked(args: readonly string[], world: Parameters<typeof cli>[1] = {}) {
  await using server = await tcpServer((socket, request) =>
    send(socket, request.startsWith("HEAD") ? page.slice(0, -1) : page),
  );
  const { code, err, out } = await cli(
    ["http", "--connect-to", `::127.0.0.1:${server.port}`, ...args],
    world,
  );
  const [head = "", ...content] = (server.received[0] ?? "").split("\r\n\r\n");
  const [line = "", ...fields] = head.split("\r\n");
  const sent = fields.map((field) => field.split(/: ?(.*)/s).slice(0, 2));
  return {
    code,
    err,
    out,
    line,
    fields: new Map(sent.map(([name = "", value = ""]) => [name.toLowerCase(), value])),
    content: content.join("\r\n\r\n"),
  };
}

describe("command lines that browsers copy for curl work", () => {
  for (const { name, method, path, headers, body = "", lines } of copied)
    for (const [form, text] of Object.entries(lines))
      test(`${name}: ${form}`, async () => {
        const { code, line, fields, content } = await asked(["curl", "-"], { input: [text] });
        expect(code).toBe(0);
        expect(line).toBe(`${method} ${path} HTTP/1.1`);
        const isFirefox = form.startsWith("firefox");
        // Firefox omits headers with an empty value.
        const given = headers.filter(([, value]) => !isFirefox || value !== "");
        expect(given.map(([field = ""]) => [field, fields.get(field.toLowerCase())])).toEqual(given);
        expect(fields.has("accept-encoding")).toBe(isFirefox);
        // On Windows browsers copy CRLF as LF, according to their source code.
        expect(content).toBe(form.endsWith("cmd") ? body.replaceAll("\r\n", "\n") : body);
      });
  test("there are forty of them", () => {
    expect(copied.flatMap(({ lines }) => Object.values(lines))).toHaveLength(40);
  });
});

describe("words", () => {
  test.each([
    ["a  b\tc", ["a", "b", "c"]],
    ["'a b' \"c d\" e\\ f ''", ["a b", "c d", "e f", ""]],
    ["a\\\nb \\\r\n c", ["ab", "c"]],
    ['"a\\"b\\\\c\\d\\$e"', ['a"b\\c\\d$e']],
    ["$'\\x41\\u00e9\\101\\n\\'\\q'", ["AéA\n'\\q"]],
    ["$'\\xc3\\xa9' $'\\xe9'", ["é", "é"]],
    ["curl a # b", ["curl", "a"]],
    ["curl a#b | jq .", ["curl", "a#b"]],
    ["$ curl a", ["curl", "a"]],
    ["", []],
    ['curl ^"a^" ^\r\n -H "b ^c"', ["curl", "a", "-H", "b ^c"]],
    ['curl ^"a^\n\nb^"', ["curl", "a\nb"]],
    ['curl ^"^\\^"x^\\^\\^" ^"^"', ["curl", '"x\\', ""]],
    ['curl "a ""b"" c" ^\n "" d\\e', ["curl", 'a "b" c', "", "d\\e"]],
  ])("%j", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test.each([
    ["curl 'a", "a quotation mark is not closed"],
    ['curl ^"a', "a quotation mark is not closed"],
    ["curl $TOKEN", "are not expanded"],
    ['curl "$(id)"', "are not expanded"],
    ["curl `id`", "are not expanded"],
    ["curl 'a' ;\ncurl 'b'", "more than one command"],
    ['curl ^"a^" &\r\ncurl ^"b^"', "more than one command"],
  ])("%j is refused", (text, message) => {
    expect(() => wordsOf(text)).toThrow(message);
  });
});

describe("command lines that people type for curl work", () => {
  const url = "http://a.test/";
  const typed: [args: string, line: string, fields: Record<string, string | undefined>, content?: string][] =
    [
      ["-sSL -o /dev/null -w x", "GET / HTTP/1.1", {}],
      ["-I", "HEAD / HTTP/1.1", {}],
      [
        "-XPATCH -d a=1 -d b=2",
        "PATCH / HTTP/1.1",
        { "content-type": "application/x-www-form-urlencoded" },
        "a=1&b=2",
      ],
      [
        "--json {}",
        "POST / HTTP/1.1",
        { "content-type": "application/json", accept: "application/json" },
        "{}",
      ],
      ["-G -d q=1 --data-urlencode r=x&y", "GET /?q=1&r=x%26y HTTP/1.1", {}],
      ["-r 0-9", "GET / HTTP/1.1", { range: "bytes=0-9" }],
      ["--oauth2-bearer t", "GET / HTTP/1.1", { authorization: "Bearer t" }],
      ["-ume:x", "GET / HTTP/1.1", { authorization: `Basic ${btoa("me:x")}` }],
      ["-H X-A;", "GET / HTTP/1.1", { "x-a": "" }],
      ["-H Accept:", "GET / HTTP/1.1", { accept: undefined }],
      ["", "GET / HTTP/1.1", { accept: "*/*", "accept-encoding": undefined }],
      ["--compressed", "GET / HTTP/1.1", { "accept-encoding": "gzip, deflate, br, zstd" }],
      ["--no-keepalive --user-ag x", "GET / HTTP/1.1", { "user-agent": "x" }],
      ["-H Host:a.test -H Connection:close", "GET / HTTP/1.1", { host: "a.test" }],
    ];
  for (const [args, line, fields, content = ""] of typed)
    test(args === "" ? "nothing but the URL" : args, async () => {
      const got = await asked(["curl", ...args.split(" ").filter((word) => word !== ""), url]);
      expect(got.line).toBe(line);
      const sent = Object.keys(fields).map((name) => [name, got.fields.get(name)]);
      expect(Object.fromEntries(sent)).toEqual(fields);
      expect(got.content).toBe(content);
    });

  test("escaped brackets are part of the URL, unless globbing is off", async () => {
    expect((await asked(["curl", "http://a.test/?\\[x\\]"])).line).toBe("GET /?[x] HTTP/1.1");
    expect((await asked(["curl", "-g", "http://a.test/?\\[x\\]"])).line).toBe("GET /?\\[x\\] HTTP/1.1");
  });

  test("ignored flags are reported", async () => {
    const { err } = await asked(["curl", "--tlsv1.2", "-H", "Connection: close", "-s", url]);
    expect(err).toBe("netlens: ignored from the command: --tlsv1.2, Connection\n");
  });

  test("one argument may be the whole line, with options of netlens before it", async () => {
    const { out } = await asked(["--json", `curl '${url}?a b'`]);
    expect(JSON.parse(out).url).toBe(`${url}?a b`);
    // The value `curl` of a flag does not start a curl command line.
    expect((await asked(["--agent", "curl", url])).fields.get("user-agent")).toBe("curl");
  });

  test("netlens curl is the same", async () => {
    await using server = await tcpServer((socket) => send(socket, page));
    expect((await cli(["curl", "-s", `http://127.0.0.1:${server.port}/`])).code).toBe(0);
    expect(server.received[0]).toContain("Accept: */*");
    expect((await cli(["curl", "--help"])).out).toContain("netlens curl");
  });

  test.each([
    [["-F", "a=b", url], "curl: --form has no counterpart here"],
    [["-x", "http://p.test", url], "curl: --proxy has no counterpart here"],
    [["-T", "file", url], "curl: --upload-file has no counterpart here"],
    [["--next", url], "curl: there is more than one request; paste one"],
    [[url, url], "curl: name one URL, not 2"],
    [["-s"], "curl: name one URL"],
    [["-H"], "curl: --header needs a value"],
    [["--hedaer", "x", url], "curl: unknown option --hedaer; did you mean --header?"],
    [["-*", url], "curl: unknown option -*"],
    [
      ["-H", "Host: b.test", "http://127.0.0.1:8080/"],
      "curl: Host is always that of the URL: name b.test in the URL, and add --connect-to ::127.0.0.1:",
    ],
    [["-H", "@fields.txt", url], "curl: --header reads no files here"],
  ])("%j is refused", async (args, message) => {
    const { code, err } = await cli(["curl", ...args]);
    expect([code, err]).toEqual([2, `netlens: ${message}\n`]);
  });
});
