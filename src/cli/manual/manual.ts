/** Manual page in roff, generated from the tables. Pure. */

import { failureKinds } from "../../../data/failures.ts";
import { ERRORS } from "../../api/errors.ts";
import { environmentName, helpOf, type OptionName, optionNames, options } from "../../settings/options.ts";
import { type Command, shownFlags } from "../command.ts";

export function manualPage(
  commands: readonly Command[],
  settingsOf: (command: Command) => readonly OptionName[],
  version: string,
): string {
  const lines = [
    `.TH NETLENS 1 "" "netlens ${version}" "User Commands"`,
    ".SH NAME",
    roff("netlens - identify user agents, locate IP addresses, explain HTTP responses"),
    ".SH SYNOPSIS",
    ".B netlens",
    roff("COMMAND [arguments]"),
    ".br",
    ".B netlens",
    roff("URL|ADDRESS|USER-AGENT|STATUS|'NAME: VALUE' [flags of the matching command]"),
    ".SH COMMANDS",
    ...commands.flatMap((command) => commandLines(command, settingsOf(command))),
    ".SH SETTINGS",
    roff(
      "A flag takes precedence over its environment variable, that over --config FILE (TOML), and that over the default.",
    ),
    ...optionNames.flatMap(settingLines),
    ".SH EXIT STATUS",
    roff("0 done, 1 lookup failed, 2 wrong usage, 4 an assertion such as --fail-on failed."),
    ".SH ERRORS",
    roff("Errors of the API, as problem details (RFC 9457):"),
    ...Object.entries(ERRORS).flatMap(([code, { status, title }]) => [
      ".TP",
      `.B ${roff(code)}`,
      roff(`${status}: ${title}.`),
    ]),
    ".SH FAILURES",
    roff("Causes of a failed lookup, by the code in the step's error:"),
    ...Object.entries(failureKinds).flatMap(([code, { phase, title, hint }]) => [
      ".TP",
      `.B ${roff(code)}`,
      roff(`${title} (${phase}). ${hint}`),
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

function commandLines(
  { name, usage, summary, flags, notes = [], examples = [] }: Command,
  settings: readonly OptionName[],
): string[] {
  return [
    ".SS",
    roff(`netlens ${name} ${usage}`.trim()),
    roff(`${summary}.`),
    ...notes.flatMap((note) => [".PP", roff(note)]),
    ...shownFlags({ flags }).flatMap(([flag, { value, words, help, short }]) => [
      ".TP",
      `.B ${roff(`${short ? `-${short}, ` : ""}--${flag} ${value ?? words?.join("|") ?? ""}`.trim())}`,
      roff(help),
    ]),
    ...(settings.length > 0 && settings.length < optionNames.length
      ? [".PP", roff(`Settings used: ${settings.map((option) => `--${option}`).join(", ")}.`)]
      : []),
    ...examples.flatMap((example) => [".PP", ".nf", roff(example), ".fi"]),
  ];
}

function settingLines(name: OptionName): string[] {
  const { value, default: preset } = options[name];
  return [
    ".TP",
    `.B ${roff(`--${name} ${value}`)}`,
    roff(`${helpOf(name)}. ${environmentName(name)}${preset ? `, default ${preset}` : ""}.`),
  ];
}

/** Escapes roff requests and escapes. */
function roff(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^([.'])/gm, "\\&$1");
}
