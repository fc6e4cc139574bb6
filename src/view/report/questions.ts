/** Answers to what-if questions: loads, framing, the next request. Pure. */

import { cacheAnswers } from "../../../data/browsers/caches.ts";
import type { HttpStep } from "../../http/schema.ts";
import { OTHERS } from "./verdicts.ts";

export interface Answer {
  /** Subject, such as `script https://cdn.example/a.js`. */
  readonly about: string;
  readonly answer: string;
  readonly allowed: boolean;
}

/** Answers in the order of loads, framing, caching. */
export function answersOf({ verdicts }: { readonly verdicts?: HttpStep["verdicts"] | undefined }): Answer[] {
  const loads = verdicts?.policy?.loads ?? [];
  const framedBy = verdicts?.framing?.framedBy ?? [];
  return [
    ...loads.map((load, index) => ({
      about: [load.as, load.url ?? (load.inline === undefined ? undefined : `inline ${load.inline}`)]
        .filter(Boolean)
        .join(" "),
      answer: [loadAnswer(load), ...otherAnswers(verdicts, load, index)].join("; "),
      allowed: load.allowed === true,
    })),
    ...framedBy.map(({ url, allowed }) => ({
      about: `framed by ${url}`,
      answer: allowed ? "allowed" : `blocked by ${verdicts?.framing?.from}`,
      allowed,
    })),
    ...(["private", "shared"] as const).flatMap((kind) => {
      const again = verdicts?.caching?.[kind].again;
      if (again === undefined) return [];
      const about = `the next request to a ${kind} cache`;
      return [{ about, answer: cacheAnswers[again], allowed: again === "from-cache" }];
    }),
  ];
}

type Verdicts = HttpStep["verdicts"];
type Load = NonNullable<NonNullable<NonNullable<Verdicts>["policy"]>["loads"]>[number];

/** Answers of Firefox and Safari that differ from Chromium's. */
function otherAnswers(verdicts: Verdicts, load: Load, index: number): string[] {
  return OTHERS.flatMap(([engine, name]) => {
    const other = verdicts?.[engine]?.policy?.loads?.[index];
    const isOther = other && loadAnswer(other) !== loadAnswer(load);
    return isOther ? [`in ${name}: ${loadAnswer(other)}`] : [];
  });
}

function loadAnswer({ allowed, by, needs }: Load): string {
  if (allowed === undefined) return `depends on ${by}, which uses another digest algorithm`;
  if (!allowed) return `blocked by ${by}`;
  return `allowed${by === "none" ? "" : ` by ${by}`}${needs ? `, but ${needsText(needs)}` : ""}`;
}

/** Requirement of the page's Cross-Origin-Embedder-Policy on the response. */
function needsText({ lines, orCors, withoutCredentials }: NonNullable<Load["needs"]>): string {
  if (withoutCredentials) return "requested without cookies because of Cross-Origin-Embedder-Policy";
  const fields = `Cross-Origin-Embedder-Policy requires its response to have ${lines.join(" and ")}`;
  return orCors ? `${fields}, or to be requested with CORS` : fields;
}
