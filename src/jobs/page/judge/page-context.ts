/** Policies of a page that govern its loads, from its response and markup. Pure. */

import {
  type CspPolicy,
  checkIntegrity,
  checkIsolation,
  checkReferrer,
  type EmbedderPolicy,
  type Engine,
  enforcedPolicies,
  isAddress,
  isTrustworthy,
  oncePerEngine,
  type Referrers,
  type Response,
  readPolicies,
} from "../../../headers/verdicts.ts";
import type { PageReading, Reference } from "../read/reference.ts";

export const ENGINES: readonly Engine[] = ["chromium", "firefox", "webkit"];

export interface PageContext {
  readonly url: URL;
  readonly response: Response;
  readonly quirks: boolean;
  /** Whether the page has an opaque origin: a sandbox without allow-same-origin. */
  readonly isOpaque: (engine: Engine) => boolean;
  /** Whether browsers block http on the page (Mixed Content). */
  readonly isSecure: boolean;
  readonly embedder: (engine: Engine) => EmbedderPolicy;
  /** @param metas number of `meta` policies in effect at the element */
  readonly enforced: (engine: Engine, metas: number) => readonly CspPolicy[];
  readonly reportOnly: (engine: Engine) => readonly CspPolicy[];
  /** Texts of all policies, without duplicates. */
  readonly policies: () => readonly string[];
  /** Index of a policy in `policies`. */
  readonly indexOf: (policy: CspPolicy) => number;
  /** Kinds of loads that need an integrity attribute. */
  readonly integrity: (engine: Engine) => {
    readonly enforced: readonly string[];
    readonly reported: readonly string[];
  };
  readonly referrers: (engine: Engine, policy: string | undefined) => Referrers;
}

const REPORT_ONLY = "content-security-policy-report-only";

/** Report-only policies, parsed as if they were enforced. */
const reportedPolicies = oncePerEngine((response: Response, engine): readonly CspPolicy[] => {
  const lines = response.lines
    .filter(({ name }) => name === REPORT_ONLY)
    .map((line) => ({ ...line, name: "content-security-policy" }));
  return lines.length === 0 ? [] : enforcedPolicies({ ...response, lines }, engine);
});

/** Directives that have no effect in a meta element (CSP 3 section 3.3). */
const NOT_IN_MARKUP =
  /(^|;)[\t\n\f\r ]*(?:frame-ancestors|report-uri|report-to|sandbox)(?=[\t\n\f\r ;]|$)[^;]*/gi;

export function openPage(
  response: Response,
  { metas, quirks }: Pick<PageReading, "metas" | "quirks">,
): PageContext {
  const url = response.url ?? new URL("about:blank");
  const inMarkup = metas.map((content, index) => ({
    name: "content-security-policy",
    value: content.replace(NOT_IN_MARKUP, "$1"),
    index: -1 - index,
  }));
  const enforced = memoPolicies((engine, count) => [
    ...enforcedPolicies(response, engine),
    ...inMarkup.slice(0, count).flatMap((line) => readPolicies(line, engine)),
  ]);
  const reportOnly = (engine: Engine) => reportedPolicies(response, engine);
  let known: ReadonlyMap<string, number> | undefined;
  const indexes = () => {
    if (known) return known;
    const all = ENGINES.flatMap((engine) => [
      ...enforced(engine, Number.POSITIVE_INFINITY),
      ...reportOnly(engine),
    ]);
    known = new Map([...new Set(all.map(({ text }) => text))].map((text, index) => [text, index]));
    return known;
  };
  return {
    url,
    response,
    quirks,
    policies: () => [...indexes().keys()],
    indexOf: ({ text }) => indexes().get(text) ?? -1,
    isOpaque: (engine) =>
      enforced(engine, 0).some(({ sandbox }) => sandbox !== undefined && !sandbox.has("allow-same-origin")),
    isSecure: url.protocol === "https:",
    embedder: (engine) => checkIsolation(response, engine).embedder,
    enforced,
    reportOnly,
    integrity(engine) {
      const { blocked = [], reportOnly = false, reported = [] } = checkIntegrity(response, engine) ?? {};
      return reportOnly ? { enforced: [], reported: blocked } : { enforced: blocked, reported };
    },
    referrers: (engine, policy) =>
      checkReferrer(
        policy === undefined
          ? response
          : { ...response, lines: [{ name: "referrer-policy", value: policy, index: 0 }] },
        engine,
      ),
  };
}

type Policies = (engine: Engine, metas: number) => readonly CspPolicy[];

/** Caches the policies by engine and number of meta policies. */
function memoPolicies(make: Policies): Policies {
  const known = new Map<string, readonly CspPolicy[]>();
  return (engine, metas) => {
    const key = `${engine} ${metas}`;
    const found = known.get(key) ?? make(engine, metas);
    known.set(key, found);
    return found;
  };
}

/** Kinds that browsers upgrade on a secure page instead of blocking them (Mixed Content section 4.1). */
const UPGRADED: ReadonlySet<string> = new Set(["image", "media"]);

/** URL that browsers request for a reference: http is upgraded by a policy, or as mixed content. */
export function requestedUrl(
  reference: Pick<Reference, "as" | "where" | "metas">,
  url: URL,
  page: PageContext,
  engine: Engine,
): URL {
  if (url.protocol !== "http:") return url;
  const byPolicy = page.enforced(engine, reference.metas).some(({ upgrades }) => upgrades);
  if (!byPolicy && !(isMixed(url, page) && isUpgradeable(reference, url))) return url;
  const secure = new URL(url);
  secure.protocol = "https:";
  return secure;
}

/** Whether mixed content may be upgraded: not IP addresses, and not URLs in srcset. */
function isUpgradeable({ as, where }: Pick<Reference, "as" | "where">, url: URL): boolean {
  return UPGRADED.has(as) && !isAddress(url.hostname) && !where.element.includes("srcset");
}

/** Whether it is mixed content: http on a page over https, except from localhost. */
export function isMixed(url: URL, { isSecure }: PageContext): boolean {
  return isSecure && url.protocol === "http:" && !isTrustworthy(url);
}
