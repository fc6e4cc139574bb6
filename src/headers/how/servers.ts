/**
 * One row a server: a remedy in its words, and what such lines are in a file of its configuration. What the application
 * sends is taken away first: a field that is only added stands beside it. Judged by the servers themselves in `build/slow`.
 */

import snippet from "../../../data/cloudflare-cookies.txt" with { type: "text" };
import type { Server } from "../../../data/recipe-servers.ts";
import type { FieldLine } from "../message.ts";
import type { CookieFlags } from "./cookie-flags.ts";
import type { FieldToSend, Remedy } from "./remedy.ts";

export interface ServerRow {
  readonly place: Server;
  /** Whether the response shows the stack that this form is for; a server's rows are tried in order. Default: always. */
  readonly fits?: (response: readonly FieldLine[]) => boolean;
  readonly remove: (name: string) => readonly string[];
  /** Undefined where the server has no way to send the value. */
  readonly send: (field: FieldToSend) => string | undefined;
  /** Whether what is sent stands in the place of what the application sent; else it is taken away first. */
  readonly replaces?: true;
  /** Absent where the server cannot change the flags of a cookie that the application sets. */
  readonly cookie?: (flags: CookieFlags) => readonly string[];
  /** The lines as they stand in a file. */
  readonly wrap?: (lines: readonly string[]) => string;
  /** The lines that can stand by themselves of a recipe; those between line feeds where it is absent. */
  readonly unwrap?: (recipe: string) => readonly string[];
  /** Finds a line that takes a field away, and its name. */
  readonly removes: RegExp;
  /** Finds a line that sends a field or sets a cookie's flags, and the name. */
  readonly sets: RegExp;
  /** Finds a line that takes away what is sent, too, and the name. */
  readonly undoes?: RegExp;
  /** How a comment begins; absent where the recipe is no file. */
  readonly comment?: string;
  /** What to know, once. */
  readonly note?: string;
}

const nginx: ServerRow = {
  place: "nginx",
  removes: /^proxy_hide_header (\S+);/,
  sets: /^(?:add_header|proxy_cookie_flags) (\S+) /,
  comment: "#",
  note: "A location with its own add_header inherits none: repeat these lines there. Hide fields that PHP sends with fastcgi_hide_header.",
  remove: (name) => [`proxy_hide_header ${name};`],
  // A value has variables behind `$`, and no escape for it.
  send: ({ name, value }) =>
    value.includes("$") ? undefined : `add_header ${name} "${withBackslashes(value)}" always;`,
  cookie: ({ name, secure, httpOnly, sameSite }) => [
    `proxy_cookie_flags ${[name, secure && "secure", httpOnly && "httponly", sameSite && `samesite=${sameSite.toLowerCase()}`].filter(Boolean).join(" ")};`,
  ],
};

const apache: ServerRow = {
  place: "apache",
  removes: /^Header onsuccess unset (\S+)$/,
  sets: /^Header always set (\S+) /,
  undoes: /^Header always unset (\S+)$/,
  comment: "#",
  note: "Needs mod_headers.",
  // What an application sends stands in the one table, what Apache and its error pages send in the other.
  remove: (name) => [`Header onsuccess unset ${name}`, `Header always unset ${name}`],
  // `${NAME}` is replaced wherever it stands in the configuration.
  send: ({ name, value }) =>
    value.includes("${")
      ? undefined
      : `Header always set ${name} "${withBackslashes(value.replaceAll("%", "%%"))}"`,
  cookie: (flags) => [
    ...(flags.sameSite ? [apacheEdit(withoutAttribute(flags.name, "SameSite"), "$1$2$3")] : []),
    ...attributesOf(flags).map((attribute) => {
      const unless = attribute.includes("=") ? "" : `(?!.*;\\s*(?i:${attribute})\\s*(?:;|$))`;
      return apacheEdit(`^(${flags.name}=${unless}.*)$`, `$1; ${attribute}`);
    }),
  ],
};

const caddy: ServerRow = {
  place: "caddy",
  removes: /^-(\S+)$/,
  sets: /^((?!Set-Cookie |Content-Type )\S+) [`"]/,
  undoes: /^-(\S+)$/,
  comment: "#",
  replaces: true,
  remove: (name) => [`-${name}`],
  // Braces hold placeholders, which a backslash takes for what they are.
  send: ({ name, value }) =>
    /[\\`]/.test(value)
      ? undefined
      : `${name} ${value.includes('"') ? `\`${bracesEscaped(value)}\`` : `"${bracesEscaped(value)}"`}`,
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
    const inner = /^header \{\n(.*)\n\tdefer\n\}$/s.exec(recipe)?.[1];
    return inner === undefined ? [recipe] : inner.split("\n").map((line) => line.slice(1));
  },
};

/** What stands beside the `header` directive. */
const CADDY_DIRECTIVE = /^(?:encode|redir|tls)\b/;

const lighttpd: ServerRow = {
  place: "lighttpd",
  removes: /^setenv\.set-response-header \+= \("([^"]+)" => ""\)$/,
  sets: /^setenv\.set-response-header \+= \("([^"]+)" => ".+"\)$/,
  comment: "#",
  note: "Needs mod_setenv.",
  replaces: true,
  // A field that is set to nothing is not sent.
  remove: (name) => [lighttpdSet(name, "")],
  // A backslash stands for itself, but before a double quote.
  send: ({ name, value }) =>
    value.includes("\\") ? undefined : lighttpdSet(name, value.replaceAll('"', '\\"')),
};

function lighttpdSet(name: string, value: string): string {
  return `setenv.set-response-header += ("${name}" => "${value}")`;
}

const RULE = "Rules > Transform Rules > Modify Response Header:";

const cloudflare: ServerRow = {
  place: "cloudflare",
  removes: /Modify Response Header: remove (\S+)$/,
  sets: /Modify Response Header: set static (\S+) to /,
  undoes: /Modify Response Header: remove (\S+)$/,
  replaces: true,
  // A snippet is one text.
  unwrap: (recipe) => [recipe],
  remove: (name) => [`${RULE} remove ${name}`],
  send: ({ name, value }) => `${RULE} set static ${name} to ${value}`,
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

const ROWS: readonly ServerRow[] = [nginx, apache, caddy, lighttpd, cloudflare];

/** The server's row for a stack that shows in the response's lines. */
export function serverRow(place: Server, response: readonly FieldLine[]): ServerRow {
  const row = ROWS.find((one) => one.place === place && (one.fits?.(response) ?? true));
  if (!row) throw new Error(`no row for ${place}`);
  return row;
}

/** The lines that do it on the server, as they stand in its configuration; undefined where it cannot say that. */
export function recipeFor(row: ServerRow, remedy: Remedy): string | undefined {
  const { remove, send, cookie, wrap = joined } = row;
  if ("cookie" in remedy) return cookie && wrap(cookie(remedy.cookie));
  const { removed, sent } = remedy;
  if (!sent) return wrap(removed.flatMap(remove));
  if (!/^[\x20-\x7e]+$/.test(sent.value)) return undefined;
  const line = send(sent);
  return line === undefined ? undefined : wrap([...takenAway(row, removed, sent.name), line]);
}

/** What is removed before a field is sent. A set that does not replace what is there does in one table at least. */
function takenAway(
  { remove, replaces }: ServerRow,
  removed: readonly string[],
  name: string,
): readonly string[] {
  return removed.flatMap((one) => {
    if (one !== name) return remove(one);
    return replaces ? [] : remove(one).slice(0, 1);
  });
}

/** One `header` directive; deferred, it acts on what the application has sent. */
function caddyHeader(lines: readonly string[]): string {
  return `header {\n${lines.map((line) => `\t${line}\n`).join("")}\tdefer\n}`;
}

export function joined(lines: readonly string[]): string {
  return lines.join("\n");
}

function withBackslashes(value: string): string {
  return value.replace(/["\\]/g, "\\$&");
}

function bracesEscaped(value: string): string {
  return value.replaceAll("{", "\\{");
}

function apacheEdit(pattern: string, by: string): string {
  return `Header edit Set-Cookie "${pattern}" "${by}"`;
}

/** Finds an attribute of the cookie: what is left of the line are the three groups. */
function withoutAttribute(cookie: string, attribute: string): string {
  return `^(${cookie}=[^;]*)((?:;[^;]*)*?);\\s*(?i:${attribute})\\s*(?:=[^;]*)?(;.*)?$`;
}

function attributesOf({ secure, httpOnly, sameSite }: CookieFlags): readonly string[] {
  return [
    ...(secure ? ["Secure"] : []),
    ...(httpOnly ? ["HttpOnly"] : []),
    ...(sameSite ? [`SameSite=${sameSite}`] : []),
  ];
}
