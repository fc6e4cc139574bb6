import { wordTable } from "../../../data/word-table.ts";
import { type Context, rule } from "../field.ts";
import { xFrameOptions } from "../fields/x-frame-options.ts";
import { isHtml, isNamedHost, isSuccess } from "../response-kind.ts";
import { csp3, htmlStandard, mdn, rfc6797 } from "../specs.ts";

const PAGE = "Content-Type: text/html; charset=utf-8";

function page(...lines: readonly string[]) {
  return { status: 200, url: "https://example.com/", lines: [PAGE, ...lines] };
}

/** Security fields that are not there. Only for successful responses: others show little that is worth an attack. */
export const missingSecurityFields = rule({
  kinds: {
    "content-security-policy-missing": {
      severity: "warning",
      link: mdn("Content-Security-Policy"),
      summary: "A page comes without Content-Security-Policy: nothing stops scripts that get injected.",
      bad: page(),
      good: page("Content-Security-Policy: default-src 'self'"),
    },
    "x-frame-options-missing": {
      severity: "warning",
      link: csp3("directive-frame-ancestors"),
      summary: "A page comes without frame-ancestors and X-Frame-Options: every site may show it in a frame.",
      bad: page(),
      good: page("X-Frame-Options: DENY"),
    },
    "x-content-type-options-missing": {
      severity: "warning",
      link: mdn("X-Content-Type-Options"),
      summary:
        "A response comes without X-Content-Type-Options: browsers may take it for another media type.",
      bad: page(),
      good: page("X-Content-Type-Options: nosniff"),
    },
    "strict-transport-security-missing": {
      severity: "warning",
      link: rfc6797("section-2.3.1"),
      summary:
        "A host that has HTTPS does not say so in Strict-Transport-Security: a first visit can be caught over HTTP.",
      bad: page(),
      good: page("Strict-Transport-Security: max-age=63072000; includeSubDomains"),
    },
    "referrer-policy-missing": {
      severity: "info",
      link: mdn("Referrer-Policy"),
      summary: "A page comes without Referrer-Policy: the browser's default applies.",
      bad: page(),
      good: page("Referrer-Policy: strict-origin-when-cross-origin"),
    },
    "permissions-policy-missing": {
      severity: "info",
      link: mdn("Permissions-Policy"),
      summary: "A page comes without Permissions-Policy: it may ask for every browser feature.",
      bad: page(),
      good: page("Permissions-Policy: geolocation=()"),
    },
  },
  check(context, note) {
    if (!isSuccess(context) || isForPrograms(context)) return;
    const { url } = context;
    if (url?.protocol === "https:" && isNamedHost(url.hostname) && !context.has("strict-transport-security"))
      note(
        "strict-transport-security-missing",
        "Strict-Transport-Security is missing: visitors who first come over HTTP can be intercepted there.",
      );
    // Over plain HTTP, who wants another media type can simply change it.
    const isTyped = isHtml(context) || (url?.protocol === "https:" && context.has("content-type"));
    if (isTyped && !context.has("x-content-type-options"))
      note(
        "x-content-type-options-missing",
        "X-Content-Type-Options is missing: browsers may guess another media type.",
        undefined,
        "X-Content-Type-Options: nosniff",
      );
    if (!isHtml(context)) return;
    if (!context.has("content-security-policy")) {
      const trial = context.has("content-security-policy-report-only")
        ? "; the report-only policy blocks nothing"
        : "";
      note(
        "content-security-policy-missing",
        `Content-Security-Policy is missing: nothing stops scripts that get injected${trial}.`,
      );
    }
    if (!context.has("x-frame-options") && context.verdicts.framing?.from === "none")
      note(
        "x-frame-options-missing",
        "X-Frame-Options and frame-ancestors in Content-Security-Policy are missing: every site may show the page in a frame.",
      );
    if (!context.has("referrer-policy"))
      note(
        "referrer-policy-missing",
        "Referrer-Policy is missing: browsers use strict-origin-when-cross-origin.",
      );
    if (!context.has("permissions-policy") && !context.has("feature-policy"))
      note(
        "permissions-policy-missing",
        "Permissions-Policy is missing: the page may ask for every browser feature.",
      );
  },
});

/** No browser makes anything of gRPC by itself. */
function isForPrograms({ verdicts }: Context): boolean {
  return /^application\/grpc(?:\+|$)/.test(verdicts.content?.type ?? "");
}

const AGREEING = wordTable({ deny: "nobody", sameorigin: "same-origin" });

/** frame-ancestors and X-Frame-Options: where both stand the first counts (CSP Level 3 section 6.4.2.1). */
export const framingPolicies = rule({
  kinds: {
    "x-frame-options-overridden": {
      severity: "info",
      link: csp3("frame-ancestors-and-frame-options"),
      summary: "X-Frame-Options differs from frame-ancestors, which overrides it.",
      bad: ["Content-Security-Policy: frame-ancestors https://partner.example", "X-Frame-Options: DENY"],
      good: ["Content-Security-Policy: frame-ancestors 'none'", "X-Frame-Options: DENY"],
    },
    "x-frame-options-redundant": {
      severity: "info",
      link: csp3("frame-ancestors-and-frame-options"),
      summary: "X-Frame-Options says the same as frame-ancestors, which counts: only old browsers read it.",
      bad: ["Content-Security-Policy: frame-ancestors 'none'", "X-Frame-Options: DENY"],
      good: ["Content-Security-Policy: frame-ancestors 'none'"],
    },
  },
  check(context, note) {
    const { framing } = context.verdicts;
    const [line, ...more] = context.lines(xFrameOptions);
    const [value] = line?.parsed?.values ?? [];
    if (framing?.from !== "content-security-policy" || !value || more.length > 0) return;
    if (line?.parsed?.values.length !== 1 || !AGREEING.has(value)) return;
    if (framing.by === AGREEING.get(value)) {
      note(
        "x-frame-options-redundant",
        `X-Frame-Options: ${value.toUpperCase()} is redundant: frame-ancestors says the same, and only old browsers read X-Frame-Options.`,
        line,
      );
      return;
    }
    const who = typeof framing.by === "string" ? FRAMERS[framing.by] : framing.by.join(" ");
    note(
      "x-frame-options-overridden",
      `X-Frame-Options: ${value.toUpperCase()} is overridden by frame-ancestors, which lets in ${who}.`,
      line,
    );
  },
});

const FRAMERS = { anyone: "every site", "same-origin": "the page's own origin", nobody: "nobody" } as const;

const ENDPOINTS = 'Reporting-Endpoints: main="https://example.com/reports"';

/** What Cross-Origin-Opener-Policy and -Embedder-Policy give together. */
export const isolation = rule({
  kinds: {
    "cross-origin-isolated": {
      severity: "info",
      link: htmlStandard("browsers.html#cross-origin-isolation-mode"),
      summary:
        "Opener and embedder policy together isolate the page, which may use shared memory and precise timers.",
      bad: ["Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Embedder-Policy: require-corp"],
      good: ["Cross-Origin-Opener-Policy: same-origin"],
    },
    "isolation-policy-insecure": {
      severity: "warning",
      link: htmlStandard("browsers.html#the-coop-headers"),
      summary: "An opener or embedder policy is sent over plain HTTP, where browsers ignore it.",
      bad: { lines: ["Cross-Origin-Opener-Policy: same-origin"], url: "http://example.com/" },
      good: { lines: ["Cross-Origin-Opener-Policy: same-origin"], url: "https://example.com/" },
    },
    "reporting-insecure": {
      severity: "info",
      link: "https://www.w3.org/TR/reporting-1/#header",
      summary: "Endpoints for reports are named over plain HTTP, where browsers ignore them.",
      bad: { lines: [ENDPOINTS], url: "http://example.com/" },
      good: { lines: [ENDPOINTS], url: "https://example.com/" },
    },
    "cross-origin-isolation-incomplete": {
      severity: "info",
      link: htmlStandard("browsers.html#cross-origin-isolation-mode"),
      summary: "An embedder policy without the opener policy same-origin does not isolate the page.",
      bad: ["Cross-Origin-Embedder-Policy: require-corp"],
      good: ["Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Embedder-Policy: require-corp"],
    },
  },
  check(context, note) {
    const embedder = context.named("cross-origin-embedder-policy")[0];
    if (context.verdicts.isolation.secureContext === false) {
      for (const name of ["cross-origin-opener-policy", "cross-origin-embedder-policy"])
        for (const line of context.named(name).slice(0, 1))
          note(
            "isolation-policy-insecure",
            `${line.line.sent} does nothing over plain HTTP: browsers honour it in secure contexts only.`,
            line,
          );
      for (const name of ["reporting-endpoints", "report-to"])
        for (const line of context.named(name).slice(0, 1))
          note("reporting-insecure", `${line.line.sent} is ignored over plain HTTP.`, line);
      return;
    }
    const policies = isolatingPolicies(context);
    if (policies.isolated)
      note(
        "cross-origin-isolated",
        `The page is cross-origin isolated by ${policies.by}: it may use shared memory and precise timers.`,
      );
    else if (policies.embedder && policies.opener !== "same-origin")
      note(
        "cross-origin-isolation-incomplete",
        `Cross-Origin-Embedder-Policy: ${policies.embedder} does not isolate the page without Cross-Origin-Opener-Policy: same-origin.`,
        embedder,
      );
  },
});

/** What the verdict holds; where the URL is not known, what it would hold over HTTPS. */
function isolatingPolicies({ verdicts: { isolation } }: Context) {
  const { opener, crossOriginIsolated } = isolation;
  const embedder = isolation.embedder === "unsafe-none" ? undefined : isolation.embedder;
  const wouldIsolate = opener === "same-origin" && embedder !== undefined;
  const by = wouldIsolate
    ? "Cross-Origin-Opener-Policy and Cross-Origin-Embedder-Policy"
    : "Document-Isolation-Policy in Chromium";
  return { isolated: crossOriginIsolated ?? wouldIsolate, by, opener, embedder };
}
