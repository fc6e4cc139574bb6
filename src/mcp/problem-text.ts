/** The text of a kind of problem for assistants. Pure. */

import { PLACE_LABELS } from "../../data/recipe-servers.ts";
import type { ProblemKind } from "../problems/schema.ts";
import { linkLabel } from "../view/format.ts";
import { recipesOf } from "../view/how.ts";

/** All that is known of a kind, a part a paragraph: for clients that read no structured content. */
export function problemText(kind: ProblemKind): string {
  const { id, severity, summary, why, advice, examples, how, link } = kind;
  const recipes = how === undefined ? [] : recipesOf(how);
  return [
    `${id} (${severity}): ${summary}`,
    why,
    advice,
    examples && `With the problem:\n${examples.bad.lines.join("\n")}`,
    examples && `Without it:\n${examples.good.lines.join("\n")}`,
    how?.header && `Send: ${how.header}`,
    ...recipes.map(({ place, text }) => `${PLACE_LABELS[place]}:\n${text}`),
    link && `Specification: ${linkLabel(link)}, ${link}`,
  ]
    .filter(Boolean)
    .join("\n");
}
