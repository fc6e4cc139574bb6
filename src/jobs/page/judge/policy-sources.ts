/** Sources of a suggested policy, which the observed loads and code need. Pure. */

import { PAGE_LOADS } from "../../../../data/browsers/page-loads.ts";
import { wordList } from "../../../../data/headers/words.ts";
import type { Task } from "../../../api/cooperative.ts";
import { PAGE } from "../../../api/limits.ts";
import { readSource, VOID_BYTE } from "../../../headers/verdicts.ts";
import { plural } from "../../../headers/wording.ts";
import type { Audit } from "../audit.ts";
import type { PolicyBy } from "../bounds.ts";
import type { Inline, Inserted, LoadAs } from "../read/reference.ts";
import type { SuggestedPolicy } from "../schema.ts";
import {
  isAnyCodeAllowed,
  isCodeBlocked,
  isEvalAllowed,
  isMixedLoad,
  isOriginAllowed,
  isUrlAllowed,
  keptSources,
} from "./current-policy.ts";
import type { LoadSeen } from "./load-resources.ts";
import { ENGINES, type PageContext } from "./page-context.ts";

/** Observed loads of a page. */
export type Seen = Pick<Audit, "page" | "loads" | "code" | "browser" | "evaluates">;

/** Directive of each kind of load. */
export const DIRECTIVES = Object.fromEntries(
  Object.entries(PAGE_LOADS).map(([as, { directive }]) => [as, directive]),
) as Readonly<Record<LoadAs, string>>;

/** Directives of the current policy that do not govern loads. */
export const KEPT = wordList("directives that do not govern loads");

/** Directives of a load. For object and embed, Chromium also checks frame-src, and WebKit img-src for images. */
export function directivesOf({
  reference: { as, into },
  type = "",
}: Omit<LoadSeen, "urls">): readonly string[] {
  if (as !== "object") return into === undefined ? [DIRECTIVES[as]] : [DIRECTIVES[as], DIRECTIVES.frame];
  const isImage = type.startsWith("image/") && type !== "image/svg+xml";
  return [DIRECTIVES.object, DIRECTIVES.frame, ...(isImage ? [DIRECTIVES.image] : [])];
}

export const ATTRIBUTES = { script: "script-src-attr", style: "style-src-attr" } as const;

const EXAMPLES = 3;

const SHOWN_OF_CODE = 120;

interface Admitted {
  count: number;
  readonly examples: Set<string>;
}

export type Sources = Map<string, Map<string, Admitted>>;

type Unusable = SuggestedPolicy["unusable"];

/** Sources and notes that result from the loads and code of all pages. */
export interface Findings {
  readonly sources: Sources;
  readonly notes: string[];
  readonly unusable: Unusable;
  /** Blocked loads by kind and source. */
  readonly blockedToday: Map<string, Blocked>;
  /** Whether the policy has upgrade-insecure-requests, so that mixed content is loaded over https. */
  readonly upgrades: boolean;
  /** Number of loads that are blocked as mixed content. */
  mixed: number;
}

export type Blocked = SuggestedPolicy["blockedToday"][number];

export function* admitPage(
  { page, loads, code, evaluates = [] }: Seen,
  by: PolicyBy,
  found: Findings,
): Task<void> {
  const { sources, notes, unusable, blockedToday } = found;
  for (const load of loads) {
    const { reference, urls } = load;
    const source = sourceOf(reference.url, page.url, by) ?? reference.url.origin;
    if (load.isBlocked) addBlocked(blockedToday, reference.as, [source]);
    else if (isMixedLoad(load, page) && !found.upgrades) found.mixed++;
    else
      for (const url of urls.map((one) => (found.upgrades ? overHttps(one) : one)))
        admitUrl(sources, unusable, load, narrowSource(url, load, page, by), url);
    yield;
  }
  const allowed: Inline[] = [];
  for (const one of code) {
    if (isCodeBlocked(one, page)) addBlocked(blockedToday, one.as, one.sources, one.count);
    else allowed.push(one);
    yield;
  }
  admitInline(sources, allowed, page, notes);
  for (const { blocked, source } of isEvalAllowed(page) ? evaluates : []) {
    const keyword = blocked === "eval" ? "'unsafe-eval'" : "'wasm-unsafe-eval'";
    admit(sources, DIRECTIVES.script, keyword, shortened(source));
  }
  yield;
  const icon = new URL("/favicon.ico", page.url);
  const hasIcon = loads.some(({ reference }) => /^link\[rel=.*icon/i.test(reference.where.element));
  if (!hasIcon && isUrlAllowed("image", icon, page))
    admit(sources, "img-src", sourceOf(icon, page.url, by) ?? "'self'", icon.href);
}

function addBlocked(blocked: Map<string, Blocked>, as: LoadAs, sources: readonly string[], count = 1): void {
  const source = sources[0] ?? "";
  const known = blocked.getOrInsertComputed(`${as} ${source}`, () => ({ source, as, count: 0 }));
  known.count += count;
}

/** Keeps directives with a nonce or 'strict-dynamic': hashes and hosts instead would be weaker. */
export function keepSources(sources: Sources, pages: readonly Seen[]): boolean {
  let hasNonce = false;
  for (const directive of ["script-src", "style-src"] as const) {
    const kept = pages.map(({ page }) => keptSources(page, directive)).find((words) => words);
    if (!kept) continue;
    const before = sources.get(directive);
    const admitted = (word: string): Admitted => before?.get(word) ?? { count: 0, examples: new Set() };
    sources.set(directive, new Map(kept.map((word) => [word, admitted(word)])));
    hasNonce ||= kept.some((word) => /^'nonce-/i.test(word));
  }
  return hasNonce;
}

/** Source that allows no more than the page's policies: the exact URL if they do not allow its whole origin. */
function narrowSource(
  url: URL,
  { reference }: LoadSeen,
  page: PageContext,
  by: PolicyBy,
): string | undefined {
  const isWide = !/^(?:http|ws)s?:$/.test(url.protocol) || isOriginAllowed(reference, url, page);
  return sourceOf(url, page.url, isWide ? by : "path");
}

export function admit(sources: Sources, directive: string, source: string, example: string): void {
  const all = sources.get(directive) ?? new Map<string, Admitted>();
  sources.set(directive, all);
  const known = all.get(source) ?? { count: 0, examples: new Set() };
  all.set(source, known);
  if (example === "") return;
  known.count++;
  if (known.examples.size < EXAMPLES) known.examples.add(example);
}

function admitUrl(
  sources: Sources,
  unusable: Unusable,
  load: Omit<LoadSeen, "urls">,
  source: string | undefined,
  url: URL,
): void {
  for (const directive of directivesOf(load))
    if (source === undefined) unusable.push({ directive, url: shortened(url.href) });
    else admit(sources, directive, source, shortened(url.href));
}

/** Characters to encode: not in a path by RFC 3986 section 3.3, or the end of a source or of a policy. */
const NOT_IN_PATH = /[^A-Za-z0-9\-._~!$&'()*+=:@%/]/g;

/** Source that matches the URL; undefined if its host contains `;`, or `*`, which would match other hosts. */
function sourceOf(url: URL, page: URL, by: PolicyBy): string | undefined {
  const { protocol, origin, pathname } = url;
  if (!/^(?:http|ws)s?:$/.test(protocol)) return checkedSource(protocol);
  if (by === "origin" && origin === page.origin) return "'self'";
  const path = pathname.replace(NOT_IN_PATH, encodeURIComponent);
  const source = checkedSource(by === "path" && path.length <= PAGE.sourcePath ? origin + path : origin);
  return source ?? (origin === page.origin ? "'self'" : undefined);
}

function checkedSource(source: string): string | undefined {
  const isPlain = !/[;,\s]/.test(source) && !VOID_BYTE.test(source);
  return isPlain && ENGINES.every((engine) => readSource(source, engine)?.wildcard === false)
    ? source
    : undefined;
}

function admitInline(sources: Sources, code: readonly Inline[], page: PageContext, notes: string[]): void {
  const styles = code.filter(({ as, inline }) => as === "style" && inline === "attribute");
  const isTooMany = styles.length > PAGE.hashedStyles && isAnyCodeAllowed("style", "attribute", page);
  if (isTooMany) {
    admit(sources, ATTRIBUTES.style, "'unsafe-inline'", shortened(styles[0]?.text ?? ""));
    notes.push(
      `${plural(styles.length, "style attribute")} are too many for hashes, so 'unsafe-inline' allows all. Use classes in a style sheet instead.`,
    );
  }
  for (const { as, inline, text, sources: own } of code) {
    if (isTooMany && as === "style" && inline === "attribute") continue;
    const directive = inline === "attribute" ? ATTRIBUTES[as] : DIRECTIVES[as];
    if (inline !== "element") admit(sources, directive, "'unsafe-hashes'", shortened(text));
    for (const source of new Set(own)) admit(sources, directive, source, shortened(text));
  }
}

function shortened(text: string): string {
  const line = text
    .slice(0, 4 * SHOWN_OF_CODE)
    .trim()
    .replace(/\s+/g, " ");
  return line.length > SHOWN_OF_CODE ? `${line.slice(0, SHOWN_OF_CODE)}…` : line;
}

function overHttps(url: URL): URL {
  return url.protocol === "http:" && url.port === "" ? new URL(url.href.replace(/^http:/, "https:")) : url;
}

/** Allows style elements that scripts create. Their text is unknown, so no hash can allow them. */
export function admitInsertedStyles(sources: Sources, inserters: readonly string[], notes: string[]): void {
  if (inserters.length === 0) return;
  for (const source of sources.get(DIRECTIVES.style)?.keys() ?? [])
    if (/^'(?:sha\d|unsafe-hashes)/.test(source)) sources.get(DIRECTIVES.style)?.delete(source);
  for (const by of inserters) admit(sources, DIRECTIVES.style, "'unsafe-inline'", by);
  notes.push(
    `Scripts create style elements (${inserters[0]}), which need 'unsafe-inline' in style-src. Remove it if they create none on this page.`,
  );
}

/** Scripts that create elements of a kind, by the log or by the text of the script. */
export function insertersOf(pages: readonly Seen[], element: Inserted): string[] {
  return pages.flatMap(({ loads, code }) => [
    ...loads
      .filter(
        ({ reference, inserts = [] }) =>
          inserts.includes(element) || (reference.as === element && reference.parser === false),
      )
      .map(({ reference }) => shortened(reference.url.href)),
    ...code
      .filter(({ inserts = [] }) => inserts.includes(element))
      .map(({ where }) => `the script in line ${where.line}`),
  ]);
}
