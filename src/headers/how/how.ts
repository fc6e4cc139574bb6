/** Remedies as recipes for servers and applications. Pure. */

import { wordList } from "../../../data/headers/words.ts";
import { isServer, RECIPE_PLACES, RECIPE_SERVERS, type RecipePlace } from "../../../data/recipe-servers.ts";
import { recipeRows, serverField } from "../../../data/recipes.ts";
import type { How } from "../schema.ts";
import { NGINX_INHERITS } from "./nginx.ts";
import { joined, type Remedy } from "./recipe-row.ts";
import { recipeFor, recipeRow } from "./rows.ts";
import { type Seen, stackOf } from "./stack.ts";

/** Requested places in display order, and the response from which the stack is recognised. */
export interface Wanted {
  readonly places: readonly RecipePlace[];
  readonly seen: Seen;
}

/**
 * Recipes by place; undefined if no requested place supports the remedy, or no server does (configuration
 * cannot solve the problem).
 */
export function howOf(remedy: Remedy, note: string | undefined, wanted: Wanted): How | undefined {
  const { places, seen } = wanted;
  const full = sentWhereAbsent(remedy, seen);
  const textAt = (place: RecipePlace) => recipeFor(recipeRow(place), full);
  if (!RECIPE_SERVERS.some((place) => textAt(place) !== undefined)) return undefined;
  const recipes: Recipes = Object.fromEntries(
    places
      .filter((place) => includesPlace(place, remedy, wanted))
      .flatMap((place) => {
        const text = textAt(place);
        return text === undefined ? [] : [[place, text]];
      }),
  );
  const sent = "sent" in remedy ? remedy.sent : undefined;
  const isForOne = "sent" in full && full.sent?.isAbsent === false && BY_RESPONSE.has(full.sent.name);
  const isOnPage = "sent" in full && full.sent?.on !== undefined && !full.sent.isOfFiles && !isForOne;
  const notes = [
    note,
    isOnPage ? PAGE_NOTE : undefined,
    isForOne ? `For the location of this response: others have their own ${sent?.name}.` : undefined,
  ];
  return withNote({ ...(sent && { header: `${sent.name}: ${sent.value}` }) }, recipes, ...notes);
}

const BY_RESPONSE = wordList("headers with a value per response");

/**
 * True for servers and for requested or recognised applications; for a cookie, for all but WordPress, and for nginx unless PHP,
 * which it usually reaches by FastCGI, sets the cookie.
 */
function includesPlace(place: RecipePlace, remedy: Remedy, { places, seen }: Wanted): boolean {
  const stack: ReadonlySet<string> = stackOf(seen);
  if (place === "nginx" && "cookie" in remedy) return !stack.has("php");
  if (isServer(place) || places.length < RECIPE_PLACES.length) return true;
  const isShown = stack.has(place);
  return isShown || ("cookie" in remedy && place !== "wordpress");
}

const PAGE_NOTE = "For this URL alone: pages and files have a Cache-Control each.";

/** Marks a header as absent from the response, and limits page-specific headers to the URL. */
function sentWhereAbsent(remedy: Remedy, { lines, url }: Seen): Remedy {
  if ("cookie" in remedy || !remedy.sent) return remedy;
  const { name, on } = remedy.sent;
  const isAbsent = lines.every((line) => line.name !== name.toLowerCase());
  const isByPage = isAbsent ? name === "Cache-Control" : BY_RESPONSE.has(name);
  const isOnPage = isByPage && on === undefined && url !== undefined;
  const page = isOnPage ? { on: `(?:^|\\s)${patternOf(url.pathname)}(?:[?\\s]|$)` } : undefined;
  const isSecure = name === "Strict-Transport-Security";
  return { ...remedy, sent: { ...remedy.sent, isAbsent, ...(isSecure && { isSecure }), ...page } };
}

/** URL path as a regular expression. */
function patternOf(path: string): string {
  return path.replace(/[^\w/%~-]/g, "[$&]");
}

type Recipes = Readonly<Partial<Record<RecipePlace, string>>>;

/** Adds the note to the recipes; undefined if `recipes` is empty. */
function withNote(head: How, recipes: Recipes, ...given: readonly (string | undefined)[]): How | undefined {
  if (Object.keys(recipes).length === 0) return undefined;
  const notes = [...given, recipes.nginx?.includes("add_header ") ? NGINX_INHERITS : undefined];
  const text = notes.filter((one) => one !== undefined).join(" ");
  return { ...head, ...recipes, ...(text !== "" && { note: text }) };
}

function atPlaces(recipes: Recipes, places: readonly RecipePlace[]): Recipes {
  return Object.fromEntries(
    places.flatMap((place) => (recipes[place] === undefined ? [] : [[place, recipes[place]]])),
  );
}

/** Recipes that the table has for a problem. */
export function ownHow(
  id: string,
  { places, seen }: Pick<Wanted, "places"> & Partial<Pick<Wanted, "seen">>,
): How | undefined {
  const { own = {}, note } = recipeRows.get(id) ?? {};
  const host = /^[\w.-]+$/.exec(seen?.url?.hostname ?? "example.com")?.[0] ?? "_";
  const { nginx, ...others } = own;
  const recipes = { ...(nginx && { nginx: nginx.replace("HOST", host) }), ...others };
  return withNote({}, atPlaces(recipes, places), note);
}

/** Recipe with a starting value, for problems whose final value depends on the site. */
export function startHow(id: string, wanted: Wanted): How | undefined {
  const { set, note, start } = recipeRows.get(id) ?? {};
  if (!start || set === undefined) return undefined;
  const sent = fieldToSend(set);
  return howOf({ removed: [sent.name], sent }, note, wanted);
}

/** Recipe that hides software: renames Server and removes the other headers. */
export function softwareHow(hasServer: boolean, others: readonly string[], wanted: Wanted): How | undefined {
  const gone = others.length > 0 ? howOf({ removed: others }, undefined, wanted) : undefined;
  if (!hasServer) return gone;
  const own = atPlaces(serverField, wanted.places);
  const both = wanted.places.flatMap((place) => {
    // .htaccess and applications cannot change Server.
    if (place === "htaccess" || !isServer(place)) return [];
    const { remove, wrap = joined, unwrap = linesOf } = recipeRow(place);
    // Cloudflare always replaces Server. nginx replaces it for proxied applications, but not for FastCGI and uwsgi.
    const texts = [
      place === "cloudflare" && gone ? undefined : own[place],
      ...(place === "nginx" ? remove("Server") : []),
      gone?.[place],
    ];
    const lines = texts.flatMap((text) => (text === undefined ? [] : unwrap(text)));
    return lines.length === 0 ? [] : [[place, wrap(lines, "server")] as const];
  });
  return both.length === 0 ? undefined : Object.fromEntries(both);
}

function linesOf(recipe: string): readonly string[] {
  return recipe.split("\n");
}

/** `Name: value` */
export function fieldToSend(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(":");
  return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() };
}
