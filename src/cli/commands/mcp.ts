import { withHostname } from "../../ip/hostname.ts";
import { geoSettings } from "../../server/wiring.ts";
import { version } from "../../version.ts";
import { type Command, EXIT, type Io, notWith } from "../command.ts";
import { settingsOf } from "../help.ts";
import { flagsOf } from "../input/flag-table.ts";
import { botVerifier, hostnames } from "../input/hostnames.ts";
import { lookupFlags, lookupSettings } from "../input/lookup-settings.ts";
import { proxiesOf } from "../input/network-options.ts";

/** Configuration of each client for a server on standard input and output. */
const CLIENTS = {
  claude: (command: string) => ({ mcpServers: { netlens: { command, args: ["mcp"] } } }),
  cursor: (command: string) => ({ mcpServers: { netlens: { command, args: ["mcp"] } } }),
  vscode: (command: string) => ({ servers: { netlens: { type: "stdio", command, args: ["mcp"] } } }),
} as const;
type Client = keyof typeof CLIENTS;

const isClient = (word: unknown): word is Client => typeof word === "string" && Object.hasOwn(CLIENTS, word);

export const mcp: Command = {
  name: "mcp",
  usage: "",
  summary: "Serve AI assistants on standard input and output, by the Model Context Protocol",
  notes: [
    "AI assistants start this command to look up addresses, user agents, URLs, header lines, status codes and redirects. The service offers the same at /mcp with --mcp.",
    "Requests go through the proxy of HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, except for the hosts of NO_PROXY.",
  ],
  flags: { ...lookupFlags, ...flagsOf("mcp", { "print-config": Object.keys(CLIENTS) }) },
  unused: [notWith("print-config", ["public-only", ...settingsOf({ name: "mcp", flags: {} })])],
  examples: ["netlens mcp --print-config claude"],
  async run(call) {
    const { config, flags, io } = call;
    const client = flags["print-config"];
    if (isClient(client)) {
      await io.out(`${JSON.stringify(CLIENTS[client](ownPath()), null, 2)}\n`);
      return EXIT.done;
    }
    const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
    const { openGeo } = await import("../../ip/geo.ts");
    const { lookupHttp } = await import("../../http/lookup.ts");
    const { endOf } = await import("../../jobs/page/audit.ts");
    const { auditUrl } = await import("../../jobs/page/audit-url.ts");
    const { pageReport } = await import("../../jobs/page/page-report.ts");
    const { briefOf } = await import("../../view/brief.ts");
    const { openLineTransport } = await import("../../mcp/line-transport.ts");
    const { createMcpServer } = await import("../../mcp/server.ts");
    const complain = (message: string) => io.err(`netlens: ${message}\n`);
    const geo = await openGeo(geoSettings(config.settings), (level, message, facts) => {
      if (level !== "info") complain(`${message}${facts?.["reason"] ? `: ${facts["reason"]}` : ""}`);
    });
    const settings = { ...lookupSettings(call), ...proxiesOf(call) };
    const hostnameOf = await hostnames(call);
    const transport = openLineTransport(io.input(), io.out);
    serveStdio(
      () =>
        createMcpServer(version, {
          need: () => {},
          geo: geo.current,
          // Private addresses are allowed: the user runs it on their own network.
          named: (result) => withHostname(result, hostnameOf, true),
          verify: botVerifier(call),
          look: (url, options) => lookupHttp(url, options, settings, io.signal),
          audit: async (url, { most }) => {
            const events = auditUrl(url, { most }, { settings }, io.signal);
            const { document, audit, timeTotal } = await endOf(events);
            return await pageReport(document, audit, { by: "origin", briefOf, timeTotal });
          },
          clock: io.clock,
        }),
      { transport, onerror: ({ message }) => complain(message) },
    );
    await Promise.race([transport.done, ended(io)]);
    geo.close();
    return EXIT.done;
  },
};

function ended({ signal }: Pick<Io, "signal">): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => resolve());
  return promise;
}

/** Path of this executable, or its installed name in a checkout. */
function ownPath(): string {
  const path = process.execPath;
  return /(?:^|\/)netlens[^/]*$/.test(path) ? path : "netlens";
}
