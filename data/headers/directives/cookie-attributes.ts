/** Attributes of Set-Cookie: RFC 6265 and its revision, CHIPS. Keys in lower case; SameSite values and name prefixes below. */

import { wordTable } from "../../word-table.ts";

export const cookieAttributes = wordTable({
  expires: "Date of deletion. Without it and Max-Age, the cookie ends with the browser session.",
  "max-age":
    "Lifetime of the cookie in seconds; takes precedence over Expires. Zero or less deletes it. Chromium and Firefox cap it at 400 days.",
  domain: "Also sends the cookie to all subdomains of this domain. Without it, only the exact host gets it.",
  path: "Sends the cookie only to URLs below this path. It does not protect against other paths of the site.",
  secure: "Sends the cookie over HTTPS only.",
  httponly: "Hides the cookie from scripts, so injected scripts cannot steal it.",
  samesite: "Whether the browser sends the cookie with requests from other sites.",
  "samesite=strict": "Never sent with requests from another site, not even when following a link.",
  "samesite=lax":
    "Sent with links from other sites, but not with their forms, frames or images. The default in Chromium.",
  "samesite=none":
    "Sent with every request, from any site. Needs Secure, except in Safari; third-party cookie blocking may still drop it.",
  partitioned:
    "Stored separately for each top-level site (CHIPS), so embedded content keeps state without tracking. Needs Secure.",
  priority: "Chromium only: low, medium or high. Cookies with low are deleted first if there are too many.",
  "priority=low": "Among the first to be deleted when a domain has too many cookies. Chromium only.",
  "priority=medium": "The default order of deletion when a domain has too many cookies. Chromium only.",
  "priority=high": "Among the last to be deleted when a domain has too many cookies. Chromium only.",
  sameparty: "Sent within a set of related sites. Abandoned with its proposal.",
  version: "The cookie version of RFC 2109 and RFC 2965. Ignored by browsers.",
  comment: "A note on the cookie's purpose by RFC 2109. Ignored by browsers.",
  commenturl: "The address of a note by RFC 2965. Ignored by browsers.",
  discard: "Deletion at the end of the session by RFC 2965. Ignored by browsers.",
  port: "The ports to which the cookie goes, by RFC 2965. Ignored by browsers.",
  "__secure-": "Name prefix: browsers accept the cookie only with Secure and over HTTPS.",
  "__host-":
    "Name prefix: accepted only with Secure, Path=/ and without Domain, so it belongs to exactly one host.",
  "__http-":
    "Name prefix: Chromium and Firefox accept it only with Secure and HttpOnly, so no script can have set it.",
  "__host-http-":
    "Name prefix: the conditions of __Host- and of __Http- together; Safari checks only those of __Host-.",
});
