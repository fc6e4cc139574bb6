import { wordTable } from "../../../data/word-table.ts";
import { type Context, type ExplainedLine, problem, rule, ruleOn } from "../field.ts";
import { xFrameOptions } from "../fields/x-frame-options.ts";
import { isHtml, isNamedHost, isPreloaded, isSuccess } from "../reading/response-kind.ts";
import { isMisplaced } from "./media.ts";
import { isPageForData } from "./negotiation.ts";

const PAGE = "Content-Type: text/html; charset=utf-8";

function page(...lines: readonly string[]) {
  return { status: 200, url: "https://example.com/", lines: [PAGE, ...lines] };
}

/** Returns the context of a successful response for browsers; others are rarely worth attacking. */
function worthwhile(context: Context): Context | undefined {
  return isSuccess(context) && !isForPrograms(context) ? context : undefined;
}

const isPageWithout = (context: Context, ...names: readonly string[]) =>
  isHtml(context) &&
  !isPageForData(context) &&
  !isMisplaced(context) &&
  !names.some((name) => context.has(name));

/** Adds redirects and errors: browsers store HSTS from them, and some hosts send nothing else. */
function isRemembered(context: Context): Context | undefined {
  const { status = 0, has } = context;
  const isRedirect = status >= 300 && status < 400 && status !== 304 && has("location");
  return worthwhile(context) ?? (isRedirect || (status >= 400 && status < 600) ? context : undefined);
}

export const missingHsts = ruleOn(isRemembered, [
  problem("strict-transport-security-missing", "warning", "rfc6797#section-2.3.1", {
    detect: ({ url, has }) =>
      url?.protocol === "https:" &&
      isNamedHost(url.hostname) &&
      !isPreloaded(url.hostname) &&
      !has("strict-transport-security"),
    // nginx and Apache add it to errors only with `always`.
    severityOf: (_, { status = 200 }) => (status >= 400 ? "info" : "warning"),
    bad: page(),
    good: page("Strict-Transport-Security: max-age=63072000; includeSubDomains"),
  }),
]);

export const missingSecurityFields = ruleOn(worthwhile, [
  problem("x-content-type-options-missing", "warning", "mdn/X-Content-Type-Options", {
    detect(context) {
      // Over plain HTTP, an attacker can change the media type anyway.
      const isTyped = isHtml(context) || (context.url?.protocol === "https:" && context.has("content-type"));
      return isTyped && !context.has("x-content-type-options");
    },
    send: () => "X-Content-Type-Options: nosniff",
    bad: page(),
    good: page("X-Content-Type-Options: nosniff"),
  }),
  problem("content-security-policy-missing", "warning", "mdn/Content-Security-Policy", {
    detect: (context) => isPageWithout(context, "content-security-policy"),
    title: (_, { has }) =>
      `Content-Security-Policy is missing, so nothing stops injected scripts${has("content-security-policy-report-only") ? "; the report-only policy blocks nothing" : ""}.`,
    bad: page(),
    good: page("Content-Security-Policy: default-src 'self'"),
  }),
  problem("x-frame-options-missing", "warning", "csp3#directive-frame-ancestors", {
    detect: (context) =>
      isPageWithout(context, "x-frame-options") && context.verdicts.framing?.from === "none",
    bad: page(),
    good: page("X-Frame-Options: DENY"),
  }),
  problem("permissions-policy-missing", "info", "mdn/Permissions-Policy", {
    // Reported only with Content-Security-Policy: stopping injected scripts is more important.
    detect: (context) =>
      context.has("content-security-policy") &&
      isPageWithout(context, "permissions-policy", "feature-policy"),
    bad: page("Content-Security-Policy: default-src 'self'"),
    good: page("Content-Security-Policy: default-src 'self'", "Permissions-Policy: geolocation=()"),
  }),
]);

/** Whether the content is gRPC, which browsers do not interpret. */
function isForPrograms({ verdicts }: Context): boolean {
  return /^application\/grpc(?:\+|$)/.test(verdicts.content?.type ?? "");
}

const AGREEING = wordTable({ deny: "nobody", sameorigin: "same-origin" });

const FRAMERS = { anyone: "every site", "same-origin": "the page's own origin", nobody: "nobody" } as const;

/** The only X-Frame-Options line, and the pages allowed by frame-ancestors, which overrides it. */
function overriddenBy(context: Context) {
  const { framing } = context.verdicts;
  const [line, ...more] = context.lines(xFrameOptions);
  const [value, ...others] = line?.parsed?.values ?? [];
  if (framing?.from !== "content-security-policy" || !line || !value || !AGREEING.has(value))
    return undefined;
  return more.length + others.length === 0 ? { line, value, by: framing.by } : undefined;
}

/** frame-ancestors overrides X-Frame-Options (CSP Level 3 section 6.4.2.1). */
export const framingPolicies = ruleOn(overriddenBy, [
  problem("x-frame-options-overridden", "info", "csp3#frame-ancestors-and-frame-options", {
    detect: ({ by, value }) =>
      by !== AGREEING.get(value) && (typeof by === "string" ? FRAMERS[by] : by.join(" ")),
    title: (who, { value }) =>
      `frame-ancestors overrides X-Frame-Options: ${value.toUpperCase()} and allows ${who}.`,
    bad: ["Content-Security-Policy: frame-ancestors https://partner.example", "X-Frame-Options: DENY"],
    good: ["Content-Security-Policy: frame-ancestors 'none'", "X-Frame-Options: DENY"],
  }),
]);

const ENDPOINTS = 'Reporting-Endpoints: main="https://example.com/reports"';

/** The first lines of these headers, if the response came over plain HTTP. */
function insecure({ verdicts, named }: Context, ...names: readonly string[]): readonly ExplainedLine[] {
  return verdicts.isolation.secureContext === false ? names.flatMap((name) => named(name).slice(0, 1)) : [];
}

/** Cross-Origin-Opener-Policy and -Embedder-Policy together. */
export const isolation = rule([
  problem("isolation-policy-insecure", "warning", "html/browsers.html#the-coop-headers", {
    detectAll: (context) => insecure(context, "cross-origin-opener-policy", "cross-origin-embedder-policy"),
    title: ({ line }) =>
      `${line.sent} has no effect over plain HTTP: browsers honour it in secure contexts only.`,
    bad: { lines: ["Cross-Origin-Opener-Policy: same-origin"], url: "http://example.com/" },
    good: { lines: ["Cross-Origin-Opener-Policy: same-origin"], url: "https://example.com/" },
  }),
  problem("reporting-insecure", "info", "https://www.w3.org/TR/reporting-1/#header", {
    detectAll: (context) => insecure(context, "reporting-endpoints", "report-to"),
    title: ({ line }) => `Browsers ignore ${line.sent} over plain HTTP.`,
    bad: { lines: [ENDPOINTS], url: "http://example.com/" },
    good: { lines: [ENDPOINTS], url: "https://example.com/" },
  }),
  problem("cross-origin-isolation-incomplete", "info", "html/browsers.html#cross-origin-isolation-mode", {
    detect(context) {
      const { opener, embedder, secureContext, crossOriginIsolated } = context.verdicts.isolation;
      if (secureContext === false || crossOriginIsolated || opener === "same-origin") return undefined;
      return embedder !== "unsafe-none" && embedder;
    },
    title: (embedder) =>
      `Cross-Origin-Embedder-Policy: ${embedder} does not isolate the page without Cross-Origin-Opener-Policy: same-origin.`,
    at: (_, { named }) => named("cross-origin-embedder-policy")[0],
    bad: ["Cross-Origin-Embedder-Policy: require-corp"],
    good: ["Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Embedder-Policy: require-corp"],
  }),
]);
