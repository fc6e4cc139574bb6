/** What can be wrong with a directive: its name, and what kind of value it takes. */

import { sandboxTokens } from "../../../../data/headers/directives/sandbox-tokens.ts";
import { wordTable } from "../../../../data/word-table.ts";
import { swapping } from "../../fixing.ts";
import { firstOf, groupsOf, problem } from "../../problem.ts";
import { worded } from "../../reading/value-problems.ts";
import { csp3, mdn } from "../../specs.ts";
import { suggest } from "../../suggest.ts";
import { isTrustworthy } from "../../verdicts/origins.ts";
import { listing, quote } from "../../wording.ts";
import { csp } from "./examples.ts";
import { changingDirectives, NONE } from "./fixes.ts";
import { type CspDirective, hasSources, isFetchDirective } from "./policy.ts";

interface Rule {
  /** What the value is; directives with source lists are in `policy.ts`. */
  readonly value: "nothing" | "words" | "urls" | "free";
  /** The words that it knows, with `value: "words"`. */
  readonly words?: Iterable<string>;
  /** May the value be absent? */
  readonly optional?: boolean;
  /** Why it is of no use any more. */
  readonly removed?: string;
  /** Ignored in a report-only policy. */
  readonly enforcedOnly?: boolean;
}

const REMOVED = "was removed from the standard, and browsers ignore it";

/** All directives whose value is not a source list. */
const RULES = wordTable<Rule>({
  sandbox: { value: "words", words: [...sandboxTokens.keys()], optional: true, enforcedOnly: true },
  "upgrade-insecure-requests": { value: "nothing", enforcedOnly: true },
  "block-all-mixed-content": {
    value: "nothing",
    removed: "is deprecated: browsers block or upgrade mixed content by default",
  },
  "report-uri": { value: "urls" },
  "report-to": { value: "free" },
  "trusted-types": { value: "free", optional: true },
  "require-trusted-types-for": { value: "words", words: ["'script'"] },
  webrtc: { value: "words", words: ["'allow'", "'block'"] },
  "plugin-types": { value: "free", removed: REMOVED },
  "reflected-xss": { value: "free", removed: REMOVED },
  referrer: { value: "free", removed: `${REMOVED}; Referrer-Policy replaced it` },
  "disown-opener": { value: "nothing", removed: `${REMOVED}; Cross-Origin-Opener-Policy replaced it` },
  "require-sri-for": { value: "free", removed: `${REMOVED}; Integrity-Policy replaced it` },
  "policy-uri": { value: "free", removed: REMOVED },
  "xhr-src": { value: "free", removed: `${REMOVED}; connect-src replaced it` },
});

/** Source lists that are no longer part of the standard. */
const REMOVED_LISTS = wordTable({
  "prefetch-src": "was removed from the standard; default-src governs prefetching",
  "navigate-to": REMOVED,
});

const SOURCE_LISTS = [
  ...["default-src", "script-src", "script-src-elem", "script-src-attr", "style-src", "style-src-elem"],
  ...["style-src-attr", "child-src", "frame-src", "worker-src", "connect-src", "font-src", "img-src"],
  ...[
    "manifest-src",
    "media-src",
    "object-src",
    "fenced-frame-src",
    "base-uri",
    "form-action",
    "frame-ancestors",
  ],
];
const KNOWN: readonly string[] = [...SOURCE_LISTS, ...[...RULES.keys()], ...[...REMOVED_LISTS.keys()]];
/** Nobody means a directive that browsers have dropped. */
const CURRENT: readonly string[] = KNOWN.filter(
  (name) => !REMOVED_LISTS.has(name) && RULES.get(name)?.removed === undefined,
);

/** Names that nobody would mean as a host among sources. */
const NAMES_NOT_HOSTS: ReadonlySet<string> = new Set(KNOWN.filter((name) => name.includes("-")));

/** Is this word a directive name that slipped into a list of sources? */
export function isStrayDirective(text: string): boolean {
  // All of them have a hyphen and no dot, which tells most sources apart at once.
  return text.includes("-") && !text.includes(".") && NAMES_NOT_HOSTS.has(text.toLowerCase());
}

/** A directive in its policy. */
export interface PlacedDirective extends CspDirective {
  /** The one of that name that counts. */
  readonly counts: CspDirective | undefined;
  readonly reportOnly: boolean;
}

/** What only a list of sources has: a comma stood where a space belongs, and ended the policy. */
const SOURCE_LIKE = /^'|[.:*]/;
const KEYS_ALONE: ReadonlySet<string> = new Set(["upgrade-insecure-requests", "block-all-mixed-content"]);
const GONE = /^(?:plugin-types|referrer|reflected-xss|block-all-mixed-content|navigate-to|prefetch-src)$/i;

const isKnown = (name: string) => hasSources(name) || RULES.has(name);
const textOf = ({ tokens }: CspDirective) => tokens.map(({ text }) => text).join(" ");

/** What the directive's value is, where it has one that counts. */
function ruleOf({ name, tokens }: CspDirective): Rule | undefined {
  const rule = tokens.length > 0 ? RULES.get(name) : undefined;
  return rule?.removed === undefined ? rule : undefined;
}

/** What a name that is not a known one may be; a repeat is reported once. */
function unknownName({ name, sent, duplicate }: CspDirective) {
  if (duplicate || isKnown(name)) return undefined;
  const meant = suggest(name, CURRENT);
  return { sent, meant, isSource: !meant && SOURCE_LIKE.test(sent) };
}

/** Problems of its name, and what voids it. What browsers ignore anyway is reported once. */
export const nameProblems = groupsOf<PlacedDirective, unknown>([
  firstOf(
    problem({
      id: "csp-directive-repeated-identically",
      severity: "warning",
      link: csp3("parse-serialized-policy"),
      summary: "A directive appears twice with the same value.",
      detect: (one) =>
        one.duplicate && isKnown(one.name) && one.counts !== undefined && textOf(one.counts) === textOf(one),
      title: (_, { name }) => `${name} appears a second time, with the same value.`,
      fix: changingDirectives((one, all) =>
        all.find(([name]) => name?.toLowerCase() === one[0]?.toLowerCase()) === one ? one : [],
      ),
      bad: csp("img-src 'self'; img-src 'self'"),
      good: csp("img-src 'self'"),
    }),
    problem({
      id: "csp-directive-repeated",
      severity: "error",
      link: csp3("parse-serialized-policy"),
      summary: "A directive appears twice with different values; browsers use only the first.",
      detect: ({ duplicate, name }) => duplicate && isKnown(name),
      title: (_, { name, counts }) =>
        counts
          ? `${name} appears a second time; browsers use only the first.`
          : `${name} appears a second time; Chromium ignores it although the first is void, Firefox uses it.`,
      bad: csp("img-src 'self'; img-src https:"),
      good: csp("img-src 'self' https:"),
    }),
  ),
  problem({
    id: "csp-directive-removed",
    severity: "info",
    link: mdn("Content-Security-Policy"),
    summary: "A directive is no longer, or was never, part of the standard.",
    detect: ({ name, duplicate }) => !duplicate && (REMOVED_LISTS.get(name) ?? RULES.get(name)?.removed),
    title: (why, { name }) => `${name} ${why}.`,
    fix: changingDirectives((all) => (GONE.test(all[0] ?? "") ? [] : all)),
    bad: csp("default-src 'self'; plugin-types application/pdf"),
    good: csp("default-src 'self'; object-src 'none'"),
  }),
  problem({
    id: "csp-report-uri-deprecated",
    severity: "info",
    link: csp3("directive-report-uri"),
    summary: "The directive report-uri is deprecated in favour of report-to.",
    detect: ({ name, duplicate }) => !duplicate && name === "report-uri",
    title: () => "report-uri is deprecated; use report-to with Reporting-Endpoints.",
    bad: csp("default-src 'self'; report-uri /csp"),
    good: ['Reporting-Endpoints: csp="https://example.com/csp"', ...csp("default-src 'self'; report-to csp")],
  }),
  firstOf(
    problem({
      id: "csp-sources-comma",
      severity: "error",
      link: csp3("parse-serialized-policy"),
      summary: "A source stands where a directive name belongs: a comma or semicolon separates the sources.",
      detect: (one) => unknownName(one)?.isSource,
      title: (_, { sent }) =>
        `${quote(sent)} has no effect after a comma or semicolon; separate sources with spaces.`,
      bad: csp("script-src 'self', https://cdn.example"),
      good: csp("script-src 'self' https://cdn.example"),
    }),
    problem({
      id: "csp-directive-misspelt",
      severity: "error",
      link: csp3("csp-directives"),
      summary: "A directive name looks misspelt; browsers ignore the directive.",
      detect(one) {
        const { sent, meant } = unknownName(one) ?? {};
        return sent !== undefined && meant !== undefined && { sent, meant };
      },
      title: ({ sent, meant }) =>
        `${quote(sent)} is not a directive, so browsers ignore it (did you mean ${meant}?).`,
      fix: (_, { sent, meant }) => [sent, meant],
      bad: csp("scrpt-src 'self'"),
      good: csp("script-src 'self'"),
    }),
    problem({
      id: "csp-directive-unknown",
      severity: "warning",
      link: csp3("csp-directives"),
      summary: "A directive name is unknown; browsers ignore the directive.",
      detect: (one) => unknownName(one) !== undefined,
      title: (_, { sent }) => `${quote(sent)} is not a known directive, so browsers ignore it.`,
      bad: csp("default-src 'self'; robots 'none'"),
      good: csp("default-src 'self'"),
    }),
  ),
  problem({
    id: "csp-byte-invalid",
    severity: "error",
    link: csp3("parse-serialized-policy"),
    summary:
      "A directive has a non-ASCII character, such as a curly quote, so browsers drop the whole directive.",
    detect: ({ voidBy }) => voidBy,
    title(char, { name }) {
      const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      return `${quote(char)} (U+${code}) in ${name} is not ASCII, so browsers drop the whole directive.`;
    },
    fix: swapping(/[\u2018\u2019\u201c\u201d]/g, "'"),
    bad: csp("script-src \u2018self\u2019"),
    good: csp("script-src 'self'"),
  }),
]);

/** Problems of its value; it counts and is not void. */
export const valueProblems = groupsOf<PlacedDirective, unknown>([
  problem({
    id: "csp-semicolon-missing",
    severity: "error",
    link: csp3("framework-policy"),
    summary: "A directive name is among the sources of another directive: a semicolon is missing before it.",
    detect({ tokens }) {
      const stray = tokens.map(({ text }) => text).filter(isStrayDirective);
      return stray.length > 0 && stray;
    },
    title: (stray, { name }) =>
      `A semicolon is missing before ${listing(stray)}, so browsers read it as a source of ${name}.`,
    fix: (_, [first = ""]) => [first, `; ${first}`],
    bad: csp("default-src 'self' script-src 'none'"),
    good: csp("default-src 'self'; script-src 'none'"),
  }),
  worded({
    id: "csp-value-missing",
    severity: "warning",
    link: csp3("framework-directives"),
    summary: "A directive has no value; an empty list of sources allows nothing.",
    detect({ name, tokens }) {
      if (tokens.length > 0) return false;
      if (isFetchDirective(name) || hasSources(name))
        return `${name} has no value, which allows nothing; 'none' states it clearly.`;
      const rule = RULES.get(name);
      return rule && rule.value !== "nothing" && !rule.optional && `${name} has no value and does nothing.`;
    },
    fix: changingDirectives((all) =>
      all.length === 1 &&
      /-src(?:-elem|-attr)?$|^(?:frame-ancestors|form-action|base-uri)$/i.test(all[0] ?? "")
        ? [...all, NONE]
        : all,
    ),
    bad: csp("default-src 'self'; script-src"),
    good: csp("default-src 'self'; script-src 'none'"),
  }),
  worded({
    id: "csp-value-ignored",
    severity: "warning",
    link: csp3("framework-directives"),
    summary: "A directive has a value that it does not take; browsers ignore the value.",
    detect(one) {
      const { name, tokens } = one;
      if (ruleOf(one)?.value === "nothing")
        return `${name} takes no value; browsers ignore ${quote(textOf(one))}.`;
      return (
        name === "report-to" &&
        tokens.length > 1 &&
        `report-to takes one group; browsers ignore everything after ${tokens[0]?.text}.`
      );
    },
    fix: changingDirectives((all) => {
      const name = (all[0] ?? "").toLowerCase();
      return name === "report-to" ? all.slice(0, 2) : KEYS_ALONE.has(name) ? all.slice(0, 1) : all;
    }),
    bad: csp("default-src 'self'; upgrade-insecure-requests 1"),
    good: csp("default-src 'self'; upgrade-insecure-requests"),
  }),
  problem({
    id: "csp-token-unknown",
    severity: "error",
    link: csp3("directives-document"),
    summary: "A directive has an unknown keyword.",
    detectAll(one) {
      const rule = ruleOf(one);
      if (rule?.value !== "words") return [];
      const known = [...(rule.words ?? [])];
      return one.tokens
        .map(({ text }) => text)
        .filter((text) => !known.includes(text.toLowerCase()) && !isStrayDirective(text))
        .map((word) => ({ word, meant: suggest(word.toLowerCase(), known, 3) }));
    },
    title: ({ word, meant }, { name }) =>
      `${quote(word)} is not a keyword of ${name}${meant ? ` (did you mean ${meant}?)` : ""}.`,
    fix: (_, { word, meant }) => (meant ? [word, meant] : undefined),
    bad: csp("sandbox allow-script"),
    good: csp("sandbox allow-scripts"),
  }),
  problem({
    id: "csp-report-only-ignored",
    severity: "warning",
    link: csp3("cspro-header"),
    summary: "A report-only policy has a directive that works only in an enforced policy.",
    detect: ({ name, reportOnly }) => reportOnly && RULES.get(name)?.enforcedOnly,
    title: (_, { name }) => `${name} has no effect in a report-only policy.`,
    fix: changingDirectives((all) =>
      /^(?:sandbox|upgrade-insecure-requests)$/i.test(all[0] ?? "") ? [] : all,
    ),
    bad: ["Content-Security-Policy-Report-Only: default-src 'self'; sandbox; report-uri /csp"],
    good: ["Content-Security-Policy-Report-Only: default-src 'self'; report-uri /csp"],
  }),
]);

/** The same for what takes the URL of the page. */
export const reportProblems = groupsOf<CspDirective, unknown>([
  problem({
    id: "csp-report-insecure",
    severity: "warning",
    link: csp3("directive-report-uri"),
    summary: "Violation reports go to an http URL: unencrypted, and from https pages not at all.",
    detectAll(one, { url }) {
      if (ruleOf(one)?.value !== "urls") return [];
      const targets = one.tokens.map(({ text }) => (url ? URL.parse(text, url.href) : URL.parse(text)));
      return targets.flatMap((target) =>
        target?.protocol === "http:" && !isTrustworthy(target) ? [target.href] : [],
      );
    },
    title: (href, _, { url }) =>
      url?.protocol === "https:"
        ? `Browsers block reports to ${quote(href)} as mixed content, so they never arrive.`
        : `Browsers send reports unencrypted to ${quote(href)}${url ? "" : ", and none from https pages"}.`,
    bad: csp("default-src 'self'; report-uri http://example.com/csp"),
    good: csp("default-src 'self'; report-uri https://example.com/csp"),
  }),
]);
