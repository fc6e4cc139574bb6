/** Guards against updates of Elysia: `src/server/app.ts` takes compiled handlers from an inner path. */

import { expect, test } from "bun:test";
import { Elysia } from "elysia";

const INNER = "elysia/adapter/bun/compose";

/** @throws Error that says what to do where the path or the function has moved */
async function compilerAt(
  path: string,
): Promise<(app: unknown, route: unknown) => (request: Request) => unknown> {
  const moved = (why: string) =>
    new Error(
      `An update of Elysia has moved ${path} (${why}): find what makes a route's compiled handler, and change the import in src/server/app.ts; .github/decisions/elysia-on-bun-serve.md says why it is used.`,
    );
  let found: Record<string, unknown>;
  try {
    found = (await import(path)) as Record<string, unknown>;
  } catch (error) {
    throw moved(String(error));
  }
  const { createBunRouteHandler } = found;
  if (typeof createBunRouteHandler !== "function") throw moved("createBunRouteHandler is not there");
  return createBunRouteHandler as Awaited<ReturnType<typeof compilerAt>>;
}

test("a route's compiled handler takes the request alone, and errors go to the application's handler", async () => {
  const compile = await compilerAt(INNER);
  const app = new Elysia()
    .onError(({ error }) => new Response(`refused: ${String(error)}`, { status: 418 }))
    .get("/a/*", ({ request }) => new Response(request.url), { detail: { operationId: "a" } })
    .get("/b", () => {
      throw new Error("b");
    });
  const [a, b] = app.routes;
  expect(a).toMatchObject({ method: "GET", path: "/a/*", hooks: { detail: { operationId: "a" } } });
  const answer = async (route: unknown, url: string) => {
    const response = (await compile(app, route)(new Request(url))) as Response;
    return [response.status, await response.text()];
  };
  expect(await answer(a, "http://x/a/1?b")).toEqual([200, "http://x/a/1?b"]);
  expect(await answer(b, "http://x/b")).toEqual([418, "refused: Error: b"]);
});

test("a moved path is named, with the place that imports it", async () => {
  const source = await Bun.file(new URL("../../src/server/app.ts", import.meta.url)).text();
  expect(source).toContain(`import { createBunRouteHandler } from "${INNER}";`);
  await expect(compilerAt("elysia/adapter/bun/moved")).rejects.toThrow(
    /^An update of Elysia has moved elysia\/adapter\/bun\/moved .* src\/server\/app\.ts/,
  );
});
