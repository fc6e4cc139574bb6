/** The kinds of comparison, one row each. */

import { corp, cors, disposition, framing, isolation, permissions, sniffing } from "./loads.ts";
import { csp } from "./policy.ts";
import type { Chance } from "./random.ts";
import type { Draft, Stage } from "./stage.ts";
import { clears, cookies, hsts, referrers, refreshes } from "./state.ts";

export interface Kind {
  /** The fields that are changed, in lower case. */
  readonly fields: readonly string[];
  /** Field lines to begin with. */
  readonly seeds: readonly (readonly string[])[];
  /** Values that are about a page of others, and are left out. */
  readonly except?: RegExp;
  /** Lines that every case ends with. */
  readonly added?: readonly string[];
  /** The context of a case's lines: its URL at least. */
  surround(number: number, chance: Chance): Partial<Draft> & { readonly url: string };
  /** The browser's result for each, as `../shared/corpora/browser` records it; undefined where it cannot be told. */
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
