/** Words of `--fail-on` and `wake-for`, and the differences that they match. Pure. */

import type { Difference } from "./schema.ts";

/** Name of the difference for another final URL. */
export const MOVED = "end";

export const FAIL_WORDS: ReadonlyMap<string, (difference: Difference) => boolean> = new Map([
  ["new-error", isNew("error")],
  ["new-warning", isNew("error", "warning")],
  ["new-info", isNew("error", "warning", "info")],
  [
    "other-site",
    ({ name, kind, effect }: Difference) =>
      kind === "outcome-changed" && name === MOVED && effect === "worse",
  ],
  ["moved", ({ name, kind }: Difference) => kind === "outcome-changed" && name === MOVED],
  ["change", ({ kind, volatile }: Difference) => !volatile && kind !== "time"],
]);

function isNew(...severities: readonly string[]): (difference: Difference) => boolean {
  return ({ kind, severity = "" }) => kind === "finding-new" && severities.includes(severity);
}
