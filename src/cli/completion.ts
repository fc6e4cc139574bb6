/** Completion scripts from the command table. Pure. */

import { type OptionName, options } from "../config.ts";
import type { Command } from "./command.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

interface FlagRow {
  readonly name: string;
  readonly help: string;
  readonly takesValue: boolean;
  readonly words: readonly string[];
}

function flagRows(command: Command, settings: readonly OptionName[]): FlagRow[] {
  const own = Object.entries(command.flags).map(([name, flag]) => ({
    name,
    help: flag.help,
    takesValue: flag.type === "string",
    words: flag.words ?? [],
  }));
  const shared = settings.map((name) => ({ name, help: options[name].help, takesValue: true, words: [] }));
  const always = [
    { name: "config", help: "settings file in TOML", takesValue: true, words: [] },
    { name: "help", help: "explain the command", takesValue: false, words: [] },
  ];
  return [...own, ...shared, ...always];
}

/** The script for a shell. */
export function completionScript(
  shell: Shell,
  commands: readonly Command[],
  settingsOf: (command: string) => readonly OptionName[],
): string {
  const rows = commands.map((command) => ({ command, flags: flagRows(command, settingsOf(command.name)) }));
  const writers = { bash, zsh, fish };
  return writers[shell](rows);
}

type Rows = readonly { readonly command: Command; readonly flags: readonly FlagRow[] }[];

function bash(rows: Rows): string {
  const names = rows.map(({ command }) => command.name).join(" ");
  const flagCases = rows.map(
    ({ command, flags }) =>
      `    ${command.name}) words="${flags.map(({ name }) => `--${name}`).join(" ")}" ;;`,
  );
  const wordCases = rows.flatMap(({ command, flags }) =>
    flags
      .filter(({ words }) => words.length > 0)
      .map(({ name, words }) => `    "${command.name} --${name}") words="${words.join(" ")}" ;;`),
  );
  return `# bash completion of netlens
_netlens() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$cur"))
    return
  fi
  case "$command $prev" in
${wordCases.join("\n")}
  esac
  if [ -z "$words" ] && [[ $cur == -* ]]; then
    case "$command" in
${flagCases.join("\n")}
    esac
  fi
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$cur")); else COMPREPLY=($(compgen -f -- "$cur")); fi
}
complete -F _netlens netlens
`;
}

function zsh(rows: Rows): string {
  const quoted = (text: string) => text.replaceAll("'", "'\\''").replaceAll(/[[\]:]/g, "\\$&");
  const names = rows.map(({ command }) => `    '${command.name}:${quoted(command.summary)}'`);
  const cases = rows.map(({ command, flags }) => {
    const specs = flags.map(({ name, help, takesValue, words }) => {
      const value = words.length > 0 ? `:value:(${words.join(" ")})` : ":value:_files";
      return `      '--${name}[${quoted(help)}]${takesValue ? value : ""}'`;
    });
    return `    ${command.name})\n      _arguments \\\n${[...specs, "      '*:argument:_files'"].join(" \\\n")}\n      ;;`;
  });
  return `#compdef netlens
_netlens() {
  local -a commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join("\n")}
  esac
}
# In a directory of $fpath the file is the function's body; sourced, it has to be registered.
if [ "$funcstack[1]" = _netlens ]; then _netlens "$@"; else compdef _netlens netlens; fi
`;
}

function fish(rows: Rows): string {
  const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = rows.flatMap(({ command, flags }) => [
    `complete -c netlens -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.summary)}`,
    ...flags.map(({ name, help, takesValue, words }) => {
      const value = takesValue ? (words.length > 0 ? ` -x -a ${quoted(words.join(" "))}` : " -r") : "";
      return `complete -c netlens -n '__fish_seen_subcommand_from ${command.name}' -l ${name}${value} -d ${quoted(help)}`;
    }),
  ]);
  return `# fish completion of netlens\n${lines.join("\n")}\n`;
}
