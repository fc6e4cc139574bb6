/** Words about redirect maps: signs of formats, names of columns, reasons, findings and results. */

/** Formats with only one use: pattern of the file name, and of the first characters. */
export const MAP_SIGNS = [
  { format: "lines", file: /(?:^|\/)_redirects$/ },
  { format: "apache", file: /\.htaccess$/ },
  { format: "caddy", file: /(?:^|[./])caddyfile$/i, content: /^[ \t]*redir[ \t]+\S/m },
  { format: "json", file: /\.jsonc?$/i, content: /^\s*(?:\/[/*]|\{\s*["}/]|\{\}|\[\s*[[\]{])/ },
  {
    format: "xml",
    file: /\.(?:xml|config)$/i,
    content: /^\s*<(?:\?xml|configuration|rewriteMaps?|rewrite|rules|RoutingRules|WebsiteConfiguration)\b/,
  },
  { format: "toml", file: /\.toml$/i, content: /^\[\[redirects\]\]/m },
  { format: "yaml", file: /\.ya?ml$/i, content: /^["']?3\d\d["']?:[ \t]*$/m },
] as const satisfies readonly { format: string; file: RegExp; content?: RegExp }[];

/** Formats that are recognised and not read, with what to use instead. */
export const FOREIGN_FORMATS = [
  {
    name: "a configuration of Next.js",
    file: /next\.config\.\w+$/,
    content: /\bNextConfig\b/,
    instead: "build the site, and use .next/routes-manifest.json",
  },
  {
    name: "a configuration of Nuxt",
    file: /nuxt\.config\.\w+$/,
    content: /\bdefineNuxtConfig\b/,
    instead: "use the _redirects file of the built site",
  },
  {
    name: "a program",
    file: /\.(?:[cm]?[jt]sx?|php|py|rb|go)$/i,
    content: /^(?:#!|<\?php\b|module\.exports\b|export default\b)/m,
    instead: "let it print its redirects as JSON or CSV",
  },
  {
    name: "a configuration of HAProxy",
    file: /haproxy\.cfg$/,
    content: /^[ \t]*http-request redirect\b/m,
    instead: "use its map files",
  },
  {
    name: "a configuration of Traefik",
    file: /traefik\.\w+$/,
    content: /\bredirectRegex\b/i,
    instead: "list its redirects as CSV",
  },
  {
    name: "a configuration of lighttpd",
    file: /lighttpd\.conf$/,
    content: /^[ \t]*url\.redirect\b/m,
    instead: "list its redirects as CSV",
  },
  {
    name: "VCL of Varnish or Fastly",
    file: /\.vcl$/,
    content: /^(?:vcl \d|sub vcl_|table \w+ \{)/m,
    instead: "export its table as CSV",
  },
  {
    name: "a configuration of Terraform",
    file: /\.tf$/,
    content: /^resource "/m,
    instead: "list its redirects as CSV",
  },
  {
    name: "an HTML page",
    file: /\.html?$/i,
    content: /^\s*<(?:!doctype|html)\b/i,
    instead: "export the table of redirects as CSV",
  },
  {
    name: "a page with redirect_from",
    file: /\.(?:md|markdown)$/i,
    content: /^redirect_from:/m,
    instead: "build the site, and use its redirects.json",
  },
];

/**
 * Names of columns and members as lower-case letters and digits, the most specific first. Screaming Frog: Address,
 * Redirect URL; Redirection: source, target, regex, code, status; Yoast: Origin, Target, Type, Format; Vercel:
 * source, destination, permanent, statusCode; Azure: route, redirect.
 */
export const COLUMN_NAMES = {
  from: "source from address origin sourceurl oldurl originalurl fromurl urlfrom redirectfrom sourcepath oldpath requestpath legacyurl inboundurl oldaddress old route url",
  to: "target to destination redirecturl targeturl newurl destinationurl tourl urlto redirectto finaladdress finalurl targetpath newpath newaddress new redirect url",
  status: "statuscode code httpcode actioncode redirectcode responsecode type status",
  permanent: "permanent",
  regex: "regex isregex format",
  enabled: "enabled active status",
};

/** Names of columns that contain only status codes. */
export const ONLY_STATUS = "statuscode code httpcode actioncode redirectcode responsecode";

/** Reasons why a rule is not checked. */
export const OMITTED = {
  regex: "a regular expression has no single source",
  pattern: "a pattern has no single source",
  disabled: "the rule is disabled",
  // Netlify and Cloudflare use the same format.
  middle: "a * before the end is a plain character on Netlify and a wildcard on Cloudflare Pages",
  dynamic: "the target depends on the request",
  conditional: "the rule depends on a condition",
  internal: "an internal rewrite, invisible to clients",
};

/** Findings about a map: severity, word, and words for one and several. */
export const MAP_FINDINGS = {
  unreadable: ["error", "unreadable", "unreadable row", "unreadable rows"],
  conflict: ["error", "two targets", "source has two targets", "sources have two targets"],
  loop: ["error", "redirect loop", "redirect loop", "redirect loops"],
  duplicate: ["warning", "duplicate", "duplicate", "duplicates"],
  chain: ["warning", "chain", "chain", "chains"],
  "target-gone": ["warning", "target is gone", "target is gone", "targets are gone"],
  shadowed: ["warning", "shadowed", "source is shadowed", "sources are shadowed"],
  "similar-source": ["warning", "similar source", "similar source", "similar sources"],
  "source-fragment": ["warning", "fragment in source", "source has a fragment", "sources have a fragment"],
  "other-host": ["info", "other host", "source on another host", "sources on another host"],
} as const;

/** Outcomes of a checked redirect, in the order of the summary. */
export const OUTCOMES = [
  "as-wanted",
  "other-target",
  "target-redirects",
  "other-status",
  "chain-too-long",
  "loop",
  "error",
  "other-canonical",
  "noindex",
  "unreadable",
] as const;

/** Columns of tables of checked redirects. */
export const RESULT_COLUMNS = [
  "line",
  "from",
  "to",
  "wantedStatus",
  "outcome",
  "status",
  "final",
  "redirects",
  "reason",
  "finalStatus",
  "chainType",
  "hops",
  "ms",
  "redirectBy",
  "note",
  "result",
] as const;

/** Kinds of checked redirects, in the order of the summary. `means` is the explanation in reports. */
export const KINDS = {
  correct: { outcome: "as-wanted", means: "The redirect works as in the map." },
  missing: { outcome: "other-status", means: "404 or 410 instead of a redirect." },
  temporary: { outcome: "other-status", means: "A temporary redirect instead of a permanent one." },
  "no-redirect": { outcome: "other-status", means: "The source answers, but does not redirect." },
  "wrong-status": { outcome: "other-status", means: "The status code differs from the map." },
  "server-error": { outcome: "other-status", means: "The server answers with an error (5xx)." },
  "no-answer": { outcome: "error", means: "The source does not answer." },
  "invalid-location": { outcome: "error", means: "The redirect has no usable Location." },
  "dead-target": { outcome: "error", means: "The redirect is right, but its target fails." },
  "wrong-target": { outcome: "other-target", means: "The redirect has another target." },
  "target-redirects": { outcome: "target-redirects", means: "The target of the map redirects elsewhere." },
  chain: { outcome: "chain-too-long", means: "Too many redirects in a row." },
  loop: { outcome: "loop", means: "The redirects form a loop." },
  "wrong-canonical": { outcome: "other-canonical", means: "The target names another page as canonical." },
  noindex: { outcome: "noindex", means: "The target forbids indexing." },
  unreadable: { outcome: "unreadable", means: "The row cannot be read, so it was not checked." },
} as const;

/** Statuses by the words of Apache, IIS and Caddy. */
export const STATUS_WORDS = {
  permanent: "301",
  temp: "302",
  found: "302",
  seeother: "303",
  temporary: "307",
  permredirect: "308",
  gone: "410",
};

/** Directives of nginx outside of any block that do not concern redirects. */
export const NGINX_MAIN = "daemon env error_log include load_module master_process pid user";

/** Variables of servers in targets, by the placeholder that replaces them; a final `?` drops the query. */
export const TARGET_VARIABLES: readonly (readonly [variable: RegExp, placeholder: string])[] = [
  [/\$(?:http_)?host\b|\$server_name\b|%\{(?:HTTP_HOST|SERVER_NAME)\}|\{http\.request\.host\}/g, "{host}"],
  [/\$scheme\b|%\{REQUEST_SCHEME\}|\{http\.request\.scheme\}/g, "{scheme}"],
  [
    /\$\{?request_uri\b\}?|%\{REQUEST_URI\}|\{(?:http\.request\.(?:orig_)?)?uri\}|\$uri\$is_args\$args$/,
    "{path}",
  ],
  [/\$is_args\$args$|\?\$(?:args|query_string)$/, ""],
  [/\$(?:document_)?uri$|\{http\.request\.(?:orig_)?uri\.path\}$/, "{path}?"],
];

/** Delimiters of tables, and their names. */
export const DELIMITERS = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar" };

/** Names of formats for the user. */
export const FORMAT_NAMES = {
  lines: "lines of FROM TO [STATUS]",
  apache: "Apache directives",
  nginx: "nginx directives",
  caddy: "Caddyfile",
  json: "JSON",
  toml: "TOML of Netlify",
  yaml: "YAML of Ghost",
  xml: "XML of IIS or S3",
};
