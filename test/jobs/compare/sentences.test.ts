/** Sentences for changed verdicts, which are computed from real header lines. */

import { expect, test } from "bun:test";
import type { Example } from "../../../src/headers/field.ts";
import { problemKinds } from "../../../src/headers/problem-kinds.ts";
import { decodeHeaders } from "../../../src/http/decode.ts";
import { compareReports } from "../../../src/jobs/compare/compare.ts";
import { sentenceOf } from "../../../src/jobs/compare/sentences.ts";

const NOW = Date.UTC(2026, 10, 20);
const PAGE = "Content-Type: text/html";
const known = { url: "https://a.test/", method: "GET", requestHeaders: ["Origin: https://b.test"] };
const changes = (a: readonly string[], b: readonly string[], more: object = {}) => {
  // The cookies are those of the own site's page.
  const isCookie = [...a, ...b].some((line) => line.startsWith("Set-Cookie"));
  const facts = { ...known, ...(isCookie && { requestHeaders: [] }), ...more };
  const [before, after] = [a, b].map((lines) =>
    decodeHeaders({ headers: ["HTTP/1.1 200 OK", ...lines], ...facts }, NOW),
  );
  if (!before || !after) throw new Error("both are there");
  return compareReports(before, after).filter(({ kind }) => kind === "verdict-changed");
};

/** Lines before, lines after, verdict, sentence, and sentence of the reverse change. */
const CHANGES: readonly (readonly [
  a: readonly string[],
  b: readonly string[],
  name: string,
  forth: string,
  back: string,
])[] = [
  [
    ["Cache-Control: no-store"],
    ["Cache-Control: max-age=600"],
    "caching.shared.stores",
    "other: Shared caches may now store it for 10 minutes; before, they might not.",
    "other: Shared caches must no longer store it; before, they might, for 10 minutes.",
  ],
  [
    ["Cache-Control: no-cache, max-age=60", 'ETag: "a"'],
    ["Cache-Control: private, max-age=60", 'ETag: "a"'],
    "caching.private.reuse",
    "other: Private caches may now store it for 1 minute; before, checking with the server before each use.",
    "other: Private caches may now store it, checking with the server before each use; before, for 1 minute.",
  ],
  [
    ["Cache-Control: max-age=60"],
    ["Cache-Control: max-age=60, stale-while-revalidate=5"],
    "caching.shared.staleWhileRevalidate",
    "other: Shared caches now use it stale for 5 seconds while they revalidate it; before, they did not.",
    "other: Shared caches no longer use it stale while they revalidate it; before, they did for 5 seconds.",
  ],
  [
    ["Cache-Control: max-age=60, stale-if-error=5"],
    ["Cache-Control: max-age=60, stale-if-error=6"],
    "caching.private.staleIfError",
    "other: Private caches now use it stale for 6 seconds when revalidation fails; before, for 5 seconds.",
    "other: Private caches now use it stale for 5 seconds when revalidation fails; before, for 6 seconds.",
  ],
  [
    ["Vary: Accept", "Cache-Control: max-age=60"],
    ["Vary: Origin", "Cache-Control: max-age=60"],
    "caching.vary",
    "other: Caches now also distinguish responses by origin; Caches no longer distinguish responses by accept.",
    "other: Caches now also distinguish responses by accept; Caches no longer distinguish responses by origin.",
  ],
  [
    ["Cache-Status: Edge; hit"],
    ["Cache-Status: Edge; fwd=miss"],
    "caching.seen.hit",
    "other: The response now came from the origin through Edge; before, it came out of a shared cache (Edge).",
    "other: The response now came out of a shared cache (Edge); before, it came from the origin through Edge.",
  ],
  [
    ["X-Cache: MISS"],
    ["Age: 1"],
    "caching.seen.hit",
    "other: The response now came out of a shared cache; before, it came from the origin.",
    "other: The response now came from the origin; before, it came out of a shared cache.",
  ],
  [
    [],
    ["Age: 1"],
    "caching.seen",
    "other: The response now came out of a shared cache; before, it came without sign of a cache.",
    "other: The response now came without sign of a cache; before, it came out of a shared cache.",
  ],
  [
    ["Cache-Control: max-age=60", 'ETag: "a"'],
    ["Cache-Control: no-cache, max-age=60", 'ETag: "a"'],
    "caching.browser.again",
    "other: The next visit is now checked with the server; before, it was answered from the browser's cache.",
    "other: The next visit is now answered from the browser's cache; before, it was checked with the server.",
  ],
  [
    ["Cache-Control: max-age=60"],
    ["Cache-Control: no-store"],
    "caching.browser.remembered",
    "other: Browsers no longer use it without checking; before, they did for 1 minute.",
    "other: Browsers now use it without checking for 1 minute; before, they did not.",
  ],
  [
    ["Set-Cookie: a=1"],
    ["Set-Cookie: a=1; Secure"],
    "cookies.a.secure",
    "better: The cookie a is now sent over HTTPS only; before, it was sent over HTTP as well.",
    "worse: The cookie a is now sent over HTTP as well; before, it was sent over HTTPS only.",
  ],
  [
    ["Set-Cookie: a=1; Path=/; SameSite=Strict"],
    ["Set-Cookie: a=1; Path=/b; SameSite=Strict; Domain=a.test"],
    "cookies.a.path",
    "other: The cookie a is now sent to a.test and its subdomains and sent below /b only; before, it was sent to a.test only and sent to every path.",
    "other: The cookie a is now sent to a.test only and sent to every path; before, it was sent to a.test and its subdomains and sent below /b only.",
  ],
  [
    ["Set-Cookie: a=1; Secure; SameSite=None"],
    ["Set-Cookie: a=1; SameSite=None"],
    "cookies.a.outcome",
    "worse: The cookie a is now rejected (SameSite=None needs Secure); before, it was kept.",
    "better: The cookie a is now kept; before, it was rejected (SameSite=None needs Secure).",
  ],
  [
    [],
    ["Set-Cookie: a=1; HttpOnly; Secure; SameSite=Strict; Max-Age=60"],
    "cookies.a",
    "other: The cookie a is new: kept for 1 minute, sent over HTTPS only, hidden from scripts and limited by SameSite=Strict.",
    "other: The cookie a is no longer set.",
  ],
  [
    ["Access-Control-Allow-Origin: https://c.test"],
    ["Access-Control-Allow-Origin: https://b.test"],
    "cors.allowed",
    "other: Scripts of the requesting origin may now read the response.",
    "other: Scripts of the requesting origin may no longer read the response.",
  ],
  [
    ["Access-Control-Allow-Origin: *"],
    ["Access-Control-Allow-Origin: *", "Access-Control-Expose-Headers: Age", "Age: 0"],
    "cors.readable",
    "other: Scripts may now also read age.",
    "other: Scripts may no longer read age.",
  ],
  [
    [PAGE, "Content-Security-Policy: script-src 'self' 'unsafe-inline' 'unsafe-eval'"],
    [PAGE, "Content-Security-Policy: script-src 'nonce-a' 'strict-dynamic'"],
    "policy.directives.script-src-elem.inline",
    "better: script-src now allows a nonce, scripts that these load; before, https://a.test, any inline code and eval.",
    "worse: script-src now allows https://a.test, any inline code and eval; before, a nonce, scripts that these load.",
  ],
  [
    [PAGE],
    [PAGE, "Content-Security-Policy: img-src 'none'"],
    "policy.directives.img-src",
    "better: img-src now allows nothing; before, anything.",
    "worse: img-src now allows anything; before, nothing.",
  ],
  [
    [PAGE, "Content-Security-Policy: img-src *"],
    [PAGE, "Content-Security-Policy: img-src *; sandbox"],
    "policy.sandboxed",
    "other: A sandbox now blocks all scripts.",
    "other: A sandbox no longer blocks all scripts.",
  ],
  [
    [PAGE],
    [PAGE, "X-Frame-Options: SAMEORIGIN"],
    "framing.by",
    "better: Only pages of the same origin may now frame it; before, any site might.",
    "worse: Any site may now frame it; before, only pages of the same origin might.",
  ],
  [
    [PAGE, "X-Frame-Options: DENY"],
    [PAGE, "Content-Security-Policy: frame-ancestors 'none'"],
    "framing.from",
    "other: Who may frame it is now decided by content-security-policy; before, it was decided by x-frame-options.",
    "other: Who may frame it is now decided by x-frame-options; before, it was decided by content-security-policy.",
  ],
  [
    ["Cross-Origin-Resource-Policy: same-site"],
    ["Cross-Origin-Resource-Policy: cross-origin"],
    "embedding.crossSite",
    "other: Pages of other sites may now embed it without CORS.",
    "other: Pages of other sites may no longer embed it without CORS.",
  ],
  [
    ["Timing-Allow-Origin: https://c.test"],
    ["Timing-Allow-Origin: *"],
    "timing",
    "other: Scripts of any site may now read its timing; before, scripts of https://c.test.",
    "other: Scripts of https://c.test may now read its timing; before, scripts of any site.",
  ],
  [
    [PAGE],
    [PAGE, "Integrity-Policy: blocked-destinations=(script)"],
    "integrity.blocked",
    "other: Without a hash browsers now block script.",
    "other: Without a hash browsers no longer block script.",
  ],
  [
    ["Content-Type: text/plain"],
    ["Content-Type: text/css"],
    "content.type",
    "other: Browsers now treat it as text/css; before, they treated it as text/plain.",
    "other: Browsers now treat it as text/plain; before, they treated it as text/css.",
  ],
  [
    ["Content-Type: text/css"],
    ["Content-Type: text/css", "Content-Disposition: attachment; filename=a.css"],
    "content.download",
    "other: Navigating to it now saves a file.",
    "other: Navigating to it no longer saves a file.",
  ],
  [
    [PAGE],
    [PAGE, "Permissions-Policy: camera=(self)"],
    "permissions.camera",
    "other: camera is now allowed to https://a.test; before, by the browser's default.",
    "other: camera is now allowed by the browser's default; before, to https://a.test.",
  ],
  [
    [PAGE],
    [PAGE, "Refresh: 5; url=/b"],
    "refresh",
    "other: Browsers now go to https://a.test/b after 5 seconds; before: stay where they are.",
    "other: Browsers now stay where they are; before: go to https://a.test/b after 5 seconds.",
  ],
  [
    [],
    ["Strict-Transport-Security: max-age=31536000; includeSubDomains"],
    "security.hsts.applies",
    "better: Browsers now require HTTPS for 1 year, including subdomains; before, they did not.",
    "worse: Browsers no longer require HTTPS; before, they did for 1 year, including subdomains.",
  ],
  [
    ["Strict-Transport-Security: max-age=60"],
    ["Strict-Transport-Security: max-age=0"],
    "security.hsts.seconds",
    "worse: Browsers no longer require HTTPS; before, they did for 1 minute.",
    "better: Browsers now require HTTPS for 1 minute; before, they did not.",
  ],
  [
    [PAGE, "Referrer-Policy: unsafe-url"],
    [PAGE, "Referrer-Policy: no-referrer"],
    "security.referrer.downgrade",
    "other: Requests from HTTPS to HTTP now carry no referrer; before, they carried the full URL as referrer.",
    "other: Requests from HTTPS to HTTP now carry the full URL as referrer; before, they carried no referrer.",
  ],
  [
    [PAGE],
    [PAGE, "Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Embedder-Policy: require-corp"],
    "security.crossOriginIsolated",
    "better: The page now is cross-origin isolated.",
    "worse: The page no longer is cross-origin isolated.",
  ],
];

test.each(CHANGES)("%j, then %j: %s", (a, b, name, forth, back) => {
  const said = (from: readonly string[], to: readonly string[]) =>
    changes(from, to)
      .filter((each) => each.name === name)
      .map(({ effect, title }) => `${effect}: ${title}`);
  expect(said(a, b)).toEqual([forth]);
  expect(said(b, a)).toEqual([back]);
});

test("a load in a question", () => {
  const said = changes(
    [PAGE, "Content-Security-Policy: img-src *"],
    [PAGE, "Content-Security-Policy: img-src 'none'"],
    { loads: [{ as: "image", url: "https://c.test/a.png" }] },
  );
  expect(said.map(({ title }) => title)).toContain(
    "The policy no longer allows https://c.test/a.png to load.",
  );
});

test("if only another browser changes, it is named", () => {
  const titles = changes([PAGE, "Referrer-Policy: no-referrer"], [PAGE, "Referrer-Policy: unsafe-url"]).map(
    ({ title }) => title,
  );
  expect(titles).toContain(
    "In Firefox: requests to other origins now carry the origin as referrer; before, they carried no referrer.",
  );
});

test("a policy of several directives on one side is one difference", () => {
  const many = `Content-Security-Policy: ${["script", "style", "img", "font", "connect", "media", "frame"].map((kind) => `${kind}-src 'self'`).join("; ")}`;
  const told = (a: string[], b: string[]) =>
    changes([PAGE, ...a], [PAGE, ...b]).filter(({ name }) => name.startsWith("policy."));
  const before = "A policy now restricts what the page may load; before, it might load anything.";
  expect(told([], [many])).toMatchObject([{ name: "policy.directives", title: before, effect: "better" }]);
  expect(told([many], [])).toMatchObject([
    { title: "No policy restricts what the page may load; before, one did.", effect: "worse" },
  ]);
  // If both sides have a policy, every changed directive is a difference of its own.
  expect(told([many], [many.replace("img-src 'self'", "img-src *")])).toMatchObject([
    { name: "policy.directives.img-src.sources" },
  ]);
});

test("a value on one side is one difference, and so is a directive with fallbacks, in words", () => {
  const policy = changes([PAGE], [PAGE, "Content-Security-Policy: default-src 'self'"]).filter(({ name }) =>
    name.startsWith("policy."),
  );
  expect(new Set(policy.map(({ title }) => title))).toEqual(
    new Set(["default-src now allows https://a.test; before, anything."]),
  );
  expect(policy.every(({ name }) => name.split(".").length === 3)).toBe(true);
});

test.each([
  [
    ["reads"],
    "shown",
    "cut",
    "worse: Browsers now show only the beginning of the content; before: show the content.",
  ],
  [
    ["reads"],
    "refused",
    "cut",
    "better: Browsers now show only the beginning of the content; before: refuse the response.",
  ],
])("%j from %s to %s", (path, a, b, text) => {
  const said = sentenceOf([...path, "outcome"], { reads: { outcome: a } }, { reads: { outcome: b } });
  expect(`${said?.effect}: ${said?.title}`).toBe(text);
});

test.each<[unknown, unknown, string]>([
  [1, 2, "b.c is now 2; before, it was 1."],
  [undefined, ["x", "y"], "b.c is now x and y; before, it was absent."],
  [{ d: 1 }, [], 'b.c is now empty; before, it was {"d":1}.'],
])("a member without a row: %j, then %j", (a, b, title) =>
  expect(sentenceOf(["b", "c"], { b: { c: a } }, { b: { c: b } })?.title).toBe(title),
);

test("the source of a lifetime is named if both sides have one", () => {
  const both = changes(["Cache-Control: max-age=60"], ["Cache-Control: s-maxage=60"]);
  expect(both.map(({ title }) => title)).toContain(
    "Shared caches now take its lifetime from s-maxage; before, from max-age.",
  );
  const gone = changes(["Cache-Control: max-age=60"], ["Cache-Control: no-cache"]);
  expect(gone.filter(({ title }) => title.includes("lifetime from"))).toEqual([]);
  expect(gone.map(({ name }) => name)).not.toContain("caching.browser.why");
});

test("a page that loses its grade, a file without a name, another reason", () => {
  const titles = (a: readonly string[], b: readonly string[]) => changes(a, b).map(({ title }) => title);
  const graded = { security: { observatory: { score: 30, grade: "D" } } };
  expect(sentenceOf(["security", "observatory", "score"], graded, { security: {} })?.title).toBe(
    "MDN's HTTP Observatory now gives no grade; before, it gave D (30 points).",
  );
  expect(
    titles(["Content-Disposition: attachment"], ["Content-Disposition: attachment; filename=a.pdf"]),
  ).toContain("In Firefox: the file is now saved as a.pdf; before, it was saved as its URL names it.");
  expect(
    titles(["Access-Control-Allow-Origin: *, *"], ["Access-Control-Allow-Origin: https://c.test"]),
  ).toContain(
    "Scripts may still not read the response, now because of other-origin; before, because of several-origins.",
  );
  const hash = (text: string) => `Content-Security-Policy: script-src 'sha256-${btoa(text.repeat(32))}'`;
  expect(titles([PAGE, hash("a")], [PAGE, hash("b")])).toContain("script-src now lists other hashes.");
});

/** Example as pasted text with two more request headers; undefined if it cannot be pasted. */
function pasted(example: Example) {
  const message = "lines" in example ? example : { lines: example };
  const { lines, status = 200, url = known.url, method = known.method } = message;
  const asked = message.requestHeaders ?? known.requestHeaders;
  const requestHeaders = asked.filter((line) => /^\w/.test(line));
  try {
    return decodeHeaders({ headers: [...lines, "X-A: 1"], status, url, method, requestHeaders }, NOW);
  } catch {
    return undefined;
  }
}

test.each([...problemKinds()])("%s: no change of a verdict is named by its path", (_id, { bad, good }) => {
  const [a, b] = [pasted(bad), pasted(good)];
  const said = a && b ? [...compareReports(a, b), ...compareReports(b, a)] : [];
  const byPath = said.filter(
    ({ kind, title }) => kind === "verdict-changed" && /^(?:In \w+: )?[a-z]+(?:\.\S+)+ is now /.test(title),
  );
  expect(byPath.map(({ title }) => title)).toEqual([]);
});

test("the score of the Observatory", () => {
  const said = changes([PAGE], [PAGE, "X-Frame-Options: DENY", "X-Content-Type-Options: nosniff"]);
  expect(said.find(({ name }) => name === "security.observatory.score")).toMatchObject({
    effect: "better",
    title: expect.stringMatching(
      /^MDN's HTTP Observatory now gives .+ points\); before, it gave .+ points\)\.$/,
    ),
  });
});
