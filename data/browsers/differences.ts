/**
 * Responses that browsers treat differently, observed in Chromium 156, Firefox 153 and WebKit 2.50 (Safari
 * 26) in November 2026. A test compares each row with the verdicts of each engine. A row omits a browser that
 * was not observed, and Safari if the network library decides, unless MDN's compatibility data has the fact:
 * Safari's library is not the one of WebKit on other systems (verdict-sources.txt).
 */

export const DIFFERENCE_KINDS = {
  csp: "Content-Security-Policy",
  framing: "Framing",
  isolation: "Isolation and embedding",
  permissions: "Permissions",
  privacy: "Referrer and stored data",
  cookies: "Cookies",
  caching: "Caching",
  content: "Types and downloads",
  transport: "HSTS",
  sharing: "Timing and integrity",
  bytes: "Bytes on the wire",
} as const;
export type DifferenceKind = keyof typeof DIFFERENCE_KINDS;

/** Whether the line has its intended effect in a browser, and the browser's behaviour. */
export interface Behaviour {
  /** Value of the verdict; null if it is absent. */
  readonly is: unknown;
  readonly works: boolean;
  readonly does: string;
}

interface AskedLoad {
  readonly as: string;
  readonly url?: string;
  readonly inline?: string;
  readonly hash?: string;
}

export interface BrowserDifference {
  readonly kind: DifferenceKind;
  readonly title: string;
  readonly lines: readonly string[];
  readonly status?: number;
  /** Default: `https://shop.example/`. */
  readonly url?: string;
  /** Loads to judge, as in the API. */
  readonly loads?: readonly AskedLoad[];
  readonly framedBy?: readonly string[];
  /** Received bytes, if they matter; the row then has no link to try its lines. */
  readonly transfer?: object;
  /** Path of the differing verdict in the API. */
  readonly verdict: string;
  readonly chrome: Behaviour;
  readonly firefox?: Behaviour;
  readonly safari?: Behaviour;
}

const behaviour = (works: boolean) => (is: unknown, does: string) => ({ is, works, does });
const yes = behaviour(true);
const no = behaviour(false);

const LOAD = "policy.loads.0.allowed";
const loads = (does = "loads it") => yes(true, does);
const blocks = (does = "blocks it") => no(false, does);
const CSP = "Content-Security-Policy";
const HASH = "dVbMnBGIUutUerZks77uKhewo4arUwKc9ZPimf2fuls";

const onWire = (line: string) => ({
  end: "whole",
  wireBytes: 300,
  bytes: 300,
  start: { line, before: 0, headBytes: 90, firstTwoLines: 60 },
});

export const browserDifferences: readonly BrowserDifference[] = [
  {
    kind: "csp",
    title: "The page's own images with 'strict-dynamic' in default-src",
    lines: [`${CSP}: default-src 'self' 'nonce-pV3kq9XcT1u0yB7mZr4sLw' 'strict-dynamic'`],
    loads: [{ as: "image", url: "/logo.png" }],
    verdict: LOAD,
    chrome: loads("loads them"),
    firefox: loads("loads them"),
    safari: blocks("blocks them, and style sheets, fonts and fetches"),
  },
  {
    kind: "csp",
    title: "* with a port",
    lines: [`${CSP}: connect-src *:8443`],
    loads: [{ as: "connect", url: "https://api.example:8443/" }],
    verdict: LOAD,
    chrome: loads("matches every host"),
    firefox: loads("matches every host"),
    safari: blocks("matches nothing"),
  },
  {
    kind: "csp",
    title: "A document in an object element, allowed by object-src but not by frame-src",
    lines: [`${CSP}: object-src 'self'; frame-src 'none'`],
    loads: [{ as: "object", url: "/map.html" }],
    verdict: LOAD,
    chrome: blocks("checks frame-src too, and blocks it"),
    firefox: loads("checks only object-src"),
    safari: loads("checks only object-src"),
  },
  {
    kind: "csp",
    title: "A data: image under img-src *",
    lines: [`${CSP}: img-src *`],
    loads: [{ as: "image", url: "data:image/png;base64,iVBORw0KGgo=" }],
    verdict: LOAD,
    chrome: blocks(),
    firefox: blocks(),
    safari: loads(),
  },
  {
    kind: "csp",
    title: "A source with port 80 for a load over https",
    lines: [`${CSP}: script-src https://cdn.example:80`],
    loads: [{ as: "script", url: "https://cdn.example/app.js" }],
    verdict: LOAD,
    chrome: blocks(),
    firefox: loads(),
    safari: loads(),
  },
  {
    kind: "csp",
    title: "A WebSocket source for a fetch over https",
    lines: [`${CSP}: connect-src wss://api.example`],
    loads: [{ as: "connect", url: "https://api.example/" }],
    verdict: LOAD,
    chrome: blocks(),
    firefox: blocks(),
    safari: loads(),
  },
  {
    kind: "csp",
    title: "A hash without its padding",
    lines: [`${CSP}: script-src 'sha256-${HASH}'`],
    loads: [{ as: "script", inline: "element", hash: `sha256-${HASH}=` }],
    verdict: LOAD,
    chrome: loads("runs the script"),
    firefox: blocks("compares the padding as well, and blocks the script"),
    safari: loads("runs the script"),
  },
  {
    kind: "csp",
    title: "eval with 'trusted-types-eval'",
    lines: [`${CSP}: script-src 'trusted-types-eval'; require-trusted-types-for 'script'`],
    loads: [{ as: "script", inline: "eval" }],
    verdict: LOAD,
    chrome: loads("runs it"),
    firefox: blocks("runs only text that trusted types made"),
    safari: blocks("runs only text that trusted types made"),
  },
  {
    kind: "csp",
    title: "Inline styles with 'strict-dynamic' in default-src",
    lines: [`${CSP}: default-src 'strict-dynamic' 'unsafe-inline'`],
    loads: [{ as: "style", inline: "element" }],
    verdict: LOAD,
    chrome: blocks("ignores 'unsafe-inline' for styles too"),
    firefox: loads("applies them"),
    safari: blocks("ignores 'unsafe-inline' for styles too"),
  },
  {
    kind: "csp",
    title: "Event handlers with 'strict-dynamic' in script-src-attr",
    lines: [`${CSP}: script-src-attr 'strict-dynamic' 'unsafe-inline'`],
    loads: [{ as: "script", inline: "attribute" }],
    verdict: LOAD,
    chrome: blocks("blocks them"),
    firefox: blocks("blocks them"),
    safari: loads("runs them"),
  },
  {
    kind: "csp",
    title: "A vertical tab for a space",
    lines: [`${CSP}: script-src\v'none'`],
    loads: [{ as: "script", url: "/app.js" }],
    verdict: LOAD,
    chrome: no(true, "finds no directive that it supports, and runs every script"),
    firefox: no(true, "finds no directive that it supports, and runs every script"),
    safari: yes(false, "reads it as white space, and blocks every script"),
  },
  {
    kind: "framing",
    title: "A path in frame-ancestors",
    lines: [`${CSP}: frame-ancestors https://partner.example/embed`],
    framedBy: ["https://partner.example/embed"],
    verdict: "framing.framedBy.0.allowed",
    chrome: blocks("lets no site frame the page"),
    firefox: loads("ignores the path"),
    safari: blocks("lets no site frame the page"),
  },
  {
    kind: "framing",
    title: "* with a port in frame-ancestors",
    lines: [`${CSP}: frame-ancestors *:443`],
    framedBy: ["https://partner.example/"],
    verdict: "framing.framedBy.0.allowed",
    chrome: loads("lets any site frame it"),
    firefox: loads("lets any site frame it"),
    safari: blocks("lets no site frame it"),
  },
  {
    kind: "framing",
    title: "White space before the colon of a header line",
    lines: ["X-Frame-Options : DENY"],
    verdict: "framing.by",
    chrome: yes("nobody", "accepts the line: no site may frame the page"),
    firefox: no("anyone", "ignores the line: any site may frame the page"),
  },
  {
    kind: "isolation",
    title: "Cross-origin isolation with credentialless",
    lines: ["Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Embedder-Policy: credentialless"],
    verdict: "security.crossOriginIsolated",
    chrome: yes(true, "isolates the page"),
    firefox: yes(true, "isolates the page"),
    safari: no(false, "does not support the value: no shared memory"),
  },
  {
    kind: "isolation",
    title: "Cross-origin isolation with Document-Isolation-Policy",
    lines: ["Document-Isolation-Policy: isolate-and-require-corp"],
    verdict: "security.crossOriginIsolated",
    chrome: yes(true, "isolates the page"),
    firefox: no(false, "ignores the header"),
    safari: no(false, "ignores the header"),
  },
  {
    kind: "isolation",
    title: "Severing the opener, but allowing popups",
    lines: ["Cross-Origin-Opener-Policy: noopener-allow-popups"],
    verdict: "security.opener",
    chrome: yes("noopener-allow-popups", "severs the opener"),
    firefox: no("unsafe-none", "does not support the value: the opener keeps access"),
    safari: yes("noopener-allow-popups", "severs the opener"),
  },
  {
    kind: "permissions",
    title: "Geolocation denied by Permissions-Policy",
    lines: ["Permissions-Policy: geolocation=()"],
    verdict: "permissions.geolocation.self",
    chrome: yes(false, "denies it"),
    firefox: no(null, "ignores the header"),
    safari: no(null, "ignores the header"),
  },
  {
    kind: "permissions",
    title: "Geolocation denied by Feature-Policy, its predecessor",
    lines: ["Feature-Policy: geolocation 'none'"],
    verdict: "permissions.geolocation.self",
    chrome: yes(false, "still denies it"),
    firefox: no(null, "ignores the header"),
    safari: no(null, "ignores the header"),
  },
  {
    kind: "privacy",
    title: "The full URL sent to other sites with unsafe-url",
    lines: ["Referrer-Policy: unsafe-url"],
    verdict: "security.referrer.crossOrigin",
    chrome: yes("full", "sends the full URL"),
    firefox: no("origin", "sends only the origin, except for links"),
    safari: no("origin", "sends only the origin"),
  },
  {
    kind: "privacy",
    title: "A stray semicolon after the last policy",
    lines: ["Referrer-Policy: no-referrer, origin;"],
    verdict: "security.referrer.sameOrigin",
    chrome: no("full", "ignores the whole header"),
    firefox: yes("none", "uses the last valid policy"),
    safari: yes("none", "uses the last valid policy"),
  },
  {
    kind: "cookies",
    title: "Secure on http://localhost",
    lines: ["Set-Cookie: id=1; Secure; SameSite=Lax"],
    url: "http://localhost/",
    verdict: "cookies.0.outcome",
    chrome: yes("stored", "stores it"),
    firefox: yes("stored", "stores it"),
    safari: no("refused", "rejects it"),
  },
  {
    kind: "cookies",
    title: "SameSite=None without Secure",
    lines: ["Set-Cookie: id=1; SameSite=None"],
    verdict: "cookies.0.outcome",
    chrome: no("refused", "rejects the cookie"),
    firefox: no("refused", "rejects the cookie"),
    safari: yes("stored", "stores it"),
  },
  {
    kind: "cookies",
    title: "__Host- without Path, set by the root of the site",
    lines: ["Set-Cookie: __Host-id=1; Secure"],
    verdict: "cookies.0.outcome",
    chrome: no("refused", "rejects the cookie"),
    firefox: yes("stored", "stores it"),
  },
  {
    kind: "cookies",
    title: "SameSite=None, in a frame or request of another site's page",
    lines: ["Set-Cookie: id=1; Secure; HttpOnly; SameSite=None"],
    verdict: "cookies.0.thirdParty.outcome",
    chrome: yes("stored", "stores it, unless third-party cookies are blocked (Incognito)"),
    firefox: yes("partitioned", "stores a separate cookie for each embedding site"),
    safari: no("refused", "rejects it while cross-site tracking is prevented, the default"),
  },
  {
    kind: "cookies",
    title: "A word without an equals sign",
    lines: ["Set-Cookie: sid"],
    verdict: "cookies.0.name",
    chrome: no("", "reads it as a value without a name"),
    firefox: yes("sid", "reads it as a name without a value"),
  },
  {
    kind: "cookies",
    title: "A cookie without a name",
    lines: ["Set-Cookie: =v"],
    verdict: "cookies.0.outcome",
    chrome: yes("stored", "stores it"),
    firefox: no("refused", "rejects it"),
  },
  {
    kind: "cookies",
    title: "Max-Age with a plus sign",
    lines: ["Set-Cookie: a=1; Max-Age=+60"],
    verdict: "cookies.0.expires",
    chrome: yes("2026-11-20T10:01:00.000Z", "keeps it for one minute"),
    firefox: no("session", "keeps it until the browser closes"),
  },
  {
    kind: "cookies",
    title: "A Max-Age that is not a number",
    lines: ["Set-Cookie: a=1; Max-Age=-abc"],
    verdict: "cookies.0.outcome",
    chrome: yes("stored", "ignores it and stores the cookie"),
    firefox: no("deleted", "deletes the cookie"),
  },
  {
    kind: "cookies",
    title: "Expires with a time zone",
    lines: ["Set-Cookie: a=1; Expires=Sat, 21 Nov 2026 10:00:00 -0500"],
    verdict: "cookies.0.expires",
    chrome: no("2026-11-21T10:00:00.000Z", "ignores the zone"),
    firefox: yes("2026-11-21T15:00:00.000Z", "uses the zone"),
  },
  {
    kind: "cookies",
    title: "Expires with slashes",
    lines: ["Set-Cookie: a=1; Expires=03/01/2027"],
    verdict: "cookies.0.expires",
    chrome: no("session", "finds no date: keeps it until the browser closes"),
    firefox: yes("2027-03-01T00:00:00.000Z", "keeps it until 1 March 2027"),
  },
  {
    kind: "caching",
    title: "The next visit to a 301 without a lifetime",
    lines: ["Location: /new"],
    status: 301,
    verdict: "caching.browser.remembered",
    chrome: yes("for good", "remembers the redirect indefinitely"),
    firefox: no(null, "fetches it again"),
    safari: yes(31536000, "remembers the redirect for a year"),
  },
  {
    kind: "caching",
    title: "Expires: -1 with Last-Modified",
    lines: ["Expires: -1", "Last-Modified: Thu, 01 Jan 2026 00:00:00 GMT"],
    verdict: "caching.browser.again",
    chrome: no("from-cache", "estimates a lifetime and uses its copy"),
    firefox: yes("after-check", "checks with the server"),
    safari: no("from-cache", "estimates a lifetime and uses its copy"),
  },
  {
    kind: "caching",
    title: "Expires: 0 with Last-Modified",
    lines: ["Expires: 0", "Last-Modified: Thu, 01 Jan 2026 00:00:00 GMT"],
    verdict: "caching.browser.again",
    chrome: yes("after-check", "checks with the server"),
    firefox: yes("after-check", "checks with the server"),
    safari: no("from-cache", "estimates a lifetime and uses its copy"),
  },
  {
    kind: "caching",
    title: "A semicolon between directives",
    lines: ["Cache-Control: max-age=60; no-cache"],
    verdict: "caching.browser.again",
    chrome: no("from-origin", "finds no lifetime"),
    firefox: yes("from-cache", "keeps it for one minute"),
    safari: yes("from-cache", "keeps it for one minute"),
  },
  {
    kind: "caching",
    title: "A page with stale-while-revalidate",
    lines: ["Cache-Control: max-age=0, stale-while-revalidate=60", 'ETag: "v1"'],
    verdict: "caching.browser.again",
    chrome: no("after-check", "checks with the server (it uses its copies of scripts, styles and images)"),
    firefox: yes("from-cache", "uses its copy and checks it afterwards"),
    safari: no("after-check", "checks with the server"),
  },
  {
    kind: "caching",
    title: "The next visit to a 404 with Last-Modified",
    lines: ["Last-Modified: Thu, 01 Jan 2026 00:00:00 GMT"],
    status: 404,
    verdict: "caching.browser.again",
    chrome: yes("from-origin", "fetches it again"),
    firefox: yes("from-origin", "fetches it again"),
    safari: no("from-cache", "estimates a lifetime and uses its copy"),
  },
  {
    kind: "caching",
    title: "The reload button on an immutable response",
    lines: ["Cache-Control: max-age=60, immutable", 'ETag: "v1"'],
    verdict: "caching.browser.reload",
    chrome: yes("after-check", "checks whether it changed"),
    firefox: yes("from-cache", "uses its copy"),
    safari: no("from-origin", "fetches it again"),
  },
  {
    kind: "caching",
    title: "The back button to a 302",
    lines: ["Location: /new"],
    status: 302,
    verdict: "caching.browser.back",
    chrome: yes("from-cache", "from its cache"),
    firefox: yes("from-cache", "from its cache"),
    safari: no("from-origin", "fetches it again"),
  },
  {
    kind: "content",
    title: "A comma in a file name without quotes",
    lines: ["Content-Disposition: attachment; filename=a,b.txt"],
    verdict: "content.fails",
    chrome: no(true, "fails with an error page"),
    firefox: yes(null, "saves the file"),
  },
  {
    kind: "content",
    title: "A file name in UTF-16",
    lines: ["Content-Disposition: attachment; filename*=UTF-16''a%00b%00"],
    url: "https://shop.example/report",
    verdict: "content.filename",
    chrome: yes("ab", "decodes it"),
    firefox: no("report", "uses the name in the URL"),
  },
  {
    kind: "content",
    title: "filename* with characters that are not percent-encoded",
    lines: ["Content-Disposition: attachment; filename*=UTF-8''caf\u00e9.txt"],
    url: "https://shop.example/report",
    verdict: "content.filename",
    chrome: no("report", "ignores it"),
    firefox: yes("caf\u00e9.txt", "decodes it"),
  },
  {
    kind: "content",
    title: "A missing semicolon after attachment",
    lines: ["Content-Disposition: attachment filename=a.txt", "Content-Type: text/plain"],
    verdict: "content.download",
    chrome: no(false, "shows the content"),
    firefox: yes(true, "saves it"),
  },
  {
    kind: "content",
    title: "attachment in double quotes",
    lines: ['Content-Disposition: "attachment"; filename=a.txt', "Content-Type: text/plain"],
    verdict: "content.download",
    chrome: no(false, "shows the content"),
    firefox: yes(true, "saves it"),
  },
  {
    kind: "content",
    title: "A file name in numbered pieces",
    lines: ["Content-Disposition: attachment; filename*0=a; filename*1=b.txt"],
    verdict: "content.filename",
    chrome: no("download", "ignores them"),
    firefox: yes("ab.txt", "joins them: ab.txt"),
  },
  {
    kind: "content",
    title: "Navigating to an RSS feed",
    lines: ["Content-Type: application/rss+xml"],
    verdict: "content.download",
    chrome: yes(false, "shows it as text"),
    firefox: no(true, "saves it"),
  },
  {
    kind: "transport",
    title: "A max-age too large for any number",
    lines: ["Strict-Transport-Security: max-age=99999999999999999999"],
    verdict: "security.hsts.applies",
    chrome: yes(true, "uses the longest time it supports"),
    firefox: no(false, "ignores the header"),
  },
  {
    kind: "transport",
    title: "A directive with nothing after its equals sign",
    lines: ["Strict-Transport-Security: max-age=31536000; foo="],
    verdict: "security.hsts.applies",
    chrome: no(false, "ignores the header"),
    firefox: yes(true, "skips the directive"),
  },
  {
    kind: "sharing",
    title: "An unclosed quote in Timing-Allow-Origin",
    lines: ['Timing-Allow-Origin: "x, *'],
    verdict: "timing",
    chrome: no("same-origin", "reads it all as one string: no other origin reads the timing"),
    firefox: yes("anyone", "reads the *"),
    safari: yes("anyone", "reads the *"),
  },
  {
    kind: "sharing",
    title: "Integrity-Policy with a word where a list is required",
    lines: ["Integrity-Policy: blocked-destinations=(script), sources=inline"],
    verdict: "integrity.blocked",
    chrome: no([], "treats it as an empty list: blocks nothing"),
    firefox: yes(["script"], "treats it as absent: blocks scripts without a hash"),
    safari: yes(["script"], "treats it as absent: blocks scripts without a hash"),
  },
  {
    kind: "bytes",
    title: "A tab in the status line",
    lines: ["Content-Type: text/html"],
    transfer: onWire("HTTP/1.1\t200 OK"),
    verdict: "reads.outcome",
    chrome: yes("shown", "shows the response"),
    firefox: no("refused", "rejects the response"),
  },
  {
    kind: "bytes",
    title: "A status line in lower case: http/1.1 200 OK",
    lines: ["Content-Type: text/html"],
    transfer: onWire("http/1.1 200 OK"),
    verdict: "reads.bytes",
    chrome: yes(300, "reads it as any other"),
    firefox: no(330, "shows the header section, except for two lines, as content"),
  },
];
