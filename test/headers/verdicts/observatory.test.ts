import { describe, expect, test } from "bun:test";
import { gradeOf } from "../../../src/headers/verdicts/observatory.ts";
import { judged } from "./judged.ts";

function observatory(lines: readonly string[], url = "https://www.example.com/", status = 200) {
  return judged(lines, { url, status, method: "GET" }).security?.observatory;
}
const HSTS = "Strict-Transport-Security: max-age=15552000";
const GOOD = [
  "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
  HSTS,
  "X-Content-Type-Options: nosniff",
  "Referrer-Policy: no-referrer",
  "Cross-Origin-Resource-Policy: same-origin",
];

test("a page with nothing", () =>
  expect(observatory([])).toMatchObject({
    score: 30,
    grade: "D",
    tests: { "content-security-policy": -25, "strict-transport-security": -20, "x-frame-options": -20 },
  }));
test("a good page gets its bonuses", () =>
  expect(observatory(GOOD)).toMatchObject({ score: 130, grade: "A+" }));
test("bonuses do not compensate for a low score", () =>
  expect(observatory(GOOD.filter((line) => line !== HSTS))).toMatchObject({ score: 80, grade: "B+" }));
test("joined lines and different values count as invalid", () => {
  const twice = (line: string) => observatory([line, line])?.tests;
  expect(twice("X-Frame-Options: DENY")?.["x-frame-options"]).toBe(-20);
  expect(twice("X-Content-Type-Options: nosniff")?.["x-content-type-options"]).toBe(-5);
  expect(twice("Cross-Origin-Resource-Policy: same-site")?.["cross-origin-resource-policy"]).toBe(-5);
  expect(twice("Cross-Origin-Opener-Policy: same-origin")?.["cross-origin-opener-policy"]).toBe(-5);
  expect(twice(HSTS)?.["strict-transport-security"]).toBe(-20);
});
test("no score without URL, without status, or for a failure", () => {
  expect(judged([], { status: 200 }).security).not.toHaveProperty("observatory");
  expect(judged([], { url: "https://a.example/" }).security).not.toHaveProperty("observatory");
  expect(observatory([], "https://a.example/", 404)).toBeUndefined();
  expect(observatory([], "https://a.example/", 403)?.score).toBe(30);
  expect(observatory([], "https://a.example/", 300)).toBeUndefined();
});

describe("single tests", () => {
  const table: readonly (readonly [test: string, line: string, modifier: number])[] = [
    ["content-security-policy", "Content-Security-Policy: default-src 'self'", 5],
    ["content-security-policy", "Content-Security-Policy: script-src 'self'", -20],
    ["content-security-policy", "Content-Security-Policy: default-src 'self' 'unsafe-eval'", -10],
    ["content-security-policy", "Content-Security-Policy: default-src 'self'; style-src 'unsafe-inline'", 0],
    ["content-security-policy", "Content-Security-Policy: default-src 'self'; img-src http:", -10],
    ["content-security-policy", "Content-Security-Policy: default-src 'self'; connect-src http:", -20],
    ["content-security-policy", "Content-Security-Policy: default-src 'self'; default-src 'none'", -25],
    ["content-security-policy", "Content-Security-Policy: default-src 'self' 'strict-dynamic'", -25],
    [
      "content-security-policy",
      "Content-Security-Policy: object-src 'none'; script-src 'nonce-a' 'strict-dynamic' https: 'unsafe-inline'; style-src 'self'",
      5,
    ],
    ["strict-transport-security", HSTS, 0],
    ["strict-transport-security", "Strict-Transport-Security: max-age=15551999", -10],
    ["strict-transport-security", "Strict-Transport-Security: max-age=1, max-age=2", -20],
    ["x-frame-options", "X-Frame-Options: SAMEORIGIN", 0],
    ["x-frame-options", "X-Frame-Options: SAMEORIGIN;", -20],
    ["cookies", "Set-Cookie: a=1; SameSite=None", -20],
    ["cookies", "Set-Cookie: a=1; Max-Age=0", -20],
    ["cookies", "Set-Cookie: __Http-a=1; Secure", 0],
    ["cookies", "Set-Cookie: __Host-a=1", 0],
    ["cookies", "Set-Cookie: a=1; Domain=other.example", 0],
    ["referrer-policy", "Referrer-Policy: no-referrer, foo", 5],
    ["referrer-policy", "Referrer-Policy: foo", -5],
    ["cross-origin-opener-policy", "Cross-Origin-Opener-Policy: same-origin", 10],
    ["cross-origin-opener-policy", "Cross-Origin-Opener-Policy: Same-Origin", -5],
    ["cross-origin-embedder-policy", "Cross-Origin-Embedder-Policy: require-corp", 10],
    ["cross-origin-resource-policy", "Cross-Origin-Resource-Policy: same", -5],
    ["cookies", "Set-Cookie: a=1; Secure; SameSite=Lax", 5],
    ["cookies", "Set-Cookie: a=1; Secure", 0],
    ["cookies", "Set-Cookie: a=1", -20],
    ["cookies", "Set-Cookie: csrf=1; Secure", -20],
    ["cookies", "Set-Cookie: a=1; Secure; SameSite=Foo", -20],
    ["cookies", "Set-Cookie: sess=1; Secure", -30],
    ["cookies", "Set-Cookie: sess=1; HttpOnly", -40],
  ];
  for (const [name, line, modifier] of table)
    test(line, () => expect(observatory([line])?.tests[name]).toBe(modifier));
  test("HSTS reduces the penalty for a cookie without Secure", () => {
    expect(observatory([HSTS, "Set-Cookie: a=1"])?.tests["cookies"]).toBe(-5);
    expect(observatory([HSTS, "Set-Cookie: sess=1; HttpOnly"])?.tests["cookies"]).toBe(-10);
  });
});

test("each grade, from its minimum score", () => {
  const firsts = Array.from({ length: 140 }, (_, score) => score).filter(
    (score) => score === 0 || gradeOf(score) !== gradeOf(score - 1),
  );
  expect(firsts.map((score) => `${score} ${gradeOf(score)}`).join(", ")).toBe(
    "0 F, 25 D-, 30 D, 40 D+, 45 C-, 50 C, 60 C+, 65 B-, 70 B, 80 B+, 85 A-, 90 A, 100 A+",
  );
});

test("bonuses count from a score of 90", () => {
  const without = (...names: readonly string[]) =>
    observatory(
      [...GOOD, "X-Frame-Options: DENY"].filter((line) => !names.some((name) => line.startsWith(name))),
    );
  expect(without("X-Content-Type-Options")?.score).toBe(125);
  expect(without("X-Content-Type-Options", "Cross-Origin-Resource")?.score).toBe(115);
});
