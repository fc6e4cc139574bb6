import { camelCase, insertBefore, NameError, requireKebab, type Scaffolder } from "./scaffold.ts";

const TABLE = "src/settings/options.ts";
const HELP = "data/option-help.txt";
const READERS = "src/server/wiring.ts";
const CHECK = "src/cli/settings-read.ts";
const BOUNDS = "test/settings/settings.test.ts";

/** Scaffolds an option with a whole number, and a function that reads it; move the function to its place. */
export const option: Scaffolder = (name, read) => {
  requireKebab(name);
  const table = read(TABLE);
  if (table && new RegExp(`^ {2}"?${name}"?: option\\(`, "m").test(table))
    throw new NameError(`there is an option --${name} already`);
  const key = camelCase(name);
  const row = `
  "${name}": option("server.${key}", "10", form.count(1, 100)),`;
  const reader = `/** TODO: moves to the code that needs it. */
export function ${key}Setting({ server: { ${key} } }: SettingsAt<"server.${key}">): number {
  return ${key};
}

`;
  return {
    files: new Map([
      [TABLE, insertBefore(table, "\n} as const;", row)],
      [HELP, `${read(HELP)}${name} | TODO what it bounds\n`],
      [READERS, `${read(READERS)?.trimEnd()}\n\n${reader.trimEnd()}\n`],
      [
        CHECK,
        insertBefore(read(CHECK), "\n  | typeof wiring.stopTimes", `\n  | typeof wiring.${key}Setting`),
      ],
      [
        BOUNDS,
        insertBefore(read(BOUNDS), '\n  ] as const)("%s from %d to %d"', `\n    ["${name}", 1, 100],`),
      ],
    ]),
    fill: [
      "default, form of the value (src/settings/forms.ts); help in data/option-help.txt; `restart: true` where a reload does not change it, and then in the list of test/settings",
      "the reader: the function that needs the value names the place in its parameter's type; cli/settings-read.ts knows it",
    ],
    golden: ["test/cli/golden/sessions.txt"],
    tests: [
      "test/settings",
      "test/cli/completion.test.ts",
      "test/cli/golden.test.ts",
      "test/web/reference.test.ts",
    ],
  };
};
