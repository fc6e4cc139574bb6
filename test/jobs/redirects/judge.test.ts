/** Verdicts on redirects, from their reports. */

import { expect, test } from "bun:test";
import type { HttpReport } from "../../../src/http/schema.ts";
import { checkRedirect, failedRow } from "../../../src/jobs/redirects/check-redirect.ts";
import { Summary } from "../../../src/jobs/redirects/summary.ts";
import { type PageFacts, trailOf } from "../../../src/jobs/redirects/trail.ts";
import { remarksOf } from "../../../src/view/redirects.ts";

/** `301 /b` is a redirect, `200` another response, `failed` a failed request. */
type Answer = string;

function reportOf(answers: readonly Answer[], stop: HttpReport["stop"] = "done"): HttpReport {
  let url = new URL("https://a.test/start");
  const steps = answers.map((answer) => {
    const [status = "", target] = answer.split(" ");
    const request = { url: url.href };
    const location = target === undefined ? undefined : new URL(target, url);
    url = location ?? url;
    if (status === "failed") return { request, status: 0, error: { message: "Nothing listens." } };
    return { request, status: Number(status), ...(location && { location: location.href }) };
  });
  return { steps, stop, timeTotal: 1.5 } as unknown as HttpReport;
}

const ROW = { row: 2, line: 3, column: 1, from: "/start", to: "/end" };
const BASE = "https://a.test";
const EXPECTED = { base: BASE, mostRedirects: 2 };

const rows: readonly (readonly [
  row: { to?: string; status?: number },
  answers: readonly Answer[],
  told: string,
  stop?: HttpReport["stop"],
])[] = [
  [{}, ["301 /end", "200"], "as-wanted 301 1 "],
  [{}, ["300 /end", "399"], "as-wanted 300 1 "],
  [{}, ["399 /end", "200"], "as-wanted 399 1 "],
  [{}, ["299"], "other-status 299 0 no redirect (299)"],
  [{}, ["400"], "other-status 400 0 no redirect (400)"],
  [{ status: 410, to: "" }, ["410"], "as-wanted 410 0 "],
  [{ status: 301 }, ["301 /end", "200"], "as-wanted 301 1 "],
  [{ status: 301 }, ["302 /end", "200"], "other-status 302 1 the status is 302, not 301"],
  [{ to: "" }, ["301 /any", "200"], "as-wanted 301 1 "],
  [{ to: "https://a.test/end?x=1" }, ["301 /end?x=1", "200"], "as-wanted 301 1 "],
  [{ to: "/end?x=1" }, ["301 /end?x=2", "200"], "other-target 301 1 it redirects to https://a.test/end?x=2"],
  [{ to: "http://a.test/end" }, ["301 /end", "200"], "other-target 301 1 it redirects to https://a.test/end"],
  [{ to: "/End" }, ["301 /end", "200"], "other-target 301 1 it redirects to https://a.test/end"],
  [
    {},
    ["301 /end", "301 /end/", "200"],
    "target-redirects 301 2 the target redirects to https://a.test/end/",
  ],
  [
    {},
    ["301 /end", "302 /", "200"],
    "target-redirects 301 2 the target redirects to the home page https://a.test/",
  ],
  [{}, ["301 /", "200"], "other-target 301 1 it redirects to the home page https://a.test/"],
  [{}, ["301 /?x", "200"], "other-target 301 1 it redirects to https://a.test/?x"],
  // URL fragments.
  [{ to: "/end#a" }, ["301 /end#a", "200"], "as-wanted 301 1 "],
  [{ to: "/end#a" }, ["301 /end", "200"], "other-target 301 1 the fragment #a is lost"],
  [{ to: "/end" }, ["301 /end#b", "200"], "other-target 301 1 the fragment #b is added"],
  [{ to: "/end#a" }, ["301 /end#b", "200"], "other-target 301 1 the fragment is #b, not #a"],
  // Normalization of percent-encoding (RFC 3986 section 6.2.2).
  [{ to: "/caf%c3%a9" }, ["301 /caf%C3%A9", "200"], "as-wanted 301 1 "],
  [{ to: "/café" }, ["301 /caf%C3%A9", "200"], "as-wanted 301 1 "],
  [{ to: "/%7euser" }, ["301 /~user", "200"], "as-wanted 301 1 "],
  [{ to: "HTTPS://A.test:443/x/../end" }, ["301 /end", "200"], "as-wanted 301 1 "],
  [{ to: "/a%2fb" }, ["301 /a/b", "200"], "other-target 301 1 it redirects to https://a.test/a/b"],
  // The target is not requested.
  [{}, ["301 /end"], "as-wanted 301 0 ", "not-followed"],
  [
    {},
    ["301 /1", "301 /2", "301 /end", "200"],
    "chain-too-long 301 3 3 redirects in a row: https://a.test/start → https://a.test/1 → https://a.test/2 → https://a.test/end",
  ],
  [{}, ["301 /start"], "loop 301 0 redirect loop: /start → /start", "loop"],
  [{}, ["301 /1", "301 /2"], "chain-too-long 301 1 too many redirects", "too-many-redirects"],
  [{}, ["301"], "error 301 0 the redirect has no usable Location", "invalid-location"],
  [{}, ["304"], "other-status 304 0 no redirect (304)"],
  [{ to: "" }, ["304"], "other-status 304 0 no redirect (304)"],
  [{}, ["failed"], "error 0 0 Nothing listens."],
  [{}, ["301 /end", "failed"], "error 301 1 the target fails: Nothing listens."],
  [{}, ["301 /end", "404"], "error 301 1 the target answers 404"],
  [{}, ["301 /end", "400"], "error 301 1 the target answers 400"],
];

for (const [row, answers, told, stop] of rows)
  test(`${answers.join(", ")}: ${told}`, () => {
    const judged = checkRedirect({ ...ROW, ...row }, trailOf(reportOf(answers, stop)), EXPECTED);
    expect(`${judged.outcome} ${judged.status} ${judged.redirects} ${judged.reason}`).toBe(told);
  });

test("each part of the message", () => {
  const trail = trailOf(reportOf(["301 /x", "302 /end", "200"]));
  expect(checkRedirect({ ...ROW, status: 301 }, { ...trail, redirectBy: "WordPress" }, EXPECTED)).toEqual({
    row: 2,
    line: 3,
    from: "/start",
    to: "/end",
    wantedStatus: 301,
    outcome: "as-wanted",
    status: 301,
    final: "https://a.test/end",
    finalStatus: 200,
    redirects: 2,
    chainType: "301 302",
    hops: [
      { url: "https://a.test/start", status: 301 },
      { url: "https://a.test/x", status: 302 },
      { url: "https://a.test/end", status: 200 },
    ],
    ms: 2,
    redirectBy: "WordPress",
    reason: "",
  });
  expect("wantedStatus" in checkRedirect(ROW, trail, EXPECTED)).toBe(false);
  expect(failedRow(ROW, "why")).toEqual({
    row: 2,
    line: 3,
    from: "/start",
    to: "/end",
    outcome: "error",
    status: 0,
    final: "",
    finalStatus: 0,
    redirects: 0,
    chainType: "",
    hops: [],
    ms: 0,
    reason: "why",
  });
});

test("a path is on the host of its source, otherwise on the base", () => {
  const trail = trailOf(reportOf(["301 https://b.test/end", "200"]));
  const judged = (from: string, base: string | undefined) =>
    checkRedirect({ ...ROW, from }, trail, { base, mostRedirects: 2 }).outcome;
  expect(judged("https://b.test/x", BASE)).toBe("as-wanted");
  expect(judged("https://b.test/x", undefined)).toBe("as-wanted");
  expect(judged("/x", BASE)).toBe("other-target");
  expect(judged("/x", "https://b.test")).toBe("as-wanted");
});

test("the origin of a staging copy is counted, once for all rows", () => {
  const summary = new Summary();
  const to = "https://shop.example/end";
  for (const end of ["http://staging.shop.example:8080/end", "http://staging.shop.example:8080/end", to])
    summary.add(
      checkRedirect({ ...ROW, to }, trailOf(reportOf([`301 ${end}`, "200"])), {
        ...EXPECTED,
        sameSite: true,
      }),
    );
  expect(remarksOf(summary)).toEqual([
    "2 redirects end at http://staging.shop.example:8080, which counts as the target's site",
  ]);
});

test("hosts of one site may count as the same", () => {
  const told = (to: string, end: string, sameSite: boolean) => {
    const trail = trailOf(reportOf([`301 ${end}`, "200"]));
    return checkRedirect({ ...ROW, to }, trail, { ...EXPECTED, sameSite }).outcome;
  };
  const hosts = ["https://www.shop.example/end", "https://staging.shop.example:8443/end"] as const;
  expect(told(...hosts, false)).toBe("other-target");
  expect(told(...hosts, true)).toBe("as-wanted");
  expect(told("https://shop.example/end", "https://other.example/end", true)).toBe("other-target");
  expect(told("https://shop.example/end", "https://www.shop.example/other", true)).toBe("other-target");
  expect(told("https://shop.example/end", "http://www.shop.example/end", true)).toBe("as-wanted");
  expect(told("https://shop.example/end", "http://www.shop.example/end", false)).toBe("other-target");
});

test.each([
  ["https://shop.example/end", "as-wanted", "https://shop.example"],
  ["https://shop.example/end#top", "as-wanted", "https://shop.example"],
  ["https://a.test/end", "as-wanted", undefined],
  ["https://shop.example/end?a=1", "other-canonical", undefined],
  ["https://shop.example/", "other-canonical", undefined],
  ["https://shop.example//end", "other-canonical", undefined],
])("a staging host whose page names %s", (canonical, outcome, canonicalOrigin) => {
  const trail = { ...trailOf(reportOf(["301 /end", "200"])), content: { canonical } };
  const found = checkRedirect(ROW, trail, EXPECTED);
  expect([found.outcome, found.canonicalOrigin]).toEqual([outcome as typeof found.outcome, canonicalOrigin]);
});

test("a page on another host than the base is compared with its canonical URL", () => {
  const trail = {
    ...trailOf(reportOf(["301 https://b.test/end", "200"])),
    content: { canonical: "https://shop.example/end" },
  };
  const row = { ...ROW, to: "https://b.test/end" };
  expect(checkRedirect(row, trail, EXPECTED).outcome).toBe("other-canonical");
  expect(checkRedirect(row, trail, { ...EXPECTED, base: undefined }).outcome).toBe("other-canonical");
});

test("a page's own statements count if it was read", () => {
  const trail = trailOf(reportOf(["301 /end", "200"]));
  const told = (content: PageFacts) => {
    const { outcome, reason } = checkRedirect(ROW, { ...trail, content }, EXPECTED);
    return `${outcome} ${reason}`;
  };
  expect(told({})).toBe("as-wanted ");
  expect(told({ canonical: "https://a.test/end#top" })).toBe("as-wanted ");
  expect(told({ canonical: "https://a.test/other" })).toBe(
    "other-canonical the target declares https://a.test/other as its canonical URL",
  );
  expect(told({ noindex: "meta robots: noindex" })).toBe(
    "noindex the target forbids indexing (meta robots: noindex)",
  );
});
