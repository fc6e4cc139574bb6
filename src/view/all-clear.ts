/** Outcome of a check in one sentence. Every "no problems found" is made here, so that it names unchecked parts. Pure. */

import type { Unchecked } from "../api/unchecked.ts";
import { plural } from "../headers/wording.ts";
import type { HttpReport } from "../http/schema.ts";

export interface Checked {
  /** Number of parts that were checked. */
  readonly checked: number;
  /** `2 warnings`; `""` for no findings. */
  readonly found: string;
  /** Text for no findings; default `no problems found`. */
  readonly none?: string | undefined;
  readonly unchecked?: readonly Unchecked[] | undefined;
}

/** Text for no findings of a response: an error page is not the requested page. */
export const noProblems = (status: HttpReport["status"]): string | undefined =>
  typeof status === "number" && status >= 400 ? "no problems in the headers of the error page" : undefined;

/** `ok`: everything was checked; `partial`: nothing was found in the checked parts. */
export type Outcome = "ok" | "partial" | "nothing-checked" | "found";

export function outcomeOf({ checked, found, unchecked = [] }: Checked): Outcome {
  if (found !== "") return "found";
  if (checked === 0) return "nothing-checked";
  return unchecked.length > 0 ? "partial" : "ok";
}

/** `no problems found`, `2 warnings; 3 rules were not checked: …`, `nothing was checked` */
export function outcomeText(result: Checked): string {
  const outcome = outcomeOf(result);
  const first =
    outcome === "found"
      ? result.found
      : outcome === "nothing-checked"
        ? "nothing was checked"
        : (result.none ?? "no problems found");
  return [first, ...uncheckedTexts(result.unchecked)].join("; ");
}

export function outcomeSentence(result: Checked): string {
  const text = outcomeText(result);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** One text per kind of part: `3 rules were not checked: the source is a pattern (2), a condition decides (1)` */
export function uncheckedTexts(parts: readonly Unchecked[] = []): string[] {
  return [...Map.groupBy(parts, ({ what }) => what)].map(([what, some]) => {
    const count = some.reduce((sum, one) => sum + one.count, 0);
    const reasons = some.map(({ reason, count: each }) =>
      some.length === 1 ? reason : `${reason} (${each.toLocaleString("en")})`,
    );
    return `${plural(count, what)} ${count === 1 ? "was" : "were"} not checked: ${reasons.join(", ")}`;
  });
}
