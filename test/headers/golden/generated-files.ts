/**
 * Golden files that nobody writes by hand: one a problem, with its findings and what becomes of them when its examples are
 * changed, and one a field, with its parts and its odd values. A changed title touches what it is about.
 */

import { problemKinds } from "../../../src/headers/problem-kinds.ts";
import { findingsTold } from "./findings.ts";
import { oddValuesTold } from "./odd-values.ts";
import { partsTold } from "./parts.ts";
import { variationsTold } from "./variations.ts";

/** The expected text of each file, by its path in this folder; a function, for it takes a while. */
export function generatedFiles(): ReadonlyMap<string, () => string> {
  const problems = [...problemKinds().keys()].map(
    (id) => [`problems/${id}.txt`, () => `${findingsTold([id])}\n\n${variationsTold(id)}\n`] as const,
  );
  const told = [...partsTold(), ...oddValuesTold()];
  const byField = Map.groupBy(told, ([name]) => name.replace("> ", "").toLowerCase());
  const fields = [...byField].map(
    ([name, cases]) =>
      [
        `fields/${encodeURIComponent(name)}.txt`,
        () => `${cases.map(([, text]) => text).join("\n\n")}\n`,
      ] as const,
  );
  return new Map([...problems, ...fields]);
}
