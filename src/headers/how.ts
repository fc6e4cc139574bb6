/**
 * Recipes: how to fix a finding in a server's configuration or an application's code. Takes a remedy and the response,
 * gives texts by server. It never looks at files or the network.
 */

export { howOf, ownHow, startHow } from "./how/how.ts";
export { NGINX_INHERITS } from "./how/nginx.ts";
export { joined, type RecipeFile, type RecipeRow, urlInComment, withComments } from "./how/recipe-row.ts";
export { recipeRow } from "./how/rows.ts";
export { inOrder, likelyPlaces, type Seen, stackOf } from "./how/stack.ts";
