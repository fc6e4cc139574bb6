/** Limits of one response on the wire, in any framing. Pure. */

import type { HttpSettings } from "../settings.ts";

export type MeterLimits = Pick<HttpSettings, "maxHeadBytes" | "maxBodyBytes">;

/** Maximum pieces of a response without content: TLS records, DATA frames, callbacks. */
const MOST_PIECES = 10_000;
/** Bytes of content for which one more piece is allowed. */
const PIECE_SHARE = 256;
/** Maximum bytes other than header sections and content. */
const MOST_BESIDE = 65_536;

export function mostPieces({ maxBodyBytes }: MeterLimits): number {
  return MOST_PIECES + Math.floor(maxBodyBytes / PIECE_SHARE);
}

/** Maximum bytes other than content. Header sections count twice, as their encoding may be longer. */
export function mostBeside({ maxHeadBytes }: MeterLimits): number {
  return 2 * maxHeadBytes + MOST_BESIDE;
}
