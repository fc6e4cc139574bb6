/** Verdict of a resource or inline code in Chromium, with differences in other engines. Pure. */

import type { Task } from "../../../api/cooperative.ts";
import { PAGE } from "../../../api/limits.ts";
import { checkContent, checkLoad, type Engine, type Load } from "../../../headers/verdicts.ts";
import type { Inline } from "../read/reference.ts";
import type { Blocked, InlineCode, Resource } from "../schema.ts";
import { type Attempt, causesOf } from "./causes.ts";
import { ENGINES, type PageContext } from "./page-context.ts";

type Outcome = Resource["outcome"];
interface Judged {
  readonly outcome: Outcome;
  readonly blockedBy: Blocked[];
}
type Verdict = Pick<Resource, "outcome" | "blockedBy" | "engines">;

/** Reason for a missing response; undefined if there is one. */
export type Missing = "failed" | "not-asked" | undefined;

export function checkResource(attempt: (engine: Engine) => Attempt, missing: Missing): Task<Verdict> {
  return verdictOf((engine) => {
    const own = attempt(engine);
    const blockedBy = causesOf(own);
    return { outcome: outcomeOf(own, blockedBy, missing), blockedBy };
  });
}

function outcomeOf(attempt: Attempt, blockedBy: readonly Blocked[], missing: Missing): Outcome {
  if (blockedBy.some(({ reportOnly }) => !reportOnly)) return "blocked";
  if (missing) return missing;
  if (isUnusable(attempt)) return "failed";
  const isUpgraded = attempt.urls[0]?.protocol !== attempt.reference.url.protocol;
  return isUpgraded ? "upgraded" : "loads";
}

/** Whether the status or a content coding makes the content unusable. Frames and images show error pages. */
function isUnusable({ reference: { as, cors, dest }, page, responses, engine }: Attempt): boolean {
  const answer = responses.at(-1);
  if (!answer || answer.status === 101) return false;
  const { status = 200 } = answer;
  if (status === 204 || status === 205)
    return as !== "connect" && (status === 204 || engine !== "webkit" || as === "frame");
  const isPlayed = as === "media" && dest !== "track";
  // Audio and video are requested without codings; Chromium requires a complete or partial response.
  const has = (field: string) =>
    answer.lines.some(({ name, value }) => name === field && value !== "identity");
  if (isPlayed && engine !== "firefox" && has("content-encoding")) return true;
  if (status >= 200 && status < 300) {
    if (isPlayed) return engine === "chromium" && status !== 200 && !(status === 206 && has("content-range"));
    const isPart = status === 206 && as === "image" && cors === undefined;
    return isPart && engine === "firefox" && answer.url?.origin !== page.url.origin;
  }
  if (as !== "image") return as !== "frame";
  const type = (status >= 400 && checkContent(answer, engine)?.type) || "";
  return !type.startsWith("image/") || (engine === "firefox" && type === "image/svg+xml");
}

export function* checkInline(code: Inline, page: PageContext): Task<InlineCode> {
  const { as, inline, text, nonce, where, count, metas, sources, initiator } = code;
  const load = loadOfCode(code);
  const verdict = yield* verdictOf((engine) => {
    const all = [
      ...page.enforced(engine, metas).map((policy) => ({ policy, reportOnly: false })),
      ...page.reportOnly(engine).map((policy) => ({ policy, reportOnly: true })),
    ];
    const blockedBy = all.flatMap(({ policy, reportOnly }): Blocked[] => {
      const { allowed, by } = checkLoad(load, [policy], page.url, engine);
      if (allowed !== false) return [];
      const title =
        by === "sandbox"
          ? "The page's sandbox blocks scripts: allow-scripts is missing."
          : `${by} of the page's policy does not allow ${NAMES[inline][as]}.`;
      return [
        {
          by: "policy",
          policy: page.indexOf(policy),
          directive: by,
          ...(reportOnly && { reportOnly }),
          title,
        },
      ];
    });
    const isBlocked = blockedBy.some(({ reportOnly }) => !reportOnly);
    return { outcome: isBlocked ? "blocked" : "loads", blockedBy };
  });
  return {
    as,
    inline,
    where,
    count,
    text: text.trim().slice(0, LONGEST_SHOWN),
    hash: sources[0],
    ...(initiator && { by: "browser" as const, initiator: cut(initiator.href, PAGE.urlShown) }),
    ...(nonce !== undefined && { nonce: true }),
    ...verdict,
  };
}

/** The load of inline code, by its hash if only the beginning of its text is known. */
export function loadOfCode({ as, inline, text, nonce, isCut, sources }: Inline): Load {
  return {
    as,
    inline,
    ...(isCut ? { hash: sources[0].slice(1, -1) } : { text }),
    ...(nonce !== undefined && { nonce }),
  };
}

/** Characters of inline code in a report. */
const LONGEST_SHOWN = 80;

const NAMES = {
  element: { script: "this inline script", style: "this style element" },
  attribute: { script: "this event handler", style: "this style attribute" },
  "javascript-url": { script: "this javascript: URL", style: "this javascript: URL" },
} as const;

function* verdictOf(judge: (engine: Engine) => Judged): Task<Verdict> {
  const judged: (Judged & { readonly engine: Engine })[] = [];
  for (const engine of ENGINES) {
    judged.push({ engine, ...judge(engine) });
    yield;
  }
  const [own, ...others] = judged.map((one) => ({ ...one, blockedBy: shownOf(one.blockedBy) }));
  if (!own) throw new Error("there is an engine");
  const engines = Object.fromEntries(
    others
      .filter((other) => signature(other) !== signature(own))
      .map(({ engine, outcome, blockedBy }) => [engine, { outcome, blockedBy }]),
  );
  return {
    outcome: own.outcome,
    ...(own.blockedBy.length > 0 && { blockedBy: own.blockedBy }),
    ...(Object.keys(engines).length > 0 && { engines }),
  };
}

/** If there are too many causes, keeps enforced ones first. */
function shownOf(causes: Blocked[]): Blocked[] {
  const first =
    causes.length > PAGE.causes
      ? causes.toSorted((a, b) => Number(a.reportOnly ?? false) - Number(b.reportOnly ?? false))
      : causes;
  return first.slice(0, PAGE.causes).map((cause) => ({ ...cause, title: cut(cause.title, PAGE.titleShown) }));
}

export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function signature({ outcome, blockedBy }: Judged): string {
  return [
    outcome,
    ...blockedBy.map(({ by, directive, reportOnly }) => `${by} ${directive} ${reportOnly}`),
  ].join();
}
