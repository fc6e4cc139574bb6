/** Syntax of hosts and addresses in request headers. */

const BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = `${BYTE}(?:\\.${BYTE}){3}`;
const IPV6 = "[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*";

/** An IP address, IPv6 in brackets or not, with or without a port. */
export const ADDRESS = new RegExp(`^(?:${IPV4}(?::\\d{1,5})?|${IPV6}|\\[${IPV6}\\](?::\\d{1,5})?)$`);

/** uri-host [ ":" port ]: names (in practice with underscores), IPv4 and bracketed IPv6. */
export const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~!$&'()*+;=%-]+)(?::\d{0,5})?$/;

/** A node of Forwarded without its quotes (RFC 7239 section 6). */
export const NODE = new RegExp(
  `^(?:(?:${IPV4}|\\[${IPV6}\\]|unknown|_[A-Za-z0-9._-]+)(?::(?:\\d{1,5}|_[A-Za-z0-9._-]+))?)$`,
  "i",
);
