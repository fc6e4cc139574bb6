/** Origins that may read a response. */

import { describe, expect, test } from "bun:test";
import { preflightNeeds } from "../../../build/measure/corpus/browser/preflight.ts";
import { judged } from "./judged.ts";

const APP = "https://app.example";
const ORIGIN = `Access-Control-Allow-Origin: ${APP}`;
const CREDENTIALS = "Access-Control-Allow-Credentials: true";

describe("the CORS check", () => {
  const cases: readonly (readonly [
    lines: readonly string[],
    allowed: boolean,
    withCredentials: boolean,
    why: string,
  ])[] = [
    [[ORIGIN, CREDENTIALS], true, true, "allowed"],
    [[ORIGIN], true, false, "credentials-not-allowed"],
    [[ORIGIN, "Access-Control-Allow-Credentials: TRUE"], true, false, "credentials-not-allowed"],
    [[ORIGIN, CREDENTIALS, CREDENTIALS], true, false, "credentials-not-allowed"],
    [["Access-Control-Allow-Origin: *", CREDENTIALS], true, false, "wildcard-with-credentials"],
    [[ORIGIN, ORIGIN], false, false, "several-origins"],
    [[`${ORIGIN}, https://b.example`], false, false, "several-origins"],
    [[`${ORIGIN}/`], false, false, "other-origin"],
    [["Access-Control-Allow-Origin: https://APP.example"], false, false, "other-origin"],
    [[], false, false, "no-allow-origin"],
  ];
  for (const [lines, allowed, withCredentials, why] of cases)
    test(lines.join(" | ") || "no field", () => {
      const cors = judged(lines, { method: "GET", requestHeaders: [`Origin: ${APP}`] }).cors;
      expect(cors).toMatchObject({ origin: APP, allowed, withCredentials, why });
    });

  test("a vertical tab is not white space in a list", () => {
    const requestHeaders = [`Origin: ${APP}`, "Access-Control-Request-Method: PUT"];
    const lines = [ORIGIN, "Access-Control-Allow-Methods: PUT\v"];
    expect(judged(lines, { method: "OPTIONS", status: 204, requestHeaders }).cors?.preflight).toMatchObject({
      allowed: false,
      why: "methods-invalid",
    });
  });

  test("without Origin and CORS headers there is no verdict", () => {
    expect(judged(["Content-Type: text/html"], { requestHeaders: [] }).cors).toBeUndefined();
  });

  test("for an unknown request the allowed origin is that of the response", () => {
    expect(judged([ORIGIN]).cors).toMatchObject({ origin: APP, allowed: true });
  });
});

describe("headers that scripts may read", () => {
  const cases: readonly (readonly [expose: string, readable: readonly string[]])[] = [
    ["X-A", ["content-type", "x-a"]],
    ["*", ["access-control-allow-origin", "access-control-expose-headers", "content-type", "x-a", "x-b"]],
    ["X-A X-B", ["content-type"]],
    ["x-a,,X-B", ["content-type", "x-a", "x-b"]],
  ];
  for (const [expose, readable] of cases)
    test(expose, () => {
      const lines = ["Access-Control-Allow-Origin: *", `Access-Control-Expose-Headers: ${expose}`];
      const cors = judged([...lines, "Content-Type: text/plain", "X-A: 1", "X-B: 2", "Set-Cookie: a=b"]).cors;
      expect(cors?.readable).toEqual([...readable]);
    });
});

describe("preflight responses", () => {
  const ask = (method: string, fields?: string) => ({
    method: "OPTIONS",
    status: 204,
    requestHeaders: [
      `Origin: ${APP}`,
      `Access-Control-Request-Method: ${method}`,
      ...(fields === undefined ? [] : [`Access-Control-Request-Headers: ${fields}`]),
    ],
  });
  const cases: readonly (readonly [lines: readonly string[], method: string, fields: string, why: string])[] =
    [
      [["Access-Control-Allow-Methods: PUT"], "PUT", "", "allowed"],
      [["Access-Control-Allow-Methods: PUT"], "DELETE", "", "method-not-allowed"],
      [["Access-Control-Allow-Methods: PUT"], "POST", "", "allowed"],
      [["Access-Control-Allow-Methods: GET POST"], "POST", "", "methods-invalid"],
      [["Access-Control-Allow-Methods: patch"], "PATCH", "", "method-not-allowed"],
      [["Access-Control-Allow-Headers: X-A"], "POST", "x-a", "allowed"],
      [["Access-Control-Allow-Headers: X-A"], "POST", "x-a,x-b", "field-not-allowed"],
      [["Access-Control-Allow-Headers: X-A; X-B"], "POST", "x-a", "fields-invalid"],
    ];
  for (const [lines, method, fields, why] of cases)
    test(`${lines.join(" | ")} for ${method} ${fields}`, () => {
      const { preflight } = judged([ORIGIN, CREDENTIALS, ...lines], ask(method, fields)).cors ?? {};
      expect(preflight).toMatchObject({
        why,
        allowed: why === "allowed",
        withCredentials: why === "allowed",
      });
    });

  test("an asterisk covers Authorization, but not with credentials", () => {
    const lines = [ORIGIN, CREDENTIALS, "Access-Control-Allow-Headers: *", "Access-Control-Allow-Methods: *"];
    const { preflight } = judged(lines, ask("PUT", "authorization")).cors ?? {};
    expect(preflight).toMatchObject({
      allowed: true,
      withCredentials: false,
      why: "method-not-allowed, field-not-allowed",
      missing: "PUT",
      refused: ["PUT", "authorization"],
    });
  });

  test("names every reason: a wrong origin does not hide method and field", () => {
    const lines = ["Access-Control-Allow-Origin: https://b.example", "Access-Control-Allow-Headers: x-a"];
    const cors = judged(lines, { ...ask("PUT", "x-a,x-b,x-c"), status: 404 }).cors;
    const why = "other-origin, preflight-status, method-not-allowed, field-not-allowed";
    expect(cors).toMatchObject({ why, allowed: false });
    expect(cors?.preflight).toMatchObject({ why, missing: "PUT", refused: ["PUT", "x-b", "x-c"] });
  });

  test("a rejected method is in the overall reasons too", () => {
    const cors = judged([ORIGIN, CREDENTIALS], ask("PUT")).cors;
    expect(cors).toMatchObject({ allowed: true, why: "method-not-allowed" });
  });

  test("credentials are a further reason next to a wrong origin if used", () => {
    const wrong = "Access-Control-Allow-Origin: https://b.example";
    const why = (lines: readonly string[], ...more: string[]) =>
      judged([wrong, ...lines], { method: "GET", requestHeaders: [`Origin: ${APP}`, ...more] }).cors?.why;
    expect(why([])).toBe("other-origin");
    expect(why([CREDENTIALS], "Cookie: a=b")).toBe("other-origin");
    expect(why([], "Cookie: a=b")).toBe("other-origin, credentials-not-allowed");
    expect(why(["Access-Control-Allow-Credentials: yes"])).toBe("other-origin, credentials-not-allowed");
  });

  test("with credentials an exposed asterisk is a name, shown if it differs", () => {
    const expose = "Access-Control-Expose-Headers: *";
    const both = judged([ORIGIN, CREDENTIALS, expose, "X-A: 1"]).cors;
    expect(both?.readable).toContain("x-a");
    expect(both?.readableWithCredentials).toEqual([]);
    const alike = judged([ORIGIN, CREDENTIALS, "Access-Control-Expose-Headers: X-A", "X-A: 1"]).cors;
    expect(alike).not.toHaveProperty("readableWithCredentials");
    const any = judged(["Access-Control-Allow-Origin: *", expose, "Content-Type: text/css"]).cors;
    expect(any).toMatchObject({ readableWithCredentials: [] });
  });

  test("a redirect is not an answer", () => {
    expect(judged([ORIGIN], { ...ask("POST"), status: 301 }).cors?.preflight?.why).toBe("preflight-status");
    expect(judged([ORIGIN], { ...ask("POST"), status: 299 }).cors?.preflight?.why).toBe(
      "credentials-not-allowed",
    );
  });

  test("lifetime in the preflight cache", () => {
    const seconds = (value: string, engine: "chromium" | "firefox") => {
      const verdicts = judged([ORIGIN, `Access-Control-Max-Age: ${value}`], ask("POST"));
      return (engine === "firefox" ? verdicts.firefox : verdicts).cors?.preflight?.seconds;
    };
    expect([seconds("7200", "chromium"), seconds("7201", "chromium")]).toEqual([7200, 7200]);
    expect([seconds("86400", "firefox"), seconds("86401", "firefox")]).toEqual([86_400, 86_400]);
    expect([seconds("soon", "chromium"), seconds("-1", "chromium")]).toEqual([5, 0]);
  });
});

describe("whether browsers send a preflight", () => {
  const cases: readonly (readonly [name: string, value: string, chromium: boolean, firefox: boolean])[] = [
    ["content-type", "text/plain;charset=UTF-8", false, false],
    ["content-type", "application/json", true, true],
    ["accept", "a".repeat(128), false, false],
    ["accept", "a".repeat(129), true, true],
    ["accept", 'a"b', true, true],
    ["range", "bytes=0-99", false, false],
    ["range", "bytes=-99", true, true],
    ["range", "bytes=5-5", false, false],
    ["range", "bytes=5-4", true, true],
    ["x-http-method", "GET, trace", false, false],
    ["x-http-method-override", "PUT", true, true],
    ["dpr", "2", false, true],
    ["authorization", "Bearer x", true, true],
  ];
  for (const [name, value, chromium, firefox] of cases)
    test(`${name}: ${value.slice(0, 30)}`, () => {
      expect(preflightNeeds("GET", [{ name, value }], "chromium").needed).toBe(chromium);
      expect(preflightNeeds("GET", [{ name, value }], "firefox").needed).toBe(firefox);
    });
  test("methods", () => {
    expect(preflightNeeds("POST", [], "chromium").needed).toBe(false);
    expect(preflightNeeds("PUT", [], "chromium").needed).toBe(true);
  });
});
