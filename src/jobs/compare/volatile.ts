/** Detects differences without meaning: values that vary from response to response. Pure. */

import { OF_CONTENT } from "../../../data/compare-words.ts";
import type { Difference } from "./schema.ts";

/** Fields and verdicts that vary with each response. */
const VOLATILE =
  /^(?:date|age|expires|server-timing|traceparent|tracestate|nel|report-to|cf-ray|alt-used|x-timer|x-runtime|x-served-by|x-cache-hits|x-(?:.*-)?(?:request|trace|correlation|transaction|cf)-?id|x-amz-.*id.*|x-(?:.*-)?response-time|(?:x-)?ratelimit(?:-.*)?|x-varnish|x-github-request-id|request-id|etag-nonce|caching\.seen\.\w+)$/;

/** Random parts and times. Values that differ only in these parts are treated as equal. */
const PARTS: readonly RegExp[] = [
  /'nonce-[^']*'/g,
  /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi,
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT\b/g,
  /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)/g,
  /\b[0-9a-f]{16,}\b/gi,
  /(?<![\w+/=-])(?=[\w+/-]*\d)(?=[\w+/-]*[A-Za-z])[\w+/-]{20,}={0,2}/g,
];

/** Whether a field (lower case) describes one response, or the cache, node or limit that answered. */
export const isPassing = (name: string): boolean => VOLATILE.test(name) || OF_NODE.test(name);

/** Whether a field (lower case) or verdict differs only in varying parts; false if one side lacks it. */
export function isVolatile(name: string, a: string | undefined, b: string | undefined): boolean {
  if (VOLATILE.test(name)) return true;
  return a !== undefined && b !== undefined && masked(a) === masked(b);
}

function masked(value: string): string {
  return PARTS.reduce((text, part) => text.replace(part, "*"), value);
}

/** Fields that describe the cache, node or limit that answered: they vary without a change of the site. */
const OF_NODE =
  /^(?:(?:[\w-]+-)?cache(?:-status|-hits|-lookup)?|via|retry-after|(?:x-)?rate-?limit(?:-.*)?)$/;

/**
 * Differences from a baseline of the same URL. Omits times, and marks values of the content or session as
 * volatile, but not the presence of a field of the content, the weakness of an ETag or the attributes of a cookie.
 */
export function sinceBaseline(differences: readonly Difference[]): Difference[] {
  return differences
    .filter(({ kind }) => kind !== "time")
    .map((difference) => (isOfContent(difference) ? { ...difference, volatile: true as const } : difference));
}

function isOfContent({ kind, name, field = "", severity, a = "", b = "" }: Difference): boolean {
  // A heuristic lifetime increases with the age of the content (RFC 9111 section 4.2.2).
  if (kind === "verdict-changed")
    return /^(?:\w+\.)?caching\.\w+\.lifetime$/.test(name) && a !== "" && b !== "";
  if (kind.startsWith("field-") && OF_NODE.test(name)) return true;
  if (severity === "info" && OF_NODE.test(field)) return true;
  if (kind !== "field-changed") return false;
  if (name === "etag") return a.startsWith("W/") === b.startsWith("W/");
  if (name === "set-cookie") return withoutValue(a) === withoutValue(b);
  return OF_CONTENT.has(name);
}

const withoutValue = (cookie: string) => masked(cookie.replace(/=[^;]+/, "=*"));
