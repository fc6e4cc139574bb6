/**
 * Status codes: the IANA HTTP Status Code Registry (as of 2026-11) and the unofficial codes seen in the wild.
 * Reason phrases and references are the registry's; descriptions are ours. `sender` marks an unofficial code.
 */

export interface StatusRow {
  readonly code: number;
  readonly message: string;
  readonly description: string;
  readonly link: string;
  /** Product that uses an unregistered code. */
  readonly sender?: string;
}

const http = (section: string): string => `https://www.rfc-editor.org/rfc/rfc9110#section-${section}`;
const rfc = (number: number, section?: string): string =>
  `https://www.rfc-editor.org/rfc/rfc${number}${section ? `#section-${section}` : ""}`;
const cloudflare = (code: number): string =>
  `https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/error-${code}/`;
const nginx = "https://nginx.org/en/docs/http/ngx_http_core_module.html";
const iis = "https://learn.microsoft.com/troubleshoot/developer/webapps/iis/www-administration-management/http-status-code";
const elb = "https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-troubleshooting.html";

type Tuple = readonly [code: number, message: string, description: string, link: string, sender?: string];

const table: readonly Tuple[] = [
  [100, "Continue", "The server has read the request's header section and wants the client to send the content.", http("15.2.1")],
  [101, "Switching Protocols", "The server agrees to go on with the protocol that its Upgrade field names, such as WebSocket.", http("15.2.2")],
  [102, "Processing", "The server has accepted the request but is still working on it. Deprecated: hardly any client waits for it.", rfc(2518, "10.1")],
  [103, "Early Hints", "Names resources in Link fields that the client can start to load before the final response arrives.", rfc(8297)],
  [104, "Upload Resumption Supported", "The server can resume this upload if it breaks off. A temporary registration of the resumable uploads draft.", "https://datatracker.ietf.org/doc/draft-ietf-httpbis-resumable-upload/"],
  [200, "OK", "The request succeeded, and the response carries its result.", http("15.3.1")],
  [201, "Created", "The request made a new resource, found at Location or at the requested URL.", http("15.3.2")],
  [202, "Accepted", "The request was taken in, but the work is not done yet and may still fail.", http("15.3.3")],
  [203, "Non-Authoritative Information", "The request succeeded, but a proxy on the way has changed the origin's content.", http("15.3.4")],
  [204, "No Content", "The request succeeded, and there is deliberately no content to show.", http("15.3.5")],
  [205, "Reset Content", "The request succeeded, and the client should reset the form or view that sent it.", http("15.3.6")],
  [206, "Partial Content", "Carries only the byte ranges that the request asked for, as resumed downloads and media players do.", http("15.3.7")],
  [207, "Multi-Status", "WebDAV: the content lists one status for each of several resources.", rfc(4918, "13")],
  [208, "Already Reported", "WebDAV: the members of this binding were listed earlier in the same answer.", rfc(5842, "7.1")],
  [226, "IM Used", "The content is a delta against a version that the client already has.", rfc(3229, "10.4.1")],
  [300, "Multiple Choices", "The resource has several representations, and the client should choose one of them.", http("15.4.1")],
  [301, "Moved Permanently", "The resource has a new URL for good, given in Location. Clients and search engines should use that one from now on.", http("15.4.2")],
  [302, "Found", "The resource is at the URL in Location for now; keep using the present URL in future.", http("15.4.3")],
  [303, "See Other", "The answer is at another URL, to be fetched with GET. Usual after a form was sent.", http("15.4.4")],
  [304, "Not Modified", "The copy that the client has is still current, so no content is sent.", http("15.4.5")],
  [305, "Use Proxy", "Deprecated for security reasons: asked the client to repeat the request through a proxy. Clients ignore it.", http("15.4.6")],
  [306, "(Unused)", "No longer used; the code is reserved.", http("15.4.7")],
  [307, "Temporary Redirect", "The resource is at the URL in Location for now, and the client must repeat the same method there.", http("15.4.8")],
  [308, "Permanent Redirect", "The resource has a new URL for good, and the client must repeat the same method there.", http("15.4.9")],
  [400, "Bad Request", "The server cannot understand the request, for example because its syntax is broken.", http("15.5.1")],
  [401, "Unauthorized", "The request lacks valid credentials. WWW-Authenticate says how to log in.", http("15.5.2")],
  [402, "Payment Required", "Reserved for payment; some APIs use it when a plan has run out or a charge has failed.", http("15.5.3")],
  [403, "Forbidden", "The server understood the request but refuses it. Logging in again would not help.", http("15.5.4")],
  [404, "Not Found", "There is nothing at this URL, or the server does not want to say that there is.", http("15.5.5")],
  [405, "Method Not Allowed", "The resource exists but does not support this method. Allow lists the ones it does.", http("15.5.6")],
  [406, "Not Acceptable", "No representation fits what the request's Accept fields ask for.", http("15.5.7")],
  [407, "Proxy Authentication Required", "A proxy on the way wants credentials first. Proxy-Authenticate says how.", http("15.5.8")],
  [408, "Request Timeout", "The server did not receive the whole request in the time it was ready to wait.", http("15.5.9")],
  [409, "Conflict", "The request conflicts with the resource's present state, such as an edit of an old version.", http("15.5.10")],
  [410, "Gone", "The resource was removed on purpose and will not come back. Links to it should go.", http("15.5.11")],
  [411, "Length Required", "The server wants a Content-Length in the request.", http("15.5.12")],
  [412, "Precondition Failed", "A condition in the request, such as If-Match, does not hold on the server.", http("15.5.13")],
  [413, "Content Too Large", "The request's content is larger than the server is willing to take.", http("15.5.14")],
  [414, "URI Too Long", "The request's URL is longer than the server is willing to read.", http("15.5.15")],
  [415, "Unsupported Media Type", "The server does not take content in this format or coding.", http("15.5.16")],
  [416, "Range Not Satisfiable", "The asked byte range lies outside the resource. Content-Range gives its length.", http("15.5.17")],
  [417, "Expectation Failed", "The server cannot meet the request's Expect field.", http("15.5.18")],
  [418, "(Unused)", "An April Fools' joke (I'm a teapot) whose code is reserved; some sites send it to refuse automated requests.", http("15.5.19")],
  [421, "Misdirected Request", "The request reached a server that does not answer for this host. Clients retry on another connection.", http("15.5.20")],
  [422, "Unprocessable Content", "The content's syntax is right, but its instructions cannot be carried out, such as a form with wrong values.", http("15.5.21")],
  [423, "Locked", "WebDAV: the resource is locked by someone.", rfc(4918, "11.3")],
  [424, "Failed Dependency", "WebDAV: the request failed because another one that it depends on failed.", rfc(4918, "11.4")],
  [425, "Too Early", "The server will not risk a request that came in TLS early data and could be replayed.", rfc(8470, "5.2")],
  [426, "Upgrade Required", "The server wants another protocol for this request, named in Upgrade.", http("15.5.22")],
  [428, "Precondition Required", "The server wants a conditional request, so that edits do not overwrite one another.", rfc(6585, "3")],
  [429, "Too Many Requests", "The client has sent too many requests in a time. Retry-After may say how long to wait.", rfc(6585, "4")],
  [431, "Request Header Fields Too Large", "The request's header fields are too large, often because of too many cookies.", rfc(6585, "5")],
  [451, "Unavailable For Legal Reasons", "The resource is withheld because of a legal demand.", rfc(7725, "3")],
  [500, "Internal Server Error", "Something broke on the server while it handled the request.", http("15.6.1")],
  [501, "Not Implemented", "The server does not know this method or cannot do what it asks.", http("15.6.2")],
  [502, "Bad Gateway", "A proxy or load balancer got an invalid answer from the server behind it.", http("15.6.3")],
  [503, "Service Unavailable", "The server is overloaded or down for maintenance. Retry-After may say when to come back.", http("15.6.4")],
  [504, "Gateway Timeout", "A proxy or load balancer got no answer in time from the server behind it.", http("15.6.5")],
  [505, "HTTP Version Not Supported", "The server does not support the request's major version of HTTP.", http("15.6.6")],
  [506, "Variant Also Negotiates", "Content negotiation on the server is set up in a circle.", rfc(2295, "8.1")],
  [507, "Insufficient Storage", "WebDAV: the server has no room to store what the request needs.", rfc(4918, "11.5")],
  [508, "Loop Detected", "WebDAV: the server stopped because the request would run in an endless loop.", rfc(5842, "7.2")],
  [510, "Not Extended", "Obsolete: the request lacked an extension that the server required.", rfc(2774, "7")],
  [511, "Network Authentication Required", "The network wants a log-in before it gives access, as the portal of a hotel or airport does.", rfc(6585, "6")],

  [110, "Response is Stale", "Not a status but a warn-code of the old Warning field; some caches show it as a status.", rfc(7234, "5.5.1"), "caching proxies"],
  [218, "This Is Fine", "Apache passed on a body of its own although the backend reported an error.", "https://httpd.apache.org/docs/2.4/mod/core.html", "Apache"],
  [419, "Page Expired", "The form's anti-forgery token is missing or too old. Reload the page and send the form again.", "https://laravel.com/docs/csrf", "Laravel"],
  [420, "Enhance Your Calm", "The client is being rate limited; an old form of 429.", "https://developer.x.com/en/support/x-api/error-troubleshooting", "Twitter"],
  [430, "Shopify Security Rejection", "Shopify judged the request to be malicious or took too many of its kind.", "https://shopify.dev/docs/api/usage/response-codes", "Shopify"],
  [440, "Login Time-out", "The session has expired, and the user must log in again.", iis, "IIS"],
  [444, "No Response", "nginx closed the connection without an answer, usually by a rule against unwanted clients. Seen in logs only.", nginx, "nginx"],
  [449, "Retry With", "The server cannot go on until the user gives the information that it asks for.", iis, "IIS"],
  [450, "Blocked by Windows Parental Controls", "Parental controls on the client's computer block this page.", iis, "Microsoft"],
  [460, "Client Closed Connection", "The client closed the connection to the load balancer before its idle time-out had passed.", elb, "AWS Elastic Load Balancing"],
  [461, "Unused", "The load balancer received a request that it could not attribute.", elb, "AWS Elastic Load Balancing"],
  [463, "Too Many Forwarded Addresses", "The request's X-Forwarded-For lists more than 30 addresses.", elb, "AWS Elastic Load Balancing"],
  [464, "Incompatible Protocol", "The request's protocol does not fit the version that the target group speaks.", elb, "AWS Elastic Load Balancing"],
  [494, "Request Header Too Large", "The request's header section is larger than nginx reads.", nginx, "nginx"],
  [495, "SSL Certificate Error", "The client's TLS certificate is not valid.", nginx, "nginx"],
  [496, "SSL Certificate Required", "The server wants a TLS client certificate, and none was sent.", nginx, "nginx"],
  [497, "HTTP Request Sent to HTTPS Port", "The client spoke plain HTTP to a port that expects TLS.", nginx, "nginx"],
  [498, "Invalid Token", "The token in the request is expired or invalid.", "https://developers.arcgis.com/rest/", "ArcGIS"],
  [499, "Client Closed Request", "The client went away before the server could answer. Seen in logs only.", nginx, "nginx"],
  [509, "Bandwidth Limit Exceeded", "The hosting account has used up its traffic allowance.", "https://docs.cpanel.net/", "cPanel"],
  [520, "Web Server Returned an Unknown Error", "The origin behind Cloudflare sent an empty or unexpected answer.", cloudflare(520), "Cloudflare"],
  [521, "Web Server Is Down", "The origin refuses connections from Cloudflare.", cloudflare(521), "Cloudflare"],
  [522, "Connection Timed Out", "Cloudflare could not open a TCP connection to the origin in time.", cloudflare(522), "Cloudflare"],
  [523, "Origin Is Unreachable", "Cloudflare cannot find a route to the origin, often after its DNS record changed.", cloudflare(523), "Cloudflare"],
  [524, "A Timeout Occurred", "The origin took the connection but did not answer in time.", cloudflare(524), "Cloudflare"],
  [525, "SSL Handshake Failed", "Cloudflare and the origin could not agree on a TLS connection.", cloudflare(525), "Cloudflare"],
  [526, "Invalid SSL Certificate", "The origin's TLS certificate does not validate.", cloudflare(526), "Cloudflare"],
  [527, "Railgun Error", "The connection between Cloudflare and the origin's Railgun server broke. Railgun has been withdrawn.", "https://developers.cloudflare.com/support/troubleshooting/http-status-codes/", "Cloudflare"],
  [529, "Site Is Overloaded", "The site or API cannot take more requests at the moment.", "https://platform.claude.com/docs/en/api/errors", "Qualys, Anthropic and others"],
  [530, "Origin DNS Error", "Cloudflare cannot resolve the origin or the site is frozen. A 1xxx code in the page says more.", cloudflare(530), "Cloudflare"],
  [540, "Temporarily Disabled", "The requested endpoint has been switched off for a time.", "https://shopify.dev/docs/api/usage/response-codes", "Shopify"],
  [561, "Unauthorized", "The identity provider that the load balancer asked answered with an error.", elb, "AWS Elastic Load Balancing"],
  [598, "Network Read Timeout Error", "A proxy waited too long for data from the server behind it.", "https://en.wikipedia.org/wiki/List_of_HTTP_status_codes", "proxies"],
  [599, "Network Connect Timeout Error", "A proxy could not connect in time to the server behind it.", "https://en.wikipedia.org/wiki/List_of_HTTP_status_codes", "proxies"],
  [783, "Unexpected Token", "The request was rejected because of an unexpected token in it.", "https://shopify.dev/docs/api/usage/response-codes", "Shopify"],
  [999, "Request Denied", "LinkedIn refuses the request, usually because it looks automated.", "https://www.linkedin.com/help/linkedin", "LinkedIn"],
];

export const statusRows: readonly StatusRow[] = table.map(([code, message, description, link, sender]) => ({
  code,
  message,
  description,
  link,
  ...(sender !== undefined && { sender }),
}));
