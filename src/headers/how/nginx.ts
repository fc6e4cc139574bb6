/** Recipes for nginx before a proxied application, before FastCGI, and with files of its own. Pure. */

import { type FieldToSend, joined, type RecipeRow, withBackslashes } from "./recipe-row.ts";

export const NGINX_INHERITS =
  "nginx: a location with an add_header of its own inherits none of these lines: repeat them in it.";

type Upstream = "proxy" | "fastcgi";

const common = {
  place: "nginx",
  removes: /^(?:proxy|fastcgi)_hide_header (\S+);/,
  sets: /(?:^|\n)(?:add_header|proxy_cookie_flags) (\S+) /,
  comment: "#",
  file: { name: "response-headers.conf" },
  note: `In http (a file of conf.d), for all sites; without its maps also in one server. ${NGINX_INHERITS}`,
  byTarget: true,
  send: ({ name, value, isSecure }: FieldToSend) => {
    if (!speakable(value)) return undefined;
    const quoted = `"${withBackslashes(value)}"`;
    const key = keyOf(name);
    return isSecure
      ? joined([mapOf(HTTPS, `on_${key}`, `${IS_HTTPS} ${quoted};`), `add_header ${name} $on_${key} always;`])
      : `add_header ${name} ${quoted} always;`;
  },
  // Debian's nginx.conf has some settings in http already, and nginx does not start where one stands twice.
  wrap(units: readonly string[]) {
    const lines = units.flatMap((unit) => unit.split("\n"));
    const maps = lines.filter((line) => line.startsWith("map "));
    const others = lines.filter((line) => !line.startsWith("map "));
    if (!lines.some((line) => REPEATABLE.test(line))) return joined(lines);
    const inHttp = others.map((line) =>
      SETTING.test(line) && !REPEATABLE.test(line) ? `${SERVER}${line}` : line,
    );
    return joined(maps.length === 0 ? inHttp : [OUTSIDE, ...new Set(maps), INSIDE, ...inHttp]);
  },
  /** A map belongs to the line that sends its variable. */
  unwrap(recipe: string) {
    const lines = (recipe.match(UNIT) ?? []).filter((line) => line !== OUTSIDE && line !== INSIDE);
    const maps = lines.filter((line) => line.startsWith("map "));
    return lines
      .filter((line) => !line.startsWith("map "))
      .map((line) => {
        const variable = /^add_header \S+ \$(?:set|on)_(\w+)(?: always)?;$/.exec(line)?.[1];
        const own = line.startsWith(SERVER) ? line.slice(SERVER.length) : line;
        return joined([...maps.filter((map) => map.includes(`_${variable} {`)), own]);
      });
  },
} as const satisfies Partial<RecipeRow>;

/** Directives that may stand in http and in server, and more than once. */
const REPEATABLE = /^(?:map|add_header|(?:proxy|fastcgi)_hide_header|proxy_cookie_flags|server) /;
/** A setting outside of any block. */
const SETTING = /^[a-z]\w* .*;$/;
const SERVER = "# In server: ";
/** A block, or a line outside of any. */
const UNIT = /^.*\{\n(?:\t.*\n)*\}$|^.+$/gm;
const OUTSIDE = "# In http:";
const INSIDE = "# In http, for all sites, or in one server:";

/** Whether the client uses HTTPS, before or behind a proxy that ends TLS. */
const HTTPS = '"$https $http_x_forwarded_proto"';
const IS_HTTPS = '"~^on | https$"';

function mapOf(of: string, variable: string, cases: string): string {
  return `map ${of} $${variable} { ${cases} }`;
}

function keyOf(name: string): string {
  return name.toLowerCase().replaceAll("-", "_");
}

/** A value has variables behind `$`, and no escape for it. */
function speakable(value: string): boolean {
  return !value.includes("$");
}

/**
 * The field where the upstream sends none, by a variable that holds what it sent, else ours. A server with files of its own
 * mostly has an application too: there, and for some targets alone, it is ours where nothing is sent, else nothing.
 */
function whereAbsent(
  { name, value, on, isSecure }: FieldToSend,
  upstream: Upstream | undefined,
): readonly string[] {
  if (!speakable(value)) return [];
  const key = keyOf(name);
  const quoted = `"${withBackslashes(value)}"`;
  const [of, cases] = isSecure ? [HTTPS, IS_HTTPS] : ["$request_uri", `"~*${on}"`];
  const isEverywhere = on === undefined && !isSecure;
  const targets = isEverywhere ? [] : [mapOf(of, `on_${key}`, `${cases} ${quoted};`)];
  const own = isEverywhere ? quoted : `$on_${key}`;
  // A file that is missing is not to be kept for long.
  const always = on === undefined ? " always" : "";
  const add = `add_header ${name} $set_${key}${always};`;
  if (!upstream || on !== undefined)
    return [joined([...targets, mapOf(`$sent_http_${key}`, `set_${key}`, `"" ${own};`), add])];
  const sent = `$upstream_http_${key}`;
  const map = mapOf(sent, `set_${key}`, `default ${sent}; "" ${own};`);
  return [`${upstream}_hide_header ${name};`, joined([...targets, map, add])];
}

export const NGINX: readonly RecipeRow[] = [
  {
    ...common,
    form: "nginx-fastcgi",
    fits: (stack) => stack.has("php"),
    remove: (name) => [`fastcgi_hide_header ${name};`],
    sendAbsent: (field) => whereAbsent(field, "fastcgi"),
  },
  {
    ...common,
    form: "nginx-origin",
    fits: (stack) => stack.has("static"),
    remove: () => [],
    replaces: true,
    sendAbsent: (field) => whereAbsent(field, undefined),
  },
  {
    ...common,
    form: "nginx-proxy",
    remove: (name) => [`proxy_hide_header ${name};`],
    sendAbsent: (field) => whereAbsent(field, "proxy"),
    cookie: ({ name, secure, httpOnly, sameSite }) => [
      `proxy_cookie_flags ${[name, secure && "secure", httpOnly && "httponly", sameSite && `samesite=${sameSite.toLowerCase()}`].filter(Boolean).join(" ")};`,
    ],
  },
];
