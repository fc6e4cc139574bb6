/** Response headers of all pages, and content negotiation. Pure. */

import { accepts } from "../api/answer.ts";

/** Allows the page's own style sheet, script and icon. @param ancestors origins that may frame it */
export function contentPolicy(ancestors: readonly string[] = []): string {
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors.join(" ") || "'none'"}`;
}

export const PAGE_FIELDS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": contentPolicy(),
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

/** True if Accept names HTML and prefers it to JSON; wildcards do not count. */
export function prefersHtml(accept: string | null): boolean {
  const list = accept ?? "";
  if (!/html/i.test(list)) return false;
  const html = Math.max(weightOf(list, "text/html"), weightOf(list, "application/xhtml+xml"));
  return html > weightOf(list, "application/json");
}

/** Weight of a media type in a preference list, 0 if not named (RFC 9110 section 12.4.2). */
function weightOf(list: string, token: string): number {
  const members = list.split(",").map((member) => member.split(";").map((part) => part.trim().toLowerCase()));
  const named = members.find(([name]) => name === token);
  if (!named) return 0;
  const weight = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(
    named.find((part) => part.startsWith("q=")) ?? "q=1",
  );
  return Number(weight?.[1] ?? 0);
}

/** True if Accept names HTML; command-line clients send no Accept or a wildcard (RFC 9110 section 12.5.1). */
export function wantsHtml(accept: string | null): boolean {
  return accepts(accept, "text/html") || accepts(accept, "application/xhtml+xml");
}
