import { describe, expect, test } from "bun:test";
import { har as isHar } from "har-validator/lib/promise.js";
import { runSync } from "../../../src/api/cooperative.ts";
import { lookupHttp } from "../../../src/http/lookup.ts";
import { explainingHar, readEntry } from "../../../src/jobs/har/read.ts";
import { harOf } from "../../../src/jobs/har/write.ts";
import { cli } from "../../cli/fake-io.ts";
import { send, tcpServer, testSettings } from "../../http/servers.ts";

const NOW = Date.UTC(2026, 10, 20);
const redirecting = () =>
  tcpServer((socket, request) =>
    send(
      socket,
      request.startsWith("GET /next")
        ? "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nAge: soon\r\nContent-Length: 2\r\n\r\nhi"
        : "HTTP/1.1 301 Moved\r\nLocation: /next\r\nSet-Cookie: a=1; Path=/b; Max-Age=60; HttpOnly\r\nContent-Length: 0\r\n\r\n",
    ),
  );

describe("export", () => {
  test("a chain is a valid HAR 1.2 log with our findings", async () => {
    await using server = await redirecting();
    const report = await lookupHttp(`127.0.0.1:${server.port}/?a=b`, {}, testSettings);
    const har = harOf(report, "GET", NOW);
    await isHar(har);
    expect(har).toMatchObject({
      log: {
        entries: [
          { response: { cookies: [{ name: "a", value: "1", path: "/b", httpOnly: true, secure: false }] } },
          { response: { cookies: [] } },
        ],
      },
    });
    expect(JSON.stringify(har)).toContain('"name":"age-invalid"');
    expect(JSON.stringify(har)).toContain(`{"name":"Host","value":"127.0.0.1:${server.port}"}`);
  });
  test("a failed lookup is a valid log too", async () => {
    const report = await lookupHttp("http://127.0.0.1/", {}, { ...testSettings, allow: [] });
    await isHar(harOf(report, "GET", NOW));
  });
  test("netlens http --output har=FILE", async () => {
    await using server = await redirecting();
    const { code, written } = await cli(["http", "--output", "har=out.har", `127.0.0.1:${server.port}`]);
    expect(code).toBe(0);
    await isHar(JSON.parse(written["out.har"] ?? ""));
  });
});

test.each([
  ["status: 200", []],
  ["version: HTTP/1.1", []],
  ["status: 404", ["status"]],
  ["Status: 200 OK", ["status"]],
])("an export that lists %s", (line, names) => {
  const [name, value] = line.split(": ");
  const log = {
    log: {
      entries: [
        {
          request: { method: "GET", url: "https://a.test/" },
          response: {
            status: 200,
            headers: [
              { name, value },
              { name: "age", value: "1" },
            ],
          },
        },
      ],
    },
  };
  expect(readEntry(log.log.entries[0], 0).lines.map((each) => each.split(":")[0]?.toLowerCase())).toEqual([
    ...names,
    "age",
  ]);
});

describe("import", () => {
  const entry = (url: string, ...headers: string[]) => ({
    startedDateTime: "2026-11-20T10:00:00.000Z",
    time: 5,
    request: { method: "GET", url, httpVersion: "h2", headers: [{ name: ":path", value: "/" }] },
    response: {
      status: 200,
      statusText: "",
      httpVersion: "h2",
      headers: headers.map((line) => {
        const [name = "", value = ""] = line.split(": ");
        return { name, value };
      }),
    },
  });
  const explain = (...entries: unknown[]) =>
    runSync(explainingHar({ log: { version: "1.2", entries } }, NOW));

  test("the request of an entry is explained and checked too", () => {
    const one = entry("https://a.test/", "cache-control: max-age=60");
    const headers = [...one.request.headers, { name: "Range", value: "lines=1-5" }];
    const [step] = explain({ ...one, request: { ...one.request, headers } }).steps;
    expect(step?.requestHeaders?.map(({ name }) => name)).toEqual(["range"]);
    expect(step?.requestHeaders?.[0]?.problems.map(({ name }) => name)).toEqual(["request-range-unit"]);
  });
  test("every entry is explained, most severe first", () => {
    const report = explain(
      entry("https://a.test/good", "cache-control: max-age=60"),
      entry("https://a.test/bad", "age: soon", "set-cookie: a=1\nb=2"),
    );
    expect(report.steps.map(({ request }) => request.pathname)).toEqual(["/bad", "/good"]);
    expect(report).toMatchObject({ url: "https://a.test/bad", status: 200, httpVersion: "2", timeTotal: 5 });
    expect(report.headers.map(({ value }) => value)).toEqual(["soon", "a=1", "b=2"]);
  });
  test("an exported log can be imported", async () => {
    await using server = await redirecting();
    const report = await lookupHttp(`127.0.0.1:${server.port}`, {}, testSettings);
    const again = runSync(explainingHar(JSON.parse(JSON.stringify(harOf(report, "GET", NOW))), NOW));
    const lines = ({ headers }: { headers: { sent?: string; value: string }[] }) =>
      headers.map(({ sent, value }) => [sent, value]);
    expect(again.steps.map(lines).toSorted()).toEqual(report.steps.map(lines).toSorted());
  });
  test("the maximum number of explained entries", () => {
    const many = Array.from({ length: 500 }, () => ({ request: {}, response: {} }));
    expect(explain(...many).steps.length).toBe(500);
  });

  const step = (request: object, response: object, more: object = {}) =>
    explain({ request, response, ...more }).steps[0];

  test.each([
    ["HTTP/1.1", "1.1"],
    ["http/1.0", "1.0"],
    ["http/2.0", "2"],
    ["HTTP/2", "2"],
    ["h2", "2"],
    ["h3", "3"],
    ["HTTP/3.0", "3"],
    ["", ""],
    ["unknown", ""],
  ])("the version %j is %j", (httpVersion, version) => {
    expect(step({}, { httpVersion })?.httpVersion).toBe(version);
  });

  test.each([
    [1, 1],
    [999, 999],
    [1000, 0],
    [0, 0],
    [-1, 0],
    [200.5, 0],
    ["200", 0],
  ])("the status %j is %d", (status, known) => {
    expect(step({}, { status })?.status).toBe(known);
  });

  test.each([
    [5, 5],
    [0.5, 0.5],
    [0, 0],
    [-5, 0],
    ["5", 0],
  ])("the time %j is %d", (time, known) => {
    expect(step({}, {}, { time })).toMatchObject({ timeTotal: known, timeStages: { total: known } });
  });

  test("the other members of an entry", () => {
    expect(
      step(
        { url: "https://a.test/x?y=1", method: "head" },
        { status: 404, headers: [{ name: "Date", value: "Fri, 20 Nov 2026 10:00:00 GMT" }] },
        { serverIPAddress: "192.0.2.1", startedDateTime: "2026-11-20T10:00:00Z", time: 250 },
      ),
    ).toMatchObject({
      request: { url: "https://a.test/x?y=1" },
      ip: "192.0.2.1",
      statusMessage: "Not Found",
      statusDescription: expect.stringMatching(/./),
    });
    expect(step({}, { status: 404, statusText: "Gone fishing" })?.statusMessage).toBe("Gone fishing");
    expect(step({}, {})).toMatchObject({ statusMessage: "", statusDescription: "" });
    expect(step({ url: "nowhere" }, {})?.request.url).toBe("");
    // Date is compared with the time of receipt: startedDateTime plus time.
    const skew = (time: number) =>
      step(
        { url: "https://a.test/" },
        { status: 200, headers: [{ name: "Date", value: "Fri, 20 Nov 2026 10:00:00 GMT" }] },
        { startedDateTime: "2026-11-20T09:59:00Z", time },
      )?.headers[0]?.problems.map(({ name }) => name) ?? [];
    expect([skew(60_000), skew(0).length]).toEqual([[], 1]);
  });

  test("an error is more severe than warnings, a warning than infos, an info than nothing", () => {
    const usual = [
      "date: Fri, 20 Nov 2026 10:00:00 GMT",
      "cache-control: max-age=60",
      "content-type: text/plain; charset=utf-8",
      "x-content-type-options: nosniff",
    ];
    const entries = {
      good: entry("https://a.test/good", ...usual),
      info: entry("https://a.test/info", ...usual, "x-download-options: noopen"),
      warning: entry("https://a.test/warning", ...usual, "set-cookie2: a=1"),
      error: entry("https://a.test/error", ...usual, "age: soon"),
    };
    const { good, info, warning, error } = entries;
    const warnings = entry(
      "https://a.test/warnings",
      ...usual,
      'p3p: CP="x"',
      "allow: get",
      "x-xss-protection: 1",
    );
    for (const order of [
      [good, info, warning, error, warnings],
      [error, warnings, warning, info, good],
      [info, error, good, warnings, warning],
    ])
      expect(explain(...order).steps.map(({ request }) => request.pathname.slice(1))).toEqual([
        "error",
        "warnings",
        "warning",
        "info",
        "good",
      ]);
  });

  for (const [har, part] of [
    [1, "har.log.entries"],
    [{ log: { entries: [] } }, "empty"],
    [{ log: { entries: [{}] } }, "entries[0].request"],
    [{ log: { entries: [{ request: {}, response: { headers: 1 } }] } }, "entries[0].response.headers"],
    [{ log: { entries: [{ request: {}, response: {} }, { request: {} }] } }, "entries[1].response is not"],
    [
      { log: { entries: [{ request: { headers: Array(2001).fill({}) }, response: {} }] } },
      "entries[0].request.headers is not an array of at most 2000 fields",
    ],
    [{ log: { entries: Array.from({ length: 501 }, () => ({})) } }, "500"],
  ] as const)
    test(`names the faulty part: ${part}`, () =>
      expect(() => runSync(explainingHar(har, NOW))).toThrow(part));
});
