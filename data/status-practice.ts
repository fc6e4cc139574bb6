/**
 * Practice of common status codes: who sends them and when, how clients and caches react, and how to send
 * them well. Facts from RFC 9110, RFC 9111 and the document that defines each code, for browsers from the
 * Fetch standard (as of 2026-11); the sentences are ours.
 */

export interface StatusPractice {
  /** Senders, and when. */
  readonly sentWhen: string;
  /** Reaction of browsers and other clients. */
  readonly clients: string;
  /** Reaction of caches. */
  readonly caches: string;
  /** Advice for senders and recipients. */
  readonly advice: string;
}

/** Cacheable without explicit freshness information (RFC 9110 section 15.1). */
const HEURISTIC = "Caches may store it even where nothing says for how long.";
const EXPLICIT = "Caches store it only where Cache-Control or Expires says for how long.";
const INTERIM = "Caches never store interim responses.";

type Practice = readonly [sentWhen: string, clients: string, caches: string, advice: string];

const practices: Readonly<Record<number, Practice>> = {
  100: [
    "Servers, after a request with Expect: 100-continue, before they read its content.",
    "A client that asked sends the content; others skip it and wait for the final response.",
    INTERIM,
    "Leave it to the server software. Refuse a large upload with the final 4xx at once instead.",
  ],
  101: [
    "Servers that accept a protocol offered in Upgrade, mostly WebSocket over HTTP/1.1.",
    "The connection speaks the new protocol from then on.",
    INTERIM,
    "Send Connection: upgrade and Upgrade with it, and have proxies pass both on. HTTP/2 and HTTP/3 have no 101.",
  ],
  103: [
    "Servers and CDNs while the application still prepares the page.",
    "Chromium and Firefox start to load what Link names, Safari only connects; of a page's first 103 alone, and over HTTP/2 and HTTP/3 only.",
    INTERIM,
    "Send Link with rel=preload or rel=preconnect, repeat it in the final response, and keep it off HTTP/1.1.",
  ],
  200: [
    "Servers, for a request that succeeded.",
    "They use the content.",
    HEURISTIC,
    "Send Content-Type, a charset for text, and Cache-Control. Never send an error page with it: search engines index that.",
  ],
  201: [
    "APIs, after a request has created a resource.",
    "Programs read Location; browsers show the content and do not go there.",
    EXPLICIT,
    "Name the new resource in Location, and send an ETag for the first update.",
  ],
  202: [
    "APIs that have queued the work.",
    "They have to ask elsewhere whether it has been done.",
    EXPLICIT,
    "Link to where the state can be read, and say with Retry-After when to look.",
  ],
  203: [
    "Proxies that changed the content of a 200.",
    "They treat it as a 200.",
    HEURISTIC,
    "Hardly anything sends it; a proxy that transforms should.",
  ],
  204: [
    "APIs, where there is nothing to show: after a save, a deletion, or a preflight.",
    "Browsers stay on the page that they have.",
    HEURISTIC,
    "Send neither content nor Content-Length.",
  ],
  205: [
    "Hardly anyone.",
    "Browsers do not reset the form; they treat it like a 204.",
    EXPLICIT,
    "Send 204, and reset the form with a script.",
  ],
  206: [
    "Servers that answer a Range request, for media and resumed downloads.",
    "Players and download managers put the parts together, if their ETag is the same.",
    "Caches that know ranges may store it and combine the parts; others do not store it.",
    "Send Content-Range, a strong ETag, and 416 for a range that does not exist.",
  ],
  300: [
    "Servers that offer several forms of a resource.",
    "Browsers show the list, even if Location names one.",
    HEURISTIC,
    "Negotiate with Accept and send 200, or redirect with 303.",
  ],
  301: [
    "Servers and applications, after a page or a site has moved for good: http to https, www, a new address.",
    "They follow Location; browsers turn POST into GET. Search engines index the new address.",
    "Caches may store it without a lifetime: Chromium then keeps it for good and Safari for a year, and a mistake stays with visitors.",
    "Go to the final address at once, limit it with Cache-Control while it is new, and use 308 where the method has to stay.",
  ],
  302: [
    "Applications, to send somebody elsewhere for now: to a login, a language, a campaign.",
    "They follow Location; browsers turn POST into GET. Search engines keep the old address.",
    EXPLICIT,
    "Use 301 or 308 for what has moved, 303 after a form, 307 where the method has to stay.",
  ],
  303: [
    "Applications after a POST, so that a reload does not send the form again.",
    "They fetch Location with GET, whatever the method was.",
    EXPLICIT,
    "It is the right answer to a form that was sent.",
  ],
  304: [
    "Servers and CDNs, when If-None-Match or If-Modified-Since matches what the client has.",
    "They use their stored content, with the fields of this response.",
    "A cache updates what it stores, and counts its age anew.",
    "Send the ETag, Cache-Control, Vary and Date that a 200 would have, and no content.",
  ],
  307: [
    "Servers that redirect for now and want the same method. Browsers show one in their tools for HSTS, which no server sent.",
    "They repeat the request, with its method and content, at Location.",
    EXPLICIT,
    "Use it for APIs, and for redirects of POST.",
  ],
  308: [
    "Servers, for what has moved for good and is not only fetched with GET.",
    "They repeat the request at Location, with its method and content.",
    "Caches may store it without a lifetime; Chromium then keeps it for good.",
    "Very old clients do not know it: for pages a 301 is enough.",
  ],
  400: [
    "Servers, proxies and applications that cannot read the request: a bad URL, broken JSON, too many cookies.",
    "They show the error and should not repeat the request unchanged.",
    EXPLICIT,
    "Say what is wrong, for programs as application/problem+json. If only some visitors get it, look at the size of their cookies.",
  ],
  401: [
    "Servers, where credentials are missing or wrong.",
    "Browsers ask for a password where WWW-Authenticate names Basic or Digest; programs get a new token.",
    EXPLICIT,
    "WWW-Authenticate is required. Where somebody is logged in and may not do this, send 403.",
  ],
  402: [
    "Services that take payments by x402 (Payment-Required), CDNs that charge crawlers (Cloudflare's crawler-price), payment services.",
    "Browsers show the error. Programs that know x402 or pay per crawl pay and ask again; others treat it as a 400.",
    EXPLICIT,
    "Say what is to be paid and how: no standard of the IETF does. x402 has it in Payment-Required, as JSON in Base64.",
  ],
  403: [
    "Applications without permission, web application firewalls, and servers without an index page.",
    "They show the error; other credentials may help, repeating does not.",
    EXPLICIT,
    "Say what is missing. 404 hides that the resource exists. Look in the logs of the firewall first.",
  ],
  404: [
    "Servers and applications, where nothing is at the address, or nothing that may be told.",
    "They show the error; search engines drop the address after a while.",
    `${HEURISTIC} A long lifetime delays a page that appears later.`,
    "Send 410 for what is gone for good, and redirect what has a successor.",
  ],
  405: [
    "Servers and frameworks that know the address but not this method, often for POST to a static file.",
    "They do not repeat it; programs read Allow.",
    HEURISTIC,
    "Allow is required, and names every method that works.",
  ],
  406: [
    "Frameworks that have no form of the resource that Accept takes; firewalls that dislike a request.",
    "They show the error.",
    EXPLICIT,
    "It is usually better to send what there is. Check Accept with curl -H 'Accept: */*'.",
  ],
  407: [
    "Forward proxies that want credentials.",
    "Browsers ask for the proxy's password.",
    EXPLICIT,
    "Proxy-Authenticate is required. An origin server never sends it.",
  ],
  408: [
    "Servers that close a connection on which no whole request came in time, often one that a browser opened ahead.",
    "Chromium repeats the request once over a new connection; Firefox and Safari show the error.",
    EXPLICIT,
    "Send Connection: close. Many in the log of a load balancer are idle connections, and harmless.",
  ],
  409: [
    "APIs, where the request conflicts with the state of the resource: two edits at once, a name that is taken.",
    "Programs fetch the state anew, and try again.",
    EXPLICIT,
    "Say what conflicts. For edits, If-Match and 412 find it before.",
  ],
  410: [
    "Servers, for what is gone for good.",
    "They show the error; search engines drop the address sooner than with 404.",
    HEURISTIC,
    "Send it for content that you have removed on purpose.",
  ],
  411: [
    "Servers that do not take a request of unknown length.",
    "They may repeat it with Content-Length.",
    EXPLICIT,
    "Accept chunked requests, or let the proxy before it buffer them.",
  ],
  412: [
    "Servers, where If-Match or If-Unmodified-Since does not hold: somebody else has changed the resource.",
    "Programs fetch the resource anew, and merge.",
    EXPLICIT,
    "Send the current ETag with it.",
  ],
  413: [
    "Proxies and frameworks, where an upload is larger than they take: nginx by default beyond 1 MB.",
    "They show the error; browsers may show a broken connection instead.",
    EXPLICIT,
    "Raise client_max_body_size or its like at each hop, and say in the form how much is taken.",
  ],
  414: [
    "Servers, for a request line that is too long: a form sent with GET, or a redirect that adds to its own query.",
    "They show the error.",
    HEURISTIC,
    "Send forms with POST, and look for a redirect loop that grows.",
  ],
  415: [
    "APIs that do not read this Content-Type or Content-Encoding.",
    "Programs send another one.",
    EXPLICIT,
    "Name what is taken in Accept-Post, Accept-Patch or Accept-Encoding.",
  ],
  416: [
    "Servers, for a range that begins behind the end.",
    "Players start again; download managers take the file for complete or changed.",
    EXPLICIT,
    "Send Content-Range: bytes */LENGTH.",
  ],
  417: [
    "Servers that do not know Expect: 100-continue, mostly old proxies.",
    "They repeat the request without Expect.",
    EXPLICIT,
    "Update the proxy.",
  ],
  421: [
    "Servers and CDNs that got a request for a host over a connection, or to a machine, that is not for it.",
    "Browsers repeat it over a new connection, whatever the method.",
    EXPLICIT,
    "Certificates that are shared by hosts on different machines cause it, as does a name (SNI) that differs from Host.",
  ],
  422: [
    "APIs and frameworks, where the content can be read and is not valid.",
    "Programs show what to correct.",
    EXPLICIT,
    "Name each field that is wrong, as application/problem+json.",
  ],
  425: [
    "Servers that will not act on TLS early data, which could have been replayed.",
    "They repeat the request when the handshake is done.",
    EXPLICIT,
    "Send it only to requests with Early-Data: 1 that change something.",
  ],
  426: [
    "Servers that want another protocol: a WebSocket endpoint that got a plain request.",
    "They show the error; none upgrades by itself.",
    EXPLICIT,
    "Upgrade is required, and names the protocol.",
  ],
  428: [
    "APIs that take changes only with If-Match, so that nobody overwrites another's edit.",
    "Programs fetch the resource, and send its ETag.",
    "Caches must not store it.",
    "Say in the content which field is missing.",
  ],
  429: [
    "APIs, CDNs and firewalls, where one caller asks too often.",
    "Programs wait as Retry-After says; crawlers slow down.",
    "Caches must not store it.",
    "Send Retry-After, and RateLimit while there is something left. Count by token rather than by address where you can.",
  ],
  431: [
    "Servers, where header fields are too large: nearly always cookies.",
    "They show the error, until somebody deletes the cookies.",
    "Caches must not store it.",
    'Look for cookies that grow. Clear-Site-Data: "cookies" frees a visitor.',
  ],
  451: [
    "Servers and providers that a court or a law keeps from showing it.",
    "They show the error.",
    HEURISTIC,
    "Link with rel=blocked-by names who blocks it.",
  ],
  500: [
    "Applications that failed, and servers whose configuration is broken.",
    "They show the error; programs may try a request again that is safe to repeat.",
    `${EXPLICIT} stale-if-error lets them serve what they have.`,
    "The cause stands in the log of the application. Tell visitors a number to quote, and nothing of the inside.",
  ],
  501: [
    "Servers that do not know the method at all.",
    "They do not repeat it.",
    HEURISTIC,
    "Send 405 for a method that is known and not for this address.",
  ],
  502: [
    "Proxies, load balancers and CDNs: the server behind them refused the connection or sent no valid response.",
    "They show the error; trying again may help.",
    `${EXPLICIT} stale-if-error lets them serve what they have.`,
    "Is the application running, at the address and port that the proxy has? Its own log has the reason.",
  ],
  503: [
    "Servers and load balancers that are overloaded, in maintenance, or without a healthy server behind them.",
    "Programs and crawlers wait as Retry-After says; search engines keep the page for some days.",
    `${EXPLICIT} stale-if-error lets them serve what they have.`,
    "Send Retry-After, and Cache-Control: no-store with a maintenance page.",
  ],
  504: [
    "Proxies, load balancers and CDNs: the server behind them did not answer in time.",
    "They show the error; the request may have been carried out all the same.",
    `${EXPLICIT} stale-if-error lets them serve what they have.`,
    "Find the slow request before raising the timeout of the proxy; move long work to a queue and send 202.",
  ],
  505: [
    "Servers that do not speak the HTTP version of the request.",
    "They show the error.",
    EXPLICIT,
    "A space in the URL of a request written by hand is a common cause.",
  ],
  507: [
    "WebDAV servers without space left.",
    "They show the error.",
    EXPLICIT,
    "Free space, or raise the quota.",
  ],
  511: [
    "Networks that want a login: hotels, trains, airports.",
    "Systems open their login window; programs fail.",
    "Caches must not store it.",
    "Only the network may send it, never a site.",
  ],
};

/** By code. */
export const statusPractices: ReadonlyMap<number, StatusPractice> = new Map(
  Object.entries(practices).map(([code, [sentWhen, clients, caches, advice]]) => [
    Number(code),
    { sentWhen, clients, caches, advice },
  ]),
);
