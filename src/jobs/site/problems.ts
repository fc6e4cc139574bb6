/** Problems across pages of a site: links, redirects, canonical URLs, sitemaps. */

import { lookupProblem, rfc } from "../../http/problem-kinds.ts";

/** URL and its response in words. */
interface Failure {
  readonly url: string;
  readonly reason: string;
}

/** URL and the target of its redirects. */
interface Pair {
  readonly url: string;
  readonly to: string;
}

const SITEMAPS = "https://www.sitemaps.org/protocol.html";
const CANONICAL = rfc(6596, "3");

export const linkBroken = lookupProblem(
  "site-link-broken",
  "error",
  "https://html.spec.whatwg.org/multipage/links.html#links-created-by-a-and-area-elements",
  {
    summary: "A page links to a URL that fails.",
    advice: "Correct the link, or restore the page.",
    title: ({ url, reason }: Failure) => `The link to ${url} fails: ${reason}.`,
  },
);

export const linkRedirects = lookupProblem("site-link-redirects", "info", rfc(9110, "15.4"), {
  summary: "A page links to a URL that redirects within the site.",
  advice: "Link to the final URL.",
  title: ({ url, to }: Pair) => `The link to ${url} redirects to ${to}.`,
});

export const redirectChain = lookupProblem("site-redirect-chain", "warning", rfc(9110, "15.4"), {
  summary: "The site has several redirects in a row where one would do.",
  advice: "Redirect from the first URL to the last.",
  title: ({ way }: { readonly way: readonly string[] }) =>
    `${way.length - 1} redirects in a row: ${way.join(" → ")}.`,
});

export const redirectLoop = lookupProblem("site-redirect-loop", "error", rfc(9110, "15.4"), {
  summary: "Redirects of the site form a loop.",
  advice: "Return a page from one of the URLs.",
  title: ({ way }: { readonly way: readonly string[] }) => `Redirect loop: ${way.join(" → ")}.`,
});

export const canonicalRedirects = lookupProblem("site-canonical-redirects", "warning", CANONICAL, {
  summary: "The canonical URL of a page redirects.",
  advice: "Use the final URL of the redirect.",
  title: ({ url, to }: Pair) => `The canonical URL ${url} redirects to ${to}.`,
});

export const canonicalBroken = lookupProblem("site-canonical-broken", "error", CANONICAL, {
  summary: "The canonical URL of a page fails.",
  advice: "Use the URL of an existing page.",
  title: ({ url, reason }: Failure) => `The canonical URL ${url} fails: ${reason}.`,
});

export const sitemapNoindex = lookupProblem("site-sitemap-noindex", "warning", SITEMAPS, {
  summary: "A sitemap lists a page that forbids indexing.",
  advice: "Remove it from the sitemap, or allow indexing.",
  title: ({ reason }: { readonly reason: string }) =>
    `A sitemap lists this page, but it forbids indexing: ${reason}.`,
});

export const sitemapBroken = lookupProblem("site-sitemap-broken", "error", SITEMAPS, {
  summary: "A sitemap lists a URL that fails.",
  advice: "Remove it from the sitemap, or restore the page.",
  title: ({ reason }: { readonly reason: string }) => `A sitemap lists this URL, but it fails: ${reason}.`,
});

export const sitemapRedirects = lookupProblem("site-sitemap-redirects", "warning", SITEMAPS, {
  summary: "A sitemap lists a URL that redirects.",
  advice: "List the final URL.",
  title: ({ to }: { readonly to: string }) => `A sitemap lists this URL, but it redirects to ${to}.`,
});

export const sitemapDisallowed = lookupProblem("site-sitemap-disallowed", "warning", rfc(9309, "2.2.2"), {
  summary: "A sitemap lists a URL that robots.txt disallows.",
  advice: "Remove it from the sitemap, or allow it.",
  title: () => "A sitemap lists this URL, but robots.txt disallows it.",
});

export const sitemapUnreadable = lookupProblem("site-sitemap-unreadable", "error", SITEMAPS, {
  summary: "A sitemap cannot be read.",
  advice: "Correct the sitemap. URLs before the error were read.",
  title: ({ reason }: { readonly reason: string }) => `The sitemap cannot be read: ${reason}.`,
});

export const mixedContent = lookupProblem(
  "site-mixed-content",
  "error",
  "https://www.w3.org/TR/mixed-content/#should-block-fetch",
  {
    summary: "An https page loads a file over http: browsers block or upgrade it.",
    advice: "Load it over https.",
    title: ({ url, as }: { readonly url: string; readonly as: string }) =>
      `The ${as} ${url} is loaded over http.`,
  },
);

export const siteRows = [
  linkBroken,
  linkRedirects,
  redirectChain,
  redirectLoop,
  canonicalRedirects,
  canonicalBroken,
  sitemapNoindex,
  sitemapBroken,
  sitemapRedirects,
  sitemapDisallowed,
  sitemapUnreadable,
  mixedContent,
];
