/** Answers to what was asked beyond the response itself: loads, framing, the next request. Pure. */

import type { HttpStep } from "../http/schema.ts";

export interface Answer {
  /** What it is about, such as `script https://cdn.example/a.js`. */
  readonly about: string;
  readonly answer: string;
  readonly allowed: boolean;
}

/** Every question that the verdicts answer, in the order of loads, framing, caching. */
export function answersOf({ verdicts }: { readonly verdicts?: HttpStep["verdicts"] | undefined }): Answer[] {
  const loads = verdicts?.policy?.loads ?? [];
  const framedBy = verdicts?.framing?.framedBy ?? [];
  return [
    ...loads.map(({ as, url, inline, allowed, by }) => ({
      about: [as, url ?? (inline === undefined ? undefined : `inline ${inline}`)].filter(Boolean).join(" "),
      answer: loadAnswer(allowed, by),
      allowed: allowed === true,
    })),
    ...framedBy.map(({ url, allowed }) => ({
      about: `framed by ${url}`,
      answer: allowed ? "allowed" : `blocked by ${verdicts?.framing?.from}`,
      allowed,
    })),
    ...(["private", "shared"] as const).flatMap((kind) => {
      const again = verdicts?.caching?.[kind].again;
      if (again === undefined) return [];
      return [
        {
          about: `the next request to a ${kind} cache`,
          answer: AGAIN[again],
          allowed: again === "from-cache",
        },
      ];
    }),
  ];
}

function loadAnswer(allowed: boolean | undefined, by: string): string {
  if (allowed === undefined) return `depends on ${by}, which has digests by another algorithm`;
  return allowed ? `allowed${by === "none" ? "" : ` by ${by}`}` : `blocked by ${by}`;
}

const AGAIN = {
  "from-cache": "answered from the cache",
  "after-check": "answered after the origin server is asked",
  "from-origin": "goes to the origin server",
} as const;
