import { type Command, EXIT } from "../command.ts";

export const licences: Command = {
  name: "licences",
  usage: "",
  summary: "Print the licences of netlens and of the software and data in it",
  flags: {},
  examples: ["netlens licences", "netlens licences | less"],
  async run({ io }) {
    const { notice } = await import("../manual/notice.ts");
    await io.out(notice);
    return EXIT.done;
  },
};
