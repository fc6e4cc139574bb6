/** Kinds of comparisons, one row each. */

import { corp, cors, disposition, framing, isolation, permissions, sniffing } from "./loads.ts";
import { csp } from "./policy.ts";
import type { Chance } from "./random.ts";
import type { Draft, Stage } from "./stage.ts";
import { clears, cookies, hsts, referrers, refreshes } from "./state.ts";

export interface Kind {
  /** Fields that are mutated, in lower case. */
  readonly fields: readonly string[];
  /** Field lines to start from. */
  readonly seeds: readonly (readonly string[])[];
  /** Matches lines of the corpus to skip, whose values are for other pages. */
  readonly except?: RegExp;
  /** Lines added at the end of every case. */
  readonly added?: readonly string[];
  /** Context of a case: at least its URL. */
  surround(number: number, chance: Chance): Partial<Draft> & { readonly url: string };
  /** The browser's result for each draft, in the form of `../shared/corpora/browser`; undefined if unknown. */
  observe(stage: Stage, drafts: readonly Draft[]): Promise<(object | undefined)[]>;
}

export const kinds: Readonly<Record<string, Kind>> = {
  cookie: cookies,
  cors,
  csp,
  framing,
  sniffing,
  disposition,
  isolation,
  corp,
  hsts,
  referrer: referrers,
  refresh: refreshes,
  "clear-site-data": clears,
  "permissions-policy": permissions,
};
