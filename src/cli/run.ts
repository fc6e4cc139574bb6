/**
 * The command line: commands over the lookups of the service. Arguments and the outside world (`Io`) go in; an exit code comes
 * out, results go to `io.out` and messages to `io.err`. It never looks up or judges by itself and never ends the process.
 */

import { versionText } from "../version.ts";
import { EXIT, type Io } from "./command.ts";

const VERSION = ["--version", "-V", "version"];

/** @param args without the program's name */
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
