import { camelCase, insertBefore, NameError, requireKebab, type Scaffolder } from "./scaffold.ts";

const PLACES = "data/recipe-servers.ts";
const ROWS = "src/headers/how/servers.ts";
const SCHEMA = "src/headers/schema.ts";
const TEST = "test/headers/how/how.test.ts";

/** Scaffolds a server for recipes; its row has a placeholder language that you replace. */
export const server: Scaffolder = (name, read) => {
  requireKebab(name);
  const places = read(PLACES) ?? "";
  const key = name.includes("-") ? `"${name}"` : name;
  if (places.includes(`\n  ${key}: `)) throw new NameError(`there is a place ${name} already`);
  const row = camelCase(name);
  const file = `import type { RecipeRow } from "./recipe-row.ts";

/** TODO: its version; inferred from its documentation until \`build/slow\` tests these lines on it. */
export const ${row}: RecipeRow = {
  place: "${name}",
  comment: "#",
  replaces: true,
  remove: (name) => [\`remove \${name}\`],
  send: ({ name, value }) => \`set \${name} \${value}\`,
};
`;
  const steps = `    ${key}: {
      where: "TODO: the file to save it as, or the place to add it",
      test: "TODO: the command that checks the configuration and loads it",
      undo: "TODO: how to remove it",
    },
`;
  const labels = insertBefore(places, "} as const;\nconst APPLICATION_LABELS", `  ${key}: "${name}",\n`);
  const rows = insertBefore(read(ROWS), "import { attributesOf", `import { ${row} } from "./${name}.ts";\n`);
  return {
    files: new Map([
      [PLACES, insertBefore(labels, "    express: {\n", steps)],
      [`src/headers/how/${name}.ts`, file],
      [ROWS, rows.replace(/(SERVERS: readonly RecipeRow\[\] = \[[^\]]*?),?\s*\]/, `$1, ${row}]`)],
      [SCHEMA, insertBefore(read(SCHEMA), "    express: ", `    ${key}: Type.Optional(Type.String()),\n`)],
      [
        TEST,
        insertBefore(
          read(TEST),
          "      note: NGINX_INHERITS,",
          `      ${key}: "set X-Content-Type-Options nosniff",\n`,
        ),
      ],
    ]),
    fill: [
      `its name as people write it, and the steps of a user, in ${PLACES}`,
      `its words, src/headers/how/${name}.ts; \`recipe-row.ts\` says what each member is, \`servers.ts\` shows how others say it`,
      `one of its recipes, in ${TEST}`,
      "how it hides its own name, in `serverField` of data/recipes.ts",
      "the server itself as judge: its start in build/slow/proxy-servers.ts, its sites in recipe-servers.ts, its row in recipes.test.ts",
      "how a response shows it, in `SERVERS` of src/headers/how/stack.ts; its name in data/guide/headers.md",
    ],
    golden: ["test/cli/golden/sessions.txt", "test/server/golden/api.txt", "test/web/golden/pages.txt"],
    tests: [TEST, "test/cli/golden.test.ts", "test/server/openapi.test.ts", "test/web/golden.test.ts"],
  };
};
