/**
 * Status codes: the IANA HTTP Status Code Registry (as of 2026-11) and unofficial codes in use. Reason
 * phrases and references are the registry's; descriptions are ours. `sender` marks an unofficial code.
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
const nginx = "https://github.com/nginx/nginx/blob/master/src/http/ngx_http_request.h";
const iis =
  "https://learn.microsoft.com/troubleshoot/developer/webapps/iis/www-administration-management/http-status-code";
const elb =
  "https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-troubleshooting.html";

type Tuple = readonly [code: number, message: string, description: string, link: string, sender?: string];

const table: readonly Tuple[] = [
  [
    100,
    "Continue",
    "The server has read the request's headers, and the client should send the content.",
    http("15.2.1"),
  ],
  [
    101,
    "Switching Protocols",
    "The server switches to the protocol named in Upgrade, such as WebSocket.",
    http("15.2.2"),
  ],
  [
    102,
    "Processing",
    "The server is still working on the request. Deprecated: WebDAV dropped it, and hardly any client uses it.",
    rfc(2518, "10.1"),
  ],
  [
    103,
    "Early Hints",
    "Link headers name resources that the client can start to load before the final response arrives.",
    rfc(8297),
  ],
  [
    104,
    "Upload Resumption Supported",
    "The server can resume this upload if it is interrupted. Defined by the draft on resumable uploads.",
    "https://datatracker.ietf.org/doc/draft-ietf-httpbis-resumable-upload/",
  ],
  [200, "OK", "The request succeeded, and the response carries its result.", http("15.3.1")],
  [
    201,
    "Created",
    "The request created a new resource, at the URL in Location or else at the requested URL.",
    http("15.3.2"),
  ],
  [
    202,
    "Accepted",
    "The request was accepted for processing, which is not complete and may still fail.",
    http("15.3.3"),
  ],
  [
    203,
    "Non-Authoritative Information",
    "The request succeeded, but a proxy on the way modified the origin's content.",
    http("15.3.4"),
  ],
  [204, "No Content", "The request succeeded, and the response has no content.", http("15.3.5")],
  [
    205,
    "Reset Content",
    "The request succeeded, and the client should reset the form or view that sent it.",
    http("15.3.6"),
  ],
  [
    206,
    "Partial Content",
    "Contains only the requested byte ranges, for resumed downloads and media players.",
    http("15.3.7"),
  ],
  [
    207,
    "Multi-Status",
    "WebDAV: the content gives the status of each of several resources.",
    rfc(4918, "13"),
  ],
  [
    208,
    "Already Reported",
    "WebDAV: the members of this binding were listed earlier in the same response.",
    rfc(5842, "7.1"),
  ],
  [
    226,
    "IM Used",
    "The content is a delta against a version that the client already has.",
    rfc(3229, "10.4.1"),
  ],
  [
    300,
    "Multiple Choices",
    "The resource has several representations, from which the client should choose one.",
    http("15.4.1"),
  ],
  [
    301,
    "Moved Permanently",
    "The resource has moved permanently to the URL in Location. Clients and search engines should use that URL from now on.",
    http("15.4.2"),
  ],
  [
    302,
    "Found",
    "The resource is temporarily at the URL in Location; future requests should keep using the original URL.",
    http("15.4.3"),
  ],
  [
    303,
    "See Other",
    "The response is at the URL in Location, to be fetched with GET; common after a form is submitted.",
    http("15.4.4"),
  ],
  [304, "Not Modified", "The client's copy is still current, so no content is sent.", http("15.4.5")],
  [
    305,
    "Use Proxy",
    "Told the client to repeat the request through a proxy; deprecated for security reasons. Clients ignore it.",
    http("15.4.6"),
  ],
  [306, "(Unused)", "No longer used; the code is reserved.", http("15.4.7")],
  [
    307,
    "Temporary Redirect",
    "The resource is temporarily at the URL in Location, and the client must use the same method there.",
    http("15.4.8"),
  ],
  [
    308,
    "Permanent Redirect",
    "The resource has moved permanently to the URL in Location, and the client must use the same method there.",
    http("15.4.9"),
  ],
  [
    400,
    "Bad Request",
    "The server cannot process the request, for example because its syntax is malformed.",
    http("15.5.1"),
  ],
  [
    401,
    "Unauthorized",
    "The request lacks valid credentials. WWW-Authenticate says how to authenticate.",
    http("15.5.2"),
  ],
  [
    402,
    "Payment Required",
    "Payment is required first: x402 and pay-per-crawl name a price; some APIs send it when a plan has run out.",
    http("15.5.3"),
  ],
  [
    403,
    "Forbidden",
    "The server understood the request but refuses to fulfil it. Repeating it with the same credentials will not help.",
    http("15.5.4"),
  ],
  [
    404,
    "Not Found",
    "The server found nothing at this URL, or will not say whether anything exists.",
    http("15.5.5"),
  ],
  [
    405,
    "Method Not Allowed",
    "The resource does not support this method. Allow lists the methods that it supports.",
    http("15.5.6"),
  ],
  [
    406,
    "Not Acceptable",
    "No representation is acceptable according to the request's Accept headers.",
    http("15.5.7"),
  ],
  [
    407,
    "Proxy Authentication Required",
    "A proxy on the way requires credentials. Proxy-Authenticate names the method.",
    http("15.5.8"),
  ],
  [408, "Request Timeout", "The server did not receive the complete request in time.", http("15.5.9")],
  [
    409,
    "Conflict",
    "The request conflicts with the current state of the resource, such as an edit of an old version.",
    http("15.5.10"),
  ],
  [
    410,
    "Gone",
    "The resource was removed and is not expected back. Links to it should be removed.",
    http("15.5.11"),
  ],
  [411, "Length Required", "The server requires a Content-Length in the request.", http("15.5.12")],
  [
    412,
    "Precondition Failed",
    "A condition in the request, such as If-Match, does not hold on the server.",
    http("15.5.13"),
  ],
  [
    413,
    "Content Too Large",
    "The request's content is larger than the server is willing or able to process.",
    http("15.5.14"),
  ],
  [
    414,
    "URI Too Long",
    "The request's URL is longer than the server is willing to interpret.",
    http("15.5.15"),
  ],
  [
    415,
    "Unsupported Media Type",
    "The server does not accept content in this format or coding.",
    http("15.5.16"),
  ],
  [
    416,
    "Range Not Satisfiable",
    "The requested byte range lies outside the resource. Content-Range gives its length.",
    http("15.5.17"),
  ],
  [
    417,
    "Expectation Failed",
    "The server cannot meet the expectation in the request's Expect header.",
    http("15.5.18"),
  ],
  [
    418,
    "(Unused)",
    "Reserved after an April Fools' joke (I'm a teapot); some sites send it to refuse automated requests.",
    http("15.5.19"),
  ],
  [
    421,
    "Misdirected Request",
    "The request reached a server that is not configured to answer for this host. Clients may retry on another connection.",
    http("15.5.20"),
  ],
  [
    422,
    "Unprocessable Content",
    "The content's syntax is correct, but the server cannot follow its instructions, such as a form with invalid values.",
    http("15.5.21"),
  ],
  [423, "Locked", "WebDAV: the resource is locked.", rfc(4918, "11.3")],
  [
    424,
    "Failed Dependency",
    "WebDAV: the request failed because another request that it depends on failed.",
    rfc(4918, "11.4"),
  ],
  [
    425,
    "Too Early",
    "The server will not risk processing a request that arrived in TLS early data and might be replayed.",
    rfc(8470, "5.2"),
  ],
  [
    426,
    "Upgrade Required",
    "The server requires the protocol named in Upgrade for this request.",
    http("15.5.22"),
  ],
  [
    428,
    "Precondition Required",
    "The server requires the request to be conditional, so that edits do not overwrite one another.",
    rfc(6585, "3"),
  ],
  [
    429,
    "Too Many Requests",
    "The client sent too many requests in a given time. Retry-After may give the time to wait.",
    rfc(6585, "4"),
  ],
  [
    431,
    "Request Header Fields Too Large",
    "The request's headers are too large, often because of too many cookies.",
    rfc(6585, "5"),
  ],
  [
    451,
    "Unavailable For Legal Reasons",
    "The server denies access to the resource because of a legal demand.",
    rfc(7725, "3"),
  ],
  [
    500,
    "Internal Server Error",
    "The server met an unexpected error while handling the request.",
    http("15.6.1"),
  ],
  [
    501,
    "Not Implemented",
    "The server does not support the functionality that the request needs, usually its method.",
    http("15.6.2"),
  ],
  [
    502,
    "Bad Gateway",
    "A proxy or load balancer received an invalid response from the server behind it.",
    http("15.6.3"),
  ],
  [
    503,
    "Service Unavailable",
    "The server is overloaded or down for maintenance. Retry-After may give the time of the next attempt.",
    http("15.6.4"),
  ],
  [
    504,
    "Gateway Timeout",
    "A proxy or load balancer received no timely response from the server behind it.",
    http("15.6.5"),
  ],
  [
    505,
    "HTTP Version Not Supported",
    "The server does not support the request's major version of HTTP.",
    http("15.6.6"),
  ],
  [
    506,
    "Variant Also Negotiates",
    "The server's content negotiation is misconfigured: a variant itself negotiates.",
    rfc(2295, "8.1"),
  ],
  [507, "Insufficient Storage", "WebDAV: the server cannot store what the request needs.", rfc(4918, "11.5")],
  [
    508,
    "Loop Detected",
    "WebDAV: the server stopped because it met an infinite loop while processing the request.",
    rfc(5842, "7.2"),
  ],
  [
    510,
    "Not Extended",
    "Obsolete: the request lacked an extension that the server required.",
    rfc(2774, "7"),
  ],
  [
    511,
    "Network Authentication Required",
    "The network requires a login before it grants access, as the portal of a hotel or airport does.",
    rfc(6585, "6"),
  ],

  [
    110,
    "Response is Stale",
    "A warn-code of the obsolete Warning header, not a status code; some caches show it as one.",
    rfc(7234, "5.5.1"),
    "caching proxies",
  ],
  [
    419,
    "Page Expired",
    "The form's anti-forgery token is missing or has expired. Reload the page and submit the form again.",
    "https://laravel.com/docs/csrf",
    "Laravel",
  ],
  [
    420,
    "Enhance Your Calm",
    "The client is rate limited; a precursor of 429.",
    "https://developer.x.com/en/support/x-api/error-troubleshooting",
    "Twitter",
  ],
  [
    430,
    "Shopify Security Rejection",
    "Shopify considered the request malicious or received too many like it.",
    "https://shopify.dev/docs/api/usage/response-codes",
    "Shopify",
  ],
  [440, "Login Time-out", "The session has expired, and the user must log in again.", iis, "IIS"],
  [
    444,
    "No Response",
    "nginx closed the connection without a response, usually by a rule against unwanted clients. Seen only in logs.",
    nginx,
    "nginx",
  ],
  [449, "Retry With", "The server needs more information from the user before it can continue.", iis, "IIS"],
  [
    450,
    "Blocked by Windows Parental Controls",
    "Parental controls on the client's computer block this page.",
    iis,
    "Microsoft",
  ],
  [
    460,
    "Client Closed Connection",
    "The client closed the connection to the load balancer before its idle timeout had elapsed.",
    elb,
    "AWS Elastic Load Balancing",
  ],
  [
    463,
    "Too Many Forwarded Addresses",
    "The request's X-Forwarded-For lists more than 30 addresses.",
    elb,
    "AWS Elastic Load Balancing",
  ],
  [
    464,
    "Incompatible Protocol",
    "The request's protocol does not match the version that the target group uses.",
    elb,
    "AWS Elastic Load Balancing",
  ],
  [494, "Request Header Too Large", "The request's headers are larger than nginx accepts.", nginx, "nginx"],
  [495, "SSL Certificate Error", "The client's TLS certificate is not valid.", nginx, "nginx"],
  [
    496,
    "SSL Certificate Required",
    "The server requires a TLS client certificate, and the client sent none.",
    nginx,
    "nginx",
  ],
  [
    497,
    "HTTP Request Sent to HTTPS Port",
    "The client sent plain HTTP to a port that expects TLS.",
    nginx,
    "nginx",
  ],
  [
    498,
    "Invalid Token",
    "The token in the request has expired or is invalid.",
    "https://developers.arcgis.com/rest/",
    "ArcGIS",
  ],
  [
    499,
    "Client Closed Request",
    "The client closed the connection before the server responded. Seen only in logs.",
    nginx,
    "nginx",
  ],
  [
    509,
    "Bandwidth Limit Exceeded",
    "The hosting account has used up its bandwidth allowance.",
    "https://github.com/CpanelInc/mod_bwlimited",
    "cPanel",
  ],
  [
    520,
    "Web Server Returned an Unknown Error",
    "The origin behind Cloudflare sent an empty or unexpected response.",
    cloudflare(520),
    "Cloudflare",
  ],
  [
    521,
    "Web Server Is Down",
    "The origin refuses connections from Cloudflare.",
    cloudflare(521),
    "Cloudflare",
  ],
  [
    522,
    "Connection Timed Out",
    "Cloudflare could not open a TCP connection to the origin in time.",
    cloudflare(522),
    "Cloudflare",
  ],
  [
    523,
    "Origin Is Unreachable",
    "Cloudflare cannot reach the origin, often because its DNS record changed.",
    cloudflare(523),
    "Cloudflare",
  ],
  [
    524,
    "A Timeout Occurred",
    "The origin accepted the connection but did not respond in time.",
    cloudflare(524),
    "Cloudflare",
  ],
  [
    525,
    "SSL Handshake Failed",
    "Cloudflare and the origin could not agree on a TLS connection.",
    cloudflare(525),
    "Cloudflare",
  ],
  [
    526,
    "Invalid SSL Certificate",
    "The origin's TLS certificate does not validate.",
    cloudflare(526),
    "Cloudflare",
  ],
  [
    527,
    "Railgun Error",
    "The connection between Cloudflare and the origin's Railgun server broke. Railgun has been withdrawn.",
    "https://developers.cloudflare.com/support/troubleshooting/http-status-codes/",
    "Cloudflare",
  ],
  [
    529,
    "Site Is Overloaded",
    "The site or API is overloaded and cannot take more requests now.",
    "https://platform.claude.com/docs/en/api/errors",
    "Qualys, Anthropic and others",
  ],
  [
    530,
    "Origin DNS Error",
    "Cloudflare cannot resolve the origin's name, or the site is frozen. A 1xxx code in the page gives the cause.",
    cloudflare(530),
    "Cloudflare",
  ],
  [
    540,
    "Temporarily Disabled",
    "The requested endpoint is temporarily disabled.",
    "https://shopify.dev/docs/api/usage/response-codes",
    "Shopify",
  ],
  [
    561,
    "Unauthorized",
    "The identity provider behind the load balancer returned an error.",
    elb,
    "AWS Elastic Load Balancing",
  ],
  [
    598,
    "Network Read Timeout Error",
    "A proxy waited too long for data from the server behind it.",
    "https://en.wikipedia.org/wiki/List_of_HTTP_status_codes",
    "proxies",
  ],
  [
    599,
    "Network Connect Timeout Error",
    "A proxy could not connect to the server behind it in time.",
    "https://en.wikipedia.org/wiki/List_of_HTTP_status_codes",
    "proxies",
  ],
  [
    783,
    "Unexpected Token",
    "The request was rejected because of an unexpected token in it.",
    "https://shopify.dev/docs/api/usage/response-codes",
    "Shopify",
  ],
  [
    999,
    "Request Denied",
    "LinkedIn refuses the request, usually because it looks automated.",
    "https://www.linkedin.com/help/linkedin",
    "LinkedIn",
  ],
];

export const statusRows: readonly StatusRow[] = table.map(([code, message, description, link, sender]) => ({
  code,
  message,
  description,
  link,
  ...(sender !== undefined && { sender }),
}));
