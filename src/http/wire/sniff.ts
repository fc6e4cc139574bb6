/** The protocol of a server that does not speak HTTP, by its first bytes. */

export interface OtherProtocol {
  readonly name: string;
  /** The remedy. */
  readonly hint: string;
}

const WEB_PORTS = "web servers listen on 80 and 443, or often on 8080 and 8443.";

const openings: readonly (readonly [opening: RegExp, protocol: string, hint?: string])[] = [
  [/^SSH-/, "SSH", `Log in there with ssh, or name the port of the web server: ${WEB_PORTS}`],
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

/** The protocol that begins so; undefined for none that is known. */
export function otherProtocol(bytes: Uint8Array): OtherProtocol | undefined {
  const opening = Buffer.from(bytes.subarray(0, 256)).toString("latin1");
  const match = openings.find(([pattern]) => pattern.test(opening));
  if (!match) return undefined;
  const [, name, hint = `Name the port of the web server: ${WEB_PORTS}`] = match;
  return { name, hint };
}
