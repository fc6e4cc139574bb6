/** Fields that all pages have as responses. Pure. */

import { accepts } from "../api/answer.ts";

/** A page loads its own stylesheet, script and icon, and nothing else. @param ancestors origins whose pages may frame it */
export function contentPolicy(ancestors: readonly string[] = []): string {
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors.join(" ") || "'none'"}`;
}

/** Fields of every page. */
export const PAGE_FIELDS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": contentPolicy(),
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

/** Whether the client would rather have HTML than JSON; one that accepts anything, and names neither, would not. */
export function prefersHtml(accept: string | null): boolean {
  const list = accept ?? "";
  if (!/html/i.test(list)) return false;
  const html = Math.max(weightOf(list, "text/html"), weightOf(list, "application/xhtml+xml"));
  return html > weightOf(list, "application/json");
}

/** The weight of a media type that a preference list names, 0 where it does not (RFC 9110 section 12.4.2). */
function weightOf(list: string, token: string): number {
  const members = list.split(",").map((member) => member.split(";").map((part) => part.trim().toLowerCase()));
  const named = members.find(([name]) => name === token);
  if (!named) return 0;
  const weight = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(
    named.find((part) => part.startsWith("q=")) ?? "q=1",
  );
  return Number(weight?.[1] ?? 0);
}

/** Whether the client reads HTML: command-line clients name no media type or any (RFC 9110 section 12.5.1). */
export function wantsHtml(accept: string | null): boolean {
  return accepts(accept, "text/html") || accepts(accept, "application/xhtml+xml");
}
