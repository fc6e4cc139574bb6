import { describe, expect, test } from "bun:test";
import { Answer, accepts, bytesOf, contentOf, respond } from "../../src/api/answer.ts";

const request = (encoding?: string) =>
  new Request("http://localhost/", {
    headers: encoding === undefined ? {} : { "accept-encoding": encoding },
  });

describe("a preference list that accepts gzip", () => {
  test.each([
    ["gzip", true],
    ["br, GZIP;q=0.5", true],
    ["gzip;q=0.001", true],
    ["br;q=0, gzip", true],
    ["gzip;q=0", false],
    ["gzip ; q=0.000", false],
    ["x-gzip", false],
    ["", false],
    [null, false],
  ])("%j: %p", (list, expected) => expect(accepts(list, "gzip")).toBe(expected));
});

describe("compression", () => {
  test.each([
    [999, "gzip", null],
    [1000, "gzip", "gzip"],
    [1000, "br", null],
    [1000, undefined, null],
  ])("%d characters for %p", async (length, encoding, coding) => {
    const text = "x".repeat(length);
    const response = respond(request(encoding), contentOf(text), {});
    expect(response.headers.get("content-encoding")).toBe(coding);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytesOf(response)).toBe(bytes.length);
    expect(new TextDecoder().decode(coding === null ? bytes : Bun.gunzipSync(bytes))).toBe(text);
  });
  test.each(["gzip", "br"])("of bytes for %p", async (encoding) => {
    const bytes = Buffer.from("ü".repeat(500));
    const response = respond(request(encoding), contentOf(bytes), {});
    const sent = new Uint8Array(await response.arrayBuffer());
    expect(bytesOf(response)).toBe(sent.length);
    expect(Buffer.from(encoding === "gzip" ? Bun.gunzipSync(sent) : sent).equals(bytes)).toBe(true);
  });
  test("is done once", () => {
    const content = contentOf("x".repeat(1000));
    expect(content.gzip()).toBe(content.gzip());
  });
});

test("an answer has common headers, its own headers, and Vary", () => {
  const fields = (own: Record<string, string>, status?: number) => {
    const response = respond(request(), contentOf("x"), own, status);
    return [response.status, Object.fromEntries(response.headers)];
  };
  const common = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
  expect(fields({ "x-a": "b" })).toEqual([
    200,
    expect.objectContaining({ ...common, "x-a": "b", vary: "Accept-Encoding" }),
  ]);
  expect(fields({ vary: "Accept", "cache-control": "public" }, 404)).toEqual([
    404,
    expect.objectContaining({ ...common, "cache-control": "public", vary: "Accept, Accept-Encoding" }),
  ]);
});

test.each([
  [new Answer("aä€"), 6],
  [new Answer(new Uint8Array(5)), 5],
  [new Answer(null), 0],
  [new Response("abc", { headers: { "content-length": "3" } }), 3],
  [new Response(null), 0],
])("bytes of an answer %#", (response, bytes) => expect(bytesOf(response)).toBe(bytes));
