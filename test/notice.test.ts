/** NOTICE lists everything in the executable: packages, and the sources of its tables. */

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { bundledPackages } from "../build/release/bundle.ts";
import { citations } from "../build/release/citations.ts";
import { cites, SOURCES } from "../build/release/sources.ts";
import { cli } from "./cli/fake-io.ts";

const root = join(import.meta.dir, "..");
const notice = await Bun.file(join(root, "NOTICE")).text();
const all = await citations(root);

describe("NOTICE names", () => {
  test("each package in the executable, with its version and licence", async () => {
    const packages = await bundledPackages(root);
    expect(packages.length).toBeGreaterThan(10);
    for (const { name, version, license } of packages) {
      expect(notice).toContain(`\n${name} ${version}: ${license}, `);
      expect(notice).toContain(`\n---- ${license} ----\n`);
    }
  });

  test.each(SOURCES)("$name, with the text of its licence if rows are from it", ({ name, licence, use }) => {
    expect(notice).toContain(`\n${name}: ${licence}, `);
    if (use === "rows" && licence !== "public domain") expect(notice).toContain(`\n---- ${licence} ----\n`);
  });
});

/** Sources that need no licence: pages, observed lines, and products themselves. */
const OWN =
  /https:\/\/|^npm .+ \((?:MIT|ISC|Apache-2\.0(?: and MIT)?|BSD-3-Clause)\)|\bpublic code\b|\bown (?:pages|source|source code)\b|^the (?:operator's page|source) in the row|^what others report|\bnamed in each (?:row|section)$|^(?:Apple's device|Amazon Quick's)|`curl --help all`|\bour own\b|^options of netlens\b|^data\/site-problems\.txt$|\bpages (?:named )?in the rows\b/;

describe("each table's source", () => {
  const sections = all.filter(
    ({ file }) => file !== "headers" && !file.startsWith("headers/") && file.endsWith(".txt"),
  );
  const documented = new Map<string, string>();
  for (const { file, text } of sections) documented.set(`${file}: ${text}`, text);

  test.each([...documented])("%s", (_, text) => {
    const known = SOURCES.some((source) => cites(text, source));
    expect(known || OWN.test(text), "a list that is not in build/release/sources.ts").toBe(true);
  });

  test("is cited by some table", () => {
    const unused = SOURCES.filter((source) => !all.some(({ text }) => cites(text, source)));
    expect(unused.map(({ name }) => name)).toEqual([]);
  });

  test("names no test suite or list without its owner", () => {
    const vague = /\b(?:test suites|tests and tables|a linter's|lists?) of detectors\b|\ba linter's list\b/;
    expect(all.filter(({ text }) => vague.test(text))).toEqual([]);
  });

  test("has its licence in the tables of user agents, unless it is our own work", () => {
    const cited = all.filter(
      ({ file, text }) => file.startsWith("agents/") && /\bdevice-detector\b/.test(text),
    );
    expect(cited.length).toBeGreaterThan(5);
    for (const { text } of cited) expect(text).toContain("Matomo device-detector (LGPL-3.0-or-later)");
  });
});

describe("a citation", () => {
  const source = (name: string) => SOURCES.find((one) => one.name === name) ?? { name, page: "" };
  test.each([
    ["user-agents", "npm user-agents (BSD-2-Clause)", true],
    ["user-agents", "npm crawler-user-agents 1.60.0 (MIT)", false],
    ["user-agents", "OPAWG user-agents-v2 (MIT)", false],
    ["mobile-detect", "npm mobile-detect (MIT)", true],
    ["mobile-detect", "github.com/x/mobile-detect", false],
    ["humble", "github.com/rfc-st/humble:additional/fingerprint.txt", true],
    ["humble", "a humble guess", false],
  ])("%s in %j: %p", (name, text, expected) => {
    expect(cites(text, source(name) as (typeof SOURCES)[number])).toBe(expected);
  });
});

test("`netlens licences` prints it", async () => {
  const { out, code } = await cli(["licences"]);
  expect([out, code]).toEqual([notice, 0]);
});
