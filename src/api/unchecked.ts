/**
 * Parts of the input that a check did not judge: skipped, truncated or not understood. Every result that lists findings
 * has them as `unchecked`, since no finding means nothing there. Pure.
 */

import { type Static, Type } from "@sinclair/typebox";

const UncheckedPart = Type.Object(
  {
    what: Type.String({ description: "Kind of the parts, in the singular: rule, page, resource" }),
    count: Type.Integer({ minimum: 1 }),
    reason: Type.String({ description: "Completes the sentence `was not checked: …`" }),
  },
  { title: "Unchecked" },
);
export type Unchecked = Static<typeof UncheckedPart>;

/** Member `unchecked` of a result. */
export const unchecked = Type.Optional(
  Type.Array(UncheckedPart, {
    description: "Parts that were skipped, truncated or not understood; absent if everything was checked",
  }),
);

/** Maximum number of reasons listed; further ones are counted together. */
const MOST_REASONS = 50;
const OTHER = "other reasons";

/** Counts parts that are not checked, by kind and reason. */
export function countUnchecked() {
  const counts = new Map<string, Unchecked>();
  return {
    add(what: string, reason: string, count = 1): void {
      if (count <= 0) return;
      const key = `${what}\n${reason}`;
      const before = counts.get(key);
      if (before) before.count += count;
      else if (reason !== OTHER && counts.size >= MOST_REASONS) this.add(what, OTHER, count);
      else counts.set(key, { what, count, reason });
    },
    /** Adds the parts of another result. */
    addAll(parts: readonly Unchecked[] = []): void {
      for (const { what, reason, count } of parts) this.add(what, reason, count);
    },
    /** All parts, in the order of their first count. */
    list: (): Unchecked[] => [...counts.values()],
    /** Member of a result, if there are unchecked parts. */
    member: (): { unchecked?: Unchecked[] } => (counts.size > 0 ? { unchecked: [...counts.values()] } : {}),
  };
}
