/** Why a step failed: ONE table of codes. A failing target is a value that is reported, never an error of ours. */

export type Phase = "url" | "policy" | "dns" | "tcp" | "tls" | "request" | "head" | "body";

export interface FailureKind {
  readonly phase: Phase;
  /** A few words; the `statusMessage` of the step. */
  readonly title: string;
  /** What a person can do next. */
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
    hint: "Whoever runs this service can permit the port with --http-ports; the command line permits every port unless --public-only is given.",
  },
  "forbidden-address": {
    phase: "policy",
    title: "Address not permitted",
    hint: "Whoever runs this service can permit the address with --http-allow; the command line permits every address unless --public-only is given.",
  },
  "name-not-found": {
    phase: "dns",
    title: "Name not found",
    hint: "Check how the name is spelled, and that it is registered; a new name can take hours to be known everywhere.",
  },
  "name-without-address": {
    phase: "dns",
    title: "Name without address",
    hint: "Add an A or AAAA record to the name, or ask for the name that has one, often the one with www in front.",
  },
  "other-network": {
    phase: "dns",
    title: "No address in this network",
    hint: "Look it up without naming the network, or add an A record for IPv4 or an AAAA record for IPv6.",
  },
  "dns-failed": {
    phase: "dns",
    title: "Name resolution failed",
    hint: "Check the name's DNS servers and its DNSSEC signatures: resolvers give no answer while these are broken.",
  },
  "dns-timeout": {
    phase: "dns",
    title: "Name resolution timed out",
    hint: "Check that the name's DNS servers run and can be reached; then look it up again.",
  },
  "connection-refused": {
    phase: "tcp",
    title: "Connection refused",
    hint: "Check that the server runs, that it listens on this address and not on 127.0.0.1 only, and that the port is right.",
  },
  "connect-timeout": {
    phase: "tcp",
    title: "Connection timed out",
    hint: "Check that the server runs and that a firewall lets this port through.",
  },
  unreachable: {
    phase: "tcp",
    title: "Server unreachable",
    hint: "Check the address, and the route to it: the network may have no IPv6, or the address may be of another network.",
  },
  "connect-failed": {
    phase: "tcp",
    title: "Connection failed",
    hint: "Look it up again; if it fails the same way, check the server's address and port.",
  },
  "not-tls": {
    phase: "tls",
    title: "The server does not speak TLS",
    hint: "Ask with http://, or name the port on which the server speaks TLS.",
  },
  "tls-closed": {
    phase: "tls",
    title: "TLS handshake broken off",
    hint: "Check that the server has a certificate for this name and that no firewall refuses this client; http:// may be answered.",
  },
  "tls-timeout": {
    phase: "tls",
    title: "TLS handshake timed out",
    hint: "Check that the server speaks TLS on this port; http:// may be answered.",
  },
  "tls-version": {
    phase: "tls",
    title: "No common TLS version",
    hint: "Switch TLS 1.2 and 1.3 on in the server's settings.",
  },
  "tls-handshake": {
    phase: "tls",
    title: "TLS handshake failed",
    hint: "Compare the server's ciphers with those of browsers, and check that it has a certificate for this name.",
  },
  "tls-unknown-name": {
    phase: "tls",
    title: "Server name not served",
    hint: "Add the name to the server's settings and its certificate, or ask for a name that it serves.",
  },
  "tls-alpn": {
    phase: "tls",
    title: "No common HTTP version",
    hint: "Ask for another version of HTTP, or let the server offer http/1.1.",
  },
  "client-certificate": {
    phase: "tls",
    title: "Client certificate required",
    hint: "Only clients with a certificate of their own are let in; ask for a path or port that is open to all.",
  },
  "closed-without-response": {
    phase: "request",
    title: "No response",
    hint: "If the port speaks TLS, ask with https://; else read the server's error log for this time.",
  },
  "reset-without-response": {
    phase: "request",
    title: "Connection reset",
    hint: "Check that the server speaks HTTP on this port and that no firewall resets connections; the server's error log may say why.",
  },
  "head-timeout": {
    phase: "head",
    title: "Response timed out",
    hint: "Read the server's log: the request arrived, and what answers it is slow or waits for something itself.",
  },
  "head-too-large": {
    phase: "head",
    title: "Header section too large",
    hint: "Send fewer or smaller fields; cookies and policies are the usual reason.",
  },
  "too-many-informational": {
    phase: "head",
    title: "Too many interim responses",
    hint: "Send the final response; most clients give up at this many interim ones.",
  },
  "not-http": {
    phase: "head",
    title: "Not HTTP",
    hint: "Check the port: another protocol lives there.",
  },
  "malformed-status-line": {
    phase: "head",
    title: "Malformed status line",
    hint: "Check what writes the response: a script or proxy sends something before the status line.",
  },
  "closed-in-head": {
    phase: "head",
    title: "Header section cut off",
    hint: "Read the error log of the server, or of the proxy in front of it: what writes the response breaks off.",
  },
  "http2-error": {
    phase: "head",
    title: "HTTP/2 error",
    hint: "Ask for version 1.1 to see whether only HTTP/2 is broken, and read the server's error log.",
  },
  "quic-timeout": {
    phase: "tls",
    title: "No answer by QUIC",
    hint: "Let UDP through to this port, or ask for version 2: a firewall that drops UDP, or a server without HTTP/3, says nothing.",
  },
  "quic-failed": {
    phase: "tls",
    title: "No HTTP/3",
    hint: "Ask for version 2, or switch HTTP/3 on in the server's settings.",
  },
  "http1-required": {
    phase: "head",
    title: "HTTP/1.1 required",
    hint: "Ask for version 1.1, which the server wants for this request.",
  },
  "invalid-framing": {
    phase: "body",
    title: "Invalid length of content",
    hint: "Let the server alone set Content-Length: an application and a proxy that both set it disagree.",
  },
  "malformed-chunks": {
    phase: "body",
    title: "Malformed chunked content",
    hint: "Let the server alone do the chunking: content that says that it is chunked was sent as it is.",
  },
  "closed-in-body": {
    phase: "body",
    title: "Content cut off",
    hint: "Look for a script that ends early, or a proxy with a limit or timeout; Content-Length may be too large.",
  },
  "body-timeout": {
    phase: "body",
    title: "Content timed out",
    hint: "Look for a script or a proxy that stops halfway; a stream that never ends needs no content here, so ask with HEAD.",
  },
  timeout: {
    phase: "request",
    title: "Lookup timed out",
    hint: "Look it up again; whoever runs this service can give it more time with --http-timeout.",
  },
} as const satisfies Record<string, FailureKind>;

export type FailureCode = keyof typeof failureKinds;

/** What is known better than the table says it. */
export interface FailureFacts {
  readonly phase?: Phase | undefined;
  readonly hint?: string | undefined;
}

/** Ends a step. `phase` stands where it happened; the message tells what is wrong, `hint` what to do next. */
export class HttpFailure extends Error {
  readonly code: FailureCode;
  readonly phase: Phase;
  readonly hint: string;

  constructor(code: FailureCode, message: string, facts: FailureFacts = {}) {
    super(message);
    this.name = "HttpFailure";
    this.code = code;
    this.phase = facts.phase ?? failureKinds[code].phase;
    this.hint = facts.hint ?? failureKinds[code].hint;
  }
}
