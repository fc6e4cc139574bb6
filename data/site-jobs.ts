/** Jobs of a site's report, in order, by id of a finding; the first match applies. Our own judgement (as of 2026-11). */
export const siteJobs: readonly (readonly [heading: string, ids: RegExp])[] = [
  [
    "Dead",
    /^(?:site-(?:link-(?:broken|invalid)|fragment-missing|sitemap-(?:broken|unreadable)|canonical-broken|redirect-loop)|redirect-(?:loop|to-itself|unresolvable|without-location)|error-served-as-success|(?:error|default)-page-|page-load-failed|(?:connect|connection|dns|closed|reset|unreachable|timeout|head-timeout|not-http|name-)(?:$|-?(?:failed|refused|timeout|in-|without-|not-)))/,
  ],
  ["Moved", /^(?:site-.*redirect|redirect-|location-)/],
  [
    "Hidden from search",
    /^(?:site-(?:sitemap-|canonical-|hreflang-|soft-404|orphan|not-in-sitemap|trap)|robots-|link-canonical)/,
  ],
  ["Titles and content", /^site-(?:title|h1|description|content)-/],
  [
    "Unsafe",
    /^(?:site-mixed-content|site-form-insecure|document-over-http|directory-listed|configuration-copy|private-file|user-names|readme-shown|version-in|xmlrpc|pingback|debug-field|internal-)/,
  ],
  ["Caching and size", /^(?:content-(?:not-compressed|coding-wasteful)|compressed-twice|no-cache-|stale-)/],
];
