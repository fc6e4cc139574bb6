/** `verdicts.caching.seen`, and findings about sessions served from shared caches. */

import { expect, test } from "bun:test";
import { explain, findingsOf } from "../explained.ts";
import { judged } from "./judged.ts";

const seen = (...lines: string[]) => judged(lines, { status: 200 }).caching?.seen;

test.each([
  [["Age: 1"], { hit: true, by: "", age: 1 }],
  [["Age: 0"], undefined],
  [["Content-Type: text/html"], undefined],
  [["CF-Cache-Status: HIT", "Age: 300"], { hit: true, by: "Cloudflare", age: 300 }],
  [["CF-Cache-Status: DYNAMIC"], { hit: false, by: "Cloudflare", age: null }],
  [["CF-Cache-Status: MISS", "Age: 60"], { hit: true, by: "", age: 60 }],
  [["X-Cache: Hit from cloudfront"], { hit: true, by: "CloudFront", age: null }],
  [["X-Cache: Error from cloudfront"], { hit: false, by: "CloudFront", age: null }],
  [["X-Cache: MISS, HIT", "X-Served-By: cache-fra1, cache-par2"], { hit: true, by: "Fastly", age: null }],
  [
    ["X-Cache: TCP_MEM_HIT from a1-2-3.deploy.akamaitechnologies.com (AkamaiGHost/1) (-)"],
    { hit: true, by: "Akamai", age: null },
  ],
  [["X-FastCGI-Cache: HIT"], { hit: true, by: "nginx's FastCGI cache", age: null }],
  [["X-LiteSpeed-Cache: hit,private"], { hit: false, by: "LiteSpeed's cache", age: null }],
  [["X-Cache-Lookup: HIT from proxy"], undefined],
  [["Cache-Status: Origin; fwd=miss, Edge; hit; ttl=30"], { hit: true, by: "Edge", age: null }],
  [["Cache-Status: Edge; fwd=uri-miss; stored"], { hit: false, by: "Edge", age: null }],
  [["Cache-Status: Edge; hit=?0"], { hit: false, by: "Edge", age: null }],
])("%j", (lines, expected) => {
  expect(seen(...lines)).toEqual(expected);
});

const SESSION = "Set-Cookie: sessionid=1; Path=/; Secure; HttpOnly; SameSite=Lax";
const named = (...lines: string[]) => findingsOf(explain(lines, { status: 200 })).map(({ name }) => name);

test("a session from a shared cache is reported, whatever Cache-Control is", () => {
  expect(named("CF-Cache-Status: HIT", "Age: 9", SESSION)).toContain("session-from-shared-cache");
  expect(named("Age: 9", "Cache-Control: no-cache", SESSION)).toContain("session-from-shared-cache");
  expect(named("CF-Cache-Status: MISS", SESSION)).not.toContain("session-from-shared-cache");
});

test("a response that shared caches never reuse leaks no session", () => {
  const stale = ["Cache-Control: public, max-age=0", SESSION];
  expect(judged(stale, { status: 200 }).caching?.shared.reuse).toBe("never");
  expect(named(...stale)).not.toContain("session-in-shared-cache");
  expect(named("Cache-Control: public, max-age=60", SESSION)).toContain("session-in-shared-cache");
});
