import { type Static, Type } from "@sinclair/typebox";
import { isTrustworthy } from "./origins.ts";
import { type Engine, joinedValue, type Response } from "./response.ts";

export const Clears = Type.Object(
  { cookies: Type.Boolean(), storage: Type.Boolean(), cache: Type.Boolean() },
  { title: "Clears", description: "What browsers delete (Clear-Site-Data)" },
);
export type Clears = Static<typeof Clears>;

const NOTHING: Clears = { cookies: false, storage: false, cache: false };

/**
 * Clear-Site-Data (section 3.1): the lines joined, split at commas, and each part compared as it is, quotes and case
 * included; what is not known is skipped. Read from potentially trustworthy origins only. WebKit leaves its HTTP cache.
 */
export function checkClears(response: Response, engine: Engine): Clears | undefined {
  const value = joinedValue(response, "clear-site-data");
  if (value === undefined) return NOTHING;
  if (!response.url) return undefined;
  if (!isTrustworthy(response.url) || /[^\x00-\x7f]/.test(value)) return NOTHING;
  const types = value.split(",").map((part) => part.trim());
  const has = (type: string) => types.includes('"*"') || types.includes(`"${type}"`);
  return { cookies: has("cookies"), storage: has("storage"), cache: engine !== "webkit" && has("cache") };
}

/** Without the field all engines clear nothing. */
export function clearsAlike(response: Response): boolean {
  return joinedValue(response, "clear-site-data") === undefined;
}
