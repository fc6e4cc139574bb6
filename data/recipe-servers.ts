/** Places for a recipe, in display order, with their labels. November 2026. */
const SERVER_LABELS = {
  nginx: "nginx",
  apache: "Apache",
  htaccess: "Apache .htaccess",
  caddy: "Caddy",
  lighttpd: "lighttpd",
  cloudflare: "Cloudflare",
} as const;
const APPLICATION_LABELS = {
  express: "Express",
  django: "Django",
  php: "PHP",
  wordpress: "WordPress",
} as const;
export const PLACE_LABELS = { ...SERVER_LABELS, ...APPLICATION_LABELS } as const;

export type Server = keyof typeof SERVER_LABELS;
type Application = keyof typeof APPLICATION_LABELS;
export type RecipePlace = Server | Application;

export const RECIPE_SERVERS = Object.keys(SERVER_LABELS) as readonly Server[];
const APPLICATIONS = Object.keys(APPLICATION_LABELS) as readonly Application[];
export const RECIPE_PLACES: readonly RecipePlace[] = [...RECIPE_SERVERS, ...APPLICATIONS];

/** Choices: recipes for one place, for all applications, or all. */
export type RecipeChoice = RecipePlace | "app" | "all";
export const RECIPE_CHOICES: readonly [RecipeChoice, ...RecipeChoice[]] = ["all", "app", ...RECIPE_PLACES];

export function placesOf(choice: RecipeChoice): readonly RecipePlace[] {
  if (choice === "all") return RECIPE_PLACES;
  if (choice === "app") return APPLICATIONS;
  return [choice];
}

export function isServer(place: RecipePlace): place is Server {
  return Object.hasOwn(SERVER_LABELS, place);
}

/** Steps for non-experts, as continuations of a sentence: where a recipe goes, how to test it, how to undo it. */
export const PLACE_STEPS: Readonly<Record<RecipePlace, Readonly<Record<"where" | "test" | "undo", string>>>> =
  {
    nginx: {
      where: "save it as /etc/nginx/conf.d/response-headers.conf",
      test: "run nginx -t, then nginx -s reload",
      undo: "delete it and reload nginx",
    },
    apache: {
      where: "save it as /etc/apache2/conf-enabled/response-headers.conf and run a2enmod headers",
      test: "run apachectl configtest, then apachectl graceful",
      undo: "delete it and reload Apache",
    },
    htaccess: {
      where: "add the lines to .htaccess in the folder of your site",
      test: "open your site; if it answers 500, the host does not allow them",
      undo: "remove the lines again",
    },
    caddy: {
      where:
        "save it as response-headers.caddy next to the Caddyfile, with import response-headers.caddy in your site’s block",
      test: "run caddy validate, then caddy reload",
      undo: "remove the import and reload Caddy",
    },
    lighttpd: {
      where: "save it as /etc/lighttpd/conf-enabled/90-response-headers.conf",
      test: "run lighttpd -tt -f /etc/lighttpd/lighttpd.conf, then restart lighttpd",
      undo: "delete it and restart lighttpd",
    },
    cloudflare: {
      where: "enter it in the dashboard of your domain, at the place that the text names",
      test: "save, then look the URL up again",
      undo: "delete the rule",
    },
    express: {
      where: "save it as response-headers.cjs and require it before all other app.use",
      test: "restart the application and log in",
      undo: "remove the line with require",
    },
    django: {
      where: "save it as response_headers.py next to manage.py and put it first in MIDDLEWARE",
      test: "restart the application and log in",
      undo: "remove the line from MIDDLEWARE",
    },
    php: {
      where: "save it as response-headers.php and require it before all other code",
      test: "open your site and log in",
      undo: "remove the line with require",
    },
    wordpress: {
      where: "save it as wp-content/mu-plugins/response-headers.php",
      test: "open your site and log in to WordPress",
      undo: "delete it",
    },
  };

/** Software behind a response. */
export type Stack = "express" | "django" | "php" | "wordpress";

/** Values that only this software sends; the dates are from WordPress (`nocache_headers`) and PHP sessions. */
export const stackFields: readonly (readonly [stack: Stack, field: string, value: RegExp])[] = [
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
];

/** URL paths of this software. */
export const stackPaths: readonly (readonly [stack: Stack, path: RegExp])[] = [
  ["wordpress", /\/(?:wp-(?:admin|json|login|cron|signup|comments-post)\b|xmlrpc\.php$)/],
  ["php", /\.php$/],
];

/** Names of servers in Server and Via. */
export const serverNames: readonly (readonly [RecipePlace, RegExp])[] = [
  ["nginx", /\b(?:nginx|openresty)\b/i],
  ["apache", /\b(?:apache|httpd)\b/i],
  ["caddy", /\bcaddy\b/i],
  ["lighttpd", /\blighttpd\b/i],
  ["cloudflare", /\bcloudflare\b/i],
];
