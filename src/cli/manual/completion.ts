/** Shell completion scripts, generated from the command table. Pure. */

import { helpOf, type OptionName, options } from "../../settings/options.ts";
import { type Command, shownFlags } from "../command.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** Completion of a value: words, nothing, files, or comma-separated ids. */
type Values = readonly string[] | "none" | "files" | "ids";

/** Shell code for a completion. */
type Offer = (values: Values) => string;
const offers =
  (
    words: (words: readonly string[]) => string,
    others: Readonly<Record<"none" | "files" | "ids", string>>,
  ): Offer =>
  (values) =>
    typeof values === "string" ? others[values] : words(values);

interface FlagRow {
  readonly name: string;
  readonly help: string;
  /** Absent for flags without a value. */
  readonly values?: Values;
}

interface CommandRow {
  readonly command: Command;
  readonly flags: readonly FlagRow[];
  readonly values: Values;
}

function flagRows(command: Command, settings: readonly OptionName[]): FlagRow[] {
  const own = shownFlags(command).map(([name, { type, help, words, file, ids }]): FlagRow => {
    if (type === "boolean") return { name, help };
    return { name, help, values: words ?? (file ? "files" : ids ? "ids" : "none") };
  });
  const shared = settings.map((name) => ({ name, help: helpOf(name), values: settingValues(name) }));
  return [
    ...own,
    ...shared,
    { name: "config", help: "settings file in TOML", values: "files" },
    { name: "help", help: "explain the command" },
  ];
}

/** Lower-case parts of `a|b|FILE` are words; capitals are placeholders. */
function settingValues(name: OptionName): Values {
  const { value } = options[name];
  if (/\bFILE\b/.test(value)) return "files";
  const words = value.split("|").filter((word) => /^[a-z0-9-]+$/.test(word));
  return words.length > 0 ? words : "none";
}

/** @param ids of all problems */
export function completionScript(
  shell: Shell,
  commands: readonly Command[],
  settingsOf: (command: Command) => readonly OptionName[],
  ids: readonly string[],
): string {
  const rows = commands.map((command): CommandRow => {
    const flags = flagRows(command, settingsOf(command));
    const { completes = "none" } = command;
    return { command, flags, values: typeof completes === "function" ? "none" : completes };
  });
  const writers = { bash, zsh, fish };
  return writers[shell](rows, ids);
}

function bash(rows: readonly CommandRow[], ids: readonly string[]): string {
  const names = rows.map(({ command }) => command.name).join(" ");
  const flagCases = rows.map(
    ({ command, flags }) =>
      `    ${command.name}) words="${flags.map(({ name }) => `--${name}`).join(" ")}" ;;`,
  );
  const action = offers((words) => `words="${words.join(" ")}"`, {
    none: "return",
    files: 'COMPREPLY=($(compgen -f -- "$cur")); return',
    ids: "list=1",
  });
  const valueCases = rows.flatMap(({ command, flags }) =>
    flags.flatMap(({ name, values }) =>
      values ? [`    "${command.name} --${name}") ${action(values)} ;;`] : [],
    ),
  );
  const argumentCases = rows
    .filter(({ values }) => values !== "none")
    .map(({ command, values }) => `    ${command.name}) ${action(values)} ;;`);
  return `# bash completion of netlens
_netlens() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words="" list=""
  COMPREPLY=()
  # bash splits "--format=json" into three words.
  if [ "$cur" = = ]; then
    cur=""
  elif [ "$prev" = = ]; then
    prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} help --help --version" -- "$cur"))
    return
  fi
  if [ "$command" = help ]; then
    COMPREPLY=($(compgen -W "${names}" -- "$cur"))
    return
  fi
  # A file after "--output sarif=".
  if [ "\${COMP_WORDS[COMP_CWORD-1]}" = = ] || [ "\${COMP_WORDS[COMP_CWORD]}" = = ]; then
    if [[ $prev != -* ]]; then
      COMPREPLY=($(compgen -f -- "$cur"))
      return
    fi
  fi
  case "$command $prev" in
${valueCases.join("\n")}
  esac
  if [ -n "$list" ]; then
    local before=""
    [[ $cur == *,* ]] && before=\${cur%,*},
    COMPREPLY=($(compgen -P "$before" -W "${ids.join(" ")}" -- "\${cur##*,}"))
    return
  fi
  if [ -z "$words" ] && [[ $cur == -* ]]; then
    case "$command" in
${flagCases.join("\n")}
    esac
  elif [ -z "$words" ]; then
    case "$command" in
${argumentCases.join("\n")}
    esac
  fi
  [ -n "$words" ] && COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [[ \${COMPREPLY[0]-} == *= ]] && compopt -o nospace
  return 0
}
complete -F _netlens netlens
`;
}

function zsh(rows: readonly CommandRow[], ids: readonly string[]): string {
  const quoted = (text: string) => text.replaceAll("'", "'\\''").replaceAll(/[[\]:]/g, "\\$&");
  const names = rows.map(({ command }) => `    '${command.name}:${quoted(command.summary)}'`);
  const action = offers((words) => `(${words.join(" ")})`, {
    none: " ",
    files: "_files",
    ids: "_netlens_ids",
  });
  const cases = rows.map(({ command, flags, values }) => {
    const specs = flags.map(
      ({ name, help, values }) =>
        `      '--${name}${values ? "=" : ""}[${quoted(help)}]${values ? `:value:${action(values)}` : ""}'`,
    );
    return `    ${command.name})\n      _arguments \\\n${[...specs, `      '*:argument:${action(values)}'`].join(" \\\n")}\n      ;;`;
  });
  return `#compdef netlens
_netlens_ids() {
  _values -s , id ${ids.join(" ")}
}
_netlens() {
  local -a commands=(
${names.join("\n")}
    'help:Explain a command'
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
    help)
      _describe command commands
      ;;
${cases.join("\n")}
  esac
}
# In $fpath the file is the function's body; sourced, it must be registered.
if [ "$funcstack[1]" = _netlens ]; then _netlens "$@"; else compdef _netlens netlens; fi
`;
}

function fish(rows: readonly CommandRow[], ids: readonly string[]): string {
  const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const action = offers((words) => ` -x -a ${quoted(words.map((word) => `${word}\\t`).join("\n"))}`, {
    none: " -x",
    files: " -r -F",
    ids: " -x -a '(__fish_append , $__netlens_ids)'",
  });
  const lines = rows.flatMap(({ command, flags, values }) => {
    const seen = `complete -c netlens -n '__fish_seen_subcommand_from ${command.name}'`;
    return [
      `complete -c netlens -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.summary)}`,
      typeof values === "string" ? "" : `${seen} -f -a ${quoted(values.join(" "))}`,
      values === "none" ? `${seen} -f` : "",
      ...flags.map(
        ({ name, help, values }) => `${seen} -l ${name}${values ? action(values) : ""} -d ${quoted(help)}`,
      ),
    ].filter((line) => line !== "");
  });
  return `# fish completion of netlens
set -g __netlens_ids ${ids.join(" ")}
complete -c netlens -n __fish_use_subcommand -f -a help -d 'Explain a command'
complete -c netlens -n '__fish_seen_subcommand_from help' -f -a ${quoted(rows.map(({ command }) => command.name).join(" "))}
${lines.join("\n")}
`;
}
