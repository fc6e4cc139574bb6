/** Recipes on a page: a tab for each server, by radio buttons that hide by the style sheet alone. Pure. */

import { PLACE_LABELS, type RecipePlace } from "../../../data/recipe-servers.ts";
import type { How } from "../../headers/schema.ts";
import { type Recipe, type RecipeBlock, recipesOf } from "../../view/how.ts";
import { type Html, html } from "../html.ts";

/** `name` is of this place on the page alone; `first` is the server that the response says it has. */
export function howView(how: How, name: string, first?: RecipePlace): Html {
  return html`${tabs(recipesOf(how), name, first)}${how.note !== undefined && html`<p class="description">${how.note}</p>`}`;
}

/** All recipes of the steps; where there is one step, it needs no number. */
export function blocksView(blocks: readonly RecipeBlock[], steps: number): Html | undefined {
  if (blocks.length === 0) return undefined;
  return html`<div class="blocks">${blocks.map(({ step, server, recipes }) => {
    const others = unmended(recipes);
    return html`<details><summary>Configuration for these findings${steps > 1 && ` of step ${step}`}</summary>${tabs(recipes, `block-${step}`, server)}${others.length > 0 && html`<p class="description">Not fixed here: ${others.map((id, index) => html`${index > 0 && ", "}<a href="/problems/${id}">${id}</a>`)}.</p>`}</details>
`;
  })}</div>`;
}

/** Ids of the findings that no server's configuration fixes. */
function unmended([first, ...rest]: RecipeBlock["recipes"]): readonly string[] {
  return first?.others.filter((id) => rest.every(({ others }) => others.includes(id))) ?? [];
}

/** Texts to copy, one of which shows. */
function tabs(recipes: readonly Recipe[], name: string, first?: RecipePlace): Html {
  const chosen = recipes.find(({ place }) => place === first) ?? recipes[0];
  return html`<fieldset class="tabs"><legend>Recipes by server</legend>${recipes.map(
    (recipe) =>
      html`<label><input type="radio" name="${name}"${recipe === chosen && html` checked`}> ${PLACE_LABELS[recipe.place]}</label><pre class="recipe">${recipe.text}</pre>`,
  )}</fieldset>`;
}
