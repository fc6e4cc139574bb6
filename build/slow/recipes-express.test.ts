/** Recipes for Express are judged by Express on Node.js: the finding is gone, one line stands, and nothing new is found. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { ask } from "./recipe-servers.ts";
import { addedTo, casesOf, counts, found } from "./recipes.ts";

const told = casesOf("express").flatMap(({ id, example, how, field }) =>
  how.express === undefined ? [] : [{ id, example, how, recipe: how.express, field }],
);

/** Express with an application for each recipe, at a path of its own: settings stand before its routes, code in one. */
const APPLICATIONS = `
  const express = require("express");
  const all = express();
  const recipes = JSON.parse(process.argv[1]);
  for (const [at, recipe] of recipes.entries()) {
    const own = express();
    const isSetting = recipe.startsWith("app.");
    if (isSetting) new Function("app", recipe)(own);
    const code = isSetting ? () => {} : new Function("res", "value", recipe);
    own.get("/" + at, (request, res) => { code(res, "abc"); res.send("x"); });
    all.disable("x-powered-by");
    all.use((request, response, next) => request.url === "/" + at ? own(request, response) : next());
  }
  const server = all.listen(0, "127.0.0.1", () => console.log(server.address().port));`;

let node: Bun.Subprocess<"ignore", "pipe", "inherit">;
let port = 0;
beforeAll(async () => {
  node = Bun.spawn(["node", "-e", APPLICATIONS, JSON.stringify(told.map(({ recipe }) => recipe))], {
    cwd: join(import.meta.dir, ".."),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const { value } = await node.stdout.getReader().read();
  port = Number(new TextDecoder().decode(value));
});
afterAll(async () => {
  node.kill();
  await node.exited;
});

const linesOf = async (at: number) => (await ask(port, "a.test", `/${at}`, "GET", [])).lines;

test("some kinds have recipes for Express", () => {
  expect(told.length).toBeGreaterThan(3);
});

test.each(told.map((one, at) => ({ ...one, at })))(
  "$id in Express",
  async ({ id, example, how, field, at }) => {
    // The rest of the response is the example's.
    const names = [field, how.header?.split(":")[0]?.toLowerCase()];
    const isAsked = (line: string) => names.some((name) => line.toLowerCase().startsWith(`${name}:`));
    const own = (await linesOf(at)).filter(isAsked);
    const was = counts(found(example, example.lines));
    const is = counts(found(example, [...example.lines.filter((line) => !isAsked(line)), ...own]));
    expect([id, was.has(id), is.has(id), addedTo(was, is)]).toEqual([id, true, false, []]);
    expect(own).toHaveLength(field === "set-cookie" || how.header !== undefined ? 1 : 0);
  },
);
