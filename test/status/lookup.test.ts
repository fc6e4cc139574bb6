import { describe, expect, test } from "bun:test";
import { statusRows } from "../../data/status-codes.ts";
import { statusPractices } from "../../data/status-practice.ts";
import { openVerdicts } from "../../src/headers/verdicts/index.ts";
import { describeStatus } from "../../src/status/lookup.ts";
import { explainStatus } from "../../src/status/practice.ts";

const REGISTRY = "https://www.iana.org/assignments/http-status-codes/http-status-codes.xhtml";

describe("unlisted codes are described by their class", () => {
  test.each([
    [199, "informational", "An unregistered interim response"],
    [299, "successful", "An unregistered success code"],
    [399, "redirection", "An unregistered redirection code"],
    [489, "client-error", "An unregistered client error code"],
    [589, "server-error", "An unregistered server error code"],
    [600, "unknown", "Not a valid HTTP status code"],
    [998, "unknown", "Not a valid HTTP status code"],
  ] as const)("%d", (code, name, start) => {
    const { description = "", ...rest } = describeStatus(code) ?? {};
    expect(rest as object).toEqual({ code, message: "", class: name, registered: false, link: REGISTRY });
    expect(description).toStartWith(start);
  });
});

test("a registered code, and one that a product uses", () => {
  expect(describeStatus(404)).toMatchObject({
    code: 404,
    message: "Not Found",
    class: "client-error",
    registered: true,
  });
  expect(describeStatus(520)).toMatchObject({
    class: "server-error",
    registered: false,
    sender: "Cloudflare",
  });
});

test("every code of the table has its own class", () => {
  const names = ["", "informational", "successful", "redirection", "client-error", "server-error"] as const;
  for (const { code } of statusRows)
    expect(describeStatus(code)?.class, `${code}`).toBe(names[Math.floor(code / 100)] || "unknown");
});

test.each([
  [99, false],
  [100, true],
  [999, true],
  [1000, false],
  [200.5, false],
  [Number.NaN, false],
])("%d is a status code: %p", (code, expected) => expect(describeStatus(code) !== undefined).toBe(expected));

describe("the practice of a code", () => {
  const codes = [...statusPractices.keys()];
  test("exists only for registered codes", () => {
    expect(codes.filter((code) => !describeStatus(code)?.registered)).toEqual([]);
    expect(explainStatus(404)?.sentWhen).toContain("nothing exists at the URL");
    expect(explainStatus(599)?.sentWhen).toBeUndefined();
  });

  test.each(codes.filter((code) => code >= 200 && code !== 206 && code !== 304))(
    "%d is cacheable by default if the verdict has it",
    (code) => {
      const lines = [
        ["date", "Mon, 23 Nov 2026 07:00:00 GMT"],
        ["last-modified", "Mon, 23 Nov 2026 06:00:00 GMT"],
      ].map(([name = "", value = ""], index) => ({ name, value, index }));
      const { caching } = openVerdicts({ lines, status: code, method: "GET", request: [] });
      const said = /^Caches may store it (?:even|without)/.test(explainStatus(code)?.caches ?? "");
      expect(said).toBe(caching?.private.stores === true);
    },
  );
});
