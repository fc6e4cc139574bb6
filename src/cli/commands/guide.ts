import { type Command, EXIT, UsageError } from "../command.ts";
import { flagsOf } from "../input/flag-table.ts";

export const guide: Command = {
  name: "guide",
  usage: "[TOPIC]",
  completes: async () => (await import("../../view/guide.ts")).topics.map(({ name }) => name),
  summary: "Print the manual: its topics, or one of them",
  flags: flagsOf("guide"),
  examples: ["netlens guide", "netlens guide redirects", "netlens guide --search 'rate limit'"],
  async run({ positionals: [name, ...more], flags: { search }, io }) {
    const { excerptOf, guideText, searchGuide, topicNamed, topics } = await import("../../view/guide.ts");
    const { paint, wrapped } = await import("../render/text.ts");
    const known = topics.map((topic) => topic.name);
    if (more.length > 0) throw new UsageError("guide: name one topic");
    const topic = name === undefined ? undefined : topicNamed(name);
    if (name !== undefined && !topic)
      throw new UsageError(`guide: there is no topic "${name}" (netlens guide lists them)`, {
        given: name,
        known,
      });
    if (typeof search === "string") {
      const found = searchGuide(search).filter((section) => !topic || section.topic === topic);
      if (found.length === 0)
        io.err(
          `netlens: no section of ${name === undefined ? "the guide" : `netlens guide ${name}`} has "${search}"\n`,
        );
      for (const section of found) {
        const excerpt = wrapped(excerptOf(section, search), io.columns - 2).slice(0, 2);
        await io.out(
          `${paint(`netlens guide ${section.topic.name}`, "bold", io.colour)}: ${section.heading}\n${excerpt.map((line) => `  ${line}\n`).join("")}`,
        );
      }
      return found.length > 0 ? EXIT.done : EXIT.failed;
    }
    if (!topic) {
      const width = Math.max(...known.map((one) => one.length));
      for (const each of topics)
        await io.out(
          `${paint(each.name.padEnd(width), "bold", io.colour)}  ${wrapped(each.about, io.columns - width - 2).join(`\n${" ".repeat(width + 2)}`)}\n`,
        );
      return EXIT.done;
    }
    await io.out(guideText(topic, io.columns, io.colour));
    return EXIT.done;
  },
};
