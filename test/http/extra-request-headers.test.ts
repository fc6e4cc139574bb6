/** Parts of a request that a caller may set: headers, method, network. */

import { describe, expect, test } from "bun:test";
import { lookupHttp } from "../../src/http/lookup.ts";
import { fieldsFor, MOST_FIELDS, readFields, requestFields } from "../../src/http/wire/request-headers.ts";
import { dnsServer } from "./dns-server.ts";
import { send, tcpServer, testSettings } from "./servers.ts";

describe("headers in the service", () => {
  test.each([
    ["Accept: text/plain", ["Accept", "text/plain"]],
    ["Accept-Language:de", ["Accept-Language", "de"]],
    ["access-control-request-method: PUT", ["access-control-request-method", "PUT"]],
    ["Cache-Control: \t no-cache \t ", ["Cache-Control", "no-cache"]],
    ['If-None-Match: "a"', ["If-None-Match", '"a"']],
    ["Origin: https://a.example", ["Origin", "https://a.example"]],
    ["Prefer: return=minimal", ["Prefer", "return=minimal"]],
    ["Range: bytes=0-1", ["Range", "bytes=0-1"]],
    ["Referer: https://a.example/", ["Referer", "https://a.example/"]],
    ["Save-Data: on", ["Save-Data", "on"]],
    ["Sec-GPC: 1", ["Sec-GPC", "1"]],
    ["Accept:", ["Accept", ""]],
  ])("%s is sent", (line, field) => {
    expect(readFields([line], true)).toEqual([field as [string, string]]);
  });

  test.each([
    "Authorization: Basic eA==",
    "Cookie: a=b",
    "X-Forwarded-For: 10.0.0.1",
    "Forwarded: for=10.0.0.1",
    "Via: 1.1 x",
    "CDN-Loop: x",
    "Range-Of: x",
    "Originator: x",
    "Accepted: x",
    "If: x",
    "User-Agent: x",
  ])("%s is not", (line) => {
    expect(() => readFields([line], true)).toThrow(`header ${line.split(":")[0]}: `);
  });

  test("the error suggests the parameter for the agent", () => {
    expect(() => readFields(["User-Agent: x"], true)).toThrow("use the parameter agent");
  });
});

describe("headers on the command line", () => {
  test.each(["Authorization: x", "Cookie: a=b", "X-Anything: 1", "User-Agent: x", "Via: 1.1 x"])(
    "%s is sent",
    (line) => {
      expect(readFields([line], false)).toHaveLength(1);
    },
  );

  test.each([
    "Host",
    "Content-Length",
    "Transfer-Encoding",
    "Trailer",
    "TE",
    "Expect",
    "Connection",
    "Keep-Alive",
    "Proxy-Connection",
    "Upgrade",
    "HTTP2-Settings",
  ])("%s belongs to the connection", (name) => {
    for (const strangers of [true, false])
      expect(() => readFields([`${name}: x`], strangers)).toThrow("the connection sets this header");
  });
});

test.each([
  "",
  "Accept",
  ": x",
  "Acc ept: x",
  "Accept: a\r\nX: y",
  "Accept: a\n",
  "Accept: ü",
  "Accept: a\u0000",
])("%j is not a header line", (line) => {
  expect(() => readFields([line], false)).toThrow("is not a header line");
});

test("limits of headers, names and values, with both edges", () => {
  const lines = Array.from({ length: MOST_FIELDS }, () => "Accept: x");
  expect(readFields(lines, true)).toHaveLength(32);
  expect(() => readFields([...lines, "Accept: x"], true)).toThrow(
    "header is given 33 times; at most 32 headers are allowed.",
  );
  expect(readFields([`Accept: ${"x".repeat(4096)}`], true)[0]?.[1]).toHaveLength(4096);
  expect(() => readFields([`Accept: ${"x".repeat(4097)}`], true)).toThrow(
    "the value has 4097 bytes; at most 4096 are allowed",
  );
  expect(readFields([`X${"y".repeat(127)}: x`], false)).toHaveLength(1);
  expect(() => readFields([`X${"y".repeat(128)}: x`], false)).toThrow("is not a header line");
  const long = `${"x".repeat(64)}`;
  expect(() => readFields([long], false)).toThrow(`header "${long}" is`);
  expect(() => readFields([`${long}y`], false)).toThrow(`header "${long}…" is`);
});

test("given headers replace ours, in any case", () => {
  const own = [
    ["User-Agent", "netlens"],
    ["Accept", "*/*"],
  ] as const;
  const target = new URL("http://a.test/");
  expect(requestFields(own, target, {})).toBe(own);
  const header = [
    ["accept", "a/b"],
    ["accept", "c/d"],
  ] as const;
  expect(requestFields(own, target, { header })).toEqual([
    ["User-Agent", "netlens"],
    ["accept", "a/b"],
    ["accept", "c/d"],
  ]);
  expect(requestFields(own, target, { omit: ["user-agent"] })).toEqual([["Accept", "*/*"]]);
});

test.each([
  ["http://me:p%40ss@a.test/", {}, undefined],
  ["http://me:p%40ss@a.test/", { sendsUserinfo: true }, `Basic ${btoa("me:p@ss")}`],
  ["http://me@a.test/", { sendsUserinfo: true }, `Basic ${btoa("me:")}`],
  ["http://m%FFe:x@a.test/", { sendsUserinfo: true }, `Basic ${btoa("m%FFe:x")}`],
  ["http://a.test/", { sendsUserinfo: true }, undefined],
  ["http://me:x@a.test/", { sendsUserinfo: true, header: [["authorization", "Bearer t"]] }, "Bearer t"],
] as const)("user information of %s with %j is sent as %s", (url, options, value) => {
  const fields = requestFields([], new URL(url), options);
  expect(fields.find(([name]) => name.toLowerCase() === "authorization")?.[1]).toBe(value as string);
});

test("credentials are not sent to other origins", () => {
  const fields = ["Authorization", "cookie", "Proxy-Authorization", "Accept"].map(
    (name) => [name, "x"] as const,
  );
  const from = new URL("https://a.example/x");
  expect(fieldsFor(new URL("https://a.example:443/y"), from, fields)).toEqual(fields);
  for (const other of ["http://a.example/x", "https://www.a.example/x", "https://a.example:444/x"])
    expect(fieldsFor(new URL(other), from, fields)).toEqual([["Accept", "x"]]);
});

const chain = (where: string, status = 302) =>
  tcpServer((socket, text) => {
    const isFirst = text.includes(" /first ");
    send(
      socket,
      isFirst
        ? `HTTP/1.1 ${status} Go\r\nLocation: ${where}\r\nContent-Length: 0\r\n\r\n`
        : "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    );
  });

describe("lookups", () => {
  test("send and report the headers in each step", async () => {
    await using server = await chain("/second");
    const header = readFields(["Accept-Language: de", "accept: text/plain"], true);
    const report = await lookupHttp(`http://127.0.0.1:${server.port}/first`, { header }, testSettings);
    expect(report.status).toBe(200);
    for (const text of server.received) {
      expect(text).toContain("\r\nAccept-Language: de\r\n");
      expect(text.match(/^accept:.*$/gim)).toEqual(["accept: text/plain"]);
    }
    expect(server.received).toHaveLength(2);
    expect(report.steps[1]?.requestHeaders).toContainEqual(
      expect.objectContaining({ name: "accept-language", value: "de" }),
    );
  });

  test("send credentials only to their origin, also after a redirect elsewhere and back", async () => {
    await using other = await chain("");
    await using server = await tcpServer((socket, text) => {
      const to = text.includes(" /a ") ? "/b" : `http://127.0.0.1:${other.port}/c`;
      send(socket, `HTTP/1.1 302 Found\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`);
    });
    const header = readFields(["Authorization: secret", "Accept-Language: de"], false);
    await lookupHttp(`http://127.0.0.1:${server.port}/a`, { header }, testSettings);
    expect(server.received.map((text) => text.includes("secret"))).toEqual([true, true]);
    expect(other.received).toHaveLength(1);
    expect(other.received[0]).toContain("Accept-Language: de");
    expect(other.received[0]).not.toContain("secret");
  });

  test("request the site's other addresses without credentials", async () => {
    await using server = await chain("");
    const header = readFields(["Authorization: secret", "Accept-Language: de"], false);
    await using dns = await dnsServer((type) => (type === "A" ? ["127.0.0.1"] : []));
    const settings = { ...testSettings, resolver: { host: "127.0.0.1", port: dns.port } };
    const url = `http://variants.test:${server.port}/x`;
    await lookupHttp(url, { header, variants: true, network: "4" }, settings);
    const asked = server.received.filter((text) => text.startsWith("GET "));
    const withSecret = asked.filter((text) => text.includes("secret"));
    expect(asked.length).toBeGreaterThan(1);
    expect(withSecret).toHaveLength(1);
    expect(withSecret[0]).toContain(`Host: variants.test:${server.port}\r\n`);
    expect(asked.every((text) => text.includes("Accept-Language: de"))).toBe(true);
  });

  test.each([
    ["OPTIONS", 303, "GET"],
    ["OPTIONS", 302, "OPTIONS"],
    ["HEAD", 303, "HEAD"],
    ["GET", 303, "GET"],
  ] as const)("continue from %s after %d with %s", async (method, status, then) => {
    await using server = await chain("/second", status);
    await lookupHttp(`http://127.0.0.1:${server.port}/first`, { method }, testSettings);
    expect(server.received.map((text) => text.split(" ")[0])).toEqual([method, then]);
  });

  test("an OPTIONS that 303 redirects to itself is repeated as GET", async () => {
    await using server = await tcpServer((socket, text) =>
      send(
        socket,
        text.startsWith("OPTIONS")
          ? "HTTP/1.1 303 See Other\r\nLocation: /\r\nContent-Length: 0\r\n\r\n"
          : "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
      ),
    );
    const report = await lookupHttp(`http://127.0.0.1:${server.port}/`, { method: "OPTIONS" }, testSettings);
    expect(report).toMatchObject({ status: 200, stop: "done", steps: [{ status: 303 }, { status: 200 }] });
  });

  test("report whether a preflight response allows the request", async () => {
    await using server = await tcpServer((socket) =>
      send(
        socket,
        "HTTP/1.1 204 No Content\r\nAccess-Control-Allow-Origin: https://a.example\r\nAccess-Control-Allow-Methods: PUT\r\n\r\n",
      ),
    );
    const header = readFields(["Origin: https://a.example", "Access-Control-Request-Method: PUT"], true);
    const report = await lookupHttp(
      `http://127.0.0.1:${server.port}/`,
      { method: "OPTIONS", header },
      testSettings,
    );
    expect(report.steps[0]?.verdicts?.cors?.preflight).toMatchObject({ allowed: true, methods: ["PUT"] });
  });

  test.each([
    ["4", "6"],
    ["6", "4"],
  ] as const)("use only IPv%s if requested, and report if there is no address", async (network, other) => {
    await using server = await tcpServer((socket) =>
      send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
    );
    await using dns = await dnsServer((type) => (type === "A" ? ["127.0.0.1"] : []));
    const settings = { ...testSettings, resolver: { host: "127.0.0.1", port: dns.port } };
    const url = `http://four.test:${server.port}/`;
    expect((await lookupHttp(url, { network: "4" }, settings)).status).toBe(200);
    const six = await lookupHttp(url, { network: "6" }, settings);
    expect(six.steps[0]?.error).toMatchObject({
      phase: "dns",
      code: "other-network",
      message: "The name four.test has no IPv6 address, only 127.0.0.1.",
    });
    const literal = network === "4" ? "127.0.0.1" : "[::1]";
    const { steps } = await lookupHttp(`http://${literal}:18999/`, { network: other }, settings);
    expect(steps[0]?.error?.message).toBe(`${literal.replace(/[[\]]/g, "")} is not an IPv${other} address.`);
  });
});

test.each([
  ["http://b:2@HOST/end", {}, btoa("b:2")],
  ["http://b:2@HOST/", {}, btoa("b:2")],
  ["/end", {}, btoa("a:1")],
  ["http://b@HOST/end", {}, btoa("b:")],
  ["http://b:2@HOST/end", { header: [["Authorization", "Bearer t"]] as const }, undefined],
  ["http://b:2@HOST/end", { sendsUserinfo: false }, ""],
])("a Location %s with %j: its user information is sent", async (location, more, expected) => {
  let count = 0;
  await using server = await tcpServer((socket) =>
    send(
      socket,
      count++ === 0
        ? `HTTP/1.1 302 Found\r\nLocation: ${location.replace("HOST", `127.0.0.1:${server.port}`)}\r\nContent-Length: 0\r\n\r\n`
        : "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    ),
  );
  await lookupHttp(`http://a:1@127.0.0.1:${server.port}/`, { sendsUserinfo: true, ...more }, testSettings);
  const [, sent] = /Authorization: (.*)\r\n/.exec(server.received[1] ?? "") ?? [];
  expect(sent ?? "").toBe(expected === undefined ? "Bearer t" : expected && `Basic ${expected}`);
});
