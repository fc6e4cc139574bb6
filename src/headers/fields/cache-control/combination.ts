/** Cache-Control directives that depend on each other. */

import type { Directive, Directives } from "../../../syntax/directives.ts";
import type { Context, ExplainedLine, Item } from "../../field.ts";
import { NO_STORE } from "../../verdicts/caching/storing.ts";

export interface Placed {
  readonly directive: Directive;
  readonly at: Item | undefined;
}

export type Placeds = readonly Placed[];

/** Directives of all Cache-Control lines. */
export interface Combination {
  readonly lines: readonly ExplainedLine<Directives>[];
  readonly all: Placeds;
  /** no-store, if caches obey it. */
  readonly noStore: Placed | undefined;
  /** True if shared caches store the response. */
  readonly isShared: boolean;
}

/** Seconds. A max-age of at least this shows that the response should be stored. */
export const WANTED = 3600;

export function combinationOf(
  lines: readonly ExplainedLine<Directives>[],
  { verdicts: { caching } }: Context,
): Combination {
  const all = lines.flatMap(({ parsed, items }) =>
    (parsed?.directives ?? []).map((directive, at) => ({ directive, at: items[at] })),
  );
  const isHeld = caching ? caching.private.why === NO_STORE : !find(all, "must-understand");
  const noStore = isHeld ? find(all, "no-store") : undefined;
  return { lines, all, noStore, isShared: caching?.shared.stores === true };
}

export function find(all: Placeds, name: string): Placed | undefined {
  for (const placed of all) if (placed.directive.name === name) return placed;
  return undefined;
}

/** Returns the first directive of the name, if it applies to the whole response. */
export function findWhole(all: Placeds, name: string): Placed | undefined {
  const first = find(all, name);
  return first?.directive.value === undefined ? first : undefined;
}

export function seconds(placed: Placed | undefined): number | undefined {
  const value = placed?.directive.value;
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}
