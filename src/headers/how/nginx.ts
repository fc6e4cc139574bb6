/** Recipes for nginx before a proxied application, before FastCGI, and with files of its own. Pure. */

import { withBackslashes } from "./quoting.ts";
import { joined, type RecipeRow } from "./recipe-row.ts";
import type { FieldToSend } from "./remedy.ts";

export const NGINX_INHERITS =
  "nginx: a location with an add_header of its own inherits none of these lines: repeat them in it.";

type Upstream = "proxy" | "fastcgi";

const common = {
  place: "nginx",
  removes: /^(?:proxy|fastcgi)_hide_header (\S+);/,
  sets: /(?:^|\n)(?:add_header|proxy_cookie_flags) (\S+) /,
  comment: "#",
  note: NGINX_INHERITS,
  byTarget: true,
  send: ({ name, value }: FieldToSend) =>
    speakable(value) ? `add_header ${name} "${withBackslashes(value)}" always;` : undefined,
  wrap(units: readonly string[]) {
    const lines = units.flatMap((unit) => unit.split("\n"));
    const maps = lines.filter((line) => line.startsWith("map "));
    if (maps.length === 0) return joined(lines);
    const inside = lines.filter((line) => !line.startsWith("map "));
    return joined([OUTSIDE, ...new Set(maps), INSIDE, ...inside]);
  },
  /** A map belongs to the line that sends its variable. */
  unwrap(recipe: string) {
    const lines = recipe.split("\n").filter((line) => line !== OUTSIDE && line !== INSIDE);
    const maps = lines.filter((line) => line.startsWith("map "));
    return lines
      .filter((line) => !line.startsWith("map "))
      .map((line) => {
        const variable = /^add_header \S+ \$(?:set|on)_(\w+)(?: always)?;$/.exec(line)?.[1];
        return joined([...maps.filter((map) => map.includes(`_${variable} {`)), line]);
      });
  },
} as const satisfies Partial<RecipeRow>;

const OUTSIDE = "# Outside of server:";
const INSIDE = "# In server:";

/** A value has variables behind `$`, and no escape for it. */
function speakable(value: string): boolean {
  return !value.includes("$");
}

/**
 * The field where the upstream sends none, by a variable that holds what it sent, else ours. A server with files of its own
 * mostly has an application too: there, and for some targets alone, it is ours where nothing is sent, else nothing.
 */
function whereAbsent({ name, value, on }: FieldToSend, upstream: Upstream | undefined): readonly string[] {
  if (!speakable(value)) return [];
  const key = name.toLowerCase().replaceAll("-", "_");
  const quoted = `"${withBackslashes(value)}"`;
  const targets = on === undefined ? [] : [`map $request_uri $on_${key} { "~*${on}" ${quoted}; }`];
  const own = on === undefined ? quoted : `$on_${key}`;
  // A file that is missing is not to be kept for long.
  const always = on === undefined ? " always" : "";
  const add = `add_header ${name} $set_${key}${always};`;
  if (!upstream || on !== undefined)
    return [joined([...targets, `map $sent_http_${key} $set_${key} { "" ${own}; }`, add])];
  const sent = `$upstream_http_${key}`;
  const map = `map ${sent} $set_${key} { default ${sent}; "" ${own}; }`;
  return [`${upstream}_hide_header ${name};`, joined([map, add])];
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
