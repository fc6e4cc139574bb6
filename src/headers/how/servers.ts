import snippet from "../../../data/cloudflare-cookies.txt" with { type: "text" };
import { nginx } from "./nginx.ts";
import { attributesOf, type FieldToSend, joined, type RecipeRow, withBackslashes } from "./recipe-row.ts";

const apache: RecipeRow = {
  place: "apache",
  removes: /^Header onsuccess unset (\S+)$/,
  sets: /^Header always set(?:ifempty)? (\S+) /,
  undoes: /^Header always unset (\S+)$/,
  comment: "#",
  file: { name: "response-headers.conf" },
  note: "In the server's configuration, outside of VirtualHost. Without mod_headers (a2enmod headers) nothing changes.",
  byTarget: true,
  // Apache has two header tables: onsuccess (applications) and always (Apache, error pages, FastCGI).
  remove: (name) => [`Header onsuccess unset ${name}`, `Header always unset ${name}`],
  send: ({ name, value, isSecure }) =>
    apacheValue(value) &&
    `Header always set ${name} ${apacheValue(value)}${isSecure ? ` "expr=${APACHE_HTTPS}"` : ""}`,
  sendAbsent: ({ name, value, on, isSecure }) => {
    const text = apacheValue(value);
    const target = on === undefined ? "" : ` && %{REQUEST_STATUS} -lt 400 && %{THE_REQUEST} =~ m#${on}#i`;
    const secure = isSecure ? ` && (${APACHE_HTTPS})` : "";
    return text
      ? [`Header always setifempty ${name} ${text} "expr=-z %{resp:${name}}${target}${secure}"`]
      : [];
  },
  cookie: (flags) => [
    ...(flags.sameSite ? apacheEdit(withoutAttribute(flags.name, "SameSite"), "$1$2$3") : []),
    ...attributesOf(flags).flatMap((attribute) => {
      const unless = attribute.includes("=") ? "" : `(?!.*;\\s*(?i:${attribute})\\s*(?:;|$))`;
      return apacheEdit(`^(${flags.name}=${unless}.*)$`, `$1; ${attribute}`);
    }),
  ],
  // IfModule: without mod_headers, Apache would not start, or with .htaccess would answer with errors.
  wrap: (lines) => {
    const ofHeaders = lines.filter((line) => line.startsWith("Header "));
    const others = lines.filter((line) => !line.startsWith("Header "));
    return joined([
      ...others,
      ...(ofHeaders.length > 0 ? [section("IfModule mod_headers.c", ofHeaders)] : []),
    ]);
  },
  unwrap: (recipe) =>
    (recipe.match(APACHE_UNIT) ?? []).flatMap((unit) =>
      unit.startsWith("<IfModule mod_headers.c>") ? linesInside(unit) : [unit],
    ),
};

const APACHE_HTTPS = "%{HTTPS} == 'on' || %{HTTP:X-Forwarded-Proto} == 'https'";
/** A section, or a line outside a section. */
const APACHE_UNIT = /^<\w.*\n(?:\t.*\n)*<\/.*$|^.+$/gm;

function section(name: string, lines: readonly string[]): string {
  return joined([`<${name}>`, ...lines.map((line) => `\t${line}`), `</${name.split(" ")[0]}>`]);
}

function linesInside(unit: string): readonly string[] {
  return unit.split("\n").flatMap((line) => (line.startsWith("\t") ? [line.slice(1)] : []));
}

/** Quotes a value; undefined for `${`, which Apache expands everywhere. */
function apacheValue(value: string): string | undefined {
  return value.includes("${") ? undefined : `"${withBackslashes(value.replaceAll("%", "%%"))}"`;
}

const htaccess: RecipeRow = {
  ...apache,
  place: "htaccess",
  file: { name: ".htaccess", isAppended: true },
  note: "Needs AllowOverride FileInfo for the folder. Without mod_headers nothing changes.",
};

const caddy: RecipeRow = {
  place: "caddy",
  removes: /^-(\S+)$/,
  sets: /^(?:header \?|route \{\n\t@files .*\n\theader @files \?)?((?!Set-Cookie |Content-Type )[\w-]+) [`"]/,
  undoes: /^-(\S+)$/,
  comment: "#",
  file: { name: "response-headers.caddy" },
  note: "In the block of the site: import response-headers.caddy",
  replaces: true,
  remove: (name) => [`-${name}`],
  // Braces start placeholders in Caddy; a backslash escapes them.
  send: caddySet,
  byTarget: true,
  sendAbsent: (field) => {
    const line = caddySet(field);
    if (line === undefined) return [];
    // Separate directive: Caddy 2.6 fails if the line is in a block with `defer`.
    if (field.on === undefined) return [`header ?${line}`];
    const files = `@files expression \`{http.request.uri}.matches(r"(?i)${field.on}")\``;
    // Names of matchers must be unique in a site, but not in separate routes.
    return [`route {\n\t${files}\n\theader @files ?${line}\n}`];
  },
  cookie: (flags) =>
    attributesOf(flags).flatMap((attribute) => {
      const [name = ""] = attribute.split("=");
      return [
        `Set-Cookie "${withoutAttribute(flags.name, name)}" "$1$2$3"`,
        `Set-Cookie "^(${flags.name}=.*)$" "$1; ${attribute}"`,
      ];
    }),
  wrap: (lines) => {
    const ofFields = lines.filter((line) => !CADDY_DIRECTIVE.test(line));
    const others = lines.filter((line) => CADDY_DIRECTIVE.test(line));
    return joined([...(ofFields.length > 0 ? [caddyHeader(ofFields)] : []), ...others]);
  },
  unwrap: (recipe) =>
    (recipe.match(CADDY_UNIT) ?? []).flatMap((unit) =>
      unit.startsWith("header {") ? linesInside(unit).filter((line) => line !== "defer") : [unit],
    ),
};

/** Directives other than `header`. */
const CADDY_DIRECTIVE = /^(?:encode|redir|route|tls|header) /;
/** A block, or a line outside a block. */
const CADDY_UNIT = /^.*\{\n(?:\t.*\n)*\}$|^.+$/gm;

function caddySet({ name, value }: FieldToSend): string | undefined {
  // Caddy expands environment variables (`{$NAME}`) everywhere.
  if (/[\\`]|\{\$/.test(value)) return undefined;
  const quote = value.includes('"') ? "`" : '"';
  return `${name} ${quote}${bracesEscaped(value)}${quote}`;
}

const lighttpd: RecipeRow = {
  place: "lighttpd",
  removes: /^setenv\.set-response-header \+= \("([^"]+)" => ""\)$/,
  sets: /^(?:\$HTTP\["url"\] =~ "[^"]*" \{ )?setenv\.set-response-header \+= \("([^"]+)" => ".+"\)(?: \})?$/,
  comment: "#",
  file: { name: "response-headers.conf" },
  note: "Needs mod_setenv. These are set on each response, even if the application sends others. lighttpd does not start if a header is set twice: keep one line.",
  replaces: true,
  // lighttpd does not send a header with an empty value.
  remove: (name) => [lighttpdSet(name, "")],
  // A backslash is literal, except before a double quote.
  send: ({ name, value }) =>
    value.includes("\\") ? undefined : lighttpdSet(name, value.replaceAll('"', '\\"')),
  byTarget: true,
  sendAbsent: ({ name, value, on }) => {
    if (value.includes("\\") || on?.includes("[?]")) return [];
    const line = lighttpdSet(name, value.replaceAll('"', '\\"'));
    return [on === undefined ? line : `$HTTP["url"] =~ "(?i)${on}" { ${line} }`];
  },
};

function lighttpdSet(name: string, value: string): string {
  return `setenv.set-response-header += ("${name}" => "${value}")`;
}

const RULE = "Rules > Transform Rules > Modify Response Header:";

/** Inferred from Cloudflare's documentation: not tested with Cloudflare. */
const cloudflare: RecipeRow = {
  place: "cloudflare",
  comment: "#",
  removes: /Modify Response Header: remove (\S+)$/,
  sets: /(?:^\["|Modify Response Header: (?:when .*, )?set static )([\w-]+)(?:"| to )/,
  undoes: /Modify Response Header: remove (\S+)$/,
  replaces: true,
  remove: (name) => [`${RULE} remove ${name}`],
  send: ({ name, value }) => `${RULE} set static ${name} to ${value}`,
  byTarget: true,
  sendAbsent: ({ name, value, on }) => [
    `${RULE} when not any(lower(http.response.headers.names[*])[*] eq "${name.toLowerCase()}")${on === undefined ? "" : ` and http.request.uri matches r"(?i)${on}"`}, set static ${name} to ${value}`,
  ],
  // Cloudflare's rules do not support Set-Cookie, so a snippet changes cookies.
  cookie: (flags) => [`${JSON.stringify([flags.name, attributesOf(flags)])},`],
  // Puts all cookies into one snippet.
  wrap: (lines) => {
    const cookies = lines.filter((line) => line.startsWith("["));
    const file = snippet.trimEnd().replace("LINES", () => joined(cookies.map((line) => `  ${line}`)));
    return joined([...lines.filter((line) => !line.startsWith("[")), ...(cookies.length > 0 ? [file] : [])]);
  },
  unwrap: (recipe) => {
    const [rules = "", code = ""] = recipe.split(/^Rules > Snippets:$/m);
    return [
      ...rules.split("\n"),
      ...code.split("\n").flatMap((line) => /^ {2}(\[.*)$/.exec(line)?.[1] ?? []),
    ].filter((line) => line !== "");
  },
};

export const SERVERS: readonly RecipeRow[] = [nginx, apache, htaccess, caddy, lighttpd, cloudflare];

/** `defer` applies the changes to the headers that the application sent. */
function caddyHeader(lines: readonly string[]): string {
  return `header {\n${lines.map((line) => `\t${line}\n`).join("")}\tdefer\n}`;
}

function bracesEscaped(value: string): string {
  return value.replaceAll("{", "\\{");
}

function apacheEdit(pattern: string, by: string): readonly string[] {
  return ["onsuccess", "always"].map((table) => `Header ${table} edit Set-Cookie "${pattern}" "${by}"`);
}

/** Pattern of a cookie with an attribute; groups 1 to 3 are the line without the attribute. */
function withoutAttribute(cookie: string, attribute: string): string {
  return `^(${cookie}=[^;]*)((?:;[^;]*)*?);\\s*(?i:${attribute})\\s*(?:=[^;]*)?(;.*)?$`;
}
