import { type Static, Type } from "@sinclair/typebox";
import { wordTexts } from "../../../data/headers/words.ts";
import { type Engine, joinedValue, type Response } from "./response.ts";

const Referrer = Type.Union([Type.Literal("none"), Type.Literal("origin"), Type.Literal("full")]);
type Referrer = Static<typeof Referrer>;

export const Referrers = Type.Object(
  { sameOrigin: Referrer, crossOrigin: Referrer, downgrade: Referrer },
  {
    title: "Referrers",
    description:
      "What requests from this page reveal of its URL: to its own origin, to another, and over plain HTTP",
  },
);
export type Referrers = Static<typeof Referrers>;

const sends = (sameOrigin: Referrer, crossOrigin: Referrer, downgrade: Referrer): Referrers => ({
  sameOrigin,
  crossOrigin,
  downgrade,
});

/** Referrer Policy section 3, one row per policy. */
const POLICIES: ReadonlyMap<string, Referrers> = new Map(
  Array.from(wordTexts("what referrer policies send"), ([policy, sent]) => {
    return [policy, sends(...(sent.split(" ") as [Referrer, Referrer, Referrer]))];
  }),
);
const DEFAULT = sends("full", "origin", "none");
/** Policies that Firefox replaces by its default for requests to other sites. */
const RELAXED: ReadonlySet<string> = new Set(["unsafe-url", "no-referrer-when-downgrade"]);

/** The effective policy (section 8.1): the last known one; undefined for the default. */
export function effectivePolicy(value: string | undefined, engine: Engine): string | undefined {
  if (value === undefined || (engine === "chromium" && strayMember(value) !== undefined)) return undefined;
  return membersOf(value).findLast((member) => POLICIES.has(member));
}

/** First member with characters other than letters and hyphens; Chromium then ignores the header (section 4.1). */
export function strayMember(value: string): string | undefined {
  return membersOf(value).find((member) => !/^[a-z-]*$/.test(member));
}

function membersOf(value: string): string[] {
  return value.split(",").map((part) => part.trim().toLowerCase());
}

export function checkReferrer(response: Response, engine: Engine): Referrers {
  const policy = effectivePolicy(joinedValue(response, "referrer-policy"), engine) ?? "";
  const known = POLICIES.get(policy) ?? DEFAULT;
  const referrers =
    engine !== "chromium" && RELAXED.has(policy) ? { ...known, crossOrigin: "origin" as const } : known;
  // A page over HTTP has no downgrades: requests to HTTP follow the rule for other origins.
  return response.url?.protocol === "http:" ? { ...referrers, downgrade: known.crossOrigin } : referrers;
}
