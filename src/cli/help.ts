/** Help texts from the tables. Pure. */

import { wordTable } from "../../data/word-table.ts";
import { type OptionName, optionNames, options } from "../settings/options.ts";
import type { Command } from "./command.ts";

/** `netlens --help`. */
export function overview(commands: readonly Command[], version: string): string {
  const rows = commands.map(
    ({ name, usage, summary }) => [`${name}${usage ? ` ${usage}` : ""}`, summary] as const,
  );
  return [
    `netlens ${version}: which user agent, where is this address, what does this HTTP response do`,
    "",
    ...EXAMPLES.map((line) => `  ${line}`),
    "",
    "Usage: netlens COMMAND [arguments]",
    "",
    "Commands:",
    ...columns(rows),
    "",
    "Everywhere: --help (or help COMMAND), --json (where there is a result), --config FILE, --version",
    "Exit codes: 0 done, 1 lookup failed, 2 wrong usage, 4 an assertion (--fail-on, --max-time) failed",
    "",
  ].join("\n");
}

/** What most people come for. */
const EXAMPLES = [
  "netlens http example.com                         every redirect, time and header line explained",
  "curl -si https://example.com/ | netlens headers  the same for lines that you have",
  "netlens ip 8.8.8.8                               where an address is",
  "netlens useragent 'curl/8.5.0'                   what a user agent is",
  "netlens serve                                    web API and pages at http://127.0.0.1:8080/",
];

/** `netlens COMMAND --help`. */
export function commandHelp(command: Command, settings: readonly OptionName[]): string {
  const flags = Object.entries(command.flags).map(([name, { short, value, help, words }]) => {
    const form = value ?? words?.join("|");
    return [`${short ? `-${short}, ` : ""}--${name}${form ? ` ${form}` : ""}`, help] as const;
  });
  const shown = settings.map(
    (name) =>
      [
        `--${name} ${options[name].value}`,
        `${options[name].help}${options[name].default ? ` [${options[name].default}]` : ""}`,
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
    ...(shown.length > 0
      ? ["", "Settings (also NETLENS_… in the environment, or --config FILE in TOML):", ...columns(shown)]
      : []),
    "",
  ].join("\n");
}

/** Settings that a command heeds, by the first word of their names. */
export function settingsOf(command: string): readonly OptionName[] {
  const families = wordTable<readonly string[]>({
    ip: ["geo"],
    useragent: ["agents"],
    http: ["http", "resolver"],
    compare: ["http", "resolver"],
    redirects: ["http", "resolver"],
    headers: ["max-request-body"],
    geo: ["geo"],
    healthcheck: ["listen"],
  });
  if (command === "serve" || command === "config") return optionNames;
  const wanted = families.get(command) ?? [];
  return optionNames.filter((name) =>
    wanted.some((family) => name === family || name.startsWith(`${family}-`)),
  );
}

/** Two columns; the right one is wrapped at 100 characters and keeps its place. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(34, Math.max(...rows.map(([left]) => left.length)));
  const indent = " ".repeat(width + 4);
  return rows.flatMap(([left, right]) => {
    const [first = "", ...rest] = wrap(right, 100 - width - 4);
    const head =
      left.length > width ? [`  ${left}`, `${indent}${first}`] : [`  ${left.padEnd(width)}  ${first}`];
    return [...head, ...rest.map((line) => indent + line)];
  });
}

/** Words in lines of at most `width` characters, where no word is longer. */
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
