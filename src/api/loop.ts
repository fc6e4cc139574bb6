/** Requests of our own that come back to us (RFC 8586): a target that leads here would take all places from one request. */

import { NetlensError } from "./errors.ts";

const LOOP_ID = "netlens";

/** The field that each request of a lookup has, by whichever way it is sent. */
export const LOOP_FIELD = ["CDN-Loop", LOOP_ID] as const;

/** @throws NetlensError `loop-detected` for a request that a lookup has sent */
export function refuseOwn(request: Request): void {
  const passed = (request.headers.get("cdn-loop") ?? "").split(",");
  if (passed.some((id) => id.split(";", 1)[0]?.trim().toLowerCase() === LOOP_ID))
    throw new NetlensError("loop-detected", "This request comes from a lookup of netlens itself (CDN-Loop).");
}
