/** Parses arguments into flags, settings and positionals. Pure. */

import { oldFlags } from "../../data/old-flags.ts";
import { aloneValue, apartValues, type OptionName } from "../settings/options.ts";
import { type Command, type Flag, UsageError } from "./command.ts";
import { settingsOf } from "./help.ts";

export interface Parsed {
  readonly positionals: readonly string[];
  /** Flags of the command. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  /** Repeatable flags of the command. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** Settings given as flags. */
  readonly settings: Readonly<Partial<Record<OptionName, string>>>;
  readonly configFile?: string;
  readonly help: boolean;
  readonly version: boolean;
}

type Kind = Pick<Flag, "type" | "short" | "repeats"> & {
  /** The value is optional (`--mcp`, `--mcp off`, `--mcp=off`), and `--no-mcp` negates it. */
  readonly inline?: RegExp;
};

const SETTING: Kind = { type: "string" };

/**
 * Parses the arguments of a command.
 * @param known settings that it reads
 * @throws UsageError naming the invalid argument
 */
export function parseArguments(
  command: Command,
  args: readonly string[],
  known: readonly OptionName[] = settingsOf(command),
): Parsed {
  const kinds = new Map<string, Kind>([
    ...known.map((name): readonly [string, Kind] => [
      name,
      aloneValue(name) === undefined ? SETTING : { type: "boolean", inline: apartValues(name) },
    ]),
    ...Object.entries(command.flags).map(([name, flag]): readonly [string, Kind] => [name, wordsOf(flag)]),
    ["config", SETTING],
    ["help", { type: "boolean", short: "h" }],
    ["version", { type: "boolean", short: "V" }],
  ]);
  const { given, positionals } = readFlags(command, kinds, args);
  const flags: Record<string, string | boolean | undefined> = {};
  const lists: Record<string, readonly string[]> = {};
  for (const [name, { words, open, repeats }] of Object.entries(command.flags)) {
    const values = given.get(name);
    if (repeats) {
      if (values) lists[name] = values.filter((one) => typeof one === "string");
      continue;
    }
    const value = values?.at(-1);
    if (words && !open && typeof value === "string" && !words.includes(value))
      throw new UsageError(`--${name}: expected one of ${words.join(", ")}, not "${value}"`, {
        given: value,
        known: words,
      });
    flags[name] = value;
  }
  if (flags["json"] === true && command.flags["format"]) {
    const format = flags["format"] ?? "json";
    if (format !== "json") throw new UsageError(`--json and --format ${format} exclude each other`);
    flags["format"] = format;
  }
  const settings: Partial<Record<OptionName, string>> = {};
  for (const name of known) {
    const last = given.get(name)?.at(-1);
    const value = last === true ? aloneValue(name) : last;
    if (value !== undefined) settings[name] = value;
  }
  const configFile = given.get("config")?.at(-1);
  return {
    positionals,
    flags,
    lists,
    settings,
    ...(typeof configFile === "string" && { configFile }),
    help: given.has("help"),
    version: given.has("version"),
  };
}

/** A boolean flag with words takes one of them as its value, also after a space. */
function wordsOf(flag: Flag): Kind {
  const { type, words } = flag;
  return type === "boolean" && words ? { ...flag, inline: new RegExp(`^(?:${words.join("|")})$`) } : flag;
}

/** Values by flag, in order; `true` for flags without a value. */
type Given = Map<string, (string | true)[]>;

/** Rewrites `--mcp on` and `--no-mcp` as `--mcp=on` and `--mcp=off`, for `parseArgs`. */
function joined(args: readonly string[], kinds: ReadonlyMap<string, Kind>): string[] {
  const all: string[] = [];
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? "";
    const [, no, name = ""] = /^--(no-)?(.+)$/.exec(argument) ?? [];
    const next = args[at + 1] ?? "";
    const { inline } = kinds.get(name) ?? {};
    if (at > end || !inline) all.push(argument);
    else if (no !== undefined) all.push(`--${name}=off`);
    else if (inline.test(next)) {
      all.push(`${argument}=${next}`);
      at++;
    } else all.push(argument);
  }
  return all;
}

/** Reads flags and positionals with `parseArgs`. @throws UsageError that names the fix */
function readFlags(
  command: Command,
  kinds: ReadonlyMap<string, Kind>,
  written: readonly string[],
): { readonly given: Given; readonly positionals: readonly string[] } {
  const given: Given = new Map();
  // Loading `node:util` takes one of a command's twenty milliseconds.
  if (!written.some(isFlag)) return { given, positionals: written };
  const args = joined(written, kinds);
  const { parseArgs } = process.getBuiltinModule("node:util");
  const options = Object.fromEntries(
    [...kinds].map(([name, { type, short }]) => [name, { type, ...(short && { short }) }]),
  );
  const { tokens, positionals } = parseArgs({ args, options, strict: false, tokens: true });
  const invalid = (what: string, given?: string) =>
    new UsageError(
      `${what} (see netlens ${command.name} --help)`,
      given === undefined ? undefined : { given, known: [...kinds.keys()].map((name) => `--${name}`) },
    );
  for (const token of tokens) {
    // parseArgs reads `-q-` as `-q --`.
    if (token.kind === "option-terminator" && args[token.index] !== "--") throw invalid("unknown option --");
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const kind = kinds.get(name);
    const better = oldFlags.get(name);
    if (kind === undefined && better !== undefined) throw invalid(`unknown option ${rawName}; use ${better}`);
    if (kind === undefined) throw invalid(`unknown option ${rawName}`, rawName);
    if (kind.type === "boolean") {
      if (value !== undefined && !kind.inline) throw invalid(`${rawName} takes no value`);
    } else if (value === undefined) throw invalid(`${rawName} needs a value`);
    else if (!inlineValue && isFlag(value))
      throw invalid(`${rawName} needs a value; if that is ${value}, write --${name}=${value}`);
    given.set(name, [...(given.get(name) ?? []), value ?? true]);
  }
  return { given, positionals };
}

/** `-` alone is standard input. */
const isFlag = (argument: string): boolean => argument.startsWith("-") && argument !== "-";
