/**
 * Why kinds of problems matter: who is affected, and how an attacker, a cache or a client uses it. One
 * paragraph per family of kinds; the first pattern that matches an id applies. Facts from the RFCs, the
 * Fetch, HTML and CSP standards and OWASP's cheat sheets (as of 2026-11); the sentences are ours.
 */

export const problemReasons: readonly (readonly [ids: RegExp, why: string])[] = [
  [
    /^payment-/,
    "By x402 a program reads a price, pays it and asks again, without a person. An object that it cannot read, or a price with a status that is not 402, ends that: it reports an error, or pays and cannot prove it.",
  ],
  [
    /^incremental/,
    "Proxies may hold a response back until they have it whole. This field asks them to pass on what has come; one that they cannot read leaves them to it, and events arrive in lumps or after a time-out.",
  ],
  [
    /^(?:link-(?:anchor|attribute|canonical|invalid|prerender|relation|rev|target-invalid|template|type))/,
    "Link tells programs how this resource stands to others: its canonical address, the next page, a licence, a style sheet to load. What cannot be read or is not known is passed over without a word, and search engines and clients decide by themselves.",
  ],
  [
    /^source-map/,
    "Developer tools find the original source by this field. Where strangers can fetch it, the source is published with its comments; where the field is wrong, errors are told in lines of the minified code.",
  ],
  [
    /^pingback/,
    "Over pingback strangers have a site fetch addresses of their choice: thousands of sites have been used together to flood a third one. The file behind it also takes passwords, hundreds in one request.",
  ],
  [
    /^(?:user-names-shown|xmlrpc-open|version-in-content|readme-shown|directory-listed|configuration-copy-shown)$/,
    "Programs walk the web for sites of one kind and ask each for the same few paths. A login name is half of a login, a version says which known hole to try, a list of files leads to what no page links to, and a copy of the configuration is the database itself.",
  ],
  [
    /^origin-trial/,
    "A trial token switches on a feature that is no standard yet, for one origin and until a day. Without a valid one the browser leaves the feature off, and tells that in the console alone.",
  ],
  [
    /^(?:memento|accept-datetime)/,
    "Archives serve a page as it was at a moment (RFC 7089). Where the moment cannot be read, the client is given the page of today, or cannot say of when the page is that it shows.",
  ],
  [
    /^set-login/,
    "By Set-Login a site tells the browser whether its visitor is logged in, and with FedCM other sites offer a login by that account. A value that browsers do not know changes nothing: the offer is missing, or ends in an error.",
  ],
  [
    /^activate-storage/,
    "Where third-party cookies are blocked, browsers keep a site's cookies from its frames on other sites until storage access is granted. An answer that they cannot read leaves the frame without them, and its visitor looks logged out.",
  ],
  [
    /^(?:document-policy|require-document)/,
    "Document-Policy configures a single document, in Chromium alone: whether its scripts may be profiled, whether reports of crashes have call stacks, where the page opens. What cannot be parsed is ignored as a whole.",
  ],
  [
    /^location-from-parameter/,
    "An open redirect lends the name of the site to any address: the link in the mail shows a host that people trust, and ends on a page that asks for their password. Logins that send codes or tokens along with a redirect send them there too.",
  ],
  [
    /^(?:depth|destination|overwrite|if-invalid|timeout-invalid)/,
    "WebDAV servers copy, move and list by these fields (RFC 4918). One that cannot be read is refused, or the default is taken in its place: a whole tree instead of one file, a target overwritten.",
  ],
  [
    /^prefer-/,
    "Prefer asks for a way of answering: at once or later, in full or briefly (RFC 7240). Servers pass over what they cannot read, so that a client waits, or gets more than it wanted.",
  ],
  [
    /^(?:accept-(?:patch|post|query))/,
    "These fields name the types of content that a resource takes, so that a client can choose one before it sends. Where they are missing or cannot be read it has to guess, and learns from a 415 that it guessed wrong.",
  ],
  [
    /^(?:cors-(?:font|not-allowed|without)|access-control-expose)/,
    "Browsers give another site's answer to a page only where the answer permits that. Without the permission a script gets an error and a font is not shown, although the content has come; fields beyond a short list stay hidden unless they are exposed. The same call works with curl.",
  ],
  [
    /^cache-group/,
    "A cache group ties responses together, so that one change drops them all. A value that cannot be read puts the response in no group, and a name beyond what caches must take may be left out: old copies then stay until their lifetime ends.",
  ],
  [
    /^surrogate-key-long/,
    "A CDN purges by these keys and takes only so many bytes of them. What lies beyond is dropped, so that a purge by such a key leaves the old copy in place.",
  ],
  [
    /^(?:length-and-transfer|request-length-and|request-chunked|chunked-|transfer-(?:coding|encoding)|te-|malformed-chunks|invalid-framing|bare-(?:carriage|line)|nul-in-head|field-line-|pseudo-field|connection-field-in|request-connection-field|http2-value|proxy-connection$|framing-forbidden)/,
    "Client, proxies and server have to agree on where a message ends and which lines it has. Where two of them read it differently, an attacker hides a second request in the first (request smuggling): it passes the firewall unseen, takes over another visitor's response, or plants a page in a cache. Recipients that follow RFC 9112 therefore close the connection.",
  ],
  [
    /^(?:content-length-(?!large)|closed-|reset-without|content-end|bytes-after|second-status|content-second|content-trailing|unexpected-upgrade|head-too-large|too-many-informational)/,
    "A client that expects more bytes waits until its timeout; one that expects fewer shows half a page or takes the rest for the next response. Proxies close the connection, so that users see an error now and then and nobody can repeat it. A cut response may also be stored.",
  ],
  [
    /^(?:blank-line|junk-before|malformed-status|tab-in-status|lower-case-version|unknown-http|not-http|cgi-status|status-invalid|http-1)/,
    "The status line and the lines around it decide whether clients see HTTP at all. Browsers tolerate some flaws and proxies, load balancers and libraries others, so that a site works in a test and fails behind a CDN. What is not read as a header section is shown as text.",
  ],
  [
    /^(?:software-|server-syntax|server-too-long|debug-field|internal-|surrogate-(?:control-exposed|key-exposed))/,
    "What names its software, versions, hosts or internals saves an attacker the search: lists of vulnerable versions are scanned for within hours of a disclosure. It is no hole by itself, and visitors gain nothing from it. A version that gets no fixes any more has holes that are published and stay open.",
  ],
  [
    /^(?:credentials-in-response|trace-credentials)/,
    "A token opens what it was issued for to whoever presents it, without a password and often past a second factor. In a response it reaches visitors, their extensions, logs and caches, and a shared cache hands it to everybody. Mostly a proxy or framework copies fields of its own request to a service behind it. Until it expires or is revoked, it has to count as stolen.",
  ],
  [
    /^(?:session-(?:in|from)-shared|personal-in-shared|cookies-in-shared|authorized-shared|credentialed-shared|etag-shared)/,
    "A shared cache (CDN, proxy) gives one stored response to everybody who asks for the URL. If it holds a session cookie or personal content, the next visitor is logged in as the first one or reads their data. Such leaks last as long as the lifetime, and show only under load.",
  ],
  [
    /^(?:cookie-session|cookie-samesite|cookie-strict|cookie-insecure|cookie-secure|cookie-prefix|request-cookie-(?:insecure|prefix))/,
    "A session cookie is the key to an account. Without Secure it crosses the network in plain text; without HttpOnly an injected script reads it; without SameSite other sites can send requests with it (CSRF). The __Host- and __Secure- prefixes keep a neighbouring host or a plain connection from planting one.",
  ],
  [
    /^(?:cookie-domain|cookie-path|cookie-partitioned|cookie-nameless|cookie-name|cookie-control|cookie-value|cookie-too-large|cookie-attribute|cookie-flag|cookie-priority|cookies?-joined|set-cookie)/,
    "Browsers discard a cookie that breaks their rules, or ignore the attribute, without a word to the server. The login, basket or consent that it carries is lost for those visitors, often in one browser only, or the cookie reaches more hosts than was meant.",
  ],
  [
    /^(?:cookie-|cookies-|request-cookie)/,
    "A cookie's lifetime and number decide how long a login lasts and how large each request becomes: most browsers keep it for at most 400 days, all refuse cookies above their limits, and servers refuse requests whose Cookie field is too large. Two that contradict each other leave the choice to the browser.",
  ],
  [
    /^csp-(?:script|scripts|strict|trusted|object|objects|nonce|hash|style|directives-missing|trial|source-(?:public|wildcard|star|insecure))|^content-security-policy-missing/,
    "A Content-Security-Policy is the second line of defence against cross-site scripting: where input reaches the page unescaped, it keeps the injected script from running. 'unsafe-inline', wide hosts and schemes, or guessable nonces let it run all the same, and then it reads the session, the page and whatever is typed.",
  ],
  [
    /^csp-(?:ancestor|directive|keyword|sources?|token|value|none|semicolon|empty|byte|name|too-long)/,
    "Browsers skip what they cannot read in a policy and apply the rest. A source with a typo blocks the script that it should allow; a directive with one protects nothing, although it looks as if it did. Neither shows on the page of who wrote it until somebody looks into the console.",
  ],
  [
    /^(?:hsts-|strict-transport|upgrade-without-hsts)/,
    "Strict-Transport-Security makes browsers use https without asking. Without it, or while it is void, whoever sits between a visitor and the site (a public Wi-Fi, a forged access point) answers the first plain request, strips the encryption (SSL stripping) and reads along. A long max-age and includeSubDomains close that gap.",
  ],
  [
    /^x-frame/,
    "A page that anybody may frame can be laid invisibly over a lure: the visitor believes to click a game and confirms a payment (clickjacking). frame-ancestors of Content-Security-Policy decides it, X-Frame-Options where that is absent or the browser old; values that browsers do not know protect nothing.",
  ],
  [
    /^(?:x-content-type-options|content-type-(?:missing|invalid|without)|text-charset|charset-|media-type|content-type-|boundary|parameter-|mime-version|event-stream-charset)/,
    "Browsers decide by Content-Type whether content is a page, a script or a download. Where it is missing or wrong they guess from the bytes, and an uploaded picture becomes a page that runs scripts of its author; nosniff forbids the guess. A wrong or missing charset turns letters into others, or text into markup.",
  ],
  [
    /^(?:referrer-policy|referer-)/,
    "The Referer field can tell the next site where a visitor came from, with path and query: names of documents, search terms, even tokens of password resets. Browsers send the origin alone across sites by default; a looser or unreadable policy tells more than visitors expect.",
  ],
  [
    /^(?:permissions-policy|feature-policy)/,
    "Permissions-Policy keeps powerful features (camera, location, payment) from a page and from the frames that it embeds. What cannot be parsed is ignored as a whole, so that one wrong quote gives every frame what the page has.",
  ],
  [
    /^(?:cross-origin-(?:embedder|opener|isolation)|opener-policy|isolation-|document-isolation|origin-agent)/,
    "These policies put a page into a process of its own, away from other sites' windows and resources, which closes side channels such as Spectre and unlocks precise timers and shared memory. A flaw in one field undoes all of it, in some browsers only, and pages that need SharedArrayBuffer fail there.",
  ],
  [
    /^(?:cross-origin-resource|cross-domain|timing-allow)/,
    "Whether other sites may embed a resource or read its details is decided here. Too open, their pages learn what a visitor's cookies make of it; too closed, fonts, images and scripts fail on the sites that are meant to use them.",
  ],
  [
    /^(?:cors-credentials|cors-origin|cors-vary|cors-wildcard|access-control-origin|access-control-credentials)/,
    "Cross-origin resource sharing lifts the wall between sites. Together with credentials, an origin that is reflected, null or not the site's own lets any page read what the server tells a logged-in visitor. A value that browsers cannot use, or a cached answer made for another origin, makes honest calls fail at random.",
  ],
  [
    /^(?:cors-|access-control|preflight)/,
    "Before a page may send an unusual request to another site, the browser asks (a preflight). If the answer misses the method or a field, or cannot be read, the request is never sent: the application fails, while the same call works with curl.",
  ],
  [
    /^certificate-/,
    "The certificate proves whom a visitor talks to. Browsers stop at a warning page where it is expired, for another name, or has no chain to a root that they know; programs just fail. Some clients complete a missing intermediate certificate by themselves, so that it works on the desk and fails on phones and in scripts.",
  ],
  [
    /^(?:tls-|not-tls|http1-required|client-certificate)/,
    "Encryption begins with an agreement on protocol and cipher. Where server and client share none, or the name is unknown to the server, there is no page at all; old versions and ciphers still work, and can be read or changed by somebody with patience and access to the network.",
  ],
  [
    /^(?:dns-|name-|connect-(?:failed|timeout)|connection-refused|unreachable|timeout|head-timeout|body-timeout|address-|ipv6-|other-network|check-failed|max-time|forbidden-|unusable|content-limit|content-undecodable|http2-error|quic-|proxy-(?!authenticat|challenge|connection|field|status|unauthorized))/,
    "The response did not arrive, or not whole, so there is nothing to judge: visitors on the same way see an error page or wait. If only some of them do, look at what differs: one of several addresses, IPv6, a firewall, the place that they ask from.",
  ],
  [
    /^(?:http2-|http3-|alt-svc|alt-used)/,
    "HTTP/2 loads pages faster than HTTP/1.1, and HTTP/3 on bad networks too. A server that offers what it does not serve costs each new visitor an attempt that fails, and an offer that cannot be read is as good as none.",
  ],
  [
    /^(?:oauth-|redirect-(?:downgrade|keeps|other-scheme|skips|upgraded)|location-downgrade|refresh-downgrade|location-(?:credentials|token)|credentials-in-url|request-url-secret|referer-secret|document-over-http)/,
    "Each plain hop can be read and changed by anybody on the way: they send the visitor to a page of their own, and take cookies and tokens along. Secrets in a URL end in histories, logs and the Referer of other sites.",
  ],
  [
    /^(?:redirect-loop|redirects-too|redirect-to-itself|redirect-needs-cookie|refresh-loop)/,
    "Visitors never arrive: browsers give up with an error after 20 redirects, programs after 10 to 50, and search engines drop the address. Such chains often differ by cookie, language or device, so that whoever set them up does not see it.",
  ],
  [
    /^(?:redirect-(?:unresolvable|without)|location-(?:scheme|syntax|too-long|undefined)|refresh-(?:script|syntax|too-far))/,
    "The browser finds no address to go to and stays on an empty page or the text of the redirect; programs and crawlers end there, with or without an error. Some guess what was meant, each in its own way, so that the redirect works in one and not in the next.",
  ],
  [
    /^(?:redirect|refresh-|variant|location-)/,
    "Each redirect costs a round trip, a slow network's quarter of a second, before anything shows, and search engines follow ten at most. Permanent ones are remembered: a wrong 301 stays with those who met it. One address, reached in one step, is what links, caches and statistics can rely on.",
  ],
  [
    /^vary-|^negotiation|^accept-ch-vary|^dictionary-vary|^no-vary/,
    "A cache stores one response for a URL and, by Vary, one for each variant. If Vary misses a field that the response depends on, visitors get another's language, format or compression; if it names too much, hardly anything is ever answered from the cache.",
  ],
  [
    /^(?:cache-status|proxy-status|age-|via-|cdn-loop)/,
    "These fields tell how a response came through the caches and proxies on its way. Caches reckon freshness with Age; people find out with the rest why something is slow, old or wrong. What cannot be read misleads both, and a loop of proxies fills them until they fail.",
  ],
  [
    /^(?:cdn-cache|cloudflare-cdn|akamai-cache|netlify-cdn|vercel-cdn|surrogate)/,
    "Such a field speaks to one layer of caches alone and goes before Cache-Control there. Where it does not parse it is ignored as a whole, and the CDN falls back to what was meant for browsers: pages stay too long, or load the origin with every visit.",
  ],
  [
    /^(?:last-modified|etag|validator|no-cache-without|revalidation|not-modified|if-|precondition|delta-base|im-invalid)/,
    "Validators let a client ask whether its copy is still good, and the server answer with 304 in place of the content. Without them, or with ones that change or contradict the dates, everything is sent again, or worse: an old copy passes for the new one, or an edit overwrites another's.",
  ],
  [
    /^(?:cache-|freshness|expires|pragma|stale|immutable|request-cache|must-understand)/,
    "Cache-Control decides what browsers and CDNs keep, and for how long. Directives that are misspelt or contradict each other are ignored or read differently by each cache: pages that should be private are stored, releases reach visitors days late, or nothing is cached and every visit costs the full way.",
  ],
  [
    /^(?:content-coding|content-encoding|content-not-compressed|coding-forced|compressed-twice|content-checksum|accept-encoding|transfer-coding)/,
    "Compression saves most of a text's bytes, and with them time and traffic. A coding that the client does not know or that differs from the content gives it nothing that it can read; some clients cope and others show garbage, so the fault hides behind the browser of who tests.",
  ],
  [
    /^(?:accept-ranges|content-range|media-without|partial|range|unsatisfied|if-range|request-range|request-content-range)/,
    "Ranges let players jump and downloads resume. If parts are put together from two versions, or the numbers do not fit, files end up broken without any error; without ranges each jump begins from the start.",
  ],
  [
    /^(?:www-authenticate|authentication|proxy-authenticate|proxy-authentication|proxy-challenge|proxy-unauthorized|optional-www|challenge-|unauthorized|authorization|api-key|aws-signature|dpop)/,
    "Clients log in by what the challenge says. If they cannot read it they do not even ask, or show a bare error; weak schemes send the password itself with each request, which is as safe as the connection.",
  ],
  [
    /^(?:signature|accept-signature|request-signature|digest|content-digest|repr-digest|unencoded-digest|want-|content-md5)/,
    "A signature or digest proves that a message arrived as it was sent. One that does not parse, covers too little or is past its time proves nothing: strict recipients refuse the message, lenient ones accept what somebody changed.",
  ],
  [
    /^(?:content-disposition|disposition)/,
    "Content-Disposition decides whether a browser shows content or saves it, and under which name. Readings differ between browsers where quotes or characters are wrong: the file gets a wrong name or ending, or an upload that should be saved runs as a page of the site.",
  ],
  [
    /^(?:link-|early-hints|speculation|loading-mode|supports-loading|priority)/,
    "Browsers use these hints to load early what a page needs. A hint that does not fit is worse than none: bytes are loaded twice or for nothing, before those that the visitor waits for.",
  ],
  [
    /^(?:nel|report|csp-report)/,
    "Reports tell you what visitors' browsers met: blocked scripts, failed connections, use of old features. A group or URL that does not fit means that no report is ever sent, and silence looks like health.",
  ],
  [
    /^(?:retry-after|rate-?limit|too-many-requests)/,
    "Clients that meet a limit wait as long as they are told. If they cannot read how long, they give up or try again at once, and make the overload worse.",
  ],
  [
    /^(?:accept-ch-|critical-ch|client-hint|sec-ch|device-memory|dpr|downlink|ect|rtt|viewport|width|content-dpr|save-data|sec-gpc|dnt)/,
    "Client hints and preferences reach the server only where it asks for them in a form that browsers read, over https. Otherwise it sends everybody the default: pictures too large, the wrong layout, a wish for privacy that is not seen.",
  ],
  [
    /^(?:accept|content-language|not-acceptable|preference)/,
    "Negotiation picks the language or format by what the client says it takes. Members that cannot be read are ignored, so that visitors get the default and nobody sees why; some servers refuse with 406.",
  ],
  [
    /^robots/,
    "X-Robots-Tag tells search engines what to index. One that is misread hides a site from search results for weeks, or puts into them what should stay out.",
  ],
  [
    /^(?:deprecation|sunset|field-obsolete|field-outdated|x-xss|large-allocation|expect-ct|expect-staple|public-key|warning)/,
    "What is obsolete, expired or announced to end works today by chance: clients drop it without notice, some already have. A few such fields, X-XSS-Protection above all, open holes of their own in old browsers.",
  ],
  [
    /^(?:traceparent|tracestate|baggage|b3|x-b3)/,
    "Trace identifiers join what many services do for one request. One that does not parse starts a new trace: the chain is broken just where you look for the slow part.",
  ],
  [
    /^(?:upgrade-(?!insecure)|sec-websocket|websocket|connection-|keep-alive|proxy-connection|expect|continue|max-forwards|early-data|connect-udp)/,
    "These fields steer the connection itself, hop by hop. A proxy that passes on what was meant for its neighbour, or a handshake that does not fit, ends in connections that hang or are closed while they are in use.",
  ],
  [
    /^(?:forwarded|x-forwarded|x-real|true-client|host-|authority-mismatch|origin-|request-overridden|proxy-field)/,
    "Applications behind proxies learn from these fields who asks, for which host and by which scheme. Where they can be forged or are misread, limits and logs name the wrong address, redirects and links lead to a foreign host, and caches keep them (cache poisoning).",
  ],
  [
    /^(?:sec-fetch|soapaction|user-agent|from-invalid|referer|prefetch|sec-|te$|idempotency|switch-value|upgrade-insecure|request-(?!field))/,
    "Servers judge a request by such fields: whether it may be forged (Sec-Fetch), whether it is a repetition, who asks. A request that contradicts itself or lacks what every client sends is refused by firewalls, or treated as a bot's.",
  ],
  [
    /^(?:clear-site|service-worker|use-as-dictionary|available-dictionary|dictionary|cookie-cleared)/,
    "Such a field changes what a browser keeps for the site: its storage, the worker that answers for it, the data that later responses are compressed with. Where it is void, an old worker goes on serving old pages, or a logout leaves everything behind.",
  ],
  [
    /^integrity-policy/,
    "Integrity-Policy lets a page run only scripts whose content was vouched for by a digest, so that a CDN that is broken into cannot change them. One that cannot be read lets everything run.",
  ],
  [
    /^(?:event-stream|server-timing|grpc|trailer)/,
    "Streams, trailers and timings tell what is known only while the content is made or sent. Clients that cannot read them report a failure that was none, or miss one that was.",
  ],
  [
    /^(?:date|response-field|request-field|field-name-typo|link-)/,
    "Caches, cookies and validators reckon with Date and with names that are exactly right. With a wrong clock content is stale on arrival or fresh for too long, and a misspelt field does nothing at all.",
  ],
  [
    /^(?:fields?-|content-length-large|list-empty|member-separator|value-empty)/,
    "Servers, proxies and browsers bound header sections at 8 to 256 KB and read repeated or broken lines in different ways. What is over the bound or read twice works for most visitors and fails for the one with one cookie more.",
  ],
  [
    /^(?:status|error-served|created|allow|legal|content-not-allowed|content-location|not-acceptable)/,
    "Programs act by the status code and the fields that belong to it, not by the text: crawlers index, clients try again, monitors call somebody out of bed. A code that does not fit the case makes them do the wrong thing.",
  ],
  [
    /^page-load/,
    "A page is more than its document: a script that a policy blocks or a style sheet that is gone breaks the menu, the form or the measurement, while the document itself answers with 200. Monitors see nothing of it, and visitors leave without a word. Engines differ, so that it may work for whoever built it.",
  ],
  [
    /^(?:site-(?:link-|redirect-))/,
    "Each redirect on the way costs a visitor one round trip more, and crawlers follow ten at most. A link that leads nowhere, or a chain that never ends, loses the visitor and whatever standing other sites gave the old address. Nobody sees it on the page itself: only following every link shows it.",
  ],
  [
    /^site-canonical-/,
    "rel=canonical tells search engines which of several addresses they should list. One that redirects or fails contradicts itself: they may ignore it and list whichever duplicate they choose, or leave the page out. Nothing on the page itself shows that to its owner.",
  ],
  [
    /^site-sitemap-/,
    "A sitemap is the list of pages that a site asks search engines to visit. Addresses in it that fail, redirect, or are forbidden by robots.txt or noindex waste those visits and make the list less trusted; one that cannot be read leaves new pages to be found by chance.",
  ],
  [
    /^site-mixed/,
    "An https page that names http resources depends on what browsers do with them: scripts and frames are blocked, images are upgraded or fail. What is fetched in plain text can be read and changed by anybody on the way, and the page is then only as safe as that resource.",
  ],
];
