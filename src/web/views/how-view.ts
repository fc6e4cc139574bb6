/** Recipes as HTML: one tab per server, with CSS alone. Pure. */

import { PLACE_LABELS, PLACE_STEPS, type RecipePlace } from "../../../data/recipe-servers.ts";
import type { How } from "../../headers/schema.ts";
import { type Recipe, type RecipeBlock, recipesOf } from "../../view/how.ts";
import { type Html, html } from "../html.ts";

/** @param name unique on the page @param first server that the response names */
export function howView(how: How, name: string, first?: RecipePlace): Html {
  return html`${tabs(recipesOf(how), name, first)}${how.note !== undefined && html`<p class="description">${how.note}</p>`}`;
}

/** Merged recipes of each step. */
export function blocksView(blocks: readonly RecipeBlock[], steps: number): Html | undefined {
  if (blocks.length === 0) return undefined;
  return html`<div class="blocks">${blocks.map(({ step, server, recipes }) => {
    const others = unfixed(recipes);
    return html`<details><summary id="${fixId(step)}">Fix these${steps > 1 && ` (step ${step})`}</summary>${tabs(recipes, `block-${step}`, server)}${others.length > 0 && html`<p class="description">Still open: ${others.map((id, index) => html`${index > 0 && ", "}<a href="/problems/${id}">${id}</a>`)}.</p>`}</details>
`;
  })}</div>`;
}

/** Ids of the findings that no server's configuration fixes. */
function unfixed([first, ...rest]: RecipeBlock["recipes"]): readonly string[] {
  return first?.others.filter((id) => rest.every(({ others }) => others.includes(id))) ?? [];
}

/** Element id of the merged recipes of a step. */
export const fixId = (step: number): string => `fix-${step}`;

function tabs(recipes: readonly Recipe[], name: string, first?: RecipePlace): Html {
  const chosen = recipes.find(({ place }) => place === first) ?? recipes[0];
  return html`<fieldset class="tabs"><legend>Recipes by server</legend>${recipes.map(
    ({ place, text }) =>
      html`<label><input type="radio" name="${name}"${place === chosen?.place && html` checked`}> <span class="hidden">Server: </span>${PLACE_LABELS[place]}</label><div><pre class="recipe">${text}</pre>${stepsView(PLACE_STEPS[place], text)}</div>`,
  )}</fieldset>`;
}

/** The file of a single change has a name of its own, which the recipe begins with. */
function stepsView({ where, test, undo }: (typeof PLACE_STEPS)[RecipePlace], recipe: string): Html {
  const name = /response[-_]headers[\w-]*/.exec(recipe)?.[0] ?? "response-headers";
  return html`<p class="description"><b>Where:</b> ${where.replace(/response[-_]headers/, name)}. <b>Test:</b> ${test}. <b>Undo:</b> ${undo}.</p>`;
}
