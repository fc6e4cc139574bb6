/** All recipes of a response for one server as one block of its configuration. Pure. */

import { isServer, RECIPE_SERVERS, type RecipePlace, type Server } from "../../data/recipe-servers.ts";
import { wordTable } from "../../data/word-table.ts";
import { joined, type ServerRow, serverRow } from "../headers/how/servers.ts";
import type { HeaderObject, Problem } from "../headers/schema.ts";
import type { HttpReport } from "../http/schema.ts";
import type { Finding } from "./findings.ts";
import { PLACE_LABELS, type Recipe } from "./how.ts";

/**
 * The lines of all findings, the gravest first: each field is taken away and sent once. What one finding wants gone is not
 * sent for another; where two want different values, the graver one has its way. Empty where no finding has a recipe.
 */
function blockOf(row: ServerRow, findings: readonly Problem[]): string {
  const { place, sets, undoes, removes, note, comment, wrap = joined, unwrap = byLine } = row;
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
  const notes = new Set([note, ...hows.map(([, how]) => how.note)].filter((text) => text !== undefined));
  const comments = comment === undefined ? [] : [...notes].map((text) => `${comment} ${text}`);
  return [...comments, wrap(kept)].join("\n");
}

/** What the code of an application has to say; each once. */
function inCode(place: RecipePlace, findings: readonly Problem[]): string {
  return [...new Set(findings.flatMap(({ how }) => how?.[place] ?? []))].join("\n");
}

function byLine(recipe: string): readonly string[] {
  return recipe.split("\n");
}

function nameIn(form: RegExp, line: string): string | undefined {
  return form.exec(line)?.[1]?.toLowerCase();
}

const PRODUCTS = wordTable<Server>({
  nginx: "nginx",
  openresty: "nginx",
  apache: "apache",
  httpd: "apache",
  caddy: "caddy",
  lighttpd: "lighttpd",
  cloudflare: "cloudflare",
});

/** The server whose recipes come first, by what a response says of its server; undefined where it says nothing of use. */
function serverOf(headers: readonly Pick<HeaderObject, "name" | "value">[]): Server | undefined {
  for (const { name, value } of headers) {
    if (name !== "server" && name !== "via") continue;
    for (const word of value.toLowerCase().split(/[^a-z]+/)) {
      const server = PRODUCTS.get(word);
      if (server) return server;
    }
  }
  return undefined;
}

/** All recipes of a step. */
export interface RecipeBlock {
  /** Number of the step, from 1. */
  readonly step: number;
  /** `""` when decoding. */
  readonly url: string;
  /** The server that the response says it has. */
  readonly server: Server | undefined;
  readonly recipes: readonly ServerRecipe[];
}

interface ServerRecipe extends Recipe {
  /** Ids of the step's findings that it does not fix, each once. */
  readonly others: readonly string[];
}

/** A block for each step that has findings with recipes. */
export function recipeBlocks(
  { steps }: HttpReport,
  findings: readonly Finding[],
  places: readonly RecipePlace[] = RECIPE_SERVERS,
): readonly RecipeBlock[] {
  return steps.flatMap(({ request, headers }, index) => {
    const own = findings.filter(({ places }) => places.some(({ step }) => step === index + 1));
    if (!own.some(({ how }) => how !== undefined)) return [];
    const response = headers.map(({ name, value, sent = name }) => ({ name, value, sent, flaws: [] }));
    const recipes = places.flatMap((place) => {
      const text = isServer(place) ? blockOf(serverRow(place, response), own) : inCode(place, own);
      const others = own.flatMap(({ how, name }) => (how?.[place] === undefined ? [name] : []));
      return text === "" ? [] : [{ place, text, others: [...new Set(others)] }];
    });
    return [{ step: index + 1, url: request.url, server: serverOf(headers), recipes }];
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
export function recipeText({ how, places: [{ step }] }: Finding, report: HttpReport, asked?: Server): string {
  if (!how) return "";
  const server = asked ?? serverOf(report.steps[step - 1]?.headers ?? []) ?? "nginx";
  const note = how.note === undefined ? "" : `\n${how.note}`;
  return how[server] === undefined ? "" : `${PLACE_LABELS[server]}:\n${how[server]}${note}`;
}
