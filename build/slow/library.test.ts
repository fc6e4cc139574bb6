/**
 * The library as it is published: packed by npm, installed into an empty folder, used under Node 20, Node 22 and Bun, by test
 * runners, and compiled against its types. Its answers are the API's.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeHeaders } from "../../src/http/decode.ts";
import { library } from "../release/library.ts";
import { exampleMessages } from "./library-messages.ts";

const root = join(import.meta.dir, "../..");
const place = mkdtempSync(join(tmpdir(), "netlens-library-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const app = join(place, "app");
/** Bytes of all modules, as npm's users download them: 497 KB when this was written, 33 of them for the project file alone. */
const MOST_GZIP = 520_000;

async function run(command: readonly string[], cwd = app): Promise<{ code: number; out: string }> {
  const child = Bun.spawn([...command], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, out: out + err };
}

beforeAll(async () => {
  const source = join(place, "package");
  mkdirSync(source, { recursive: true });
  mkdirSync(app);
  await library(root, join(source, "lib"));
  const { manifestOf } = await import("../release/npm.ts");
  writeFileSync(join(source, "package.json"), JSON.stringify(manifestOf([])));
  writeFileSync(join(source, "netlens.js"), "");
  for (const name of ["LICENSE", "NOTICE"]) copyFileSync(join(root, name), join(source, name));
  const packed = await run(["npm", "pack", "--silent", "--pack-destination", place], source);
  expect(packed.code, packed.out).toBe(0);
  writeFileSync(join(app, "package.json"), '{"name":"app","private":true,"type":"module"}');
  const [archive = ""] = readdirSync(place).filter((name) => name.endsWith(".tgz"));
  const installed = await run([
    "npm",
    "install",
    "--no-audit",
    "--no-fund",
    "--silent",
    join(place, archive),
  ]);
  expect(installed.code, installed.out).toBe(0);
}, 120_000);

test("is no larger than it was", async () => {
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

/** npm's package of a Node of this major version. */
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

describe("answers as the API does", () => {
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
      // Names of languages are of the runtime's CLDR, which differs from one version of ICU to the next.
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
// @ts-expect-error there is no such cache
matchers.toBeCacheable({ by: "nobody" });
// @ts-expect-error there is no such member
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
    expect(out).toContain("Browsers reject Set-Cookie");
    rmSync(join(app, "m.test.js"));
  }, 60_000);
  test("Vitest", async () => {
    const installed = await run(["npm", "install", "--no-audit", "--no-fund", "--silent", "vitest@3.2.4"]);
    expect(installed.code, installed.out).toBe(0);
    writeFileSync(
      join(app, "v.spec.js"),
      `import { expect, test } from "vitest";\nimport { netlensMatchers } from "netlens/matchers";\n${body}`,
    );
    const { code, out } = await run(["npx", "vitest", "run", "v.spec.js", "--no-color"]);
    expect(code).toBe(1);
    expect(out).toMatch(/1 failed \| 2 passed/);
    expect(out).toContain("Browsers reject Set-Cookie");
  }, 180_000);
});
