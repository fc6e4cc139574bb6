import { camelCase, insertBefore, NameError, requireKebab, type Scaffolder } from "./scaffold.ts";

const NAMES = "src/cli/command.ts";
const TABLE = "src/cli/formats/table.ts";
const TEST = "test/cli/formats.test.ts";

/** Scaffolds a report format with one line per finding. */
export const format: Scaffolder = (name, read) => {
  requireKebab(name);
  const names = read(NAMES) ?? "";
  const list = /REPORT_FORMATS = \[([^\]]*)\]/.exec(names)?.[1] ?? "";
  if (list.includes(`"${name}"`)) throw new NameError(`there is a format ${name} already`);
  const writer = `${camelCase(name)}Format`;
  const key = name.includes("-") ? `"${name}"` : name;
  const file = `import type { Judged } from "../input/assertions.ts";

/** TODO: the format and its readers. */
export function ${writer}({ findings }: Judged): string {
  return findings.map(({ severity, name, title }) => \`\${severity} \${name} \${title}\\n\`).join("");
}
`;
  const table = insertBefore(read(TABLE), "\ntype Writer = (", `import { ${writer} } from "./${name}.ts";\n`);
  const failed = insertBefore(
    read(TEST),
    '\n};\ndescribe("a failed lookup is reported',
    `\n  ${key}: /^error connection-refused /m,`,
  );
  const broken = insertBefore(
    failed,
    "\n  };\n  test.each(Object.entries(broken))",
    `\n    ${key}: /^error max-time-exceeded /m,`,
  );
  return {
    files: new Map([
      // A list on several lines may end with a comma.
      [NAMES, names.replace(list, `${list.replace(/,?\s*$/, "")}, "${name}"`)],
      [`src/cli/formats/${name}.ts`, file],
      [TABLE, insertBefore(table, "\n  csv: (all) =>", `\n  ${key}: (all) => all.map(${writer}).join(""),`)],
      [TEST, broken],
    ]),
    fill: [
      `the writer, src/cli/formats/${name}.ts; in \`WHOLE\` of table.ts too if it is one document whatever is in it`,
      `how it tells a failed lookup and a broken assertion, in ${TEST}`,
    ],
    golden: ["test/cli/golden/sessions.txt"],
    tests: [TEST, "test/cli/completion.test.ts", "test/cli/golden.test.ts"],
  };
};
