/** Recipes for applications: their settings where there is one, else code. Judged by each of them in `build/slow`. Pure. */

import wordpressFile from "../../../data/wordpress-fields.txt" with { type: "text" };
import type { CookieFlags } from "./cookie-flags.ts";
import { attributesOf, joined, type RecipeRow } from "./recipe-row.ts";
import type { FieldToSend } from "./remedy.ts";

const express: RecipeRow = {
  place: "express",
  replaces: true,
  remove: (name) => (isPoweredBy(name) ? ['app.disable("x-powered-by");'] : []),
  send: ({ name, value }) => `res.set(${quoted(name)}, ${quoted(value)});`,
  sendAbsent: (field) => [`app.use((req, res, next) => { ${express.send(field)} next(); });`],
  cookie: (flags) => {
    if (/^connect\.?sid$/.test(flags.name)) return [`session({ cookie: { ${expressOptions(flags)} } })`];
    if (BY_SETTINGS.test(flags.name)) return undefined;
    return [`res.cookie("${flags.name}", value, { ${expressOptions({ ...flags, ...flags.kept })} });`];
  },
};

const django: RecipeRow = {
  place: "django",
  replaces: true,
  // Its middleware sets this one after the view.
  remove: (name) => [
    name === "X-Frame-Options"
      ? "response.xframe_options_exempt = True"
      : `del response.headers[${quoted(name)}]`,
  ],
  send: (field) => djangoSetting(field) ?? `response.headers[${quoted(field.name)}] = ${quoted(field.value)}`,
  sendAbsent: (field) => [
    djangoSetting(field) ?? `response.headers.setdefault(${quoted(field.name)}, ${quoted(field.value)})`,
  ],
  cookie: (flags) => {
    const prefix = DJANGO_COOKIES.get(flags.name);
    const { secure, httpOnly, sameSite } = flags;
    if (prefix)
      return [
        ...(secure ? [`${prefix}_COOKIE_SECURE = True`] : []),
        ...(httpOnly ? [`${prefix}_COOKIE_HTTPONLY = True`] : []),
        ...(sameSite ? [`${prefix}_COOKIE_SAMESITE = "${sameSite}"`] : []),
      ];
    if (BY_SETTINGS.test(flags.name)) return undefined;
    const all = { ...flags, ...flags.kept };
    const python = [
      all.secure && "secure=True",
      all.httpOnly && "httponly=True",
      all.sameSite && `samesite="${all.sameSite}"`,
    ];
    return [`response.set_cookie("${flags.name}", value, ${python.filter(Boolean).join(", ")})`];
  },
};

const DJANGO_COOKIES = new Map([
  ["sessionid", "SESSION"],
  ["csrftoken", "CSRF"],
]);

/** Headers that Django's security middleware writes, as settings. */
function djangoSetting({ name, value }: FieldToSend): string | undefined {
  const key = name.toLowerCase();
  const setting = DJANGO_SETTINGS.get(key);
  if (setting) return `${setting} = ${quoted(value)}`;
  if (key === "x-content-type-options" && value === "nosniff") return "SECURE_CONTENT_TYPE_NOSNIFF = True";
  const hsts = /^max-age=(\d+)((?:; \w+)*)$/.exec(key === "strict-transport-security" ? value : "");
  if (!hsts) return undefined;
  return joined([
    `SECURE_HSTS_SECONDS = ${hsts[1]}`,
    ...(/includeSubDomains/i.test(value) ? ["SECURE_HSTS_INCLUDE_SUBDOMAINS = True"] : []),
    ...(/preload/i.test(value) ? ["SECURE_HSTS_PRELOAD = True"] : []),
  ]);
}

const DJANGO_SETTINGS = new Map([
  ["x-frame-options", "X_FRAME_OPTIONS"],
  ["referrer-policy", "SECURE_REFERRER_POLICY"],
]);

const php: RecipeRow = {
  place: "php",
  replaces: true,
  remove: (name) => [isPoweredBy(name) ? "expose_php = Off" : `header_remove(${phpText(name)});`],
  send: ({ name, value }) => `header(${phpText(`${name}: ${value}`)});`,
  cookie: (flags) => {
    const { name, secure, httpOnly, sameSite } = flags;
    if (name === "PHPSESSID")
      return [
        ...(secure ? ["session.cookie_secure = 1"] : []),
        ...(httpOnly ? ["session.cookie_httponly = 1"] : []),
        ...(sameSite ? [`session.cookie_samesite = "${sameSite}"`] : []),
      ];
    if (BY_SETTINGS.test(name)) return undefined;
    const all = { ...flags, ...flags.kept };
    const options = [
      all.secure && '"secure" => true',
      all.httpOnly && '"httponly" => true',
      all.sameSite && `"samesite" => "${all.sameSite}"`,
    ];
    return [`setcookie("${name}", $value, [${options.filter(Boolean).join(", ")}]);`];
  },
  // Settings and code are two files.
  wrap(lines) {
    const settings = lines.filter((line) => PHP_SETTING.test(line));
    const code = lines.filter((line) => !PHP_SETTING.test(line) && !line.startsWith("; "));
    if (settings.length === 0 || code.length === 0) return joined(lines);
    return joined(["; php.ini", ...settings, "; the code, before it sends anything", ...code]);
  },
};

const PHP_SETTING = /^[a-z_.]+ = /;

const wordpress: RecipeRow = {
  place: "wordpress",
  replaces: true,
  removes: /^header_remove\( '([^']+)' \);$/,
  sets: /^(?:preg_match\(.* && )?(?:\$absent\( |\$cookie\( |header\( )'([\w-]+)/,
  byTarget: true,
  remove: (name) => [`header_remove( '${name}' );`],
  send: ({ name, value }) => `header( ${phpText(`${name}: ${value}`)} );`,
  sendAbsent({ name, value, on, isOfFiles }) {
    const target =
      on === undefined ? "" : `preg_match( ${phpText(`#${on}#i`)}, $_SERVER['REQUEST_URI'] ) && `;
    return isOfFiles ? [] : [`${target}$absent( '${name}', ${phpText(value)} );`];
  },
  cookie: (flags) => [`$cookie( ${[flags.name, ...attributesOf(flags)].map(phpText).join(", ")} );`],
  wrap: (lines) => {
    const used = wordpressFile
      .trimEnd()
      .split(/(?=^\t\/\/ )|(?=^LINES)/m)
      .filter((part) =>
        ["absent", "cookie"].every(
          (name) => !part.includes(`\t$${name} =`) || lines.some((line) => line.includes(`$${name}( `)),
        ),
      );
    return used.join("").replace("LINES", () => lines.map((line) => `\t${line}`).join("\n"));
  },
  unwrap: (recipe) =>
    recipe
      .split("\n")
      .flatMap((line) => (/^\t(?:header|\$\w+\(|preg_match)/.test(line) ? [line.slice(1)] : [])),
};

export const APPLICATIONS: readonly RecipeRow[] = [express, django, php, wordpress];

/** Cookies whose flags are settings of one application: a line of code would set them a second time. */
const BY_SETTINGS = /^(?:PHPSESSID$|wordpress_|wp-|sessionid$|csrftoken$|connect)/;

function isPoweredBy(name: string): boolean {
  return name.toLowerCase() === "x-powered-by";
}

function expressOptions({ secure, httpOnly, sameSite }: CookieFlags): string {
  const options = [
    secure && "secure: true",
    httpOnly && "httpOnly: true",
    sameSite && `sameSite: "${sameSite.toLowerCase()}"`,
  ];
  return options.filter(Boolean).join(", ");
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** A text of PHP in which nothing but the quote and the backslash is special. */
function phpText(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
