/** Why a step failed: ONE table of codes. A failing target is a value that is reported, never an error of ours. */

export type Phase = "url" | "policy" | "dns" | "tcp" | "tls" | "request" | "head" | "body";

export interface FailureKind {
  readonly phase: Phase;
  /** A few words; the `statusMessage` of the step. */
  readonly title: string;
}

export const failureKinds = {
  "unusable-url": { phase: "url", title: "Unusable URL" },
  "forbidden-port": { phase: "policy", title: "Port not permitted" },
  "forbidden-address": { phase: "policy", title: "Address not permitted" },
  "name-not-found": { phase: "dns", title: "Name not found" },
  "dns-failed": { phase: "dns", title: "Name resolution failed" },
  "dns-timeout": { phase: "dns", title: "Name resolution timed out" },
  "connection-refused": { phase: "tcp", title: "Connection refused" },
  "connect-timeout": { phase: "tcp", title: "Connection timed out" },
  unreachable: { phase: "tcp", title: "Server unreachable" },
  "connect-failed": { phase: "tcp", title: "Connection failed" },
  "not-tls": { phase: "tls", title: "The server does not speak TLS" },
  "tls-closed": { phase: "tls", title: "TLS handshake broken off" },
  "tls-timeout": { phase: "tls", title: "TLS handshake timed out" },
  "tls-version": { phase: "tls", title: "No common TLS version" },
  "tls-handshake": { phase: "tls", title: "TLS handshake failed" },
  "tls-unknown-name": { phase: "tls", title: "Server name not served" },
  "tls-alpn": { phase: "tls", title: "No common HTTP version" },
  "client-certificate": { phase: "tls", title: "Client certificate required" },
  "closed-without-response": { phase: "request", title: "No response" },
  "reset-without-response": { phase: "request", title: "Connection reset" },
  "head-timeout": { phase: "head", title: "Response timed out" },
  "head-too-large": { phase: "head", title: "Header section too large" },
  "too-many-informational": { phase: "head", title: "Too many interim responses" },
  "not-http": { phase: "head", title: "Not HTTP" },
  "malformed-status-line": { phase: "head", title: "Malformed status line" },
  "closed-in-head": { phase: "head", title: "Header section cut off" },
  "http2-error": { phase: "head", title: "HTTP/2 error" },
  "invalid-framing": { phase: "body", title: "Invalid length of content" },
  "malformed-chunks": { phase: "body", title: "Malformed chunked content" },
  "closed-in-body": { phase: "body", title: "Content cut off" },
  "body-timeout": { phase: "body", title: "Content timed out" },
  timeout: { phase: "request", title: "Lookup timed out" },
} as const satisfies Record<string, FailureKind>;

export type FailureCode = keyof typeof failureKinds;

/** Ends a step. `phase` stands where it happened; the message tells a person what is wrong and what to do next. */
export class HttpFailure extends Error {
  readonly code: FailureCode;
  readonly phase: Phase;

  constructor(code: FailureCode, message: string, phase: Phase = failureKinds[code].phase) {
    super(message);
    this.name = "HttpFailure";
    this.code = code;
    this.phase = phase;
  }
}
