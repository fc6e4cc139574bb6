/** What is said of a redirect, told from its report. */

import { expect, test } from "bun:test";
import { failedRow, judgeRedirect } from "../../src/http/redirects/judge.ts";
import type { HttpReport } from "../../src/http/schema.ts";

/** `301 /b` answers with a redirect, `200` with none, `failed why` not at all. */
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
  return { steps, stop } as unknown as HttpReport;
}

const ROW = { line: 3, from: "/start", to: "/end" };
const BASE = "https://a.test";

const rows: readonly (readonly [
  row: { to?: string; status?: number },
  answers: readonly Answer[],
  told: string,
  stop?: HttpReport["stop"],
])[] = [
  [{}, ["301 /end", "200"], "as-wanted 301 1 "],
  [{}, ["300 /end", "399"], "as-wanted 300 1 "],
  [{}, ["399 /end", "200"], "as-wanted 399 1 "],
  [{}, ["299"], "other-status 299 0 the answer is 299, no redirect"],
  [{}, ["400"], "other-status 400 0 the answer is 400, no redirect"],
  [{ status: 410, to: "" }, ["410"], "as-wanted 410 0 "],
  [{ status: 301 }, ["301 /end", "200"], "as-wanted 301 1 "],
  [{ status: 301 }, ["302 /end", "200"], "other-status 302 1 the answer is 302, not 301"],
  [{ to: "" }, ["301 /any", "200"], "as-wanted 301 1 "],
  [{ to: "https://a.test/end?x=1" }, ["301 /end?x=1", "200"], "as-wanted 301 1 "],
  [{ to: "/end?x=1" }, ["301 /end?x=2", "200"], "other-target 301 1 it leads to https://a.test/end?x=2"],
  [{ to: "http://a.test/end" }, ["301 /end", "200"], "other-target 301 1 it leads to https://a.test/end"],
  [{ to: "/End" }, ["301 /end", "200"], "other-target 301 1 it leads to https://a.test/end"],
  // Met on the way, or not followed.
  [{}, ["301 /end", "301 /end/", "200"], "as-wanted 301 2 "],
  [{}, ["301 /end"], "as-wanted 301 0 "],
  [
    {},
    ["301 /1", "301 /2", "301 /end", "200"],
    "chain-too-long 301 3 3 redirects follow one another: https://a.test/start → https://a.test/1 → https://a.test/2 → https://a.test/end",
  ],
  [{}, ["301 /start"], "loop 301 0 the redirects lead in a circle", "loop"],
  [{}, ["301 /1", "301 /2"], "chain-too-long 301 1 the redirects do not end", "too-many-redirects"],
  [{}, ["failed"], "error 0 0 Nothing listens."],
  [{}, ["301 /end", "failed"], "error 301 1 the target fails: Nothing listens."],
  [{}, ["301 /end", "404"], "error 301 1 the target answers with 404"],
  [{}, ["301 /end", "400"], "error 301 1 the target answers with 400"],
];

for (const [row, answers, told, stop] of rows)
  test(`${answers.join(", ")}: ${told}`, () => {
    const judged = judgeRedirect({ ...ROW, ...row }, reportOf(answers, stop), BASE, 2);
    expect(`${judged.outcome} ${judged.status} ${judged.redirects} ${judged.reason}`).toBe(told);
  });

test("each part of what is said", () => {
  const { status: _, ...row } = { ...ROW, status: 301 };
  expect(judgeRedirect({ ...row, status: 301 }, reportOf(["301 /end", "200"]), BASE, 2)).toEqual({
    line: 3,
    from: "/start",
    to: "/end",
    wantedStatus: 301,
    outcome: "as-wanted",
    status: 301,
    final: "https://a.test/end",
    redirects: 1,
    reason: "",
  });
  expect("wantedStatus" in judgeRedirect(row, reportOf(["200"]), BASE, 2)).toBe(false);
  expect(judgeRedirect(row, reportOf([]), BASE, 2)).toMatchObject({ status: 0, final: "", redirects: 0 });
  expect(failedRow(row, "why")).toEqual({
    line: 3,
    from: "/start",
    to: "/end",
    outcome: "error",
    status: 0,
    final: "",
    redirects: 0,
    reason: "why",
  });
});

test("a path stands on the host of its source, else on the base", () => {
  const judged = (from: string, base: string | undefined) =>
    judgeRedirect({ ...ROW, from }, reportOf(["301 https://b.test/end", "200"]), base, 2).outcome;
  expect(judged("https://b.test/x", BASE)).toBe("as-wanted");
  expect(judged("https://b.test/x", undefined)).toBe("as-wanted");
  expect(judged("/x", BASE)).toBe("other-target");
  expect(judged("/x", "https://b.test")).toBe("as-wanted");
});
