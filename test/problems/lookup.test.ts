import { describe, expect, test } from "bun:test";
import { runSync } from "../../src/api/cooperative.ts";
import { allKinds } from "../../src/jobs/project/kinds.ts";
import { describeProblem, listingProblems } from "../../src/problems/lookup.ts";

const { problems } = runSync(listingProblems());

describe("kinds of problems", () => {
  test("all are listed, equal to single lookups", () => {
    expect(problems.map(({ id }) => id)).toEqual(allKinds().map(([id]) => id));
    for (const kind of problems) expect(describeProblem(kind.id)).toEqual(kind);
  });
  test("one with examples has both", () => {
    expect(describeProblem("cache-control-conflict")).toMatchObject({
      severity: "error",
      group: "caching",
      examples: { bad: { lines: [expect.stringContaining("Cache-Control")] } },
    });
  });
  test("one without examples says what to do", () => {
    const kind = describeProblem("max-time-exceeded");
    expect(kind?.advice).toContain("stage");
    expect(kind).not.toHaveProperty("examples");
  });
  test("a retired one is not listed, and says where its fact is now", () => {
    const kind = describeProblem("alt-svc-offered");
    expect(kind?.retired).toBe("the field's value in words (alternate)");
    expect(problems.map(({ id }) => id)).not.toContain("alt-svc-offered");
  });
  test("an unknown id has none", () => {
    for (const id of ["", "none", "__proto__", "constructor", "CACHE-CONTROL-CONFLICT"])
      expect(describeProblem(id)).toBeUndefined();
  });
});
