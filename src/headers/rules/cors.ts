import { wordList } from "../../../data/headers/words.ts";
import { type Context, firstOf, problem, rule } from "../field.ts";
import { isSuccess } from "../reading/response-kind.ts";
import { siteOf } from "../verdicts/origins.ts";
import { listing } from "../wording.ts";
import { PREFLIGHT_ONLY } from "./cors-preflight.ts";

/** Headers without effect if Access-Control-Allow-Origin is missing. */
const NEEDS_ORIGIN = ["access-control-allow-credentials", "access-control-expose-headers", ...PREFLIGHT_ONLY];
/** Headers in which `*` is a literal name if credentials are allowed. */
const WILDCARDS = [
  "access-control-allow-methods",
  "access-control-allow-headers",
  "access-control-expose-headers",
];

/** Fields that scripts read to page, save, log in or wait. */
const READ = wordList("fields that scripts read");

export const originLine = ({ named }: Context) => named("access-control-allow-origin")[0];
export const allowedOrigin = (context: Context) => originLine(context)?.line.value;
/** Access-Control-Allow-Credentials: true, if Access-Control-Allow-Origin is present too. */
function credentialsLine(context: Context) {
  const [line] = context.named("access-control-allow-credentials");
  return line?.line.value === "true" && originLine(context) ? line : undefined;
}

/** Whether a page's script sent the request by CORS, so that a response without permission fails. */
const isFetch = ({ request }: Context) => request("sec-fetch-mode") === "cors";

/** Origin of a cross-origin request, if no CORS header allows it to read the response. */
function unallowedOrigin(context: Context): string | undefined {
  const { url, status = 200, verdicts, request } = context;
  const asked = request("origin");
  // Behind a proxy, the URL may have another host than the browser's.
  const isOther = asked !== url?.origin && request("sec-fetch-site") !== "same-origin";
  const isOpen = originLine(context) || verdicts.cors?.allowed || verdicts.cors?.preflight;
  const isFinal = status >= 200 && (status <= 299 || (isFetch(context) && status !== 304));
  return url && isOther && !isOpen && isFinal ? asked : undefined;
}

/** Names that Access-Control-Expose-Headers hides from scripts of other origins. */
function unexposed(names: readonly string[], context: Context): readonly string[] {
  const exposed = context
    .named("access-control-expose-headers")
    .flatMap(({ line }) => line.value.toLowerCase().split(/[\s,]+/));
  const isAll = exposed.includes("*") && !credentialsLine(context);
  const isRead = originLine(context) && !isAll && !context.verdicts.cors?.preflight;
  return isRead ? names.filter((name) => !exposed.includes(name)) : [];
}

/** A cache that ignores Origin gives out what a request without Origin got. */
const isStale = ({ verdicts: { seen, varies } }: Context) => seen?.hit === true && !varies.includes("origin");

/** Probable reason why Access-Control-Allow-Origin is missing. */
function whyMissing(context: Context): string {
  if (context.verdicts.varies.includes("origin"))
    return "; Vary names Origin: the server probably does not list it";
  return isStale(context) ? "; a cache may have stored it for a request without Origin" : "";
}

const isFont = ({ verdicts }: Context) =>
  /^(?:font\/|application\/(?:x-)?font-)/.test(verdicts.content?.type ?? "");

/** CORS headers together (Fetch section 3.3). */
export const cors = rule([
  problem("cors-without-origin", "info", "fetch#http-responses", {
    // A server that varies by Origin sends the header only to requests with Origin.
    detect: (context) =>
      !originLine(context) &&
      !(context.verdicts.varies.includes("origin") && context.request("origin") === undefined) &&
      NEEDS_ORIGIN.flatMap((name) => context.named(name))[0],
    title: ({ line }) => `${line.sent} has no effect without Access-Control-Allow-Origin.`,
  }),
  firstOf(
    problem("cors-font-refused", "error", "fetch#cors-check", {
      detect: (context) => isFont(context) && unallowedOrigin(context),
      title: (asked) =>
        `Access-Control-Allow-Origin is missing, so browsers do not use the font on pages of ${asked}.`,
      at: (_, { named }) => named("content-type")[0],
    }),
    problem("cors-not-allowed", "info", "fetch#cors-check", {
      // For GET and HEAD, browsers send Origin only with CORS requests; fonts always use CORS.
      detect(context) {
        const { method, all } = context;
        if (isFetch(context)) return unallowedOrigin(context);
        const asked = method === "GET" || method === "HEAD" ? unallowedOrigin(context) : undefined;
        return asked !== "null" && all.length > 0 && asked;
      },
      severityOf: (_, context) => (isFetch(context) ? "error" : isStale(context) ? "warning" : "info"),
      title: (asked, context) =>
        isFetch(context)
          ? `Access-Control-Allow-Origin is missing from the ${context.status ?? "response"}: the request of ${asked} fails${whyMissing(context)}.`
          : `Access-Control-Allow-Origin is missing, so scripts of ${asked} may not read the response${whyMissing(context)}.`,
    }),
  ),
  problem("cors-font-missing", "info", "fetch#cors-check", {
    detect: (context) =>
      isFont(context) &&
      isSuccess(context) &&
      context.request("origin") === undefined &&
      !originLine(context),
    at: (_, { named }) => named("content-type")[0],
    send: () => "Access-Control-Allow-Origin: *",
  }),
  problem("grpc-status-unexposed", "warning", "fetch#http-access-control-expose-headers", {
    detect(context) {
      const isCall = context.has("grpc-status") || /^application\/grpc-web\b/.test(context.verdicts.declared);
      const hidden = isCall ? unexposed(["grpc-status", "grpc-message"], context) : [];
      return hidden.length > 0 && hidden;
    },
    title: (hidden) =>
      `Access-Control-Expose-Headers lacks ${listing(hidden)}: pages of other origins cannot read why a call failed.`,
  }),
  problem("cors-headers-unexposed", "info", "fetch#http-access-control-expose-headers", {
    detect(context) {
      const [asked, allowed] = [context.request("origin"), allowedOrigin(context)];
      const isPlain = asked === undefined || (context.request("sec-fetch-mode") ?? "cors") !== "cors";
      if (isPlain || asked === context.url?.origin || (allowed !== "*" && allowed !== asked))
        return undefined;
      const sent = [...READ, ...(context.status === 201 ? ["location"] : [])].filter(context.has);
      const hidden = unexposed(sent, context).flatMap((name) => context.named(name)[0]?.line.sent ?? []);
      return hidden.length > 0 && hidden;
    },
    // Clients need the session's id for their next request.
    severityOf: (hidden) => (hidden.some((name) => /^mcp-/i.test(name)) ? "warning" : "info"),
    title: (hidden) =>
      `Access-Control-Expose-Headers lacks ${listing(hidden)}: the page's scripts cannot read ${hidden.length > 1 ? "them" : "it"}.`,
  }),
  firstOf(
    problem("cors-credentials-any-origin", "error", "fetch#cors-protocol-and-credentials", {
      detect: (context) => allowedOrigin(context) === "*" && credentialsLine(context),
    }),
    problem("cors-credentials-null-origin", "error", "fetch#cors-protocol-and-credentials", {
      detect: (context) => allowedOrigin(context) === "null" && credentialsLine(context),
    }),
    problem("cors-credentials-foreign-origin", "info", "fetch#cors-protocol-and-credentials", {
      detect(context) {
        const { url } = context;
        const isTaken = url && isForeign(allowedOrigin(context) ?? "", url) && mayEcho(context);
        return isTaken && !variesByOrigin(context) && credentialsLine(context);
      },
      title: (_, context) =>
        `Pages of ${allowedOrigin(context)} may read the response with the user's cookies.`,
    }),
  ),
  problem("cors-credentials-wildcard", "warning", "fetch#http-new-header-syntax", {
    detectAll: (context) =>
      credentialsLine(context)
        ? WILDCARDS.flatMap((name) => context.named(name)).filter(({ line }) => line.value === "*")
        : [],
    title: ({ line }) => `With credentials, * in ${line.sent} is a literal name, not a wildcard.`,
  }),
]);

/** Whether the server may echo Origin. An origin in the response to a request without Origin is fixed. */
function mayEcho(context: Context): boolean {
  return context.message.request === undefined || context.request("origin") !== undefined;
}

function isForeign(origin: string, url: URL): boolean {
  const host = URL.parse(origin)?.hostname;
  return host !== undefined && siteOf(host) !== siteOf(url.hostname);
}

export function variesByOrigin({ verdicts: { varies } }: Context): boolean {
  return varies.includes("origin") || varies.includes("*");
}
