/** Recognises the software behind a response from its lines and URL. Pure. */

import {
  type RecipePlace,
  type Stack,
  serverNames,
  stackFields,
  stackPaths,
} from "../../../data/recipe-servers.ts";
import { oncePerObject } from "../../platform/memoize.ts";
import type { FieldLine } from "../message.ts";

export interface Seen {
  readonly lines: readonly Pick<FieldLine, "name" | "value">[];
  readonly url?: URL | undefined;
}

/** Software behind a response. Cached, since each recipe of each finding needs it. */
export const stackOf = oncePerObject(({ lines, url }: Seen): ReadonlySet<Stack> => {
  const found = new Set<Stack>();
  if (lines.some(({ name }) => name.startsWith("x-wp-"))) found.add("wordpress");
  for (const [stack, field, value] of stackFields)
    if (lines.some((line) => line.name === field && value.test(line.value))) found.add(stack);
  for (const [stack, path] of stackPaths) if (url && path.test(url.pathname)) found.add(stack);
  if (found.has("wordpress")) found.add("php");
  return found;
});

/** Most likely places for a recipe, best first; empty if nothing is recognised. */
export function likelyPlaces(seen: Seen): readonly RecipePlace[] {
  const stack = stackOf(seen);
  const applications = (["wordpress", "php", "express", "django"] as const).filter((one) => stack.has(one));
  const named = seen.lines.flatMap(({ name, value }) =>
    name === "server" || name === "via"
      ? serverNames.flatMap(([place, product]) => (product.test(value) ? [place] : []))
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
