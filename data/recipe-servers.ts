/** Servers whose configuration is known here, in the order in which they are shown. November 2026. */
export const RECIPE_SERVERS = ["nginx", "apache", "caddy", "cloudflare"] as const;
export type Server = (typeof RECIPE_SERVERS)[number];
