import { environmentName, optionNames } from "../../config.ts";
import { type Command, EXIT } from "../command.ts";
import { table } from "../render/text.ts";

export const config: Command = {
  name: "config",
  usage: "",
  summary: "Print every setting with its value and where the value comes from",
  notes: [
    "A flag wins over NETLENS_… in the environment, that over the file given with --config, that over the default.",
  ],
  flags: { json: { type: "boolean", help: "print one JSON object" } },
  examples: ["NETLENS_LISTEN=:80 netlens config"],
  async run({ config, flags, io }) {
    const { sources } = config;
    if (flags["json"] === true) await io.out(`${JSON.stringify(sources)}\n`);
    else
      await io.out(
        table([
          ["SETTING", "VALUE", "SOURCE", "ENVIRONMENT"],
          ...optionNames.map((name) => [
            name,
            sources[name].text || '""',
            sources[name].source,
            environmentName(name),
          ]),
        ]),
      );
    return EXIT.done;
  },
};
