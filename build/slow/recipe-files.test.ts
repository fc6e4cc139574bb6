/** Each recipe is a complete file that its program loads. */

import { expect, test } from "bun:test";
import { RECIPE_PLACES } from "../../data/recipe-servers.ts";
import { brokenFiles, recipeTexts } from "./recipe-files.ts";

test.each(RECIPE_PLACES)(
  "%s loads each finding's recipe and each response's file (needs the program)",
  async (place) => {
    const texts = await recipeTexts(place);
    const broken = await brokenFiles(
      place,
      texts.map(({ text }) => text),
    );
    const of = (form: string) => {
      const own = [...texts.entries()].filter(([, one]) => one.form === form);
      return `${own.filter(([at]) => broken.has(at)).length} of ${own.length}`;
    };
    console.log(`${place}: cannot be loaded: ${of("finding")} findings' recipes, ${of("file")} files`);
    expect([...broken].map(([at, error]) => ({ ...texts[at], error }))).toEqual([]);
    expect(texts.length).toBeGreaterThan(50);
  },
  240_000,
);
