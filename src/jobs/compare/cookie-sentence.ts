/** The sentence for a cookie that differs. Pure. */

import { wordTable } from "../../../data/word-table.ts";
import { keptText } from "../../headers/verdict-words.ts";
import { listing } from "../../headers/wording.ts";
import { byRank, other, type Sentence } from "./sentence-forms.ts";

interface Cookie {
  readonly outcome: string;
  readonly why?: string;
  readonly expires?: string;
  readonly seconds?: number;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite: string;
  readonly domain?: string;
  readonly hostOnly?: boolean;
  readonly path?: string;
  readonly partitioned: boolean;
}

const OUTCOMES = wordTable({ stored: "kept", refused: "rejected", deleted: "deleted" });

const SAME_SITES = wordTable({
  strict: "limited by SameSite=Strict",
  lax: "limited by SameSite=Lax",
  none: "sent across sites by SameSite=None",
  unset: "without SameSite",
});

/** The traits of a cookie, after "is now" and "it was". */
const TRAITS: readonly ((cookie: Cookie) => string)[] = [
  (cookie) => `kept ${keptText(cookie)}`.trimEnd(),
  ({ secure }) => (secure ? "sent over HTTPS only" : "sent over HTTP as well"),
  ({ httpOnly }) => (httpOnly ? "hidden from scripts" : "readable by scripts"),
  ({ sameSite }) => SAME_SITES.get(sameSite) ?? sameSite,
  ({ domain, hostOnly }) =>
    domain === undefined ? "" : `sent to ${domain}${hostOnly ? " only" : " and its subdomains"}`,
  ({ path = "" }) => (path === "" || path === "/" ? "sent to every path" : `sent below ${path} only`),
  ({ partitioned }) => (partitioned ? "partitioned by the top-level site" : "the same below every site"),
];

export function cookie(a: Cookie | undefined, b: Cookie | undefined, key: string): Sentence | null {
  const name = key === "" ? "The cookie without a name" : `The cookie ${key}`;
  if (b === undefined) return other(`${name} is no longer set.`);
  const outcome = (each: Cookie) =>
    `${OUTCOMES.get(each.outcome) ?? each.outcome}${each.why === undefined ? "" : ` (${each.why})`}`;
  const kept = [a, b].map((each) => Number(each?.outcome !== "refused"));
  if (a === undefined) {
    const traits = b.outcome === "stored" ? TRAITS.slice(0, 4).map((trait) => trait(b)) : [outcome(b)];
    return byRank(`${name} is new: ${listing(traits)}.`, 1, kept[1] ?? 1);
  }
  if (outcome(a) !== outcome(b))
    return byRank(`${name} is now ${outcome(b)}; before, it was ${outcome(a)}.`, kept[0] ?? 1, kept[1] ?? 1);
  if (b.outcome !== "stored") return null;
  const changed = TRAITS.filter((trait) => trait(a) !== trait(b));
  if (changed.length === 0) return null;
  const [was, is] = [a, b].map((each) => listing(changed.map((trait) => trait(each)).filter(Boolean)));
  const safety = (each: Cookie) => Number(each.secure) + Number(each.httpOnly);
  return byRank(`${name} is now ${is}; before, it was ${was}.`, safety(a), safety(b));
}
