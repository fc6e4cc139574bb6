import { type Command, EXIT, UsageError } from "../command.ts";
import { settingsOf } from "../help.ts";
import { completionScript, SHELLS } from "../manual/completion.ts";

export const completion: Command = {
  name: "completion",
  usage: SHELLS.join("|"),
  completes: SHELLS,
  summary: "Print a shell script that completes commands and flags",
  flags: {},
  examples: [
    "netlens completion bash > /etc/bash_completion.d/netlens",
    "netlens completion fish > ~/.config/fish/completions/netlens.fish",
  ],
  async run({ positionals, io, commands }) {
    const shell = SHELLS.find((name) => name === positionals[0]);
    const { allKinds } = await import("../../jobs/project/kinds.ts");
    if (!shell) throw new UsageError(`completion: name a shell: ${SHELLS.join(", ")}`);
    const resolved = commands.map(async (command) =>
      typeof command.completes === "function"
        ? { ...command, completes: await command.completes() }
        : command,
    );
    await io.out(
      completionScript(
        shell,
        await Promise.all(resolved),
        settingsOf,
        allKinds().map(([id]) => id),
      ),
    );
    return EXIT.done;
  },
};
