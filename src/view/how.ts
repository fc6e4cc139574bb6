/** All recipes of a response for one server as one block of its configuration. Pure. */

import { type BrowserDifference, browserDifferences } from "../../data/browsers/differences.ts";
import {
  isServer,
  PLACE_LABELS,
  RECIPE_PLACES,
  RECIPE_SERVERS,
  type RecipePlace,
} from "../../data/recipe-servers.ts";
import { explainMessage } from "../headers/explain.ts";
import type { Example } from "../headers/field.ts";
import {
  inOrder,
  joined,
  likelyPlaces,
  NGINX_INHERITS,
  ownHow,
  type RecipeFile,
  type RecipeRow,
  recipeRow,
  type Seen,
  startHow,
  urlInComment,
  withComments,
} from "../headers/how.ts";
import { parseMessage } from "../headers/message.ts";
import type { HeaderObject, How, Problem } from "../headers/schema.ts";
import type { HttpReport } from "../http/schema.ts";
import { type Finding, findingsOfStep } from "../jobs/project/findings.ts";
import type { Kind } from "../jobs/project/kinds.ts";

/**
 * The lines of all findings, the gravest first: each field is taken away and sent once. What one finding wants gone is not
 * sent for another; where two want different values, the graver one has its way. Empty where no finding has a recipe.
 * `of` is the part that has a file of its own.
 */
function blockOf(row: RecipeRow, findings: readonly Problem[], of: string | undefined): string {
  const { place, sets = NONE, undoes, removes = NONE, note, wrap = joined, unwrap = byLine } = row;
  const hows = [
    ...new Map(
      findings.flatMap(({ how }) => (how?.[place] === undefined ? [] : [[how[place], how] as const])),
    ),
  ];
  if (hows.length === 0) return "";
  const namesIn = (form: RegExp, recipes: readonly string[]) =>
    new Set(recipes.flatMap((recipe) => unwrap(recipe).flatMap((line) => nameIn(form, line) ?? [])));
  const all = hows.map(([recipe]) => recipe);
  const gone = namesIn(
    removes,
    hows.flatMap(([recipe, { header }]) => (header === undefined ? [recipe] : [])),
  );
  const sent = namesIn(sets, all);
  const seen = new Set<string>();
  const kept = all.flatMap(unwrap).filter((line) => {
    const set = nameIn(sets, line);
    if (set !== undefined) return !gone.has(set) && seen.size < seen.add(`set ${set}`).size;
    const undone = undoes && nameIn(undoes, line);
    if (undone !== undefined && sent.has(undone) && !gone.has(undone)) return false;
    return seen.size < seen.add(line).size;
  });
  const told = hows.map(([, how]) => how.note?.replace(NGINX_INHERITS, "").trim());
  const notes = new Set([note, ...told].flatMap((text) => text || []));
  return withComments(row, [...notes], wrap(kept, of));
}

const NONE = /(?!)/;

function byLine(recipe: string): readonly string[] {
  return recipe.split("\n");
}

function nameIn(form: RegExp, line: string): string | undefined {
  return form.exec(line)?.[1]?.toLowerCase();
}

function seenIn({ headers, request }: Pick<HttpReport["steps"][number], "headers" | "request">): Seen {
  return {
    lines: headers,
    url: URL.parse(request.url) ?? undefined,
  };
}

/** All recipes of a step. */
export interface RecipeBlock {
  /** Number of the step, from 1. */
  readonly step: number;
  /** `""` when decoding. */
  readonly url: string;
  /** The place nearest to the stack that the response shows. */
  readonly server: RecipePlace | undefined;
  /** The nearest first. */
  readonly recipes: readonly ServerRecipe[];
}

interface ServerRecipe extends Recipe {
  /** How many of the step's findings it fixes. */
  readonly fixes: number;
  /** Ids of the step's findings that it does not fix, each once. */
  readonly others: readonly string[];
}

/** A block for each step that has findings with recipes: for the servers, and for applications that the response shows. */
export function recipeBlocks(
  { steps }: HttpReport,
  findings: readonly Finding[],
  asked?: readonly RecipePlace[],
): readonly RecipeBlock[] {
  const ofSteps = steps.map((step, index) => {
    // One finding of several steps has the recipe of the first: another's URL and stack may ask for other lines.
    const hows = new Map(findingsOfStep(step).map(({ name, title, how }) => [`${name}\n${title}`, how]));
    return findings
      .filter(({ places }) => places.some((place) => place.step === index + 1))
      .map(({ how: _, ...finding }) => {
        const how = hows.get(`${finding.name}\n${finding.title}`);
        return { ...finding, ...(how && { how }) };
      });
  });
  const last = ofSteps.findLastIndex((own) => own.some(({ how }) => how !== undefined));
  return steps.flatMap((step, index) => {
    const own = ofSteps[index] ?? [];
    if (!own.some(({ how }) => how !== undefined)) return [];
    const seen = seenIn(step);
    const likely = likelyPlaces(seen);
    const places = asked ?? inOrder([...RECIPE_SERVERS, ...likely.filter((place) => !isServer(place))], seen);
    const recipes = places.flatMap((place) => {
      // Files of two steps can stand beside each other.
      const text = blockOf(recipeRow(place, seen), own, index === last ? undefined : `step-${index + 1}`);
      const others = own.flatMap(({ how, name }) => (how?.[place] === undefined ? [name] : []));
      const fixes = own.length - others.length;
      return text === "" ? [] : [{ place, text, fixes, others: [...new Set(others)] }];
    });
    const server = likely.find((one) => recipes.some(({ place }) => place === one));
    return [{ step: index + 1, url: step.request.url, server, recipes }];
  });
}

/**
 * The block of a step as a file, of the last with a recipe where none is named: comments say what is not in it. A URL in it
 * is from outside, and a comment all the same.
 */
export function blockText(blocks: readonly RecipeBlock[], place: RecipePlace, step?: number): string {
  const row = recipeRow(place, NOTHING_SEEN);
  const all = blocks.flatMap(({ step, url, recipes }) =>
    recipes.flatMap((recipe) => (recipe.place === place ? [{ step, url, ...recipe }] : [])),
  );
  const one = step === undefined ? all.at(-1) : all.find((block) => block.step === step);
  const others = all.filter((block) => block !== one);
  const rest = others.map(
    ({ step, url }) => `Step ${step} has a recipe of its own (--step ${step}): ${urlInComment(url)}`,
  );
  if (!one) {
    const none = `The configuration of ${PLACE_LABELS[place]} fixes none of the findings.`;
    // Code that is installed changes nothing, and is code.
    return `${withComments(row, [none, ...rest], (row.wrap ?? joined)([])).trimEnd()}\n`;
  }
  const about = one.url === "" ? [] : [urlInComment(one.url)];
  const unfixed = one.others.length === 0 ? [] : [`Not fixed here: ${one.others.join(", ")}`];
  return `${withComments(row, [...about, ...rest, ...unfixed], one.text)}\n`;
}

const NOTHING_SEEN: Seen = { lines: [] };

/** The file that a place's recipe is written to; undefined where it is no file. */
export function recipeFile(place: RecipePlace): RecipeFile | undefined {
  return recipeRow(place, NOTHING_SEEN).file;
}

/** The recipe of one finding, for people who see nothing but it; empty where it has none. */
export function recipeText(
  { how, places: [{ step }] }: Finding,
  report: HttpReport,
  asked?: RecipePlace,
): string {
  const seen = report.steps[step - 1];
  if (!how || !seen) return "";
  const place =
    asked ?? [...likelyPlaces(seenIn(seen)), "nginx" as const].find((one) => how[one] !== undefined);
  const text = place && how[place];
  const note = how.note === undefined ? "" : `\n${how.note}`;
  return text === undefined ? "" : `${PLACE_LABELS[place ?? "nginx"]}:\n${text}${note}`;
}

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

/** Where a row's response comes from, unless it says so. */
export const SHOP = "https://shop.example/";

let byKind: ReadonlyMap<string, readonly BrowserDifference[]> | undefined;

/** The rows of `/differences` whose response has the problem. All are explained when first asked for: 15 ms. */
export function differencesOfKind(id: string): readonly BrowserDifference[] {
  byKind ??= indexed();
  return byKind.get(id) ?? [];
}

function indexed(): ReadonlyMap<string, readonly BrowserDifference[]> {
  const index = new Map<string, BrowserDifference[]>();
  for (const row of browserDifferences) {
    const { lines, status = 200, url = SHOP, transfer } = row;
    const found = transfer ? [] : findingsOfExample({ lines, status, url });
    for (const name of new Set(found.map(({ name }) => name)))
      index.set(name, [...(index.get(name) ?? []), row]);
  }
  return index;
}
