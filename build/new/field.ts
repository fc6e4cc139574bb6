import { catalogueKeys } from "../../src/headers/catalogue.ts";
import { camelCase, NameError, type Scaffolder } from "./scaffold.ts";

const INDEX = "src/headers/fields/all.ts";
const TABLE = "data/headers/products/debug.txt";

/**
 * Scaffolds a field with a list of tokens: its row in the catalogue, and a file that explains its members.
 */
export const field: Scaffolder = (name, read) => {
  if (!/^[A-Z][A-Za-z0-9]*(?:-[A-Z0-9][A-Za-z0-9]*)*$/.test(name))
    throw new NameError(`"${name}" is not a field name in its customary case, such as X-Example`);
  const key = name.toLowerCase();
  const file = `src/headers/fields/${key}.ts`;
  if (read(file) !== undefined) throw new NameError(`there is ${file} already`);
  const variable = camelCase(name);
  const declaration = `import { invalidValue } from "../field.ts";
import { tokenList } from "./shapes/token-list.ts";

/** ${name} (TODO the specification): its meaning. */
export const ${variable} = tokenList("${name}", {
  noun: "member",
  invalid: invalidValue("${name}", "a b", "a", "rfc9110#section-5.6.1.2"),
  describe: (member) => \`TODO what \${member} means.\`,
});
`;
  const row = `${name} | response | list | inferred\n  TODO what it does, who sets it, what to look for.\n`;
  const table = read(TABLE) ?? "";
  return {
    files: new Map([
      [file, declaration],
      [INDEX, sorted(read(INDEX), `export { ${variable} } from "./${key}.ts";`)],
      ...(catalogueKeys().includes(key) ? [] : [[TABLE, `${table.trimEnd()}\n${row}`] as const]),
    ]),
    fill: [
      `the row at the end of ${TABLE}, unless the catalogue has one: attributes (data/headers/row.ts), description, its own table`,
      "what a member means; another form of value is `field(name, type, { … })`, see src/headers/fields/age.ts",
      "`bun build/docs.ts` counts fields and kinds for README.md",
    ],
    golden: [`test/headers/golden/problems/${key}-invalid.txt`],
    tests: [
      "test/headers/kinds.test.ts",
      "test/headers/registered.test.ts",
      "test/headers/catalogue-products.test.ts",
      "test/headers/links.test.ts",
      "test/headers/golden-lines.test.ts",
    ],
  };
};

/** @throws Error if the text has no exports, which means that the scaffold is outdated */
function sorted(index: string | undefined, added: string): string {
  const exports = index?.match(/^export (?:\*|\{[^}]*\}) from "[^"]+";$/gm);
  if (!index || !exports) throw new Error(`no place for ${added}`);
  const pathOf = (line: string) => /"(.+)\.ts"/.exec(line)?.[1] ?? "";
  const after = exports.findLast((line) => pathOf(line) < pathOf(added));
  return after
    ? index.replace(after, `${after}\n${added}`)
    : index.replace(exports[0] ?? "", (first) => `${added}\n${first}`);
}
