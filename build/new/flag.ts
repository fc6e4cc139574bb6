import { NameError, requireKebab, type Scaffolder } from "./scaffold.ts";

const TABLE = "data/command-flags.txt";

/** Scaffolds a flag of one command, named `COMMAND/FLAG`, as the last row of the command's flags. */
export const flag: Scaffolder = (name, read) => {
  const [command = "", ...rest] = name.split("/");
  const row = rest.join("/");
  requireKebab(command);
  requireKebab(row);
  const path = `src/cli/commands/${command}.ts`;
  const code = read(path);
  const rows = read(TABLE)?.trimEnd().split("\n");
  if (code === undefined || !rows) throw new NameError(`there is no command "${command}"`);
  const isTaken = new RegExp(`(?:^|[{,])\\s*"?${row}"?:`, "m").test(code);
  const isOwn = (line: string) => line.startsWith(`${command} | `);
  if (isTaken || rows.some((line) => isOwn(line) && line.split(" | ")[1]?.split(" ")[0] === row))
    throw new NameError(`${command} has a flag --${row} already`);
  const at = rows.findLastIndex(isOwn) + 1 || rows.length;
  const table = rows.toSpliced(at, 0, `${command} | ${row} | | TODO what it changes`).join("\n");
  return {
    files: new Map([
      [TABLE, `${table}\n`],
      ...(code.includes(`flagsOf("${command}"`) ? [] : [[path, withTable(code, command)] as const]),
    ]),
    fill: [
      "what the flag takes: a placeholder in the third column; `flags` of `run` has the value",
      "each path of the command: one that ignores the flag names it in `unused`",
      "a case in test/cli, and a line in the guide's topic of the command",
    ],
    golden: ["test/cli/golden/sessions.txt"],
    tests: ["test/cli/golden.test.ts", "test/cli/completion.test.ts", "test/guide"],
  };
};

/** Code of a command with the flags of the table after its others. */
function withTable(code: string, command: string): string {
  const own = `...flagsOf("${command}")`;
  const added = code
    .replace(/\n {2}flags: (\w+),/, `\n  flags: { ...$1, ${own} },`)
    .replace(/\n {2}flags: \{(?! \.\.\.\w+, \.\.\.flagsOf)/, `\n  flags: { ${own},`);
  return added.replace(/\nimport /, '\nimport { flagsOf } from "../input/flag-table.ts";\nimport ');
}
