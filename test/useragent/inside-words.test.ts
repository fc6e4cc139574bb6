/** Names of the tables do not match inside another word, as `maple` in `exmaple` once did. */

import { expect, test } from "bun:test";
import { operatingSystems } from "../../data/agents/operating-systems.ts";
import { televisionSigns } from "../../data/agents/televisions.ts";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { linesOf } from "../../src/useragent/tables/tables.ts";

const TABLES = ["apps", "bots", "brands", "crawlers", "feeds", "libraries", "models", "packages"] as const;

/** Words that name the product in any compound: `PhilipsAppleTV`, `MyFirefox`. */
const COMPOUND = /appletv|applecoremedia|blackberry|firefox|playbook|safari|tvos/;

/** Makers and signs of televisions that cannot be another word, so that a model may follow. */
const COINED =
  /^(?:cherrymobile|huawei|myphone|nokia|viera|pocketbook|qmobile|roku|aquos|sonyericsson|starmobile|vizio)$/;

const wordsIn = (line: string): string[] =>
  line
    .split("|")
    .slice(0, 2)
    .flatMap((cell) => cell.toLowerCase().match(/[a-z]{3,}/g) ?? []);

test.each(TABLES)("%s: no maker and no listed product", (table) => {
  const words = new Set(linesOf(table).flatMap(wordsIn));
  expect(words.size).toBeGreaterThan(50);
  const makerOf = (agent: string) => lookupUserAgent(agent).device || { vendor: "" };
  const found = [...words].filter((word) => {
    const isNamed = [`xq${word}`, `xq${word}xq`].some(
      (agent) => lookupUserAgent(agent).evidence === "listed" || makerOf(agent).vendor !== "",
    );
    return isNamed && !COMPOUND.test(word);
  });
  expect(found).toEqual([]);
  // A product's name may go on (`InstagramLite`), a maker's only if it cannot be another word (`Nokia6300`, `HuaweiX`).
  if (table === "brands")
    expect([...words].filter((word) => !COINED.test(word) && makerOf(`${word}xq`).vendor !== "")).toEqual([]);
});

/** Names of systems that cannot be another word, so that text may follow: `webOSTV`. */
const COINED_SYSTEM = /^(?:blackberry|hiptop|linuxmint|s60v|tizen|web[0o]s|winnt)$/;

test("no system, unless its row says so", () => {
  const systemOf = (agent: string) => {
    const { os } = lookupUserAgent(agent);
    return os ? os.name : "";
  };
  const within = operatingSystems.filter((row) => row.within).flatMap(({ words = [] }) => words);
  const words = operatingSystems
    .flatMap(({ name, words = [] }) => words.map((word) => [word, name] as const))
    .filter(([word, name]) => /^[a-z][a-z\d]+$/.test(word) && systemOf(word) === name)
    .filter(([word]) => !within.some((other) => word.includes(other)));
  expect(words.length).toBeGreaterThan(100);
  for (const [word, name] of words) {
    const inside = [`xq${word}`, `xq${word}/1.0`, `xq${word} 10`];
    if (!COINED_SYSTEM.test(word) && /[a-z]$/.test(word)) inside.push(`${word}xq`, `${word}xq/1.0`);
    expect([word, inside.filter((agent) => systemOf(agent) === name)]).toEqual([word, []]);
  }
});

test.each(["bots", "crawlers", "feeds"] as const)("%s: no robot in a phone's model or build", (table) => {
  // `notebook` is a computer's word, and a model of two words may be called as a browser is.
  const names = linesOf(table)
    .map((line) => (line.split("|", 1)[0] ?? "").replace(/^\^|[$/]$/g, "").trim())
    .filter((name) => /^[a-z][a-z\d-]{2,}$/.test(name) && !name.includes("notebook"));
  expect(names.length).toBeGreaterThan(150);
  for (const [before, behind] of [
    ["", " 5G Build/TP1A.220905"],
    ["SM-A546B Build/", "1A.220"],
  ]) {
    const mistaken = names.filter((name) => {
      const { device } = lookupUserAgent(
        `Mozilla/5.0 (Linux; Android 14; ${before}${name}${behind}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36`,
      );
      return device === false || device.type !== "unknown";
    });
    expect(mistaken).toEqual([]);
  }
});

test.each(["curl", "wget", "python", "okhttp", "dart"])(
  "an app of a phone is no library: %sing",
  (library) => {
    for (const name of [`${library}ing`, `${library} Scoreboard`])
      expect(lookupUserAgent(`${name}/5.6.7 (iPhone; iOS 18.5; Scale/3.00)`)).toMatchObject({
        device: { type: "app" },
        browser: { name, version: "5.6.7" },
      });
  },
);

test.each(["Fedora", "Debian", "Mint", "openSUSE", "Gentoo", "Manjaro", "Arch", "Ubuntu"])(
  "a distribution behind a browser is no robot: %s",
  (name) => {
    for (const browser of [
      "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36",
    ])
      expect(lookupUserAgent(`${browser} ${name}`).device).toMatchObject({ type: "desktop" });
  },
);

const EVERYDAY = `maplewood/1.0,after the show,exmaple,citizen/1.0,netizen 2,studios/1.0,portfolios 2,curios/3,cobwebos/1.3,
customer/1.0,customers 2,brewer/1.0,chaosx86/2,infernova/1.0,suspects 3`;

test("everyday words with a name in them are no product and no system", () => {
  for (const agent of EVERYDAY.split(/,\n?/)) {
    const { device, os, evidence } = lookupUserAgent(agent);
    const { vendor = "", formFactor = "" } = device || {};
    expect([agent, formFactor]).not.toEqual([agent, "tv"]);
    expect([agent, vendor, os, evidence]).toEqual([agent, "", false, expect.not.stringMatching("listed")]);
  }
});

test("televisions: no sign that is a name", () => {
  const [, group = ""] = /\(\?<!\[a-z\]\)\(\?:(.*)\)$/.exec(televisionSigns.source) ?? [];
  const names = group.split("|").filter((name) => /^[a-z\d]+$/.test(name));
  expect(names.length).toBeGreaterThan(10);
  const formOf = (agent: string) => {
    const { device } = lookupUserAgent(agent);
    return device === false ? "" : device.formFactor;
  };
  expect(names.filter((name) => televisionSigns.test(`xq${name}`))).toEqual([]);
  expect(names.filter((name) => formOf(`x ${name}/1.0`) !== "tv")).toEqual([]);
  expect(lookupUserAgent("exmaple").device).toBe(false);
});
