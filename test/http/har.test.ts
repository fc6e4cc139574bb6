import { describe, expect, test } from "bun:test";
import { har as isHar } from "har-validator/lib/promise.js";
import { decodeHeaders } from "../../src/http/decode.ts";
import { harOf } from "../../src/http/har/write.ts";
import { lookupHttp } from "../../src/http/lookup.ts";
import { cli } from "../cli/fake-io.ts";
import { send, tcpServer, testSettings } from "./servers.ts";

const NOW = Date.UTC(2026, 10, 20);
const redirecting = () =>
  tcpServer((socket, request) =>
    send(
      socket,
      request.startsWith("GET /next")
        ? "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nAge: soon\r\nContent-Length: 2\r\n\r\nhi"
        : "HTTP/1.1 301 Moved\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n",
    ),
  );

describe("out", () => {
  test("a chain is a valid HAR 1.2 log with our findings", async () => {
    await using server = await redirecting();
    const report = await lookupHttp(`127.0.0.1:${server.port}/?a=b`, {}, testSettings);
    const har = harOf(report, "GET", NOW);
    await isHar(har);
    expect(JSON.stringify(har)).toContain('"name":"age-invalid"');
    expect(JSON.stringify(har)).toContain(`{"name":"Host","value":"127.0.0.1:${server.port}"}`);
  });
  test("a lookup that failed is one too", async () => {
    const report = await lookupHttp("http://127.0.0.1/", {}, { ...testSettings, allow: [] });
    await isHar(harOf(report, "GET", NOW));
  });
  test("netlens http --har FILE", async () => {
    await using server = await redirecting();
    const { code, written } = await cli(["http", "--har", "out.har", `127.0.0.1:${server.port}`]);
    expect(code).toBe(0);
    await isHar(JSON.parse(written["out.har"] ?? ""));
  });
});

describe("in", () => {
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
    decodeHeaders({ har: { log: { version: "1.2", entries } } }, NOW);

  test("the request of an entry is explained and judged too", () => {
    const one = entry("https://a.test/", "cache-control: max-age=60");
    const headers = [...one.request.headers, { name: "Range", value: "lines=1-5" }];
    const [step] = explain({ ...one, request: { ...one.request, headers } }).steps;
    expect(step?.requestHeaders?.map(({ name }) => name)).toEqual(["range"]);
    expect(step?.requestHeaders?.[0]?.problems.map(({ name }) => name)).toEqual(["request-range-unit"]);
  });
  test("every entry is explained, the worst first", () => {
    const report = explain(
      entry("https://a.test/good", "cache-control: max-age=60"),
      entry("https://a.test/bad", "age: soon", "set-cookie: a=1\nb=2"),
    );
    expect(report.steps.map(({ request }) => request.pathname)).toEqual(["/bad", "/good"]);
    expect(report).toMatchObject({ url: "https://a.test/bad", status: 200, httpVersion: "2", timeTotal: 5 });
    expect(report.headers.map(({ value }) => value)).toEqual(["soon", "a=1", "b=2"]);
  });
  test("what we write is what we read", async () => {
    await using server = await redirecting();
    const report = await lookupHttp(`127.0.0.1:${server.port}`, {}, testSettings);
    const again = decodeHeaders({ har: JSON.parse(JSON.stringify(harOf(report, "GET", NOW))) }, NOW);
    const lines = ({ headers }: { headers: { sent?: string; value: string }[] }) =>
      headers.map(({ sent, value }) => [sent, value]);
    expect(again.steps.map(lines).toSorted()).toEqual(report.steps.map(lines).toSorted());
  });
  for (const [har, part] of [
    [1, "har.log.entries"],
    [{ log: { entries: [] } }, "empty"],
    [{ log: { entries: [{}] } }, "entries[0].request"],
    [{ log: { entries: [{ request: {}, response: { headers: 1 } }] } }, "entries[0].response.headers"],
    [{ log: { entries: Array.from({ length: 501 }, () => ({})) } }, "500"],
  ] as const)
    test(`names what is wrong: ${part}`, () => expect(() => decodeHeaders({ har }, NOW)).toThrow(part));
});
