import { userAgent } from "../../version.ts";
import { answerAll } from "../batch.ts";
import type { Command } from "../command.ts";
import { renderUserAgent } from "../render/useragent.ts";
import { selectFlags } from "../select.ts";
import { streamFlags } from "../stream/stream.ts";

const COLUMNS =
  "agent device.type device.formFactor device.vendor device.name os.name os.version engine.name engine.version browser.name browser.version bot.name bot.category bot.operator evidence url".split(
    " ",
  );

export const useragent: Command = {
  name: "useragent",
  usage: "[STRING…|-]",
  summary: "Say which browser, device, bot, app or library a user agent string is",
  notes: ["Without a string: what the lookups of netlens itself send."],
  flags: {
    json: { type: "boolean", help: "print exactly the object that the API gives" },
    ...selectFlags,
    ...streamFlags,
  },
  examples: [
    "netlens useragent 'curl/8.5.0'",
    "cut -d'\"' -f6 access.log | netlens useragent - --field device.type | sort | uniq -c",
  ],
  async run(call) {
    const { lookupUserAgent } = await import("../../useragent/lookup.ts");
    const asked = call.positionals.length > 0 ? call.positionals : [userAgent];
    return answerAll(
      { ...call, positionals: asked },
      {
        answer: (agent) => lookupUserAgent(agent),
        // The last quoted text of Combined Log Format; "-" stands for none.
        items: {
          name: "agent",
          ofLog: (line) => /"((?:[^"\\]|\\.)*)"\s*$/.exec(line)?.[1],
          emptyLines: true,
        },
        fields: Object.keys((await import("../../useragent/schema.ts")).UserAgentResult.properties),
        columns: COLUMNS,
        render: (results) => results.map((result) => renderUserAgent(result, call.io)).join("\n"),
      },
    );
  },
};
