/**
 * Browsers' own caches, one row per rule, as observed in November 2026 (`bun build/measure/differences.ts
 * cache`).
 */

import { describe, expect, test } from "bun:test";
import { receivedMessage } from "../../../src/headers/message.ts";
import { rawResponse } from "../../../src/headers/raw-response.ts";
import { checkBrowserCache } from "../../../src/headers/verdicts/caching/browser.ts";
import type { Engine } from "../../../src/headers/verdicts/response.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const DATE = "Date: Sun, 22 Nov 2026 12:00:00 GMT";
const TEN_DAYS_AGO = "Last-Modified: Thu, 12 Nov 2026 12:00:00 GMT";
const HOUR_AHEAD = "Expires: Sun, 22 Nov 2026 13:00:00 GMT";
const ETAG = 'ETag: "v1"';
const STALE = "Cache-Control: max-age=0, stale-while-revalidate=60";

function judge(
  engine: Engine,
  status: number | undefined,
  lines: readonly string[],
  requestHeaders?: string[],
) {
  const message = receivedMessage(
    lines.map((text) => ({ text, octets: false })),
    {
      ...(status !== undefined && { status }),
      url: "https://www.example.com/",
      method: "GET",
      receivedAt: NOW,
      ...(requestHeaders && { requestHeaders }),
    },
  );
  return checkBrowserCache(rawResponse(message), engine);
}

/**
 * Status, lines, then per engine (Chromium, Firefox, WebKit) the source of a second navigation, a reload and
 * a return, and the stored lifetime; `=` is the same as in Chromium.
 */
const ROWS: readonly (readonly [number, readonly string[], string, string, string])[] = [
  [200, ["Cache-Control: max-age=60", ETAG], "cache check cache 60", "=", "cache origin cache 60"],
  [200, ["Cache-Control: max-age=60"], "cache origin cache 60", "=", "="],
  [200, ["Cache-Control: no-store", ETAG], "origin origin origin", "=", "="],
  [200, ["Cache-Control: no-cache, max-age=60", ETAG], "check check cache", "=", "check origin cache"],
  [
    200,
    ["Cache-Control: max-age=60", "Pragma: no-cache", ETAG],
    "check check cache",
    "=",
    "check origin cache",
  ],
  [
    200,
    ["Cache-Control: immutable, max-age=60", "Pragma: no-cache", ETAG],
    "check check cache",
    "cache cache cache 60",
    "check origin cache",
  ],
  [
    200,
    ['Cache-Control: no-cache="set-cookie", max-age=60'],
    "cache origin cache 60",
    "origin origin cache",
    "=",
  ],
  [200, ["Cache-Control: max-age=0, max-age=60"], "origin origin cache", "cache origin cache 60", "="],
  [200, ["Cache-Control: max-age=60s"], "origin origin cache", "cache origin cache 60", "="],
  [200, ['Cache-Control: max-age="60"'], "origin origin cache", "=", "cache origin cache 60"],
  [
    200,
    ["Cache-Control: max-age=99999999999999999999"],
    "cache origin cache 2147483647",
    "origin origin cache",
    "=",
  ],
  [200, [HOUR_AHEAD], "cache origin cache 3600", "=", "="],
  [
    200,
    ["Expires: ", HOUR_AHEAD],
    "origin origin cache",
    "cache origin cache 3600",
    "cache origin cache 3600",
  ],
  [200, ["Cache-Control: max-age=60", "Age: -1"], "cache origin cache 60", "origin origin cache", "="],
  [200, ["Cache-Control: max-age=60", "Age: 30, 40"], "cache origin cache 30", "=", "cache origin cache 60"],
  [200, ["Cache-Control: max-age=60, max-age=-1"], "cache origin cache 60", "origin origin cache", "="],
  [200, ["Cache-Control: max-age=-1, max-age=60"], "cache origin cache 60", "=", "origin origin cache"],
  [200, ["Expires: 0", TEN_DAYS_AGO], "check check cache", "=", "cache origin cache 86400"],
  [
    200,
    ["Expires: -1", TEN_DAYS_AGO],
    "cache check cache 86400",
    "check check cache",
    "cache origin cache 86400",
  ],
  [200, [TEN_DAYS_AGO], "cache check cache 86400", "=", "cache origin cache 86400"],
  [
    200,
    [TEN_DAYS_AGO, "Cache-Control: must-revalidate"],
    "check check cache",
    "cache check cache 86400",
    "cache origin cache 86400",
  ],
  [200, ["Cache-Control: max-age=60", "Vary: *", ETAG], "check check check", "=", "origin origin origin"],
  [200, ["Cache-Control: max-age=60", "Vary: *", TEN_DAYS_AGO], "origin origin origin", "=", "="],
  [200, ["Cache-Control: max-age=60", "Age: 60"], "origin origin cache", "=", "="],
  [200, ["Cache-Control: max-age=60", "Age: 59"], "cache origin cache 1", "=", "="],
  [200, ["Cache-Control: s-maxage=600"], "origin origin cache", "=", "="],
  [
    404,
    ["Cache-Control: max-age=60", ETAG],
    "cache origin cache 60",
    "origin origin cache",
    "cache origin cache 60",
  ],
  [404, [ETAG], "origin origin cache", "=", "check origin cache"],
  [410, [], "cache origin cache for good", "=", "cache origin cache 31536000"],
  [
    301,
    ["Location: /new"],
    "cache origin cache for good",
    "origin origin cache",
    "cache origin cache 31536000",
  ],
  [
    301,
    ["Location: /new", TEN_DAYS_AGO],
    "cache origin cache for good",
    "cache origin cache 86400",
    "cache origin cache 31536000",
  ],
  [308, ["Location: /new"], "cache origin cache for good", "origin origin cache", "origin origin origin"],
  [302, ["Location: /new"], "origin origin cache", "=", "origin origin origin"],
  [302, ["Location: /new", "Cache-Control: max-age=60", ETAG], "cache origin cache 60", "=", "="],
  [303, ["Location: /new"], "origin origin cache", "origin origin origin", "origin origin origin"],
  [300, ["Location: /new"], "cache origin cache for good", "origin origin origin", "origin origin cache"],
  [200, ["Cache-Control: max-age=60s, no-store"], "origin origin origin", "cache origin cache 60", "="],
  [200, ["Cache-Control: max-age=60,,no-store"], "origin origin origin", "cache origin cache 60", "="],
  [200, ["Cache-Control: private; x, max-age=60"], "cache origin cache 60", "origin origin cache", "="],
  [200, ["Cache-Control: foo; x, max-age=60"], "cache origin cache 60", "=", "="],
  [200, ["Cache-Control: ", "Cache-Control: max-age=60"], "cache origin cache 60", "=", "="],
  [200, ["Cache-Control: max-age=+60"], "origin origin cache", "=", "cache origin cache 60"],
  [
    200,
    ["Cache-Control: max-age=60, no-store; x"],
    "cache origin cache 60",
    "origin origin origin",
    "origin origin origin",
  ],
  [200, ["Cache-Control: max-age=60, no-cache x"], "cache origin cache 60", "origin origin cache", "="],
  [200, [STALE, ETAG], "check check cache", "cache check cache", "check origin cache"],
  [200, [STALE, "Age: 61"], "origin origin cache", "cache origin cache", "="],
  [302, [STALE, "Location: /new"], "origin origin cache", "cache origin cache", "="],
  [404, [STALE], "origin origin cache", "=", "="],
  [200, [STALE, "Cache-Control: must-revalidate"], "origin origin cache", "=", "="],
  [200, [STALE, "Cache-Control: no-cache"], "origin origin cache", "=", "="],
  [200, [STALE, "Vary: *"], "origin origin origin", "=", "="],
  [200, [`${STALE}s`], "origin origin cache", "cache origin cache", "="],
  [200, [`${STALE}, stale-while-revalidate=0`], "origin origin cache", "=", "="],
];

describe("a browser's own cache", () => {
  for (const [status, lines, chromium, firefox, webkit] of ROWS)
    for (const [engine, wanted] of [
      ["chromium", chromium],
      ["firefox", firefox],
      ["webkit", webkit],
    ] as const)
      test(`${status} ${lines.join(" | ")} in ${engine}`, () => {
        const verdict = judge(engine, status, [DATE, ...lines]);
        const { again, reload, back, remembered } = verdict ?? {};
        const words = [again, reload, back].map((use) => use?.replace(/^from-|^after-/, ""));
        const seen = [...words, ...(remembered === undefined ? [] : [remembered])].join(" ");
        expect(seen).toBe(wanted === "=" ? chromium : wanted);
      });
});

test("sentences that depend on an unknown status are absent", () => {
  expect(judge("chromium", undefined, [DATE])).toBeUndefined();
  expect(judge("chromium", undefined, [DATE, "Cache-Control: max-age=60"])?.again).toBe("from-cache");
  expect(judge("chromium", undefined, [DATE, "Cache-Control: no-store"])?.stores).toBe(false);
});

test("a 206 is stored for a request with Range only", () => {
  const lines = [DATE, "Cache-Control: max-age=60", "Content-Range: bytes 0-1/2"];
  expect(judge("chromium", 206, lines)).toBeUndefined();
  expect(judge("chromium", 206, lines, ["Accept: */*"])?.stores).toBe(false);
  expect(judge("chromium", 206, lines, ["Range: bytes=0-1"])?.again).toBe("from-cache");
});

test("Chromium uses stale responses for loads of a page, but not for pages", () => {
  const again = (dest: string, age = 0) =>
    judge("chromium", 200, [DATE, STALE, `Age: ${age}`], [`Sec-Fetch-Dest: ${dest}`])?.again;
  expect(["document", "iframe", "script"].map((dest) => again(dest))).toEqual([
    "from-origin",
    "from-origin",
    "from-cache",
  ]);
  expect([59, 60].map((age) => again("script", age))).toEqual(["from-cache", "from-origin"]);
});

test("only responses to GET are stored", () => {
  const message = receivedMessage([{ text: "Cache-Control: max-age=60", octets: false }], {
    status: 200,
    method: "POST",
  });
  expect(checkBrowserCache(rawResponse(message), "chromium")?.stores).toBe(false);
});
