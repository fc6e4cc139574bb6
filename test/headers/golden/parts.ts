/**
 * The view of each field line in the examples of the kinds of problems: its other form and its parts. A case is
 * the name of a field, flush left, and below it each of its lines with what is shown of it; the first time counts.
 */

import { explainMessage } from "../../../src/headers/explain.ts";
import { parseMessage } from "../../../src/headers/message.ts";
import { problemKinds } from "../../../src/headers/problem-kinds.ts";
import type { HeaderObject } from "../../../src/headers/schema.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

/** The fields of the examples, each with all that is shown. */
export function partsTold(): ReadonlyMap<string, string> {
  const lines = new Map<string, Map<string, string[]>>();
  for (const header of headersOfExamples()) {
    const own = lines.get(header.name) ?? new Map<string, string[]>();
    lines.set(header.name, own);
    const parts = partsOf(header);
    if (parts.length > 0 && !own.has(header.value)) own.set(header.value, parts);
  }
  const told = [...lines].filter(([, own]) => own.size > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(told.map(([name, own]) => [name, [name, ...[...own].flatMap(shown)].join("\n  ")]));
}

function* headersOfExamples(): Generator<HeaderObject> {
  for (const { bad, good, edge = [] } of problemKinds().values())
    for (const example of [bad, good, ...edge]) {
      const { lines, receivedAt, ...known } =
        "lines" in example ? example : { lines: example, receivedAt: undefined };
      const at = receivedAt === undefined ? {} : { receivedAt: Date.parse(receivedAt) };
      const { headers, requestHeaders = [] } = explainMessage(parseMessage(lines, { ...known, ...at }), NOW);
      yield* headers;
      yield* requestHeaders;
    }
}

function partsOf({ alternate, details }: HeaderObject): string[] {
  const items = (details.items ?? []).map(
    ({ name, value, alternate: other }) =>
      `. ${name}${value && `: ${value}`}${other === undefined ? "" : ` (${other})`}`,
  );
  return [...(alternate === undefined ? [] : [`= ${alternate}`]), ...items];
}

function shown([value, parts]: readonly [string, readonly string[]]): string[] {
  return [value, ...parts.map((part) => `  ${part}`)].map((line) => {
    const printed = line.replace(/[\x00-\x1f\x7f]/g, "?");
    return printed.length > 240 ? `${printed.slice(0, 240)}…` : printed;
  });
}
