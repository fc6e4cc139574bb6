import { describe, expect, test } from "bun:test";
import { createCors } from "../../src/server/pipeline/cors.ts";

const PAGE = "https://a.example";

function fields(origins: readonly string[], method: string, headers: Record<string, string>) {
  const request = new Request("http://localhost/v1/ip", { method, headers });
  return new Map(createCors(origins)(request));
}

const preflight = (more: Record<string, string> = {}) => ({
  origin: PAGE,
  "access-control-request-method": "GET",
  ...more,
});

describe("a preflight is answered with its method and headers", () => {
  const asked: readonly (readonly [method: string, names: string | undefined])[] = [
    ["GET", "x-wp-nonce"],
    ["POST", "authorization,content-type,x-requested-with,x-wp-nonce"],
    ["PATCH", "x-any, x-other"],
    ["HEAD", undefined],
  ];
  for (const origins of [["*"], [PAGE]])
    for (const [method, names] of asked)
      test(`${origins} ${method} ${names ?? "without names"}`, () => {
        const request = preflight({
          "access-control-request-method": method,
          ...(names !== undefined && { "access-control-request-headers": names }),
        });
        const given = fields(origins, "OPTIONS", request);
        expect(given.get("access-control-allow-origin")).toBe(origins[0] ?? "");
        expect(given.get("access-control-allow-methods")).toBe(method);
        expect(given.get("access-control-allow-headers")).toBe(names);
        expect(given.get("access-control-max-age")).toBe("86400");
        expect(given.has("access-control-allow-credentials")).toBe(false);
      });
});

describe("without CORS", () => {
  const cases: readonly (readonly [
    what: string,
    origins: string[],
    method: string,
    headers: Record<string, string>,
  ])[] = [
    ["off until configured", [], "OPTIONS", preflight({ "access-control-request-headers": "x-a" })],
    ["null origin", ["*"], "GET", { origin: "null" }],
    ["preflight of a null origin", ["*"], "OPTIONS", preflight({ origin: "null" })],
    [
      "Private Network Access",
      ["*"],
      "OPTIONS",
      preflight({ "access-control-request-private-network": "true" }),
    ],
    ["another origin", [PAGE], "GET", { origin: "https://b.example" }],
    ["preflight of another origin", [PAGE], "OPTIONS", preflight({ origin: "https://b.example" })],
    ["a method that is not a token", ["*"], "OPTIONS", preflight({ "access-control-request-method": "G T" })],
    [
      "names that are not tokens",
      ["*"],
      "OPTIONS",
      preflight({ "access-control-request-headers": "a, b c" }),
    ],
  ];
  for (const [what, origins, method, headers] of cases)
    test(what, () => {
      const names = [...fields(origins, method, headers).keys()];
      expect(names.filter((name) => name.startsWith("access-control-"))).toEqual([]);
    });

  test("a null origin gets no other origin's answer", () => {
    expect(fields(["*"], "GET", { origin: "null" }).get("vary")).toBe("Origin");
    expect(fields(["*"], "GET", { origin: PAGE }).has("vary")).toBe(false);
  });
});
