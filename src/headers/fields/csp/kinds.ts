/** What can be wrong with a policy. The same table serves the enforced and the report-only field. */

import type { ProblemKind } from "../../field.ts";
import { csp3, mdn } from "../../specs.ts";

const HTML = { status: 200, url: "https://example.com/" } as const;

function html(...lines: readonly string[]) {
  return { ...HTML, lines: ["Content-Type: text/html", ...lines] };
}

const csp = (policy: string): string[] => [`Content-Security-Policy: ${policy}`];

export const directiveKinds = {
  "csp-empty": {
    severity: "error",
    link: csp3("parse-serialized-policy"),
    summary: "A policy has no directives, so it restricts nothing.",
    bad: csp(";"),
    good: csp("default-src 'self'"),
  },
  "csp-too-long": {
    severity: "warning",
    link: csp3("csp-header"),
    summary: "A policy is too long to be kept under review.",
    bad: csp(`img-src${" https://a.test".repeat(1000)}; font-src${" https://a.test".repeat(1000)}`),
    good: csp("img-src https://example.com"),
  },
  "csp-byte-invalid": {
    severity: "error",
    link: csp3("parse-serialized-policy"),
    summary:
      "A directive has a character that is not ASCII, such as a curly quote: browsers drop the whole directive.",
    bad: csp("script-src \u2018self\u2019"),
    good: csp("script-src 'self'"),
  },
  "csp-sources-comma": {
    severity: "error",
    link: csp3("parse-serialized-policy-list"),
    summary: "A source is where a directive name belongs: a comma or semicolon was put between sources.",
    bad: csp("script-src 'self', https://cdn.example"),
    good: csp("script-src 'self' https://cdn.example"),
  },
  "csp-directive-misspelt": {
    severity: "error",
    link: csp3("csp-directives"),
    summary: "A directive name is not a known one but close to one; browsers ignore the directive.",
    bad: csp("scrpt-src 'self'"),
    good: csp("script-src 'self'"),
  },
  "csp-directive-unknown": {
    severity: "warning",
    link: csp3("csp-directives"),
    summary: "A directive name is unknown; browsers ignore the directive.",
    bad: csp("default-src 'self'; robots 'none'"),
    good: csp("default-src 'self'"),
  },
  "csp-directive-repeated": {
    severity: "error",
    link: csp3("parse-serialized-policy"),
    summary: "A directive appears twice with different values; browsers ignore all but the first.",
    bad: csp("img-src 'self'; img-src https:"),
    good: csp("img-src 'self' https:"),
  },
  "csp-directive-repeated-identically": {
    severity: "warning",
    link: csp3("parse-serialized-policy"),
    summary: "A directive appears twice with the same value.",
    bad: csp("img-src 'self'; img-src 'self'"),
    good: csp("img-src 'self'"),
  },
  "csp-directive-removed": {
    severity: "info",
    link: mdn("Content-Security-Policy"),
    summary: "A directive is no longer, or was never, part of the standard.",
    bad: csp("default-src 'self'; plugin-types application/pdf"),
    good: csp("default-src 'self'; object-src 'none'"),
  },
  "csp-report-uri-deprecated": {
    severity: "info",
    link: csp3("directive-report-uri"),
    summary: "The directive report-uri is deprecated in favour of report-to.",
    bad: csp("default-src 'self'; report-uri /csp"),
    good: ['Reporting-Endpoints: csp="https://example.com/csp"', ...csp("default-src 'self'; report-to csp")],
  },
  "csp-report-insecure": {
    severity: "warning",
    link: csp3("directive-report-uri"),
    summary: "Reports of violations go over plain HTTP.",
    bad: csp("default-src 'self'; report-uri http://example.com/csp"),
    good: csp("default-src 'self'; report-uri https://example.com/csp"),
  },
  "csp-semicolon-missing": {
    severity: "error",
    link: csp3("framework-policy"),
    summary: "A directive name is among the sources of another directive: a semicolon is missing before it.",
    bad: csp("default-src 'self' script-src 'none'"),
    good: csp("default-src 'self'; script-src 'none'"),
  },
  "csp-value-missing": {
    severity: "warning",
    link: csp3("framework-directives"),
    summary: "A directive has no value, which for a list of sources means that nothing is allowed.",
    bad: csp("default-src 'self'; script-src"),
    good: csp("default-src 'self'; script-src 'none'"),
  },
  "csp-value-ignored": {
    severity: "warning",
    link: csp3("framework-directives"),
    summary: "A directive has a value that it cannot have; browsers ignore it.",
    bad: csp("default-src 'self'; upgrade-insecure-requests 1"),
    good: csp("default-src 'self'; upgrade-insecure-requests"),
  },
  "csp-token-unknown": {
    severity: "error",
    link: csp3("directives-document"),
    summary: "A directive has a word that it does not know.",
    bad: csp("sandbox allow-script"),
    good: csp("sandbox allow-scripts"),
  },
  "csp-report-only-ignored": {
    severity: "warning",
    link: csp3("cspro-header"),
    summary: "A directive that only works in an enforced policy is in a report-only one.",
    bad: ["Content-Security-Policy-Report-Only: default-src 'self'; sandbox; report-uri /csp"],
    good: ["Content-Security-Policy-Report-Only: default-src 'self'; report-uri /csp"],
  },
  "csp-report-only-silent": {
    severity: "info",
    link: csp3("cspro-header"),
    summary: "A report-only policy names nobody to report to: violations show in the browser's console only.",
    bad: ["Content-Security-Policy-Report-Only: default-src 'self'"],
    good: ["Content-Security-Policy-Report-Only: default-src 'self'; report-uri /csp"],
  },
  "csp-policies-combined": {
    severity: "info",
    link: csp3("multiple-policies"),
    summary: "Several policies apply together: a load must be allowed by each of them.",
    bad: csp("default-src 'self', script-src 'none'"),
    good: csp("default-src 'self'; script-src 'none'"),
  },
} as const satisfies Record<string, ProblemKind>;

export const sourceKinds = {
  "csp-keyword-unquoted": {
    severity: "error",
    link: csp3("framework-directive-source-list"),
    summary: "A keyword, nonce or hash is written without its single quotes: it is read as a host name.",
    bad: csp("object-src self"),
    good: csp("object-src 'self'"),
  },
  "csp-keyword-unknown": {
    severity: "error",
    link: csp3("framework-directive-source-list"),
    summary: "A word in single quotes is not a keyword; browsers ignore it.",
    bad: csp("default-src 'selfish'"),
    good: csp("default-src 'self'"),
  },
  "csp-keyword-misplaced": {
    severity: "info",
    link: csp3("framework-directive-source-list"),
    summary: "A keyword, nonce or hash is in a directive in which it has no effect.",
    bad: csp("img-src 'self' 'unsafe-inline'"),
    good: csp("img-src 'self'"),
  },
  "csp-none-combined": {
    severity: "warning",
    link: csp3("framework-directive-source-list"),
    summary: "'none' is next to other sources, so it is ignored.",
    bad: csp("frame-src 'none' https://example.com"),
    good: csp("frame-src https://example.com"),
  },
  "csp-sources-joined": {
    severity: "warning",
    link: csp3("framework-directive-source-list"),
    summary: "Two quoted sources are joined without a space; browsers ignore both.",
    bad: csp("default-src 'self''unsafe-hashes'"),
    good: csp("default-src 'self' 'unsafe-hashes'"),
  },
  "csp-hash-unpadded": {
    severity: "warning",
    link: csp3("framework-directive-source-list"),
    summary:
      "A hash has no padding at its end: Firefox compares that too, so the hash matches nothing there.",
    bad: csp("script-src 'sha256-dVbMnBGIUutUerZks77uKhewo4arUwKc9ZPimf2fuls'"),
    good: csp("script-src 'sha256-dVbMnBGIUutUerZks77uKhewo4arUwKc9ZPimf2fuls='"),
  },
  "csp-source-invalid": {
    severity: "error",
    link: csp3("framework-directive-source-list"),
    summary: "A source is neither keyword nor scheme nor host; browsers ignore it.",
    bad: csp("img-src https://"),
    good: csp("img-src https:"),
  },
  "csp-source-query": {
    severity: "warning",
    link: csp3("match-paths"),
    summary: "A source has a query or a fragment, which no source can have.",
    bad: csp("img-src https://example.com/logo.png?v=1"),
    good: csp("img-src https://example.com/logo.png"),
  },
  "csp-source-repeated": {
    severity: "info",
    link: csp3("framework-directive-source-list"),
    summary: "A source appears twice in a directive.",
    bad: csp("img-src 'self' 'self'"),
    good: csp("img-src 'self'"),
  },
  "csp-source-insecure": {
    severity: "warning",
    link: csp3("match-schemes"),
    summary: "A source allows what comes over a connection that is not encrypted.",
    bad: csp("img-src http://example.com"),
    good: csp("img-src https://example.com"),
  },
  "csp-source-wildcard": {
    severity: "warning",
    link: csp3("framework-directive-source-list"),
    summary: "A directive allows every host.",
    bad: csp("img-src *"),
    good: csp("img-src 'self' https://images.example"),
  },
  "csp-source-public-suffix": {
    severity: "warning",
    link: "https://publicsuffix.org/list/",
    summary: "A wildcard covers a suffix under which names belong to many owners.",
    bad: csp("frame-ancestors *.github.io"),
    good: csp("frame-ancestors *.example.com"),
  },
  "csp-keyword-chromium": {
    severity: "info",
    link: csp3("framework-directive-source-list"),
    summary: "A keyword among sources is known to Chromium only.",
    bad: csp("script-src 'trusted-types-eval'; require-trusted-types-for 'script'"),
    good: csp("script-src 'wasm-unsafe-eval'"),
  },
  "csp-source-address": {
    severity: "info",
    link: csp3("match-hosts"),
    summary:
      "A source is an IP address or this machine itself; the standard has no address matched but 127.0.0.1.",
    bad: csp("img-src http://127.0.0.1"),
    good: csp("img-src https://example.com"),
  },
  "csp-nonce-weak": {
    severity: "warning",
    link: csp3("security-nonces"),
    summary: "A nonce is shorter than 128 random bits need, or does not look random.",
    bad: csp("script-src 'nonce-abc'"),
    good: csp("script-src 'nonce-pV3kq9XcT1u0yB7mZr4sLw'"),
    edge: [
      ["Content-Security-Policy: script-src 'nonce-a1B2c3D4e5F6g7H8i9J0k'"],
      ["Content-Security-Policy: script-src 'nonce-a1B2c3D4e5F6g7H8i9J0kL'"],
    ],
  },
  "csp-nonce-invalid": {
    severity: "error",
    link: csp3("grammardef-nonce-source"),
    summary: "A nonce has characters that are not base64; browsers ignore it.",
    bad: csp("script-src 'nonce-$nonce'"),
    good: csp("script-src 'nonce-pV3kq9XcT1u0yB7mZr4sLw'"),
  },
  "csp-hash-invalid": {
    severity: "error",
    link: csp3("grammardef-hash-source"),
    summary: "A hash is not the base64 form of a digest of its algorithm; it matches nothing.",
    bad: csp("script-src 'sha256-abc'"),
    good: csp("script-src 'sha256-hqBEA/HXB3aJU2FgOnYN8rkAgEVgyfi3Vs1j2/XMPBA='"),
  },
  "csp-script-hosts": {
    severity: "info",
    link: csp3("strict-dynamic-usage"),
    summary: "Scripts are allowed by host: whatever these hosts serve may run, unlike with nonces or hashes.",
    bad: html("Content-Security-Policy: script-src https://assets.example"),
    good: html("Content-Security-Policy: script-src 'nonce-rAnd0mRAnd0mRAnd0mRAnd0m' 'strict-dynamic'"),
  },
  "csp-trusted-types-missing": {
    severity: "info",
    link: mdn("Content-Security-Policy/require-trusted-types-for"),
    summary:
      "The policy holds injected scripts off, but does not require trusted types, which guard against those that the page's own scripts insert.",
    bad: html("Content-Security-Policy: script-src 'self'"),
    good: html("Content-Security-Policy: script-src 'self'; require-trusted-types-for 'script'"),
  },
  "csp-style-unsafe-inline": {
    severity: "warning",
    link: csp3("directive-style-src"),
    summary: "Inline styles are allowed, so injected markup can restyle the page.",
    bad: csp("style-src 'self' 'unsafe-inline'"),
    good: csp("style-src 'self'"),
  },
} as const satisfies Record<string, ProblemKind>;

export const scriptKinds = {
  "csp-script-unsafe-inline": {
    severity: "error",
    link: csp3("directive-script-src"),
    summary: "Inline scripts are allowed, so the policy does not stop injected ones.",
    bad: csp("script-src 'self' 'unsafe-inline'"),
    good: csp("script-src 'self' 'unsafe-inline' 'nonce-pV3kq9XcT1u0yB7mZr4sLw'"),
  },
  "csp-script-unsafe-eval": {
    severity: "error",
    link: csp3("directive-script-src"),
    summary: "Text may be run as code by eval() and its like.",
    bad: csp("script-src 'self' 'unsafe-eval'"),
    good: csp("script-src 'self' 'wasm-unsafe-eval'"),
  },
  "csp-script-unsafe-hashes": {
    severity: "info",
    link: csp3("unsafe-hashes-usage"),
    summary: "Event handlers whose hash is listed run wherever they are injected.",
    bad: csp("script-src 'unsafe-hashes' 'sha256-hqBEA/HXB3aJU2FgOnYN8rkAgEVgyfi3Vs1j2/XMPBA='"),
    good: csp("script-src 'sha256-hqBEA/HXB3aJU2FgOnYN8rkAgEVgyfi3Vs1j2/XMPBA='"),
  },
  "csp-script-anywhere": {
    severity: "error",
    link: csp3("directive-script-src"),
    summary: "Scripts may come from every host, or from URLs that anybody can write.",
    bad: csp("script-src https:"),
    good: csp("script-src https://cdn.example"),
  },
  "csp-script-insecure": {
    severity: "error",
    link: csp3("match-schemes"),
    summary: "Scripts may come over a connection that is not encrypted.",
    bad: csp("script-src http://cdn.example"),
    good: csp("script-src https://cdn.example"),
  },
  "csp-script-bypass": {
    severity: "error",
    link: csp3("strict-dynamic-usage"),
    summary: "Scripts may come from a host that is known to serve ways around a policy.",
    bad: csp("script-src https://ajax.googleapis.com"),
    good: csp("script-src https://cdn.example"),
  },
  "csp-trial-weak": {
    severity: "warning",
    link: csp3("cspro-header"),
    summary: "A report-only policy would not stop injected scripts if it were enforced.",
    bad: ["Content-Security-Policy-Report-Only: script-src 'unsafe-inline'; report-uri /csp"],
    good: ["Content-Security-Policy-Report-Only: script-src 'self'; report-uri /csp"],
  },
  "csp-strict-dynamic-alone": {
    severity: "error",
    link: csp3("strict-dynamic-usage"),
    summary: "'strict-dynamic' is used without nonce or hash: no script can run.",
    bad: csp("script-src 'self' 'strict-dynamic'"),
    good: csp("script-src 'strict-dynamic' 'nonce-pV3kq9XcT1u0yB7mZr4sLw'"),
  },
} as const satisfies Record<string, ProblemKind>;

const WHOLE = "default-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'";

export const missingKinds = {
  "csp-scripts-unrestricted": {
    severity: "warning",
    link: csp3("directive-script-src"),
    summary:
      "The policy of a document has neither script-src nor default-src: scripts may come from anywhere.",
    bad: html(...csp("img-src 'self'")),
    good: html(...csp(WHOLE)),
  },
  "csp-objects-unrestricted": {
    severity: "warning",
    link: csp3("directive-object-src"),
    summary:
      "The policy of a document restricts scripts but not plugins: it has neither object-src nor default-src.",
    bad: html(...csp("script-src 'self'")),
    good: html(...csp("script-src 'self'; object-src 'none'")),
  },
  "csp-directives-missing": {
    severity: "warning",
    link: csp3("directives-elsewhere"),
    summary: "The policy of a document lacks directives that do not fall back to default-src.",
    bad: html(...csp("default-src 'self'")),
    good: html(...csp(WHOLE)),
  },
} as const satisfies Record<string, ProblemKind>;

export type CspKind =
  | keyof typeof directiveKinds
  | keyof typeof sourceKinds
  | keyof typeof scriptKinds
  | keyof typeof missingKinds;
