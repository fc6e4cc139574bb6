/** Every fix is proved: with the line as it should be the finding is gone, and no error has come. */

import { describe, expect, test } from "bun:test";
import { explainMessage, problemKinds } from "../../src/headers/explain.ts";
import type { Example } from "../../src/headers/field.ts";
import { parseMessage } from "../../src/headers/message.ts";
import type { Problem } from "../../src/headers/schema.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

interface Found {
  readonly problem: Problem;
  /** Index of its line. */
  readonly line: number;
}

function findings(lines: readonly string[], known: object): Found[] {
  const { headers } = explainMessage(parseMessage(lines, known), NOW);
  return headers.flatMap((header, line) =>
    [...header.problems, ...(header.details.items ?? []).flatMap(({ problems = [] }) => problems)].map(
      (problem) => ({
        problem,
        line,
      }),
    ),
  );
}

const MORE: readonly (readonly string[])[] = [
  ["X-Frame-Options: SAMEORIGIN,"],
  ["Content-Type: image/jpg; q=1"],
  ["Content-Type: text/utf-8"],
  ["Access-Control-Allow-Origin: https://A.example/path"],
  ["Cross-Origin-Opener-Policy: SAME-ORIGIN"],
  ["Content-Disposition: attachment; filename=my file.pdf"],
  ["Link: </a>; rel=next; title=Next page, </b>; rel=prev"],
  ["WWW-Authenticate: Bearer error=invalid_token, error_description=No such user"],
  ['WWW-Authenticate: Basic realm=My Site, charset="UTF-8"'],
  ["Expires: Sunday, 06-Nov-94 08:49:37 GMT"],
];

const isLines = (value: Example): value is readonly string[] => Array.isArray(value);
const examples = [...problemKinds.values()].map(({ bad }) => bad).concat(MORE);
const cases = examples.flatMap((example) => {
  const {
    lines,
    receivedAt: _,
    ...known
  } = isLines(example) ? { lines: example, receivedAt: undefined } : example;
  return findings(lines, known).flatMap(({ problem, line }) =>
    problem.fix === undefined ? [] : [{ id: problem.name, fix: problem.fix, line, lines, known }],
  );
});

describe("each fix", () => {
  test("there are some", () => expect(new Set(cases.map(({ id }) => id)).size).toBeGreaterThanOrEqual(8));

  test.each(cases)("$id: $fix", ({ id, fix, line, lines, known }) => {
    const fixed = lines.map((text, index) => (index === line ? fix : text));
    const before = findings(lines, known).filter(({ problem }) => problem.name === id).length;
    const after = findings(fixed, known);
    expect(after.filter(({ problem }) => problem.name === id).length).toBeLessThan(before);
    const errors = (found: readonly Found[]) =>
      found.filter(({ problem }) => problem.severity === "error").length;
    expect(errors(after)).toBeLessThanOrEqual(errors(findings(lines, known)));
  });
});

test("each finding on a field says which, and its title names it", () => {
  for (const example of examples) {
    const {
      lines,
      receivedAt: _,
      ...known
    } = isLines(example) ? { lines: example, receivedAt: undefined } : example;
    const { headers } = explainMessage(parseMessage(lines, known), NOW);
    for (const header of headers)
      for (const { title, field } of header.problems) {
        expect(field).toBe(header.name);
        expect(title.toLowerCase()).toContain(header.name.slice(0, 60));
      }
  }
});
