/** The same remedy in applications, where they are the place: cookies, and what names the application. Pure. */

import type { How } from "../schema.ts";
import type { CookieFlags } from "./cookie-flags.ts";
import type { Remedy } from "./remedy.ts";

type Applications = Pick<How, "express" | "django" | "php" | "wordpress">;

/** By what is left out. */
const REMOVED: ReadonlyMap<string, Applications> = new Map([
  [
    "x-powered-by",
    {
      express: 'app.disable("x-powered-by");',
      php: "expose_php = Off",
      wordpress: 'header_remove("X-Powered-By");',
    },
  ],
  [
    "x-pingback",
    {
      wordpress:
        'add_filter("wp_headers", function ($headers) { unset($headers["X-Pingback"]); return $headers; });',
    },
  ],
]);

/** Names of session cookies whose flags are settings: the cookie is not set by the application's own code. */
const SETTINGS: readonly (readonly [name: RegExp, settings: (flags: CookieFlags) => Applications])[] = [
  [
    /^PHPSESSID$/,
    ({ secure, httpOnly, sameSite }) => ({
      php: lines(
        secure && "session.cookie_secure = 1",
        httpOnly && "session.cookie_httponly = 1",
        sameSite && `session.cookie_samesite = "${sameSite}"`,
      ),
    }),
  ],
  [/^sessionid$/, (flags) => ({ django: djangoSettings("SESSION", flags) })],
  [/^csrftoken$/, (flags) => ({ django: djangoSettings("CSRF", flags) })],
  [/^connect\.?sid$/, (flags) => ({ express: `session({ cookie: { ${expressOptions(flags)} } })` })],
  [/^wordpress_|^wp-/, ({ secure }) => (secure ? { wordpress: 'define("FORCE_SSL_ADMIN", true);' } : {})],
];

/** What to write in the application; nothing where it is not the place, or not known. */
export function inApplications(remedy: Remedy): Applications {
  if (!("cookie" in remedy))
    return remedy.sent || remedy.removed.length > 1
      ? {}
      : (REMOVED.get(remedy.removed[0]?.toLowerCase() ?? "") ?? {});
  const { cookie } = remedy;
  const settings = SETTINGS.find(([name]) => name.test(cookie.name));
  return settings ? settings[1](cookie) : inCode({ ...cookie, ...cookie.kept });
}

function inCode(flags: CookieFlags): Applications {
  const { name, secure, httpOnly, sameSite } = flags;
  const python = [secure && "secure=True", httpOnly && "httponly=True", sameSite && `samesite="${sameSite}"`];
  const php = [
    secure && '"secure" => true',
    httpOnly && '"httponly" => true',
    sameSite && `"samesite" => "${sameSite}"`,
  ];
  return {
    express: `res.cookie("${name}", value, { ${expressOptions(flags)} });`,
    django: `response.set_cookie("${name}", value, ${python.filter(Boolean).join(", ")})`,
    php: `setcookie("${name}", $value, [${php.filter(Boolean).join(", ")}]);`,
  };
}

function expressOptions({ secure, httpOnly, sameSite }: CookieFlags): string {
  const options = [
    secure && "secure: true",
    httpOnly && "httpOnly: true",
    sameSite && `sameSite: "${sameSite.toLowerCase()}"`,
  ];
  return options.filter(Boolean).join(", ");
}

function djangoSettings(prefix: string, { secure, httpOnly, sameSite }: CookieFlags): string {
  return lines(
    secure && `${prefix}_COOKIE_SECURE = True`,
    httpOnly && `${prefix}_COOKIE_HTTPONLY = True`,
    sameSite && `${prefix}_COOKIE_SAMESITE = "${sameSite}"`,
  );
}

function lines(...all: readonly (string | undefined)[]): string {
  return all.filter((line) => line !== undefined).join("\n");
}
