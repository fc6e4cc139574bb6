import { answerAll } from "../batch.ts";
import { type Command, UsageError } from "../command.ts";
import { renderUserAgent } from "../render/useragent.ts";

export const useragent: Command = {
  name: "useragent",
  usage: "[STRING…|-]",
  summary: "Say which browser, device, bot, app or library a user agent string is",
  flags: { json: { type: "boolean", help: "print exactly the object that the API gives" } },
  examples: [
    "netlens useragent 'curl/8.5.0'",
    "cut -d'\"' -f6 access.log | netlens useragent - | jq -r .device.type",
  ],
  async run(call) {
    if (call.positionals.length === 0)
      throw new UsageError("useragent: name a string, or - to read one a line");
    const { lookupUserAgent } = await import("../../useragent/lookup.ts");
    return answerAll(call, {
      answer: (agent) => lookupUserAgent(agent),
      render: (result) => renderUserAgent(result, call.io.colour),
    });
  },
};
