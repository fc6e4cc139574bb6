/**
 * Words of protocols: codes and names from their specifications (RFC 9113 section 7, RFC 1928 section 6, RFC 1035
 * section 4.1.1, BoringSSL's and c-ares' errors), and the first bytes of protocols other than HTTP. The sentences
 * are ours (as of 2026-11).
 */

import type { failureKinds } from "./failures.ts";
import { wordTable } from "./word-table.ts";

export const WEB_PORTS = "web servers listen on 80 and 443, or often on 8080 and 8443.";

/** First bytes, name of the protocol, advice. */
export const PROTOCOL_OPENINGS: readonly (readonly [opening: RegExp, protocol: string, hint?: string])[] = [
  [/^SSH-/, "SSH", `Log in with ssh, or use the port of the web server: ${WEB_PORTS}`],
  [/^220[ -][^\r\n]*(?:ftp|filezilla|vsftpd)/i, "FTP"],
  [/^220[ -]/, "SMTP or FTP"],
  [/^\+OK/, "POP3"],
  [/^\* (?:OK|PREAUTH|BYE)/, "IMAP"],
  [/^RFB \d/, "VNC"],
  [/^RTSP\//, "RTSP"],
  [/^SIP\//, "SIP"],
  [/^ICY /, "SHOUTcast streaming"],
  [/^@RSYNCD:/, "rsync"],
  [/^-ERR|^-NOAUTH|^-DENIED/, "Redis"],
  [/^:[^ ]+ (?:NOTICE|\d{3}) |^NOTICE AUTH/, "IRC"],
  [/^[\x14-\x17]\x03[\x00-\x04]/, "TLS", "Use https:// on this port."],
  [
    /^\x00\x00[\s\S]\x04[\s\S]\x00\x00\x00\x00/,
    "HTTP/2 without negotiation",
    "Use https://, where the version is negotiated, or let the server accept HTTP/1.1 on this port as well.",
  ],
  [/^[\s\S]{3}\x00\x0a[0-9]+\.[0-9]/, "MySQL"],
  [
    /^\s*(?:<!doctype|<html|<\?xml|<head|<body)/i,
    "content without a header section, as in HTTP/0.9",
    "Let the server or script send a status line and a header section before the content.",
  ],
  [
    /^[{[]/,
    "JSON without a header section",
    "Let the server or script send a status line and a header section before the content.",
  ],
];

/** Error codes of HTTP/2 (RFC 9113 section 7). */
export const HTTP2_ERRORS = [
  "NO_ERROR",
  "PROTOCOL_ERROR",
  "INTERNAL_ERROR",
  "FLOW_CONTROL_ERROR",
  "SETTINGS_TIMEOUT",
  "STREAM_CLOSED",
  "FRAME_SIZE_ERROR",
  "REFUSED_STREAM",
  "CANCEL",
  "COMPRESSION_ERROR",
  "CONNECT_ERROR",
  "ENHANCE_YOUR_CALM",
  "INADEQUATE_SECURITY",
  "HTTP_1_1_REQUIRED",
];

/** Reply codes of SOCKS5 (RFC 1928 section 6). */
export const SOCKS_REPLIES = [
  "",
  "general failure",
  "not allowed by its rules",
  "network unreachable",
  "host unreachable",
  "connection refused",
  "time to live exceeded",
  "command not supported",
  "address type not supported",
];

const SERVFAIL = "its DNS servers fail or are misconfigured (SERVFAIL)";
const REFUSED = "the DNS server refuses to answer for it (REFUSED)";

/** Response codes of DNS servers. */
export const DNS_CODES: ReadonlyMap<number, string> = new Map([
  [1, "the DNS server did not understand the query (FORMERR)"],
  [2, SERVFAIL],
  [4, "the DNS server does not support this kind of query (NOTIMP)"],
  [5, REFUSED],
]);

/** Errors of the resolver. */
export const RESOLVER_ERRORS = wordTable({
  ESERVFAIL: SERVFAIL,
  EREFUSED: REFUSED,
  EBADNAME: "it is not a valid host name",
  EBADRESP: "the DNS server's answer is malformed",
  EFORMERR: "the DNS server did not understand the query",
  EAI_AGAIN: "the DNS servers did not answer; try again",
  ECONNREFUSED: "no server listens at the DNS server's address",
});

/** Errors of BoringSSL or the socket in a TLS handshake, with the failure that they mean. The first match counts. */
export const TLS_ERRORS: readonly (readonly [
  pattern: RegExp,
  failure: keyof typeof failureKinds,
  message: string,
])[] = [
  [
    /WRONG_VERSION_NUMBER|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG/,
    "not-tls",
    "The server answered without TLS on this port.",
  ],
  [
    /UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION/,
    "tls-version",
    "The server supports no TLS version from 1.0 to 1.3 in common with this client.",
  ],
  [/NO_APPLICATION_PROTOCOL/, "tls-alpn", "The server rejects the offered HTTP version (ALPN)."],
  [
    /CERTIFICATE_REQUIRED|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|UNKNOWN_CA/,
    "client-certificate",
    "The server requires a client certificate, which a lookup does not have.",
  ],
  [/UNRECOGNIZED_NAME/, "tls-unknown-name", "The server serves no site with this name (unrecognized_name)."],
  [
    /HANDSHAKE_FAILURE|NO_SHARED_CIPHER|INSUFFICIENT_SECURITY/,
    "tls-handshake",
    "The server rejects the handshake (handshake_failure): no common cipher, no site with this name, or a missing client certificate.",
  ],
  [
    /ECONNRESET|EPIPE|disconnected/,
    "tls-closed",
    "The server aborted the connection during the TLS handshake; it may reject this name or address.",
  ],
];
