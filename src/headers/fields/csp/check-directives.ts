/** Judges directives by their names and by what kind of value they take. */

import { sandboxTokens } from "../../../../data/headers/directives/sandbox-tokens.ts";
import { wordTable } from "../../../../data/word-table.ts";
import type { Context, Note } from "../../field.ts";
import type { Item } from "../../schema.ts";
import { suggest } from "../../suggest.ts";
import { listing, quote } from "../../wording.ts";
import type { CspKind } from "./kinds.ts";
import { type Csp, type CspDirective, hasSources, isFetchDirective } from "./policy.ts";

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

const REMOVED = "was removed from the standard and browsers ignore it";

/** All directives whose value is not a source list. */
const RULES = wordTable<Rule>({
  sandbox: { value: "words", words: [...sandboxTokens.keys()], optional: true, enforcedOnly: true },
  "upgrade-insecure-requests": { value: "nothing", enforcedOnly: true },
  "block-all-mixed-content": {
    value: "nothing",
    removed: "is deprecated: browsers block or upgrade mixed content without it",
  },
  "report-uri": { value: "urls" },
  "report-to": { value: "free" },
  "trusted-types": { value: "free", optional: true },
  "require-trusted-types-for": { value: "words", words: ["'script'"] },
  webrtc: { value: "words", words: ["'allow'", "'block'"] },
  "plugin-types": { value: "free", removed: REMOVED },
  "reflected-xss": { value: "free", removed: REMOVED },
  referrer: { value: "free", removed: `${REMOVED}; Referrer-Policy took its place` },
  "disown-opener": { value: "nothing", removed: `${REMOVED}; Cross-Origin-Opener-Policy took its place` },
  "require-sri-for": { value: "free", removed: `${REMOVED}; Integrity-Policy took its place` },
  "policy-uri": { value: "free", removed: REMOVED },
  "xhr-src": { value: "free", removed: `${REMOVED}; connect-src took its place` },
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

export function checkDirectives(
  csp: Csp,
  reportOnly: boolean,
  context: Context,
  note: Note<CspKind>,
  items: readonly Item[],
): void {
  for (const { directives, byName } of csp.policies)
    for (const directive of directives) {
      const own: Note<CspKind> = (id, title, _at, fix) => note(id, title, items[directive.index], fix);
      checkName(directive, byName.get(directive.name), own);
      if (directive.voidBy !== undefined) {
        own("csp-byte-invalid", voidTitle(directive.name, directive.voidBy));
        continue;
      }
      if (directive.duplicate) continue;
      checkStray(directive, own);
      checkValue(directive, context, own);
      if (reportOnly && RULES.get(directive.name)?.enforcedOnly)
        own("csp-report-only-ignored", `${directive.name} has no effect in a report-only policy.`);
    }
}

function voidTitle(name: string, char: string): string {
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `${quote(char)} (U+${code}) in ${name} is not ASCII, which voids it: browsers act as if ${name} were not there.`;
}

/** What only a list of sources has: a comma stood where a space belongs, and ended the policy. */
const SOURCE_LIKE = /^'|[.:*]/;

function checkName(directive: CspDirective, first: CspDirective | undefined, note: Note<CspKind>): void {
  const { name, sent, duplicate } = directive;
  const isKnown = hasSources(name) || RULES.has(name);
  if (duplicate) {
    // What browsers ignore anyway is told once.
    if (!isKnown) return;
    const words = ({ tokens }: CspDirective) => tokens.map(({ text }) => text).join(" ");
    if (first && words(first) === words(directive))
      note("csp-directive-repeated-identically", `${name} appears a second time, with the same value.`);
    else
      note(
        "csp-directive-repeated",
        first
          ? `${name} appears a second time: browsers ignore it and keep the first.`
          : `${name} appears a second time: Chromium ignores it, though the first is void, and Firefox uses it.`,
      );
    return;
  }
  const removed = REMOVED_LISTS.get(name) ?? RULES.get(name)?.removed;
  if (removed !== undefined) note("csp-directive-removed", `${name} ${removed}.`);
  if (name === "report-uri")
    note(
      "csp-report-uri-deprecated",
      "report-uri is deprecated; report-to with Reporting-Endpoints takes its place.",
    );
  if (isKnown) return;
  const meant = suggest(name, CURRENT);
  if (!meant && SOURCE_LIKE.test(sent)) {
    note(
      "csp-sources-comma",
      `${quote(sent)} is where a directive name belongs, so it does nothing: a comma ends a policy, a semicolon a directive, and sources are separated by spaces.`,
    );
    return;
  }
  if (meant)
    note(
      "csp-directive-misspelt",
      `${quote(sent)} is not a directive and is ignored; ${meant} may be meant.`,
      undefined,
      [sent, meant],
    );
  else note("csp-directive-unknown", `${quote(sent)} is not a known directive and is ignored.`);
}

function checkStray({ name, tokens }: CspDirective, note: Note<CspKind>): void {
  const stray: string[] = [];
  for (const { text } of tokens) if (isStrayDirective(text)) stray.push(text);
  if (stray.length > 0)
    note(
      "csp-semicolon-missing",
      `A semicolon is missing before ${listing(stray)}: it is read as a source of ${name}.`,
      undefined,
      [stray[0] ?? "", `; ${stray[0]}`],
    );
}

function checkValue({ name, tokens }: CspDirective, context: Context, note: Note<CspKind>): void {
  const rule = RULES.get(name);
  if (tokens.length === 0) {
    if (isFetchDirective(name) || hasSources(name))
      note("csp-value-missing", `${name} has no value, which allows nothing; 'none' says it clearly.`);
    else if (rule && rule.value !== "nothing" && !rule.optional)
      note("csp-value-missing", `${name} has no value and does nothing.`);
    return;
  }
  if (!rule || rule.removed !== undefined) return;
  if (rule.value === "nothing")
    note(
      "csp-value-ignored",
      `${name} takes no value; ${quote(tokens.map(({ text }) => text).join(" "))} is ignored.`,
    );
  if (rule.value === "words")
    checkWords(
      name,
      tokens.map(({ text }) => text),
      [...(rule.words ?? [])],
      note,
    );
  if (rule.value === "urls") for (const { text } of tokens) checkReportUrl(text, context, note);
  if (name === "report-to" && tokens.length > 1)
    note("csp-value-ignored", `report-to takes one group; all after ${tokens[0]?.text} is ignored.`);
}

function checkWords(
  name: string,
  found: readonly string[],
  known: readonly string[],
  note: Note<CspKind>,
): void {
  for (const word of found.filter((text) => !known.includes(text.toLowerCase()) && !isStrayDirective(text))) {
    const meant = suggest(word.toLowerCase(), known, 3);
    note(
      "csp-token-unknown",
      `${name} does not know ${quote(word)}${meant ? `; ${meant} may be meant` : ""}.`,
      undefined,
      meant ? [word, meant] : undefined,
    );
  }
}

function checkReportUrl(text: string, { url }: Context, note: Note<CspKind>): void {
  const target = url ? URL.parse(text, url.href) : URL.parse(text);
  if (target?.protocol === "http:")
    note("csp-report-insecure", `Reports go unencrypted to ${quote(target.href)}.`);
}
