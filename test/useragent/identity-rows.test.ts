/**
 * Rows are parsed on their first match, so an invalid row would not fail at the start. This test parses all
 * rows.
 */

import { afterEach, describe, expect, test } from "bun:test";
import { namesIn, scan } from "../../src/useragent/read/identities.ts";
import { identityOf, phrasesOf, type Row, TABLE_NAMES } from "../../src/useragent/tables/identity-rows.ts";
import { linesOf, useTables } from "../../src/useragent/tables/tables.ts";

const rows = (table: Row["table"]): Row[] =>
  linesOf(table).map((line) => ({ table, line, identity: undefined }));

test.each(TABLE_NAMES)("every row of %s is valid, and found by each of its phrases", (table) => {
  const missed: string[] = [];
  let found = 0;
  for (const row of rows(table)) {
    const { type } = identityOf(row);
    if (table === "bots" && type !== "bot") missed.push(`${row.line}: ${type}`);
    for (const [phrase] of phrasesOf(row)) {
      const text = phrase.replace(/^\^/, "").replace(/\$$/, "");
      const lower = text.toLowerCase();
      const { machine, app } = namesIn(lower, text, scan(lower, text));
      // Any identity counts: a longer phrase in the same string may belong to another row.
      if (scan(lower, text).hits.length > 0 && (machine ?? app) !== undefined) found++;
      else missed.push(`${phrase} of ${row.line}`);
    }
  }
  expect(missed).toEqual([]);
  expect(found).toBeGreaterThan(200);
});

describe("rows of loaded tables", () => {
  afterEach(() => useTables());
  const source = "# observed | a test";
  test.each<[name: string, phrase: string, texts: string[]]>([
    ["with capitals", "SeldomBot", ["x SELDOMbot/1", "SeldomBot/1"]],
    ["that begin with a letter beyond ASCII", "École", ["école/1", "ÉCOLE"]],
    ["that begin with a word of one letter", "Q Seldom Robot", ["q seldom robot", "QSeldomRobot/1"]],
    ["tied to the beginning", "^Seldom", ["seldom/1", "Seldom"]],
    ["with marks", "*seldom$", ["*seldom", "x *seldom/1"]],
  ])("%s are found", (_name, phrase, texts) => {
    useTables(new Map([["bots", `${source}\n\n${phrase} | Seldom Robot | monitoring | Seldom | \n# end\n`]]));
    for (const text of texts) {
      const lower = text.toLowerCase();
      expect([text, namesIn(lower, text, scan(lower, text)).machine?.value.name]).toEqual([
        text,
        "Seldom Robot",
      ]);
    }
  });
  test("a last row without a line end is valid", () => {
    useTables(new Map([["bots", `${source}\nfirstbot | First | search\nlastbot | Last | search`]]));
    expect(namesIn("lastbot", "lastbot", scan("lastbot", "lastbot")).machine?.value.name).toBe("Last");
  });
  test("a phrase that is too short, or a row without a source, is refused at the start", () => {
    expect(() => useTables(new Map([["bots", `${source}\nab | Short | search\n`]]))).toThrow("too short: ab");
    expect(() => useTables(new Map([["bots", "seldombot | Seldom | search\n"]]))).toThrow("gives a source");
  });
});
