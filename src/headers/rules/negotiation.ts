/** Content negotiation for this request, and whether caches can follow it (RFC 9110 section 12). */

import { TEXT_TYPES } from "../../../data/recipes.ts";
import { parseWeightedList } from "../../syntax/weighted-lists.ts";
import { type Context, problem, rule } from "../field.ts";
import { contentEncoding, REGISTERED_CODINGS } from "../fields/content-encoding.ts";
import { contentLength } from "../fields/content-length.ts";
import { contentType } from "../fields/content-type.ts";
import { varyWith } from "../fields/vary.ts";
import { isEmpty, isHtml, isPrivate } from "../reading/response-kind.ts";
import { explicitLifetime } from "../verdicts/caching.ts";
import { bytes, listing } from "../wording.ts";

const DENSE =
  /^(?:image\/(?:png|jpeg|webp|avif|gif|jxl|heic)|video\/|audio\/(?!wav)|font\/woff2?|application\/(?:(?:x-)?font-woff2?|zip|gzip|zstd|x-7z-compressed|x-bzip2|x-xz))/;
const TEXT: ReadonlySet<string> = new Set(["text/html", ...TEXT_TYPES]);
const ANY_FILE = /^(?:application|binary)\/octet-stream$/;
const TEXT_ENDING = /\.(?:m?js|css|json|svg|wasm|xml|html?)$/i;
/** Minimum size worth compressing: about one packet. Bytes. */
const WORTH_COMPRESSING = 1400;
/** Smallest size at which visitors notice. Bytes. */
const WORTH_WARNING = 10_000;
const ACCEPTS: readonly string[] = ["accept", "accept-encoding", "accept-language", "accept-charset"];

/** Values of CF-Cache-Status and CDN-Cache for cached responses. */
const CACHED = /^(?:HIT|MISS|EXPIRED|STALE|REVALIDATED|UPDATING)$/i;

const typeOf = ({ verdicts }: Context) => verdicts.declared;
/** Ending of a download that is compressed as a file. */
const archiveOf = ({ url }: Context) => /\.(?:gz|tgz|zip|bz2|xz|zst)$/i.exec(url?.pathname ?? "")?.[0];
const codingOf = (context: Context) => context.values(contentEncoding)[0]?.[0];

/** Whether a program that requests JSON gets HTML, usually a login or error page. */
export const isPageForData = (context: Context) =>
  isHtml(context) && /^\s*application\/(?:[\w.-]+\+)?json/i.test(context.request("accept") ?? "");

export const negotiation = rule([
  problem("content-coding-wasteful", "warning", "rfc9110#section-8.4", {
    detect: (context) => (DENSE.test(typeOf(context)) || archiveOf(context)) && codingOf(context),
    title: (coding, context) =>
      archiveOf(context)
        ? `Content-Encoding: ${coding} on a ${archiveOf(context)} file: some clients save it unpacked, and its checksum fails.`
        : `Content-Encoding: ${coding} saves nothing, as ${typeOf(context)} is already compressed.`,
  }),
  problem("content-coding-of-nothing", "info", "rfc9110#section-15.3.5", {
    detect: ({ status, named }) => (status === 204 || status === 205) && named("content-encoding")[0],
    title: ({ line }, { status }) =>
      `Content-Encoding: ${line.value} encodes nothing: a ${status} has no content.`,
  }),
  problem("vary-cookie-public", "info", "rfc9111#section-4.1", {
    detect({ status, named, verdicts }) {
      const { caching, varies } = verdicts;
      const isKept = caching?.shared.stores && (explicitLifetime(caching.shared) ?? 0) > 0;
      return (
        status === 200 && isKept && varies.includes("cookie") && !varies.includes("*") && named("vary")[0]
      );
    },
  }),
  problem("vary-ignored-by-cache", "warning", "cloudflare/cache/concepts/cache-control/", {
    detect({ verdicts: { caching, varies }, named }) {
      const cdn = caching?.shared.exceptions?.find(({ does }) => /^ignores Vary\b/.test(does))?.product;
      const isCached = ["cf-cache-status", "cdn-cache"].some((name) =>
        CACHED.test(named(name)[0]?.line.value ?? ""),
      );
      return (
        cdn !== undefined && isCached && { cdn, names: varies.filter((name) => name !== "accept-encoding") }
      );
    },
    title: ({ cdn, names }) =>
      `Vary: ${cdn} has cached this and by default ignores ${listing(names)}: all visitors get one variant.`,
    at: (_, _seen, { named }) => named("vary")[0],
  }),
  problem("cache-not-used", "info", "cloudflare/cache/concepts/default-cache-behavior/", {
    detect: ({ named, verdicts: { caching } }) =>
      /^dynamic$/i.test(named("cf-cache-status")[0]?.line.value ?? "") &&
      caching?.shared.stores &&
      (explicitLifetime(caching.shared) ?? 0) > 0 &&
      caching.shared.lifetimeFrom,
    title: (from) =>
      `CF-Cache-Status is DYNAMIC: despite ${from}, Cloudflare caches such a URL only by a Cache Rule.`,
  }),
  problem("vary-accept-encoding-missing", "warning", "rfc9111#section-4.1", {
    detect(context) {
      const coding = context.status === undefined ? undefined : codingOf(context);
      const varies = context.verdicts.varies.some((name) => name === "*" || name === "accept-encoding");
      return (
        !isEmpty(context) &&
        REGISTERED_CODINGS.has(coding?.toLowerCase() ?? "") &&
        !isPrivate(context) &&
        !varies &&
        coding
      );
    },
    title: (coding) =>
      `Vary does not name Accept-Encoding, although the content is compressed with ${coding}.`,
    at: (_, context) => varyWith(context, ["Accept-Encoding"])[0],
    send: (_, context) => varyWith(context, ["Accept-Encoding"])[1],
  }),
  problem("not-acceptable-unasked", "warning", "rfc9110#section-15.5.7", {
    detect: ({ status, message, request }) =>
      status === 406 && message.request && !ACCEPTS.some((name) => request(name) !== undefined),
  }),
  problem("content-type-unaccepted", "info", "rfc9110#section-12.5.1", {
    detect(context) {
      const type = context.status === 200 ? typeOf(context) : "";
      return type !== "" && isUnaccepted(type, context.request("accept")) && type;
    },
    title: (type, context) =>
      `The request's Accept does not cover ${type}${isPageForData(context) && context.method !== "POST" ? ": probably a login page or a fallback" : ""}.`,
    severityOf: (_type, context) => (isPageForData(context) ? "warning" : "info"),
    at: (_, context) => context.lines(contentType)[0],
  }),
  problem("content-not-compressed", "warning", "rfc9110#section-8.4", {
    detect(context) {
      const size = context.message.bodyLength ?? context.values(contentLength)[0] ?? 0;
      const accepts = /\b(?:gzip|br|zstd|deflate)\b/i.test(context.request("accept-encoding") ?? "");
      const isPlainText = codingOf(context) === undefined && isText(context);
      return accepts && context.status === 200 && isPlainText && size >= WORTH_COMPRESSING && size;
    },
    // Pages for one visitor may be uncompressed on purpose: compression can reveal their secrets (BREACH).
    severityOf: (size, { verdicts }) =>
      size < WORTH_WARNING || verdicts.caching?.private.stores === false ? "info" : "warning",
    title: (size, context) =>
      `Content-Encoding is missing: ${bytes(size)} of ${typeOf(context)} could have been compressed.`,
  }),
]);

function isText(context: Context): boolean {
  const type = typeOf(context);
  return TEXT.has(type) || (ANY_FILE.test(type) && TEXT_ENDING.test(context.url?.pathname ?? ""));
}

/** Whether Accept excludes this media type: it is not listed or has a weight of 0. */
function isUnaccepted(type: string, accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === "") return false;
  const group = type.slice(0, type.indexOf("/") + 1);
  const ranges = [type, `${group}${type.slice(type.lastIndexOf("+") + 1)}`, `${group}*`, "*/*"];
  const { members } = parseWeightedList(accept);
  const member = ranges
    .map((range) => members.find(({ value }) => value.toLowerCase() === range))
    .find((found) => found !== undefined);
  return member === undefined || member.weight === 0;
}
