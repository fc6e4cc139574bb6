import { describe, expect, test } from "bun:test";
import { cacheableAnswer, isNotModified } from "../../src/api/http-validators.ts";

describe("answers that may be cached", () => {
  const kept = cacheableAnswer("state");
  const fields = {
    "cache-control": "public, max-age=3600",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    etag: kept.etag,
    "referrer-policy": "no-referrer",
    vary: "Accept",
    "x-content-type-options": "nosniff",
  };
  test("have a lifetime and a validator", () => {
    expect(Object.fromEntries(kept.init.headers)).toEqual({ ...fields, "content-type": "application/json" });
    expect(kept.unchanged.status).toBe(304);
    expect(Object.fromEntries(kept.unchanged.headers)).toEqual(fields);
  });
  test("have a tag of the release, and of the state if there is one", () => {
    expect(kept.etag).toBe(`${cacheableAnswer().etag.slice(0, -1)}-state"`);
    expect(cacheableAnswer("other").etag).not.toBe(kept.etag);
  });

  const { etag } = kept;
  test.each([
    [undefined, false],
    [etag, true],
    ["*", true],
    [" * ", true],
    [`W/${etag}`, true],
    [`"other", ${etag}`, true],
    [`"other",W/${etag} , "more"`, true],
    ['"other"', false],
    [etag.slice(1, -1), false],
    [cacheableAnswer().etag, false],
    ["", false],
  ])("If-None-Match: %s", (value, expected) => {
    const headers: Record<string, string> = value === undefined ? {} : { "if-none-match": value };
    expect(isNotModified(new Request("http://a/", { headers }), kept)).toBe(expected);
  });
});
