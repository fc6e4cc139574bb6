/** Words of a command line → exit code. Apart from `run`, for it takes as long to load as all that a small answer does. */

import { ERRORS, NetlensError } from "../api/errors.ts";
import { fileReason } from "../api/file-reason.ts";
import { ProjectError } from "../jobs/project/project-error.ts";
import { ConfigError, loadConfig } from "../settings/load.ts";
import { versionText } from "../version.ts";
import { parseArguments } from "./arguments.ts";
import { withCleanOutput } from "./clean-output.ts";
import { type Command, EXIT, type Io, UsageError } from "./command.ts";
import { commandHelp, overview, settingsOf } from "./help.ts";
import { commands } from "./table.ts";

/** Runs one command line. Messages for people go to `io.err`, results to `io.out`. */
export async function runWords(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  world: Io,
): Promise<number> {
  const io = withCleanOutput(world);
  // `help http` and `--help http` are `http --help`.
  const asksHelp = ["help", "--help", "-h"].includes(args[0] ?? "--help");
  const given = asksHelp && args[1] !== undefined ? [args[1], "--help"] : args;
  if (asksHelp && args[1] === undefined) {
    await io.out(overview(commands, versionText().split("\n")[0]?.replace("netlens ", "") ?? ""));
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

/** `geo update` and its like, names of earlier releases → `update geo`. @throws UsageError without `update` */
function renamed(words: readonly string[], io: Io): readonly string[] {
  const [name = "", ...rest] = words;
  if (!/^(?:geo|networks|agents)$/.test(name)) return words;
  const at = rest.indexOf("update");
  if (at < 0 && !rest.includes("--help"))
    throw new UsageError(`${name}: did you mean \`netlens update ${name}\`?`);
  io.err(`netlens: \`netlens ${name} update\` is now \`netlens update ${name}\`\n`);
  return ["update", name, ...rest.filter((_, index) => index !== at)];
}

/** The hint of an error's message at the word that was probably meant. */
async function nearWord(error: Error): Promise<string> {
  if (!isUsersError(error) || !error.slip) return "";
  const { didYouMean } = await import("./input/did-you-mean.ts");
  return didYouMean(error.slip);
}

/** @param asked what to look up where that is not what was written */
async function runCommand(
  command: Command,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  io: Io,
  asked?: readonly string[],
): Promise<number> {
  const {
    positionals: written,
    flags,
    lists,
    settings,
    configFile,
    help,
    version,
  } = parseArguments(command, args);
  if (help) {
    await io.out(commandHelp(command, settingsOf(command.name)));
    return EXIT.done;
  }
  if (version) {
    await io.out(`${versionText()}\n`);
    return EXIT.done;
  }
  const positionals = asked ?? written;
  if (command.usage === "" && positionals[0] !== undefined)
    throw new UsageError(`${command.name} takes no arguments, but "${positionals[0]}" was given`);
  const path = configFile ?? (environment["NETLENS_CONFIG"] || undefined);
  const reread = async () => {
    const file = path === undefined ? undefined : { path, text: await readConfig(path, io) };
    return loadConfig(settings, environment, file);
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

/**
 * Errors that are the user's to mend, as exit codes; anything else is a bug and is thrown on.
 * @internal for tests: the code of each error is tested alone
 */
export function exitCode(error: unknown): number | undefined {
  if (isUsersError(error)) return EXIT.usage;
  if (error instanceof NetlensError) return ERRORS[error.code].status < 500 ? EXIT.usage : EXIT.failed;
  // Known by their names: the classes come with all that reads databases, which most commands never need.
  if (error instanceof Error && /^(?:Database|SQLite)Error$/.test(error.name)) return EXIT.failed;
  return undefined;
}

/** Wrong words, settings or project files, which the message says how to change. */
function isUsersError(error: unknown): error is UsageError | ConfigError | ProjectError {
  return error instanceof UsageError || error instanceof ConfigError || error instanceof ProjectError;
}
