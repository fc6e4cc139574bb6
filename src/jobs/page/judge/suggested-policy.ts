/** Suggested policy: the narrowest Content-Security-Policy that allows the observed loads. Pure. */

import { PAGE_LOADS } from "../../../../data/browsers/page-loads.ts";
import { isForm, placesOf, RECIPE_PLACES, type RecipeChoice } from "../../../../data/recipe-servers.ts";
import type { Task } from "../../../api/cooperative.ts";
import { PAGE } from "../../../api/limits.ts";
import { howOf, inOrder } from "../../../headers/how.ts";
import {
  type CspPolicy,
  checkLoad,
  findBypass,
  operative,
  readPolicies,
  readSource,
  type SourceList,
  VOID_BYTE,
} from "../../../headers/verdicts.ts";
import { plural } from "../../../headers/wording.ts";
import { parseSource } from "../../../syntax/csp.ts";
import type { Audit, LoadSeen } from "../audit.ts";
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
import { ENGINES, type PageContext } from "./page-context.ts";

/** Observed loads of a page. */
type Seen = Pick<Audit, "page" | "loads" | "code" | "browser" | "evaluates">;

/** Directive of each kind of load. @internal for tests: a generator of pages */
export const DIRECTIVES = Object.fromEntries(
  Object.entries(PAGE_LOADS).map(([as, { directive }]) => [as, directive]),
) as Readonly<Record<LoadAs, string>>;

/** Directives of the current policy that do not govern loads. @internal for tests: a generator of pages */
export const KEPT: ReadonlySet<string> = new Set([
  "frame-ancestors",
  "report-to",
  "report-uri",
  "require-trusted-types-for",
  "sandbox",
  "trusted-types",
  "upgrade-insecure-requests",
]);

/** Directives of a load. For object and embed, Chromium also checks frame-src, and WebKit img-src for images. */
function directivesOf({ reference: { as, into }, type = "" }: Omit<LoadSeen, "urls">): readonly string[] {
  if (as !== "object") return into === undefined ? [DIRECTIVES[as]] : [DIRECTIVES[as], DIRECTIVES.frame];
  const isImage = type.startsWith("image/") && type !== "image/svg+xml";
  return [DIRECTIVES.object, DIRECTIVES.frame, ...(isImage ? [DIRECTIVES.image] : [])];
}

const ATTRIBUTES = { script: "script-src-attr", style: "style-src-attr" } as const;
/** Order of the directives. */
const ORDER = [...Object.values(DIRECTIVES).toSpliced(1, 0, ATTRIBUTES.script), ATTRIBUTES.style];

const EXAMPLES = 3;
const SHOWN_OF_CODE = 120;

interface Admitted {
  count: number;
  readonly examples: Set<string>;
}
type Sources = Map<string, Map<string, Admitted>>;
type Unusable = SuggestedPolicy["unusable"];

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
          form: choice && isForm(choice) ? choice : undefined,
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

/** Sources and notes that result from the loads and code of all pages. */
interface Findings {
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

type Blocked = SuggestedPolicy["blockedToday"][number];

function* admitPage({ page, loads, code, evaluates = [] }: Seen, by: PolicyBy, found: Findings): Task<void> {
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

function addBlockedNotes(notes: string[], blocked: readonly Blocked[], mixed: number): void {
  const total = blocked.reduce((sum, { count }) => sum + count, 0);
  const [first] = blocked;
  if (first)
    notes.push(
      `Your policy blocks ${plural(total, "load")} of this page today, and so does this one. To allow ${total === 1 ? "it" : "them"} too, add the sources: ${first.source} to ${DIRECTIVES[first.as as LoadAs]}${blocked.length > 1 ? ", …" : ""}.`,
    );
  if (mixed > 0)
    notes.push(
      `Browsers block ${plural(mixed, "load")} over http as mixed content, so no source is listed for ${mixed === 1 ? "it" : "them"}. Change http:// to https:// in the page.`,
    );
}

const NONCE_KEPT =
  "Keep the nonce where your application creates it: the one shown is that of this response, and a fixed nonce protects nothing.";

/** Keeps directives with a nonce or 'strict-dynamic': hashes and hosts instead would be weaker. */
function keepSources(sources: Sources, pages: readonly Seen[]): boolean {
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

const TOO_LONG = `The policy has more than ${PAGE.policyInRecipe.toLocaleString("en")} characters: too long for the configuration of some servers.`;
const TRIAL = "Content-Security-Policy-Report-Only";
const ADVICE = "Report-only: nothing is blocked. Watch the reports, then enforce it.";

function admit(sources: Sources, directive: string, source: string, example: string): void {
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

/** Characters to encode: all but those of RFC 3986 section 3.3 that do not end a source or a policy. */
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

function overHttps(url: URL): URL {
  return url.protocol === "http:" && url.port === "" ? new URL(url.href.replace(/^http:/, "https:")) : url;
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

function addAdvice(notes: string[], pages: readonly Seen[], hasScripts: boolean): void {
  const code = pages.flatMap((page) => page.code);
  const count = (inline: Inline["inline"], as: Inline["as"]) =>
    code.filter((one) => one.inline === inline && one.as === as).length;
  if (count("element", "script") > 0)
    notes.push("A hash fits one exact script. If yours changes per page, use a nonce.");
  const handlers = count("attribute", "script") + count("javascript-url", "script");
  if (handlers > 0)
    notes.push(
      `Event handlers and javascript: URLs (${handlers}) need 'unsafe-hashes'. Use addEventListener in a script instead.`,
    );
  const [evaluates] = insertersOf(
    pages.filter(({ page, browser }) => !browser && isEvalAllowed(page)),
    "eval",
  );
  if (pages.some(({ page, evaluates = [] }) => evaluates.length > 0 && isEvalAllowed(page)))
    notes.push(
      "Scripts turn strings or WebAssembly into code. Remove the eval keyword if the page works without it.",
    );
  if (evaluates !== undefined)
    notes.push(
      `Scripts turn strings into code, by eval or new Function (${evaluates}). If the page needs it, add 'unsafe-eval' to script-src.`,
    );
  if (insertersOf(pages, "script").length > 0)
    notes.push(
      "Your scripts insert scripts: 'strict-dynamic' with a nonce allows these. It ignores host sources, so give each script of the page the nonce.",
    );
  if (hasScripts) notes.push("Next: require-trusted-types-for 'script' stops strings from becoming code.");
}

/** Names admitted hosts from which injected markup can load a script of the attacker's choice. */
function addBypassNote(notes: string[], sources: readonly string[]): void {
  const found = sources.flatMap((text) => {
    const source = parseSource(text);
    const bypass = source.kind === "host" && findBypass(source, sources.includes("'unsafe-eval'"));
    return bypass ? [`${bypass.host} serves ${bypass.what}`] : [];
  });
  if (found.length > 0)
    notes.push(
      `Injected markup can run code by hosts that the policy allows: ${found.join(", ")}. Use URLs of files as sources (--by path), or a nonce.`,
    );
}

/** Allows style elements that scripts create. Their text is unknown, so no hash can allow them. */
function admitInsertedStyles(sources: Sources, inserters: readonly string[], notes: string[]): void {
  if (inserters.length === 0) return;
  for (const source of sources.get(DIRECTIVES.style)?.keys() ?? [])
    if (/^'(?:sha\d|unsafe-hashes)/.test(source)) sources.get(DIRECTIVES.style)?.delete(source);
  for (const by of inserters) admit(sources, DIRECTIVES.style, "'unsafe-inline'", by);
  notes.push(
    `Scripts create style elements (${inserters[0]}), which need 'unsafe-inline' in style-src. Remove it if they create none on this page.`,
  );
}

/** Scripts that create elements of a kind, by the log or by the text of the script. */
function insertersOf(pages: readonly Seen[], element: Inserted): string[] {
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

/** Sources of the current policy that none of the observed loads needs. */
function* beyondNeeds(seen: Seen): Task<string[]> {
  const policies = seen.page.enforced("chromium", Number.POSITIVE_INFINITY);
  if (policies.length === 0) return [`${seen.page.url.host} has no policy yet: everything is allowed`];
  const beyond: string[] = [];
  const known = new Set(seen.code.flatMap(({ sources }) => sources));
  let compared = 0;
  for (const policy of policies) {
    const open = Object.values(PAGE_LOADS).filter(({ directive }) => !operative(policy, directive));
    if (open.length > 0) beyond.push(open.map(({ ungoverned }) => ungoverned).join(", "));
    for (const [name, list] of policy.lists) {
      if (KEPT.has(name)) continue;
      beyond.push(...keywordsOf(name, list, known));
      for (const source of sourcesOf(list)) {
        yield;
        if (++compared > PAGE.sourcesCompared) continue;
        beyond.push(...sourceBeyond(name, source, policy, seen));
      }
    }
  }
  const left = compared - PAGE.sourcesCompared;
  if (left > 0) beyond.push(`${plural(left, "more source")}, not compared`);
  return beyond;
}

function sourceBeyond(name: string, source: string, policy: CspPolicy, seen: Seen): string[] {
  if (!isNeeded(name, source, policy, seen)) return [`${name} ${source}`];
  const isAny = /^(?:\*|https?:)$/i.test(source);
  return isAny ? [`${name} ${source} (list the needed origins instead)`] : [];
}

function keywordsOf(name: string, list: SourceList, known: ReadonlySet<string>): string[] {
  const idle = list.hashes
    .map((hash) => `'${hash}'`)
    .filter((hash) => /^'sha256/.test(hash) && !known.has(hash));
  return [
    ...(list.inline ? [`${name} 'unsafe-inline'`] : []),
    ...(list.eval ? [`${name} 'unsafe-eval' (unless scripts need it)`] : []),
    ...idle.map((hash) => `${name} ${hash}`),
  ];
}

function sourcesOf({ star, self, sources }: SourceList): string[] {
  return [...(star ? ["*"] : []), ...(self ? ["'self'"] : []), ...sources.map(({ text }) => text)];
}

/** Whether any load that the directive governs needs this source. */
function isNeeded(name: string, source: string, policy: CspPolicy, { loads, page }: Seen): boolean {
  const alone = readPolicies({ name: "", value: `${name} ${source}`, index: 0 }, "chromium");
  return loads.some((load) => {
    const {
      reference: { as },
      urls,
    } = load;
    const governing = as === "script" || as === "style" ? [`${as}-src-elem`] : directivesOf(load);
    if (!governing.some((directive) => operative(policy, directive)?.from === name)) return false;
    return urls.some(
      (url, index) =>
        checkLoad({ as, url: url.href, ...(index > 0 && { redirected: true }) }, alone, page.url, "chromium")
          .allowed,
    );
  });
}
