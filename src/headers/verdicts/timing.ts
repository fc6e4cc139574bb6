/** Timing-Allow-Origin (Fetch standard, TAO check): which pages may read how long the response took. */

import { type Static, Type } from "@sinclair/typebox";
import { trimOws } from "../../syntax/tokens.ts";
import { isOrigin } from "./cors-origin.ts";
import { splitOutsideQuotes } from "./members.ts";
import { type Engine, joinedValue, type Response } from "./response.ts";

export const Timing = Type.Union(
  [
    Type.Literal("anyone"),
    Type.Literal("same-origin"),
    Type.Array(Type.String(), { description: "Other origins whose pages may read it, besides its own" }),
  ],
  { title: "Timing", description: "Who may read the response's timing" },
);
export type Timing = Static<typeof Timing>;

/** Origins are compared character by character; an item that no browser would send as an origin matches nobody. */
export function checkTiming(response: Response, engine: Engine): Timing {
  const value = joinedValue(response, "timing-allow-origin") ?? "";
  // Chromium alone reads quoted strings, as the standard does.
  const items =
    engine === "chromium" ? splitOutsideQuotes(value, ",") : value.split(",").map((item) => trimOws(item));
  if (items.includes("*")) return "anyone";
  const origins = items.filter((item) => item !== response.url?.origin && isOrigin(item));
  return origins.length === 0 ? "same-origin" : [...new Set(origins)];
}

/** Engines part ways at quotes only. */
export function timingAlike(response: Response): boolean {
  return joinedValue(response, "timing-allow-origin")?.includes('"') !== true;
}
