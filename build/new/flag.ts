import { NameError, requireKebab, type Scaffolder } from "./scaffold.ts";

/** Scaffolds a flag of one command, named `COMMAND/FLAG`, as the last row of the command's table. */
export const flag: Scaffolder = (name, read) => {
  const [command = "", ...rest] = name.split("/");
  const row = rest.join("/");
  requireKebab(command);
  requireKebab(row);
  const path = `src/cli/commands/${command}.ts`;
  const text = read(path);
  if (text === undefined) throw new NameError(`there is no command "${command}"`);
  const [table, end] = tableIn(text);
  if (new RegExp(`(?:^|[{,])\\s*"?${row}"?:`, "m").test(table))
    throw new NameError(`${command} has a flag --${row} already`);
  const separator = /[,{]\s*$/.test(table) ? "" : ",";
  const added = `${separator} "${row}": { type: "boolean", help: "TODO what it changes" } `;
  return {
    files: new Map([[path, text.slice(0, end) + added + text.slice(end)]]),
    fill: [
      'what the flag takes: `value: "N"` and type "string" where it is more than yes or no; `flags` of `run` has it',
      "each path of the command: one that ignores the flag refuses it with a UsageError",
      "a case in test/cli, and a line in the guide's topic of the command",
    ],
    golden: ["test/cli/golden/sessions.txt"],
    tests: ["test/cli/golden.test.ts", "test/cli/completion.test.ts", "test/guide"],
  };
};

/** The command's table of flags, and the index where it ends. */
function tableIn(text: string): readonly [table: string, end: number] {
  const start = text.indexOf("\n  flags: {");
  if (start < 0) throw new NameError("the command has no table of flags of its own");
  let depth = 0;
  for (let at = text.indexOf("{", start); at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return [text.slice(start, at), at];
  }
  throw new Error("the table of flags does not end");
}
