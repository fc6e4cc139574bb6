/** Recipes on a page: a tab for each server, by radio buttons that hide by the style sheet alone. Pure. */

import type { How } from "../headers/schema.ts";
import { PLACE_LABELS, type RecipePlace, recipesOf } from "../view/how.ts";
import { type Html, html } from "./html.ts";

/** `name` is of this place on the page alone. */
export function howView(how: How, name: string): Html {
  return html`${tabs(recipesOf(how), name, "Recipes by server")}${how.note !== undefined && html`<p class="description">${how.note}</p>`}`;
}

/** Texts to copy, one of which shows. */
function tabs(
  recipes: readonly { readonly place: RecipePlace; readonly text: string }[],
  name: string,
  legend: string,
): Html {
  const [chosen] = recipes;
  return html`<fieldset class="tabs"><legend>${legend}</legend>${recipes.map(
    (recipe) =>
      html`<label><input type="radio" name="${name}"${recipe === chosen && html` checked`}> ${PLACE_LABELS[recipe.place]}</label><pre class="recipe">${recipe.text}</pre>`,
  )}</fieldset>`;
}
