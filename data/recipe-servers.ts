/** Where a recipe can be written, in the order in which recipes are shown, and what people call it. November 2026. */
export const SERVER_LABELS = {
  nginx: "nginx",
  apache: "Apache",
  caddy: "Caddy",
  lighttpd: "lighttpd",
  cloudflare: "Cloudflare",
} as const;
export const APPLICATION_LABELS = {
  express: "Express",
  django: "Django",
  php: "PHP",
  wordpress: "WordPress",
} as const;

export type Server = keyof typeof SERVER_LABELS;
type Application = keyof typeof APPLICATION_LABELS;
export type RecipePlace = Server | Application;

export const RECIPE_SERVERS = Object.keys(SERVER_LABELS) as readonly Server[];
const APPLICATIONS = Object.keys(APPLICATION_LABELS) as readonly Application[];
export const RECIPE_PLACES: readonly RecipePlace[] = [...RECIPE_SERVERS, ...APPLICATIONS];

/** What a caller may ask for: the recipes of a server, of all applications, or all. */
export type RecipeChoice = Server | "app" | "all";
export const RECIPE_CHOICES: readonly [RecipeChoice, ...RecipeChoice[]] = ["all", "app", ...RECIPE_SERVERS];

export function placesAsked(choice: RecipeChoice): readonly RecipePlace[] {
  if (choice === "all") return RECIPE_PLACES;
  return choice === "app" ? APPLICATIONS : [choice];
}

export function isServer(place: RecipePlace): place is Server {
  return Object.hasOwn(SERVER_LABELS, place);
}
