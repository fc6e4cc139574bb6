import { NameError, type Scaffolder } from "./scaffold.ts";

const TABLE = "data/agents/bots.txt";
const GOLDEN = "test/useragent/golden/agents.txt";

/**
 * Scaffolds a bot, marked as inferred until a page or an observed string is added, and a test case for it.
 */
export const bot: Scaffolder = (name, read) => {
  if (!/^[A-Za-z][\w.-]*(?: [\w.-]+)*$/.test(name)) throw new NameError(`"${name}" is not a name of a bot`);
  const table = read(TABLE) ?? "";
  const phrase = name.toLowerCase();
  if (table.split("\n").some((line) => line.split(" | ")[0]?.replace(/^\^|[/$]$/g, "") === phrase))
    throw new NameError(`there is a bot ${phrase} already`);
  const golden = read(GOLDEN) ?? "";
  return {
    files: new Map([
      [TABLE, `${table.trimEnd()}\n${phrase} | ${name} | unknown | |\n`],
      [GOLDEN, `${golden.trimEnd()}\n\nMozilla/5.0 (compatible; ${name}/1.0)\n`],
    ]),
    fill: [
      "the heading that it stands below says how sure it is: `documented` with the operator's page, `observed` with a string, else `inferred`",
      "category (data/agents/row.ts), operator, page; `^` and `$` as the top of the table says",
      `the string in ${GOLDEN}: one that you saw`,
    ],
    golden: [GOLDEN],
    tests: ["test/useragent/tables.test.ts", "test/useragent/golden.test.ts"],
  };
};
