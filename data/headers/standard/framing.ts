/** Connections, framing, routing and control: RFC 9110, RFC 9112, RFC 7838, RFC 8470, RFC 9218. */

import type { CatalogueRow } from "../row.ts";

export const framing: readonly CatalogueRow[] = [
  {
    name: "Alt-Svc",
    type: "parameters",
    description:
      "Tells that the same site can also be reached by another protocol, host or port, mostly h3 for HTTP/3 over UDP. ma gives the validity in seconds; the value clear withdraws it.",
  },
  {
    name: "Alt-Used",
    type: "string",
    direction: "request",
    description:
      "Names the alternative service (host and port) that the client uses instead of the origin's own address, so that the server can see loops.",
  },
  {
    name: "ALPN",
    type: "list",
    direction: "request",
    description:
      "Tells a proxy, in a CONNECT request, which protocols the client means to speak inside the tunnel.",
  },
  {
    name: "Capsule-Protocol",
    type: "sf-item",
    direction: "both",
    description:
      "Says with ?1 that the data stream after this message consists of capsules, as used by proxying UDP or IP over HTTP.",
  },
  {
    name: "Close",
    type: "string",
    direction: "both",
    description:
      "Reserved: close is a word of the Connection field, not a field. Seeing it as a field name means that a proxy or application split a line wrongly.",
  },
  {
    name: "Connect-UDP-Bind",
    direction: "both",
    description:
      "Asks an HTTP proxy for one UDP tunnel that can talk to many peers instead of one, and confirms it in the response.",
  },
  {
    name: "Connection",
    type: "list",
    direction: "both",
    description:
      "Says whether the connection stays open (keep-alive) or ends after this message (close), and names fields meant for the next hop only. Forbidden in HTTP/2 and HTTP/3.",
  },
  {
    name: "Content-Version",
    type: "string",
    direction: "both",
    replacedBy: "ETag or a Link to the version history",
    description: "Gave a version label of the content in RFC 2068 and was never taken up.",
  },
  {
    name: "Date",
    type: "date",
    direction: "both",
    description:
      "Gives the time at which the message was created. Lifetimes are counted from it, so a server clock that is wrong by more than a few seconds upsets caching.",
  },
  {
    name: "Early-Data",
    type: "integer",
    direction: "request",
    description:
      "Says with 1 that an intermediary got the request in TLS early data, which an attacker can replay. The origin may refuse with status 425 until the handshake is complete.",
  },
  {
    name: "Expect",
    type: "token",
    direction: "request",
    description:
      "Asks the server to check the head before the body is sent: 100-continue, the only value. The server then sends 100 to go on or a final status to stop.",
  },
  {
    name: "Forwarded",
    type: "parameters",
    direction: "request",
    description:
      "Tells what a proxy knows of the original request: client address (for), proxy (by), host and protocol (proto). Only entries written by trusted proxies mean anything.",
  },
  {
    name: "From",
    type: "string",
    direction: "request",
    description:
      "Gives an e-mail address of the person responsible for the client. Well-behaved crawlers send it so that sites can complain.",
  },
  {
    name: "Host",
    type: "string",
    direction: "request",
    description:
      "Names the host, and port, that the request is for, so that one server can hold many sites. Required in HTTP/1.1; exactly one is allowed.",
  },
  {
    name: "HTTP2-Settings",
    type: "string",
    direction: "request",
    replacedBy: "HTTP/2 with prior knowledge or ALPN",
    description:
      "Carried HTTP/2 settings in the cleartext upgrade from HTTP/1.1 (h2c), which RFC 9113 removed.",
  },
  {
    name: "Incremental",
    direction: "both",
    description:
      "Asks intermediaries with ?1 to pass the message on as it arrives instead of buffering it whole. Useful for event streams and long uploads.",
  },
  {
    name: "Keep-Alive",
    type: "parameters",
    direction: "both",
    description:
      "Gives hints for an open HTTP/1.1 connection: timeout, how many seconds it may lie idle, and max, how many more requests it takes. Without meaning in HTTP/2 and later.",
  },
  {
    name: "Last-Event-ID",
    type: "identifier",
    direction: "request",
    description:
      "Tells the server, when a stream of server-sent events reconnects, which event the client received last, so that none is lost.",
  },
  {
    name: "Location",
    type: "url",
    description:
      "Says where to go next. With a 3xx status it is the redirect target, with 201 the address of what was created. Relative references count from the request's URL.",
  },
  {
    name: "Max-Forwards",
    type: "integer",
    direction: "request",
    description:
      "Limits how many proxies may forward a TRACE or OPTIONS request; the one that reaches zero answers itself. Shows where a chain of proxies loops or fails.",
  },
  {
    name: "Allow",
    type: "list",
    description:
      "Lists the methods that this resource supports. Required with status 405; usual in answers to OPTIONS.",
  },
  {
    name: "Priority",
    direction: "both",
    description:
      "Says how urgent a response is, u=0 (first) to u=7 (last), and whether it is useful in parts (i). Browsers send it; a server can use it in the response to correct the order.",
  },
  {
    name: "Proxy-Public-Address",
    direction: "response",
    description:
      "Lists the public addresses and ports from which an HTTP proxy sends the UDP packets of this tunnel.",
  },
  {
    name: "Proxy-Status",
    description:
      "Tells how each intermediary handled the response and, where one generated it, which error it met, such as dns_error or connection_timeout. Start here when a gateway answers 502 or 504.",
  },
  {
    name: "Referer",
    type: "url",
    direction: "request",
    description:
      "Gives the page from which the request came, as far as the referrer policy allows. Misspelt in the standard since 1996.",
  },
  {
    name: "Refresh",
    type: "parameters",
    description:
      "Makes the browser load the given URL, or this page again, after a number of seconds. Prefer a 3xx redirect: search engines and assistive tools handle that better.",
  },
  {
    name: "Retry-After",
    type: "string",
    description:
      "Says when to try again, as seconds or as a date. Goes with 503 and 429, and with redirects as the least time to wait. Crawlers and API clients obey it.",
  },
  {
    name: "Server",
    type: "product",
    description:
      "Names the server software, chosen by the origin or by the CDN in front of it. A detailed version helps attackers to pick known holes, so keep it short.",
  },
  {
    name: "TE",
    type: "list",
    direction: "request",
    description:
      "Lists the transfer codings that the client accepts, and trailers when it can use trailer fields. In HTTP/2 only trailers is allowed; gRPC needs it.",
  },
  {
    name: "Trailer",
    type: "list",
    direction: "both",
    description:
      "Announces which fields follow after the body, such as a checksum or a timing known only at the end. Many clients drop trailers.",
  },
  {
    name: "Transfer-Encoding",
    type: "list",
    direction: "both",
    description:
      "Says how the body is framed in HTTP/1.1, in practice chunked: in pieces, each with its length, because the size was not known. Beside Content-Length it signals request smuggling; HTTP/2 forbids it.",
  },
  {
    name: "Upgrade",
    type: "list",
    direction: "both",
    description:
      "Names protocols to switch to on this connection, such as websocket. In a response it is confirmed by status 101, demanded by 426 or merely offered, as Apache does with h2.",
  },
  {
    name: "User-Agent",
    type: "product",
    direction: "request",
    description:
      "Names the client software and its version. Browsers fill it with historical names for compatibility, so reading it takes care; client hints are the newer way.",
  },
  {
    name: "Via",
    type: "list",
    direction: "both",
    description:
      "Lists the proxies and gateways that the message passed, each with the HTTP version it received. Shows CDNs and corporate proxies, and the order of hops.",
  },
  {
    name: "URI",
    type: "url",
    replacedBy: "Location, Content-Location and Link",
    description:
      "Gave other addresses of the resource in early HTTP; its uses went to Location, Content-Location and Vary long ago.",
  },
  {
    name: "Public",
    type: "list",
    replacedBy: "Allow",
    description:
      "Listed the methods that the server as a whole supports; dropped from HTTP in 1999. Old IIS and WebDAV servers still answer OPTIONS with it.",
  },
  {
    name: "Content-Base",
    type: "url",
    replacedBy: "Content-Location or the HTML base element",
    description: "Gave the base address for relative links in the content. Dropped from HTTP in 1999.",
  },
  {
    name: "Derived-From",
    type: "string",
    direction: "request",
    replacedBy: "If-Match",
    description:
      "Named the version from which an uploaded content was derived, so that the server could see conflicts. Dropped from HTTP in 1999.",
  },
];
