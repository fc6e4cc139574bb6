/** Limits of one response on the wire, in any framing. Pure. */

import type { HttpSettings } from "../settings.ts";

export type MeterLimits = Pick<HttpSettings, "maxHeadBytes" | "maxBodyBytes">;

/** Pieces allowed for any response: TLS records, DATA frames, callbacks. */
const MOST_PIECES = 10_000;
/** Bytes of content per additional piece. */
const PIECE_SHARE = 256;
/** Bytes besides header sections and content. */
const MOST_BESIDE = 65_536;

export function mostPieces({ maxBodyBytes }: MeterLimits): number {
  return MOST_PIECES + Math.floor(maxBodyBytes / PIECE_SHARE);
}

/** Bytes besides content. Header sections count twice, as their encoding may be longer. */
export function mostBeside({ maxHeadBytes }: MeterLimits): number {
  return 2 * maxHeadBytes + MOST_BESIDE;
}
