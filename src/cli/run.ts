/** argv → exit code. */

import { ERRORS, NetlensError } from "../api/errors.ts";
import { ConfigError, loadConfig } from "../settings/load.ts";
import { versionText } from "../version.ts";
import { parseArguments } from "./arguments.ts";
import { type Command, EXIT, type Io, UsageError } from "./command.ts";
import { commandHelp, overview, settingsOf } from "./help.ts";
import { commands } from "./table.ts";

/** Runs one command line (without the program's name). Messages for people go to `io.err`, results to `io.out`. */
export async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  io: Io,
): Promise<number> {
  // `help http` is `http --help`.
  const [name = "--help", ...rest] = args[0] === "help" && args[1] !== undefined ? [args[1], "--help"] : args;
  if (name === "--version" || name === "-V" || name === "version") {
    await io.out(`${versionText()}\n`);
    return EXIT.done;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    await io.out(overview(commands, versionText().split("\n")[0]?.replace("netlens ", "") ?? ""));
    return EXIT.done;
  }
  const command = commands.find((candidate) => candidate.name === name);
  try {
    if (!command) throw new UsageError(unknownCommand(name));
    return await runCommand(command, rest, environment, io);
  } catch (error) {
    const code = exitCode(error);
    if (code === undefined || !(error instanceof Error)) throw error;
    io.err(`netlens: ${error.message}\n`);
    return code;
  }
}

async function runCommand(
  command: Command,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  io: Io,
): Promise<number> {
  const { positionals, flags, lists, settings, configFile, help } = parseArguments(command, args);
  if (help) {
    await io.out(commandHelp(command, settingsOf(command.name)));
    return EXIT.done;
  }
  if (command.usage === "" && positionals[0] !== undefined)
    throw new UsageError(`${command.name} takes no arguments, so not "${positionals[0]}"`);
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
    throw new ConfigError(`--config: cannot read ${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Errors that are the user's to mend, as exit codes; anything else is a bug and is thrown on.
 * @internal for tests: the code of each error is tested alone
 */
export function exitCode(error: unknown): number | undefined {
  if (error instanceof UsageError || error instanceof ConfigError) return EXIT.usage;
  if (error instanceof NetlensError) return ERRORS[error.code].status < 500 ? EXIT.usage : EXIT.failed;
  // Known by its name: the class comes with all that reads databases, which most commands never need.
  if (error instanceof Error && error.name === "DatabaseError") return EXIT.failed;
  return undefined;
}

function unknownCommand(name: string): string {
  const known = commands.map((command) => command.name);
  if (name.startsWith("-")) return `a command comes before ${name}; commands are ${known.join(", ")}`;
  const near = known.find((word) => word.startsWith(name) || name.startsWith(word));
  return `there is no command "${name}"${near ? `; did you mean ${near}?` : `; commands are ${known.join(", ")}`}`;
}
