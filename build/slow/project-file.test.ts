/**
 * The project file and its JSON Schema, checked with taplo, which editors use: taplo and netlens reject the
 * same files.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeHeaders } from "../../src/http/decode.ts";
import { firstFile } from "../../src/jobs/project/first-file.ts";
import { readProject } from "../../src/jobs/project/read.ts";
import { exampleMessages } from "./library-messages.ts";
import { runIn } from "./packed-library.ts";

const root = join(import.meta.dir, "../..");
const place = mkdtempSync(join(tmpdir(), "netlens-taplo-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const NOW = Date.UTC(2026, 10, 24);
const ours = (text: string) => {
  try {
    readProject(text, "netlens.toml", NOW);
    return true;
  } catch {
    return false;
  }
};
const netlens = (...args: readonly string[]) =>
  runIn(place, [process.execPath, join(root, "src/main.ts"), ...args]);

/** Names of files that taplo rejects by the schema named on their first line. */
async function wrongFiles(files: ReadonlyMap<string, string>): Promise<readonly string[]> {
  for (const [name, text] of files) writeFileSync(join(place, name), text);
  const taplo = ["node", join(root, "build/node_modules/@taplo/cli/dist/cli.js"), "lint"];
  const { code, out } = await runIn(place, [
    ...taplo,
    "--schema",
    `file://${place}/schema.json`,
    ...files.keys(),
  ]);
  const wrong = [...files.keys()].filter((name) => out.includes(`path="${place}/${name}"`));
  expect(code === 0, out).toBe(wrong.length === 0);
  return wrong;
}

beforeAll(async () => {
  const { code, out } = await netlens("rules", "--schema");
  expect(code, out).toBe(0);
  writeFileSync(join(place, "schema.json"), out);
}, 60_000);

const tomlOf = async (guide: string) =>
  [...(await Bun.file(join(root, "data/guide", guide)).text()).matchAll(/^```toml\n(.*?)^```/gms)].map(
    ([, text = ""]) => text,
  );

test("files of init, for a site and for every kind of finding, and those of the guide are valid", async () => {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () =>
      new Response("x", {
        headers: {
          "x-frame-options": "DENY",
          age: 'a"\\ \u00e9',
          "set-cookie": "a=1; SameSite=None",
          etag: "'",
        },
      }),
  });
  const written = await netlens("init", "--print", server.url.href);
  await server.stop(true);
  expect(written.code, written.out).toBe(0);
  const reports = exampleMessages().map((body) => decodeHeaders(body, NOW, { partialRequest: true }));
  const odd = decodeHeaders({ headers: ["Age: \u0001\u007f\t\u2028#\"'''\\u0041"], status: 200 }, NOW);
  const files = new Map([
    ["site.toml", written.out],
    ["all.toml", firstFile([...reports, odd], "1.0.0")],
    ...(await tomlOf("project.md")).map((text, index) => [`guide-${index}.toml`, text] as const),
  ]);
  expect(files.get("all.toml")?.match(/ = "off"/g)?.length).toBeGreaterThan(300);
  expect([...files.values()].map(ours)).toEqual(Array(files.size).fill(true));
  expect(files.size).toBeGreaterThan(2);
  expect(await wrongFiles(files)).toEqual([]);
}, 120_000);

describe("a file that one rejects is rejected by the other", () => {
  const row = (more: string) => `[[rules.for]]\nurl = "https://a.example/*"\n${more}`;
  const cases: readonly (readonly [text: string, isRight: boolean])[] = [
    // TOML syntax.
    ["", true],
    ["# only a comment", true],
    ["fail-on = [\n  'error', # the worst\n  \"warning\",\n]\r\n", true],
    ["rules.age-invalid = 'off'\nrules.hsts-missing = \"info\"", true],
    ['rules = { age-invalid = "off" }', true],
    ['[rules]\n"age-invalid:age" = """\\\n  off"""', true],
    ['[require]\n"x-\\u0061" = true', true],
    ["[limits]\ntotal-ms = 1_000\nredirects = 0x10", true],
    ['[rules]\nage-invalid = "off"\nage-invalid = "off"', false],
    ["[rules]\n[rules]", false],
    ['rules.age-invalid = "off"\n[rules]', false],
    ["fail-on = ['error'", false],
    ['fail-on = "error"', false],
    ["fail-on = ['error',,]", false],
    ["[limits]\ntotal-ms = 01", false],
    ['[rules]\nage-invalid = "o\\ff"', false],
    ['[rules]\nage-invalid = "off" hsts-missing = "off"', false],
    ["[rules]\nage-invalid = off", false],
    // Structure of the file.
    ["[limitz]\nredirects = 1", false],
    ["[limits]\nredirect = 1", false],
    ['[rules]\nage-invalid = "of"', false],
    ["[rules]\nage-invalid = true", false],
    ["[limits]\ncertificate-days = 0\ntotal-ms = 1\nredirects = 0", true],
    ["[limits]\ncertificate-days = -1", false],
    ["[limits]\ntotal-ms = 0", false],
    ["[limits]\nredirects = -1", false],
    ["[limits]\ntotal-ms = 1.5", false],
    ['[limits]\ntotal-ms = "1"', false],
    ["[require]\nserver = false\nage = '/^\\d+$/'", true],
    ['[require]\nserver = ""', false],
    ["[require]\nserver = 1", false],
    [row('off = ["age-invalid"]\nreason = "x"'), true],
    [row('off = ["age-invalid"]'), false],
    [row('off = ["age-invalid"]\nreason = ""'), false],
    [row('off = "age-invalid"\nreason = "x"'), false],
    [row('offf = ["age-invalid"]\nreason = "x"'), false],
    [row('reason = "x"\nuntil = 2099-01-31'), true],
    [row('reason = "x"\nuntil = "2099-01-31"'), true],
    [row('reason = "x"\nuntil = 2099-01-31T12:00:00Z'), false],
    [row('reason = "x"\nuntil = "soon"'), false],
    ['[[rules.for]]\nreason = "x"', false],
    ['[rules.for]\nurl = "https://a.example/*"\nreason = "x"', false],
  ];
  test("number of files", async () => {
    const files = new Map(cases.map(([text], index) => [`c${index}.toml`, text]));
    const right = (wrong: readonly string[]) =>
      cases.map(([text], index) => [text, !wrong.includes(`c${index}.toml`)]);
    const wrong = await wrongFiles(files);
    expect(right(wrong)).toEqual(cases.map((each) => [...each]));
    expect(cases.map(([text]) => [text, ours(text)])).toEqual(cases.map((each) => [...each]));
  }, 120_000);
});
