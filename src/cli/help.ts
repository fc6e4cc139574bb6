/** Help texts, generated from the command table. Pure. */

import { commandSettings } from "../../data/command-settings.ts";
import { oldFlags } from "../../data/old-flags.ts";
import { helpOf, type OptionName, optionNames, options } from "../settings/options.ts";
import { type Command, shownFlags } from "./command.ts";

/** `netlens --help`. */
export function overview(
  groups: readonly (readonly [string, readonly Command[]])[],
  version: string,
): string {
  return [
    `netlens ${version}: identifies user agents, locates IP addresses, explains HTTP responses`,
    "",
    ...EXAMPLES.map((line) => `  ${line}`),
    "",
    "Usage: netlens COMMAND [arguments]",
    "       netlens URL|ADDRESS|USER-AGENT|STATUS|'NAME: VALUE' [flags of the matching command]",
    "",
    ...groups.flatMap(([title, commands]) => [`${title}:`, ...columns(commands.map(rowOf), LEFT), ""]),
    "Everywhere: --help (or help COMMAND), --json (where there is a result), --config FILE, --version",
    "Exit codes: 0 done, 1 lookup failed, 2 wrong usage, 4 an assertion (--fail-on, --fail-over) failed",
    "",
  ].join("\n");
}

const rowOf = ({ name, usage, summary }: Command) => [`${name} ${usage}`.trim(), summary] as const;

const EXAMPLES = [
  "netlens example.com                              every redirect, timing and header explained",
  "curl -si https://example.com/ | netlens headers  the same for saved header lines",
  "netlens 8.8.8.8                                  where an IP address is",
  "netlens 'curl/8.5.0'                             which client sends a user agent string",
  "netlens 8.8.8.8 'curl/8.5.0'                     address and user agent of a visitor, with contradictions",
  "netlens 404                                      what a status code means",
  "netlens serve                                    web API and pages at http://127.0.0.1:8080/",
];

/** `netlens COMMAND --help`. @param all false for the usual flags only, if the command names them */
export function commandHelp(command: Command, settings: readonly OptionName[], all = true): string {
  const { usual } = all ? {} : command;
  const named = shownFlags(command).filter(([name]) => usual?.includes(name) ?? true);
  const rest = usual && shownFlags(command).length - named.length + settings.length;
  const flags = named.map(([name, { short, value, help, words }]) => {
    const form = value ?? words?.join("|");
    return [`${short ? `-${short}, ` : ""}--${name}${form ? ` ${form}` : ""}`, help] as const;
  });
  const shown = settings.map(
    (name) =>
      [
        `--${name} ${options[name].value}`,
        `${helpOf(name)}${options[name].default ? ` [${options[name].default}]` : ""}`,
      ] as const,
  );
  return [
    ...(command.examples ?? []).map((example) => `  ${example}`),
    ...(command.examples ? [""] : []),
    `Usage: netlens ${command.name}${command.usage ? ` ${command.usage}` : ""}`,
    "",
    `${command.summary}.`,
    ...(command.notes ?? []).flatMap((note) => ["", ...wrap(note, 100)]),
    ...(flags.length > 0 ? ["", "Flags:", ...columns(flags)] : []),
    ...(rest ? ["", `netlens ${command.name} --help all shows ${rest} more flags and settings.`] : []),
    ...(shown.length > 0 && !usual
      ? ["", "Settings (also NETLENS_… in the environment, or --config FILE in TOML):", ...columns(shown)]
      : []),
    "",
  ].join("\n");
}

/** Settings of the service, or of one command, which names them. */
const OF_SERVICE: readonly string[] = ["http.maxLookups", "http.maxQueue", "http.browser"];

/** Settings that are flags of a command. A network flag replaces the setting of the same meaning. */
export function settingsOf({ name: command, flags }: Pick<Command, "name" | "flags">): readonly OptionName[] {
  if (command === "serve" || command === "config") return optionNames;
  const places = commandSettings.get(command) ?? [];
  return optionNames.filter((name) => {
    const { at } = options[name];
    const isPart = (place: string) => at.startsWith(`${place}.`) && !OF_SERVICE.includes(at);
    const [flag = ""] = (oldFlags.get(name) ?? `--${name}`).slice(2).split(" ");
    return places.some((place) => at === place || isPart(place)) && !Object.hasOwn(flags, flag);
  });
}

/** Maximum width of a left column. */
const LEFT = 34;

/** Two columns, the right one wrapped at 100 characters. */
function columns(
  rows: readonly (readonly [string, string])[],
  width = Math.min(LEFT, Math.max(...rows.map(([left]) => left.length))),
): string[] {
  const indent = " ".repeat(width + 4);
  return rows.flatMap(([left, right]) => {
    const [first = "", ...rest] = wrap(right, 100 - width - 4);
    const head =
      left.length > width ? [`  ${left}`, `${indent}${first}`] : [`  ${left.padEnd(width)}  ${first}`];
    return [...head, ...rest.map((line) => indent + line)];
  });
}

/** Wraps at `width` characters; longer words overflow. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
