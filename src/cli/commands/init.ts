import type { HttpReport } from "../../http/schema.ts";
import { PROJECT_FILE } from "../../jobs/project/where.ts";
import { version } from "../../version.ts";
import { type Command, EXIT, notWith, UsageError } from "../command.ts";
import { fileError } from "../input/file-error.ts";
import { flagsOf } from "../input/flag-table.ts";
import { networkFlags, networkUnused, readNetwork } from "../input/network-options.ts";

export const init: Command = {
  name: "init",
  usage: "[URL…]",
  summary: `Write a first ${PROJECT_FILE} that ignores the current findings and requires the current protections`,
  flags: { ...networkFlags, ...flagsOf("init") },
  unused: [
    networkUnused,
    notWith("print", ["force"]),
    {
      flags: Object.keys(networkFlags),
      when: ({ positionals: [url] }) => url === undefined,
      where: "without a URL",
    },
  ],
  examples: ["netlens init https://staging.example.com/"],
  async run(call) {
    const { flags, io, positionals } = call;
    const print = flags["print"] === true;
    if (!print && flags["force"] !== true && (await exists(io.readFile)))
      throw new UsageError(`init: ${PROJECT_FILE} already exists; --force replaces it`);
    const { firstFile, projectSchema, SCHEMA_FILE } = await import("../../jobs/project/first-file.ts");
    const { lookupHttp } = await import("../../http/lookup.ts");
    const { settings, options } = await readNetwork(call);
    const reports: HttpReport[] = [];
    for (const url of positionals) {
      const report = await lookupHttp(url, options, settings);
      if (report.status === "error") {
        io.err(`netlens: init: ${url}: ${report.steps.at(-1)?.error?.message ?? report.intent}\n`);
        return EXIT.failed;
      }
      reports.push(report);
    }
    const text = firstFile(reports, version);
    if (print) await io.out(text);
    else
      try {
        await io.writeFile(PROJECT_FILE, text);
        await io.writeFile(SCHEMA_FILE, `${JSON.stringify(projectSchema())}\n`);
        io.err(`netlens: wrote ${PROJECT_FILE}, and ${SCHEMA_FILE} for editors\n`);
      } catch (error) {
        throw fileError("init", PROJECT_FILE, error);
      }
    return EXIT.done;
  },
};

async function exists(readFile: (path: string) => Promise<string>): Promise<boolean> {
  return readFile(PROJECT_FILE).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT",
  );
}
