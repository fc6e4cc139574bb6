/** Suggested policy: the narrowest Content-Security-Policy that allows the observed loads. Pure. */

import { placesOf, RECIPE_PLACES, type RecipeChoice } from "../../../../data/recipe-servers.ts";
import type { Task } from "../../../api/cooperative.ts";
import { PAGE } from "../../../api/limits.ts";
import { howOf, inOrder } from "../../../headers/how.ts";
import { VOID_BYTE } from "../../../headers/verdicts.ts";
import { plural } from "../../../headers/wording.ts";
import type { PolicyBy } from "../bounds.ts";
import type { SuggestedPolicy } from "../schema.ts";
import { isAnyCodeAllowed, isUrlAllowed } from "./current-policy.ts";
import { addAdvice, addBlockedNotes, addBypassNote, beyondNeeds } from "./policy-notes.ts";
import {
  ATTRIBUTES,
  admit,
  admitInsertedStyles,
  admitPage,
  DIRECTIVES,
  type Findings,
  insertersOf,
  KEPT,
  keepSources,
  type Seen,
  type Sources,
} from "./policy-sources.ts";

/** Order of the directives. */
const ORDER = [...Object.values(DIRECTIVES).toSpliced(1, 0, ATTRIBUTES.script), ATTRIBUTES.style];

/** One policy for all pages; undefined if it is too long. @param choice servers for recipes; default all */
export function* suggestPolicy(
  pages: readonly Seen[],
  by: PolicyBy,
  choice?: RecipeChoice,
): Task<SuggestedPolicy | undefined> {
  const found: Findings = {
    sources: new Map(),
    notes: [],
    unusable: [],
    blockedToday: new Map(),
    upgrades: pages.some(hasUpgrade),
    mixed: 0,
  };
  const { sources, notes, unusable, blockedToday } = found;
  for (const seen of pages) yield* admitPage(seen, by, found);
  const read = pages.filter(({ browser }) => !browser);
  const inserted = read.filter(({ page }) => isAnyCodeAllowed("style", "element", page));
  admitInsertedStyles(sources, insertersOf(inserted, "style"), notes);
  // Without their own directive, style attributes use style-src.
  const isOpen = sources.get(DIRECTIVES.style)?.has("'unsafe-inline'") && !sources.has(ATTRIBUTES.style);
  if (isOpen && pages.some(({ page }) => !isAnyCodeAllowed("style", "attribute", page)))
    admit(sources, ATTRIBUTES.style, "'none'", "");
  const hasNonce = keepSources(sources, pages);
  const hasScripts = sources.has("script-src");
  // Only a HAR log or a browser contains the requests of scripts.
  const isLogged = pages.some(
    ({ loads, browser }) => browser ?? loads.some(({ reference }) => reference.parser === false),
  );
  const canFetch = pages.every(({ page }) => isUrlAllowed("connect", page.url, page));
  if (hasScripts && !isLogged && canFetch) {
    admit(sources, "connect-src", "'self'", "");
    notes.push("We could not see what your scripts fetch; connect-src 'self' is a guess.");
  }
  const value = written(sources, pages);
  if (value.length > PAGE.policy) return undefined;
  addAdvice(notes, pages, hasScripts);
  addBlockedNotes(notes, [...blockedToday.values()], found.mixed);
  if (hasNonce) notes.push(NONCE_KEPT);
  else addBypassNote(notes, [...(sources.get(DIRECTIVES.script)?.keys() ?? [])]);
  const [first] = unusable;
  if (first)
    notes.push(
      `No policy source can match ${plural(unusable.length, "URL")} of the page, so the policy blocks ${unusable.length === 1 ? "it" : "them"}: ${first.url}`,
    );
  const beyond: string[] = [];
  for (const seen of pages) beyond.push(...(yield* beyondNeeds(seen)));
  const isShort = value.length <= PAGE.policyInRecipe;
  if (!isShort) notes.push(TOO_LONG);
  // No recipe with a nonce: a server's configuration cannot change it per response.
  const seen = { lines: pages.flatMap(({ page }) => page.response.lines) };
  const how =
    isShort && !hasNonce
      ? howOf({ removed: [TRIAL], sent: { name: TRIAL, value } }, ADVICE, {
          places: choice ? placesOf(choice) : inOrder(RECIPE_PLACES, seen),
          seen,
        })
      : undefined;
  return {
    reportOnly: `${TRIAL}: ${value}`,
    enforce: `Content-Security-Policy: ${value}`,
    admits: ORDER.flatMap((directive) =>
      [...(sources.get(directive) ?? [])].map(([source, { count, examples }]) => ({
        directive,
        source,
        count,
        examples: [...examples],
      })),
    ),
    beyond: [...new Set(beyond)],
    blockedToday: [...blockedToday.values()].slice(0, PAGE.unusable),
    unusable: unusable.slice(0, PAGE.unusable),
    notes: [...new Set(notes)],
    ...(how && { how }),
  };
}

const NONCE_KEPT =
  "Keep the nonce where your application creates it: the one shown is that of this response, and a fixed nonce protects nothing.";

const TOO_LONG = `The policy has more than ${PAGE.policyInRecipe.toLocaleString("en")} characters: too long for the configuration of some servers.`;

const TRIAL = "Content-Security-Policy-Report-Only";

const ADVICE = "Report-only: nothing is blocked. Watch the reports, then enforce it.";

function written(sources: Sources, pages: readonly Seen[]): string {
  const lists = ORDER.flatMap((directive) => {
    const own = [...(sources.get(directive)?.keys() ?? [])].sort(bySource);
    if (own.length > 0) return [`${directive} ${own.join(" ")}`];
    // base-uri and form-action do not fall back to default-src.
    return directive === "base-uri" || directive === "form-action" ? [`${directive} 'none'`] : [];
  });
  return ["default-src 'none'", ...lists, ...keptOf(pages)].join("; ");
}

/** Sorts keywords first, then digests, then URLs. */
function bySource(a: string, b: string): number {
  const rank = (source: string) => (source.startsWith("'sha") ? 1 : source.startsWith("'") ? 0 : 2);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

/** Whether a browser upgrades any http URL of the page to https. */
function hasUpgrade({ loads }: Pick<Seen, "loads">): boolean {
  return loads.some(({ reference, urls }) => reference.url.protocol !== urls[0]?.protocol);
}

function keptOf(pages: readonly Seen[]): string[] {
  const kept = new Map<string, string>();
  for (const { page, loads } of pages) {
    for (const { text } of page.enforced("chromium", Number.POSITIVE_INFINITY))
      for (const part of text.split(";")) {
        // White space includes line ends, since policies in meta elements may contain them.
        const words = part.split(/[\t\n\f\r ]+/).filter((word) => word !== "");
        const name = words[0]?.toLowerCase() ?? "";
        if (KEPT.has(name) && !kept.has(name) && !VOID_BYTE.test(part)) kept.set(name, words.join(" "));
      }
    if (hasUpgrade({ loads })) kept.set("upgrade-insecure-requests", "upgrade-insecure-requests");
  }
  return [...kept.values()];
}
