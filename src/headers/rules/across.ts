/** Problems between several headers, or between a request and its response. */

import { type Context, problem, rule } from "../field.ts";
import { cacheControl } from "../fields/cache-control/cache-control.ts";
import { contentEncoding } from "../fields/content-encoding.ts";
import { carriesLogin } from "../fields/cookies/known.ts";
import { varyWith } from "../fields/vary.ts";
import { explicitLifetime } from "../verdicts/caching.ts";
import { duration } from "../wording.ts";

const URL_HERE = "https://shop.example/account";
const PHOTO = "https://shop.example/photo.jpg";
const JSON_TYPE = "Content-Type: application/json";
const LOGGED_IN = ["Cookie: PHPSESSID=k3v4q2"];

/** Types that are often personal: pages and data, not styles, scripts and images. */
const PERSONAL = /^(?:text\/html|application\/(?:xhtml\+xml|json|[\w.-]+\+json))$/;
const COMPRESSING = /^(?:x-)?(?:gzip|compress|deflate|br|zstd)$/i;
/** Formats that servers choose by Accept, and the extensions they replace. */
const MODERN_IMAGE = /^image\/(?:webp|avif|jxl)$/;
const OLD_ENDING = /\.(?:jpe?g|png|gif)$/i;

const typeOf = ({ verdicts }: Context) => verdicts.declared;
const cacheLine = (_: unknown, { lines }: Context) => lines(cacheControl)[0];

/** Lifetime in shared caches set by a header. Seconds. */
function sharedSeconds({ verdicts: { caching } }: Context): number {
  return caching?.shared.stores ? (explicitLifetime(caching.shared) ?? 0) : 0;
}

/** The login cookie of the request. */
function loginOf(context: Context): string | undefined {
  return context
    .request("cookie")
    ?.split(/[;,]/)
    .map((pair) => pair.split("=")[0]?.trim() ?? "")
    .find((name) => carriesLogin(name) === "yes");
}

/** The relation of the embedding page, if Cross-Origin-Resource-Policy blocks it. */
function refusedSite(context: Context): "cross-site" | "same-site" | undefined {
  const { embedding } = context.verdicts;
  const isPlain = ["no-cors", undefined].includes(context.request("sec-fetch-mode"));
  const isPage = ["document", "empty"].includes(context.request("sec-fetch-dest") ?? "");
  if (!embedding || !isPlain || isPage) return undefined;
  const site = context.request("sec-fetch-site");
  if (site === "cross-site" && !embedding.crossSite) return site;
  return site === "same-site" && !embedding.sameSite ? site : undefined;
}

export const across = rule([
  problem({
    id: "event-stream-lifetime",
    severity: "warning",
    link: "rfc9111#section-4.2",
    summary: "An event stream has a lifetime, so a cache may replay old events instead of connecting.",
    detect(context) {
      const { caching } = context.verdicts;
      if (typeOf(context) !== "text/event-stream" || !caching?.private.stores) return undefined;
      const seconds = explicitLifetime(caching.private) ?? 0;
      return seconds > 0 && seconds;
    },
    title: (seconds) =>
      `Caches may replay old events of the stream for ${duration(seconds)}; use no-cache or no-store.`,
    at: cacheLine,
    bad: { lines: ["Content-Type: text/event-stream", "Cache-Control: max-age=3600"], status: 200 },
    good: { lines: ["Content-Type: text/event-stream", "Cache-Control: no-cache"], status: 200 },
    edge: [
      { lines: ["Content-Type: text/event-stream", "Cache-Control: max-age=1"], status: 200 },
      { lines: ["Content-Type: text/event-stream", "Cache-Control: max-age=0"], status: 200 },
    ],
  }),
  problem({
    id: "personal-in-shared-cache",
    severity: "warning",
    link: "rfc9111#section-7.3",
    summary:
      "Shared caches, which do not distinguish visitors, may store a response to a request with a login cookie.",
    detect(context) {
      const login = loginOf(context);
      const seconds = login === undefined ? 0 : sharedSeconds(context);
      const varies = context.verdicts.varies.some((name) => name === "cookie" || name === "*");
      return seconds > 0 && !varies && PERSONAL.test(typeOf(context)) && login;
    },
    title: (login) =>
      `Shared caches may reuse a response to requests with ${login}; if personal, use private.`,
    at: cacheLine,
    bad: {
      lines: [JSON_TYPE, "Cache-Control: public, max-age=300", "Vary: Accept-Encoding"],
      status: 200,
      url: URL_HERE,
      requestHeaders: LOGGED_IN,
    },
    good: {
      lines: [JSON_TYPE, "Cache-Control: private, max-age=300"],
      status: 200,
      url: URL_HERE,
      requestHeaders: LOGGED_IN,
    },
    edge: [
      { lines: [JSON_TYPE, "Cache-Control: max-age=1"], status: 200, requestHeaders: LOGGED_IN },
      { lines: [JSON_TYPE, "Cache-Control: max-age=0"], status: 200, requestHeaders: LOGGED_IN },
    ],
  }),
  problem({
    id: "cross-origin-resource-policy-refused",
    severity: "warning",
    link: "fetch#cross-origin-resource-policy-header",
    summary: "Cross-Origin-Resource-Policy blocks the response from the page that requested it.",
    detect: refusedSite,
    title: (site, { named }) =>
      `Cross-Origin-Resource-Policy: ${named("cross-origin-resource-policy")[0]?.line.value} blocks the response from the requesting page, which is ${site}.`,
    at: (_, { named }) => named("cross-origin-resource-policy")[0],
    bad: {
      lines: ["Cross-Origin-Resource-Policy: same-origin"],
      status: 200,
      url: PHOTO,
      requestHeaders: ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"],
    },
    good: {
      lines: ["Cross-Origin-Resource-Policy: cross-origin"],
      status: 200,
      url: PHOTO,
      requestHeaders: ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"],
    },
  }),
  problem({
    id: "vary-accept-missing",
    severity: "warning",
    link: "rfc9110#section-12.5.5",
    summary:
      "The image format depends on Accept, but Vary does not name it: caches may send it to clients that cannot show it.",
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
    bad: { lines: ["Content-Type: image/webp", "Cache-Control: max-age=600"], status: 200, url: PHOTO },
    good: {
      lines: ["Content-Type: image/webp", "Cache-Control: max-age=600", "Vary: Accept"],
      status: 200,
      url: PHOTO,
    },
  }),
  problem({
    id: "compressed-twice",
    severity: "warning",
    link: "rfc9112#section-7",
    summary:
      "The content and its transfer are both compressed: the second compression costs time and saves nothing.",
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
    bad: ["Content-Encoding: gzip", "Transfer-Encoding: gzip, chunked"],
    good: ["Content-Encoding: gzip", "Transfer-Encoding: chunked"],
  }),
  problem({
    id: "accept-patch-missing",
    severity: "warning",
    link: "rfc5789#section-3.1",
    summary: "The 415 to PATCH has no Accept-Patch, so clients do not know which patch formats are accepted.",
    detect: ({ status, method, has }) => status === 415 && method === "PATCH" && !has("accept-patch"),
    bad: { lines: ["Content-Length: 0"], status: 415, method: "PATCH" },
    good: { lines: ["Accept-Patch: application/merge-patch+json"], status: 415, method: "PATCH" },
  }),
]);
