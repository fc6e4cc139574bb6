/** Problems between several headers, or between a request and its response. */

import type { Dictionary } from "../../syntax/structured-fields.ts";
import { type AnyField, type Context, problem, rule, ruleOn } from "../field.ts";
import { cacheControl } from "../fields/cache-control/cache-control.ts";
import { COMPRESSING, contentEncoding } from "../fields/content-encoding.ts";
import { carriesLogin } from "../fields/cookies/known.ts";
import { deprecation } from "../fields/deprecation.ts";
import { signature, signatureInput } from "../fields/signatures/signatures.ts";
import { sunset } from "../fields/sunset.ts";
import { varyWith } from "../fields/vary.ts";
import { type Caching, explicitLifetime, pragmaOverrides } from "../verdicts/caching.ts";
import { day, duration, listing } from "../wording.ts";

/** Types that are often personal: pages and data, not styles, scripts and images. */
const PERSONAL = /^(?:text\/html|application\/(?:xhtml\+xml|json|[\w.-]+\+json))$/;
/** Formats that servers choose by Accept, and the extensions they replace. */
const MODERN_IMAGE = /^image\/(?:webp|avif|jxl)$/;
const OLD_ENDING = /\.(?:jpe?g|png|gif)$/i;

const typeOf = ({ verdicts }: Context) => verdicts.declared;
const cacheLine = (_: unknown, { lines }: Context) => lines(cacheControl)[0];

/** Lifetime in seconds that the response sets for shared caches; 0 if they do not store it. */
function sharedSeconds({ verdicts: { caching } }: Context): number {
  return caching?.shared.stores ? (explicitLifetime(caching.shared) ?? 0) : 0;
}

function loginOf(context: Context): string | undefined {
  return context
    .request("cookie")
    ?.split(/[;,]/)
    .map((pair) => pair.split("=")[0]?.trim() ?? "")
    .find((name) => carriesLogin(name) === "yes");
}

/** Sec-Fetch-Site of the request, if Cross-Origin-Resource-Policy blocks its response. */
function refusedSite(context: Context): "cross-site" | "same-site" | undefined {
  const { embedding } = context.verdicts;
  const isPlain = ["no-cors", undefined].includes(context.request("sec-fetch-mode"));
  const isPage = ["document", "empty"].includes(context.request("sec-fetch-dest") ?? "");
  if (!embedding || !isPlain || isPage) return undefined;
  const site =
    context.request("sec-fetch-site") ?? (context.verdicts.isThirdParty ? "cross-site" : undefined);
  if (site === "cross-site" && !embedding.crossSite) return site;
  return site === "same-site" && !embedding.sameSite ? site : undefined;
}

/** Pages that may frame this one, if the requesting page may not. */
function refusedFrame({ request, verdicts: { framing } }: Context): string | false {
  const site = request("sec-fetch-site") ?? "none";
  if (site === "none" || !/^i?frame$/.test(request("sec-fetch-dest") ?? "")) return false;
  if (framing?.by === "nobody") return "nobody";
  return framing?.by === "same-origin" && site !== "same-origin" && "only its own origin";
}

export const across = rule([
  problem("event-stream-lifetime", "warning", "rfc9111#section-4.2", {
    detect(context) {
      const { caching } = context.verdicts;
      if (typeOf(context) !== "text/event-stream" || !caching?.private.stores) return undefined;
      const seconds = explicitLifetime(caching.private) ?? 0;
      return seconds > 0 && seconds;
    },
    title: (seconds) =>
      `Caches may replay old events of the stream for ${duration(seconds)}; use no-cache or no-store.`,
    at: cacheLine,
  }),
  problem("personal-in-shared-cache", "warning", "rfc9111#section-7.3", {
    detect(context) {
      const login = loginOf(context);
      const seconds = login === undefined ? 0 : sharedSeconds(context);
      const varies = context.verdicts.varies.some((name) => name === "cookie" || name === "*");
      return seconds > 0 && !varies && PERSONAL.test(typeOf(context)) && login;
    },
    title: (login) =>
      `Shared caches may reuse a response to requests with ${login}; if personal, use private.`,
    at: cacheLine,
  }),
  problem("cross-origin-resource-policy-refused", "warning", "fetch#cross-origin-resource-policy-header", {
    detect: refusedSite,
    title: (site, { named }) =>
      `Cross-Origin-Resource-Policy: ${named("cross-origin-resource-policy")[0]?.line.value} blocks the response from the requesting page, which is ${site}.`,
    at: (_, { named }) => named("cross-origin-resource-policy")[0],
  }),
  problem("frame-refused", "warning", "csp3#directive-frame-ancestors", {
    detect: refusedFrame,
    title: (who, { verdicts: { framing } }) =>
      `${framing?.from === "x-frame-options" ? "X-Frame-Options" : "frame-ancestors"} allows ${who}: browsers do not show the page in this frame.`,
  }),
  problem("vary-accept-missing", "warning", "rfc9110#section-12.5.5", {
    detect(context) {
      const isOther = MODERN_IMAGE.test(typeOf(context)) && OLD_ENDING.test(context.url?.pathname ?? "");
      const { varies, caching } = context.verdicts;
      const isKnown = varies.some((name) => name === "accept" || name === "*");
      return context.status === 200 && isOther && !isKnown && caching?.shared.stores === true;
    },
    title: (_, context) =>
      `Vary lacks Accept: caches may send ${typeOf(context)} for .${context.url?.pathname.split(".").pop()} to clients that cannot show it.`,
    at: (_, context) => varyWith(context, ["Accept"])[0],
    send: (_, context) => varyWith(context, ["Accept"])[1],
  }),
  problem("compressed-twice", "warning", "rfc9112#section-7", {
    detect(context) {
      const isCompressing = (coding: string) => COMPRESSING.test(coding);
      const content = context.values(contentEncoding).flat().find(isCompressing);
      const codings = context.named("transfer-encoding").flatMap(({ line }) => line.value.split(","));
      const transfer = codings.map((coding) => coding.replace(/;.*/s, "").trim()).find(isCompressing);
      return content !== undefined && transfer !== undefined && { content, transfer };
    },
    title: ({ content, transfer }) =>
      `Transfer-Encoding (${transfer}) compresses what Content-Encoding (${content}) has compressed: few clients undo both.`,
    at: (_, { named }) => named("transfer-encoding")[0],
  }),
  problem("accept-patch-missing", "warning", "rfc5789#section-3.1", {
    detect: ({ status, method, has }) => status === 415 && method === "PATCH" && !has("accept-patch"),
  }),
]);

function labelsOf(context: Context) {
  if (!context.has("signature") && !context.has("signature-input")) return undefined;
  return { signed: labels(context, signature), covered: labels(context, signatureInput) };
}

function labels(context: Context, field: AnyField<Dictionary>): Set<string> {
  return new Set(context.values(field).flatMap((members) => [...members.keys()]));
}

/** Labels in `some` that `others` lack, six at most. */
function lacking(some: ReadonlySet<string>, others: ReadonlySet<string>): string | undefined {
  const missing = [...some].filter((label) => !others.has(label)).slice(0, 6);
  return missing.length > 0 ? listing(missing) : undefined;
}

/** Signature and Signature-Input: the same labels must be in both headers (RFC 9421 section 4). */
export const signatures = ruleOn(labelsOf, [
  problem("signature-input-missing", "error", "rfc9421#section-4.2", {
    detect: ({ signed, covered }) => lacking(signed, covered),
    title: (missing) => `Signature-Input has no entry for ${missing}, so verification fails.`,
  }),
  problem("signature-missing", "error", "rfc9421#section-4.1", {
    detect: ({ signed, covered }) => lacking(covered, signed),
    title: (missing) => `Signature has no entry for ${missing} of Signature-Input.`,
  }),
]);

const sunsetLine = (context: Context) => context.lines(sunset)[0];

/** Sunset and Deprecation together (RFC 9745 section 4). */
export const retirement = rule([
  problem("sunset-before-deprecation", "error", "rfc9745#section-4", {
    detect(context) {
      const until = sunsetLine(context)?.parsed?.ms;
      const from = context.values(deprecation)[0];
      return until !== undefined && from !== undefined && until < from && { until, from };
    },
    title: ({ until, from }) => `Sunset (${day(until)}) is earlier than Deprecation (${day(from)}).`,
    at: (_, context) => sunsetLine(context),
  }),
]);

function cachingOf({ verdicts }: Context): Caching | undefined {
  return verdicts.caching;
}

/** Effects in browser caches that the author probably did not intend. */
export const browserCache = ruleOn(cachingOf, [
  problem("redirect-remembered", "info", "rfc9111#section-4.2.2", {
    detect: ({ browser }, { status, has }) =>
      browser?.remembered === "for good" && (status === 301 || status === 308) && has("location"),
    title: (_, _seen, { status }) =>
      `${status} without a lifetime: Chrome keeps it indefinitely${status === 301 ? ", Safari for a year" : ""}.`,
  }),
  problem("pragma-against-lifetime", "warning", "rfc9111#section-5.4", {
    detect: (caching) => pragmaOverrides(caching),
    title: (_, { private: { lifetime } }) =>
      `Pragma: no-cache makes browsers revalidate each use, although max-age allows ${duration(lifetime ?? 0)}.`,
    at: (_, _seen, { named }) => named("pragma")[0],
  }),
]);
