/**
 * The command line: a table of commands over the same lookups that the service answers. Words and the outside world (`Io`) go in;
 * an exit code comes out, results go to `io.out` and messages for people to `io.err`. It never looks anything up or judges by
 * itself, and never ends the process.
 */

import { versionText } from "../version.ts";
import { EXIT, type Io } from "./command.ts";

/** Words that ask for the version alone. */
const VERSION = ["--version", "-V", "version"];

/** Runs one command line (without the program's name). Messages for people go to `io.err`, results to `io.out`. */
export async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  io: Io,
): Promise<number> {
  if (VERSION.includes(args[0] ?? "")) {
    await io.out(`${versionText()}\n`);
    return EXIT.done;
  }
  const { runWords } = await import("./command-line.ts");
  return runWords(args, environment, io);
}
