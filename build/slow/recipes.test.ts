/** Recipes on real servers: the problem disappears, the header occurs once, and no new finding appears. */

import { expect, test } from "bun:test";
import { RECIPE_PLACES } from "../../data/recipe-servers.ts";
import { recipeRows } from "../../data/recipes.ts";
import { ownHow } from "../../src/headers/how/how.ts";
import { recipeFor, recipeRow } from "../../src/headers/how/rows.ts";
import { decodeHeaders } from "../../src/http/decode.ts";
import { findingsOf } from "../../src/jobs/project/findings.ts";
import { blockText, recipeBlocks } from "../../src/view/how.ts";
import { cases as responses } from "../../test/headers/golden/responses.json";
import { application, type Behind, OVER_HTTPS, send, type Tested, withSites } from "./recipe-servers.ts";
import { applicationOf, casesOf, checkBlocks, judge, type Outcome } from "./recipes.ts";

const PROGRAMS: Readonly<Record<Tested, string>> = {
  nginx: "nginx",
  apache: "apache2",
  htaccess: "apache2",
  caddy: "caddy",
  lighttpd: "lighttpd",
};
const path = (name: string) => Bun.which(name, { PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` });
const servers = (Object.keys(PROGRAMS) as Tested[]).filter((server) => path(PROGRAMS[server]));
const cases = casesOf();

test("most kinds that a setting fixes have a recipe", () => {
  expect(cases.length).toBeGreaterThan(150);
});

const BEHIND: Readonly<Record<Tested, readonly Behind[]>> = {
  nginx: ["proxy", "fastcgi", "uwsgi", "origin"],
  apache: ["proxy", "fastcgi", "origin"],
  htaccess: ["proxy", "fastcgi", "origin"],
  caddy: ["proxy", "fastcgi", "origin"],
  lighttpd: ["proxy", "origin"],
};
const runs = servers.flatMap((server) => BEHIND[server].map((as) => [server, as] as const));
test.each(runs)(
  "recipes work on %s as %s (needs the server)",
  async (server, as) => {
    const all = casesOf(server);
    const outcomes = await judge(server, as, all);
    const number = (result: Outcome["result"]) => outcomes.filter((one) => one.result === result).length;
    console.log(
      `${server} as ${as}: ${number("works")} work, ${number("moot")} are fixed by the server, ${number("left")} left`,
    );
    expect(outcomes.filter(({ result }) => result === "left")).toEqual([]);
    // Ensures that the server ran most of the cases, and most with success.
    expect(number("works")).toBeGreaterThan(outcomes.length * 0.9);
    expect(outcomes.length).toBeGreaterThan(cases.length * 0.8);
  },
  120_000,
);

/** Responses with many problems. */
const MESSY = [
  "Server: Apache/2.4.41 (Ubuntu)",
  "Content-Type: text/html; charset=utf-8",
  "X-Powered-By: PHP/8.1.2",
  "X-Powered-By: Express",
  "X-Content-Type-Options: no-sniff",
  "X-Frame-Options: SAME-ORIGIN",
  "X-XSS-Protection: 1; mode=block",
  "Feature-Policy: camera 'none'",
  "Expect-CT: max-age=86400",
  "Set-Cookie: PHPSESSID=abc; path=/",
  "Set-Cookie: theme=dark; SameSite=None",
  "Cache-Control: public, max-age=600",
  "Pragma: no-cache",
  "Strict-Transport-Security: max-age=86400; includeSubDomains; preload",
  "Referrer-Policy: unsafe-url",
  "Access-Control-Allow-Methods: GET POST",
  'ETag: "a"',
];
const whole = [
  ...responses.filter(({ status }) => status >= 200),
  { id: "messy", url: "https://example.com/", status: 200, method: "GET", headers: MESSY },
];

test.each(servers)("one block fixes a whole response on %s (needs the server)", async (server) => {
  const judged = await checkBlocks(server, whole);
  console.log(`${server}: blocks mend ${judged.map(({ id, fixed }) => `${fixed} of ${id}`).join(", ")}`);
  expect(judged.filter(({ left }) => left.length > 0)).toEqual([]);
  expect(judged.at(-1)?.fixed).toBeGreaterThan(10);
});

test("a server that cannot change the flags of a cookie has no recipe for it", () => {
  const cookie = { name: "sid", secure: true } as const;
  const without = (["nginx", "apache", "htaccess", "caddy", "lighttpd"] as const).filter(
    (server) => recipeFor(recipeRow(server), { cookie }) === undefined,
  );
  expect(without).toEqual(["lighttpd"]);
});

test.each(servers.filter((server) => server !== "lighttpd"))(
  "%s changes the flags of one cookie without repeating any (needs the server)",
  async (server) => {
    const cookies = [
      "sid=1; path=/; secure; SAMESITE=None; HttpOnly",
      "sid=2; SameSite=None",
      "sid=3",
      "other=4; SameSite=None; Secure",
      "asid=5",
    ];
    const head = `HTTP/1.1 200 OK\r\n${cookies.map((cookie) => `Set-Cookie: ${cookie}\r\n`).join("")}Content-Length: 0\r\nConnection: close\r\n\r\n`;
    const app = await application([() => Buffer.from(head)]);
    const recipe =
      recipeFor(recipeRow(server), { cookie: { name: "sid", secure: true, sameSite: "Lax" } }) ?? "";
    const running = await withSites(server, [{ name: "cookies.test", recipe }], app);
    try {
      const { lines } = await send(running.port, "cookies.test", "/0", "GET", []);
      const got = lines
        .filter((line) => /^set-cookie:/i.test(line))
        .map((line) => line.slice(line.indexOf(":") + 1).trim());
      const flagsOf = (cookie = "") => cookie.toLowerCase().split(/;\s*/).slice(1).toSorted();
      expect(got.map(flagsOf)).toEqual([
        ["httponly", "path=/", "samesite=lax", "secure"],
        ["samesite=lax", "secure"],
        ["samesite=lax", "secure"],
        ["samesite=none", "secure"],
        [],
      ]);
    } finally {
      await running.stop();
      app.stop();
    }
  },
);

const texts = [
  "default-src 'self'; img-src \"x\"",
  "50% of {host} {$HOME} \\{a\\} back\\slash `tick`",
  `$1 ${"$"}{HOME} %{Host}i`,
];
test.each(servers)("%s sends the exact value, or has no recipe (needs the server)", async (server) => {
  const reported = texts.flatMap((value, at) => {
    const recipe = recipeFor(recipeRow(server), {
      removed: ["X-Test"],
      sent: { name: "X-Test", value },
    });
    return recipe === undefined ? [] : [{ value, name: `v${at}.test`, recipe }];
  });
  const running = await withSites(server, reported, undefined);
  try {
    for (const { value, name } of reported) {
      const { lines } = await send(running.port, name, "/data.bin", "GET", []);
      expect(lines.filter((line) => /^x-test:/i.test(line)).map((line) => line.slice(7).trim())).toEqual([
        value,
      ]);
    }
  } finally {
    await running.stop();
  }
});

const own = [...recipeRows.keys()].flatMap((id) => ownHow(id, { places: RECIPE_PLACES }) ?? []);
test.each(servers.filter((server) => server !== "caddy"))(
  "%s takes what it has of its own (needs the server)",
  async (server) => {
    const running = await withSites(
      server,
      own.map((how, at) => ({ name: `o${at}.test`, recipe: how[server] ?? "" })),
      undefined,
    );
    await running.stop();
  },
);

/** Pages of one site: the second has headers of its own, and the third is a file. */
const NEIGHBOURS = [
  ["Content-Type: text/html; charset=utf-8"],
  [
    "Content-Type: text/html; charset=utf-8",
    "X-Frame-Options: DENY",
    "Referrer-Policy: no-referrer",
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
  ],
];
/** Servers that can read an application's headers; lighttpd cannot. */
const readers = runs.filter(([server, as]) => server !== "lighttpd" && as !== "origin");
test.each(readers)("a block on %s as %s leaves to its neighbours what they send", async (server, as) => {
  const url = "https://example.com/";
  const now = Date.parse("2026-11-20T10:00:00Z");
  const report = decodeHeaders(
    { headers: [...(NEIGHBOURS[0] ?? [])], status: 200, url, method: "GET" },
    now,
    {
      how: server,
    },
  );
  const recipe = blockText(recipeBlocks(report, findingsOf(report), [server]), server);
  const app = await applicationOf(
    as,
    NEIGHBOURS.map((lines) => ({ lines })),
  );
  const running = await withSites(
    server,
    [
      { name: "plain.test", recipe: "" },
      { name: "block.test", recipe },
    ],
    app,
  );
  try {
    const linesOf = async (site: string, path: string) =>
      (await send(running.port, site, path, "GET", [OVER_HTTPS])).lines
        .filter((line) => /^(?:x-frame|referrer|x-content|cache-control)/i.test(line))
        .map((line) => line.toLowerCase())
        .toSorted();
    expect(await linesOf("block.test", "/1")).toEqual(await linesOf("plain.test", "/1"));
    expect((await linesOf("block.test", "/0")).length).toBeGreaterThan(
      (await linesOf("plain.test", "/0")).length + 1,
    );
  } finally {
    await running.stop();
    await app?.stop();
  }
});
