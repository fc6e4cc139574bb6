import { describe, expect, test } from "bun:test";
import { decodeHeaders } from "../../src/http/decode.ts";

const NOW = Date.UTC(2026, 10, 20);

describe("receivedAt", () => {
  const cases: readonly [string, boolean][] = [
    ["2026-11-20T12:00:00Z", true],
    ["2026-11-20t12:00:00.25+02:00", true],
    ["2024-02-29T00:00:00Z", true],
    ["2016-12-31T23:59:60Z", true],
    ["2026-02-29T00:00:00Z", false],
    ["2026-02-30T00:00:00Z", false],
    ["2026-13-01T00:00:00Z", false],
    ["2026-11-20T24:30:00Z", false],
    ["2026-11-20T12:00:61Z", false],
    ["2026-12-31T23:59:59-00:00", true],
    ["2026-01-01T00:00:00.123456789Z", true],
    ["2026-11-20", false],
    ["yesterday", false],
  ];
  for (const [receivedAt, isTaken] of cases)
    test(`${receivedAt} is ${isTaken ? "taken" : "refused"}`, () => {
      const decode = () => decodeHeaders({ headers: ["Age: 1"], receivedAt }, NOW);
      if (isTaken) expect(decode().headers).toHaveLength(1);
      else expect(decode).toThrow("receivedAt");
    });
});

describe("errors name a part of the body", () => {
  const decode = (body: unknown) => decodeHeaders(body, NOW);
  const headers: readonly string[] = [];
  test.each<[unknown, string]>([
    [undefined, 'headers is missing; send {"headers": ["Name: value", …]}.'],
    [[], 'headers is missing; send {"headers": ["Name: value", …]}.'],
    [{ headers: null }, 'headers is missing; send {"headers": ["Name: value", …]}.'],
    [{ headers: "Age: 1" }, 'headers is not an array of "Name: value" strings.'],
    [{ headers: ["Age: 1", 5] }, "headers[1] is not a string."],
    [{ headers: Array(2001).fill("A: b") }, "headers has more than 2000 lines."],
    [{ headers: [Array(2001).fill("A: b").join("\n")] }, "headers has more than 2000 lines."],
    [{ headers, requestHeaders: Array(2001).fill("A: b") }, "requestHeaders has more than 2000 lines."],
    [{ headers, requestHeaders: {} }, 'requestHeaders is not an array of "Name: value" strings.'],
    [{ headers, status: 99 }, "status is not an integer from 100 to 999."],
    [{ headers, status: 1000 }, "status is not an integer from 100 to 999."],
    [{ headers, status: 200.5 }, "status is not an integer from 100 to 999."],
    [{ headers, status: "200" }, "status is not an integer from 100 to 999."],
    [{ headers, url: "/a" }, "url is not an absolute http or https URL."],
    [{ headers, url: "ftp://a.test/" }, "url is not an absolute http or https URL."],
    [{ headers, url: 5 }, "url is not an absolute http or https URL."],
    [{ headers, method: "G T" }, "method is not a request method such as GET."],
    [{ headers, method: "M".repeat(41) }, "method is not a request method such as GET."],
    [{ headers, receivedAt: 5 }, "receivedAt is not an RFC 3339 date-time such as 2026-11-20T12:00:00Z."],
  ])("%.80j", (body, message) => {
    expect(() => decode(body)).toThrow(message);
  });

  test("valid values", () => {
    expect(
      decode({ headers: Array(2000).fill("A: b"), requestHeaders: Array(2000).fill("A: b") }).headers.length,
    ).toBe(2000);
    expect([100, 999].map((status) => decode({ headers, status }).status)).toEqual([100, 999]);
    expect(decode({ headers, status: null, url: "", method: null, receivedAt: null }).status).toBe(0);
    expect(decode({ headers, method: "m".repeat(40) }).status).toBe(0);
    expect(decode({ headers: ["HTTP/1.1 404 Gone fishing"] })).toMatchObject({
      url: "",
      status: 404,
      statusMessage: "Gone fishing",
      httpVersion: "",
      timeTotal: 0,
      steps: [{ status: 404, ip: "" }],
      problems: [],
    });
    expect(decode({ headers, status: 404 })).toMatchObject({
      statusMessage: "Not Found",
      statusDescription: expect.stringMatching(/./),
    });
    const plain = decode({ headers });
    expect(plain).toMatchObject({ statusMessage: "", statusDescription: "" });
    const keys = (step: object | undefined) => Object.keys(step ?? {}).join(" ");
    const all =
      "request status statusMessage statusDescription httpVersion timeTotal timeStages intent headers";
    expect(keys(plain.steps[0])).toBe(`${all} ip verdicts problems`);
    const asked = decode({ headers, requestHeaders: ["Accept: a"] }).steps[0];
    expect(keys(asked)).toBe(`${all} requestHeaders ip verdicts problems`);
  });
});

describe("httpVersion", () => {
  const names = (httpVersion: unknown) =>
    decodeHeaders({ headers: ["Connection: keep-alive"], status: 200, httpVersion }, NOW).headers.flatMap(
      ({ problems }) => problems.map(({ name }) => name),
    );
  test("decides which problems apply", () => {
    expect(names("2")).toContain("connection-field-in-http2");
    expect(names("3")).toContain("connection-field-in-http2");
    expect(names("1.1")).not.toContain("connection-field-in-http2");
    expect(names(undefined)).not.toContain("connection-field-in-http2");
  });
  test.each(["4", "HTTP/2", 2, {}])("%p is refused", (httpVersion) => {
    expect(() => names(httpVersion)).toThrow('httpVersion is not one of "1.0", "1.1", "2", "3".');
  });
});

test("ignores the reason phrase of another status", () => {
  const headers = ["HTTP/1.1 301 Gone for Good", "Location: /x"];
  expect(decodeHeaders({ headers, status: 200 }, NOW)).toMatchObject({ status: 200, statusMessage: "OK" });
  expect(decodeHeaders({ headers, status: 301 }, NOW)).toMatchObject({ statusMessage: "Gone for Good" });
  expect(decodeHeaders({ headers }, NOW)).toMatchObject({ status: 301, statusMessage: "Gone for Good" });
});

test("a hostile line of thousands of faulty parts has a limited number of findings", () => {
  const report = decodeHeaders({ headers: [`Set-Cookie: a=b${"; x".repeat(5000)}`] }, NOW);
  const items = report.headers[0]?.details.items ?? [];
  const problems = items.flatMap((item) => item.problems ?? []);
  expect(items).toHaveLength(5001);
  expect(problems).toHaveLength(100);
});
