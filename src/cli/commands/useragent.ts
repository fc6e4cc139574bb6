import type { UserAgentResult } from "../../useragent/schema.ts";
import { userAgent } from "../../version.ts";
import { viewAgent } from "../../view/agent.ts";
import { type Call, type Command, EXIT, type Io } from "../command.ts";
import { paint, pairs, printable, wrapped } from "../render/text.ts";
import { answerAll } from "../stream/batch.ts";
import { streamFlags, streamUnused } from "../stream/stream.ts";

const COLUMNS =
  "agent device.type device.formFactor device.vendor device.name device.version os.name os.version engine.name engine.version browser.name browser.version bot.name bot.category bot.operator evidence url".split(
    " ",
  );

export const useragent: Command = {
  name: "useragent",
  usage: "[STRING…|-]",
  summary: "Identify the browser, device, bot, app or library of a user agent string",
  notes: [
    "Without a string: the one that netlens itself sends.",
    "The tables of a data file (`--agents`; every release includes one, which `netlens update agents --url` fetches) replace the built-in ones unless those are newer.",
  ],
  flags: streamFlags,
  unused: streamUnused,
  examples: [
    "netlens useragent 'curl/8.5.0'",
    "netlens useragent 'curl/8.5.0' --agents netlens-agents.json",
    "netlens useragent - --input csv --column agent --format csv <visits.csv",
    "cut -d'\"' -f6 access.log | netlens useragent - --field device.type | sort | uniq -c",
  ],
  async run(call) {
    if (!(await tablesTaken(call))) return EXIT.failed;
    const { lookupUserAgent } = await import("../../useragent/lookup.ts");
    const { lastQuoted } = await import("../../view/parse-question.ts");
    const positionals = call.positionals.length > 0 ? call.positionals : [userAgent];
    return answerAll(
      { ...call, positionals },
      {
        answer: (agent) => lookupUserAgent(agent),
        // Combined Log Format ends with the quoted user agent; "-" if absent.
        items: { name: "agent", ofLog: (line) => lastQuoted(line)?.text, emptyLines: true },
        fields: async () =>
          Object.keys((await import("../../useragent/schema.ts")).UserAgentResult.properties),
        columns: COLUMNS,
        render: (results) => results.map((result) => renderUserAgent(result, call.io)).join("\n"),
      },
    );
  },
};

/** Loads the tables of `--agents`; false, with a message, if they are invalid. */
export async function tablesTaken({ config, io }: Pick<Call, "config" | "io">): Promise<boolean> {
  const source = config.settings.agents.source;
  if (source === "") return true;
  const { useAgents } = await import("../../useragent/agents-file.ts");
  const { AgentsError } = await import("../../useragent/ranges.ts");
  try {
    const reason = await useAgents(source);
    if (reason !== undefined) io.err(`netlens: --agents ${source}: its tables are not used: ${reason}\n`);
    return true;
  } catch (error) {
    if (!(error instanceof AgentsError)) throw error;
    io.err(`netlens: ${error.message}\n`);
    return false;
  }
}

function renderUserAgent(
  result: UserAgentResult,
  { colour, columns }: Pick<Io, "colour" | "columns">,
): string {
  const { agent, device, url } = result;
  const head = wrapped(agent === "" ? "(empty)" : printable(agent), columns).map((line) =>
    paint(line, "bold", colour),
  );
  if (!device) return `${head.join("\n")}\nnot recognised\n`;
  const { title, facts, notes } = viewAgent(result);
  const rows = pairs(
    [...facts.map(([label, value]) => [label.toLowerCase(), value] as const), ["url", url || undefined]],
    colour,
  );
  const more = notes
    .flatMap((note) => wrapped(printable(note), columns))
    .map((line) => `${paint(line, "dim", colour)}\n`);
  return `${head.join("\n")}\n${printable(title)}\n${rows}${more.join("")}`;
}
