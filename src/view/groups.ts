/** The groups in which people look through a header section, of fields and of findings. Pure. */

export const GROUPS = {
  security: "Security",
  caching: "Caching",
  cookies: "Cookies",
  transport: "Transport",
  content: "Content",
} as const;
export type Group = keyof typeof GROUPS;

/** Each by the start of names in lower case, of fields and of the ids of findings about them; the first that fits counts. */
const STARTS: readonly (readonly [Group, RegExp])[] = [
  ["cookies", /^(?:set-cookie|cookie|clear-site-data)/],
  [
    "security",
    /^(?:content-security-policy|csp-|strict-transport|hsts|x-frame|frame-|x-content-type|x-xss|referrer-policy|permissions-policy|feature-policy|cross-origin|co[epr]{2}-|access-control|cors|origin-agent|www-authenticate|authentication|expect-ct|public-key-pins|x-permitted|x-download|trusted-types|sandbox|software-|certificate|tls|credentials|integrity-policy|document-isolation)/,
  ],
  [
    "caching",
    /^(?:cache|cdn-cache|surrogate|age|expires|pragma|etag|last-modified|vary|freshness|no-cache|no-store|max-age|s-maxage|x-cache|cf-cache|x-varnish|x-drupal-cache|x-proxy-cache|x-litespeed|x-fastcgi|x-served-by|x-timer|x-hits|[a-z-]+-cache(?:$|-))/,
  ],
  [
    "transport",
    /^(?:date|connection|keep-alive|transfer-encoding|te|trailer|upgrade|via|alt-svc|server-timing|content-length|content-encoding|accept-ranges|retry-after|http2|http3|http-|redirect|location|refresh|nel|report|reporting|priority|early|forwarded|x-forwarded|framing|proxy|field-|status|address|dns|connect|timeout|reset|closed|head-|body-)/,
  ],
];

/** The group of a field name in lower case, or of a finding's id. */
export function groupOf(name: string): Group {
  return STARTS.find(([, start]) => start.test(name))?.[0] ?? "content";
}
