/** A remedy in the words of the servers and applications that are asked for. Pure. */

import { isServer, RECIPE_SERVERS, type RecipePlace } from "../../../data/recipe-servers.ts";
import { recipeRows, serverField } from "../../../data/recipes.ts";
import type { FieldLine } from "../message.ts";
import type { How } from "../schema.ts";
import { inApplications } from "./applications.ts";
import type { Remedy } from "./remedy.ts";
import { joined, recipeFor, serverRow } from "./servers.ts";

/** Where recipes are asked for, and what shows the stack there. */
export interface Asked {
  readonly places: readonly RecipePlace[];
  /** The lines of the response. */
  readonly response: readonly FieldLine[];
}

/**
 * A recipe for each place that can say it; undefined where none of them can, or none of the servers at all: then it is no
 * matter of configuration.
 */
export function howOf(
  remedy: Remedy,
  note: string | undefined,
  { places, response }: Asked,
): How | undefined {
  const written = RECIPE_SERVERS.flatMap((place) => {
    const recipe = recipeFor(serverRow(place, response), remedy);
    return recipe === undefined ? [] : [[place, recipe] as const];
  });
  if (written.length === 0) return undefined;
  const sent = "sent" in remedy ? remedy.sent : undefined;
  const recipes = atPlaces({ ...Object.fromEntries(written), ...inApplications(remedy) }, places);
  if (Object.keys(recipes).length === 0) return undefined;
  return {
    ...(sent && { header: `${sent.name}: ${sent.value}` }),
    ...recipes,
    ...(note !== undefined && { note }),
  };
}

type Recipes = Readonly<Partial<Record<RecipePlace, string>>>;

/** Those of some places, in the order in which they are shown. */
function atPlaces(recipes: Recipes, places: readonly RecipePlace[]): Recipes {
  return Object.fromEntries(
    places.flatMap((place) => (recipes[place] === undefined ? [] : [[place, recipes[place]]])),
  );
}

/** What the servers have of their own for a problem. */
export function ownHow(id: string, { places }: Asked): How | undefined {
  const { own, note } = recipeRows.get(id) ?? {};
  const recipes = atPlaces(own ?? {}, places);
  if (Object.keys(recipes).length === 0) return undefined;
  return { ...recipes, ...(note !== undefined && { note }) };
}

/** Where a site begins that has the problem: the right value is known to nobody else. */
export function startHow(id: string, asked: Asked): How | undefined {
  const { set, note, start } = recipeRows.get(id) ?? {};
  if (!start || set === undefined) return undefined;
  const sent = fieldToSend(set);
  return howOf({ removed: [sent.name], sent }, note, asked);
}

/** The recipe that hides server software: Server is the server's own to write, the other fields go. */
export function softwareHow(hasServer: boolean, others: readonly string[], asked: Asked): How | undefined {
  const gone = others.length > 0 ? howOf({ removed: others }, undefined, asked) : undefined;
  if (!hasServer) return gone;
  const own = atPlaces(serverField, asked.places);
  if (!gone) return own;
  const both = asked.places.flatMap((place) => {
    const { wrap = joined, unwrap = linesOf } = isServer(place) ? serverRow(place, asked.response) : {};
    // At Cloudflare there is nothing to do for Server.
    const texts = [place === "cloudflare" ? undefined : own[place], gone[place]];
    const lines = texts.flatMap((text) => (text === undefined ? [] : unwrap(text)));
    return lines.length === 0 ? [] : [[place, wrap(lines)] as const];
  });
  return { ...gone, ...Object.fromEntries(both) };
}

function linesOf(recipe: string): readonly string[] {
  return recipe.split("\n");
}

/** `Name: value` */
export function fieldToSend(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(":");
  return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() };
}
