import { describe, expect, test } from "bun:test";
import { problemReasons } from "../../data/problem-reasons.ts";
import whys from "../../data/problem-whys.txt" with { type: "text" };
import { rowsIn } from "../../data/tables.ts";
import { allKinds, whyOf } from "../../src/jobs/project/kinds.ts";
import { differencesOfKind } from "../../src/view/how.ts";

const ids = [...allKinds()].map(([id]) => id);

describe("why a kind matters", () => {
  test("every kind has one", () => {
    expect(ids.filter((id) => whyOf(id) === undefined)).toEqual([]);
  });

  test("every paragraph belongs to a kind, and is short", () => {
    const owned = problemReasons.filter(([, why]) => ids.some((id) => whyOf(id)?.endsWith(why)));
    expect(owned.length).toBe(problemReasons.length);
    expect(problemReasons.filter(([, why]) => why.length < 100 || why.length > 480)).toEqual([]);
  });

  test("separate sentences belong to existing kinds, once, and are one sentence", () => {
    const rows = rowsIn(whys);
    const own = rows.map(([id = ""]) => id);
    expect(own.filter((id) => !ids.includes(id))).toEqual([]);
    expect(new Set(own).size).toBe(own.length);
    for (const [id = "", sentence = "", ...more] of rows) {
      expect([id, /^[A-Z][^|]*[^.]\.$/.test(sentence), sentence.length <= 160, more]).toEqual([
        id,
        true,
        true,
        [],
      ]);
      expect(whyOf(id)).toStartWith(`${sentence} `);
    }
    expect(own.length).toBeGreaterThan(180);
  });

  test.each([
    ["cookie-session-insecure", "plain text"],
    ["csp-script-unsafe-inline", "cross-site scripting"],
    ["csp-report-insecure", "Reports show"],
    ["length-and-transfer-encoding", "request smuggling"],
    ["session-in-shared-cache", "next visitor"],
    ["request-field-name-typo", "misspelt"],
    ["upgrade-insecure-requests-unknown", "Servers use"],
  ])("%s: %s", (id, part) => expect(whyOf(id)).toContain(part));
});

test("a kind has the rows of /differences with it in their response", () => {
  const titles = (id: string) => differencesOfKind(id).map(({ title }) => title);
  expect(titles("csp-source-star-port")).toEqual(["* with a port", "* with a port in frame-ancestors"]);
  expect(titles("age-invalid")).toEqual([]);
});
