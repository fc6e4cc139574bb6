/** Problems of a directive's name and of values that are not source lists. */

import { type CspRule, cspRules, removedSourceLists } from "../../../../data/headers/csp-rules.ts";
import { wordList } from "../../../../data/headers/words.ts";
import { firstOf, groupsOf, problem } from "../../field.ts";
import { swapping } from "../../reading/fixing.ts";
import { suggest } from "../../suggest.ts";
import { perhaps, quote } from "../../wording.ts";
import { csp } from "./examples.ts";
import { changingDirectives } from "./fixes.ts";
import { type CspDirective, hasSources } from "./policy.ts";

const SOURCE_LISTS = [...wordList("source lists of the standard")];
const KNOWN: readonly string[] = [...SOURCE_LISTS, ...cspRules.keys(), ...removedSourceLists.keys()];
const whyRemoved = (name: string) => removedSourceLists.get(name) ?? cspRules.get(name)?.removed;
/** Names for suggestions: all directives but the removed ones. */
const CURRENT: readonly string[] = KNOWN.filter((name) => whyRemoved(name) === undefined);

/** Directive names with a hyphen, which are unlikely as host names. */
const NAMES_NOT_HOSTS: ReadonlySet<string> = new Set(KNOWN.filter((name) => name.includes("-")));

/** True if a source is a directive name after a missing semicolon. */
export function isStrayDirective(text: string): boolean {
  // Fast check: all these names have a hyphen and no dot.
  return text.includes("-") && !text.includes(".") && NAMES_NOT_HOSTS.has(text.toLowerCase());
}

export interface PlacedDirective extends CspDirective {
  /** Effective directive with the same name. */
  readonly counts: CspDirective | undefined;
  readonly reportOnly: boolean;
}

/** Matches a directive name that looks like a source: a comma before it ended the policy. */
const SOURCE_LIKE = /^'|[.:*]/;
export const KEYS_ALONE: ReadonlySet<string> = new Set([
  "upgrade-insecure-requests",
  "block-all-mixed-content",
]);
const GONE = /^(?:plugin-types|referrer|reflected-xss|block-all-mixed-content|navigate-to|prefetch-src)$/i;

const isKnown = (name: string) => hasSources(name) || cspRules.has(name);
export const textOf = ({ tokens }: CspDirective) => tokens.map(({ text }) => text).join(" ");

/** Rule for the value; undefined for a directive without value or without effect. */
export function ruleOf({ name, tokens }: CspDirective): CspRule | undefined {
  const rule = tokens.length > 0 ? cspRules.get(name) : undefined;
  return rule?.removed === undefined ? rule : undefined;
}

/** Unknown name with a suggestion; undefined for a known or repeated name. */
function unknownName({ name, sent, duplicate }: CspDirective) {
  if (duplicate || isKnown(name)) return undefined;
  const likely = suggest(name, CURRENT);
  return { sent, likely, isSource: !likely && SOURCE_LIKE.test(sent) };
}

/** Problems of names, and of directives without effect. */
export const nameProblems = groupsOf<PlacedDirective, unknown>([
  firstOf(
    problem("csp-directive-repeated-identically", "warning", "csp3#parse-serialized-policy", {
      detect: (one) =>
        one.duplicate && isKnown(one.name) && one.counts !== undefined && textOf(one.counts) === textOf(one),
      title: (_, { name }) => `${name} appears a second time, with the same value.`,
      fix: changingDirectives((one, all) =>
        all.find(([name]) => name?.toLowerCase() === one[0]?.toLowerCase()) === one ? one : [],
      ),
      bad: csp("img-src 'self'; img-src 'self'"),
      good: csp("img-src 'self'"),
    }),
    problem("csp-directive-repeated", "error", "csp3#parse-serialized-policy", {
      detect: ({ duplicate, name }) => duplicate && isKnown(name),
      title: (_, { name, counts }) =>
        counts
          ? `${name} appears a second time; browsers use only the first.`
          : `${name} appears a second time; Chromium ignores it although the first is void, Firefox uses it.`,
      bad: csp("img-src 'self'; img-src https:"),
      good: csp("img-src 'self' https:"),
    }),
  ),
  problem("csp-directive-removed", "info", "mdn/Content-Security-Policy", {
    detect: ({ name, duplicate }) => !duplicate && whyRemoved(name),
    title: (why, { name }) => `${name} ${why}.`,
    fix: changingDirectives((all) => (GONE.test(all[0] ?? "") ? [] : all)),
    bad: csp("default-src 'self'; plugin-types application/pdf"),
    good: csp("default-src 'self'; object-src 'none'"),
  }),
  firstOf(
    problem("csp-sources-comma", "error", "csp3#parse-serialized-policy", {
      detect: (one) => unknownName(one)?.isSource,
      title: (_, { sent }) => `${quote(sent)} after a comma or semicolon has no effect; use a space.`,
      bad: csp("script-src 'self', https://cdn.example"),
      good: csp("script-src 'self' https://cdn.example"),
    }),
    problem("csp-directive-misspelt", "error", "csp3#csp-directives", {
      detect(one) {
        const { sent, likely } = unknownName(one) ?? {};
        return sent !== undefined && likely !== undefined && { sent, likely };
      },
      title: ({ sent, likely }) => `${quote(sent)} is not a directive: browsers ignore it${perhaps(likely)}.`,
      fix: (_, { sent, likely }) => [sent, likely],
      bad: csp("scrpt-src 'self'"),
      good: csp("script-src 'self'"),
    }),
    problem("csp-directive-unknown", "warning", "csp3#csp-directives", {
      detect: (one) => unknownName(one) !== undefined,
      title: (_, { sent }) => `${quote(sent)} is not a known directive, so browsers ignore it.`,
      bad: csp("default-src 'self'; robots 'none'"),
      good: csp("default-src 'self'"),
    }),
  ),
  problem("csp-byte-invalid", "error", "csp3#parse-serialized-policy", {
    detect: ({ voidBy }) => voidBy,
    title(char, { name }) {
      const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      return `${quote(char)} (U+${code}) in ${name} is not ASCII: browsers drop the whole directive.`;
    },
    fix: swapping(/[\u2018\u2019\u201c\u201d]/g, "'"),
    bad: csp("script-src \u2018self\u2019"),
    good: csp("script-src 'self'"),
  }),
]);
