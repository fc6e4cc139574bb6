import { type Command, EXIT, UsageError } from "../command.ts";
import { progress } from "../progress.ts";

const FILE = "/var/lib/netlens/agents.json";

export const agents: Command = {
  name: "agents",
  usage: "update",
  completes: ["update"],
  summary: "Fetch the addresses that bot operators publish, or a ready-made data file",
  notes: [
    "The lists come from the operators themselves and go into one checksummed data file, which the service reads with `--agents FILE`; a running service picks up a new one by itself. If a list cannot be fetched, its previous entries are kept.",
    "A ready-made data file (`--url`), which comes with every release, may also hold user agent tables; these replace the built-in ones unless those are newer. Tables already in the file are kept when only the lists are fetched.",
  ],
  flags: {
    to: { type: "string", value: "FILE", file: true, help: `file to replace [${FILE}]` },
    url: {
      type: "string",
      value: "URL",
      help: "fetch a ready-made data file instead of the operators' lists",
    },
    force: { type: "boolean", help: "accept a data file older than the current one" },
    json: { type: "boolean", help: "print one JSON object" },
  },
  examples: ["netlens agents update", "netlens serve --agents /var/lib/netlens/agents.json"],
  async run({ flags, io, positionals }) {
    if (positionals.length !== 1 || positionals[0] !== "update")
      throw new UsageError("agents: did you mean `netlens agents update`?");
    const { to, url } = flags;
    if (typeof url === "string" && !/^https?:\/\//i.test(url))
      throw new UsageError(`--url: expected an http or https URL, not "${url}"`);
    const { updateAgents } = await import("../../useragent/verify/update.ts");
    const { AgentsError } = await import("../../useragent/verify/ranges.ts");
    let bar: ReturnType<typeof progress> | undefined;
    try {
      const result = await updateAgents({
        target: typeof to === "string" ? to : FILE,
        ...(typeof url === "string" && { url }),
        now: io.clock(),
        force: flags["force"] === true,
        signal: io.signal,
        onStep(done, total) {
          bar ??= progress(io, total, "lists", 1);
          if (done > 0) bar.step(1);
        },
      });
      bar?.end();
      for (const { list, reason } of result.failed) io.err(`netlens: ${list}: ${reason}\n`);
      await io.out(
        flags["json"] === true
          ? `${JSON.stringify(result)}\n`
          : `${result.file}: ${result.networks} networks from ${result.lists} lists, ${result.tables ? `tables of ${result.tables}` : "no tables"}, built ${result.built.slice(0, 10)}\n`,
      );
      return EXIT.done;
    } catch (error) {
      if (!(error instanceof AgentsError)) throw error;
      bar?.end();
      io.err(`netlens: ${error.message}\n`);
      return EXIT.failed;
    }
  },
};
