/**
 * A fix is verified by linting the whole message a limited number of times, and then by linting only its
 * line.
 */

import { expect, test } from "bun:test";
import { openFixGate } from "../../../src/headers/engine/gate-fixes.ts";
import type { Findings } from "../../../src/headers/engine/lint.ts";
import type { HeaderObject } from "../../../src/headers/schema.ts";

const ID = "age-invalid";
const NONE: Findings = new Map();
const FOUND: Findings = new Map([[ID, 1]]);

/** Report on a line with `count` different fixes, with the number of lints of the message and of the line. */
function gated(count: number, size = 1, after = NONE) {
  const problems = Array.from({ length: count }, (_, index) => ({
    name: ID,
    title: "A title.",
    severity: "error" as const,
    fix: `Age: ${index}`,
  }));
  const header: HeaderObject = {
    name: "age",
    value: "soon",
    description: "",
    details: {},
    problems,
    type: "string",
    link: [],
  };
  let messages = 0;
  let lines = 0;
  const gate = openFixGate({
    size,
    found: () => FOUND,
    message: () => {
      messages++;
      return after;
    },
    line: (line) => {
      lines++;
      return line.endsWith("soon") ? FOUND : NONE;
    },
  });
  gate.line(header, 0);
  return { messages, lines, fixes: header.problems.filter(({ fix }) => fix !== undefined).length };
}

test.each([
  [8, 1, { messages: 8, lines: 0, fixes: 8 }],
  [9, 1, { messages: 8, lines: 2, fixes: 9 }],
  [1, 16_384, { messages: 1, lines: 0, fixes: 1 }],
  [1, 16_385, { messages: 0, lines: 2, fixes: 1 }],
])("%i fixes of a message of %i characters: %j", (count, size, lints) => {
  expect(gated(count, size)).toEqual(lints);
});

test("a fix is removed if its finding stays or a new warning or error appears", () => {
  expect(gated(1, 1, FOUND).fixes).toBe(0);
  expect(gated(1, 1, new Map([["age-too-large", 1]])).fixes).toBe(0);
  expect(gated(1, 1, new Map([["field-repeated-identically", 1]])).fixes).toBe(1);
});
