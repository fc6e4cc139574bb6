/** argv → command, flags and positionals. Pure. */

import { type OptionName, optionNames } from "../settings/options.ts";
import { type Command, type Flag, UsageError } from "./command.ts";

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

/** What decides how a flag is read. */
type Kind = Pick<Flag, "type" | "short" | "repeats">;

const SETTING: Kind = { type: "string" };

/**
 * Parses what follows the command's name.
 * @throws UsageError naming the argument at fault
 */
export function parseArguments(command: Command, args: readonly string[]): Parsed {
  const kinds = new Map<string, Kind>([
    ...optionNames.map((name) => [name, SETTING] as const),
    ...Object.entries(command.flags),
    ["config", SETTING],
    ["help", { type: "boolean", short: "h" }],
  ]);
  const { given, positionals } = readFlags(command, kinds, args);
  const flags: Record<string, string | boolean | undefined> = {};
  const lists: Record<string, readonly string[]> = {};
  for (const [name, { words, repeats }] of Object.entries(command.flags)) {
    const values = given.get(name);
    if (repeats) {
      if (values) lists[name] = values.filter((one) => typeof one === "string");
      continue;
    }
    const value = values?.at(-1);
    if (words && typeof value === "string" && !words.includes(value))
      throw new UsageError(`--${name}: expected one of ${words.join(", ")}, not "${value}"`);
    flags[name] = value;
  }
  const settings: Partial<Record<OptionName, string>> = {};
  for (const name of optionNames) {
    const value = given.get(name)?.at(-1);
    if (typeof value === "string" && command.flags[name] === undefined) settings[name] = value;
  }
  const configFile = given.get("config")?.at(-1);
  return {
    positionals,
    flags,
    lists,
    settings,
    ...(typeof configFile === "string" && { configFile }),
    help: given.has("help"),
  };
}

/** A flag's values in the order given; `true` for one that takes none. */
type Given = Map<string, (string | true)[]>;

/**
 * Flags and positionals by the rules of `parseArgs` in node:util, which takes a millisecond to load: `--name value`,
 * `--name=value`, `-n value`, `-nvalue`, `-ab`, and `--` before arguments that are not flags.
 */
function readFlags(
  command: Command,
  kinds: ReadonlyMap<string, Kind>,
  args: readonly string[],
): { readonly given: Given; readonly positionals: readonly string[] } {
  const given: Given = new Map();
  const positionals: string[] = [];
  const rest = [...args];
  const wrong = (what: string) => new UsageError(`${what} (see netlens ${command.name} --help)`);
  const take = ({ written, name, behind }: Written): string | true => {
    const kind = kinds.get(name);
    if (kind === undefined) throw wrong(`there is no option ${written}`);
    if (kind.type === "boolean") {
      if (behind !== undefined) throw wrong(`${written} takes no value`);
      return true;
    }
    const value = behind ?? rest.shift();
    if (value === undefined) throw wrong(`${written}: its value is missing`);
    if (behind === undefined && isFlag(value))
      throw wrong(`${written}: its value is missing before ${value}, or is to be written --${name}=${value}`);
    return value;
  };
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === "--") positionals.push(...rest.splice(0));
    else if (!isFlag(argument)) positionals.push(argument);
    else
      for (const each of writtenIn(argument, kinds)) {
        const value = take(each);
        given.set(each.name, [...(given.get(each.name) ?? []), value]);
      }
  }
  return { given, positionals };
}

/** A single dash stands for standard input. */
function isFlag(argument: string): boolean {
  return argument.startsWith("-") && argument !== "-";
}

/** A flag as an argument has it. */
interface Written {
  /** Its part of the argument: `--name` or `-n`. */
  readonly written: string;
  /** `""` for a letter that no flag has. */
  readonly name: string;
  /** The value in the same argument. */
  readonly behind?: string | undefined;
}

/** The flag of an argument such as `--name=value`, or those of one such as `-abvalue`. */
function writtenIn(argument: string, kinds: ReadonlyMap<string, Kind>): readonly Written[] {
  if (argument.startsWith("--")) {
    const at = argument.indexOf("=", 3);
    const written = at < 0 ? argument : argument.slice(0, at);
    return [{ written, name: written.slice(2), behind: at < 0 ? undefined : argument.slice(at + 1) }];
  }
  const flags: Written[] = [];
  const letters = [...argument].slice(1);
  for (let letter = letters.shift(); letter !== undefined; letter = letters.shift()) {
    const [name = "", kind] = [...kinds].find(([, { short }]) => short === letter) ?? [];
    const behind = kind?.type === "string" ? letters.splice(0).join("") : "";
    flags.push({ written: `-${letter}`, name, behind: behind === "" ? undefined : behind });
  }
  return flags;
}
