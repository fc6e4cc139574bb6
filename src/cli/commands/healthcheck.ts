import { wordTable } from "../../../data/word-table.ts";
import { fileReason } from "../../api/file-reason.ts";
import { type Listen, listenText } from "../../settings/forms.ts";
import { type Command, EXIT } from "../command.ts";

export const healthcheck: Command = {
  name: "healthcheck",
  usage: "",
  summary: "Check whether the service at --listen is ready, for containers and monitors",
  flags: {},
  examples: ["netlens healthcheck --listen 127.0.0.1:8080 && echo ready"],
  async run({ config, io }) {
    const { listen } = config.settings.server;
    try {
      const response = await fetch(target(listen), {
        signal: AbortSignal.timeout(3000),
        proxy: "",
        ...(listen.kind === "unix" && { unix: listen.path }),
      });
      const text = (await response.text()).slice(0, 1000);
      await io.out(`${response.ok ? "ready" : `not ready: ${text}`}\n`);
      return response.ok ? EXIT.done : EXIT.failed;
    } catch (error) {
      io.err(`netlens: no answer at ${listenText(listen)}: ${fileReason(error)}\n`);
      return EXIT.failed;
    }
  },
};

const LOOPBACK = wordTable({ "0.0.0.0": "127.0.0.1", "::": "::1" });

/** Uses the loopback address for a service that listens on all addresses. */
function target(listen: Listen): string {
  if (listen.kind === "unix") return "http://localhost/readyz";
  const host = LOOPBACK.get(listen.host) ?? listen.host;
  return `http://${listenText({ ...listen, host })}/readyz`;
}
