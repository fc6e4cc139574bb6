/**
 * Problems that a line of a server's configuration cures: the field line to be sent, the field to be left out, or what each
 * server has for it. Values are starting points that fit most sites. November 2026.
 */

export type Server = "nginx" | "Apache" | "Caddy" | "Cloudflare";

export interface Remedy {
  /** The field line that the server is to send. */
  readonly set?: string;
  /** The field that it is not to send. */
  readonly unset?: string;
  /** What the server has beyond sending fields; where it has nothing, it is left out. */
  readonly own?: Partial<Record<Server, string>>;
}

const SELF =
  "default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'";

/** By the line to send. */
const SET: readonly (readonly [line: string, ids: readonly string[]])[] = [
  [
    "Strict-Transport-Security: max-age=63072000",
    [
      "strict-transport-security-missing",
      "strict-transport-security-invalid",
      "hsts-max-age-missing",
      "hsts-max-age-invalid",
      "hsts-max-age-short",
      "hsts-separator",
      "hsts-directive-repeated",
      "hsts-void",
    ],
  ],
  [
    "Strict-Transport-Security: max-age=63072000; includeSubDomains; preload",
    ["hsts-preload-unsuitable", "hsts-preload-max-age-short"],
  ],
  [
    "X-Content-Type-Options: nosniff",
    ["x-content-type-options-missing", "x-content-type-options-unknown", "x-content-type-options-repeated"],
  ],
  [
    `Content-Security-Policy: ${SELF}`,
    [
      "content-security-policy-missing",
      "csp-directives-missing",
      "csp-objects-unrestricted",
      "csp-scripts-unrestricted",
      "csp-name-prefixed",
    ],
  ],
  ["Content-Security-Policy: frame-ancestors 'self'", ["x-frame-options-missing"]],
  [
    "X-Frame-Options: SAMEORIGIN",
    ["x-frame-options-unknown", "x-frame-options-conflict", "x-frame-options-repeated"],
  ],
  ["Content-Security-Policy: frame-ancestors 'self' https://partner.example", ["x-frame-options-allow-from"]],
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
  [
    "Permissions-Policy: camera=(), geolocation=(), microphone=()",
    [
      "permissions-policy-missing",
      "permissions-policy-old-syntax",
      "permissions-policy-invalid",
      "feature-policy-replaced",
    ],
  ],
  [
    "Cross-Origin-Opener-Policy: same-origin",
    [
      "cross-origin-opener-policy-unknown",
      "cross-origin-opener-policy-type",
      "cross-origin-opener-policy-invalid",
      "cross-origin-opener-policy-unsafe-none",
      "cross-origin-isolation-incomplete",
    ],
  ],
  [
    "Cross-Origin-Embedder-Policy: require-corp",
    [
      "cross-origin-embedder-policy-unknown",
      "cross-origin-embedder-policy-type",
      "cross-origin-embedder-policy-invalid",
      "cross-origin-embedder-policy-unsafe-none",
    ],
  ],
  ["Cross-Origin-Resource-Policy: same-origin", ["cross-origin-resource-policy-unknown"]],
  [
    "Cache-Control: private, no-cache",
    ["session-in-shared-cache", "cookies-in-shared-cache", "credentialed-shared"],
  ],
  ["Cache-Control: no-cache", ["freshness-missing", "freshness-unset"]],
  ["Cache-Control: no-store", ["freshness-failure", "cache-control-no-store-conflict"]],
];

/** By the field to leave out. */
const UNSET: readonly (readonly [name: string, ids: readonly string[]])[] = [
  ["X-XSS-Protection", ["x-xss-protection-on", "x-xss-protection-unknown"]],
  ["Pragma", ["pragma-in-response", "pragma-unknown"]],
  ["Status", ["cgi-status-leaked"]],
  ["Expect-CT", ["expect-ct-obsolete"]],
  ["Expect-Staple", ["expect-staple-obsolete"]],
  ["Public-Key-Pins", ["public-key-pins-obsolete"]],
  ["Large-Allocation", ["large-allocation-obsolete"]],
  ["MIME-Version", ["mime-version-needless"]],
  ["Proxy-Connection", ["proxy-connection"]],
  ["X-Powered-By", ["software-named"]],
  ["X-Pingback", ["pingback-offered"]],
  ["SourceMap", ["source-map-named"]],
  ["X-SourceMap", ["source-map-prefixed"]],
  ["Surrogate-Key", ["surrogate-key-exposed"]],
  ["Surrogate-Control", ["surrogate-control-exposed"]],
  ["X-Debug-Token-Link", ["debug-field"]],
  ["Report-To", ["report-to-deprecated"]],
  ["X-UA-Compatible", ["field-outdated"]],
  ["Content-MD5", ["field-obsolete"]],
  ["Expires", ["expires-invalid"]],
];

const FLAGS = "; Secure; HttpOnly; SameSite=Lax";
const TEXT_TYPES = "text/css application/javascript application/json image/svg+xml";

/** By what the servers have of their own. */
const OWN: readonly (readonly [own: Partial<Record<Server, string>>, ids: readonly string[]])[] = [
  [
    {
      nginx: "server_tokens off;",
      Apache: "ServerTokens Prod",
      Caddy: "header -Server",
      Cloudflare:
        "Nothing to do: Cloudflare sends its own Server; remove X-Powered-By by Modify Response Header",
    },
    ["software-version", "software-stack"],
  ],
  [
    {
      nginx: "proxy_cookie_flags ~ secure httponly samesite=lax;",
      Apache: `Header always edit Set-Cookie "^(.*)$" "$1${FLAGS}"`,
      Caddy: `header Set-Cookie ^(.*)$ "$1${FLAGS}"`,
    },
    [
      "cookie-insecure",
      "cookie-session-insecure",
      "cookie-session-script-readable",
      "cookie-session-samesite-missing",
    ],
  ],
  [
    {
      nginx: "charset utf-8;",
      Apache: "AddDefaultCharset utf-8",
      Caddy: 'header Content-Type "text/html; charset=utf-8"',
    },
    ["charset-missing", "text-charset-missing"],
  ],
  [
    {
      nginx: `gzip on; gzip_types ${TEXT_TYPES};`,
      Apache: `AddOutputFilterByType DEFLATE text/html ${TEXT_TYPES}`,
      Caddy: "encode zstd gzip",
      Cloudflare: "Rules, Compression Rules: Enable Zstandard, Brotli and Gzip",
    },
    ["content-not-compressed"],
  ],
  [
    {
      nginx: "gzip_vary on;",
      Apache: "Header always merge Vary Accept-Encoding",
      Caddy: "header +Vary Accept-Encoding",
      Cloudflare: "Rules, Transform Rules, Modify Response Header: Add Vary with Accept-Encoding",
    },
    ["vary-accept-encoding-missing"],
  ],
  [
    {
      nginx: "add_header Vary Origin always;",
      Apache: "Header always merge Vary Origin",
      Caddy: "header +Vary Origin",
      Cloudflare: "Rules, Transform Rules, Modify Response Header: Add Vary with Origin",
    },
    ["cors-vary-origin-missing"],
  ],
  [
    {
      nginx: "return 301 https://$host$request_uri;",
      Apache: "Redirect permanent / https://www.example.com/",
      Caddy: "redir https://{host}{uri} permanent",
      Cloudflare: "SSL/TLS, Edge Certificates: Always Use HTTPS",
    },
    [
      "document-over-http",
      "redirect-keeps-http",
      "redirect-skips-own-https",
      "redirect-downgrade",
      "location-downgrade",
    ],
  ],
  [
    {
      nginx: "ssl_protocols TLSv1.2 TLSv1.3;",
      Apache: "SSLProtocol -all +TLSv1.2 +TLSv1.3",
      Caddy: "tls { protocols tls1.2 tls1.3 }",
      Cloudflare: "SSL/TLS, Edge Certificates: Minimum TLS Version 1.2",
    },
    ["tls-version-old"],
  ],
];

export const remedies: ReadonlyMap<string, Remedy> = new Map<string, Remedy>([
  ...SET.flatMap(([set, ids]) => ids.map((id): [string, Remedy] => [id, { set }])),
  ...UNSET.flatMap(([unset, ids]) => ids.map((id): [string, Remedy] => [id, { unset }])),
  ...OWN.flatMap(([own, ids]) => ids.map((id): [string, Remedy] => [id, { own }])),
]);
