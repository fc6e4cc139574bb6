import { afterEach, expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { browserNamed } from "../../src/useragent/read/browser-names.ts";
import { TABLE_NAMES } from "../../src/useragent/tables/built-in.ts";
import { findModel, findModelByName } from "../../src/useragent/tables/models.ts";
import "../../src/useragent/verify.ts";
import { fromTables, rowsOf, tableText, useTables } from "../../src/useragent/tables/tables.ts";

const NEW = "Seldomware/1.0";
const typeOf = (agent: string) => {
  const { device } = lookupUserAgent(agent);
  return device ? device.type : undefined;
};

afterEach(() => useTables());

test("every bundled table has rows and sources", () => {
  for (const name of TABLE_NAMES) {
    expect([name, rowsOf(name).length > 10]).toEqual([name, true]);
    const head = /^(?:#.*\n)+/.exec(tableText(name))?.[0] ?? "";
    expect([name, /^# (?:documented|observed|inferred) \| /m.test(head)]).toEqual([name, true]);
  }
});

/**
 * Columns `phrase | name | category | operator | page | state`. Category and state are checked by the parser.
 */
const bots = rowsOf("bots");
test.each(bots.map((row) => [row[0] ?? "", row] as const))("bot %s: its columns", (phrase, row) => {
  const [, name = "", , operator = "", page = ""] = row;
  expect(phrase).toBe(phrase.toLowerCase());
  expect(bots.filter(([other]) => other === phrase).length).toBe(1);
  expect(row.length).toBeLessThanOrEqual(6);
  // A URL as the name or operator means that a column is missing.
  expect(`${name} ${operator}`).not.toMatch(/:\/\//);
  if (page !== "") expect(new URL(page).protocol).toMatch(/^https?:$/);
});

test("every robots.txt token belongs to bots in the table, from the operator's page, once", () => {
  const rows = rowsOf("robots-tokens");
  const known = new Set(bots.map(([phrase = "", name = phrase]) => name));
  const named = rows.flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()));
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
  for (const [token = "", , page = ""] of rows) {
    // RFC 9309 section 2.2.1 allows letters, `_` and `-`; MJ12bot has digits too.
    expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(new URL(page).protocol).toMatch(/^https?:$/);
  }
});

test.each(["apps", "libraries", "feeds", "packages"] as const)("no phrase of %s is repeated", (name) => {
  const phrases = rowsOf(name).map(([phrase = ""]) => phrase);
  expect(phrases.filter((phrase, index) => phrases.indexOf(phrase) !== index)).toEqual([]);
});

test("a table of models may lack its last line end, and have non-ASCII letters", () => {
  useTables(new Map([["models", "# observed | a log\nabc-1\tSeldom\tOften\tP\nabc-2\tSeldom"]]));
  expect([findModel("ABC-1"), findModel("abc-2"), findModel("abc-3")]).toEqual([
    { brand: "Seldom", name: "Often", form: "mobile" },
    { brand: "Seldom", name: "abc-2", form: undefined },
    undefined,
  ]);
  expect(findModelByName("Often")?.brand).toBe("Seldom");
  const foreign = ["ab×", "abß", "abÀ", "abÞ", "ab÷", "abÿ"];
  useTables(
    new Map([
      [
        "models",
        foreign
          .toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
          .map((model) => `${model}\t${model}\n`)
          .join(""),
      ],
    ]),
  );
  for (const model of foreign)
    for (const text of [model, model.toLowerCase()])
      expect([text, findModel(text)?.brand]).toEqual([text, model]);
});

test.each([
  ["ucbrowser", "UC Browser"],
  ["ucbrowser0", "UC Browser"],
  ["ucbrowser9", "UC Browser"],
  ["ucbrowser9.4", "UC Browser"],
  ["ucbrowser9.", "UC Browser"],
  ["ucbrowserx", undefined],
  ["9", undefined],
  ["", undefined],
])("a browser's name may end in a number: %s", (key, name) => {
  expect(browserNamed(key)?.name).toBe(name as string);
});

test("other tables apply immediately, also to cached strings; missing tables stay", () => {
  const before = lookupUserAgent(NEW);
  expect(before.evidence).not.toBe("listed");
  useTables(new Map([["feeds", "# observed | a log\nseldomware/ | Seldomware | https://example.org/\n"]]));
  expect(typeOf(NEW)).toBe("feed");
  expect(typeOf("curl/8.5.0")).toBe("library");
  useTables();
  expect(lookupUserAgent(NEW)).toEqual(before);
});

test.each([
  [
    "bots",
    "# observed | a log\nseldombot | SeldomBot | search | Nobody | https://example.org/ | asleep\n",
    "asleep",
  ],
  ["feeds", "seldomware/ | Seldomware | https://example.org/\n", "before the first line that gives a source"],
  [
    "bots",
    "# observed | a log\nseldombot | SeldomBot | fishing | Nobody | https://example.org/\n",
    '"fishing" is not one of search',
  ],
  ["bots", "# observed | a log\nab | Ab | search | Nobody |\n", "too short"],
  ["model-codes", "# inferred | a guess\nNobody | [A-\n", "Invalid regular expression"],
  ["verify", "# documented | a page\nBot | .example.org | | https://example.org/ | perhaps\n", "perhaps"],
])("a table %s that is invalid leaves the previous tables in place", (name, text, message) => {
  useTables(new Map([["feeds", "# observed | a log\nseldomware/ | Seldomware | https://example.org/\n"]]));
  typeOf(NEW);
  expect(() => useTables(new Map([[name, text]]))).toThrow(message);
  expect(typeOf(NEW)).toBe("feed");
});

test("derived values are built once, and again when tables change", () => {
  let times = 0;
  const count = fromTables(() => ++times);
  expect([count(), count()]).toEqual([1, 1]);
  useTables();
  expect(count()).toBe(2);
});
