/** Limits of a project file for what a page loads, by party and kind. Pure. */

import { siteOf } from "../../headers/verdicts.ts";
import { plural } from "../../headers/wording.ts";
import type { HttpReport } from "../../http/schema.ts";
import type { PageReport, Resource } from "../page/schema.ts";

export const KINDS = [
  "document",
  "script",
  "style",
  "image",
  "font",
  "media",
  "frame",
  "object",
  "manifest",
  "connect",
  "worker",
] as const;
export const PARTIES = ["first-party", "third-party"] as const;
const MEASURES = ["requests", "bytes", "blocked", "third-parties"] as const;

export interface PageLimit {
  readonly measure: (typeof MEASURES)[number];
  readonly most: number;
  /** Names of the tables that contain it: a party, a kind, or both; none for the whole page. */
  readonly scope: readonly string[];
  /** Place in the file. */
  readonly at: string;
}

/** Page limits of a validated table and of the tables in it. */
export function pageLimitsIn(
  table: object,
  at: (path: readonly string[]) => string,
  scope: readonly string[] = [],
): PageLimit[] {
  return Object.entries(table).flatMap(([key, value]: [string, unknown]): PageLimit[] => {
    const path = [...scope, key];
    if (typeof value === "object" && value !== null) return pageLimitsIn(value, at, path);
    const measure = MEASURES.find((name) => name === key);
    return measure && typeof value === "number" ? [{ measure, most: value, scope, at: at(path) }] : [];
  });
}

/** Counted facts of a load. */
interface Load {
  readonly as: string;
  readonly party: (typeof PARTIES)[number];
  readonly site: string;
  readonly requests: number;
  readonly bytes: number;
  readonly blocked: number;
}

/** Titles of the limits that the page exceeds. */
export function exceededLimits(
  document: HttpReport,
  report: Pick<PageReport, "resources" | "inline">,
  limits: readonly PageLimit[],
): string[] {
  if (limits.length === 0) return [];
  const loads = loadsOf(document, report);
  return limits.flatMap(({ measure, most, scope, at }) => {
    const own = loads.filter(({ as, party }) => scope.every((word) => word === as || word === party));
    const value =
      measure === "third-parties"
        ? new Set(
            own
              .filter(({ party, requests }) => party === "third-party" && requests > 0)
              .map(({ site }) => site),
          ).size
        : own.reduce((sum, load) => sum + load[measure], 0);
    const of = scope.length > 0 ? ` (${scope.join(", ")})` : "";
    return value > most
      ? [`The page has ${plural(value, NOUNS[measure])}${of}; ${most} allowed by ${at}.`]
      : [];
  });
}

const NOUNS: Readonly<Record<PageLimit["measure"], string>> = {
  requests: "request",
  bytes: "byte",
  blocked: "blocked load",
  "third-parties": "other site",
};

function loadsOf(
  { steps }: HttpReport,
  { resources, inline }: Pick<PageReport, "resources" | "inline">,
): Load[] {
  const own = { party: "first-party", site: "", requests: 0, bytes: 0, blocked: 0 } as const;
  const distinct = new Map(resources.filter(isCounted).map((one) => [`${one.as} ${one.url}`, one]));
  return [
    ...steps.map(({ body }) => ({ ...own, as: "document", requests: 1, bytes: body?.wireBytes ?? 0 })),
    ...[...distinct.values()].map(
      ({ as, url, thirdParty, outcome, status, redirects = 0, wireBytes = 0 }): Load => {
        const isRequested = outcome !== "blocked" && status !== undefined;
        return {
          as,
          party: thirdParty ? "third-party" : "first-party",
          site: siteOf(new URL(url).hostname),
          requests: isRequested ? 1 + redirects : 0,
          bytes: isRequested ? wireBytes : 0,
          blocked: Number(outcome === "blocked"),
        };
      },
    ),
    ...inline.map(({ as, outcome, count }) => ({ ...own, as, blocked: outcome === "blocked" ? count : 0 })),
  ];
}

/** Whether most visitors load it. Of several candidates, the one in `src` counts. */
function isCounted({ condition, where }: Resource): boolean {
  return !condition || condition === "use" || (condition === "candidate" && where.element === "img[src]");
}
