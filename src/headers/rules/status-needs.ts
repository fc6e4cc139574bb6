/** Status codes, and the headers and requests that they require (RFC 9110 section 15). */

import { wordTexts } from "../../../data/headers/words.ts";
import { statusRows } from "../../../data/status-codes.ts";
import { type Context, firstOf, problem, rule } from "../field.ts";
import { wwwAuthenticate } from "../fields/authenticate.ts";
import { isTrustworthy } from "../verdicts/origins.ts";

const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Whether the request is known and lacks this header. */
const lacks = ({ message, request }: Context, name: string) =>
  message.request !== undefined && request(name) === undefined;

export const statusNeeds = rule([
  problem("created-safe-method", "warning", "rfc9110#section-9.2.1", {
    detect: ({ status, method = "" }) => status === 201 && SAFE.has(method),
  }),
  problem("created-without-location", "warning", "rfc9110#section-15.3.2", {
    detect: ({ status, has, method }) => status === 201 && !has("location") && method !== "PUT",
  }),
  problem("allow-missing", "error", "rfc9110#section-15.5.6", {
    detect: ({ status, has }) => status === 405 && !has("allow"),
  }),
  problem("upgrade-missing", "error", "rfc9110#section-15.5.22", {
    detect: ({ status, has }) => (status === 101 || status === 426) && !has("upgrade") && status,
    title: (status) => `The ${status} has no Upgrade to name the protocol.`,
  }),
  problem("upgrade-not-requested", "error", "rfc9110#section-7.8", {
    detect: (context) => context.status === 101 && lacks(context, "upgrade"),
  }),
  problem("continue-not-requested", "info", "rfc9110#section-15.2.1", {
    detect: (context) => context.status === 100 && lacks(context, "expect"),
  }),
  problem("expectation-not-stated", "warning", "rfc9110#section-15.5.18", {
    detect: (context) => context.status === 417 && lacks(context, "expect"),
  }),
  problem("retry-after-missing", "info", "rfc9110#section-10.2.3", {
    detect: ({ status, has }) => (status === 429 || status === 503) && !has("retry-after") && status,
    title: (status) => `The ${status} has no Retry-After, so clients do not know when to retry.`,
  }),
  problem("legal-demand-link-missing", "info", "rfc7725#section-4", {
    detect: ({ status, named }) =>
      status === 451 && !named("link").some(({ line }) => /blocked-by/i.test(line.value)),
  }),
  problem(
    "error-served-as-success",
    "warning",
    "aws/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-response-code.html",
    {
      detect: ({ status, named }) =>
        status === 200 &&
        [...named("x-cache"), ...named("x-matched-path"), ...named("content-type")].find(({ line }) =>
          /^(?:error from cloudfront|application\/problem\+(?:json|xml).{0,40}|\/(?:404|500|_error))$/i.test(
            line.value,
          ),
        ),
      title: ({ line }) => `${line.sent}: ${line.value} reports an error, but the status is 200.`,
    },
  ),
]);

const REGISTRY = "https://www.iana.org/assignments/http-status-codes/http-status-codes.xhtml";

/** Registered codes, and unregistered codes with the name of the product that sends them. */
const CODES: ReadonlyMap<number, string | undefined> = new Map(
  statusRows.map(({ code, sender }) => [code, sender]),
);

/** Codes that clients no longer use. */
const RETIRED = wordTexts("status codes without use");

/** Whether problem details (RFC 9457) already explain the error. */
function isExplained({ named }: Context): boolean {
  return named("content-type").some(({ line }) => line.value.startsWith("application/problem+"));
}

/** Usual cause of an error, by status and server, or by type, coding or method of the request. */
const CAUSES = wordTexts("causes of statuses");
const SERVERS = /nginx|openresty|apache|iis|envoy|cloudflare|awselb|amazons3|kestrel|varnish/;

/** Content-Type of the error pages that nginx and Apache make themselves. */
const OWN_PAGE = /^text\/html(?:; charset=iso-8859-1)?$/i;

function causeOf({ status = 0, method, request, named }: Context): string | undefined {
  if (status < 400) return undefined;
  const server = SERVERS.exec(named("server")[0]?.line.value.toLowerCase() ?? "")?.[0];
  const name = server === "openresty" ? "nginx" : server;
  const type = /^[^;+\s]*/.exec(request("content-type")?.toLowerCase() ?? "")?.[0];
  const isLogin = /^(?:basic|bearer)\s/i.test(request("authorization") ?? "");
  const login = isLogin && named("x-powered-by").some(({ line }) => /^php\b/i.test(line.value));
  return [
    login && `${name} login php`,
    OWN_PAGE.test(named("content-type")[0]?.line.value ?? "") && `${name} page`,
    `${name} ${method}`,
    name,
    type,
    request("transfer-encoding"),
    method,
    "",
  ]
    .map((fact) => CAUSES.get(`${status} ${fact}`.trim()))
    .find((cause) => cause !== undefined);
}

export const statusCodes = rule([
  firstOf(
    problem("status-invalid", "error", "rfc9110#section-15", {
      detect: ({ status = 200 }) => status < 100 || status > 599,
      title: (_, { status }) => `${status} is not a status code; they range from 100 to 599.`,
    }),
    problem("status-retired", "error", "rfc9110#section-15.4.6", {
      detect: ({ status }) => RETIRED.get(`${status}`),
      title: (why) => `${why}.`,
    }),
    problem("status-cause", "info", "rfc9110#section-15.5", {
      detect: (context) => !isExplained(context) && causeOf(context),
      title: (cause, { status }) => `${status}: ${cause}.`,
    }),
    problem("status-unregistered", "warning", REGISTRY, {
      detect: ({ status }) => status !== undefined && (!CODES.has(status) || CODES.get(status) !== undefined),
      title(_, { status = 0 }) {
        const sender = CODES.get(status);
        return `${status} is not a registered status code${sender ? ` (used by ${sender})` : ""}.`;
      },
    }),
  ),
]);

/** Headers of a 103 that browsers read (HTML, processing early hint headers): links, and policies of their loads. */
const READ = new Set(["link", "content-security-policy", "cross-origin-embedder-policy", "referrer-policy"]);

/** 103 Early Hints (RFC 8297). */
export const earlyHints = rule([
  problem("early-hints-field-ignored", "warning", "rfc8297#section-2", {
    detectAll: ({ status, all }) => (status === 103 ? all.filter(({ line }) => !READ.has(line.name)) : []),
    title: ({ line }) =>
      `Browsers do not use ${line.sent} in a 103: they use Link, and policies for what it loads.`,
  }),
]);

/** Schemes that send a password or token unprotected. */
const BARE: ReadonlySet<string> = new Set(["basic", "bearer"]);

const challengesOf = (context: Context) =>
  context.values(wwwAuthenticate).flatMap(({ challenges }) => challenges);

/** Logins: the status code and its challenge (RFC 9110 sections 15.5.2 and 15.5.8). */
export const authentication = rule([
  problem("challenge-insecure", "error", "rfc7617#section-4", {
    detect: (context) =>
      context.url &&
      !isTrustworthy(context.url) &&
      challengesOf(context).find(({ scheme }) => BARE.has(scheme)),
    title: ({ sent }) =>
      `WWW-Authenticate: ${sent} asks for a password or token over plain HTTP, where others can read it.`,
  }),
  problem("unauthorized-without-challenge", "error", "rfc9110#section-15.5.2", {
    detect: ({ status, has }) => status === 401 && !has("www-authenticate"),
  }),
  problem("challenge-dialog", "info", "mdn/WWW-Authenticate", {
    detect(context) {
      const { status, request } = context;
      const isScript = ["cors", "same-origin"].includes(request("sec-fetch-mode") ?? "");
      const isOwn = isScript && request("sec-fetch-site") === "same-origin";
      if (status !== 401 || (!isOwn && request("x-requested-with") !== "XMLHttpRequest")) return undefined;
      return challengesOf(context).find(({ scheme }) => scheme === "basic" || scheme === "digest");
    },
    title: ({ sent }) =>
      `${sent} makes browsers open their login dialog, although a script sent the request.`,
  }),
  problem("proxy-unauthorized-without-challenge", "error", "rfc9110#section-15.5.8", {
    detect: ({ status, has }) => status === 407 && !has("proxy-authenticate"),
  }),
  problem("proxy-challenge-needless", "info", "rfc9110#section-11.7.1", {
    detect: ({ status, named }) => status !== undefined && status !== 407 && named("proxy-authenticate")[0],
    title: (_, { status }) => `Proxy-Authenticate belongs to status 407, not to ${status}.`,
  }),
]);
