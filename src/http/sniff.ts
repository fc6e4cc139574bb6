/** What a server speaks that does not speak HTTP, by its first bytes. */

const openings: readonly (readonly [opening: RegExp, protocol: string])[] = [
  [/^SSH-/, "SSH"],
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
  [/^[\x14-\x17]\x03[\x00-\x04]/, "TLS; try https"],
  [/^\x00\x00[\s\S]\x04[\s\S]\x00\x00\x00\x00/, "HTTP/2 without negotiation"],
  [/^[\s\S]{3}\x00\x0a[0-9]+\.[0-9]/, "MySQL"],
  [/^\s*(?:<!doctype|<html|<\?xml|<head|<body)/i, "content without a header section, as in HTTP/0.9"],
  [/^[{[]/, "JSON without a header section"],
];

/** `: it looks like SSH`, or nothing. */
export function otherProtocol(bytes: Uint8Array): string {
  const opening = Buffer.from(bytes.subarray(0, 256)).toString("latin1");
  const match = openings.find(([pattern]) => pattern.test(opening));
  return match ? `: it looks like ${match[1]}` : "";
}
