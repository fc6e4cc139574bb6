/** Merges the recipes of a response into one block of configuration per server. Pure. */

import { type BrowserDifference, browserDifferences } from "../../data/browsers/differences.ts";
import {
  isServer,
  PLACE_LABELS,
  PLACE_STEPS,
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
 * Merges the recipes of all findings, the worst first: each field is removed and set once. A removed field is never set; of two
 * values for one field, the worse finding's wins. `""` without recipes. @param of name of the part, if it has its own file
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
  const own = hows.map(([, how]) => how.note?.replace(NGINX_INHERITS, "").trim());
  const notes = new Set([note, ...own].flatMap((text) => text || []));
  return withComments(row, [...notes], wrap(kept, of));
}

const NONE = /(?!)/;

const byLine = (recipe: string): readonly string[] => recipe.split("\n");

const nameIn = (form: RegExp, line: string): string | undefined => form.exec(line)?.[1]?.toLowerCase();

function seenIn({ headers, request }: Pick<HttpReport["steps"][number], "headers" | "request">): Seen {
  return { lines: headers, url: URL.parse(request.url) ?? undefined };
}

/** All recipes of a step. */
export interface RecipeBlock {
  /** Number of the step, from 1. */
  readonly step: number;
  /** `""` when decoding. */
  readonly url: string;
  /** Best match for the software that the response names. */
  readonly server: RecipePlace | undefined;
  /** Best match first. */
  readonly recipes: readonly ServerRecipe[];
}

interface ServerRecipe extends Recipe {
  /** Number of the step's findings that this recipe fixes. */
  readonly fixes: number;
  /** Ids of the step's other findings, each once. */
  readonly others: readonly string[];
}

/** One block per step with recipes: for all servers, and for applications that the response names. */
export function recipeBlocks(
  { steps }: HttpReport,
  findings: readonly Finding[],
  chosen?: readonly RecipePlace[],
): readonly RecipeBlock[] {
  const ofSteps = steps.map((step, index) => {
    // A finding of several steps carries the first step's recipe; other steps may need other lines.
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
    const places =
      chosen ?? inOrder([...RECIPE_SERVERS, ...likely.filter((place) => !isServer(place))], seen);
    const recipes = places.flatMap((place) => {
      // Files of two steps need different names.
      const text = blockOf(recipeRow(place), own, index === last ? undefined : `step-${index + 1}`);
      const others = own.flatMap(({ how, name }) => (how?.[place] === undefined ? [name] : []));
      const fixes = own.length - others.length;
      return text === "" ? [] : [{ place, text, fixes, others: [...new Set(others)] }];
    });
    const server = likely.find((one) => recipes.some(({ place }) => place === one));
    return [{ step: index + 1, url: step.request.url, server, recipes }];
  });
}

/** File with the block of a step, by default the last with a recipe. Comments name the other steps and their URLs. */
export function blockText(blocks: readonly RecipeBlock[], place: RecipePlace, step?: number): string {
  const row = recipeRow(place);
  const all = blocks.flatMap(({ step, url, recipes }) =>
    recipes.flatMap((recipe) => (recipe.place === place ? [{ step, url, ...recipe }] : [])),
  );
  const one = step === undefined ? all.at(-1) : all.find((block) => block.step === step);
  const others = all.filter((block) => block !== one);
  const rest = others.map(
    ({ step, url }) => `Step ${step} has its own file (--step ${step}): ${urlInComment(url)}`,
  );
  if (!one) {
    const none = `None of the findings can be fixed in the configuration of ${PLACE_LABELS[place]}.`;
    // A file without lines must still be valid code; in PHP, the opening tag is.
    const empty = row.opening ?? (row.wrap ?? joined)([]);
    return `${withComments(row, [none, ...rest], empty).trimEnd()}\n`;
  }
  const about = one.url === "" ? [] : [urlInComment(one.url)];
  const unfixed = one.others.length === 0 ? [] : [`Still open: ${one.others.join(", ")}`];
  const { where, test, undo } = PLACE_STEPS[place];
  const steps = [`Where: ${where}.`, `Test: ${test}.`, `Undo: ${undo}.`];
  return `${withComments(row, [...about, ...rest, ...unfixed, ...steps], one.text)}\n`;
}

/** File name of a place's recipe; undefined if it is not a file. */
export function recipeFile(place: RecipePlace): RecipeFile | undefined {
  return recipeRow(place).file;
}

/** Recipe of a finding shown alone; `""` without one. */
export function recipeText(
  { how, places: [{ step }] }: Finding,
  report: HttpReport,
  chosen?: RecipePlace,
): string {
  const seen = report.steps[step - 1];
  if (!how || !seen) return "";
  const place =
    chosen ?? [...likelyPlaces(seenIn(seen)), "nginx" as const].find((one) => how[one] !== undefined);
  const text = place && how[place];
  const note = how.note === undefined ? "" : `\n${how.note}`;
  return text === undefined ? "" : `${PLACE_LABELS[place ?? "nginx"]}:\n${text}${note}`;
}

export interface Recipe {
  readonly place: RecipePlace;
  readonly text: string;
}

/** Recipes of a finding, best match first. */
export function recipesOf(how: How): readonly Recipe[] {
  return Object.entries(how).flatMap(([place, text]) => (isPlace(place) ? [{ place, text }] : []));
}

function isPlace(name: string): name is RecipePlace {
  return Object.hasOwn(PLACE_LABELS, name);
}

/** A kind of problem has no response, so all places apply. */
const EVERYWHERE = { places: RECIPE_PLACES, seen: { lines: [] } };

/** Recipes of a kind: those of its example, else a starting point; undefined if it has neither. */
export function howOfKind(id: string, { bad }: Kind): How | undefined {
  const how = bad && exampleFinding(id, bad)?.how;
  return how ?? startHow(id, EVERYWHERE) ?? ownHow(id, EVERYWHERE);
}

/** First finding with this id in an example. */
export function exampleFinding(id: string, given: Example): Problem | undefined {
  return findingsOfExample(given).find(({ name }) => name === id);
}

/** All findings of an example, at its own time or a fixed one. */
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

/** Default URL of a row's response. */
export const SHOP = "https://shop.example/";

let byKind: ReadonlyMap<string, readonly BrowserDifference[]> | undefined;

/** Rows of `/differences` with the problem. The first call explains all rows: 15 ms. */
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
