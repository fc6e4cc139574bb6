import type { NetworkList } from "../../ip/update-networks.ts";
import type { Command } from "../command.ts";
import { expectUpdate, runUpdate, urlFlag } from "../update.ts";

const FILE = "/var/lib/netlens/networks.mmdb";

export const networks: Command = {
  name: "networks",
  usage: "update",
  completes: ["update"],
  summary: "Fetch the lists of clouds, relays, Tor exits and crawlers that their operators publish",
  notes: [
    "The lists become one database, in which every address has the lists that name it, with their dates; a running service picks it up by itself. Its SHA-256 is written beside it.",
    "A list that cannot be fetched, has another form or has lost half of its networks is refused, and its previous entries are kept. So are registrations that are built in.",
  ],
  flags: {
    to: { type: "string", value: "FILE", file: true, help: `file to replace [${FILE}]` },
    mirror: {
      type: "string",
      value: "URL",
      help: "fetch copies of the lists from here, each by its id, instead of from their operators",
    },
    force: { type: "boolean", help: "accept lists that have lost half of their networks" },
    json: { type: "boolean", help: "print one JSON object" },
  },
  examples: ["netlens networks update", "netlens networks update --to networks.mmdb"],
  async run(call) {
    expectUpdate("networks", call);
    const { to } = call.flags;
    const mirror = urlFlag("mirror", call);
    const { publishedNetworks, UpdateError, updateNetworks } = await import("../../ip/update-networks.ts");
    const lists = [...publishedNetworks(), ...(await crawlers())];
    return runUpdate(call, {
      unit: "lists",
      Failure: UpdateError,
      run: (options) =>
        updateNetworks({
          target: typeof to === "string" ? to : FILE,
          lists,
          ...(mirror !== undefined && { mirror }),
          ...options,
        }),
      refused: ({ failed }) => failed.map(({ id, reason }) => `the list ${id} was refused: ${reason}`),
      line: (result) =>
        `${result.file}: ${result.networks} networks from ${result.lists.length} lists, ${(result.bytes / 1e6).toFixed(1)} MB, SHA-256 ${result.sha256}`,
    });
  },
};

/** The addresses of robots, as their operators publish them: a list for each that the table of verification names. */
async function crawlers(): Promise<readonly NetworkList[]> {
  const { networksIn } = await import("../../useragent/ranges.ts");
  const { operators } = await import("../../useragent/verify.ts");
  const bots = new Map<string, string>();
  for (const [bot, { lists }] of operators())
    for (const list of lists) if (!bots.has(list)) bots.set(list, bot);
  return [...bots].map(([list, service]) => {
    const [url = "", part] = list.split("#");
    return {
      ...({ id: `crawler-${list.replace(/^https?:\/\/|[^a-z\d]+/gi, "-")}`, kind: "crawler" } as const),
      ...{ service, url },
      read: (text) => ({ rows: networksIn(text, part).map((network) => ({ network })) }),
    };
  });
}
