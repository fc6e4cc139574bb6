import { camelCase, insertBefore, NameError, requireKebab, type Scaffolder } from "./scaffold.ts";

const APP = "src/server/app.ts";
const TAGS = "src/api/endpoint.ts";
const HOUSE = "test/architecture.test.ts";
const MOUNTED = "test/server/mounted.test.ts";

/**
 * Scaffolds a room with one endpoint, `GET /v1/NAME`, which returns its name, and its rows in all tables of
 * endpoints.
 */
export const endpoint: Scaffolder = (name, read) => {
  requireKebab(name);
  const app = read(APP);
  if (app?.includes(`/${name}/routes.ts"`) || read(`src/${name}/routes.ts`) !== undefined)
    throw new NameError(`there is a room ${name} already`);
  const key = camelCase(name);
  const routes = `import { Elysia, t } from "elysia";
import { cacheableAnswer } from "../api/http-validators.ts";
import { api } from "../api/plugin.ts";

/** TODO: a schema of its own in schema.ts once it has three members. */
const schema = t.Object({ name: t.String() });

const KEPT = cacheableAnswer();

/** \`GET /v1/${name}\`. */
export const ${key}Routes = () =>
  new Elysia({ name: "${name}", normalize: false, prefix: "/v1/${name}", tags: ["${name}"] })
    .use(api)
    .get("", () => ({ name: "${name}" }), {
      cost: 1,
      cached: () => KEPT,
      detail: {
        operationId: "${key}",
        summary: "TODO what it answers",
        description: "TODO what a caller should know beside that.",
        answer: { schema, example: () => ({ name: "${name}" }) },
        errors: [],
      },
    });
`;
  let house = insertBefore(read(HOUSE), '  status: ["data", "api"],', `  "${name}": ["api"],\n`);
  house = insertBefore(
    house,
    '    "status",\n    "useragent",\n    "view",\n    "web",\n  ],\n  view:',
    `    "${name}",\n`,
  );
  const lines = /\n {2}status: \d+,/.exec(house)?.[0] ?? "  status: ";
  house = insertBefore(house, lines, `\n  "${name}": 200,`);
  let mounted = insertBefore(read(MOUNTED), '  "/v1/status/404",\n', `  "/v1/${name}",\n`);
  mounted = insertBefore(
    mounted,
    '      "GET /v1/problems problems 1",',
    `      "GET /v1/${name} ${name} 1",\n`,
  );
  return {
    files: new Map([
      [`src/${name}/routes.ts`, routes],
      [
        APP,
        insertBefore(
          insertBefore(app, "    .use(problemRoutes())", `    .use(${key}Routes())\n`),
          "import { statusRoutes }",
          `import { ${key}Routes } from "../${name}/routes.ts";\n`,
        ),
      ],
      [
        TAGS,
        insertBefore(read(TAGS), '  problems: "', `  "${name}": "TODO what its endpoints are about",\n`),
      ],
      [HOUSE, house],
      [MOUNTED, mounted],
    ]),
    fill: [
      "summary, description, schema and example; params, query and body with the schemas of src/api/query.ts (src/status/routes.ts shows a part of the path)",
      "cost: 1 for a look-up in memory; errors that it throws, by their codes (src/api/errors.ts)",
      "the tag's text in src/api/endpoint.ts; the arrows and lines of the room in test/architecture.test.ts",
    ],
    golden: ["test/server/golden/api.txt"],
    tests: ["test/architecture.test.ts", "test/server/mounted.test.ts", "test/server/openapi.test.ts"],
  };
};
