/** The library as used in test files. */

import { describe, expect, test } from "bun:test";
import { explainHeaders, lintResponse } from "../../src/library/index.ts";
import { netlensMatchers } from "../../src/library/matchers.ts";
import { type HeadersLike, linesOf } from "../../src/library/response/message.ts";

const BAD = "a=1; SameSite=None";
const ids = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name);

/** Playwright's APIResponse: headers without a promise. */
const apiResponse = {
  headersArray: () => [
    { name: "Set-Cookie", value: BAD },
    { name: "Set-Cookie", value: "b=2; Secure; HttpOnly; SameSite=Lax" },
  ],
  headers: () => ({ "set-cookie": "joined" }),
  status: () => 200,
  url: () => "https://example.com/",
};
/** Playwright's Response of a page: headers by a promise. */
const pageResponse = {
  headersArray: async () => [{ name: "Set-Cookie", value: BAD }],
  status: () => 200,
  url: () => "https://example.com/",
  request: () => ({ method: () => "POST" }),
};

describe("parts of a response that are read", () => {
  test("of fetch: its lines, with separate Set-Cookie lines", () => {
    const response = new Response("x", {
      status: 201,
      headers: [
        ["Set-Cookie", BAD],
        ["Vary", "a"],
        ["Set-Cookie", "b=2"],
        ["Vary", "b"],
      ],
    });
    expect(linesOf(response)).toEqual({
      headers: [
        "content-type: text/plain;charset=utf-8",
        "vary: a, b",
        `set-cookie: ${BAD}`,
        "set-cookie: b=2",
      ].filter((line) => !line.startsWith("content-type") || response.headers.has("content-type")),
      status: 201,
    });
  });
  test("of Playwright, with the method of its request", async () => {
    expect(linesOf(apiResponse)).toEqual({
      headers: [`Set-Cookie: ${BAD}`, "Set-Cookie: b=2; Secure; HttpOnly; SameSite=Lax"],
      status: 200,
      url: "https://example.com/",
    });
    expect(await linesOf(pageResponse)).toMatchObject({ method: "POST", headers: [`Set-Cookie: ${BAD}`] });
  });
  test.each<[headers: HeadersLike, lines: string[]]>([
    [["A: b"], ["A: b"]],
    [[["A", "b"]], ["A: b"]],
    [{ a: "b", c: ["d", "e"], f: 1, g: undefined }, ["a: b", "c: d", "c: e", "f: 1"]],
    [new Headers({ a: "b" }), ["a: b"]],
    [new Map([["a", "b"]]), ["a: b"]],
  ])("of %p", (headers, lines) => {
    expect(linesOf({ headers })).toEqual({ headers: lines });
    expect(linesOf({ headers: [], request: { method: "HEAD", headers } })).toEqual({
      headers: [],
      method: "HEAD",
      requestHeaders: lines,
    });
  });
  test("a value without headers is refused, with the faulty part", () => {
    for (const wrong of [undefined, null, "x", {}]) expect(() => linesOf(wrong as never)).toThrow(TypeError);
    expect(() => lintResponse({ headers: ["A: b"], status: 99 })).toThrow(/status/);
    expect(() => lintResponse({ headers: ["A: b"], url: "::" })).toThrow(/url/);
  });
});

describe("findings", () => {
  const response = { status: 200, headers: { "set-cookie": BAD, "x-powered-by": "PHP/5.2.0" } };
  test("are those of the command line, most severe first, with their positions", () => {
    const [first] = lintResponse(response);
    expect(first).toMatchObject({
      name: "cookie-samesite-none-insecure",
      severity: "error",
      fix: `set-cookie: ${BAD}; Secure`,
      places: [{ step: 1, field: "set-cookie", line: 1 }],
    });
    expect(explainHeaders(response).steps[0]?.headers[0]?.description).not.toBe("");
  });
  test("can be ignored, also for one header", () => {
    expect(ids(lintResponse(response, { ignore: ["cookie-samesite-none-insecure"] }))).not.toContain(
      "cookie-samesite-none-insecure",
    );
    expect(ids(lintResponse(response, { ignore: ["cookie-samesite-none-insecure:etag"] }))).toContain(
      "cookie-samesite-none-insecure",
    );
  });
  test("are a promise if the headers are", async () => {
    const promised: Promise<{ name: string }[]> = lintResponse(pageResponse);
    expect(ids(await promised)).toContain("cookie-samesite-none-insecure");
  });
});

expect.extend(netlensMatchers as unknown as Parameters<typeof expect.extend>[0]);
interface Extended {
  toHaveNoHeaderErrors(options?: object): void;
  toBeCacheable(options?: object): void;
  toSetSecureCookies(options?: object): void;
  readonly not: Extended;
}
const expected = (received: unknown) => expect(received) as unknown as Extended;

describe("matchers", () => {
  const html = { "content-type": "text/html" };
  test("no header errors: by severity, with findings to ignore", async () => {
    const bad = { status: 200, headers: { ...html, "set-cookie": BAD } };
    expected({ status: 204, headers: {} }).toHaveNoHeaderErrors();
    expected(bad).not.toHaveNoHeaderErrors();
    expected(bad).toHaveNoHeaderErrors({ ignore: ["cookie-samesite-none-insecure"] });
    expected({ status: 200, headers: html }).toHaveNoHeaderErrors();
    expected({ status: 200, headers: html }).not.toHaveNoHeaderErrors({ severity: "warning" });
    expect(() => expected(bad).toHaveNoHeaderErrors()).toThrow(
      /1 problem of severity error or worse in the headers:\n {2}Chromium and Firefox reject.*\[cookie-samesite-none-insecure\]\n {4}better: set-cookie: /,
    );
    await (expected(pageResponse).not.toHaveNoHeaderErrors() as unknown as Promise<void>);
  });
  test("cacheable: by a shared cache or a private cache", () => {
    const cached = (value: string) => ({ status: 200, headers: { "cache-control": value } });
    expected(cached("max-age=60")).toBeCacheable();
    expected(cached("private, max-age=60")).not.toBeCacheable();
    expected(cached("private, max-age=60")).toBeCacheable({ by: "private" });
    expected(cached("max-age=0")).not.toBeCacheable();
    expected(cached("max-age=1")).toBeCacheable();
    expected(cached("no-store")).not.toBeCacheable({ by: "private" });
    expected({ headers: [] }).not.toBeCacheable();
    expect(() => expected(cached("no-store")).toBeCacheable()).toThrow(
      "a shared cache may not reuse this response without revalidation (stores: false,",
    );
  });
  test("secure cookies: all of them, and at least one", () => {
    const cookies = (...values: string[]) => ({
      status: 200,
      url: "https://example.com/",
      headers: values.map((value) => `Set-Cookie: ${value}`),
    });
    const good = "a=1; Secure; HttpOnly; SameSite=Lax";
    expected(cookies(good)).toSetSecureCookies();
    expected(cookies(good, "gone=; Max-Age=0")).toSetSecureCookies();
    expected(cookies()).not.toSetSecureCookies();
    for (const part of ["Secure", "HttpOnly", "SameSite=Lax"])
      expect(() =>
        expected(cookies(good, good.replace("a=", "b=").replace(`; ${part}`, ""))).toSetSecureCookies(),
      ).toThrow(`  b: no ${part.replace("=Lax", "")}`);
    expected(cookies("a=1; Secure; SameSite=Lax")).toSetSecureCookies({ readable: ["a"] });
    expect(() => expected(cookies(BAD)).toSetSecureCookies()).toThrow("  a: most browsers reject it: ");
  });
});
