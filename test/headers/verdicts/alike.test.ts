import { expect, test } from "bun:test";
import { receivedMessage } from "../../../src/headers/message.ts";
import { rawResponse } from "../../../src/headers/raw-response.ts";
import { judges } from "../../../src/headers/verdicts/index.ts";
import type { Engine, Response } from "../../../src/headers/verdicts/response.ts";
import { generated } from "../generated.ts";

/** Parts of values, most of which engines interpret differently. */
const SCRAPS = [
  "'self'",
  "'none'",
  "*",
  "https://a.example/x?y#z",
  "a.example:443",
  "'nonce-abc'",
  "'sha256-abc='",
  "'sha-384-abcd'",
  "'strict-dynamic'",
  "'unsafe-inline'",
  "'trusted-types-eval'",
  "\u00e9",
];
const DIRECTIVES = ["default-src", "script-src", "style-src", "frame-ancestors", "require-trusted-types-for"];
const OPTIONS = ["DENY", "SAMEORIGIN", "SAMEORIGIN\v", "DENY, SAMEORIGIN", "ALLOWALL", "\fDENY"];
const COOKIES = [
  "a=b",
  "a",
  "=b",
  "",
  "a=b; Max-Age=5",
  "a=b; Max-Age=-5",
  "a=b; max-age = +5",
  "a=b; Max-Age=5x",
  "a=b; Max-Age=99999999999999999999x",
  "a=b; Max-Age=99999999999999999999",
  "a=b; Path=/x\ty",
  "a=b; Expires=2026-12-01",
  "a=b; Domain=.example.com",
  "__Host-a=b; Secure; Path=/",
  "a=b; SameSite=None; Secure",
];

function responses(seed: number): Response[] {
  const { lines, url, status, method, requestHeaders, receivedAt } = generated(seed);
  const scraps = DIRECTIVES.map(
    (name, at) => `${name} ${SCRAPS.filter((_, of) => ((seed >> at) + of * 7) % 5 === 0).join(" ")}`,
  );
  const more = [
    `Content-Security-Policy: ${scraps.join("; ")}`,
    `X-Frame-Options: ${OPTIONS[seed % OPTIONS.length]}`,
    `Set-Cookie: ${COOKIES[seed % COOKIES.length]}`,
    "Access-Control-Allow-Origin: *",
    `Access-Control-Max-Age: ${seed}0`,
  ];
  const known = { status, method, requestHeaders, receivedAt, ...(url !== undefined && { url }) };
  return [lines, [...lines, ...more], ...more.map((line) => [line])].map((all) =>
    rawResponse(receivedMessage(all, known)),
  );
}

test("engines agree on values marked as equal, and not on all values", () => {
  const seen = new Map<string, number>();
  for (let seed = 1; seed <= 400; seed++)
    for (const response of responses(seed))
      for (const [name, row] of Object.entries(judges)) {
        if (!("alike" in row) || (row.alike !== true && !row.alike(response))) continue;
        seen.set(name, (seen.get(name) ?? 0) + 1);
        const judge: (response: Response, engine: Engine) => unknown = row.judge;
        expect([name, judge(response, "firefox")]).toEqual([name, judge(response, "chromium")]);
      }
  for (const name of ["policy", "framing", "cookies"]) {
    expect(seen.get(name)).toBeGreaterThan(400);
    expect(seen.get(name)).toBeLessThan(2800);
  }
});
