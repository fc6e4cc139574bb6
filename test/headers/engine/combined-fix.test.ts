import { expect, test } from "bun:test";
import { explainMessage } from "../../../src/headers/explain.ts";
import { parseMessage } from "../../../src/headers/message.ts";

const KNOWN = { status: 200, url: "https://www.example.com/", method: "GET" };

function told(line: string) {
  const message = parseMessage([line, "Date: Sun, 22 Nov 2026 10:00:00 GMT"], KNOWN);
  const [header] = explainMessage(message, 0).headers;
  const items = header?.details.items ?? [];
  return [...(header?.problems ?? []), ...items.flatMap(({ problems }) => problems ?? [])];
}

const fixesOf = (line: string) => new Set(told(line).flatMap(({ fix }) => fix ?? []));

test.each([
  [
    "Set-Cookie: PHPSESSID=k3v4q2; path=/",
    "Set-Cookie: PHPSESSID=k3v4q2; path=/; Secure; HttpOnly; SameSite=Lax",
  ],
  [
    "Set-Cookie: PHPSESSID=1; Version=1; Domain=.example.com; HttpOnly",
    "Set-Cookie: PHPSESSID=1; Domain=.example.com; HttpOnly; Secure; SameSite=Lax",
  ],
  ["Cache-Control: publc, maxage=5", "Cache-Control: public, max-age=5"],
  [
    "Content-Security-Policy: default-src self; img-src 'none' 'self'; referrer origin",
    "Content-Security-Policy: default-src 'self'; img-src 'self'",
  ],
  ["Vary: host, Accept, accept", "Vary: Accept"],
  ["Cache-Control: s-max-age=60, maxage=60", "Cache-Control: s-maxage=60, max-age=60"],
  ["Set-Cookie: sid=1; SamesIt=Lax; Secure", "Set-Cookie: sid=1; SameSite=Lax; Secure; HttpOnly"],
  ["Set-Cookie: sid=;", "Set-Cookie: sid=; Secure; HttpOnly; SameSite=Lax"],
])("%s has one combined fix", (line, fix) => {
  expect([...fixesOf(line)]).toEqual([fix]);
  expect([...fixesOf(fix)]).toEqual([]);
});

test("overlapping fixes are not combined", () => {
  const line = "Cache-Control: no-store, no-cache, max-age=60, min-fresh=1, max-stale=1";
  const ids = told(line).flatMap(({ name, fix }) => (fix === undefined ? [] : [name]));
  for (const fix of fixesOf(line)) {
    const left = told(fix).flatMap(({ name }) => name);
    expect(ids.some((id) => !left.includes(id))).toBe(true);
  }
});

test("shared findings keep their own fix", () => {
  const line = "Set-Cookie: PHPSESSID=shared; path=/";
  const first = fixesOf(line);
  for (let count = 0; count < 5; count++) expect(fixesOf(line)).toEqual(first);
  expect(first.size).toBe(1);
});
