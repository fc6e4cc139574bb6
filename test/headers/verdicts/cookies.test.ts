import { describe, expect, test } from "bun:test";
import { readExpires } from "../../../src/headers/verdicts/cookies/expiry.ts";
import type { Cookie } from "../../../src/headers/verdicts/cookies/schema.ts";
import { HTTP, HTTPS, judged, NOW } from "./judged.ts";

function cookies(lines: readonly string[], url = HTTPS) {
  return judged(
    lines.map((line) => (line.includes(": ") ? line : `Set-Cookie: ${line}`)),
    { url, receivedAt: NOW },
  );
}

const one = (line: string, url = HTTPS) => cookies([line], url).cookies?.[0];
const inFirefox = (line: string, url = HTTPS) => cookies([line], url).firefox.cookies?.[0];

test("facts about a stored cookie", () => {
  expect(one("sid=v; Path=/app; Secure; HttpOnly; SameSite=LAX; Max-Age=60")).toEqual({
    line: 0,
    name: "sid",
    outcome: "stored",
    domain: "shop.example.com",
    hostOnly: true,
    path: "/app",
    secure: true,
    httpOnly: true,
    sameSite: "lax",
    partitioned: false,
    seconds: 60,
    expires: "2026-11-20T10:01:00.000Z",
  });
});

test("without the URL, facts that depend on it are absent", () => {
  const cookie = judged(["Set-Cookie: sid=v; Max-Age=60"]).cookies?.[0];
  expect(cookie).not.toHaveProperty("domain");
  expect(cookie).not.toHaveProperty("path");
  expect(cookie).not.toHaveProperty("expires");
  expect(cookie?.seconds).toBe(60);
});

describe("outcomes in Chromium", () => {
  const table: readonly (readonly [line: string, outcome: Cookie["outcome"], url?: string])[] = [
    ["sid=v", "stored"],
    ["sid", "stored"],
    ["=v", "stored"],
    ["=v=w", "refused"],
    ["=", "refused"],
    [" ", "refused"],
    ["sid=v; Secure", "refused", HTTP],
    ["sid=v; Secure", "stored", "http://localhost/"],
    ["sid=v; Secure; Max-Age=0", "refused", HTTP],
    ["sid=v; SameSite=None", "refused"],
    ["sid=v; SameSite=None; SameSite=Foo", "stored"],
    ["sid=v; Partitioned", "refused"],
    ["sid=v; Secure; Partitioned", "stored"],
    ["__Host-sid=v; Secure; Path=/", "stored"],
    ["__Host-sid=v; Secure; Path=/; Domain=", "stored"],
    ["__Host-sid=v; Secure; Path=/; Domain=example.com", "refused"],
    ["__Host-sid=v; Secure", "refused", "https://shop.example.com/"],
    ["__host-sid=v; Path=/", "refused"],
    ["__Secure-sid=v", "refused"],
    ["__Http-sid=v; Secure", "refused"],
    ["__Http-sid=v; Secure; HttpOnly", "stored"],
    ["__Host-Http-sid=v; Secure; HttpOnly; Path=/", "stored"],
    ["=__Secure-a", "refused"],
    ["sid=v; Domain=example.com", "stored"],
    ["sid=v; Domain=.example.com", "stored"],
    ["sid=v; Domain=example.com.", "refused"],
    ["sid=v; Domain=EXAMPLE.com", "stored"],
    ["sid=v; Domain=other.example", "refused"],
    ["sid=v; Domain=com", "refused"],
    ["sid=v; Domain=%65xample.com", "refused"],
    ["sid=v; Domain=example.com:443", "refused"],
    ["sid=v; Domain=github.io", "stored", "https://github.io/"],
    ["sid=v; Domain=github.io", "refused", "https://user.github.io/"],
    ["sid=v; Domain=127.0.0.1", "stored", "https://127.0.0.1/"],
    ["sid=a\u0001b", "refused"],
    ["sid=v; Pa\tth=/", "refused"],
    ["sid=v;\tPath=/", "stored"],
    [`n=${"v".repeat(4095)}`, "stored"],
    [`n=${"v".repeat(4096)}`, "refused"],
    ["sid=v; Max-Age=0", "deleted"],
    ["sid=v; Max-Age=-99999999999999999999", "deleted"],
    ["sid=v; Max-Age=-9223372036854775808,", "deleted"],
    ["sid=v; Max-Age=-9223372036854775807,", "stored"],
    ["sid=v; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "deleted"],
    ["sid=v; Expires=0", "stored"],
    ["sid=v; Expires=Fri, 20 Nov 2026 10:00:00 GMT", "deleted"],
    ["sid=v; Expires=Fri, 20 Nov 2026 10:00:01 GMT", "stored"],
  ];
  for (const [line, outcome, url] of table)
    test(`${line.slice(0, 80)} ${url ?? ""}`, () => {
      const cookie = one(line, url);
      expect(cookie?.outcome).toBe(outcome);
      expect(cookie?.why === undefined).toBe(outcome === "stored");
    });
});

describe("lifetime", () => {
  const DAY = 86_400;
  const table: readonly (readonly [
    line: string,
    seconds: number | undefined,
    firefox?: number | undefined,
  ])[] = [
    ["n=v; Max-Age=+60", 60, undefined],
    ["n=v; Max-Age=3600.5", undefined, undefined],
    ["n=v; Max-Age=9223372036854775807x", 400 * 86_400, undefined],
    ["n=v; Max-Age=9223372036854775806x", undefined, undefined],
    ['n=v; Max-Age="3600"', undefined, undefined],
    ["n=v; Max-Age=60; Max-Age=x", undefined, undefined],
    ["n=v; Max-Age=x; Expires=Fri, 20 Nov 2026 11:00:00 GMT", 3600, 3600],
    [`n=v; Max-Age=${400 * DAY}`, 400 * DAY, 400 * DAY],
    [`n=v; Max-Age=${400 * DAY + 1}`, 400 * DAY, 400 * DAY],
    ["n=v; Max-Age=99999999999999999999", 400 * DAY, 400 * DAY],
    ["n=v; Expires=Fri, 20 Nov 2026 12:00:00 +0100", 7200, 3600],
    ["n=v; Expires=2026-11-20T11:00:00Z", undefined, undefined],
    ["n=v; Expires=Mon, 30 Feb 2026 00:00:00 GMT", undefined],
    ["n=v; Expires=Fri, 20 Nov 2026 11:00", undefined, 3600],
    ["n=v; Expires=11/21/2026", undefined, 14 * 3600],
    ["n=v; Expires=Fri, 20-Nov-26 11:00:00 GMT", 3600, 3600],
    ["n=v; Expires=20 November 2026 11:00:00", 3600, 3600],
    ["n=v; Expires=2026 Nov 20 11:00:00", 3600, 3600],
    ["n=v; Expires=20 Nov 2026 011:000:00", 3600],
    ["n=v; Expires=20 Nov 2026 11:00:00x", undefined, 3600],
    ["n=v; Expires=20 Nov 2026 11:00:00:00", undefined, 3600],
    ["n=v; Expires=2x Nov 2026 11:00:00", undefined],
    ["n=v; Expires=20 Nov 2026x 11:00:00", undefined],
    ["n=v; Expires=Tue, 01 Jan 40000 00:00:00 GMT", 400 * DAY],
  ];
  for (const [line, chromium, firefox] of table) {
    test(`${line} in Chromium`, () => expect(one(line)?.seconds).toBe(chromium));
    test(`${line} in Firefox`, () => expect(inFirefox(line)?.seconds).toBe(firefox));
  }
  test("a Date two hours ahead drops a cookie of one hour", () => {
    const date = "Date: Fri, 20 Nov 2026 12:00:00 GMT";
    const cookie = "Set-Cookie: n=v; Expires=Fri, 20 Nov 2026 11:00:00 GMT";
    expect(cookies([date, cookie]).cookies?.[0]?.outcome).toBe("deleted");
  });
});

test("differences in Firefox", () => {
  expect(inFirefox("sid")).toMatchObject({ name: "sid", outcome: "stored" });
  expect(inFirefox("=v")?.outcome).toBe("refused");
  expect(inFirefox("__Host-a=v; Secure", "https://shop.example.com/")?.outcome).toBe("stored");
  expect(inFirefox("n=v; Max-Age=-abc")?.outcome).toBe("deleted");
  expect(inFirefox("n=v; X=a\tb")?.outcome).toBe("stored");
  expect(inFirefox("n=v; Path=/a\tb")?.outcome).toBe("refused");
});

test("the default path is that of the request up to its last slash", () => {
  const paths = ["/app/deep/page", "/app/", "/page", "/"].map(
    (path) => one("n=v; Path=x", `https://shop.example.com${path}`)?.path,
  );
  expect(paths).toEqual(["/app/deep", "/app", "/", "/"]);
});

test("a Path or Domain over 1,024 bytes is ignored", () => {
  expect(one(`n=v; Path=/${"p".repeat(1023)}`)?.path).toHaveLength(1024);
  expect(one(`n=v; Path=/${"p".repeat(1024)}`)?.path).toBe("/app/deep");
});

test("a later line for the same cookie replaces it, unless it is rejected", () => {
  const { cookies: both } = cookies(["t=1", "t=2; Max-Age=0"]);
  expect(both?.map(({ replacedBy }) => replacedBy)).toEqual([1, undefined]);
  const { cookies: first } = cookies(["t=1", "t=2; SameSite=None"]);
  expect(first?.map(({ replacedBy, outcome }) => [replacedBy, outcome])).toEqual([
    [undefined, "stored"],
    [undefined, "refused"],
  ]);
  const { cookies: apart } = cookies(["t=1", "t=2; Domain=shop.example.com"]);
  expect(apart?.map(({ replacedBy }) => replacedBy)).toEqual([undefined, undefined]);
});

test("a cookie sent with Clear-Site-Data for cookies is deleted", () => {
  const { cookies: lost } = cookies(['Clear-Site-Data: "cookies"', "Set-Cookie: n=v"]);
  expect(lost?.[0]?.outcome).toBe("refused");
});

describe("Chromium parses Expires word by word", () => {
  const OCT_2015 = Date.UTC(2015, 9, 21, 7, 28, 0);
  test.each([
    ["Wed, 21 Oct 2015 07:28:00 GMT", OCT_2015],
    ["Wed, 21-Oct-15 07:28:00 GMT", OCT_2015],
    ["oct 21 7:28:0 2015", OCT_2015],
    ["21 October 2015 07:28:00 +0500", OCT_2015],
    ["Wed, 21 Oct 69 07:28:00 GMT", Date.UTC(2069, 9, 21, 7, 28)],
    ["Wed, 21 Oct 70 07:28:00 GMT", Date.UTC(1970, 9, 21, 7, 28)],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
    ["Wed, 21 Oct 2015", undefined],
    ["07:28:00 Oct 2015", undefined],
    ["31 Feb 2015 07:28:00", undefined],
    ["21 Oct 1600 07:28:00", Number.NEGATIVE_INFINITY],
    ["21 Oct 2015 24:00:00", undefined],
    ["21 Oct 2015 23:59:60", undefined],
    ["21 Oct 2015 07:59:00", OCT_2015 + 31 * 60_000],
    ["21 Oct 2015 07:60:00", undefined],
    ["2015-10-21T07:28:00Z", undefined],
    ["1445412480", undefined],
    ["", undefined],
  ])("%p", (text, ms) => {
    expect(readExpires(text, "chromium")).toBe(ms as number);
  });

  test("the first 1024 characters", () => {
    const padded = (length: number) => "20 Nov 2026 11:00:05".padStart(length);
    const seconds = (length: number) => ((readExpires(padded(length), "chromium") ?? 0) / 1000) % 60;
    expect([seconds(1024), seconds(1025)]).toEqual([5, 0]);
  });
});
