/**
 * Recipes for Debian's WordPress behind nginx, or with `.htaccess` in Apache: each recipe alone, and all
 * recipes of a page in one block. Every other page is checked before and after.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { lookupHttp } from "../../src/http/lookup.ts";
import type { HttpReport } from "../../src/http/schema.ts";
import { type Finding, findingsOf } from "../../src/jobs/project/findings.ts";
import { recipeBlocks } from "../../src/view/how.ts";
import { cli } from "../../test/cli/fake-io.ts";
import { testSettings } from "../../test/http/servers.ts";
import { startWordPress, type WordPress } from "./wordpress-site.ts";

/** One page of each kind of WordPress. */
const PAGES = [
  "/",
  "/hello-world/",
  "/wp-login.php",
  "/wp-json/",
  "/feed/",
  "/missing/",
  "/wp-includes/css/dashicons.min.css?ver=6.1.9",
  "/wp-includes/images/w-logo-blue.png",
  "/xmlrpc.php",
] as const;

type Place = "wordpress" | "nginx" | "htaccess";
type Seen = ReadonlyMap<string, { readonly report: HttpReport; readonly findings: readonly Finding[] }>;

async function look(site: WordPress): Promise<Seen> {
  const seen = new Map<string, { report: HttpReport; findings: readonly Finding[] }>();
  for (const page of PAGES) {
    const options = { how: "all", follow: false } as const;
    const report = await lookupHttp(`${site.origin}${page}`, options, testSettings);
    expect([page, report.status]).not.toEqual([page, "error"]);
    seen.set(page, { report, findings: findingsOf(report) });
  }
  return seen;
}

/** File name in a recipe for WordPress. */
function fileIn(recipe: string): string {
  return /^\/\/ (wp-content\/mu-plugins\/[\w-]+\.php)$/m.exec(recipe)?.[1] ?? "";
}

/** Start of each complete page, which shows that no output and no PHP error precedes it. */
const BEGINS: readonly (readonly [page: string, begins: RegExp])[] = [
  ["/", /^<!DOCTYPE html>/],
  ["/feed/", /^<\?xml version/],
  ["/wp-json/", /^\{"name":/],
  ["/wp-login.php", /^<!DOCTYPE html>[\s\S]*<form name="loginform"/],
];

async function expectWhole({ origin }: WordPress): Promise<void> {
  for (const [page, begins] of BEGINS) {
    const response = await fetch(`${origin}${page}`, { tls: { rejectUnauthorized: false } });
    expect([page, response.status, begins.test(await response.text())]).toEqual([page, 200, true]);
  }
}

/** Installs a recipe, requests the pages, and removes the recipe. */
async function lookWith(site: WordPress, place: Place, recipe: string | readonly string[]): Promise<Seen> {
  const recipes = typeof recipe === "string" ? [recipe] : recipe;
  if (place === "wordpress") {
    for (const one of recipes) site.write(fileIn(one), one);
    try {
      await expectWhole(site);
      return await look(site);
    } finally {
      for (const one of recipes) site.write(fileIn(one), "");
    }
  }
  const lines = recipes.flatMap((one) => one.split("\n")).map((line) => line.replace(/^# In server: /, ""));
  await site.configure({
    http: lines.filter((line) => line.startsWith("map ")).join("\n"),
    server: lines.filter((line) => !line.startsWith("map ")).join("\n"),
  });
  try {
    await expectWhole(site);
    return await look(site);
  } finally {
    await site.configure({});
  }
}

/** New findings, by page. */
function added(before: Seen, after: Seen): readonly string[] {
  return [...after].flatMap(([page, { findings }]) => {
    const had = new Set(before.get(page)?.findings.map(({ name }) => name));
    return findings.flatMap(({ name, title }) => (had.has(name) ? [] : [`${page} ${name}: ${title}`]));
  });
}

/** Matches findings about information that a site discloses. */
const SHOWN =
  /^(?:user-names-shown|xmlrpc-open|version-in-content|readme-shown|directory-listed|configuration-copy-shown)$/;

function countOf(seen: Seen): number {
  return [...seen.values()].reduce((sum, { findings }) => sum + findings.length, 0);
}

describe.each([
  ["http", "nginx"],
  ["https", "nginx"],
  ["http", "htaccess"],
] as const)("over %s, with %s", (scheme, own) => {
  let site: WordPress;
  let before: Seen;
  beforeAll(async () => {
    site = await startWordPress(scheme, own === "nginx" ? "nginx" : "apache");
    before = await look(site);
  }, 120_000);
  afterAll(() => site?.stop());

  test.each(["wordpress", own] as const)(
    "each recipe of %s removes its finding, and adds none on any page",
    async (place) => {
      const recipes = new Map<string, string[]>();
      for (const [page, { findings }] of before)
        for (const { name, how } of findings) {
          const text = how?.[place];
          if (text !== undefined) recipes.set(text, [...(recipes.get(text) ?? []), `${page} ${name}`]);
        }
      const all = [...recipes.values()].flat();
      const left: string[] = [];
      for (const [recipe, places] of recipes) {
        const after = await lookWith(site, place, recipe);
        for (const one of places) {
          const [page = "", id] = one.split(" ");
          if (after.get(page)?.findings.some(({ name }) => name === id)) left.push(one);
        }
        left.push(...added(before, after).map((one) => `${one} (new by ${places.join(", ")})`));
      }
      console.log(`${scheme}, ${own}, ${place}: ${left.length} of ${all.length} recipes left`);
      expect(left).toEqual([]);
      expect(all.length).toBeGreaterThan(5);
    },
    300_000,
  );

  // Extra requests reject the tests' certificate.
  test.skipIf(scheme === "https" || own !== "nginx")(
    "disclosed names, versions and copies are found, and closed paths are not reported",
    async () => {
      const settings = { ...testSettings, wellKnownPaths: "on" } as const;
      const shown = async () => {
        const { paths = [], steps } = await lookupHttp(`${site.origin}/`, { checks: true }, settings);
        expect(paths).toHaveLength(6);
        return steps.flatMap(({ problems }) =>
          problems.flatMap(({ name, title }) => (SHOWN.test(name) ? [title] : [])),
        );
      };
      const version = "discloses WordPress 6.1";
      expect((await shown()).map((title) => title.replace(/(?<=WordPress 6\.1).*/, ""))).toEqual([
        `/ ${version}`,
        "/?author=1 publishes the name of user 1, mona.",
        "/wp-json/wp/v2/users publishes the name of 1 user, mona.",
        "/xmlrpc.php is open: attackers try passwords and send pingbacks there.",
        "/readme.html is WordPress' own: scanners use it to find WordPress.",
      ]);
      site.write("wp-content/uploads/2026/a.txt", "a");
      site.write("wp-config.php.bak", "<?php define( 'DB_PASSWORD', 'secret' );");
      await site.configure({
        server:
          "autoindex on; location = /xmlrpc.php { deny all; } location = /readme.html { deny all; } location ^~ /wp-json/wp/v2/users { deny all; }",
      });
      try {
        expect(await shown()).toEqual([
          expect.stringContaining(version),
          "/?author=1 publishes the name of user 1, mona.",
          "/wp-config.php.bak publishes the database password.",
          "/wp-content/uploads/ lists the files of its folder.",
        ]);
      } finally {
        await site.configure({});
      }
    },
    60_000,
  );

  test.each([["/"], ["/hello-world"]] as const)(
    "the file that the terminal prints for %s leaves a whole site and no finding that it names",
    async (page) => {
      const key = scheme === "https" ? ["-k"] : [];
      const args = ["http", "--how", "wordpress", ...key, `${site.origin}${page}`];
      const { out } = await cli(args, { env: {} });
      expect(fileIn(out)).toBe("wp-content/mu-plugins/response-headers.php");
      const after = await lookWith(site, "wordpress", out);
      expect(added(before, after)).toEqual([]);
      const shown = page === "/" ? page : `${page}/`;
      const expected = before.get(shown)?.findings.filter(({ how }) => how?.wordpress !== undefined) ?? [];
      expect(expected.length).toBeGreaterThan(0);
      const is = new Set(after.get(shown)?.findings.map(({ name }) => name));
      expect(expected.filter(({ name }) => is.has(name)).map(({ name }) => name)).toEqual([]);
      // The files of the chain's two steps work together.
      if (page === "/") return;
      const first = (await cli([...args, "--step", "1"], { env: {} })).out;
      expect(first).toStartWith("<?php\n");
      const both = await lookWith(site, "wordpress", [
        first.replace("response-headers.php", "response-headers-step-1.php"),
        out,
      ]);
      expect(added(before, both)).toEqual([]);
    },
    60_000,
  );

  // nginx adds a header once per line that sets it, so the recipes of a page form one block.
  test.each(own === "nginx" ? (["wordpress"] as const) : (["wordpress", own] as const))(
    "the files of all findings of a page for %s work together",
    async (place) => {
      const findings = before.get("/")?.findings.filter(({ how }) => how?.[place] !== undefined) ?? [];
      const after = await lookWith(
        site,
        place,
        findings.flatMap(({ how }) => how?.[place] ?? []),
      );
      expect(added(before, after)).toEqual([]);
      const is = new Set(after.get("/")?.findings.map(({ name }) => name));
      expect(findings.filter(({ name }) => is.has(name)).map(({ name }) => name)).toEqual([]);
      expect(findings.length).toBeGreaterThan(1);
    },
    60_000,
  );

  test.each(["wordpress", own] as const)(
    "the block of the first page for %s leaves less on all pages, and makes nothing new",
    async (place) => {
      const { report, findings } = before.get("/") ?? {};
      if (!report || !findings) throw new Error("the first page was not looked at");
      const [block] = recipeBlocks(report, findings);
      const text = block?.recipes.find((recipe) => recipe.place === place)?.text ?? "";
      const after = await lookWith(site, place, text);
      console.log(
        `${scheme}, ${own}, ${place}: ${countOf(before)} findings before the block of the first page, ${countOf(after)} after`,
      );
      expect(added(before, after)).toEqual([]);
      const fixed = findings.filter(({ how }) => how?.[place] !== undefined).map(({ name }) => name);
      const is = after.get("/")?.findings.map(({ name }) => name) ?? [];
      expect(is.filter((name) => fixed.includes(name))).toEqual([]);
      expect(countOf(after)).toBeLessThan(countOf(before));
    },
    60_000,
  );
});
