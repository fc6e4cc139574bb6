import { type Command, EXIT, UsageError } from "../command.ts";

export const guide: Command = {
  name: "guide",
  usage: "[TOPIC]",
  completes: async () => (await import("../../view/guide.ts")).topics.map(({ name }) => name),
  summary: "Print the manual: its topics, or one of them",
  flags: { search: { type: "string", value: "WORDS", help: "list the sections that have all these words" } },
  examples: ["netlens guide", "netlens guide redirects", "netlens guide --search 'rate limit'"],
  async run({ positionals: [name, ...more], flags: { search }, io }) {
    const { excerptOf, guideText, searchGuide, topicNamed, topics } = await import("../../view/guide.ts");
    const { paint, wrapped } = await import("../render/text.ts");
    const known = topics.map((topic) => topic.name);
    if (more.length > 0) throw new UsageError("guide: name one topic");
    if (typeof search === "string") {
      const found = searchGuide(search);
      if (found.length === 0) io.err(`netlens: no section of the guide has "${search}"\n`);
      for (const section of found) {
        const { topic, heading } = section;
        const excerpt = wrapped(excerptOf(section, search), io.columns - 2).slice(0, 2);
        await io.out(
          `${paint(`netlens guide ${topic.name}`, "bold", io.colour)}: ${heading}\n${excerpt.map((line) => `  ${line}\n`).join("")}`,
        );
      }
      return found.length > 0 ? EXIT.done : EXIT.failed;
    }
    if (name === undefined) {
      const width = Math.max(...known.map((one) => one.length));
      for (const topic of topics)
        await io.out(`${paint(topic.name.padEnd(width), "bold", io.colour)}  ${topic.title}\n`);
      return EXIT.done;
    }
    const topic = topicNamed(name);
    if (!topic)
      throw new UsageError(`guide: there is no topic "${name}" (netlens guide lists them)`, {
        given: name,
        known,
      });
    await io.out(guideText(topic, io.columns, io.colour));
    return EXIT.done;
  },
};
