import type { Command } from "../command.ts";
import { expectUpdate, runUpdate, urlFlag } from "../update.ts";

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
  async run(call) {
    expectUpdate("agents", call);
    const { to } = call.flags;
    const url = urlFlag("url", call);
    const { updateAgents } = await import("../../useragent/update.ts");
    const { AgentsError } = await import("../../useragent/ranges.ts");
    return runUpdate(call, {
      unit: "lists",
      Failure: AgentsError,
      run: (options) =>
        updateAgents({
          target: typeof to === "string" ? to : FILE,
          ...(url !== undefined && { url }),
          ...options,
        }),
      refused: ({ failed }) => failed.map(({ list, reason }) => `${list}: ${reason}`),
      line: ({ file, networks, lists, tables, built }) =>
        `${file}: ${networks} networks from ${lists} lists, ${tables ? `tables of ${tables}` : "no tables"}, built ${built.slice(0, 10)}`,
    });
  },
};
