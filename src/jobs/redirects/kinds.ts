/** Kinds of checked redirects, a subdivision of the outcomes. Pure. */

import type { Judged, Outcome } from "./check-redirect.ts";

/** In the order of the summary. `means` is the explanation in reports. */
export const KINDS = {
  correct: { outcome: "as-wanted", means: "The redirect works as in the map." },
  missing: { outcome: "other-status", means: "404 or 410 instead of a redirect." },
  temporary: { outcome: "other-status", means: "A temporary redirect instead of a permanent one." },
  "no-redirect": { outcome: "other-status", means: "The source answers, but does not redirect." },
  "wrong-status": { outcome: "other-status", means: "The status code differs from the map." },
  "server-error": { outcome: "other-status", means: "The server answers with an error (5xx)." },
  "no-answer": { outcome: "error", means: "The source does not answer." },
  "invalid-location": { outcome: "error", means: "The redirect has no usable Location." },
  "dead-target": { outcome: "error", means: "The redirect is right, but its target fails." },
  "wrong-target": { outcome: "other-target", means: "The redirect has another target." },
  "target-redirects": { outcome: "target-redirects", means: "The target of the map redirects elsewhere." },
  chain: { outcome: "chain-too-long", means: "Too many redirects in a row." },
  loop: { outcome: "loop", means: "The redirects form a loop." },
  "wrong-canonical": { outcome: "other-canonical", means: "The target names another page as canonical." },
  noindex: { outcome: "noindex", means: "The target forbids indexing." },
  unreadable: { outcome: "unreadable", means: "The row cannot be read, so it was not checked." },
} as const satisfies Record<string, { readonly outcome: Outcome; readonly means: string }>;
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
  const wantsRedirect = isRedirect(wantedStatus);
  if (wantsRedirect && (status === 404 || status === 410)) return "missing";
  const isPermanent = wantedStatus === 301 || wantedStatus === 308;
  if (isPermanent && (status === 302 || status === 303 || status === 307)) return "temporary";
  return wantsRedirect && status < 300 ? "no-redirect" : "wrong-status";
}

function kindOfError({ status, finalStatus }: Facts): Kind {
  if (status === 0) return "no-answer";
  return isRedirect(finalStatus) ? "invalid-location" : "dead-target";
}

function isRedirect(status: number): boolean {
  return status >= 300 && status <= 399;
}

/** `server-error` → `server error`. */
export function kindWord(kind: Kind): string {
  return kind.replaceAll("-", " ");
}
