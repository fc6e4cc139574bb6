/** Every kind of problem is shown by its own examples: `bad` triggers it, `good` does not. */

import { describe, expect, test } from "bun:test";
import { explainMessage, problemKinds } from "../../src/headers/explain.ts";
import type { Example } from "../../src/headers/field.ts";
import { fields } from "../../src/headers/fields/index.ts";
import { commonKinds } from "../../src/headers/kinds.ts";
import { parseMessage } from "../../src/headers/message.ts";
import { rules } from "../../src/headers/rules/index.ts";
import type { Problem } from "../../src/headers/schema.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

/** All problems of a response, wherever they stand. */
export function findings(example: Example): Problem[] {
  const isLines = (value: Example): value is readonly string[] => Array.isArray(value);
  const { lines, receivedAt, ...known } = isLines(example)
    ? { lines: example, receivedAt: undefined }
    : example;
  const at = receivedAt === undefined ? {} : { receivedAt: Date.parse(receivedAt) };
  const { headers, problems } = explainMessage(parseMessage(lines, { ...known, ...at }), NOW);
  const inHeaders = headers.flatMap((header) => [
    ...header.problems,
    ...(header.details.problems ?? []),
    ...(header.details.items ?? []).flatMap((item) => item.problems ?? []),
  ]);
  return [...problems, ...inHeaders];
}

describe("problem kinds", () => {
  for (const [id, kind] of problemKinds)
    test(id, () => {
      expect(findings(kind.bad).map(({ name }) => name)).toContain(id);
      expect(findings(kind.good).map(({ name }) => name)).not.toContain(id);
      expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(kind.link).toStartWith("https://");
      expect(kind.summary).toMatch(/^\S.*\.$/);
      for (const { name, title } of findings(kind.bad)) {
        expect(title, name).toMatch(/[.?]$/);
        expect(title.length, title).toBeLessThan(300);
      }
    });
});

test("ids are declared once", () => {
  const ids = [
    ...Object.keys(commonKinds),
    ...[...fields, ...rules].flatMap(({ kinds }) => Object.keys(kinds ?? {})),
  ];
  const seen = new Set<string>();
  expect(ids.filter((id) => seen.size === seen.add(id).size)).toEqual([]);
});

test("summaries differ from one another", () => {
  const summaries = [...problemKinds.values()].map(({ summary }) => summary);
  const seen = new Set<string>();
  expect(summaries.filter((summary) => seen.size === seen.add(summary).size)).toEqual([]);
});
