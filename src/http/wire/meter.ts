/** The meter of one response's cost on the wire, in any wrapping: every exchange holds what it reads against it. Pure. */

import type { HttpSettings } from "../settings.ts";

export type MeterLimits = Pick<HttpSettings, "maxHeadBytes" | "maxBodyBytes">;

/** Pieces that any response may come in: TLS records, DATA frames, what the platform calls us for. */
const MOST_PIECES = 10_000;
/** Bytes of content that allow one piece more. */
const PIECE_SHARE = 256;
/** Bytes besides header sections and content. */
const MOST_BESIDE = 65_536;

export function mostPieces({ maxBodyBytes }: MeterLimits): number {
  return MOST_PIECES + Math.floor(maxBodyBytes / PIECE_SHARE);
}

/** Bytes besides content: of header sections, twice, since they may come in other wrapping than they are counted in. */
export function mostBeside({ maxHeadBytes }: MeterLimits): number {
  return 2 * maxHeadBytes + MOST_BESIDE;
}
