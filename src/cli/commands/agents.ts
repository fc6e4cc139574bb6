import { type Command, EXIT, UsageError } from "../command.ts";
import { progress } from "../progress.ts";

const FILE = "/var/lib/netlens/agents.json";

export const agents: Command = {
  name: "agents",
  usage: "update",
  completes: ["update"],
  summary: "Fetch the addresses that operators of bots publish, or a ready data file",
  notes: [
    "The lists come from the operators themselves and go into one checksummed data file, which `--agents FILE` names to the service; a running service takes a new one up by itself. A list that cannot be had keeps what was known of it.",
    "A ready data file (`--url`), as every release has one, may also carry the tables by which agents are known; they take the place of the built-in ones unless those are newer. Tables already in the file stay when only lists are fetched.",
  ],
  flags: {
    to: { type: "string", value: "FILE", file: true, help: `file to replace [${FILE}]` },
    url: { type: "string", value: "URL", help: "fetch a ready data file instead of the operators' lists" },
    force: { type: "boolean", help: "take an older data file than the one in place too" },
    json: { type: "boolean", help: "print one JSON object" },
  },
  examples: ["netlens agents update", "netlens serve --agents /var/lib/netlens/agents.json"],
  async run({ flags, io, positionals }) {
    if (positionals.length !== 1 || positionals[0] !== "update")
      throw new UsageError("agents: say `agents update`");
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
          : `${result.file}: ${result.networks} networks of ${result.lists} lists, ${result.tables ? `tables of ${result.tables}` : "no tables"}, built ${result.built.slice(0, 10)}\n`,
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
