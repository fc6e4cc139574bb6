/**
 * A remedy in the words of each server. What the application sends is taken away first: a field that is only added stands
 * beside it. `undefined` where the server has no way to say it. Judged by the servers themselves in `build/slow`.
 */

import snippet from "../../../data/cloudflare-cookies.txt" with { type: "text" };
import type { Server } from "../../../data/recipe-servers.ts";
import type { CookieFlags } from "./cookie-flags.ts";
import type { FieldToSend, Remedy } from "./remedy.ts";

interface Writer {
  readonly remove: (name: string) => readonly string[];
  readonly send: (field: FieldToSend) => string | undefined;
  readonly cookie: (flags: CookieFlags) => readonly string[];
  /** The lines as they stand in a file. */
  readonly wrap?: (lines: readonly string[]) => string;
}

const nginx: Writer = {
  remove: (name) => [`proxy_hide_header ${name};`],
  // A value has variables behind `$`, and no escape for it.
  send: ({ name, value }) =>
    value.includes("$") ? undefined : `add_header ${name} "${withBackslashes(value)}" always;`,
  cookie: ({ name, secure, httpOnly, sameSite }) => [
    `proxy_cookie_flags ${[name, secure && "secure", httpOnly && "httponly", sameSite && `samesite=${sameSite.toLowerCase()}`].filter(Boolean).join(" ")};`,
  ],
};

const apache: Writer = {
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

const caddy: Writer = {
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
  wrap: caddyHeader,
};

const RULE = "Rules > Transform Rules > Modify Response Header:";

const cloudflare: Writer = {
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

const writers: Readonly<Record<Server, Writer>> = { nginx, apache, caddy, cloudflare };

/** The lines that do it on the server, as they stand in its configuration; undefined where it cannot say that. */
export function recipeFor(server: Server, remedy: Remedy): string | undefined {
  const { remove, send, cookie, wrap = joined } = writers[server];
  if ("cookie" in remedy) return wrap(cookie(remedy.cookie));
  const { removed, sent } = remedy;
  if (!sent) return wrap(removed.flatMap(remove));
  if (!/^[\x20-\x7e]+$/.test(sent.value)) return undefined;
  const line = send(sent);
  return line === undefined ? undefined : wrap([...takenAway(server, removed, sent.name), line]);
}

/** What is removed before a field is sent: sets of these servers replace what is there, of one table at least. */
function takenAway(server: Server, removed: readonly string[], name: string): readonly string[] {
  const { remove } = writers[server];
  const replaces = server === "caddy" || server === "cloudflare";
  return removed.flatMap((one) => {
    if (one !== name) return remove(one);
    return replaces ? [] : remove(one).slice(0, 1);
  });
}

/** One `header` directive; deferred, it acts on what the application has sent. */
export function caddyHeader(lines: readonly string[]): string {
  return `header {\n${lines.map((line) => `\t${line}\n`).join("")}\tdefer\n}`;
}

function joined(lines: readonly string[]): string {
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
