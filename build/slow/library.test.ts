/**
 * The published library: packed by npm, installed into an empty folder, run by Node 20, Node 22, Bun and test
 * runners, and compiled with its types. Its reports equal those of the API.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { decodeHeaders } from "../../src/http/decode.ts";
import { exampleMessages } from "./library-messages.ts";
import { installLibrary, runIn } from "./packed-library.ts";

const root = join(import.meta.dir, "../..");
const place = mkdtempSync(join(tmpdir(), "netlens-library-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const app = join(place, "app");
/**
 * Maximum size in bytes of all modules, compressed as by npm. Currently 573 KB, of which 6 KB are recipes as
 * whole files.
 */
const MOST_GZIP = 576_000;

const run = (command: readonly string[], cwd = app) => runIn(cwd, command);

beforeAll(() => installLibrary(place), 120_000);

test("has not grown", async () => {
  const lib = join(app, "node_modules/netlens/lib");
  const sizes = readdirSync(lib)
    .filter((name) => name.endsWith(".js"))
    .map(async (name) => Bun.gzipSync(await Bun.file(join(lib, name)).bytes(), { level: 9 }).length);
  expect((await Promise.all(sizes)).reduce((a, b) => a + b, 0)).toBeLessThan(MOST_GZIP);
});

const runtimes: readonly (readonly [name: string, command: () => Promise<readonly string[]>])[] = [
  ["the installed Node", async () => ["node"]],
  ["Node 20", () => nodeOf("20")],
  ["Node 22", () => nodeOf("22")],
  ["Bun", async () => [process.execPath]],
];

/** Command that runs this major version of Node, installed from npm. */
async function nodeOf(major: string): Promise<readonly string[]> {
  const folder = join(place, `node-${major}`);
  mkdirSync(folder, { recursive: true });
  const { code, out } = await run(
    ["npm", "install", "--no-audit", "--no-fund", "--silent", `node@${major}`],
    folder,
  );
  expect(code, out).toBe(0);
  return [join(folder, "node_modules/node/bin/node")];
}

const PROJECT = `[rules]
strict-transport-security-missing = "off"
[[rules.for]]
url = "https://example.com/embed/*"
off = ["framing-unrestricted"]
reason = "may be framed by anybody"
until = 2099-01-31
[require]
x-request-id = true
`;

describe("answers like the API", () => {
  const messages = exampleMessages();
  const NOW = Date.UTC(2026, 10, 23, 12);
  const expected = messages.map((body) => JSON.stringify(decodeHeaders(body, NOW, { partialRequest: true })));
  test.each(runtimes)(
    "under %s",
    async (_, command) => {
      writeFileSync(join(app, "messages.json"), JSON.stringify(messages));
      writeFileSync(
        join(app, "answers.mjs"),
        `import { readFileSync, writeFileSync } from "node:fs";
import { explainHeaders, lintResponse } from "netlens";
import { matchersOf, netlensMatchers } from "netlens/matchers";
import { findProject } from "netlens/project";
Date.now = () => ${NOW};
const before = Object.getOwnPropertyNames(globalThis).length;
const answers = JSON.parse(readFileSync("messages.json", "utf8")).map(({ requestHeaders, ...body }) =>
  JSON.stringify(explainHeaders({ ...body, ...(requestHeaders && { request: { headers: requestHeaders } }) })),
);
writeFileSync("answers.json", JSON.stringify(answers));
const response = new Response("x", { headers: { "set-cookie": "a=1; SameSite=None" } });
if (lintResponse(response)[0].name !== "cookie-samesite-none-insecure") throw new Error("lintResponse");
if (netlensMatchers.toSetSecureCookies(response).pass) throw new Error("toSetSecureCookies");
const project = findProject();
const judged = lintResponse({ headers: ["content-type: text/html"], status: 200, url: "https://example.com/embed/1" }, { project });
const names = judged.map(({ name }) => name);
if (judged[0].name !== "field-required" || names.includes("hsts-missing") || names.includes("framing-unrestricted")) throw new Error(names.join());
if (matchersOf({ project }).toHaveNoHeaderErrors(response).pass) throw new Error("toHaveNoHeaderErrors");
if (Object.getOwnPropertyNames(globalThis).length !== before) throw new Error("something global is new");
console.log(process.version);
`,
      );
      writeFileSync(join(app, "netlens.toml"), PROJECT);
      const { code, out } = await run([...(await command()), "answers.mjs"]);
      expect(code, out).toBe(0);
      const answers = (await Bun.file(join(app, "answers.json")).json()) as string[];
      expect(answers.length).toBeGreaterThan(500);
      const different = messages.filter((_message, index) => answers[index] !== expected[index]);
      // Language names come from the runtime's CLDR data, which differ between versions of ICU.
      const ours = different.filter((message) => !JSON.stringify(message).includes("-Language: "));
      expect(ours.slice(0, 3)).toEqual([]);
      expect(different.length).toBeLessThan(5);
    },
    120_000,
  );
});

describe("types", () => {
  test.each([
    ["node16", "node16"],
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])(
    "compile with module %s and resolution %s",
    async (module, moduleResolution) => {
      writeFileSync(
        join(app, "use.ts"),
        `import { explainHeaders, lintResponse, type Finding, type HttpReport } from "netlens";
import { matchersOf, type NetlensMatchers, netlensMatchers } from "netlens/matchers";
import { findProject, type Project } from "netlens/project";
const project: Project | undefined = findProject();
lintResponse(new Response("x"), { project });
matchersOf({ project }).toHaveNoHeaderErrors(new Response("x"));
const report: HttpReport = explainHeaders({ headers: ["A: b"], status: 200 });
const shared: boolean | undefined = report.steps[0]?.verdicts?.caching?.shared?.stores;
const found: Finding[] = lintResponse(new Response("x"), { ignore: ["etag-weak"] });
const later: Promise<Finding[]> = lintResponse({ headersArray: async () => [{ name: "A", value: "b" }] });
const fix: string | undefined = found[0]?.fix;
const matchers: NetlensMatchers = { ...({} as NetlensMatchers) };
matchers.toBeCacheable({ by: "private" });
// @ts-expect-error unknown cache
matchers.toBeCacheable({ by: "nobody" });
// @ts-expect-error unknown member
report.stepz;
export { fix, later, netlensMatchers, shared };
`,
      );
      const tsc = join(root, "node_modules/typescript/bin/tsc");
      const flags = [
        "--noEmit",
        "--strict",
        "--target",
        "es2022",
        "--lib",
        "es2022,dom,dom.iterable",
        "--skipLibCheck",
        "false",
      ];
      const { code, out } = await run([
        "node",
        tsc,
        ...flags,
        "--types",
        "",
        "--module",
        module,
        "--moduleResolution",
        moduleResolution,
        "use.ts",
      ]);
      expect(code, out).toBe(0);
    },
    60_000,
  );
});

/** Path of a tool in the packages of build/. */
const installed = (path: string) => join(root, "build/node_modules", path);

describe("the package itself", () => {
  test("passes publint", async () => {
    const { publint } = await import("publint");
    const { formatMessage } = await import("publint/utils");
    const pkgDir = join(app, "node_modules/netlens");
    const { messages, pkg } = await publint({ pkgDir, level: "suggestion", strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  }, 60_000);
  test("has types for every module resolution, including Node 10's", async () => {
    const [archive = ""] = readdirSync(place).filter((name) => name.endsWith(".tgz"));
    const { code, out } = await run([
      "node",
      installed("@arethetypeswrong/cli/dist/index.js"),
      join(place, archive),
      "--format",
      "json",
    ]);
    const { analysis, problems } = JSON.parse(out);
    expect(Object.keys(analysis.entrypoints)).toEqual([
      ".",
      "./matchers",
      "./project",
      "./playwright",
      "./vitest",
      "./package.json",
    ]);
    expect(problems).toEqual({});
    expect(code).toBe(0);
  }, 120_000);
});

const MESSAGES = JSON.stringify(exampleMessages());

describe("CommonJS", () => {
  test.each([
    ["the installed Node", async () => ["node"]],
    ["Node 20", () => nodeOf("20")],
    ["Bun", async () => [process.execPath]],
  ] as const)(
    "answers as the ES modules do under %s",
    async (_, command) => {
      writeFileSync(join(app, "messages.json"), MESSAGES);
      const body = `
Date.now = () => Date.UTC(2026, 10, 23, 12);
const answers = JSON.parse(fs.readFileSync("messages.json", "utf8")).map((message) => JSON.stringify(explainHeaders(message)));
console.log(answers.length, crypto.createHash("sha256").update(answers.join()).digest("hex"), Object.keys(project).sort().join(), Object.keys(matchers).sort().join());
`;
      writeFileSync(
        join(app, "c.cjs"),
        `const fs = require("node:fs"); const crypto = require("node:crypto");\nconst { explainHeaders } = require("netlens");\nconst matchers = require("netlens/matchers"); const project = require("netlens/project");${body}`,
      );
      writeFileSync(
        join(app, "c.mjs"),
        `import fs from "node:fs"; import crypto from "node:crypto";\nimport { explainHeaders } from "netlens";\nimport * as matchers from "netlens/matchers"; import * as project from "netlens/project";${body}`,
      );
      const [common, modules] = [
        await run([...(await command()), "c.cjs"]),
        await run([...(await command()), "c.mjs"]),
      ];
      expect(common.code, common.out).toBe(0);
      expect(common.out).toMatch(
        /^\d{3,4} [\da-f]{64} findProject,openProject,parseProject matchersOf,netlensMatchers\n$/,
      );
      expect(common.out).toBe(modules.out);
    },
    120_000,
  );
});

describe("a browser", () => {
  test("loads the bundle of esbuild without Node modules, with the same answers as Node", async () => {
    writeFileSync(join(app, "messages.json"), MESSAGES);
    const source = (wrap: string) => `import { explainHeaders, lintResponse } from "netlens";
import { netlensMatchers } from "netlens/matchers";
import { parseProject } from "netlens/project";
import messages from "./messages.json";
Date.now = () => Date.UTC(2026, 10, 23, 12);
const project = parseProject('[require]\\nx-a = true\\n[[rules.for]]\\nurl = "https://a.example/*"\\noff = ["age-invalid"]\\nreason = "a test"');
const linted = lintResponse({ headers: ["Age: x"], status: 200, url: "https://a.example/b" }, { project }).map(({ name }) => name);
const passes = netlensMatchers.toHaveNoHeaderErrors(new Response("", { headers: { age: "1" } })).pass;
const answers = messages.map((message) => JSON.stringify(explainHeaders(message)));
${wrap}`;
    writeFileSync(join(app, "b.js"), source("globalThis.told = { answers, linted, passes };"));
    writeFileSync(
      join(app, "n.js"),
      source(
        'import { writeFileSync } from "node:fs"; writeFileSync("told.json", JSON.stringify({ answers, linted, passes }));',
      ),
    );
    const esbuild = ["node", installed("esbuild/bin/esbuild"), "--bundle", "--log-level=warning"];
    const built = await run([
      ...esbuild,
      "b.js",
      "--platform=browser",
      "--format=iife",
      "--outfile=b.out.js",
    ]);
    expect(built).toEqual({ code: 0, out: "" });
    const forNode = await run([...esbuild, "n.js", "--platform=node", "--format=esm", "--outfile=n.out.mjs"]);
    expect(forNode).toEqual({ code: 0, out: "" });
    expect(await run(["node", "n.out.mjs"])).toEqual({ code: 0, out: "" });
    const loaded = await Bun.file(join(app, "told.json")).json();
    expect(loaded.linted).toContain("field-required");
    expect(loaded.linted).not.toContain("age-invalid");
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: ({ url }) =>
        url.endsWith(".js")
          ? new Response(Bun.file(join(app, "b.out.js")))
          : new Response('<!doctype html><meta charset="utf-8"><script src="/b.js"></script>', {
              headers: { "content-type": "text/html" },
            }),
    });
    const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on("pageerror", ({ message }) => errors.push(message));
      await page.goto(server.url.href);
      const inPage = (await page.evaluate("globalThis.told")) as typeof loaded;
      expect(errors).toEqual([]);
      expect([inPage.linted, inPage.passes]).toEqual([loaded.linted, loaded.passes]);
      const different = loaded.answers.filter(
        (answer: string, index: number) => answer !== inPage.answers[index],
      );
      // Language names come from the runtime's CLDR data, as above.
      expect(
        different.filter((answer: string) => !/content-language|accept-language/.test(answer)).slice(0, 3),
      ).toEqual([]);
      expect(loaded.answers.length).toBeGreaterThan(500);
    } finally {
      await browser.close();
      await server.stop(true);
    }
  }, 180_000);
});

describe("matchers in a runner", () => {
  const body = `expect.extend(netlensMatchers);
const good = new Response(null, { status: 204 });
const bad = new Response("x", { headers: { "set-cookie": "a=1; SameSite=None" } });
test("passes", () => { expect(good).toHaveNoHeaderErrors(); expect(bad).not.toHaveNoHeaderErrors(); });
test("passes for a promise", async () => { await expect({ headersArray: async () => [] }).toHaveNoHeaderErrors(); });
test("fails", () => { expect(bad).toHaveNoHeaderErrors(); });
`;
  test("bun:test", async () => {
    writeFileSync(
      join(app, "m.test.js"),
      `import { expect, test } from "bun:test";\nimport { netlensMatchers } from "netlens/matchers";\n${body}`,
    );
    const { code, out } = await run([process.execPath, "test", "./m.test.js"]);
    expect(code).toBe(1);
    expect(out).toMatch(/ 2 pass\n 1 fail/);
    expect(out).toContain("Chromium and Firefox reject Set-Cookie");
    rmSync(join(app, "m.test.js"));
  }, 60_000);
  test("Jest, which loads CommonJS", async () => {
    writeFileSync(
      join(app, "j.test.cjs"),
      `const { netlensMatchers } = require("netlens/matchers");\n${body}`,
    );
    const jest = [
      installed("jest/bin/jest.js"),
      "--rootDir",
      app,
      "--testRegex",
      "j\\.test\\.cjs$",
      "--ci",
      "--colors=false",
    ];
    const { code, out } = await run(["node", ...jest]);
    expect(out).toMatch(/Tests: +1 failed, 2 passed, 3 total/);
    expect(code).toBe(1);
    expect(out).toContain("Chromium and Firefox reject Set-Cookie");
  }, 180_000);
  test.each([
    [
      "ESM",
      "p.spec.mjs",
      'import { expect, test } from "@playwright/test";\nimport { netlensMatchers } from "netlens/matchers";\n',
    ],
    [
      "CommonJS",
      "q.spec.cjs",
      'const { expect, test } = require("@playwright/test");\nconst { netlensMatchers } = require("netlens/matchers");\n',
    ],
  ])(
    "Playwright's own, %s",
    async (_, file, head) => {
      const modules = join(app, "node_modules/@playwright");
      mkdirSync(modules, { recursive: true });
      rmSync(join(modules, "test"), { force: true, recursive: true });
      symlinkSync(installed("@playwright/test"), join(modules, "test"));
      writeFileSync(join(app, file), `${head}${body.replaceAll("=> { expect({", "=> { await expect({")}`);
      const { code, out } = await run([
        "node",
        installed("@playwright/test/cli.js"),
        "test",
        file,
        "--reporter=line",
        "--workers=1",
      ]);
      rmSync(join(app, file));
      expect(out).toMatch(/1 failed/);
      expect(out).toMatch(/2 passed/);
      expect(code).toBe(1);
      expect(out).toContain("Chromium and Firefox reject Set-Cookie");
    },
    180_000,
  );
  test("Vitest", async () => {
    const added = await run(["npm", "install", "--no-audit", "--no-fund", "--silent", "vitest@3.2.4"]);
    expect(added.code, added.out).toBe(0);
    writeFileSync(
      join(app, "v.spec.js"),
      `import { expect, test } from "vitest";\nimport { netlensMatchers } from "netlens/matchers";\n${body}`,
    );
    const { code, out } = await run(["npx", "vitest", "run", "v.spec.js", "--no-color"]);
    expect(code).toBe(1);
    expect(out).toMatch(/1 failed \| 2 passed/);
    expect(out).toContain("Chromium and Firefox reject Set-Cookie");
  }, 180_000);
});
