/** Problems of a whole request: framing, and headers that belong in responses. */

import { wordList, wordTexts } from "../../../data/headers/words.ts";
import { describeField } from "../catalogue.ts";
import { type AnyRule, type Context, type ExplainedLine, problem, rule, ruleOn } from "../field.ts";
import { signatures } from "../rules/across.ts";
import { lines } from "../rules/lines.ts";
import { suggest } from "../suggest.ts";
import { quote } from "../wording.ts";
import { fetchMetadata, requestCodings, requestConditions, requestConnection } from "./contradictions.ts";
import { disclosure } from "./credentials.ts";
import { request } from "./example.ts";
import { pseudoFields } from "./pseudo-fields.ts";
import { describedContent, withoutEffect } from "./without-effect.ts";

/** Headers that developers set by hand, suggested for misspelt names. */
const MEANT = wordList("request fields set by hand");
/** Misspellings too distant for `suggest`, but unambiguous. */
const MISTAKEN = wordTexts("mistaken names of request fields");
/** Next.js read x-middleware-subrequest before 15.2.3 and 14.2.25 (CVE-2025-29927). */
const OVERRIDING = wordTexts("request fields that override a request");
/** Maximum unknown names checked; legitimate requests have fewer. */
const MOST_UNKNOWN = 50;

/** Unknown header names, each with the likely name. */
function misspelt({ all }: Context) {
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

const requestNames = rule([
  problem("request-overridden", "warning", "rfc9110#section-9.1", {
    detectAll: ({ all }) => all.filter(({ line }) => OVERRIDING.has(line.name)),
    title: ({ line }) =>
      `${line.sent} overrides ${OVERRIDING.get(line.name)} of the request, bypassing proxies and access rules.`,
    bad: request(["X-Original-URL: /admin"]),
    good: request(["X-Requested-With: XMLHttpRequest"]),
  }),
  problem("request-field-name-typo", "warning", "rfc9110#section-5.1", {
    detectAll: misspelt,
    title: ({ line, meant }) => `${line.line.sent} is not a known header (did you mean ${meant}?).`,
    send: ({ line, meant }) => `${meant}: ${line.line.value}`,
    bad: request(["Referrer: https://example.com/"]),
    good: request(["Referer: https://example.com/"]),
  }),
]);

function otherOrigin({ named }: Context) {
  const [origin] = named("origin");
  const [referer] = named("referer");
  const page = referer && URL.parse(referer.line.value);
  if (!origin || !page || !/^https?:/.test(page.protocol)) return undefined;
  const { value } = origin.line;
  if (!/^https?:/.test(value) || value === page.origin || URL.parse(value)?.origin === page.origin)
    return undefined;
  return { origin, other: page.origin };
}

const ELDERS = [
  ["x-forwarded-for", "for"],
  ["x-forwarded-proto", "proto"],
] as const;

/** The first hop of Forwarded, and the older header that names another. */
function contradicting({ named }: Context) {
  const [forwarded] = named("forwarded");
  return ELDERS.flatMap(([name, parameter]) => {
    const [elder] = named(name);
    const first = elder?.line.value.split(",")[0]?.trim().toLowerCase();
    const said = new RegExp(`\\b${parameter}="?\\[?([^",;\\]]+)`, "i")
      .exec(forwarded?.line.value ?? "")?.[1]
      ?.toLowerCase();
    return elder && first !== undefined && said !== undefined && first !== said
      ? [{ elder, first, says: `${parameter}=${said}` }]
      : [];
  });
}

const whereFrom = rule([
  problem("origin-referer-mismatch", "warning", "fetch#origin-header", {
    detect: otherOrigin,
    title: ({ origin, other }) => `Origin is ${quote(origin.line.value)}, but Referer is a page on ${other}.`,
    at: ({ origin }) => origin,
    bad: request(["Origin: https://a.example", "Referer: https://b.example/"]),
    good: request(["Origin: https://a.example", "Referer: https://a.example/"]),
  }),
  problem("forwarded-twice", "warning", "rfc7239#section-7.4", {
    detectAll: contradicting,
    title: ({ elder, first, says }) => `Forwarded says ${says}, but ${elder.line.sent} says ${quote(first)}.`,
    at: ({ elder }) => elder,
    bad: request(["Forwarded: for=192.0.2.1", "X-Forwarded-For: 198.51.100.7"]),
    good: request(["Forwarded: for=192.0.2.1", "X-Forwarded-For: 192.0.2.1"]),
  }),
]);

/** Methods whose content has no defined meaning (RFC 9110 section 9.3). */
const WITHOUT_CONTENT: ReadonlySet<string> = new Set(["GET", "HEAD", "DELETE", "TRACE", "CONNECT"]);

function contentOf({ named, method }: Context) {
  const [length] = named("content-length");
  const [coding] = named("transfer-encoding");
  const [expects] = named("expect");
  const hasNoUse = method !== undefined && WITHOUT_CONTENT.has(method);
  return { length, coding, expects, method, hasNoUse };
}

const requestContent = ruleOn(contentOf, [
  problem("request-content-undefined", "warning", "rfc9110#section-9.3.1", {
    detect: ({ hasNoUse, coding, length }) =>
      hasNoUse && (coding ?? (length?.line.value === "0" ? undefined : length)),
    title: ({ line }, { method }) =>
      `${line.sent} announces content, for which ${method} defines no meaning.`,
    bad: request(["Content-Length: 5"]),
    good: request(["Content-Length: 5"], { method: "POST" }),
  }),
  problem("expect-without-content", "warning", "rfc9110#section-10.1.1", {
    detect: ({ expects, length, coding, hasNoUse }) =>
      (length?.line.value === "0" || (hasNoUse && !length && !coding)) && expects,
    bad: request(["Expect: 100-continue"]),
    good: request(["Expect: 100-continue", "Content-Length: 5"], { method: "POST" }),
  }),
  problem("request-length-and-encoding", "error", "rfc9112#section-6.1", {
    detect: ({ length, coding }) => coding && length,
    bad: request(["Content-Length: 5", "Transfer-Encoding: chunked"], { method: "POST" }),
    good: request(["Transfer-Encoding: chunked"], { method: "POST" }),
  }),
]);

/** Methods that may upload a part of the content. */
const PUTS: ReadonlySet<string> = new Set(["PUT", "PATCH", "POST"]);

function meansNothing({ line: { name } }: ExplainedLine, method = ""): boolean {
  // A PUT may upload a part with Content-Range (RFC 9110 section 14.5).
  if (name === "content-range" && PUTS.has(method)) return false;
  const entry = describeField(name);
  return entry?.direction === "response" && entry.status !== "vendor";
}

const misplacedInRequest = rule([
  problem("response-field-in-request", "warning", "rfc9110#section-6.3", {
    detectAll: ({ all, method }) => all.filter((line) => meansNothing(line, method)),
    title: ({ line }) => `${line.sent} is a response header and has no meaning in a request.`,
    bad: request(["Set-Cookie: a=b"]),
    good: request(["Cookie: a=b"]),
  }),
  problem("if-modified-since-ignored", "info", "rfc9110#section-13.1.3", {
    detect: ({ named, has }) => has("if-none-match") && named("if-modified-since")[0],
    bad: request(['If-None-Match: "a"', "If-Modified-Since: Fri, 20 Nov 2026 10:00:00 GMT"]),
    good: request(['If-None-Match: "a"']),
  }),
]);

function wholeRequest(context: Context): Context | undefined {
  return context.message.isWholeRequest ? context : undefined;
}

const hostAndAgent = ruleOn(wholeRequest, [
  problem("host-missing", "error", "rfc9112#section-3.2", {
    detect: ({ message, has }) => message.hasRequestLine && !has("host") && !has(":authority"),
    bad: { lines: [], requestHeaders: ["GET / HTTP/1.1", "Accept: */*"] },
    good: { lines: [], requestHeaders: ["GET / HTTP/1.1", "Host: example.com", "User-Agent: a/1"] },
  }),
  problem("user-agent-missing", "info", "rfc9110#section-10.1.5", {
    // Without Host, the lines may be an excerpt.
    detect: ({ has, message }) =>
      (message.hasRequestLine || has("host") || has(":authority")) && !has("user-agent"),
    bad: { lines: [], requestHeaders: ["GET / HTTP/1.1", "Host: example.com"] },
    good: { lines: [], requestHeaders: ["GET / HTTP/1.1", "Host: example.com", "User-Agent: a/1"] },
  }),
]);

export const requestRules: readonly AnyRule[] = [
  lines,
  signatures,
  requestNames,
  pseudoFields,
  requestConditions,
  fetchMetadata,
  requestConnection,
  describedContent,
  disclosure,
  withoutEffect,
  requestCodings,
  whereFrom,
  requestContent,
  misplacedInRequest,
  hostAndAgent,
];
