import { expect, test } from "bun:test";
import { failureKinds } from "../../data/failures.ts";
import { problemKinds } from "../../src/headers/problem-kinds.ts";
import { checkFailed } from "../../src/http/report/lookup-problems.ts";
import { finding } from "../../src/http/report/problem.ts";
import { httpProblems } from "../../src/jobs/project/kinds.ts";
import { RENEW } from "../golden.ts";
import kinds from "./golden/kinds.txt" with { type: "text" };
import { renderKinds } from "./golden/render.ts";

test("ids are kebab-case, and different from the header engine's", () => {
  for (const id of Object.keys(httpProblems)) {
    expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)+$/);
    expect([id, problemKinds().has(id)]).toEqual([id, false]);
  }
});

test("each kind has a source and a sentence", () => {
  for (const { link, summary } of Object.values(httpProblems)) {
    expect(link).toStartWith("https://");
    expect(summary).toMatch(/^[A-Z].*\.$/);
  }
  expect(finding(checkFailed, { name: "range", why: "x" })).toEqual({
    name: "check-failed",
    title: "The extra request for the range check failed: x",
    severity: "info",
    link: checkFailed.link,
  });
});

test("failure codes are kebab-case with a short title", () => {
  for (const [code, { title }] of Object.entries(failureKinds)) {
    expect(code).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(title.length).toBeLessThan(40);
  }
});

test("texts of each kind and each failure", () => {
  expect(renderKinds(), RENEW).toBe(kinds);
});
