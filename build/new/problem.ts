import { camelCase, insertBefore, NameError, requireKebab, type Scaffolder, withRow } from "./scaffold.ts";

const INDEX = "src/headers/rules/index.ts";
const WORDS = "data/problem-words.txt";

/** Scaffolds a problem in a rule of its own; move it to the field or rule that it belongs to. */
export const problem: Scaffolder = (name, read) => {
  requireKebab(name);
  const file = `src/headers/rules/${name}.ts`;
  if (read(file) !== undefined || read(`test/headers/golden/problems/${name}.txt`) !== undefined)
    throw new NameError(`there is a problem ${name} already`);
  const variable = camelCase(name);
  const row = `import { problem, rule } from "../field.ts";

/** TODO: the subject. */
export const ${variable} = rule([
  problem("${name}", "info", "rfc9110#section-5.1", {
    detect: (context) => context.named("x-${name}")[0],
    title: ({ line }) => \`TODO name the field and the part: \${line.sent} is \${line.value}.\`,
    bad: ["X-${name}: 1"],
    good: ["Age: 60"],
  }),
]);
`;
  const index = read(INDEX)?.replace(
    /\n(?=\nexport const rules\b)/,
    `\nimport { ${variable} } from "./${name}.ts";\n`,
  );
  return {
    files: new Map([
      [file, row],
      [INDEX, insertBefore(index, "\n];", `\n  ${variable},`)],
      [WORDS, withRow(read(WORDS) ?? "", `${name} | TODO one sentence without a case.`)],
    ]),
    fill: [
      "the row of data/problem-words.txt: summary, advice where no example shows it, consequence; severity, link, detect, title and the examples; a row of test/headers/edges.ts where a number decides, `fix` where one line is right",
      "the place: a row that needs one field alone belongs to `.problems({ … })` of that field (CONTRIBUTING has the table)",
    ],
    golden: [`test/headers/golden/problems/${name}.txt`],
    tests: [
      "test/headers/kinds.test.ts",
      "test/headers/registered.test.ts",
      "test/headers/links.test.ts",
      "test/headers/golden-lines.test.ts",
    ],
  };
};
