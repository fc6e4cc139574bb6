/** Recipes for web servers and Cloudflare. Pure. */

import snippet from "../../../data/cloudflare-cookies.txt" with { type: "text" };
import type { CookieFlags } from "./cookie-flags.ts";
import { NGINX } from "./nginx.ts";
import { withBackslashes } from "./quoting.ts";
import { attributesOf, type RecipeRow } from "./recipe-row.ts";
import type { FieldToSend } from "./remedy.ts";

const apache: RecipeRow = {
  place: "apache",
  removes: /^Header onsuccess unset (\S+)$/,
  sets: /^Header always set(?:ifempty)? (\S+) /,
  undoes: /^Header always unset (\S+)$/,
  comment: "#",
  note: "Needs mod_headers.",
  byTarget: true,
  // Fields of an application are in the one table, those of Apache, its error pages and FastCGI in the other.
  remove: (name) => [`Header onsuccess unset ${name}`, `Header always unset ${name}`],
  send: ({ name, value }) => apacheValue(value) && `Header always set ${name} ${apacheValue(value)}`,
  sendAbsent: ({ name, value, on }) => {
    const text = apacheValue(value);
    const target = on === undefined ? "" : ` && %{REQUEST_STATUS} -lt 400 && %{THE_REQUEST} =~ m#${on}#i`;
    return text ? [`Header always setifempty ${name} ${text} "expr=-z %{resp:${name}}${target}"`] : [];
  },
  cookie: (flags) => [
    ...(flags.sameSite ? apacheEdit(withoutAttribute(flags.name, "SameSite"), "$1$2$3") : []),
    ...attributesOf(flags).flatMap((attribute) => {
      const unless = attribute.includes("=") ? "" : `(?!.*;\\s*(?i:${attribute})\\s*(?:;|$))`;
      return apacheEdit(`^(${flags.name}=${unless}.*)$`, `$1; ${attribute}`);
    }),
  ],
};

/** `${NAME}` is replaced wherever it stands in the configuration. */
function apacheValue(value: string): string | undefined {
  return value.includes("${") ? undefined : `"${withBackslashes(value.replaceAll("%", "%%"))}"`;
}

const htaccess: RecipeRow = {
  ...apache,
  place: "htaccess",
  note: "Needs mod_headers, and AllowOverride FileInfo for the folder.",
};

const caddy: RecipeRow = {
  place: "caddy",
  removes: /^-(\S+)$/,
  sets: /^(?:header (?:@\S+ )?\?)?((?!Set-Cookie |Content-Type |header )[\w-]+) [`"]/,
  undoes: /^-(\S+)$/,
  comment: "#",
  replaces: true,
  remove: (name) => [`-${name}`],
  // Braces hold placeholders, which a backslash takes for what they are.
  send: caddySet,
  byTarget: true,
  sendAbsent: (field) => {
    const line = caddySet(field);
    if (line === undefined) return [];
    // A directive of its own: beside `defer` in one block Caddy 2.6 ends with a fault.
    if (field.on === undefined) return [`header ?${line}`];
    return [`@files expression \`{http.request.uri}.matches(r"(?i)${field.on}")\``, `header @files ?${line}`];
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
    return [...(ofFields.length > 0 ? [caddyHeader(ofFields)] : []), ...others].join("\n");
  },
  unwrap(recipe) {
    const [, inner, rest = ""] = /^(?:header \{\n(.*?)\n\tdefer\n\}(?:\n|$))?(.*)$/s.exec(recipe) ?? [];
    const ofFields = inner?.split("\n").map((line) => line.slice(1)) ?? [];
    const isOwn = rest === "" || !/^(?:header [?@]|@files)/.test(rest);
    return [...ofFields, ...(isOwn ? [rest] : rest.split("\n"))].filter((line) => line !== "");
  },
};

/** The directives beside `header`. */
const CADDY_DIRECTIVE = /^(?:encode|redir|tls|header|@files)\b|^@files /;

function caddySet({ name, value }: FieldToSend): string | undefined {
  if (/[\\`]/.test(value)) return undefined;
  const quote = value.includes('"') ? "`" : '"';
  return `${name} ${quote}${bracesEscaped(value)}${quote}`;
}

const lighttpd: RecipeRow = {
  place: "lighttpd",
  removes: /^setenv\.set-response-header \+= \("([^"]+)" => ""\)$/,
  sets: /^(?:\$HTTP\["url"\] =~ "[^"]*" \{ )?setenv\.set-response-header \+= \("([^"]+)" => ".+"\)(?: \})?$/,
  comment: "#",
  note: "Needs mod_setenv. These are set on each response of the site, whatever the application sends.",
  replaces: true,
  // A field that is set to nothing is not sent.
  remove: (name) => [lighttpdSet(name, "")],
  // A backslash stands for itself, but before a double quote.
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

/** Inferred from the documentation of its rules: no Cloudflare judges these lines in our tests. */
const cloudflare: RecipeRow = {
  place: "cloudflare",
  removes: /Modify Response Header: remove (\S+)$/,
  sets: /Modify Response Header: (?:when .*, )?set static (\S+) to /,
  undoes: /Modify Response Header: remove (\S+)$/,
  replaces: true,
  // A snippet is one text.
  unwrap: (recipe) => [recipe],
  remove: (name) => [`${RULE} remove ${name}`],
  send: ({ name, value }) => `${RULE} set static ${name} to ${value}`,
  byTarget: true,
  sendAbsent: ({ name, value, on }) => [
    `${RULE} when not any(lower(http.response.headers.names[*])[*] eq "${name.toLowerCase()}")${on === undefined ? "" : ` and http.request.uri matches r"(?i)${on}"`}, set static ${name} to ${value}`,
  ],
  // Its rules know no Set-Cookie.
  cookie: (flags) => [
    `Rules > Snippets: ${snippet
      .trim()
      .replace("NAME", flags.name)
      .replace("CHANGED", () => changed(flags))}`,
  ],
};

/** The cookie without the attributes that are set anew, in JavaScript. */
function changed(flags: CookieFlags): string {
  return attributesOf(flags).reduce((text, attribute) => {
    const [name = ""] = attribute.split("=");
    return `(${text}.replace(/;\\s*${name}\\s*(=[^;]*)?(?=;|$)/gi, "") + "; ${attribute}")`;
  }, "cookie");
}

export const SERVERS: readonly RecipeRow[] = [...NGINX, apache, htaccess, caddy, lighttpd, cloudflare];

/** One `header` directive; deferred, it acts on what the application has sent. */
function caddyHeader(lines: readonly string[]): string {
  return `header {\n${lines.map((line) => `\t${line}\n`).join("")}\tdefer\n}`;
}

function bracesEscaped(value: string): string {
  return value.replaceAll("{", "\\{");
}

function apacheEdit(pattern: string, by: string): readonly string[] {
  return ["onsuccess", "always"].map((table) => `Header ${table} edit Set-Cookie "${pattern}" "${by}"`);
}

/** Finds an attribute of the cookie: what is left of the line are the three groups. */
function withoutAttribute(cookie: string, attribute: string): string {
  return `^(${cookie}=[^;]*)((?:;[^;]*)*?);\\s*(?i:${attribute})\\s*(?:=[^;]*)?(;.*)?$`;
}
