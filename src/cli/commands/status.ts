import { NetlensError } from "../../api/errors.ts";
import { type Command, UsageError } from "../command.ts";
import { answerAll } from "../stream/batch.ts";
import { streamFlags, streamUnused } from "../stream/stream.ts";

export const status: Command = {
  name: "status",
  usage: "CODE…|-",
  completes: async () =>
    (await import("../../../data/status-codes.ts")).statusRows.map(({ code }) => String(code)),
  summary: "Explain an HTTP status code",
  flags: streamFlags,
  unused: streamUnused,
  examples: ["netlens status 421"],
  async run(call) {
    if (call.positionals.length === 0) throw new UsageError("status: name a status code such as 404");
    const { explainStatus } = await import("../../status/practice.ts");
    const { renderStatus } = await import("../render/status.ts");
    return answerAll(call, {
      items: { name: "code" },
      columns: ["code", "message", "class", "registered", "description", "link"],
      answer: (code) => {
        const meaning = /^\d{3}$/.test(code) ? explainStatus(Number(code)) : undefined;
        if (!meaning)
          throw new NetlensError("invalid-param", `"${code}" is not a status code from 100 to 999.`);
        return meaning;
      },
      render: (meanings) =>
        meanings.map((meaning) => renderStatus(meaning, call.io.colour, call.io.columns)).join("\n"),
    });
  },
};
