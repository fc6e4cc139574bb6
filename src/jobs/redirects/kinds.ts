/** Kinds of checked redirects, a subdivision of the outcomes. Pure. */

import { KINDS } from "../../../data/redirect-maps.ts";
import type { Judged } from "./check-redirect.ts";
import { isRedirectStatus } from "./map-item.ts";

export { KINDS };
export type Kind = keyof typeof KINDS;

export const ALL_KINDS = Object.keys(KINDS) as readonly Kind[];

type Facts = Pick<Judged, "outcome" | "status" | "finalStatus" | "wantedStatus">;

/** Kind of a checked row, or of a row with a recorded result. */
export function kindOf(judged: Facts): Kind {
  const { outcome } = judged;
  if (outcome === "other-status") return kindOfStatus(judged);
  if (outcome === "error") return kindOfError(judged);
  return ALL_KINDS.find((kind) => KINDS[kind].outcome === outcome) ?? "wrong-status";
}

function kindOfStatus({ status, wantedStatus = 301 }: Facts): Kind {
  if (status >= 500) return "server-error";
  const wantsRedirect = isRedirectStatus(wantedStatus);
  if (wantsRedirect && (status === 404 || status === 410)) return "missing";
  const isPermanent = wantedStatus === 301 || wantedStatus === 308;
  if (isPermanent && (status === 302 || status === 303 || status === 307)) return "temporary";
  return wantsRedirect && status < 300 ? "no-redirect" : "wrong-status";
}

function kindOfError({ status, finalStatus }: Facts): Kind {
  if (status === 0) return "no-answer";
  return isRedirectStatus(finalStatus) ? "invalid-location" : "dead-target";
}

/** `server-error` → `server error`. */
export function kindWord(kind: Kind): string {
  return kind.replaceAll("-", " ");
}
