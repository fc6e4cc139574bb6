/** Redirects (RFC 9110 section 15.4), and plain HTTP instead of HTTPS. */

import { redirectStatuses } from "../../../data/browsers/caches.ts";
import { wordTexts } from "../../../data/headers/words.ts";
import { resolveReference } from "../../syntax/uri.ts";
import { type Context, firstOf, problem, ruleOn, worded } from "../field.ts";
import { isHtml, isNamedHost, isSuccess } from "../reading/response-kind.ts";
import { quote } from "../wording.ts";
import { setsOwnCookies } from "./cookies.ts";
import { isInternal } from "./disclosure.ts";
import { isMisplaced } from "./media.ts";
import { isWebhook } from "./unmet-requests.ts";

/** Methods that clients repeat when they follow Location. */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD"]);
/** Methods with content, which clients repeat or replace by GET. */
const REPEATED = /^(?:POST|PUT|PATCH|DELETE)$/;

/** Proxy between the client and the server; undefined if no header shows one. */
function proxyOf({ has, request, verdicts: { varies } }: Context): string | undefined {
  if (has("cf-ray")) return "Cloudflare";
  const isProxied = ["via", "x-amz-cf-id", "x-redirect-by"].some(has) || varies.includes("x-forwarded-proto");
  return isProxied || request("x-forwarded-proto") !== undefined ? "the proxy" : undefined;
}

function redirectOf(context: Context) {
  const { status, url, method = "GET", named } = context;
  if (status === undefined || !redirectStatuses.has(status)) return undefined;
  const [line] = named("location");
  const value = line?.line.value ?? "";
  const leads = value !== "";
  // null if invalid, undefined if relative to an unknown URL.
  const target = url && leads ? (resolveReference(value, url) ?? null) : undefined;
  const loops =
    url !== undefined && target?.href === url.href && SAFE.has(method) && !setsOwnCookies(context);
  const isBack = target && SAFE.has(method) && context.message.visited?.includes(target.href) === true;
  const corrects = target && url && target.href !== url.href && bareAddress(target) === bareAddress(url);
  return {
    status,
    line,
    leads,
    target,
    loops,
    isBack,
    corrects,
    sender: named("x-redirect-by")[0]?.line.value,
  };
}

/** URL without what redirects correct: the scheme, www and a slash at the end. */
const bareAddress = ({ host, pathname, search }: URL) =>
  `${host.replace(/^www\./, "")}${pathname.replace(/\/$/, "")}${search}`;

/** Clients that follow no redirect, by the path of their file. */
const STRICT = wordTexts("files without redirects");
/** Variables that were not replaced, and values of missing ones. */
const UNFILLED =
  /[/=](?:undefined|NaN|\[object(?: |%20)Object\])(?=[/&?#]|$)|\$(?:host|request_uri|http_host|server_name|scheme|uri)\b|%\{\w{1,40}\}|\{\{/;

/** Mistake of the server that built the target. */
function mistakeIn({ target, line }: NonNullable<ReturnType<typeof redirectOf>>, { url }: Context) {
  const strict = STRICT.get(url?.pathname ?? "");
  if (strict) return `is not followed by ${strict}: serve this file without a redirect`;
  const unfilled = UNFILLED.exec(line?.line.value ?? "")?.[0];
  if (unfilled) return `has ${quote(unfilled.replace(/^[/=]/, ""))}, a variable without its value`;
  const [first, second, third] = target?.search.slice(1).split("?") ?? [];
  if (first && first === second && third === undefined)
    return "has the query twice: the server adds it again";
  if (!url || !target) return undefined;
  const { host, hostname, port, protocol } = target;
  const isOwn = hostname === url.hostname && protocol === "http:" && url.protocol === "https:";
  if (protocol === "https:" && port === "80") return "has https with port 80, which speaks plain HTTP";
  if (protocol === "http:" && (port === "443" || (isOwn && port !== "" && port === url.port)))
    return `has http with port ${port}, which speaks TLS`;
  if (isInternal(url.hostname)) return undefined;
  if (isInternal(hostname)) return `leads to ${host}, which only the server's own network can reach`;
  return isOwn && port !== "" && `leads to port ${port}, probably that of the server behind the proxy`;
}

/** Redirects: the status code and its headers (RFC 9110 section 15.4). */
export const redirect = ruleOn(redirectOf, [
  problem("redirect-without-location", "error", "rfc9110#section-15.4", {
    detect: ({ leads }) => !leads,
    title: (_, { line, status }) =>
      `Location is ${line ? "empty, so most" : "missing, so"} clients cannot follow the ${status}.`,
  }),
  firstOf(
    problem(
      "webhook-redirected",
      "error",
      "https://github.com/cloudevents/spec/blob/main/cloudevents/http-webhook.md",
      {
        detect: ({ leads, line }, context) =>
          leads && context.method === "POST" && isWebhook(context) && line,
        title: ({ line }, { status }) =>
          `The webhook gets a ${status} to ${line.value}: most senders do not follow it, so nothing is delivered.`,
      },
    ),
    problem("redirect-method-changed", "info", "rfc9110#section-15.4", {
      detect: ({ leads, status }, { method = "GET" }) =>
        leads && REPEATED.test(method) && (status === 301 || status === 302) && method,
      severityOf: (method, { corrects }) => (corrects && method === "POST" ? "warning" : "info"),
      title(method, { status, corrects }) {
        const what = `Location of a ${status} to a ${method}:`;
        if (method !== "POST") return `${what} some clients send GET, others repeat the ${method}; use 308.`;
        return corrects
          ? `${what} browsers send GET, without the content, to the corrected address; use 308.`
          : `${what} browsers send GET, others may repeat POST; use 303 or 307.`;
      },
    }),
  ),
  worded("location-mistaken", "error", "rfc9110#section-10.2.2", {
    detect(found, context) {
      const mistake = mistakeIn(found, context);
      return mistake && `Location ${mistake}.`;
    },
  }),
  problem("redirect-with-refresh", "warning", "rfc9110#section-15.4", {
    detectAll: ({ leads }, { named }) => (leads ? named("refresh") : []),
    title: (_, { status }) => `Refresh is sent along with the Location of a redirect (status ${status}).`,
  }),
  problem(
    "redirect-to-http-by-application",
    "error",
    "wordpress/advanced-administration/upgrade/migrating/",
    {
      detect: ({ target, sender }, { url }) =>
        target?.protocol === "http:" && url?.protocol === "https:" && target.host === url.host && sender,
      title: (sender) =>
        sender.startsWith("WordPress")
          ? "X-Redirect-By: WordPress redirects to http: its site address (siteurl) probably begins with http."
          : `X-Redirect-By: ${sender} redirects to http, not the web server.`,
    },
  ),
  firstOf(
    problem("redirect-unresolvable", "error", "rfc9110#section-10.2.2", {
      // Skipped if the syntax check already reports the value.
      detect: ({ target, line }) =>
        target === null && !line?.header.problems.some(({ name }) => name === "location-syntax"),
    }),
    problem(
      "redirect-loop-behind-proxy",
      "error",
      "cloudflare/ssl/origin-configuration/ssl-modes/flexible/",
      {
        detect: ({ loops }, context) => loops && context.url?.protocol === "https:" && proxyOf(context),
        title: (proxy, { sender = "your server" }) =>
          `Redirects to itself: ${proxy} probably reaches ${sender} over http${proxy === "Cloudflare" ? " (Flexible SSL)" : ""}.`,
      },
    ),
    problem("redirect-to-itself", "warning", "rfc9110#section-15.4", {
      detect: ({ loops, isBack }, { method }) => isBack || (method !== undefined && loops),
      title: (_, { isBack, target }) =>
        `The redirect points ${isBack ? `back to ${target?.href}, an earlier URL of this chain` : "to the requested URL itself"}, so it may never end.`,
    }),
  ),
]);

/** Facts of a response over plain HTTP; undefined for HTTPS and for unknown, local or numeric hosts. */
function overHttp(context: Context) {
  const { url } = context;
  if (url?.protocol !== "http:" || !isNamedHost(url.hostname)) return undefined;
  return { url, target: redirectOf(context)?.target ?? undefined };
}

type OverHttp = NonNullable<ReturnType<typeof overHttp>>;
const atFirstLocation = (_found: unknown, _subject: OverHttp, { named }: Context) => named("location")[0];

export const transport = ruleOn(overHttp, [
  problem("document-over-http", "error", "https://developer.mozilla.org/docs/Web/Security/Secure_Contexts", {
    detect: (_, context) => isSuccess(context) && isHtml(context) && !isMisplaced(context),
    title: (_, { url }) =>
      `The page at ${url.host} is served over plain HTTP: others can read and change it.`,
  }),
  firstOf(
    problem("redirect-keeps-http", "warning", "rfc6797#section-7.2", {
      detect: ({ target }) => target?.protocol === "http:",
      title: (_, { target }) => `The redirect goes to ${target?.origin}, which is still plain HTTP.`,
      at: atFirstLocation,
    }),
    problem("redirect-skips-own-https", "warning", "https://hstspreload.org/#submission-requirements", {
      detect: ({ target, url }) => target?.protocol === "https:" && target.hostname !== url.hostname,
      title: (_, { target, url }) =>
        `The redirect goes straight to ${target?.origin}, so ${url.hostname} never sets Strict-Transport-Security.`,
      at: atFirstLocation,
    }),
  ),
]);
