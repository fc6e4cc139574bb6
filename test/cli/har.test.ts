/** HAR log files. */

import { describe, expect, test } from "bun:test";
import { decodeHeaders } from "../../src/http/decode.ts";
import { brokenEntry } from "../../src/jobs/har/read.ts";
import { effortRatio } from "../effort.ts";
import { cli } from "./fake-io.ts";

const fields = (lines: Readonly<Record<string, string>>) =>
  Object.entries(lines).map(([name, value]) => ({ name, value }));

function entry(url: string, lines: Readonly<Record<string, string>>, status = 200): object {
  return {
    startedDateTime: "2026-11-20T09:59:59Z",
    time: 12,
    request: { method: "GET", url, headers: fields({ accept: "*/*" }) },
    response: {
      status,
      statusText: "OK",
      httpVersion: "h2",
      headers: fields(lines),
      content: { text: '{"a":"}' },
    },
  };
}
const logOf = (entries: readonly unknown[]) => JSON.stringify({ log: { version: "1.2", entries } });

const DATE = { date: "Fri, 20 Nov 2026 10:00:00 GMT", "content-type": "text/css" };
const LOG = logOf([
  entry("https://example.com/", { ...DATE, age: "1" }),
  entry("https://example.com/a.css", { ...DATE, age: "soon" }),
  entry("https://cdn.example/b.css", { ...DATE, age: "late" }),
  entry("data:text/css,a", {}),
  entry("https://example.com/blocked", {}, 0),
]);
const har = (args: readonly string[], text = LOG, more: Readonly<Record<string, string>> = {}) =>
  cli(["har", "a.har", ...args], { files: { "a.har": text, ...more } });

describe("recipes of a log", () => {
  const bad = { ...DATE, "x-content-type-options": "no-sniff" };
  const urls = ["https://example.com/a.css", "https://example.com/b.css"];
  test("of one response are its file", async () => {
    const { out } = await har(["--how", "caddy"], logOf([entry("https://example.com/a.css", bad)]));
    expect(out).toStartWith("# https://example.com/a.css\n");
    expect(out).toContain('\tX-Content-Type-Options "nosniff"\n');
  });
  test("of several are refused, unless --step selects one", async () => {
    const log = logOf(urls.map((url) => entry(url, bad)));
    const { code, out, err } = await har(["--how", "caddy"], log);
    expect([code, out, err]).toEqual([
      2,
      "",
      `netlens: --how: 2 responses have recipes, and the file is for one; name it with --step: 1 (${urls[0]}), 2 (${urls[1]})\n`,
    ]);
    expect((await har(["--how", "caddy", "--step", "2"], log)).out).toStartWith(`# ${urls[1]}\n`);
    expect((await har(["--how", "caddy", "--step", "3"], log)).err).toBe(
      "netlens: --step 3: a number from 1 to 2\n",
    );
  });
});

describe("netlens har", () => {
  test("groups findings, most severe first, and counts entries without a response", async () => {
    const { code, out, err } = await har([]);
    expect([code, err]).toEqual([0, "netlens: 2 requests without an HTTP response left out\n"]);
    expect(out).toStartWith("3 responses: 2 errors, ");
    expect(out.match(/\[age-invalid\]/g)).toHaveLength(1);
    const [, first = ""] = out.split("\n\n");
    expect(first).toContain(
      "[age-invalid]\n           https://example.com/a.css\n           https://cdn.example/b.css",
    );
  });
  test("shows two of many responses", async () => {
    const many = Array.from({ length: 4 }, (_, index) =>
      entry(`https://e.example/${index}`, { ...DATE, age: "x" }),
    );
    expect((await har([], logOf(many))).out).toContain(
      "/0\n           https://e.example/1\n           and 2 more responses",
    );
    expect((await har([], logOf(many.slice(1)))).out).toContain(
      "/1\n           https://e.example/2\n           https://e.example/3",
    );
  });
  test("also reads `headers FILE.har` and standard input", async () => {
    const { out } = await har([]);
    expect((await cli(["headers", "a.HAR"], { files: { "a.HAR": LOG } })).out).toBe(out);
    expect((await cli(["har", "-"], { input: [LOG.slice(0, 99), LOG.slice(99)] })).out).toBe(out);
    expect((await har([], `\ufeff${LOG}`)).out).toBe(out);
  });
  test("has a report per response in every format, most severe first", async () => {
    const order = ["https://example.com/a.css", "https://cdn.example/b.css", "https://example.com/"];
    const lines = (await har(["--json"])).out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ url }) => url).toSorted()).toEqual(order.toSorted());
    expect(lines.every(({ steps }) => steps.length === 1)).toBe(true);
    const suites = [...(await har(["--format", "junit"])).out.matchAll(/<testsuite name="([^"]*)"/g)];
    expect(suites.map(([, name]) => name)).toEqual(lines.map(({ url }) => url));
    const { out } = await har(["--format", "markdown"]);
    expect(out).toMatch(/^\| \*\*error\*\* \| .*`age-invalid`.* \| 2 \|$/m);
    expect((await har(["--format", "csv"])).out.match(/,age-invalid,/g)).toHaveLength(2);
    expect(JSON.parse((await har(["--format", "sarif"])).out).runs[0].results.length).toBeGreaterThan(2);
    expect((await har(["-v"])).out).toContain("https://cdn.example/b.css");
    const { written } = await har(["--output", "html=r/", "--output", "junit=j.xml"]);
    expect(Object.keys(written)).toHaveLength(5);
  });
  test("applies assertions and the project file; headers are required only from its own origin", async () => {
    expect((await har(["--fail-on", "age-invalid"])).code).toBe(4);
    expect((await har(["--fail-on", "age-invalid", "--ignore", "age-invalid"])).code).toBe(0);
    const project = { "/netlens.toml": "[require]\nx-request-id = true\n" };
    const { code, out } = await har(["--format", "csv"], LOG, project);
    expect(code).toBe(4);
    expect(out.match(/^[^,\r\n]*(?=.*,field-required,)/gm)).toEqual([
      "https://example.com/a.css",
      "https://example.com/",
    ]);
  });
});

describe("an invalid HAR log", () => {
  const whole = entry("https://example.com/", DATE);
  test.each([
    ["[]", "har.log.entries is not an array."],
    ["null", "har.log.entries is not an array."],
    ['{"log":{"entries":{}}}', "har.log.entries is not an array."],
    [logOf([]), "har.log.entries is empty."],
    [logOf([whole, 1]), "har.log.entries[1].request is not an object."],
    [logOf([whole, { request: {}, response: [] }]), "har.log.entries[1].response is not an object."],
    [
      logOf([whole, { request: {}, response: { status: 200, headers: {} } }]),
      "har.log.entries[1].response.headers is not an array of at most",
    ],
    [logOf([{ request: { url: 7 }, response: { status: "200" } }]), "a.har has no HTTP response."],
    [logOf(Array(20_001).fill(0)), "har.log.entries has more than 20000 entries."],
    ["", "a.har is not a HAR log."],
    ["HTTP/1.1 200 OK", "a.har is not a HAR log."],
    [
      logOf([whole, whole]).slice(0, -30),
      "a.har is not a HAR log: har.log.entries[1] is cut off or not JSON.",
    ],
    [LOG.replace('"late"', "late"), "a.har is not a HAR log: har.log.entries[2] is cut off or not JSON."],
    [`${LOG}}`, "a.har is not a HAR log."],
  ])("%.60s", async (text, message) => {
    const { code, out, err } = await har([], text);
    expect([out, err]).toEqual(["", expect.stringContaining(message)]);
    expect(code).toBeGreaterThan(0);
    expect(err.split("\n")).toHaveLength(2);
  });
  test("odd values in an entry are not errors of the log", async () => {
    const odd = { ...whole, time: "soon", startedDateTime: 5, serverIPAddress: [], cache: null };
    expect((await har([], logOf([odd, { ...whole, timings: 3 }]))).code).toBe(0);
  });
  test.each([
    [["har"], "har: name one file"],
    [["har", "none.har"], "har: none.har: no such file"],
    [["headers", "--url", "https://a/", "none.har"], "--url has no effect with a HAR log"],
    [["headers", "-H", "A: b", "none.har"], "--header has no effect with a HAR log"],
  ])("%j is wrong usage", async (args, err) =>
    expect(await cli(args)).toMatchObject({ code: 2, err: expect.stringContaining(err) }),
  );
  // 18 MB: a search that restarts at each entry or quotation mark takes quadratic time.
  test("the broken entry of a large log", () => {
    const text = logOf(Array(300).fill({ ...whole, text: 'x\\"{'.repeat(10_000) })).slice(0, -40);
    expect(brokenEntry(text)).toBe(299);
  });
});

test("many entries cost little more than their explanations", async () => {
  const paths = Array.from({ length: 100 }, (_, index) => ({
    ...DATE,
    etag: `"${index}"`,
    "cache-control": `public, max-age=${index}`,
    "set-cookie": `a${index}=1; Path=/; Secure; HttpOnly; SameSite=Lax`,
    "content-security-policy": `default-src 'self'; script-src 'self' https://cdn${index}.example`,
    vary: "Accept-Encoding, Origin",
    server: "nginx/1.24.0",
  }));
  const log = logOf(paths.map((lines, index) => entry(`https://example.com/${index}`, lines)));
  const explain = () => {
    for (const [index, lines] of paths.entries())
      decodeHeaders(
        {
          headers: fields(lines).map(({ name, value }) => `${name}: ${value}`),
          url: `https://example.com/${index}`,
          status: 200,
        },
        0,
      );
  };
  // Measured ratio: 1.1 to 1.7.
  expect(await effortRatio(() => har([], log), explain, 3)).toBeLessThan(3);
});
