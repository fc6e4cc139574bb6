/** Fixtures and reporters of the npm library in real test runs: Playwright with Chromium, and Vitest. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install, installLibrary, runIn } from "./packed-library.ts";

const root = join(import.meta.dir, "../..");
const place = mkdtempSync(join(tmpdir(), "netlens-runners-"));
const app = join(place, "app");
const installed = (path: string) => join(root, "build/node_modules", path);
/** Whether responses have X-Request-Id. */
let requestId = true;
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    const { pathname } = new URL(request.url);
    const type =
      { "/a.js": "text/javascript", "/": "text/html; charset=utf-8" }[pathname] ?? "application/json";
    const body =
      { "/a.js": "fetch('/api/list').then(() => { document.title = 'done'; });", "/": PAGE() }[pathname] ??
      "{}";
    if (pathname === "/moved") return new Response(null, { status: 302, headers: { location: "/" } });
    return new Response(body, {
      headers: {
        "content-type": type,
        ...(requestId && { "x-request-id": "1" }),
        ...(pathname.startsWith("/odd") && { age: "soon" }),
      },
    });
  },
});
const other = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () =>
    new Response("window.other = 1;", { headers: { "content-type": "text/javascript", age: "never" } }),
});
const PAGE = () =>
  `<!doctype html><title>x</title><script src="${other.url.href}o.js"></script><script src="/a.js"></script>`;
const at = (path: string) => `${server.url.origin}${path}`;

const PROJECT = `fail-on = ["age-invalid"]
[rules]
nosniff-missing = "off"
[[rules.for]]
url = "http://127.0.0.1:*/odd/known"
off = ["age-invalid"]
reason = "an old counter"
[require]
x-request-id = true
`;

beforeAll(async () => {
  await installLibrary(place);
  await install(app, "vitest@3.2.4");
  mkdirSync(join(app, "node_modules/@playwright"), { recursive: true });
  symlinkSync(installed("@playwright/test"), join(app, "node_modules/@playwright/test"));
  writeFileSync(join(app, "netlens.toml"), PROJECT);
}, 300_000);
afterAll(async () => {
  await Promise.all([server.stop(true), other.stop(true)]);
  rmSync(place, { recursive: true, force: true });
});

interface Kept {
  readonly responses: number;
  readonly findings: readonly { readonly name: string; readonly url: string; readonly fails: boolean }[];
  readonly ignored: readonly { readonly name: string; readonly url: string; readonly reason: string }[];
}
const named = ({ findings }: Kept, name: string) =>
  findings.filter((found) => found.name === name).map(({ url, fails }) => `${url} ${fails}`);

describe("Playwright", () => {
  interface Result {
    readonly title: string;
    readonly tests: readonly {
      readonly results: readonly {
        readonly attachments: readonly { readonly name: string; readonly body: string }[];
      }[];
    }[];
  }
  const play = async () => {
    const { code, out } = await runIn(app, ["node", installed("@playwright/test/cli.js"), "test"], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(app, "report.json"),
    });
    const report = await Bun.file(join(app, "report.json")).json();
    const results: readonly Result[] = report.suites[0]?.specs ?? [];
    const kept = new Map(
      results.map(({ title, tests }) => {
        const [attached] =
          tests[0]?.results.at(-1)?.attachments.filter(({ name }) => name === "netlens") ?? [];
        return [title, attached && (JSON.parse(atob(attached.body)) as Kept)];
      }),
    );
    return { code, out, kept, stats: report.stats };
  };
  beforeAll(() => {
    writeFileSync(
      join(app, "playwright.config.ts"),
      `import { defineConfig } from "@playwright/test";
export default defineConfig({
  testMatch: "*.pw.ts",
  workers: 1,
  reporter: [["json"], ["netlens/playwright"]],
  use: { baseURL: ${JSON.stringify(at("/"))}, launchOptions: { executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] } },
});
`,
    );
    writeFileSync(
      join(app, "site.pw.ts"),
      `import { test as base, expect } from "@playwright/test";
import { fixturesOf } from "netlens/playwright";
const test = base.extend(fixturesOf());
test("a page", async ({ page }) => {
  await page.goto("/moved");
  await expect(page).toHaveTitle("done");
});
test("requests", async ({ request, page }) => {
  expect((await request.get("/odd/one")).ok()).toBe(true);
  expect((await page.request.post("/odd/known")).ok()).toBe(true);
});
test("a context of its own", async ({ browser, netlens, baseURL }) => {
  const context = await browser.newContext({ baseURL });
  netlens(context);
  netlens(context.request);
  await (await context.newPage()).goto("/odd/page");
  await context.request.get("/odd/asked");
  await context.close();
});
test("nothing", () => {});
`,
    );
  });

  test("attaches findings to each test, prints them once at the end, and fails the run", async () => {
    requestId = true;
    const { code, out, kept, stats } = await play();
    expect([stats.expected, stats.unexpected], out).toEqual([4, 0]);
    const page = kept.get("a page");
    // The redirect, the document, its script and the script's fetch, but not the script of another origin.
    expect(page?.responses).toBe(4);
    expect(named(page as Kept, "age-invalid")).toEqual([]);
    expect(named(page as Kept, "field-required")).toEqual([`${at("/moved")} true`]);
    const requests = kept.get("requests") as Kept;
    expect(requests.responses).toBe(2);
    expect(named(requests, "age-invalid")).toEqual([`${at("/odd/one")} true`]);
    expect(requests.ignored).toContainEqual({
      name: "age-invalid",
      url: at("/odd/known"),
      by: "netlens.toml",
      reason: "an old counter (netlens.toml:6:8)",
    } as object as Kept["ignored"][number]);
    expect(named(kept.get("a context of its own") as Kept, "age-invalid")).toEqual([
      `${at("/odd/page")} true`,
      `${at("/odd/asked")} true`,
    ]);
    expect(kept.get("nothing")).toBeUndefined();
    expect(out.match(/\[age-invalid\]/g)).toHaveLength(1);
    expect(out).toMatch(/^netlens: 8 responses in 3 tests: \d+ errors?, .*\d ignored by netlens\.toml$/m);
    expect(out).toMatch(/^FAILS error {4}"soon" in Age .*\[age-invalid\]$/m);
    expect(out).toContain(`${at("/odd/one")} (site.pw.ts › requests)`);
    expect(code).toBe(1);
  }, 300_000);

  test("fails a green run for a missing header, and passes when it is back", async () => {
    writeFileSync(join(app, "site.pw.ts"), ONE_PAGE);
    requestId = false;
    const { code, out, kept } = await play();
    requestId = true;
    expect(named(kept.get("home") as Kept, "field-required")).toHaveLength(3);
    expect(out).toMatch(/^FAILS error {4}X-Request-Id is missing\. \[field-required\]$/m);
    expect(code).toBe(1);
    expect((await play()).code).toBe(0);
  }, 300_000);
});

const ONE_PAGE = `import { test as base, expect } from "@playwright/test";
import { fixturesOf } from "netlens/playwright";
base.extend(fixturesOf())("home", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("done");
});
`;

describe("Vitest", () => {
  const tests = (body: string) =>
    writeFileSync(
      join(app, "api.vi.ts"),
      `import { test as base, expect } from "vitest";
import { fixturesOf } from "netlens/vitest";
const test = base.extend(fixturesOf());
${body}`,
    );
  const vitest = () => runIn(app, ["npx", "vitest", "run", "--no-color"]);
  test("does the same for requests of tests", async () => {
    writeFileSync(
      join(app, "vitest.config.ts"),
      `import { defineConfig } from "vitest/config";
export default defineConfig({ test: { include: ["*.vi.ts"], reporters: ["json", "netlens/vitest"], outputFile: { json: "vitest.json" } } });
`,
    );
    tests(`test("fetches", async () => {
  expect((await fetch(${JSON.stringify(at("/odd/one"))})).ok).toBe(true);
  await fetch(new Request(${JSON.stringify(at("/odd/known"))}, { method: "POST" }));
  await fetch(${JSON.stringify(other.url.href)});
});
test("is given one", ({ netlens }) => {
  netlens(new Response("x", { headers: { age: "later" } }));
});
test("has none", () => {});
`);
    requestId = true;
    const bad = await vitest();
    expect(bad.out).toMatch(/^netlens: 3 responses in 2 tests: /m);
    expect(bad.out).toMatch(
      /^FAILS error {4}"soon" in Age .*\[age-invalid\]\n {15}http\S*\/odd\/one \(fetches\)$/m,
    );
    expect(bad.out).not.toContain(`:${other.url.port}`);
    expect(bad.code).toBe(1);
    const { testResults } = await Bun.file(join(app, "vitest.json")).json();
    const [{ assertionResults }] = testResults;
    expect(assertionResults.map(({ status }: { status: string }) => status)).toEqual(Array(3).fill("passed"));
    const [{ meta }] = assertionResults;
    expect(named(meta.netlens, "age-invalid")).toEqual([`${at("/odd/one")} true`]);
    expect(meta.netlens.ignored[0].name).toBe("age-invalid");
    tests(`test("fetches", async () => {
  expect((await fetch(${JSON.stringify(at("/fine"))})).ok).toBe(true);
});
`);
    const good = await vitest();
    expect(good.out).toMatch(/^netlens: 1 response in 1 test: /m);
    expect(good.code).toBe(0);
  }, 300_000);
});

test("types compile with those of the runners", async () => {
  writeFileSync(
    join(app, "use.ts"),
    `import { test as base } from "@playwright/test";
import { test as vitest } from "vitest";
import NetlensReporter, { fixturesOf } from "netlens/playwright";
import { fixturesOf as vitestFixtures, type Watch } from "netlens/vitest";
import { findProject } from "netlens/project";
const test = base.extend(fixturesOf({ project: findProject(), origins: ["https://a.example"], ignore: ["etag-weak"] }));
test("a", async ({ page, browser, netlens }) => {
  netlens(await browser.newContext());
  netlens(page);
  // @ts-expect-error not a response
  netlens(await page.title());
});
const own = vitest.extend<{ netlens: Watch }>(vitestFixtures());
own("b", async ({ netlens }) => netlens(await fetch("http://127.0.0.1")));
// @ts-expect-error unknown option
fixturesOf({ origin: "https://a.example" });
new NetlensReporter().onEnd;
`,
  );
  const tsc = ["node", join(root, "node_modules/typescript/bin/tsc"), "--noEmit", "--strict", "--types", ""];
  const flags = [
    "--target",
    "es2022",
    "--lib",
    "es2022,dom,dom.iterable,esnext.disposable",
    "--skipLibCheck",
  ];
  for (const [module, resolution] of [
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ] as const) {
    const command = [...tsc, ...flags, "--module", module, "--moduleResolution", resolution, "use.ts"];
    const { code, out } = await runIn(app, command);
    expect(code, out).toBe(0);
  }
}, 300_000);
