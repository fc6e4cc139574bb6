/** Examples of every problem kind: `bad` has the problem, `good` does not. */

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import type { Example, ProblemKind } from "../../src/headers/field.ts";
import { allFields } from "../../src/headers/fields/index.ts";
import { problemKinds } from "../../src/headers/problem-kinds.ts";
import { commonProblems } from "../../src/headers/reading/value-problems.ts";
import { requestFields } from "../../src/headers/requests/index.ts";
import { requestRules } from "../../src/headers/requests/rules.ts";
import { rules } from "../../src/headers/rules/index.ts";
import { EDGES } from "./edges.ts";
import { explainExample, findingsOf } from "./explained.ts";

const findings = (example: Example) => findingsOf(explainExample(example));

describe("problem kinds", () => {
  for (const [id, kind] of problemKinds())
    test(id, () => {
      expect(findings(kind.bad).map(({ name }) => name)).toContain(id);
      expect(findings(kind.good).map(({ name }) => name)).not.toContain(id);
      expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(kind.link).toStartWith("https://");
      expect(kind.summary).toMatch(/^\S.*\.$/);
      for (const { name, title } of findings(kind.bad)) {
        expect(problemKinds().has(name), `${name} is reported and not listed`).toBe(true);
        expect(title, name).toMatch(/[.?]$/);
        expect(title.length, title).toBeLessThan(300);
      }
    });
});

describe("titles", () => {
  /** Title with quoted text, URLs and field names such as Cache-Control removed. */
  const ownWords = (title: string) =>
    title
      .replace(/"[^"]*"|'[^']*'(?!\w)/g, "")
      .replace(/https?:\/\/[^\s,;]+/g, "")
      .replace(/^[A-Z][\w-]*: |\b[A-Z]\w*(?:-[A-Z0-9]\w*)+/g, "");

  test.each([...problemKinds()])("%s has at most 90 characters of its own", (id, { bad, good }) => {
    const titles = [bad, good, ...(EDGES[id] ?? [])].flatMap((example) =>
      findings(example).map(({ title }) => title),
    );
    expect(titles.filter((title) => ownWords(title).length > 90)).toEqual([]);
  });

  test("quotes, URLs and names of fields are not counted", () => {
    expect(ownWords(`Set-Cookie: "a" of 'b' at https://c.example/ needs Content-Type.`)).toBe(
      " of  at  needs .",
    );
  });
});

describe("thresholds", () => {
  test.each(Object.entries(EDGES))("%s: the finding starts exactly at the edge", (id, [bad, good]) => {
    expect(findings(bad).map(({ name }) => name)).toContain(id);
    expect(findings(good).map(({ name }) => name)).not.toContain(id);
  });

  /** Names of constants that limit reading or output, but do not decide a finding. */
  const BOUNDS =
    /^(?:MOST_\w+|SHOWN|FAR|UNIX_\w+|EARLIEST|LATEST|LEAST_URGENT|LARGEST_WISH|LONGEST_UNKNOWN|LENGTH_\w+|DAY_SECONDS)$/;
  const root = join(import.meta.dir, "../../src/headers");
  const files = [...new Glob("{fields,rules}/**/*.ts").scanSync(root)].filter(
    (file) => !file.includes("products/"),
  );

  test.each(files)("of %s have their edge cases", async (file) => {
    const text = await Bun.file(join(root, file)).text();
    const numbers = [...text.matchAll(/^const ([A-Z][A-Z_]+) = [\d_]+(?: [*+-]+ [\w_]+)*;/gm)].map(
      ([, name = ""]) => name,
    );
    const deciding = numbers.filter(
      (name) =>
        !BOUNDS.test(name) &&
        new RegExp(`[<>]=? ${name}\\b`).test(text) &&
        /\b(?:note|problem|report)\(/.test(text),
    );
    if (deciding.length > 0)
      expect(Object.keys(EDGES).filter((id) => text.includes(`"${id}"`))).not.toEqual([]);
  });
});

const ownRequestRules = requestRules.filter((rule) => !rules.includes(rule));
const ownRequestFields = requestFields.filter((field) => !allFields().includes(field));

test("every declared row is listed by its field or rule", async () => {
  const root = join(import.meta.dir, "../../src/headers");
  const written = new Set<string>();
  for (const file of new Glob("**/*.ts").scanSync(root))
    for (const [, id = ""] of (await Bun.file(join(root, file)).text()).matchAll(
      /\b(?:problem|worded)(?:<[^(]*>)?\(\s*"([a-z0-9-]+)",/g,
    ))
      written.add(id);
  expect(written.size).toBeGreaterThan(500);
  expect([...written].filter((id) => !problemKinds().has(id))).toEqual([]);
});

test("ids are declared once", () => {
  const declared = [
    ...commonProblems.map((row): [string, ProblemKind] => [row.id, row]),
    ...[...allFields(), ...rules, ...ownRequestFields, ...ownRequestRules].flatMap(({ kinds }) =>
      Object.entries(kinds()),
    ),
  ];
  // Fields that share a syntax may declare the same object twice.
  expect(declared.filter(([id, kind]) => problemKinds().get(id) !== kind)).toEqual([]);
});

test("summaries are unique", () => {
  const summaries = [...problemKinds().values()].map(({ summary }) => summary);
  const seen = new Set<string>();
  expect(summaries.filter((summary) => seen.size === seen.add(summary).size)).toEqual([]);
});
