/** All recipes of a response for one server as one block of its configuration. Pure. */

import { isServer, PLACE_LABELS, RECIPE_SERVERS, type RecipePlace } from "../../data/recipe-servers.ts";
import { NGINX_INHERITS } from "../headers/how/nginx.ts";
import { joined, type RecipeRow } from "../headers/how/recipe-row.ts";
import { recipeRow } from "../headers/how/rows.ts";
import { inOrder, likelyPlaces, type Seen } from "../headers/how/stack.ts";
import type { Problem } from "../headers/schema.ts";
import type { HttpReport } from "../http/schema.ts";
import type { Finding } from "./findings.ts";
import type { Recipe } from "./how.ts";

/**
 * The lines of all findings, the gravest first: each field is taken away and sent once. What one finding wants gone is not
 * sent for another; where two want different values, the graver one has its way. Empty where no finding has a recipe.
 */
function blockOf(row: RecipeRow, findings: readonly Problem[]): string {
  const { place, sets = NONE, undoes, removes = NONE, note, comment, wrap = joined, unwrap = byLine } = row;
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
  const notes = new Set([note, ...told].filter((text) => text !== undefined && text !== ""));
  const comments = comment === undefined ? [] : [...notes].map((text) => `${comment} ${text}`);
  return [...comments, wrap(kept)].join("\n");
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
  /** Ids of the step's findings that it does not fix, each once. */
  readonly others: readonly string[];
}

/** A block for each step that has findings with recipes: for the servers, and for applications that the response shows. */
export function recipeBlocks(
  { steps }: HttpReport,
  findings: readonly Finding[],
  asked?: readonly RecipePlace[],
): readonly RecipeBlock[] {
  return steps.flatMap((step, index) => {
    const own = findings.filter(({ places }) => places.some(({ step }) => step === index + 1));
    if (!own.some(({ how }) => how !== undefined)) return [];
    const seen = seenIn(step);
    const likely = likelyPlaces(seen);
    const places = asked ?? inOrder([...RECIPE_SERVERS, ...likely.filter((place) => !isServer(place))], seen);
    const recipes = places.flatMap((place) => {
      const text = blockOf(recipeRow(place, seen), own);
      const others = own.flatMap(({ how, name }) => (how?.[place] === undefined ? [name] : []));
      return text === "" ? [] : [{ place, text, others: [...new Set(others)] }];
    });
    const server = likely.find((one) => recipes.some(({ place }) => place === one));
    return [{ step: index + 1, url: step.request.url, server, recipes }];
  });
}

/** The blocks as a file of the server's configuration: comments say what is not in it. */
export function blocksText(blocks: readonly RecipeBlock[], server: RecipePlace): string {
  const known = blocks.flatMap(({ url, recipes }) => {
    const recipe = recipes.find(({ place }) => place === server);
    return recipe ? [{ url, ...recipe }] : [];
  });
  if (known.length === 0)
    return `# The configuration of ${PLACE_LABELS[server]} fixes none of the findings.\n`;
  return known
    .map(({ url, others, text }) => {
      const about = url === "" ? [] : [`# ${url}`];
      const rest = others.length === 0 ? [] : [`# Not fixed here: ${others.join(", ")}`];
      return [...about, text, ...rest].map((part) => `${part}\n`).join("");
    })
    .join("\n");
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
