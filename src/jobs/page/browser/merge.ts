/** Adds to an audit what a browser loaded, and compares both. Pure. */

import { optional } from "../../../api/body-parts.ts";
import type { Budget } from "../../../api/budget.ts";
import { PAGE } from "../../../api/limits.ts";
import { countUnchecked } from "../../../api/unchecked.ts";
import { type Audit, checkAllInline } from "../audit.ts";
import { auditEntries, kindOf, type Logged, logged, referenceOf } from "../har-audit.ts";
import { isPolicyBlocked } from "../judge/load-resources.ts";
import { cut } from "../judge/outcome.ts";
import { DIRECTIVES } from "../judge/policy-sources.ts";
import { resourceOf } from "../judge/resource-row.ts";
import { inlineSources } from "../read/digests.ts";
import type { Inline, LoadAs, Reference } from "../read/reference.ts";
import type { BrowserLoad, Resource } from "../schema.ts";
import type { Loaded } from "./load.ts";
import type { Violation } from "./log.ts";

const KINDS: ReadonlyMap<string, LoadAs> = new Map(
  (Object.keys(DIRECTIVES) as LoadAs[]).map((as) => [DIRECTIVES[as], as]),
);

const kindOfViolation = ({ directive }: Violation) => KINDS.get(directive.replace(/-(?:elem|attr)$/, ""));
const bare = (url: string) => url.replace(/#.*/s, "");

/** Kinds of load by URL, from the reading and from the policy that the browser applied. */
const kindsByUrl = (all: readonly (readonly [url: string, as: LoadAs | undefined])[]) => {
  const kinds = new Map<string, Set<LoadAs>>();
  for (const [url, as] of all) if (as) kinds.getOrInsertComputed(bare(url), () => new Set()).add(as);
  return kinds;
};

export async function withBrowser(audit: Audit, loaded: Loaded, budget: Budget): Promise<Audit> {
  const { page } = audit;
  const urls = loaded.violations.flatMap((one) => {
    const url = URL.parse(/^(?:blob|data)$/.test(one.blocked) ? `${one.blocked}:` : one.blocked);
    return url ? [{ ...one, url }] : [];
  });
  const known = kindsByUrl(
    audit.loads.flatMap(({ reference: { url, as }, urls }) =>
      [url, ...urls, ...(/^(?:blob|data):$/.test(url.protocol) ? [new URL(url.protocol)] : [])].map(
        ({ href }) => [href, as] as const,
      ),
    ),
  );
  const governed = kindsByUrl(urls.map((one) => [one.url.href, kindOfViolation(one)]));
  const isKnown = (url: URL, as: LoadAs) => {
    const kinds = known.getOrInsertComputed(bare(url.href), () => new Set());
    // The policy suggests the icon that browsers request themselves; frame-src governs objects as well.
    const isImplied =
      kinds.has("object") || (as === "image" && url.href === new URL("/favicon.ico", page.url).href);
    return isImplied || kinds.has(as) || !kinds.add(as);
  };
  const entries = loaded.entries.flatMap((entry, index) => logged(entry, index) ?? []);
  const { resources, loads } = await auditEntries(entries, page, budget, (entry, looked) =>
    [...(governed.get(entry.url.href) ?? [entry.as ?? kindOf(looked)])]
      .filter((as) => !isKnown(entry.url, as))
      .map((as) => referenceOf(entry, as, "browser")),
  );
  for (const one of urls) {
    const as = kindOfViolation(one);
    if (as === undefined || isKnown(one.url, as)) continue;
    const reference: Reference = { url: one.url, as, ...placeOf(one), parser: false };
    const { resource } = await resourceOf(reference, one.url, undefined, page, budget);
    resources.push(resource);
    loads.push({ reference, urls: [one.url], isBlocked: isPolicyBlocked(resource) });
  }
  const code = codeOf(loaded.violations, audit.code);
  const unchecked = countUnchecked();
  unchecked.addAll(audit.unchecked);
  if (loaded.incomplete) unchecked.add("load in the browser", loaded.incomplete);
  return {
    ...audit,
    resources: [...audit.resources, ...resources.map((one) => ({ ...one, by: "browser" as const }))],
    inline: [...audit.inline, ...((await budget.run(checkAllInline(code, page))) ?? [])],
    loads: [...audit.loads, ...loads],
    code: [...audit.code, ...code],
    unchecked: unchecked.list(),
    browser: compared(audit, loaded, entries, resources),
    evaluates: loaded.violations.filter(({ blocked }) => /^(?:wasm-)?eval$/.test(blocked)),
  };
}

/** Compares the expected loads with the requests of the browser. */
function compared(
  audit: Audit,
  { version, incomplete }: Loaded,
  entries: readonly Logged[],
  missed: readonly Resource[],
): BrowserLoad {
  const requests = new Map(entries.map((entry) => [entry.url.href, entry]));
  const firsts = new Map(audit.loads.map(({ reference, urls: [first] }) => [reference.url.href, first]));
  const expected = audit.resources.flatMap(({ url, as, outcome, condition }) => {
    const { href, protocol } = firsts.get(url) ?? new URL(url);
    const isExpected = /^(?:loads|upgraded)$/.test(outcome) && !condition && /^https?:$/.test(protocol);
    // Chromium requests a manifest only to install the page.
    return isExpected && as !== "manifest" ? [{ url, as, request: requests.get(bare(href)) }] : [];
  });
  const few = <R extends { readonly url: string }>(rows: readonly R[]) =>
    rows.slice(0, PAGE.notes).map((row) => ({ ...row, url: cut(row.url, PAGE.exampleShown) }));
  return {
    version,
    missed: few(missed.map(({ url, as, initiator }) => ({ url, as, ...optional("initiator", initiator) }))),
    notRequested: few(
      expected.flatMap(({ url, as, request }) => (request || incomplete ? [] : [{ url, as }])),
    ),
    failed: few(
      expected.flatMap(({ url, as, request }) => (request?.error ? [{ url, as, error: request.error }] : [])),
    ),
  };
}

const placeOf = ({ source, line }: Violation) => ({
  where: { line, element: "script" },
  ...optional("initiator", URL.parse(source) ?? undefined),
  metas: Number.POSITIVE_INFINITY,
});

/** Inline code that the markup lacks. Without hash or whole text, no source can allow it. */
function codeOf(violations: readonly Violation[], known: readonly Inline[]): Inline[] {
  const found = new Map<string, Inline>();
  const keyOf = ({ as, inline, sources }: Pick<Inline, "as" | "inline" | "sources">) =>
    `${as} ${inline} ${sources[0]}`;
  const inMarkup = new Set(known.map(keyOf));
  for (const violation of violations) {
    const { blocked, directive, text, isWhole, hash } = violation;
    if (blocked !== "inline" || !(isWhole || hash !== undefined)) continue;
    const as = directive.startsWith("script") ? "script" : "style";
    const inline = directive.endsWith("-attr") ? "attribute" : "element";
    const sources = hash === undefined ? inlineSources({ inline, text }) : ([hash] as const);
    const one: Inline = {
      as,
      inline,
      text,
      ...(!isWhole && { isCut: true }),
      count: 1,
      sources,
      ...placeOf(violation),
    };
    const key = keyOf(one);
    const before = found.get(key);
    if (before) before.count++;
    else if (!inMarkup.has(key)) found.set(key, one);
  }
  return [...found.values()];
}
