import { describe, expect, test } from "bun:test";
import { outcomeOf, outcomeSentence, outcomeText } from "../../src/view/all-clear.ts";

const patterns = { what: "rule", count: 2, reason: "the source is a pattern" };
const conditions = { what: "rule", count: 1, reason: "a condition decides" };
const page = { what: "page", count: 1, reason: "robots.txt disallows it" };

describe("the outcome of a check", () => {
  for (const [checked, found, unchecked, outcome, text] of [
    [3, "", [], "ok", "no problems found"],
    [3, "", [patterns], "partial", "no problems found; 2 rules were not checked: the source is a pattern"],
    [
      3,
      "",
      [patterns, conditions],
      "partial",
      "no problems found; 3 rules were not checked: the source is a pattern (2), a condition decides (1)",
    ],
    [
      3,
      "2 warnings",
      [patterns, page],
      "found",
      "2 warnings; 2 rules were not checked: the source is a pattern; 1 page was not checked: robots.txt disallows it",
    ],
    [
      0,
      "",
      [page],
      "nothing-checked",
      "nothing was checked; 1 page was not checked: robots.txt disallows it",
    ],
    [0, "", [], "nothing-checked", "nothing was checked"],
  ] as const)
    test(text, () => {
      expect(outcomeOf({ checked, found, unchecked })).toBe(outcome);
      expect(outcomeText({ checked, found, unchecked })).toBe(text);
    });

  test("as a sentence", () => {
    expect(outcomeSentence({ checked: 1, found: "" })).toBe("No problems found.");
  });
});
