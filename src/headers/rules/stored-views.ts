/** The kinds of caches that store a response, as the rules on freshness ask. */

import type { Context, ExplainedLine } from "../field.ts";
import { type CachePolicy, cacheControl, cachePolicy } from "../fields/cache-control/cache-control.ts";
import { expires } from "../fields/expires.ts";
import { NO_STORE } from "../verdicts/caching/storing.ts";
import { type CacheView, explicitLifetime } from "../verdicts/caching.ts";

/** The views of caches: those that store the response are checked, and those that do not apart. */
export interface Stored {
  readonly own: CacheView;
  readonly shared: CacheView;
  readonly policy: CachePolicy;
  readonly line: ExplainedLine | undefined;
  /** Seconds for which browsers may use it; 0 where nobody says. */
  readonly seconds: number;
}

function viewsOf(context: Context): Stored | undefined {
  const { caching } = context.verdicts;
  if (!caching) return undefined;
  const { shared, private: own } = caching;
  const line = context.lines(cacheControl)[0];
  return { own, shared, policy: cachePolicy(context), line, seconds: explicitLifetime(own) ?? 0 };
}

export const isBarred = ({ own }: Stored) => own.why === NO_STORE;

const isStored = ({ own, shared }: Stored) => own.stores || shared.stores;

export const stored = (context: Context) => {
  const views = viewsOf(context);
  return views && isStored(views) ? views : undefined;
};

export const notStored = (context: Context) => {
  const views = viewsOf(context);
  return views && !isStored(views) ? views : undefined;
};

export const atLine = (_: unknown, { line }: Stored) => line;

export const atLifetime = (_: unknown, { own }: Stored, context: Context) => lineOf(own, context);

/** The field that gives a lifetime. */
export const giver = ({ lifetimeFrom }: CacheView) =>
  lifetimeFrom === "expires" ? "Expires" : "Cache-Control";

/** The line that gives the lifetime. */
export function lineOf({ lifetimeFrom }: CacheView, context: Context): ExplainedLine | undefined {
  return lifetimeFrom === "expires" ? context.lines(expires)[0] : context.lines(cacheControl)[0];
}
