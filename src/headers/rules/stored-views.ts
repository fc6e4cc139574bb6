/** Caches that store a response, for the rules on freshness. */

import type { Context, ExplainedLine } from "../field.ts";
import { type CachePolicy, cacheControl, cachePolicy } from "../fields/cache-control/cache-control.ts";
import { expires } from "../fields/expires.ts";
import { NO_STORE } from "../verdicts/caching/storing.ts";
import { type CacheView, explicitLifetime } from "../verdicts/caching.ts";

export interface Stored {
  readonly own: CacheView;
  readonly shared: CacheView;
  readonly policy: CachePolicy;
  readonly line: ExplainedLine | undefined;
  /** Lifetime in browsers; 0 if not set. */
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

/** The header that sets the lifetime. */
export const giver = ({ lifetimeFrom }: CacheView) =>
  lifetimeFrom === "expires" ? "Expires" : "Cache-Control";

/** Its line. */
export function lineOf({ lifetimeFrom }: CacheView, context: Context): ExplainedLine | undefined {
  return lifetimeFrom === "expires" ? context.lines(expires)[0] : context.lines(cacheControl)[0];
}
