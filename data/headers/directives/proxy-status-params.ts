/** Parameters of a Proxy-Status member (RFC 9209). */

import { wordTable } from "../../word-table.ts";

export const proxyStatusParams = wordTable({
  error: "Error type; the intermediary made the response itself because of it.",
  "next-hop": "Server or proxy to which the request was sent, or would have been.",
  "next-protocol": "The protocol spoken with the next hop, such as h2, by its ALPN name.",
  "received-status": "The status code that the next hop sent, before this intermediary changed it.",
  details: "Further details in the intermediary's own words.",
  rcode: "The DNS response code, such as NXDOMAIN.",
  "info-code": "The DNS extended error code, with dns_error.",
  "alert-id": "The number of the TLS alert received.",
  "alert-message": "The name of the TLS alert received.",
  "status-code": "The status code of the response that the intermediary made to a faulty request.",
  "status-phrase": "The reason phrase of the response that the intermediary made to a faulty request.",
  "header-section-size": "The size in bytes of the header section that was too large.",
  "header-name": "Name of the header that was too large.",
  "header-size": "Size in bytes of the header that was too large.",
  "trailer-section-size": "The size in bytes of the trailer section that was too large.",
  "trailer-name": "Name of the trailer that was too large.",
  "trailer-size": "Size in bytes of the trailer that was too large.",
  "body-size": "The size in bytes of the body that was too large.",
  coding: "The content or transfer coding that could not be handled.",
});
