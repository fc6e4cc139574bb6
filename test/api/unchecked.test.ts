import { expect, test } from "bun:test";
import { countUnchecked } from "../../src/api/unchecked.ts";

test("parts of one kind and reason are counted together", () => {
  const parts = countUnchecked();
  expect(parts.member()).toEqual({});
  parts.add("rule", "the source is a pattern");
  parts.add("rule", "a condition decides", 0);
  parts.add("page", "robots.txt disallows it");
  parts.addAll([{ what: "rule", count: 2, reason: "the source is a pattern" }]);
  expect(parts.list()).toEqual([
    { what: "rule", count: 3, reason: "the source is a pattern" },
    { what: "page", count: 1, reason: "robots.txt disallows it" },
  ]);
  expect(parts.member().unchecked).toHaveLength(2);
});

test("reasons beyond the fiftieth are counted together, without loss", () => {
  const parts = countUnchecked();
  for (let at = 1; at <= 60; at++) parts.add("line", `reason ${at}`);
  expect(parts.list()).toHaveLength(51);
  expect(parts.list().at(-1)).toEqual({ what: "line", count: 10, reason: "other reasons" });
});
