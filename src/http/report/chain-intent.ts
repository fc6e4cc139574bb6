/** The purpose of a chain of steps, in one sentence. */

import { quote } from "../../headers/wording.ts";
import type { CompletedChain } from "../chain/completed-chain.ts";
import { needsCookie, type Stop } from "../chain.ts";
import type { HttpStep } from "../schema.ts";
import { truncateUrl } from "../wire/truncate.ts";

/** The outcome, in one sentence for a person. */
export function chainIntent(
  { exchanges, stop, location, problems }: CompletedChain,
  steps: readonly HttpStep[],
  last: HttpStep,
): string {
  const redirects = steps.length - 1;
  const way = redirects === 1 ? "one redirect" : `${redirects} redirects`;
  const ways = redirects === 1 ? "One redirect leads" : `${redirects} redirects lead`;
  const at = exchanges.at(-1)?.url;
  const place = at ? truncateUrl(at) : "";
  const target = location ? truncateUrl(location) : "";
  const sentences: Record<Stop, string> = {
    done: redirects === 0 ? last.intent : `${ways} to ${place}, which ${lowerFirst(last.intent)}`,
    error: redirects === 0 ? last.intent : `${ways} to ${place}, which fails: ${last.intent}`,
    loop: problems.some(({ name }) => name === needsCookie.id)
      ? `Without cookies the redirects loop back to ${target}; browsers keep cookies.`
      : `The redirects loop back to ${target}, so clients never arrive.`,
    "too-many-redirects": `After ${way} there is yet another, to ${target}.`,
    "invalid-location":
      redirects === 0
        ? `Redirects ${nowhere(last)}, so clients cannot follow.`
        : `After ${way} ${place} redirects ${nowhere(last)}, so clients cannot follow.`,
    "not-followed":
      redirects === 0
        ? `Points to ${target}, which was not followed.`
        : `After ${way} ${place} points to ${target}, which was not followed.`,
  };
  return sentences[stop];
}

/** Why a redirect leads nowhere. */
function nowhere({ headers }: HttpStep): string {
  const value = headers.find(({ name }) => name === "location")?.value;
  return value ? `to ${quote(value)}, which is not a valid URL` : "without saying where";
}

/** Leaves abbreviations alone. */
function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}
