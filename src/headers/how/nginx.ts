/** Recipes for nginx, the same for files and for applications by proxy, FastCGI and uwsgi. Pure. */

import { joined, type RecipeRow, withBackslashes } from "./recipe-row.ts";

export const NGINX_INHERITS =
  "nginx: a location with an add_header of its own inherits none of these lines: repeat them in it.";

export const nginx: RecipeRow = {
  place: "nginx",
  removes: /^proxy_hide_header (\S+);/,
  sets: /(?:^|\n)(?:add_header|proxy_cookie_flags) (\S+) /,
  comment: "#",
  file: { name: "response-headers.conf" },
  note: `In http (a file of conf.d), for all sites; without its maps also in one server. ${NGINX_INHERITS}`,
  byTarget: true,
  // Each affects only its own kind of upstream; all usual builds of nginx have the three modules.
  remove: (name) => [UPSTREAMS.map((upstream) => `${upstream}_hide_header ${name};`).join(" ")],
  send: ({ name, value, isSecure }) => {
    if (!isLiteral(value)) return undefined;
    const quoted = `"${withBackslashes(value)}"`;
    const key = keyOf(name);
    return isSecure
      ? joined([mapOf(HTTPS, `on_${key}`, `${IS_HTTPS} ${quoted};`), `add_header ${name} $on_${key} always;`])
      : `add_header ${name} ${quoted} always;`;
  },
  // nginx fails to start if http has a setting twice. Debian's nginx.conf has some, so they go to server.
  wrap(units) {
    const lines = units.flatMap((unit) => unit.split("\n"));
    const maps = lines.filter((line) => line.startsWith("map "));
    const others = lines.filter((line) => !line.startsWith("map "));
    if (!lines.some((line) => REPEATABLE.test(line))) return joined(lines);
    const inHttp = others.map((line) =>
      SETTING.test(line) && !REPEATABLE.test(line) ? `${SERVER}${line}` : line,
    );
    return joined(maps.length === 0 ? inHttp : [OUTSIDE, ...new Set(maps), INSIDE, ...inHttp]);
  },
  /** Returns each line together with the map that sets its variable. */
  unwrap(recipe) {
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
  /** Sends the header if the response lacks it, from a file or from any upstream. */
  sendAbsent({ name, value, on, isSecure }) {
    if (!isLiteral(value)) return [];
    const key = keyOf(name);
    const quoted = `"${withBackslashes(value)}"`;
    const [of, cases] = isSecure ? [HTTPS, IS_HTTPS] : ["$request_uri", `"~*${on}"`];
    const isEverywhere = on === undefined && !isSecure;
    const targets = isEverywhere ? [] : [mapOf(of, `on_${key}`, `${cases} ${quoted};`)];
    const own = isEverywhere ? quoted : `$on_${key}`;
    // No `always` for path patterns: cache rules for files must not apply to error responses.
    const add = `add_header ${name} $set_${key}${on === undefined ? " always" : ""};`;
    return [joined([...targets, mapOf(`$sent_http_${key}`, `set_${key}`, `"" ${own};`), add])];
  },
  cookie: ({ name, secure, httpOnly, sameSite }) => [
    `proxy_cookie_flags ${[name, secure && "secure", httpOnly && "httponly", sameSite && `samesite=${sameSite.toLowerCase()}`].filter(Boolean).join(" ")}; # with proxy_pass, not with FastCGI or uwsgi`,
  ],
};

const UPSTREAMS = ["proxy", "fastcgi", "uwsgi"];

/** Directives that may occur more than once in http. */
const REPEATABLE = /^(?:map|add_header|proxy_hide_header|proxy_cookie_flags|server) /;
const SETTING = /^[a-z]\w* .*;$/;
const SERVER = "# In server: ";
/** A block, or a line outside a block. */
const UNIT = /^.*\{\n(?:\t.*\n)*\}$|^.+$/gm;
const OUTSIDE = "# In http:";
const INSIDE = "# In http, for all sites, or in one server:";

/** Map source and pattern for HTTPS, at nginx or at a proxy in front of it. */
const HTTPS = '"$https $http_x_forwarded_proto"';
const IS_HTTPS = '"~^on | https$"';

function mapOf(of: string, variable: string, cases: string): string {
  return `map ${of} $${variable} { ${cases} }`;
}

function keyOf(name: string): string {
  return name.toLowerCase().replaceAll("-", "_");
}

/** False for a value with `$`, which nginx cannot escape. */
function isLiteral(value: string): boolean {
  return !value.includes("$");
}
