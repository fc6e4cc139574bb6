/** argv → command, flags and positionals. Pure. */

import { parseArgs } from "node:util";
import { type OptionName, optionNames } from "../config.ts";
import { type Command, UsageError } from "./command.ts";

export interface Parsed {
  readonly positionals: readonly string[];
  /** The command's own flags. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  /** Those of them that may be given several times. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** Settings that were given as flags. */
  readonly settings: Readonly<Partial<Record<OptionName, string>>>;
  readonly configFile?: string;
  readonly help: boolean;
}

interface Loose {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly positionals: string[];
}

/**
 * Parses what follows the command's name.
 * @throws UsageError naming the argument at fault
 */
export function parseArguments(command: Command, args: readonly string[]): Parsed {
  const settingFlags = Object.fromEntries(optionNames.map((name) => [name, { type: "string" as const }]));
  const own = Object.entries(command.flags).map(
    ([name, { type, short, repeats }]) =>
      [name, { type, ...(short !== undefined && { short }), ...(repeats && { multiple: true }) }] as const,
  );
  const { values, positionals } = attempt(command, () => {
    // The tables make the options, so their names are not known to the compiler.
    const { values, positionals }: Loose = parseArgs({
      args: [...args],
      options: {
        ...settingFlags,
        ...Object.fromEntries(own),
        config: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
      allowPositionals: true,
      strict: true,
    });
    return { values, positionals };
  });
  const flags: Record<string, string | boolean | undefined> = {};
  const lists: Record<string, readonly string[]> = {};
  for (const [name, { words }] of Object.entries(command.flags)) {
    const value = values[name];
    if (Array.isArray(value)) {
      lists[name] = value.filter((one) => typeof one === "string");
      continue;
    }
    if (words && typeof value === "string" && !words.includes(value))
      throw new UsageError(`--${name}: expected one of ${words.join(", ")}, not "${value}"`);
    flags[name] = value;
  }
  const settings: Partial<Record<OptionName, string>> = {};
  for (const name of optionNames) {
    const value = values[name];
    if (typeof value === "string" && command.flags[name] === undefined) settings[name] = value;
  }
  const configFile = values["config"];
  return {
    positionals,
    flags,
    lists,
    settings,
    ...(typeof configFile === "string" && { configFile }),
    help: values["help"] === true,
  };
}

function attempt<T>(command: Command, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const message = error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error);
    throw new UsageError(`${message.replace(/\.$/, "")} (see netlens ${command.name} --help)`);
  }
}
