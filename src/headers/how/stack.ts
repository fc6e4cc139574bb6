/** Recognises the software behind a response from its lines and URL. Pure. */

import type { RecipePlace } from "../../../data/recipe-servers.ts";
import { oncePerObject } from "../../platform/memoize.ts";
import type { FieldLine } from "../message.ts";

export type Stack = "express" | "django" | "php" | "wordpress" | "static";

export interface Seen {
  readonly lines: readonly Pick<FieldLine, "name" | "value">[];
  readonly url?: URL | undefined;
}

/** Values that only this software sends; the dates are from WordPress (`nocache_headers`) and PHP sessions. */
const FIELDS: readonly (readonly [stack: Stack, field: string, value: RegExp])[] = [
  ["wordpress", "link", /"?https:\/\/api\.w\.org\/"?/],
  ["wordpress", "x-pingback", /\/xmlrpc\.php$/],
  ["wordpress", "x-redirect-by", /^WordPress/],
  ["wordpress", "set-cookie", /^(?:wordpress_|wp-)/],
  ["wordpress", "expires", /^Wed, 11 Jan 1984 05:00:00 GMT$/],
  ["php", "expires", /^Thu, 19 Nov 1981 08:52:00 GMT$/],
  ["php", "x-powered-by", /\bPHP\b/],
  ["php", "server", /\bPHP\//],
  ["php", "set-cookie", /^PHPSESSID=/],
  ["php", "x-generator", /^Drupal/],
  ["express", "x-powered-by", /^Express$/],
  ["express", "set-cookie", /^connect\.sid=/],
  ["django", "set-cookie", /^(?:csrftoken|sessionid|messages)=/],
  ["django", "server", /^WSGIServer\//],
  // ETag of nginx: modification time and size of the file in hexadecimal.
  ["static", "etag", /^(?:W\/)?"[0-9a-f]{8}-[0-9a-f]+"$/],
];

const PATHS: readonly (readonly [stack: Stack, path: RegExp])[] = [
  ["wordpress", /\/(?:wp-(?:admin|json|login|cron|signup|comments-post)\b|xmlrpc\.php$)/],
  ["php", /\.php$/],
];

/** Files that servers send without the application. */
export const STATIC_PATH =
  "\\.(?:css|js|mjs|png|jpe?g|gif|webp|avif|svg|ico|woff2?|ttf|otf|eot|mp4|webm|mp3|pdf|wasm)";

const FILE = new RegExp(`${STATIC_PATH}$`, "i");

/** Software behind a response. Cached, since each recipe of each finding needs it. */
export const stackOf = oncePerObject(({ lines, url }: Seen): ReadonlySet<Stack> => {
  const found = new Set<Stack>();
  if (lines.some(({ name }) => name.startsWith("x-wp-"))) found.add("wordpress");
  for (const [stack, field, value] of FIELDS)
    if (lines.some((line) => line.name === field && value.test(line.value))) found.add(stack);
  for (const [stack, path] of PATHS) if (url && path.test(url.pathname)) found.add(stack);
  if (url && FILE.test(url.pathname)) found.add("static");
  if (found.has("wordpress")) found.add("php");
  if (found.has("php")) found.delete("static");
  return found;
});

const SERVERS: readonly (readonly [RecipePlace, RegExp])[] = [
  ["nginx", /\b(?:nginx|openresty)\b/i],
  ["apache", /\b(?:apache|httpd)\b/i],
  ["caddy", /\bcaddy\b/i],
  ["lighttpd", /\blighttpd\b/i],
  ["cloudflare", /\bcloudflare\b/i],
];

/** Most likely places for a recipe, best first; empty if nothing is recognised. */
export function likelyPlaces(seen: Seen): readonly RecipePlace[] {
  const stack = stackOf(seen);
  const applications = (["wordpress", "php", "express", "django"] as const).filter((one) => stack.has(one));
  const named = seen.lines.flatMap(({ name, value }) =>
    name === "server" || name === "via"
      ? SERVERS.flatMap(([place, product]) => (product.test(value) ? [place] : []))
      : [],
  );
  // Shared PHP hosting usually allows .htaccess.
  const before = named.length > 0 ? named : (["nginx"] as const);
  const servers = stack.has("php") ? [...before, "htaccess" as const] : named;
  return [...new Set([...applications, ...servers])];
}

/** Sorts likely places first. */
export function inOrder(places: readonly RecipePlace[], seen: Seen): readonly RecipePlace[] {
  const likely = likelyPlaces(seen).filter((place) => places.includes(place));
  return [...likely, ...places.filter((place) => !likely.includes(place))];
}
