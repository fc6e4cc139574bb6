/**
 * Failures of a request: phase, title and advice by code. The codes are part of the API. Our own words, for what
 * DNS, TCP, TLS and HTTP report (as of 2026-11).
 */

export const PHASES = ["url", "policy", "dns", "tcp", "tls", "request", "head", "body"] as const;

export type Phase = (typeof PHASES)[number];

export interface FailureKind {
  readonly phase: Phase;
  /** `statusMessage` of the step. */
  readonly title: string;
  /** Advice for the user. */
  readonly hint: string;
}

export const failureKinds = {
  "unusable-url": {
    phase: "url",
    title: "Unusable URL",
    hint: "Write the URL as a browser shows it, such as https://example.com/.",
  },
  "forbidden-port": {
    phase: "policy",
    title: "Port not permitted",
    hint: "The operator of this service can permit the port with --http-ports; the command line permits every port unless --public-only is given.",
  },
  "forbidden-address": {
    phase: "policy",
    title: "Address not permitted",
    hint: "The operator of this service can permit the address with --http-allow; the command line permits every address unless --public-only is given.",
  },
  "name-not-found": {
    phase: "dns",
    title: "Name not found",
    hint: "Check that the name is spelled correctly and registered; a new name can take hours to spread.",
  },
  "name-without-address": {
    phase: "dns",
    title: "Name without address",
    hint: "Add an A or AAAA record to the name, or look up the name that has one, often the one with www.",
  },
  "other-network": {
    phase: "dns",
    title: "No address in this network",
    hint: "Look it up without choosing a network, or add an A record for IPv4 or an AAAA record for IPv6.",
  },
  "dns-failed": {
    phase: "dns",
    title: "Name resolution failed",
    hint: "Check the name's DNS servers and its DNSSEC signatures: resolvers do not answer while these are broken.",
  },
  "dns-timeout": {
    phase: "dns",
    title: "Name resolution timed out",
    hint: "Check that the name's DNS servers are running and reachable, then look it up again.",
  },
  "connection-refused": {
    phase: "tcp",
    title: "Connection refused",
    hint: "Check that the server is running, that it listens on this address and not only on 127.0.0.1, and that the port is right.",
  },
  "connect-timeout": {
    phase: "tcp",
    title: "Connection timed out",
    hint: "Check that the server is running and that no firewall blocks this port.",
  },
  unreachable: {
    phase: "tcp",
    title: "Server unreachable",
    hint: "Check the address and the route to it: the network may have no IPv6, or the address may belong to another network.",
  },
  "connect-failed": {
    phase: "tcp",
    title: "Connection failed",
    hint: "Look it up again; if it fails the same way, check the server's address and port.",
  },
  "proxy-authentication": {
    phase: "tcp",
    title: "Proxy authentication required",
    hint: "Write the proxy's user name and password into its URL: http://USER:PASSWORD@HOST:PORT.",
  },
  "proxy-refused": {
    phase: "tcp",
    title: "Refused by the proxy",
    hint: "Read the proxy's log: it cannot reach the server, or its rules forbid the host or port.",
  },
  "proxy-broken": {
    phase: "tcp",
    title: "No answer from the proxy",
    hint: "Check the proxy's scheme (http, https or socks5), host and port.",
  },
  "not-tls": {
    phase: "tls",
    title: "No TLS on this port",
    hint: "Use http://, or specify the port on which the server supports TLS.",
  },
  "tls-closed": {
    phase: "tls",
    title: "TLS handshake aborted",
    hint: "Check that the server has a certificate for this name and that no firewall rejects this client; http:// may work.",
  },
  "tls-timeout": {
    phase: "tls",
    title: "TLS handshake timed out",
    hint: "Check that the server supports TLS on this port; http:// may work.",
  },
  "tls-version": {
    phase: "tls",
    title: "No common TLS version",
    hint: "Enable TLS 1.2 and 1.3 in the server's settings.",
  },
  "tls-handshake": {
    phase: "tls",
    title: "TLS handshake failed",
    hint: "Compare the server's ciphers with those of browsers, and check that it has a certificate for this name.",
  },
  "tls-unknown-name": {
    phase: "tls",
    title: "Server name not served",
    hint: "Add the name to the server's settings and its certificate, or look up a name that it serves.",
  },
  "tls-flood": {
    phase: "tls",
    title: "Too many TLS records",
    hint: "Find what sends endless session tickets or empty records on this port.",
  },
  "tls-alpn": {
    phase: "tls",
    title: "No common HTTP version",
    hint: "Use another HTTP version, or let the server offer http/1.1.",
  },
  "client-certificate": {
    phase: "tls",
    title: "Client certificate required",
    hint: "Send a certificate (--cert on the command line), or use a path or port that needs none.",
  },
  "closed-without-response": {
    phase: "request",
    title: "No response",
    hint: "If the port uses TLS, use https://; otherwise read the server's error log for this time.",
  },
  "reset-without-response": {
    phase: "request",
    title: "Connection reset",
    hint: "Check that the server speaks HTTP on this port and that no firewall resets connections; the server's error log may say why.",
  },
  "head-timeout": {
    phase: "head",
    title: "Response timed out",
    hint: "Read the server's log: it received the request, but the application is slow or waiting.",
  },
  "head-too-large": {
    phase: "head",
    title: "Header section too large",
    hint: "Send fewer or smaller headers; cookies and policies are the usual cause.",
  },
  "too-many-informational": {
    phase: "head",
    title: "Too many interim responses",
    hint: "Send the final response; most clients give up at this many interim ones.",
  },
  "not-http": { phase: "head", title: "Not HTTP", hint: "Check the port: it belongs to another protocol." },
  "malformed-status-line": {
    phase: "head",
    title: "Malformed status line",
    hint: "Check what produces the response: a script or proxy sends something before the status line.",
  },
  "closed-in-head": {
    phase: "head",
    title: "Header section cut off",
    hint: "Read the error log of the server, or of the proxy in front of it: the application stops early.",
  },
  "http2-error": {
    phase: "head",
    title: "HTTP/2 error",
    hint: "Use version 1.1 to see whether only HTTP/2 is broken, and read the server's error log.",
  },
  "quic-timeout": {
    phase: "tls",
    title: "No QUIC answer",
    hint: "Allow UDP to this port, or use version 2: a firewall that drops UDP, or a server without HTTP/3, stays silent.",
  },
  "quic-failed": {
    phase: "tls",
    title: "No HTTP/3",
    hint: "Use version 2, or enable HTTP/3 in the server's settings.",
  },
  "http1-required": {
    phase: "head",
    title: "HTTP/1.1 required",
    hint: "Use version 1.1, which the server requires for this request.",
  },
  "invalid-framing": {
    phase: "body",
    title: "Invalid content length",
    hint: "Let only the server set Content-Length: an application and a proxy that both set it disagree.",
  },
  "malformed-chunks": {
    phase: "body",
    title: "Malformed chunked content",
    hint: "Let only the server do the chunking: content declared as chunked was sent unchunked.",
  },
  "closed-in-body": {
    phase: "body",
    title: "Content cut off",
    hint: "Look for a script that ends early, or a proxy with a limit or timeout; Content-Length may be too large.",
  },
  "body-timeout": {
    phase: "body",
    title: "Content timed out",
    hint: "Look for a script or a proxy that stops halfway; for a stream that never ends, use HEAD.",
  },
  timeout: {
    phase: "request",
    title: "Lookup timed out",
    hint: "Look it up again; the operator of this service can allow more time with --http-timeout.",
  },
} as const satisfies Record<string, FailureKind>;
