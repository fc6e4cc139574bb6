import { PROJECT_FILE } from "../../jobs/project/where.ts";
import { type Command, EXIT, notWith, UsageError } from "../command.ts";
import { flagsOf } from "../input/flag-table.ts";
import { openProject, projectFlags } from "../input/project.ts";

export const rules: Command = {
  name: "rules",
  usage: "[URL]",
  summary: `Show the expectations of the project file (${PROJECT_FILE}), in general or for one URL`,
  flags: {
    ...projectFlags,
    ...flagsOf("rules"),
    schema: { type: "boolean", help: `print the JSON Schema of ${PROJECT_FILE}, for editors` },
  },
  unused: [
    notWith("schema", ["json", ...Object.keys(projectFlags)]),
    { flags: ["schema"], when: ({ positionals: [url] }) => url !== undefined, where: "with a URL" },
  ],
  examples: ["netlens rules https://example.com/embed/map"],
  async run({ flags, io, positionals }) {
    const [given, ...others] = positionals;
    if (others.length > 0) throw new UsageError("rules: name one URL");
    if (flags["schema"] === true) {
      const { projectSchema } = await import("../../jobs/project/first-file.ts");
      await io.out(`${JSON.stringify(projectSchema(), null, 2)}\n`);
      return EXIT.done;
    }
    const project = await openProject({ flags, io });
    if (!project) throw new UsageError(`rules: no ${PROJECT_FILE} here or above; netlens init writes one`);
    const { expectationsAt } = await import("../../jobs/project/in-force.ts");
    const url = given === undefined ? undefined : urlOf(given);
    const all = expectationsAt(project, url);
    if (flags["json"] === true) await io.out(`${JSON.stringify(all)}\n`);
    else {
      const { table } = await import("../render/text.ts");
      await io.out(table(all.map(({ expected, of, why, at }) => [expected, of, at, why])));
    }
    return EXIT.done;
  },
};

/** @throws UsageError */
function urlOf(given: string): string {
  const url = URL.parse(given);
  if (!url) throw new UsageError(`rules: "${given}" is not a URL such as https://example.com/`);
  return url.href;
}
