/**
 * Remedies for problems whose row has no corrected line: the field line to send, the field to remove, or each
 * server's own setting. Also the fields whose value differs per response, so that no configuration can
 * contain it. November 2026.
 */

import type { Server } from "./recipe-servers.ts";

export interface RecipeRow {
  /** Field line to send. */
  readonly set?: string;
  /** Remove the field of the finding. */
  readonly unset?: true;
  /** Settings of servers other than sending fields. */
  readonly own?: Readonly<Partial<Record<Server, string>>>;
  /** The field affects no other finding: the changed response need not be checked again. */
  readonly alone?: true;
  /** A sentence of advice to read first. */
  readonly note?: string;
  /** A starting point, not an answer to this response: shown on the problem's page only. */
  readonly start?: true;
}

const POLICY =
  "default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'; require-trusted-types-for 'script'";

/** Ids of problems by the line to send. */
const SET: readonly (readonly [line: string, ids: readonly string[]])[] = [
  ["X-Content-Type-Options: nosniff", ["x-content-type-options-repeated"]],
  [
    "Referrer-Policy: strict-origin-when-cross-origin",
    [
      "referrer-policy-unsafe",
      "referrer-policy-leaky",
      "referrer-policy-void",
      "referrer-policy-none-known",
      "referrer-policy-empty",
    ],
  ],
  // Browsers refuse all framing if the values differ.
  ["X-Frame-Options: DENY", ["x-frame-options-conflict"]],
  ["X-Permitted-Cross-Domain-Policies: none", ["cross-domain-policies-all"]],
  [
    "Cache-Control: private, no-cache",
    ["session-in-shared-cache", "cookies-in-shared-cache", "credentialed-shared", "personal-in-shared-cache"],
  ],
  [
    "Cache-Control: no-cache",
    ["freshness-missing", "freshness-unset", "freshness-page-long", "freshness-worker-long"],
  ],
  [
    "Cache-Control: no-store",
    ["freshness-failure", "cache-control-no-store-conflict", "event-stream-lifetime"],
  ],
];

/** Lines to send with a requirement to check first. */
const SET_WITH_CARE: readonly (readonly [line: string, note: string, ids: readonly string[]])[] = [
  [
    "Strict-Transport-Security: max-age=63072000",
    "Second step, once every subdomain answers over HTTPS: add includeSubDomains.",
    [
      "strict-transport-security-missing",
      "strict-transport-security-invalid",
      "hsts-max-age-missing",
      "hsts-max-age-invalid",
      "hsts-max-age-short",
      "hsts-directive-repeated",
      "hsts-void",
    ],
  ],
  [
    "Strict-Transport-Security: max-age=63072000; includeSubDomains",
    "includeSubDomains needs every subdomain to answer over HTTPS.",
    ["hsts-subdomains-missing"],
  ],
  [
    "Strict-Transport-Security: max-age=63072000; includeSubDomains; preload",
    "Browsers ship the names that ask for preload: leaving their list takes months.",
    ["hsts-preload-unsuitable", "hsts-preload-max-age-short"],
  ],
  [
    "X-Frame-Options: SAMEORIGIN",
    "Pages that others may embed name them with frame-ancestors of Content-Security-Policy instead.",
    ["x-frame-options-missing"],
  ],
];

const TRY_FIRST =
  "A start that blocks nothing: add what it reports of the site's own, then send it as Content-Security-Policy.";

/** Starting points: the right value depends on the site. */
const STARTS: readonly (readonly [line: string, note: string, ids: readonly string[]])[] = [
  [
    `Content-Security-Policy-Report-Only: ${POLICY}`,
    TRY_FIRST,
    [
      "content-security-policy-missing",
      "csp-directives-missing",
      "csp-objects-unrestricted",
      "csp-scripts-unrestricted",
    ],
  ],
  [
    "Permissions-Policy: camera=(), geolocation=(), microphone=()",
    "A start: omit the features that the site uses.",
    ["permissions-policy-missing"],
  ],
  [
    "Cross-Origin-Opener-Policy-Report-Only: same-origin",
    "A start that blocks nothing: send it as Cross-Origin-Opener-Policy then; sign-in windows of other origins need same-origin-allow-popups.",
    ["cross-origin-opener-policy-unsafe-none"],
  ],
  [
    "Cross-Origin-Embedder-Policy-Report-Only: require-corp",
    "A start that blocks nothing: send it as Cross-Origin-Embedder-Policy then; resources of other origins must allow it with Cross-Origin-Resource-Policy or CORS.",
    ["cross-origin-embedder-policy-unsafe-none"],
  ],
];

/** Fields, and below them ids of fields to remove, that affect no other finding. */
const ALONE: ReadonlySet<string> = new Set([
  "strict-transport-security",
  "x-content-type-options",
  "referrer-policy",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
]);
const UNSET_ALONE: readonly string[] = [
  "cgi-status-leaked",
  "debug-field",
  "expect-ct-obsolete",
  "expect-staple-obsolete",
  "field-outdated",
  "internal-address",
  "internal-host-name",
  "large-allocation-obsolete",
  "mime-version-needless",
  "pingback-offered",
  "public-key-pins-obsolete",
  "source-map-named",
  "source-map-prefixed",
  "surrogate-control-exposed",
  "surrogate-key-exposed",
  "x-frame-options-overridden",
  "x-frame-options-unneeded",
];

const NOTES: ReadonlyMap<string, Pick<RecipeRow, "note">> = new Map([
  [
    "pingback-offered",
    {
      note: 'xmlrpc.php itself is closed by "location = /xmlrpc.php { deny all; }" in nginx, by "<Files xmlrpc.php>" with "Require all denied" in Apache: apps, Jetpack and pingbacks then stop working.',
    },
  ],
]);

/** Remove the field of the finding. */
const UNSET: readonly string[] = [
  "accept-ch-lifetime-invalid",
  "content-coding-identity",
  "content-md5-invalid",
  "cors-without-origin",
  "digest-invalid",
  "expires-invalid",
  "field-obsolete",
  "hsts-over-http",
  "isolation-policy-insecure",
  "isolation-policy-report-only-same",
  "nel-over-http",
  "origin-trial-expired",
  "origin-trial-invalid",
  "origin-trial-other-origin",
  "pragma-against-lifetime",
  "pragma-in-response",
  "pragma-invalid",
  "pragma-unknown",
  "proxy-challenge-needless",
  "proxy-connection",
  "report-to-deprecated",
  "reporting-insecure",
  "request-field-in-response",
  "retry-after-pointless",
  "value-empty",
  "warning-invalid",
];

/** Text media types, in addition to HTML: types to compress. */
export const TEXT_TYPES: readonly string[] =
  `text/plain text/css text/csv text/javascript text/markdown text/xml text/calendar text/vcard text/vtt
  application/javascript application/json application/ld+json application/geo+json application/manifest+json
  application/xml application/xhtml+xml application/rss+xml application/atom+xml application/wasm image/svg+xml`.split(
    /\s+/,
  );
const TO_COMPRESS = TEXT_TYPES.join(" ");

/** Servers' own settings. */
const OWN: readonly (readonly [
  own: Readonly<Partial<Record<Server, string>>>,
  note: string,
  ids: readonly string[],
])[] = [
  [
    {
      nginx: "charset utf-8;",
      apache: "AddDefaultCharset utf-8",
      caddy: 'header {\n\tContent-Type "^(text/[a-z]+)$" "$1; charset=utf-8"\n\tdefer\n}',
      cloudflare:
        'Rules > Transform Rules > Modify Response Header: when http.response.content_type.media_type eq "text/html", set dynamic Content-Type to concat(http.response.content_type.media_type, "; charset=utf-8")',
    },
    "The files must be UTF-8, as HTML requires.",
    ["charset-missing", "text-charset-missing"],
  ],
  [
    {
      nginx: `gzip on;\ngzip_vary on;\ngzip_proxied any;\ngzip_types ${TO_COMPRESS};`,
      apache: `<IfModule mod_filter.c>\n\t<IfModule mod_deflate.c>\n\t\tAddOutputFilterByType DEFLATE text/html ${TO_COMPRESS}\n\t</IfModule>\n</IfModule>`,
      caddy: "encode zstd gzip",
      cloudflare: "Rules > Compression Rules: enable Zstandard, Brotli and Gzip",
    },
    "",
    ["content-not-compressed"],
  ],
  [
    {
      nginx: "server {\n\tlisten 80;\n\tserver_name HOST;\n\treturn 301 https://$host$request_uri;\n}",
      apache: `<IfModule mod_setenvif.c>
\tSetEnvIfExpr "%{HTTPS} != 'on' && %{HTTP:X-Forwarded-Proto} != 'https'" suppress-error-charset
\t<If "%{HTTPS} != 'on' && %{HTTP:X-Forwarded-Proto} != 'https'">
\t\tRedirect permanent "https://%{HTTP_HOST}%{REQUEST_URI}"
\t</If>
</IfModule>`,
      caddy:
        "route {\n\t@insecure {\n\t\tprotocol http\n\t\tnot header X-Forwarded-Proto https\n\t}\n\tredir @insecure https://{host}{uri} permanent\n}",
      cloudflare: "SSL/TLS > Edge Certificates: Always Use HTTPS",
    },
    "For the server that answers on port 80. In nginx it replaces the server block of that name and port.",
    ["redirect-keeps-http", "redirect-skips-own-https"],
  ],
  [
    {
      nginx: "ssl_protocols TLSv1.2 TLSv1.3;",
      apache: "<IfModule mod_ssl.c>\n\tSSLProtocol -all +TLSv1.2 +TLSv1.3\n</IfModule>",
      caddy: "tls {\n\tprotocols tls1.2 tls1.3\n}",
      cloudflare: "SSL/TLS > Edge Certificates: Minimum TLS Version 1.2",
    },
    "",
    ["tls-version-old"],
  ],
];

/** Adds settings for `.htaccess`: Apache's, except those for TLS. */
function withHtaccess(own: NonNullable<RecipeRow["own"]>): NonNullable<RecipeRow["own"]> {
  const { apache } = own;
  return apache === undefined || apache.includes("SSLProtocol") ? own : { ...own, htaccess: apache };
}

function sending(set: string): RecipeRow {
  const isAlone = ALONE.has(set.slice(0, set.indexOf(":")).toLowerCase());
  return { set, ...(isAlone && { alone: true }) };
}

/** By id of the problem. */
export const recipeRows: ReadonlyMap<string, RecipeRow> = new Map<string, RecipeRow>([
  ...SET.flatMap(([set, ids]) => ids.map((id): [string, RecipeRow] => [id, sending(set)])),
  ...SET_WITH_CARE.flatMap(([set, note, ids]) =>
    ids.map((id): [string, RecipeRow] => [id, { ...sending(set), note }]),
  ),
  ...STARTS.flatMap(([set, note, ids]) =>
    ids.map((id): [string, RecipeRow] => [id, { set, note, start: true }]),
  ),
  ...UNSET_ALONE.map((id): [string, RecipeRow] => [id, { unset: true, alone: true, ...NOTES.get(id) }]),
  ...UNSET.map((id): [string, RecipeRow] => [id, { unset: true }]),
  ...OWN.flatMap(([own, note, ids]) =>
    ids.map((id): [string, RecipeRow] => [id, { own: withHtaccess(own), ...(note !== "" && { note }) }]),
  ),
]);

/** Settings that remove the product's name from the server's own Server field. */
export const serverField: Readonly<Partial<Record<Server, string>>> = {
  nginx: "server_tokens off;",
  // Removes an application's field, which Apache would forward; Apache then adds its own.
  apache: "ServerTokens Prod\nHeader onsuccess unset Server\nHeader always unset Server",
  caddy: "header {\n\t-Server\n\tdefer\n}",
  // lighttpd forwards an application's field, and otherwise sends its own.
  lighttpd: 'server.tag = ""\nsetenv.set-response-header += ("Server" => "")',
  cloudflare: "Nothing to do: Cloudflare puts its own Server in the place of the origin's",
};

/**
 * Fields whose right value differs per response, resource or request: a configuration would send one value
 * with all of them.
 */
export const perResponse: ReadonlySet<string> = new Set(
  `accept-ranges activate-storage-access age allow authentication-info b3 baggage cache-group-invalidation cache-groups
  cache-status clear-site-data connect-udp-bind connection content-digest content-disposition content-dpr content-encoding
  content-language content-length content-location content-range content-type critical-ch date delta-base deprecation digest etag
  expires
  grpc-status host idempotency-key im incremental keep-alive last-modified link location memento-datetime
  optional-www-authenticate preference-applied priority proxy-authenticate proxy-authentication-info proxy-status ratelimit
  refresh repr-digest retry-after sec-websocket-accept sec-websocket-extensions sec-websocket-protocol server server-timing
  set-cookie set-login signature signature-input sourcemap sunset traceparent tracestate trailer transfer-encoding
  unencoded-digest upgrade via warning www-authenticate x-b3-parentspanid x-b3-sampled x-b3-spanid x-b3-traceid
  x-robots-tag`.split(/\s+/),
);
