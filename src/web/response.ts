/** What pages have in common as responses. Pure. */

import { accepts } from "../content.ts";

/** Fields of every page: it loads its own stylesheet and icon, and nothing else. */
export const PAGE_FIELDS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

/** Whether the client reads HTML: command-line clients name no media type or any (RFC 9110 section 12.5.1). */
export function wantsHtml(accept: string | null): boolean {
  return accepts(accept, "text/html") || accepts(accept, "application/xhtml+xml");
}
