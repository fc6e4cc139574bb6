/** Recipes for Express are judged by Express on Node.js: the finding is gone, one line stands, and nothing new is found. */

import { expect, test } from "bun:test";
import { join } from "node:path";
import { ask } from "./recipe-servers.ts";
import { addedTo, casesOf, counts, found } from "./recipes.ts";

const told = casesOf().flatMap(({ id, example, how: { express }, field }) =>
  express === undefined ? [] : [{ id, example, recipe: express, field }],
);

/** The lines that Express sends where a recipe stands: what is about the application before its routes, else in one. */
async function linesOf(recipe: string): Promise<readonly string[]> {
  const isSetting = recipe.startsWith("app.");
  const script = `
    const app = require("express")();
    ${isSetting ? recipe : ""}
    app.get("/", (request, res) => {
      const value = "abc";
      ${isSetting ? "" : recipe}
      res.send("x");
    });
    const server = app.listen(0, "127.0.0.1", () => console.log(server.address().port));`;
  const node = Bun.spawn(["node", "-e", script], {
    cwd: join(import.meta.dir, ".."),
    stdout: "pipe",
    stderr: "inherit",
  });
  try {
    const { value } = await node.stdout.getReader().read();
    const port = Number(new TextDecoder().decode(value));
    return (await ask(port, "a.test", "/", "GET", [])).lines;
  } finally {
    node.kill();
    await node.exited;
  }
}

test("some kinds have recipes for Express", () => {
  expect(told.length).toBeGreaterThan(3);
});

test.each(told)("$id in Express", async ({ id, example, recipe, field }) => {
  // The rest of the response is the example's.
  const isAsked = (line: string) => line.toLowerCase().startsWith(`${field}:`);
  const own = (await linesOf(recipe)).filter(isAsked);
  const was = counts(found(example, example.lines));
  const is = counts(found(example, [...example.lines.filter((line) => !isAsked(line)), ...own]));
  expect([id, was.has(id), is.has(id), addedTo(was, is)]).toEqual([id, true, false, []]);
  expect(own).toHaveLength(field === "set-cookie" ? 1 : 0);
});
