import { describe, expect, test } from "bun:test";
import { readAgent } from "../../src/useragent/read/agent.ts";
import { placeOfPhrase, WordTable } from "../../src/useragent/read/words.ts";

function index(...phrases: string[]): WordTable<string> {
  const made = new WordTable<string>();
  for (const phrase of phrases) made.add(phrase, phrase);
  return made;
}

const find = (made: WordTable<string>, text: string) => made.scan(text.toLowerCase(), text).hits[0]?.value;

describe("phrases", () => {
  test("the longest match at any position is used", () => {
    expect(find(index("foobot", "foobot-image"), "x foobot y foobot-image/1")).toBe("foobot-image");
  });
  test("only at the start of a word or at a capital letter within it", () => {
    expect(find(index("bot/"), "Cubot/1")).toBeUndefined();
    expect(find(index("bot/"), "aBot/1")).toBe("bot/");
    expect(find(index("bot/"), "CUBOT/1")).toBeUndefined();
  });
  test("one without `within` does not start within a word", () => {
    const made = new WordTable<string>();
    made.add("notes", "app", 0, false);
    for (const [text, found] of [
      ["Notes", "app"],
      ["x Notes", "app"],
      ["x-Notes", "app"],
      ["5Notes", "app"],
      ["DayNotes", undefined],
    ] as const)
      expect([text, find(made, text)]).toEqual([text, found]);
  });
  test("anchored to the start, or a whole word", () => {
    expect(find(index("^curl"), "x curl")).toBeUndefined();
    expect(find(index("^curl"), "curl/8")).toBe("^curl");
    expect(find(index("node$"), "node-fetch")).toBe("node$");
    for (const sign of ["a", "z", "0", "9", ".0"])
      expect(find(index("node$"), `node${sign}`)).toBeUndefined();
    for (const sign of ["`", "{", "/", ":", ".", ".x-", ""]) {
      const known = sign === ".x-" ? undefined : "node$";
      expect(find(index("node$"), `node${sign}`)).toBe(known as string);
    }
  });
  test("of equally long ones the first is used, for each kind separately", () => {
    const made = new WordTable<string>();
    made.add("abcd", "first", 0);
    made.add("efgh", "second", 0);
    made.add("ijk", "other", 2);
    expect(
      made.scan("x efgh ijk abcd", "x efgh ijk abcd").hits.map((hit) => hit && [hit.value, hit.at]),
    ).toEqual([["second", 2], undefined, ["other", 7]]);
  });
  test("rows of a table are read at the first use of their names", () => {
    const read: string[] = [];
    const made = new WordTable<string>((row) =>
      [row, row.replaceAll(" ", "")].map((name) => [name, 0, true]),
    );
    const table = "# note\n\nseldom\n^rarely\nOften\nöfter\na b cdef\nselect";
    made.addLater(table, (line) => {
      read.push(line);
      return line;
    });
    const found = ["x rarely", "rarely/1", "often", "Öfter", "a b cdef", "abcdef"].map((text) =>
      find(made, text),
    );
    expect(found).toEqual([undefined, "^rarely", "Often", "öfter", "a b cdef", "a b cdef"]);
    expect(read).toEqual(["^rarely", "Often", "öfter", "a b cdef", "a b cdef"]);
    expect([find(made, "select"), find(made, "seldom"), find(made, "note")]).toEqual([
      "select",
      "seldom",
      undefined,
    ]);
  });
  test("of three to nine characters, at the very beginning and end", () => {
    for (const phrase of ["abc", "abcd", "abcde", "abcdef", "abcdefg", "abcdefgh", "abcdefghi"]) {
      const made = index(phrase);
      expect(
        [phrase, `${phrase} x`, `x ${phrase}`, phrase.slice(0, -1)].map((text) => find(made, text)),
      ).toEqual([phrase, phrase, phrase, undefined]);
    }
    expect(find(index("abc", "abcdef"), "abcde")).toBe("abc");
    expect([find(index("^abc"), "abc"), find(index("^abc"), "ab"), find(index("abc"), "")]).toEqual([
      "^abc",
      undefined,
      undefined,
    ]);
  });
  test("of two that differ only in the anchor, the anchored one is found at the start, in any order", () => {
    for (const phrases of [
      ["abcd", "^abcd"],
      ["^abcd", "abcd"],
    ]) {
      const made = index(...phrases);
      expect([find(made, "abcd x"), find(made, "x abcd")]).toEqual(["^abcd", "abcd"]);
    }
  });
  test("a name of two characters is refused", () => {
    expect(() => index("ab")).toThrow("too short");
    expect(() => placeOfPhrase("^ab$")).toThrow("too short");
  });
});

describe("products and comments", () => {
  test("names, versions, and comments", () => {
    const { products, parts } = readAgent(
      "Mozilla/5.0 (X11; Linux) Foo/v1.2 XiaoMi/MiuiBrowser/14.6.0-gn Safari",
    );
    expect(products.map(({ name, version }) => `${name} ${version}`)).toEqual([
      "Mozilla 5.0",
      "X11 ",
      "Linux ",
      "Foo 1.2",
      "XiaoMi ",
      "MiuiBrowser 14.6.0-gn",
      "Safari ",
    ]);
    expect(parts).toEqual(["X11", "Linux", "Foo/v1.2 XiaoMi/MiuiBrowser/14.6.0-gn Safari"]);
  });
  test("the start of an app's string, decoded", () => {
    const { head, headVersion } = readAgent("Pocket%20Casts/7.96 CFNetwork/3826.600.41 Darwin/24.6.0");
    expect([head, headVersion]).toEqual(["Pocket Casts", "7.96"]);
  });
});

test("the list of models is sorted, one byte per letter, without duplicate codes", async () => {
  const table = await Bun.file(new URL("../../data/agents/models.txt", import.meta.url)).text();
  const codes = table
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => (line.split("\t")[0] ?? "").toLowerCase());
  expect(codes).toEqual([...new Set(codes)].sort());
  expect(/[^\u0000-\u00ff]/.test(table)).toBe(false);
});
