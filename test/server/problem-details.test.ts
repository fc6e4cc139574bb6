import { describe, expect, test } from "bun:test";
import { bytesOf } from "../../src/api/answer.ts";
import { ERRORS, type ErrorCode, errorItem, NetlensError } from "../../src/api/errors.ts";
import { createSite } from "../../src/api/site.ts";
import {
  CLIENT_CLOSED_REQUEST,
  clientClosedResponse,
  failureResponse,
  problemDetails,
  problemResponse,
} from "../../src/server/pipeline/problem-details.ts";
import { handledUrl, received, rewritten } from "../../src/server/pipeline/received.ts";

/** Error code → status, as in the contract. */
const STATUSES: Readonly<Record<ErrorCode, number>> = {
  "invalid-ip": 400,
  "invalid-url": 400,
  "invalid-useragent": 400,
  "invalid-headers": 400,
  "invalid-json": 400,
  "invalid-param": 400,
  unauthorized: 401,
  forbidden: 403,
  "unknown-endpoint": 404,
  "method-not-allowed": 405,
  "too-slow": 408,
  "too-large": 413,
  "unsupported-media-type": 415,
  "rate-limit": 429,
  "internal-error": 500,
  "geo-database-unavailable": 503,
  "no-browser": 503,
  "too-many-connections": 503,
  "loop-detected": 508,
  "too-busy": 503,
};

describe("problem details", () => {
  test.each(Object.entries(STATUSES))("%s is %d", (code, status) => {
    const title = ERRORS[code as ErrorCode].title;
    expect(problemDetails(code as ErrorCode, "why") as object).toEqual({
      type: `/api#${code}`,
      title,
      status,
      detail: "why",
      error: code,
      message: "why",
    });
  });
  test("as a response", async () => {
    const response = problemResponse(new NetlensError("rate-limit", "wäit", { "retry-after": "5" }), "");
    expect(response.status).toBe(429);
    const text = await response.text();
    expect(JSON.parse(text)).toEqual(problemDetails("rate-limit", "wäit"));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/problem+json",
      "content-length": String(Buffer.byteLength(text)),
      "cache-control": "no-store",
      "retry-after": "5",
    });
    expect(bytesOf(response)).toBe(Buffer.byteLength(text));
  });
  test("as an item of a batch", () =>
    expect(errorItem(new NetlensError("invalid-ip", "why"))).toEqual({
      error: "invalid-ip",
      message: "why",
    }));
});

describe("thrown values", () => {
  const BUG = "The service failed to handle this request; its log has the cause.";
  const answered = async (error: unknown, code: string) => {
    const bugs: unknown[] = [];
    const deps = { site: createSite("1"), onBug: (bug: unknown) => void bugs.push(bug) };
    const response = failureResponse(new Request("http://a/b"), error, code, deps);
    const { error: ours, detail } = (await response.json()) as { error: string; detail: string };
    return [ours, detail, bugs.length];
  };
  const why = new NetlensError("invalid-ip", "why");
  test.each([
    [why, "UNKNOWN", ["invalid-ip", "why", 0]],
    [Object.assign(new Error("secret"), { cause: why }), "PARSE", ["invalid-ip", "why", 0]],
    [Object.assign(new Error("secret"), { customError: why }), "VALIDATION", ["invalid-ip", "why", 0]],
    [new Error("secret"), "NOT_FOUND", ["unknown-endpoint", "There is no endpoint at /b.", 0]],
    [new Error("secret"), "UNKNOWN", ["internal-error", BUG, 1]],
    [new Error("secret"), "PARSE", ["internal-error", BUG, 1]],
    [new Error("secret"), "VALIDATION", ["internal-error", BUG, 1]],
    ["secret", "UNKNOWN", ["internal-error", BUG, 1]],
  ])("%p %s", async (error, code, expected) => expect(await answered(error, code)).toEqual(expected));
});

describe("a client that disconnected", () => {
  const request = (left: boolean) => {
    const controller = new AbortController();
    if (left) controller.abort();
    return new Request("http://a/", { signal: controller.signal });
  };
  const aborted = new DOMException("gone", "AbortError");
  test("is not a failure", () => {
    expect(CLIENT_CLOSED_REQUEST).toBe(499);
    expect(clientClosedResponse(request(true), aborted)?.status).toBe(499);
  });
  test.each([
    [false, aborted],
    [true, new Error("bug")],
    [true, "AbortError"],
  ])("unless %#", (left, error) => expect(clientClosedResponse(request(left), error)).toBeUndefined());
});

describe("requests in another form", () => {
  test("have the id of the original request", async () => {
    const came = new Request("http://a/", { method: "POST", body: "x", headers: { a: "b" } });
    const first = rewritten(came, "http://b/c");
    const second = rewritten(first, first.url, { body: "y" });
    expect([received(second) === came, received(first) === came, received(came) === came]).toEqual([
      true,
      true,
      true,
    ]);
    expect([second.url, second.method, second.headers.get("a"), await second.text()]).toEqual([
      "http://b/c",
      "POST",
      "b",
      "y",
    ]);
  });
  test.each([
    ["http://a/b", "http://a/b"],
    ["http://a/b?c#d", "http://a/b?c"],
    ["http://a/#", "http://a/"],
    ["/b", "http://localhost/b"],
    ["/b#c", "http://localhost/b"],
    ["#c", ""],
  ])("%s is handled as %s", (url, handled) => expect(handledUrl(url)).toBe(handled));
});
