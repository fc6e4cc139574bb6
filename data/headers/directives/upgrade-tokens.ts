/** Protocols in Upgrade: the IANA registry. Keys in lower case. */

import { wordTable } from "../word-table.ts";

export const upgradeTokens = wordTable({
  websocket: "WebSocket.",
  h2c: "HTTP/2 without encryption. Deprecated.",
  h2: "HTTP/2 over TLS. No Upgrade token by the standard, but Apache offers it; harmless.",
  http: "HTTP itself, with its version.",
  "http/1.1": "HTTP/1.1.",
  "http/2": "HTTP/2; not a registered token.",
  "http/2.0": "HTTP/2; not a registered token.",
  tls: "TLS inside the connection (RFC 2817). Hardly ever used.",
  "tls/1.0": "TLS 1.0 inside the connection (RFC 2817). Outdated.",
  "tls/1.2": "TLS 1.2 inside the connection. Hardly ever used.",
  "irc/6.9": "The example of the HTTP standard.",
  "connect-udp": "UDP through an HTTP proxy.",
  "connect-ip": "IP packets through an HTTP proxy.",
});
