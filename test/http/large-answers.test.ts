/** Very large responses: the report, the memory and the blocking time stay small. */

import { describe, expect, test } from "bun:test";
import { Elysia } from "elysia";
import { runYielding } from "../../src/api/cooperative.ts";
import { NetlensError } from "../../src/api/errors.ts";
import { jsonContent } from "../../src/api/json-content.ts";
import { refusalOf } from "../../src/api/plugin.ts";
import { lookedInto } from "../../src/headers/response-budget.ts";
import { decodeHeaders, decoding } from "../../src/http/decode.ts";
import { lookupHttp } from "../../src/http/lookup.ts";
import { httpRoutes } from "../../src/http/routes.ts";
import { reportForms } from "../../src/server/routes/report-forms.ts";
import { cli } from "../cli/fake-io.ts";
import { send, tcpServer, testSettings } from "./servers.ts";

const MiB = 1_048_576;
const LARGEST = 4 * MiB;
const NOW = Date.UTC(2026, 10, 20);
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i));

describe("lines are counted after they are split", () => {
  const app = new Elysia()
    .onError(({ error, code }) => new Response(refusalOf(error, code)?.message ?? "", { status: 400 }))
    .use(httpRoutes({ settings: testSettings }, reportForms));
  const rows: [name: string, headers: string[], refused: boolean][] = [
    ["a string of 1 MiB", ["age:1\n".repeat(MiB / 6 - 10)], true],
    ["2,000 in a string", ["age:1\n".repeat(2000)], false],
    ["2,001 in a string", ["age:1\n".repeat(2001)], true],
    ["2,001 with CR alone", ["age:1\r".repeat(2001)], true],
    ["2,000 strings", lines(2000, () => "age: 1"), false],
    ["2,001 strings", lines(2001, () => "age: 1"), true],
    ["a head and 1 MB of content after it", ["HTTP/1.1 200 OK\nAge: 1\n\n", "<p>x\n".repeat(200_000)], false],
  ];
  for (const [name, headers, refused] of rows)
    test(name, async () => {
      const body = JSON.stringify({ headers });
      const request = { method: "POST", body, headers: { "content-type": "application/json" } };
      const response = await app.handle(new Request("http://localhost/v1/http", request));
      const text = await response.text();
      expect(response.status).toBe(refused ? 400 : 200);
      expect(text.length).toBeLessThan(LARGEST);
      if (refused) expect(text).toContain("2000");
    });
  test("also those of the request", () => {
    const decode = () =>
      decodeHeaders({ headers: ["Age: 1"], requestHeaders: ["a:1\n".repeat(10_000)] }, NOW);
    expect(decode).toThrow(NetlensError);
  });
});

describe("a report is limited and lists what it omits", () => {
  const rows: [name: string, headers: string[]][] = [
    ["cookies", lines(2000, (i) => `Set-Cookie: a${i}=b; Path=/; x; y; z`)],
    ["policies", lines(2000, (i) => `Content-Security-Policy: a${i},${"1,".repeat(15)}`)],
    ["control characters", lines(2000, () => `X-A: ${"\x01".repeat(400)}`)],
    ["members", lines(1900, () => `Link: ${"<a>;rel=a,".repeat(20)}`)],
    ["one long line", [`Permissions-Policy: ${"a=(),".repeat(200_000)}`]],
  ];
  for (const [name, headers] of rows)
    test(name, () => {
      const report = decodeHeaders({ headers, status: 200 }, NOW);
      expect(bytesOf(report)).toBeLessThan(LARGEST);
      const { truncated } = report;
      expect(report.steps[0]?.truncated).toEqual(truncated);
      expect(
        (truncated?.lines ?? 0) + (truncated?.details ?? 0) + (truncated?.problems ?? 0),
      ).toBeGreaterThan(0);
      expect(report.headers.length + (truncated?.lines ?? 0)).toBe(headers.length);
    });
  test("an ordinary response is reported completely", () => {
    const headers = lines(60, (i) => `Set-Cookie: a${i}=b; Path=/; Secure; HttpOnly; SameSite=Lax`);
    expect(decodeHeaders({ headers, status: 200 }, NOW).truncated).toBeUndefined();
  });

  test("a chain of redirects with thousands of cookies each", async () => {
    let count = 0;
    const cookies = lines(4000, (i) => `Set-Cookie: a${i}=b; Path=/\r\n`).join("");
    await using server = await tcpServer((socket) =>
      send(socket, `HTTP/1.1 302 Found\r\nLocation: /${++count}\r\nContent-Length: 0\r\n${cookies}\r\n`),
    );
    const settings = { ...testSettings, maxHeadBytes: 256 * 1024 };
    const report = await lookupHttp(`127.0.0.1:${server.port}`, {}, settings);
    expect(report.stop).toBe("too-many-redirects");
    expect(report.steps).toHaveLength(6);
    expect(bytesOf(report)).toBeLessThan(LARGEST);
    // The request has 5 header lines.
    for (const { headers, requestHeaders = [], truncated } of report.steps)
      expect(headers.length + requestHeaders.length + (truncated?.lines ?? 0)).toBe(4002 + 5);
    expect(report.truncated?.lines).toBeGreaterThan(20_000);
    // The last step keeps its lines; earlier steps are truncated.
    expect(report.headers.length).toBeGreaterThan(500);
  });

  test("a head with too many lines is refused", async () => {
    await using server = await tcpServer((socket) =>
      send(socket, `HTTP/1.1 200 OK\r\n${"a:\r\n".repeat(10_001)}\r\n`),
    );
    const report = await lookupHttp(`127.0.0.1:${server.port}`, {}, testSettings);
    expect(report.steps[0]?.error?.code).toBe("head-too-large");
  });

  test("a Location that servers would refuse is not followed", async () => {
    await using server = await tcpServer((socket) =>
      send(socket, `HTTP/1.1 302 Found\r\nLocation: /?${"a&".repeat(10_000)}\r\nContent-Length: 0\r\n\r\n`),
    );
    const report = await lookupHttp(`127.0.0.1:${server.port}`, {}, testSettings);
    expect(report).toMatchObject({ stop: "invalid-location", problems: [{ name: "location-too-long" }] });
  });
});

describe("other work runs while a large message is explained", () => {
  test("pauses after 40 lines at most", () => {
    const headers = lines(1900, (i) => `Set-Cookie: a${i}=b; Path=/; x; y; z`);
    let pauses = 0;
    for (const work = decoding({ headers }, NOW); !work.next().done; ) pauses++;
    expect(pauses).toBeGreaterThan(1900 / 40);
  });
  test("and every few milliseconds", async () => {
    let time = 0;
    let turns = 0;
    const count = () => {
      turns++;
      handle = setImmediate(count);
    };
    let handle = setImmediate(count);
    const work = (function* () {
      for (let i = 0; i < 100; i++) yield;
    })();
    await runYielding(work, () => time++);
    clearImmediate(handle);
    expect(turns).toBeGreaterThan(10);
  });
});

describe("JSON is measured before it is parsed", () => {
  const read = (body: string) =>
    jsonContent(
      new Request("http://localhost/", {
        method: "POST",
        body,
        headers: { "content-type": "application/json" },
      }),
    );
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  test("64 levels", async () => expect(await read(nested(64))).toBeArray());
  test("65 levels", () => expect(read(nested(65))).rejects.toThrow("nested deeper than 64"));
  test("half a million, not closed", () =>
    expect(read(`{"ips":[${"[".repeat(500_000)}`)).rejects.toThrow("nested deeper than 64"));
  test("brackets in strings do not count", async () =>
    expect(await read(JSON.stringify(["[".repeat(100), '\\"[[', "{".repeat(100)]))).toHaveLength(3));
});

test("netlens headers reads a file only as far as the service would", async () => {
  let read = 0;
  const openFile = async function* () {
    for (; read < 100; read++) yield "age: 1\n".repeat(150_000);
  };
  const { code, err } = await cli(["headers", "large.txt"], { openFile });
  expect(code).toBe(2);
  expect(err).toContain("large.txt has more than 1048576 bytes");
  expect(read).toBeLessThan(3);
});

test("of thousands of lines of one name a limited number is searched, in the chain as well", () => {
  const cookies = Array.from({ length: 9000 }, (_, i) => ({ name: "set-cookie", value: `a${i}=b` }));
  expect(lookedInto([...cookies, { name: "location", value: "/" }])).toHaveLength(201);
  expect(
    lookedInto([
      { name: "x", value: "a".repeat(32_768) },
      { name: "x", value: "a".repeat(32_769) },
    ]),
  ).toHaveLength(1);
});
