/** The differences that a word stands for, where people say which of them count. Pure. */

import type { Difference } from "./schema.ts";

export const FAIL_WORDS: ReadonlyMap<string, (difference: Difference) => boolean> = new Map([
  ["new-error", isNew("error")],
  ["new-warning", isNew("error", "warning")],
  ["new-info", isNew("error", "warning", "info")],
  ["change", ({ kind, volatile }: Difference) => !volatile && kind !== "time"],
]);

function isNew(...severities: readonly string[]): (difference: Difference) => boolean {
  return ({ kind, severity = "" }) => kind === "finding-new" && severities.includes(severity);
}
