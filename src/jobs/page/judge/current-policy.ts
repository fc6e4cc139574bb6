/** Verdicts of the enforced policies on loads and code, so that the suggested policy allows no more. Pure. */

import { type CspPolicy, checkLoad, type Load, operative } from "../../../headers/verdicts.ts";
import type { Inline } from "../read/reference.ts";
import type { LoadSeen } from "./load-resources.ts";
import { loadOfCode } from "./outcome.ts";
import { isMixed, type PageContext, requestedUrl } from "./page-context.ts";

const ALL = Number.POSITIVE_INFINITY;

/** A path that no page has, to test whether a policy allows a whole origin. */
const PROBE = "/netlens-probe/1b1f6c";

function isAllowed(page: PageContext, load: Load, metas: number = ALL): boolean {
  return checkLoad(load, page.enforced("chromium", metas), page.url, "chromium").allowed !== false;
}

/** Whether browsers block the load as mixed content, which no policy source can allow. */
export function isMixedLoad({ reference, urls }: LoadSeen, page: PageContext): boolean {
  const isPart = reference.as !== "form" && reference.as !== "base";
  return isPart && urls.some((url) => isMixed(requestedUrl(reference, url, page, "chromium"), page));
}

/** Whether the policies, which allow the URL, also allow its whole origin. */
export function isOriginAllowed({ as, parser }: LoadSeen["reference"], url: URL, page: PageContext): boolean {
  return isAllowed(page, {
    as,
    url: new URL(PROBE, url.origin).href,
    ...(parser === false && { parser }),
  });
}

export function isCodeBlocked(code: Inline, page: PageContext): boolean {
  return !isAllowed(page, loadOfCode(code), code.metas);
}

/** Whether all inline code of a kind is allowed, as by 'unsafe-inline'. */
export function isAnyCodeAllowed(as: Inline["as"], inline: Inline["inline"], page: PageContext): boolean {
  return isAllowed(page, { as, inline, text: PROBE });
}

/** Whether a URL is allowed for a kind of load, such as the page's own URL for requests of scripts. */
export function isUrlAllowed(as: LoadSeen["reference"]["as"], url: URL, page: PageContext): boolean {
  return isAllowed(page, { as, url: url.href });
}

/** Whether eval is allowed: each policy that governs scripts has 'unsafe-eval'. */
export function isEvalAllowed(page: PageContext): boolean {
  return page
    .enforced("chromium", ALL)
    .every((policy) => operative(policy, "script-src")?.list.eval !== false);
}

/** Sources, as sent, of a directive with a nonce or 'strict-dynamic' (scripts): hashes would be weaker. */
export function keptSources(page: PageContext, directive: "script-src" | "style-src"): string[] | undefined {
  for (const policy of page.enforced("chromium", ALL)) {
    const found = operative(policy, `${directive}-elem`);
    // 'strict-dynamic' has no effect in style-src, but in default-src Chromium and WebKit apply it to styles.
    const isStrict = directive === "script-src" && found?.list.strictDynamic;
    if (!found || (found.list.nonces.length === 0 && !isStrict)) continue;
    return wordsOf(policy, found.from);
  }
  return undefined;
}

function wordsOf({ text }: CspPolicy, name: string): string[] {
  const directives = text.split(";").map((part) => part.split(/[\t\n\f\r ]+/).filter((word) => word !== ""));
  return directives.find(([first]) => first?.toLowerCase() === name)?.slice(1) ?? [];
}
