import { version } from "../../version.ts";
import { type Command, EXIT } from "../command.ts";
import { settingsOf } from "../help.ts";

export const man: Command = {
  name: "man",
  usage: "",
  summary: "Print the manual page",
  flags: {},
  examples: ["netlens man > /usr/local/share/man/man1/netlens.1", "netlens man | man -l -"],
  async run({ commands, io }) {
    const { manualPage } = await import("../manual/manual.ts");
    await io.out(manualPage(commands, settingsOf, version));
    return EXIT.done;
  },
};
