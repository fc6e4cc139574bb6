/** Runs a command line. Separate from `run` because it takes long to load. */

import { ERRORS, NetlensError } from "../api/errors.ts";
import { fileReason } from "../api/file-reason.ts";
import { ProjectError } from "../jobs/project/project-error.ts";
import { ConfigError, loadConfig } from "../settings/load.ts";
import { versionText } from "../version.ts";
import { parseArguments } from "./arguments.ts";
import { withCleanOutput } from "./clean-output.ts";
import { type Command, EXIT, type Io, UsageError, unusedFlag } from "./command.ts";
import { commandHelp, overview, settingsOf } from "./help.ts";
import { commands, groups } from "./table.ts";

export async function runWords(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  world: Io,
): Promise<number> {
  const io = withCleanOutput(world);
  // `help http` and `--help http` mean `http --help`.
  const isHelp = ["help", "--help", "-h"].includes(args[0] ?? "--help");
  const given = isHelp && args[1] !== undefined ? [args[1], "--help", ...args.slice(2)] : args;
  if (isHelp && args[1] === undefined) {
    await io.out(overview(groups, versionText().split("\n")[0]?.replace("netlens ", "") ?? ""));
    return EXIT.done;
  }
  try {
    const [name = "", ...rest] = renamed(given, io);
    const command = commands.find((candidate) => candidate.name === name);
    if (command) {
      const words = (await command.rewrite?.(rest, io)) ?? rest;
      return await runCommand(command, words, environment, io);
    }
    const { boxCall } = await import("./input/one-box.ts");
    const words = [name, ...rest];
    const box = await boxCall(words, commands, io);
    return await runCommand(box.command, words, environment, box.io, box.positionals);
  } catch (error) {
    const code = exitCode(error);
    if (code === undefined || !(error instanceof Error)) throw error;
    io.err(`netlens: ${error.message}${await nearWord(error)}\n`);
    return code;
  }
}

/** Renames commands of earlier releases: `geo update` → `update geo`. @throws UsageError without `update` */
function renamed(words: readonly string[], io: Io): readonly string[] {
  const [name = "", ...rest] = words;
  if (!/^(?:geo|networks|agents)$/.test(name)) return words;
  const at = rest.indexOf("update");
  if (at < 0 && !rest.includes("--help"))
    throw new UsageError(`${name}: did you mean \`netlens update ${name}\`?`);
  io.err(`netlens: \`netlens ${name} update\` is now \`netlens update ${name}\`\n`);
  return ["update", name, ...rest.filter((_, index) => index !== at)];
}

/** Suggestion for a misspelled word; `""` without one. */
async function nearWord(error: Error): Promise<string> {
  if (!isUsersError(error) || !error.slip) return "";
  const { didYouMean } = await import("./input/did-you-mean.ts");
  return didYouMean(error.slip);
}

/** @param replaced positionals to use instead of those on the command line */
async function runCommand(
  command: Command,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  io: Io,
  replaced?: readonly string[],
): Promise<number> {
  const { positionals: written, configFile, help, version, ...parsed } = parseArguments(command, args);
  if (help) {
    await io.out(commandHelp(command, settingsOf(command), written.includes("all")));
    return EXIT.done;
  }
  if (version) {
    await io.out(`${versionText()}\n`);
    return EXIT.done;
  }
  const positionals = replaced ?? written;
  if (command.usage === "" && positionals[0] !== undefined)
    throw new UsageError(`${command.name} takes no arguments, but "${positionals[0]}" was given`);
  const { flags, lists, settings } = parsed;
  const unused = unusedFlag(command, { flags, lists, positionals }, (name) =>
    [flags, lists, settings].some((given) =>
      Object.entries(given).some(([key, value]) => key === name && value !== undefined),
    ),
  );
  if (unused !== undefined) throw new UsageError(`${command.name}: ${unused}`);
  const path = configFile ?? (environment["NETLENS_CONFIG"] || undefined);
  const reread = async () => {
    const file = path === undefined ? undefined : { path, text: await readConfig(path, io) };
    return loadConfig(parsed.settings, environment, file);
  };
  return command.run({ positionals, flags, lists, config: await reread(), reread, io, commands });
}

async function readConfig(path: string, io: Io): Promise<string> {
  try {
    return await io.readFile(path);
  } catch (error) {
    throw new ConfigError(`--config: ${path}: ${fileReason(error)}`);
  }
}

/** Exit code of an expected error; undefined for a bug. @internal for tests: they check each error alone */
export function exitCode(error: unknown): number | undefined {
  if (isUsersError(error)) return EXIT.usage;
  if (error instanceof NetlensError) return ERRORS[error.code].status < 500 ? EXIT.usage : EXIT.failed;
  // Compared by name: importing the classes would load the database readers.
  if (error instanceof Error && /^(?:Database|SQLite)Error$/.test(error.name)) return EXIT.failed;
  return undefined;
}

/** Errors in arguments, settings or project files. */
function isUsersError(error: unknown): error is UsageError | ConfigError | ProjectError {
  return error instanceof UsageError || error instanceof ConfigError || error instanceof ProjectError;
}
