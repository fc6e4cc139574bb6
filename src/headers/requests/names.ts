/** Names of request fields that are misspelt, and fields that override what the request line says. */

import { describeField } from "../catalogue.ts";
import { type Context, type ExplainedLine, rule } from "../field.ts";
import { problem } from "../problem.ts";
import { rfc9110 } from "../reading/specs.ts";
import { suggest } from "../suggest.ts";
import { request } from "./example.ts";

/** Fields that people write into requests by hand. */
const MEANT = [
  "accept accept-charset accept-encoding accept-language authorization cache-control content-encoding content-length",
  "content-type cookie expect forwarded host if-match if-modified-since if-none-match if-range if-unmodified-since",
  "origin pragma prefer proxy-authorization range referer transfer-encoding upgrade user-agent x-csrf-token",
  "x-forwarded-for x-forwarded-host x-forwarded-port x-forwarded-proto x-real-ip x-requested-with",
]
  .join(" ")
  .split(" ");
/** Not near, and yet always meant. */
const MISTAKEN: ReadonlyMap<string, string> = new Map([
  ["authentication", "authorization"],
  ["authenticate", "authorization"],
  ["cookies", "cookie"],
  ["if-not-modified-since", "if-modified-since"],
  ["x-forwarded-by", "x-forwarded-for"],
  ["useragent", "user-agent"],
]);
const OVERRIDING: ReadonlyMap<string, string> = new Map([
  ["x-http-method-override", "the method"],
  ["x-http-method", "the method"],
  ["x-method-override", "the method"],
  ["x-original-url", "the URL"],
  ["x-rewrite-url", "the URL"],
  // Next.js before 15.2.3 and 14.2.25 (CVE-2025-29927).
  ["x-middleware-subrequest", "the middleware"],
]);
/** More names that nobody knows than any honest request has. */
const MOST_UNKNOWN = 50;

interface Misspelt {
  readonly line: ExplainedLine;
  readonly meant: string;
}

/** Fields whose names nobody knows, with the ones that may be meant. */
function misspelt({ all }: Context): readonly Misspelt[] {
  const unknown = all.filter(({ line: { name, flaws } }) => {
    const isKnown = describeField(name) !== undefined && !MISTAKEN.has(name);
    return !isKnown && !name.startsWith(":") && name.length >= 4 && name.length <= 40 && flaws.length === 0;
  });
  return unknown.slice(0, MOST_UNKNOWN).flatMap((line) => {
    const { name } = line.line;
    const meant = MISTAKEN.get(name) ?? suggest(name, MEANT, name.length > 8 ? 2 : 1);
    return meant ? [{ line, meant: describeField(meant)?.name ?? meant }] : [];
  });
}

export const requestNames = rule([
  problem({
    id: "request-overridden",
    severity: "warning",
    link: rfc9110("section-9.1"),
    summary: "A field overrides the request's method or URL, which bypasses proxies and access rules.",
    detectAll: ({ all }) => all.filter(({ line }) => OVERRIDING.has(line.name)),
    title: ({ line }) =>
      `${line.sent} overrides ${OVERRIDING.get(line.name)} of the request, bypassing proxies and access rules.`,
    at: (line) => line,
    bad: request(["X-Original-URL: /admin"]),
    good: request(["X-Requested-With: XMLHttpRequest"]),
  }),
  problem({
    id: "request-field-name-typo",
    severity: "warning",
    link: rfc9110("section-5.1"),
    summary: "A request's field name is misspelt, so the field has no effect.",
    detectAll: misspelt,
    title: ({ line, meant }) => `${line.line.sent} is not a known field (did you mean ${meant}?).`,
    at: ({ line }) => line,
    send: ({ line, meant }) => `${meant}: ${line.line.value}`,
    bad: request(["Referrer: https://example.com/"]),
    good: request(["Referer: https://example.com/"]),
  }),
]);
