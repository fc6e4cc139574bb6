/** Recipes as people are shown them: by the name of the server, for a finding and for a kind of problem. Pure. */

import { PLACE_LABELS, RECIPE_PLACES, type RecipePlace } from "../../data/recipe-servers.ts";
import { explainMessage } from "../headers/explain.ts";
import type { Example } from "../headers/field.ts";
import { ownHow, startHow } from "../headers/how.ts";
import { parseMessage } from "../headers/message.ts";
import type { HeaderObject, How, Problem } from "../headers/schema.ts";
import type { Kind } from "./kinds.ts";

export interface Recipe {
  readonly place: RecipePlace;
  readonly text: string;
}

/** The recipes of a finding by their places, the nearest to the stack first. */
export function recipesOf(how: How): readonly Recipe[] {
  return Object.entries(how).flatMap(([place, text]) => (isPlace(place) ? [{ place, text }] : []));
}

function isPlace(name: string): name is RecipePlace {
  return Object.hasOwn(PLACE_LABELS, name);
}

/** A kind of problem stands for no response in particular. */
const EVERYWHERE = { places: RECIPE_PLACES, seen: { lines: [] } };

/** How a kind of problem is mended: as in its example, else what a site begins with; undefined where neither is known. */
export function howOfKind(id: string, { bad }: Kind): How | undefined {
  const how = bad && exampleFinding(id, bad)?.how;
  return how ?? startHow(id, EVERYWHERE) ?? ownHow(id, EVERYWHERE);
}

/** The findings of an example under an id; the time is that of the example, or a fixed one. */
export function exampleFinding(id: string, given: Example): Problem | undefined {
  return findingsOfExample(given).find(({ name }) => name === id);
}

/** All that netlens says of an example. */
export function findingsOfExample(given: Example): readonly Problem[] {
  const { lines, receivedAt, ...known } = "lines" in given ? given : { lines: given, receivedAt: undefined };
  const at = Date.parse(receivedAt ?? "2026-11-20T10:00:00Z");
  const message = parseMessage(lines, { ...known, ...(receivedAt !== undefined && { receivedAt: at }) });
  const { headers, problems, requestHeaders = [] } = explainMessage(message, at, { how: "all" });
  return [...problems, ...[...headers, ...requestHeaders].flatMap(problemsOf)];
}

function problemsOf({ problems, details }: HeaderObject): readonly Problem[] {
  return [...problems, ...(details.items ?? []).flatMap((item) => item.problems ?? [])];
}
