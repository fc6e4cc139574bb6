/** Checks one row, with HEAD if it gives the same result as GET. */

import { isBusy, waitOf } from "../../api/responses.ts";
import { sourceUrl } from "./addresses.ts";
import { checkRedirect, type Expectations, type Judged } from "./check-redirect.ts";
import type { RedirectRow } from "./map-item.ts";
import type { CheckedRow } from "./run.ts";
import type { Trail } from "./trail.ts";

export type RowMethod = "GET" | "HEAD";
export type Follow = (url: string, method: RowMethod) => Promise<Trail>;

type Difference = (host: string, note: string) => void;

/**
 * Looks up a row. `auto` tries HEAD, then GET if the result is not as expected. If the results of a host
 * differ, `onDifference` is called, and only GET is used for this host from then on.
 */
export function rowChecker(
  follow: Follow,
  method: RowMethod | "auto",
  expected: Expectations,
  onDifference: Difference = () => {},
): (row: RedirectRow) => Promise<CheckedRow> {
  const getOnly = new Set<string>();
  return async (row) => {
    const source = sourceUrl(row.from, expected.base);
    if (!source) throw new Error("the source is not a URL");
    // The fragment is not sent, but redirects would pass it on to targets without a fragment.
    source.hash = "";
    const look = async (by: RowMethod): Promise<CheckedRow & { readonly trail: Trail }> => {
      const trail = await follow(source.href, by);
      const judged = checkRedirect(row, trail, expected);
      return {
        trail,
        judged,
        ...(isBusy(trail.hops.at(-1)?.status) && { busy: { wait: waitOf(trail.retryAfter) } }),
      };
    };
    if (method !== "auto") return look(method);
    const isKnown = getOnly.has(source.host);
    const first = await look(isKnown ? "GET" : "HEAD");
    if (isKnown || first.busy || first.judged.outcome === "as-wanted") return first;
    const second = await look("GET");
    const note = differenceOf(first.judged, second.judged);
    if (note === undefined || second.busy) return second;
    if (!getOnly.has(source.host)) onDifference(source.host, note);
    getOnly.add(source.host);
    return { judged: { ...second.judged, note } };
  };
}

function differenceOf(head: Judged, get: Judged): string | undefined {
  const statuses = ({ hops }: Judged) => hops.map(({ status }) => status).join(" ");
  if (statuses(head) === statuses(get) && head.final === get.final) return undefined;
  return `HEAD returns ${statuses(head) || "nothing"}, GET ${statuses(get) || "nothing"}`;
}
