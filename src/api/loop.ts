/** Detects lookups of this service itself (RFC 8586): a loop would occupy all slots. */

import { NetlensError } from "./errors.ts";

const LOOP_ID = "netlens";

/** Header of every request of a lookup. */
export const LOOP_FIELD = ["CDN-Loop", LOOP_ID] as const;

/** @throws NetlensError `loop-detected` for a request sent by a lookup */
export function refuseOwn(request: Request): void {
  const passed = (request.headers.get("cdn-loop") ?? "").split(",");
  if (passed.some((id) => id.split(";", 1)[0]?.trim().toLowerCase() === LOOP_ID))
    throw new NetlensError(
      "loop-detected",
      "This request was sent by a lookup of netlens itself (CDN-Loop).",
    );
}
