import { describe, expect, test } from "bun:test";
import { problemReasons } from "../../data/problem-reasons.ts";
import words from "../../data/problem-words.txt" with { type: "text" };
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

  test("words belong to existing kinds, once and in order of ids; a consequence is one sentence", () => {
    const rows = rowsIn(words);
    const own = rows.map(([id = ""]) => id);
    expect(own.filter((id) => !ids.includes(id))).toEqual([]);
    expect(own).toEqual([...new Set(own)].sort());
    expect(rows.filter((row) => row.length > 4)).toEqual([]);
    const whys = rows.filter(([, , , why = ""]) => why !== "");
    for (const [id = "", , , why = ""] of whys) {
      expect([id, /^[A-Z].*[^.]\.$/.test(why), why.length <= 160]).toEqual([id, true, true]);
      expect(whyOf(id)).toStartWith(`${why} `);
    }
    expect(whys.length).toBeGreaterThan(180);
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
