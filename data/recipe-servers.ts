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

/** Variants of a server's recipe, to choose if the response does not decide; listed below the server's name. */
const FORMS = {
  "nginx-proxy": "nginx",
  "nginx-fastcgi": "nginx",
  "nginx-origin": "nginx",
  "caddy-fastcgi": "caddy",
} as const satisfies Record<string, Server>;
export type RecipeForm = keyof typeof FORMS;
export const RECIPE_FORMS = Object.keys(FORMS) as readonly RecipeForm[];

/** Choices: recipes for one place, for a stack, for all applications, or all. */
export type RecipeChoice = RecipePlace | RecipeForm | "app" | "all";
export const RECIPE_CHOICES: readonly [RecipeChoice, ...RecipeChoice[]] = [
  "all",
  "app",
  ...RECIPE_PLACES,
  ...RECIPE_FORMS,
];

export function placesOf(choice: RecipeChoice): readonly RecipePlace[] {
  if (choice === "all") return RECIPE_PLACES;
  if (choice === "app") return APPLICATIONS;
  return [isForm(choice) ? FORMS[choice] : choice];
}

export function isForm(choice: RecipeChoice): choice is RecipeForm {
  return Object.hasOwn(FORMS, choice);
}

export function isServer(place: RecipePlace): place is Server {
  return Object.hasOwn(SERVER_LABELS, place);
}
