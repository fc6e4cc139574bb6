/**
 * Why kinds of problems matter: who is affected, and how an attacker, a cache or a client uses it. One
 * paragraph per family of kinds; the first pattern that matches an id applies. Facts from the RFCs, the
 * Fetch, HTML and CSP standards and OWASP's cheat sheets (as of 2026-11); the sentences are ours.
 */

export const problemReasons: readonly (readonly [ids: RegExp, why: string])[] = [
  [
    /^not-checked$/,
    "A check that skips parts of its input looks like a success. The faults in those parts stay, and visitors find them first.",
  ],
  [
    /^payment-/,
    "With x402, a program reads a price, pays it and retries, without a person. If the object is invalid or the status is not 402, the program fails, or pays and cannot prove it.",
  ],
  [
    /^incremental/,
    "Proxies may buffer a response until it is complete. This header asks them to forward each part at once. If it is invalid, they keep buffering: events arrive in bursts or after a timeout.",
  ],
  [
    /^(?:link-(?:anchor|attribute|canonical|invalid|prerender|relation|rev|target-invalid|template|type))/,
    "Link tells programs how this resource relates to others: its canonical URL, the next page, a licence, a style sheet to load. Invalid or unknown links are silently skipped, and search engines and clients decide for themselves.",
  ],
  [
    /^source-map/,
    "Developer tools find the original source with this header. If strangers can fetch the map, your source is public, comments included. If the header is wrong, errors point to lines of the minified code.",
  ],
  [
    /^pingback/,
    "With pingback, strangers can make your site request any URL: thousands of sites have been used together to flood another. The same file accepts passwords; old versions of WordPress take hundreds in one request.",
  ],
  [
    /^(?:user-names-shown|xmlrpc-open|version-in-content|readme-shown|directory-listed|configuration-copy-shown|private-file-shown)$/,
    "Bots scan the web for sites of one kind and try the same few paths on each. A login name is half of a login. A version shows which known vulnerability to try. A file list reveals pages that nothing links to. A copy of the configuration opens the database.",
  ],
  [
    /^origin-trial/,
    "An origin trial token enables an experimental feature for one origin until an expiry date. Without a valid token the browser leaves the feature off, and says so only in the console.",
  ],
  [
    /^(?:memento|accept-datetime)/,
    "Archives serve a page as it was at a given time (RFC 7089). If the time is invalid, the client gets today's page, or cannot tell how old the page is.",
  ],
  [
    /^set-login/,
    "With Set-Login, a site tells the browser whether the visitor is logged in; with FedCM, other sites can then offer that login. Browsers ignore unknown values: the offer is missing or ends in an error.",
  ],
  [
    /^activate-storage/,
    "If third-party cookies are blocked, browsers withhold a site's cookies from its frames on other sites until storage access is granted. If the header is invalid, the frame gets no cookies and the visitor looks logged out.",
  ],
  [
    /^(?:document-policy|require-document)/,
    "Document-Policy configures a single document, in Chromium only: script profiling, call stacks in crash reports, the scroll position on load. If the header cannot be parsed, all of it is ignored; settings unknown to the browser are skipped.",
  ],
  [
    /^location-from-parameter/,
    "An open redirect lets a link with your host name lead anywhere. People trust the link in a mail and end on a page that asks for their password. Logins that send codes or tokens with a redirect leak them too.",
  ],
  [
    /^(?:depth|destination|overwrite|if-invalid|timeout-invalid)/,
    "WebDAV servers copy, move and list according to these headers (RFC 4918). If one is invalid, the server rejects the request or uses the default: a whole tree instead of one file, or an overwritten target.",
  ],
  [
    /^prefer-/,
    "Prefer asks for a style of response: now or later, full or brief (RFC 7240). Servers ignore what they cannot read, so the client waits or gets more than it wanted.",
  ],
  [
    /^(?:accept-(?:patch|post|query))/,
    "These headers list the content types that a resource accepts, so a client can choose one before it sends. If they are missing or invalid, the client guesses and gets a 415 if it guessed wrong.",
  ],
  [
    /^(?:cors-(?:font|not-allowed|without)|access-control-expose)/,
    "Browsers give a page another site's response only if the response permits it. Otherwise the script gets an error and the font is not shown, although the content arrived. Scripts see only a short list of headers unless you expose more. The same call works with curl.",
  ],
  [
    /^cache-group/,
    "A cache group links responses so that one change invalidates them all. An invalid value puts the response in no group, and names beyond what caches must support may be ignored. Old copies then stay until they expire.",
  ],
  [
    /^surrogate-key-long/,
    "A CDN purges by these keys and reads only a limited number of bytes. Keys beyond the limit are dropped, so purging by them leaves the old copy in place.",
  ],
  [
    /^(?:length-and-transfer|request-length-and|request-chunked|chunked-|transfer-(?:coding|encoding)|te-|malformed-chunks|invalid-framing|bare-(?:carriage|line)|nul-in-head|field-line-|pseudo-field|connection-field-in|request-connection-field|http2-value|proxy-connection$|framing-forbidden)/,
    "Client, proxies and server must agree on where a message ends and which lines it has. If two of them disagree, an attacker can hide a second request in the first (request smuggling): it bypasses the firewall, steals another visitor's response or poisons a cache. Recipients that follow RFC 9112 therefore close the connection.",
  ],
  [
    /^(?:content-length-(?!large)|closed-|reset-without|content-end|bytes-after|second-status|content-second|content-trailing|unexpected-upgrade|head-too-large|too-many-informational)/,
    "A client that expects more bytes waits until its timeout. One that expects fewer shows half a page, or reads the rest as the next response. Proxies close the connection, so users see occasional errors that are hard to reproduce. A truncated response may also be cached.",
  ],
  [
    /^(?:blank-line|junk-before|malformed-status|tab-in-status|lower-case-version|unknown-http|not-http|cgi-status|status-invalid|http-1)/,
    "The status line and the lines around it decide whether clients recognise HTTP at all. Browsers tolerate some errors; proxies, load balancers and libraries tolerate others. So a site can work in a test and fail behind a CDN. If the header section is not recognised, it is shown as text.",
  ],
  [
    /^(?:software-|server-syntax|server-too-long|debug-field|internal-|surrogate-(?:control-exposed|key-exposed))/,
    "Names of software, versions, hosts or internals save an attacker the search: vulnerable versions are scanned for within hours of a disclosure. This is not a vulnerability by itself, but visitors gain nothing from it. Unsupported versions have published vulnerabilities that stay open.",
  ],
  [
    /^(?:credentials-in-response|trace-credentials|token-no-store)/,
    "A token gives access to anyone who holds it, without a password and often without the second factor. In a response it reaches visitors, browser extensions, logs and caches; a shared cache sends it to everyone. Usually a proxy or framework copies headers of its own upstream request. Treat the token as stolen until it expires or is revoked.",
  ],
  [
    /^(?:session-(?:in|from)-shared|personal-in-shared|cookies-in-shared|authorized-shared|credentialed-shared|etag-shared)/,
    "A shared cache (CDN, proxy) sends one stored response to everyone who requests the URL. If it holds a session cookie or personal content, the next visitor is logged in as the first or reads their data. The leak lasts as long as the cached copy and shows only under load.",
  ],
  [
    /^(?:cookie-session|cookie-lax|csrf-token|cookie-on-http|cookie-samesite|cookie-strict|cookie-insecure|cookie-secure|cookie-prefix|request-cookie-(?:insecure|prefix))/,
    "A session cookie is the key to an account. Without Secure it crosses the network in plain text. Without HttpOnly an injected script can read it. Without SameSite other sites can send requests with it in some browsers (CSRF). The __Host- and __Secure- prefixes stop a sibling host or a plain connection from setting one.",
  ],
  [
    /^(?:cookie-domain|cookie-path|cookie-partitioned|cookie-nameless|cookie-name|cookie-control|cookie-value|cookie-too-large|cookie-attribute|cookie-flag|cookie-priority|cookies?-joined|set-cookie)/,
    "Browsers silently discard a cookie that breaks their rules, or ignore the attribute. Those visitors lose the login, basket or consent in it, often in one browser only. Or the cookie reaches more hosts than intended.",
  ],
  [
    /^(?:cookie-|cookies-|request-cookie)/,
    "The lifetime and number of cookies decide how long a login lasts and how large each request becomes. Most browsers keep a cookie for at most 400 days and reject cookies above their limits. Servers reject requests with too large a Cookie header. If two cookies contradict each other, the browser chooses.",
  ],
  [
    /^csp-(?:script|scripts|strict|trusted|object|objects|nonce|hash|style|directives-missing|trial|source-(?:public|wildcard|star|insecure))|^content-security-policy-missing/,
    "Content-Security-Policy is the second line of defence against cross-site scripting: if input reaches the page unescaped, it blocks the injected script. 'unsafe-inline', broad hosts and schemes, or guessable nonces let that script run. It can then read the session, the page and everything typed.",
  ],
  [
    /^csp-(?:ancestor|policies|directive|keyword|sources?|token|value|none|semicolon|empty|byte|name|too-long)/,
    "Browsers skip what they cannot read in a policy and apply the rest. A source with a typo blocks the script that it should allow; a misspelt directive protects nothing. Neither is visible on the page, only in the console.",
  ],
  [
    /^csp-upgrade-/,
    "upgrade-insecure-requests changes http URLs of a page's files and forms to https. It belongs to pages over https. If the same host and port has no TLS, styles, scripts and images fail, and the page stays blank or bare.",
  ],
  [
    /^(?:hsts-|strict-transport|upgrade-without-hsts)/,
    "Strict-Transport-Security makes browsers use https from the first visit over https on. Without it, anyone between visitor and site (a public Wi-Fi, a fake access point) can answer the first plain request, remove the encryption (SSL stripping) and read everything. A long max-age and includeSubDomains close that gap.",
  ],
  [
    /^x-frame|^frame-refused/,
    "A page that any site may frame can be laid invisibly over a decoy: the visitor thinks they click a game and confirms a payment (clickjacking). frame-ancestors in Content-Security-Policy decides; X-Frame-Options applies if it is absent or the browser is old. Browsers ignore unknown values.",
  ],
  [
    /^(?:x-content-type-options|content-type-(?:missing|invalid|without)|text-charset|charset-|media-type|html-(?:instead|saved)|load-refused|content-type-|boundary|parameter-|mime-version|event-stream-charset)/,
    "Browsers decide by Content-Type whether content is a page, a script or a download. If it is missing they guess from the bytes: an upload can become a page that runs its author's scripts. Without nosniff they also run scripts of most other types. A wrong or missing charset garbles letters, or turns text into markup.",
  ],
  [
    /^(?:referrer-policy|referer-)/,
    "Referer can tell the next site where a visitor came from, with path and query: document names, search terms, even password reset tokens. By default, browsers send only the origin to other sites. A looser or invalid policy reveals more than visitors expect.",
  ],
  [
    /^(?:permissions-policy|feature-policy)/,
    "Permissions-Policy denies powerful features (camera, location, payment) to a page and its frames. Only Chromium reads it. If it cannot be parsed, all of it is ignored, and every feature keeps its default: one wrong quote is enough.",
  ],
  [
    /^(?:cross-origin-(?:embedder|opener|isolation)|opener-policy|isolation-|document-isolation|origin-agent)/,
    "These policies separate a page from other origins' windows and resources, often in a process of its own. That closes side channels such as Spectre; COOP and COEP together unlock precise timers and shared memory. One wrong header undoes it, sometimes in some browsers only, and pages that need SharedArrayBuffer fail there.",
  ],
  [
    /^(?:cross-origin-resource|cross-domain|timing-allow)/,
    "These headers decide whether other sites may embed a resource or read its details. Too open, other sites' pages learn what a visitor's cookies return. Too strict, fonts, images and scripts fail on the sites that should use them.",
  ],
  [
    /^(?:cors-credentials|cors-origin|cors-vary|cors-wildcard|access-control-origin|access-control-credentials)/,
    "Cross-origin resource sharing removes the wall between sites. With credentials, an origin that is reflected, null or foreign lets other pages read what the server returns to a logged-in visitor. An invalid value, or a cached response for another origin, makes legitimate calls fail at random.",
  ],
  [
    /^(?:cors-|access-control|preflight)/,
    "Before a page may send an unusual request to another site, the browser asks for permission (a preflight). If the response lacks the method or a header, or is invalid, the request is never sent. The application fails, while the same call works with curl.",
  ],
  [
    /^certificate-/,
    "The certificate proves which site a visitor talks to. Browsers show a warning if it is expired, issued for another name, or has no chain to a trusted root; programs fail. Some clients fetch a missing intermediate certificate themselves, so it works on your desktop but fails on phones and in scripts.",
  ],
  [
    /^domain-(?:expire|days)/,
    "A registration is paid for some years. When it ends, the registry takes the name out of DNS: the site, its mail and every login that uses the mail stop. Some weeks later the name is free, and whoever registers it receives the mail and the visitors.",
  ],
  [
    /^(?:tls-|not-tls|http1-required|client-certificate)/,
    "Client and server must first agree on a protocol version and cipher. If they share none, or the server does not know the name, no page loads. Old versions and ciphers work with some clients, but an attacker with patience and network access can read or change the traffic.",
  ],
  [
    /^(?:dns-|name-|connect-(?:failed|timeout)|connection-refused|unreachable|timeout|head-timeout|body-timeout|address-|ipv6-|other-network|check-failed|max-time|forbidden-|unusable|content-limit|content-undecodable|http2-error|quic-|proxy-(?!authenticat|challenge|connection|field|status|unauthorized))/,
    "The response did not arrive, or not completely, so there is nothing to check: visitors on the same path see an error or wait. If only some are affected, look at what differs: one of several addresses, IPv6, a firewall, their location.",
  ],
  [
    /^(?:http2-|http3-|alt-svc|alt-used)/,
    "HTTP/2 usually loads pages faster than HTTP/1.1, and HTTP/3 helps on bad networks. If a server offers a protocol that it does not serve, each new visitor loses time on a failed attempt. An invalid offer is ignored.",
  ],
  [
    /^(?:oauth-|redirect-(?:downgrade|keeps|other-scheme|skips|upgraded)|redirect-to-http|location-downgrade|refresh-downgrade|location-(?:credentials|token)|credentials-in-url|request-url-secret|referer-secret|document-over-http)/,
    "Anyone on the network path can read and change a plain http hop: they can send the visitor to another page and take cookies and tokens. Secrets in a URL end up in histories, logs and the Referer sent to other sites.",
  ],
  [
    /^(?:redirect-loop|redirects-too|redirect-to-itself|redirect-needs-cookie|refresh-(?:loop|endless))/,
    "Visitors never arrive: browsers stop with an error after about 20 redirects, programs after 10 to 50, and search engines drop the URL. Such loops often depend on cookie, language or device, so you may not see them yourself.",
  ],
  [
    /^(?:redirect-(?:unresolvable|without)|location-(?:scheme|syntax|mistaken|too-long|undefined)|refresh-(?:script|syntax|too-far))/,
    "The browser has no URL to follow and shows an empty page or the text of the redirect. Programs and crawlers stop there, with or without an error. Some guess the target, each in its own way, so the redirect works in one client only.",
  ],
  [
    /^(?:redirect|refresh-|variant|location-|webhook)/,
    "Each redirect costs a round trip before anything shows, a quarter of a second on a slow network. Google follows at most ten. Browsers may remember permanent redirects, so a wrong 301 lasts. Links, caches and statistics need one URL, reached in one step.",
  ],
  [
    /^vary-|^negotiation|^accept-ch-vary|^dictionary-vary|^no-vary/,
    "A cache stores one response for a URL and, with Vary, one for each variant. If Vary misses a header that the response depends on, visitors get the wrong language, format or compression. If it lists too much, the cache is almost never used.",
  ],
  [
    /^(?:cache-status|proxy-status|age-|via-|cdn-loop)/,
    "These headers show how a response passed through caches and proxies. Caches compute freshness from Age; people use the others to find out why something is slow, old or wrong. Invalid values mislead both, and a proxy loop adds to them until a proxy fails.",
  ],
  [
    /^(?:cdn-cache|cloudflare-cdn|akamai-cache|netlify-cdn|vercel-cdn|surrogate)/,
    "This header addresses one layer of caches and overrides Cache-Control there. If it is invalid, the CDN ignores it and uses the rules for browsers: pages stay too long, or every visit loads the origin.",
  ],
  [
    /^(?:last-modified|etag|validator|no-cache-without|revalidation|not-modified|if-|precondition|delta-base|im-invalid)/,
    "With a validator, a client can ask whether its copy is current, and the server can answer 304 without content. Without one, everything is sent again. One that changes or contradicts the dates can let an old copy pass as new, or an edit overwrite another.",
  ],
  [
    /^(?:cache-|caching-|freshness|expires|pragma|stale|immutable|request-cache|must-understand)/,
    "Cache-Control decides what browsers and CDNs keep, and for how long. Misspelt or contradictory directives are ignored, or read differently by each cache: private pages are stored, releases arrive days late, or every visit loads the origin.",
  ],
  [
    /^(?:content-coding|content-encoding|content-not-compressed|content-still-compressed|coding-forced|compressed-twice|content-checksum|accept-encoding|transfer-coding)/,
    "Compression saves most of a text's bytes, and so time and traffic. If the coding is unknown to the client or does not match the content, the content is unreadable. Some clients cope and others show garbage, so you may not see it in your own browser.",
  ],
  [
    /^(?:accept-ranges|content-range|media-without|partial|range|unsatisfied|if-range|request-range|request-content-range)/,
    "With ranges, players can seek and downloads can resume. If parts come from two versions, or the numbers are wrong, files break without an error. Without ranges, each seek starts from the beginning.",
  ],
  [
    /^(?:www-authenticate|authentication|proxy-authenticate|proxy-authentication|proxy-challenge|proxy-unauthorized|optional-www|challenge-|unauthorized|authorization|api-key|aws-signature|dpop)/,
    "Clients log in according to the challenge. If they cannot read it, they show no password prompt or a bare error. Weak schemes send the password itself with each request, so it is only as safe as the connection.",
  ],
  [
    /^(?:signature|accept-signature|request-signature|digest|content-digest|repr-digest|unencoded-digest|want-|content-md5)/,
    "A signature or digest proves that a message arrived unchanged. One that is invalid, expired or covers too little proves nothing: strict recipients reject the message, lenient ones accept a changed one.",
  ],
  [
    /^(?:content-disposition|disposition)/,
    "Content-Disposition decides whether a browser shows content or saves it, and under which name. Browsers differ if quotes or characters are wrong: the file gets a wrong name or extension, or an upload that should be saved runs as a page of your site.",
  ],
  [
    /^(?:link-|early-hints|speculation|loading-mode|supports-loading|priority)/,
    "Browsers use these hints to load early what a page needs. A wrong hint is worse than none: bytes are loaded twice or unused, before those the visitor waits for.",
  ],
  [
    /^(?:nel|report|csp-report)/,
    "Reports show what went wrong in visitors' browsers: blocked scripts, failed connections, use of old features. If a group or URL is wrong, no report is ever sent, and you see no problem.",
  ],
  [
    /^(?:retry-after|rate-?limit|too-many-requests)/,
    "Clients that reach a limit wait as long as the response says. If they cannot read it, they give up or retry at once and add to the overload.",
  ],
  [
    /^(?:accept-ch-|critical-ch|client-hint|sec-ch|device-memory|dpr|downlink|ect|rtt|viewport|width|content-dpr|save-data|sec-gpc|dnt)/,
    "Chromium sends most client hints only if the server requests them in a valid form, over https. Otherwise everyone gets the default: pictures too large or the wrong layout. Preferences such as Sec-GPC come without a request.",
  ],
  [
    /^(?:accept|content-language|not-acceptable|preference)/,
    "Negotiation picks the language or format from what the client accepts. Invalid entries are ignored, so visitors get the default without an error; some servers respond with 406.",
  ],
  [
    /^robots/,
    "X-Robots-Tag tells search engines what to index. A misread value hides a site from search results for weeks, or lists what should stay out.",
  ],
  [
    /^(?:deprecation|sunset|field-obsolete|field-outdated|x-xss|large-allocation|expect-ct|expect-staple|public-key|warning)/,
    "Obsolete, expired or announced to end: clients drop it without notice, and many already have. A few such headers, above all X-XSS-Protection, open security holes in old browsers.",
  ],
  [
    /^(?:traceparent|tracestate|baggage|b3|x-b3)/,
    "Trace identifiers join the work of many services for one request. An invalid one starts a new trace: the chain breaks just where you look for the slow part.",
  ],
  [
    /^(?:upgrade-(?!insecure)|sec-websocket|websocket|connection-(?!allowlist)|keep-alive|proxy-connection|expect|continue|max-forwards|early-data|connect-udp)/,
    "These headers control the connection itself, hop by hop. If a proxy passes on what was meant for its neighbour, or a handshake is wrong, connections hang or close while in use.",
  ],
  [
    /^(?:forwarded|x-forwarded|x-real|true-client|host-|authority-mismatch|origin-|request-overridden|proxy-field)/,
    "Applications behind proxies learn the client's address, the host and the scheme from these headers. If they can be forged or are misread, limits and logs use the wrong address, redirects and links lead to a foreign host, and caches store them (cache poisoning).",
  ],
  [
    /^(?:sec-fetch|soapaction|user-agent|from-invalid|referer|prefetch|sec-|te$|idempotency|switch-value|upgrade-insecure|request-(?!field))/,
    "Servers use these headers to judge a request: whether it may be forged (Sec-Fetch), whether it is a repeat, which client sent it. Firewalls block a request that contradicts itself or lacks what every client sends, or treat it as a bot.",
  ],
  [
    /^(?:clear-site|service-worker|use-as-dictionary|available-dictionary|dictionary|cookie-cleared)/,
    "This header changes what a browser keeps for the site: its storage, its service worker, its compression dictionaries. If it is invalid, an old worker keeps serving old pages, or a logout leaves data behind.",
  ],
  [
    /^connection-allowlist/,
    "With Connection-Allowlist, injected code cannot send data to other servers. Chromium reads it strictly: if the value is wrong, the page cannot load its own scripts and images, while Firefox and Safari show it whole.",
  ],
  [
    /^integrity-policy/,
    "With Integrity-Policy, a page loads only scripts whose elements have a matching digest, so a compromised CDN cannot change them. If the header is invalid, every script runs.",
  ],
  [
    /^(?:event-stream|server-timing|grpc|trailer)/,
    "Streams, trailers and timings carry what is known only while the content is made or sent. Clients that cannot read them report a failure that did not happen, or miss one that did.",
  ],
  [
    /^(?:date|response-field|request-field|field-name-typo|link-)/,
    "Caches, cookies and validators depend on Date and on exact header names. With a wrong clock, content is stale on arrival or fresh for too long. A misspelt header has no effect.",
  ],
  [
    /^(?:fields?-|content-length-large|list-empty|member-separator|value-empty)/,
    "Servers, proxies and browsers limit header sections, some to 8 KB, and read repeated or broken lines differently. A page above the limit works for most visitors and fails for the one with one more cookie.",
  ],
  [
    /^(?:status|error-(?:served|page)|xml-declaration|default-page|created|head-refused|allow|legal|content-not-allowed|content-location|not-acceptable)/,
    "Programs act on the status code and its headers, not on the text: crawlers index, clients retry, monitors wake someone at night. A wrong code makes them do the wrong thing.",
  ],
  [
    /^page-load/,
    "A page is more than its document: a script blocked by a policy or a missing style sheet breaks the menu, the form or the analytics, while the document returns 200. Monitors do not notice, and visitors leave silently. Browsers differ, so it may work for you.",
  ],
  [
    /^page-limit-/,
    "Pages grow with each release: a tag here, a larger picture there. Visitors on slow networks notice it first. A limit in the project file turns the growth into a decision.",
  ],
  [
    /^page-preload-/,
    "A preload tells browsers to fetch a file before they find it in the page. If it does not match the later request, or if nothing uses the file, it only takes bandwidth from what the page needs first.",
  ],
  [
    /^page-http-/,
    "Browsers block scripts, style sheets and frames over http on an https page, and most request images over https instead. Anyone on the network path can read and change what still arrives over http.",
  ],
  [
    /^page-integrity-/,
    "A script of another site runs with all rights of yours. If that site is taken over or sends another file by mistake, an integrity attribute makes browsers refuse it.",
  ],
  [
    /^site-(?:link-|redirect-|fragment-)/,
    "Each redirect costs a visitor one more round trip, and Google follows at most ten. A link that leads nowhere, or an endless chain, loses the visitor and any ranking from links to the old URL. You see it only by following every link.",
  ],
  [
    /^site-canonical-/,
    "rel=canonical tells search engines which of several URLs to list. If that URL redirects or fails, they may ignore it, list a duplicate of their choice, or drop the page. The page itself does not show the problem.",
  ],
  [
    /^site-sitemap-/,
    "A sitemap lists the pages that search engines should visit. URLs in it that fail, redirect, or are blocked by robots.txt or noindex waste those visits and reduce trust in the list. If the sitemap is invalid, new pages are found only by chance.",
  ],
  [
    /^site-(?:orphan|not-in-sitemap|trap|soft-404|hreflang-)/,
    "Crawlers find pages by links and sitemaps, and give each site a limited time. Pages that nothing leads to are found late or never; endless pages, and error pages that answer 200, take the time of those that count. Versions in other languages count only if they name each other.",
  ],
  [
    /^site-(?:title|h1|description|content)-/,
    "Titles and descriptions are what people read in search results. If several pages have the same ones, or the same content, search engines show one of them and leave out the others, and visitors cannot tell their tabs apart.",
  ],
  [
    /^site-(?:mixed|form)-/,
    "If an https page loads http resources, browsers block scripts and frames; images are upgraded or fail. Anyone on the network path can read and change plain http, so the page is only as safe as that resource.",
  ],
];
