/**
 * Practice of common status codes: who sends them and when, how clients and caches react, and how to send
 * them well. Facts from RFC 9110, RFC 9111 and the document that defines each code, for browsers from the
 * Fetch standard (as of 2026-11); the sentences are ours.
 */

export interface StatusPractice {
  /** Servers that send the code, and the occasion. */
  readonly sentWhen: string;
  /** Reaction of browsers and other clients. */
  readonly clients: string;
  /** Reaction of caches. */
  readonly caches: string;
  /** Advice for senders and recipients. */
  readonly advice: string;
}

/** Cacheable without explicit freshness information (RFC 9110 section 15.1). */
const HEURISTIC = "Caches may store it even without an explicit lifetime.";
const EXPLICIT = "Caches store it only if Cache-Control or Expires allows it.";
const INTERIM = "Caches never store interim responses.";

type Practice = readonly [sentWhen: string, clients: string, caches: string, advice: string];

const practices: Readonly<Record<number, Practice>> = {
  100: [
    "Servers that accept a request with Expect: 100-continue, before they read its content.",
    "Clients that sent Expect now send the content; others ignore it and wait for the final response.",
    INTERIM,
    "Your server software handles this. To refuse a large upload, send the final 4xx at once.",
  ],
  101: [
    "Servers that accept a protocol offered in Upgrade, usually WebSocket over HTTP/1.1.",
    "The connection switches to the new protocol.",
    INTERIM,
    "Send it with Connection: upgrade and Upgrade, and let proxies pass both on. HTTP/2 and HTTP/3 have no 101.",
  ],
  103: [
    "Servers and CDNs while the application is still preparing the page.",
    "Chromium and Firefox load what Link names; Safari only connects. They use only the first 103 of a page, Chromium and Safari only over HTTP/2 or HTTP/3.",
    INTERIM,
    "Send Link with rel=preload or rel=preconnect, and repeat it in the final response. Do not send 103 over HTTP/1.1.",
  ],
  200: [
    "Servers, when the request succeeded.",
    "Clients use the content.",
    HEURISTIC,
    "Send Content-Type (with a charset for text) and Cache-Control. Never send an error page as 200: search engines may index it.",
  ],
  201: [
    "APIs, when a request created a resource.",
    "Programs read Location; browsers show the content and do not follow Location.",
    EXPLICIT,
    "Put the URL of the new resource in Location, and send an ETag for the first update.",
  ],
  202: [
    "APIs that queue the work for later.",
    "Clients must check another URL to see whether the work is done.",
    EXPLICIT,
    "Link to a status URL, and send Retry-After to say when to check it.",
  ],
  203: [
    "Proxies that changed the content of a 200.",
    "Clients treat it as a 200.",
    HEURISTIC,
    "Almost nothing sends it. Send it if your proxy changes the content.",
  ],
  204: [
    "APIs with nothing to show: after a save, a deletion or a preflight.",
    "Browsers stay on the current page.",
    HEURISTIC,
    "Send no content and no Content-Length.",
  ],
  205: [
    "Almost no servers.",
    "Browsers do not reset the form; they treat it like a 204.",
    EXPLICIT,
    "Send 204, and reset the form with a script.",
  ],
  206: [
    "Servers, in response to a Range request: media players, resumed downloads.",
    "Players and download managers join the parts if their ETags match.",
    "Caches that support ranges may store and combine the parts; others do not store it.",
    "Send Content-Range, a strong ETag, and 416 for a range that does not exist.",
  ],
  300: [
    "Servers that offer several versions of a resource.",
    "Browsers show the list, even if Location names a choice.",
    HEURISTIC,
    "Negotiate with Accept and send 200, or redirect with 303.",
  ],
  301: [
    "Servers and applications, when a page or site has moved permanently: to https, to www, to a new address.",
    "They follow Location; browsers change POST to GET. Search engines index the new URL.",
    "Caches may store it without a lifetime. Chromium keeps it indefinitely and Safari for a year, so a mistake lasts.",
    "Redirect straight to the final URL, and limit a new redirect with Cache-Control. Use 308 to keep the method.",
  ],
  302: [
    "Applications, to redirect temporarily: to a login, a language or a campaign.",
    "They follow Location; browsers change POST to GET. Search engines keep the old URL.",
    EXPLICIT,
    "Use 301 or 308 for a permanent move, 303 after a form, 307 to keep the method.",
  ],
  303: [
    "Applications after a POST, so a reload does not submit the form again.",
    "Clients fetch Location with GET, whatever the original method was.",
    EXPLICIT,
    "Use it as the response to a submitted form.",
  ],
  304: [
    "Servers and CDNs, when If-None-Match or If-Modified-Since matches the client's copy.",
    "Clients use their stored content, with the headers of this response.",
    "A cache updates its copy, whose lifetime starts again.",
    "Send the same ETag, Cache-Control, Vary and Date as for a 200, and no content.",
  ],
  307: [
    "Servers that redirect temporarily and keep the method. Developer tools also show one for HSTS, which the browser makes itself.",
    "Clients repeat the request at Location, with the same method and content.",
    EXPLICIT,
    "Use it for APIs and to redirect a POST.",
  ],
  308: [
    "Servers, for a permanent move that must keep the method.",
    "Clients repeat the request at Location, with the same method and content.",
    "Caches may store it without a lifetime; Chromium keeps it indefinitely.",
    "Very old clients do not support it. For pages, use 301.",
  ],
  400: [
    "Servers, proxies and applications that cannot parse the request: a bad URL, broken JSON, too many cookies.",
    "Clients show the error and should not repeat the same request.",
    EXPLICIT,
    "Say what is wrong; for programs, use application/problem+json. If only some visitors get it, check the size of their cookies.",
  ],
  401: [
    "Servers, when credentials are missing or wrong.",
    "Browsers prompt for a password if WWW-Authenticate names Basic or Digest; programs get a new token.",
    EXPLICIT,
    "WWW-Authenticate is required. If the user is logged in but not allowed, send 403.",
  ],
  402: [
    "Services paid by x402 (Payment-Required), CDNs that charge crawlers (Cloudflare's crawler-price), and payment services.",
    "Browsers show the error. Programs that support x402 or pay per crawl pay and retry; others treat it as a 400.",
    EXPLICIT,
    "Say what to pay and how: no IETF standard defines it. x402 puts it in Payment-Required, as JSON in Base64.",
  ],
  403: [
    "Applications that deny permission, web application firewalls, and servers without an index page.",
    "Clients show the error. Other credentials may help; retrying does not.",
    EXPLICIT,
    "Say which permission is missing, or send 404 to hide that the resource exists. Check the firewall's log first.",
  ],
  404: [
    "Servers and applications, when nothing exists at the URL or its existence is hidden.",
    "Clients show the error; search engines drop the URL after a while.",
    `${HEURISTIC} A long lifetime delays a page that appears later.`,
    "Send 410 for content removed permanently, and redirect pages that have a successor.",
  ],
  405: [
    "Servers and frameworks that know the URL but not this method, often POST to a static file.",
    "Clients do not retry; programs read Allow.",
    HEURISTIC,
    "Allow is required: list every method that works.",
  ],
  406: [
    "Frameworks that cannot produce a type named in Accept, and firewalls that block a request.",
    "Clients show the error.",
    EXPLICIT,
    "Usually it is better to send the content anyway. Test with curl -H 'Accept: */*'.",
  ],
  407: [
    "Forward proxies that require credentials.",
    "Browsers prompt for the proxy's password.",
    EXPLICIT,
    "Proxy-Authenticate is required. An origin server has no use for it.",
  ],
  408: [
    "Servers that close a connection without a complete request, often one that a browser opened in advance.",
    "Chromium retries once over a new connection; Firefox and Safari show the error.",
    EXPLICIT,
    "Send Connection: close. Many in a load balancer's log are idle connections and harmless.",
  ],
  409: [
    "APIs, when the request conflicts with the resource's state: two edits at once, or a name already taken.",
    "Programs fetch the current state and retry.",
    EXPLICIT,
    "Say what conflicts. For edits, use If-Match and 412 to detect it first.",
  ],
  410: [
    "Servers, for content removed permanently.",
    "Clients show the error; search engines drop the URL sooner than with 404.",
    HEURISTIC,
    "Send it for content that you removed on purpose.",
  ],
  411: [
    "Servers that reject a request of unknown length.",
    "Clients may retry with Content-Length.",
    EXPLICIT,
    "Accept chunked requests, or let the proxy in front buffer them.",
  ],
  412: [
    "Servers, when If-Match or If-Unmodified-Since fails: the resource has changed in the meantime.",
    "Programs fetch the current resource and merge.",
    EXPLICIT,
    "Send the current ETag in the response.",
  ],
  413: [
    "Proxies and frameworks, when an upload is too large: in nginx, over 1 MB by default.",
    "Clients show the error; browsers may show a broken connection instead.",
    EXPLICIT,
    "Raise client_max_body_size or its equivalent at each hop, and show the limit in the form.",
  ],
  414: [
    "Servers, when the URL is too long: a form sent with GET, or a redirect that keeps extending its query.",
    "Clients show the error.",
    HEURISTIC,
    "Send forms with POST, and look for a redirect loop that grows the URL.",
  ],
  415: [
    "APIs that do not accept this Content-Type or Content-Encoding.",
    "Programs send another type.",
    EXPLICIT,
    "List the accepted types in Accept-Post, Accept-Patch or Accept-Encoding.",
  ],
  416: [
    "Servers, for a range that starts beyond the end of the content.",
    "Players start again; download managers treat the file as complete or changed.",
    EXPLICIT,
    "Send Content-Range: bytes */LENGTH.",
  ],
  417: [
    "Servers that do not support Expect: 100-continue, mostly old proxies.",
    "Clients retry without Expect.",
    EXPLICIT,
    "Update the proxy.",
  ],
  421: [
    "Servers and CDNs, when a request arrives on a connection or machine not configured for its host.",
    "Browsers may retry over a new connection, whatever the method.",
    EXPLICIT,
    "Check for a certificate shared by hosts on different machines, and for a TLS name (SNI) that differs from Host.",
  ],
  422: [
    "APIs and frameworks, when the content is well-formed but invalid.",
    "Programs show the errors.",
    EXPLICIT,
    "List each invalid field, as application/problem+json.",
  ],
  425: [
    "Servers that refuse TLS early data, because it could be a replay.",
    "Clients that sent early data, such as Firefox, retry after the handshake.",
    EXPLICIT,
    "Send it only for requests with Early-Data: 1 that change something.",
  ],
  426: [
    "Servers that require another protocol: a WebSocket endpoint that received a plain request.",
    "Clients show the error; none upgrades by itself.",
    EXPLICIT,
    "Upgrade is required: name the protocol in it.",
  ],
  428: [
    "APIs that require If-Match for changes, so one edit does not overwrite another.",
    "Programs fetch the resource and retry with its ETag.",
    "Caches must not store it.",
    "Say in the content which header is missing.",
  ],
  429: [
    "APIs, CDNs and firewalls, when one client sends too many requests.",
    "Programs wait as long as Retry-After says; crawlers slow down.",
    "Caches must not store it.",
    "Send Retry-After, and RateLimit before the limit is reached. Count by token rather than by address if you can.",
  ],
  431: [
    "Servers, when the request's headers are too large: nearly always because of cookies.",
    "Clients show the error until the cookies are deleted.",
    "Caches must not store it.",
    'Find cookies that grow. Send Clear-Site-Data: "cookies" to unblock a visitor.',
  ],
  451: [
    "Servers and providers that a court or a law forbids to show the content.",
    "Clients show the error.",
    HEURISTIC,
    "Add Link with rel=blocked-by to name who blocks it.",
  ],
  500: [
    "Applications that failed, and servers with a broken configuration.",
    "Clients show the error; programs may retry a request that is safe to repeat.",
    `${EXPLICIT} With stale-if-error they may serve their old copy.`,
    "Look for the cause in the application's log. Show visitors a reference number, no internals.",
  ],
  501: [
    "Servers that do not know the method.",
    "Clients do not retry.",
    HEURISTIC,
    "Send 405 for a known method that this URL does not allow.",
  ],
  502: [
    "Proxies, load balancers and CDNs, when the server behind them refuses the connection or sends an invalid response.",
    "Clients show the error; retrying may help.",
    `${EXPLICIT} With stale-if-error they may serve their old copy.`,
    "Check that the application runs at the address and port configured in the proxy. Its log has the reason.",
  ],
  503: [
    "Servers and load balancers that are overloaded, in maintenance, or without a healthy server behind them.",
    "Programs and crawlers wait as long as Retry-After says; search engines keep the page for some days.",
    `${EXPLICIT} With stale-if-error they may serve their old copy.`,
    "Send Retry-After, and Cache-Control: no-store with a maintenance page.",
  ],
  504: [
    "Proxies, load balancers and CDNs, when the server behind them does not respond in time.",
    "Clients show the error; the request may still have been carried out.",
    `${EXPLICIT} With stale-if-error they may serve their old copy.`,
    "Find the slow request before you raise the proxy's timeout. Move long work to a queue and send 202.",
  ],
  505: [
    "Servers that do not support the HTTP version of the request.",
    "Clients show the error.",
    EXPLICIT,
    "Check handwritten requests for a space in the URL, a common cause.",
  ],
  507: [
    "WebDAV servers without space left.",
    "Clients show the error.",
    EXPLICIT,
    "Free space, or raise the quota.",
  ],
  511: [
    "Networks that require a login: hotels, trains, airports.",
    "Operating systems open their login window; programs fail.",
    "Caches must not store it.",
    "Only a network may send it, never a site.",
  ],
};

/** By code. */
export const statusPractices: ReadonlyMap<number, StatusPractice> = new Map(
  Object.entries(practices).map(([code, [sentWhen, clients, caches, advice]]) => [
    Number(code),
    { sentWhen, clients, caches, advice },
  ]),
);
