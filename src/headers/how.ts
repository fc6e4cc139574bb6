/** Recipes: how a finding is fixed in the words of a server, and the stack that a response shows. */

export { howOf, ownHow, startHow } from "./how/how.ts";
export { NGINX_INHERITS } from "./how/nginx.ts";
export { joined, type RecipeFile, type RecipeRow, urlInComment, withComments } from "./how/recipe-row.ts";
export { recipeRow } from "./how/rows.ts";
export { inOrder, likelyPlaces, type Seen, stackOf } from "./how/stack.ts";
