import { wordTable } from "../../../data/word-table.ts";
import { isTrusted } from "../../server/client-address.ts";
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
    const { proxyProtocol, proxies } = config.settings.callers;
    try {
      const { hostname } = new URL(target(listen));
      const peer = listen.kind === "unix" ? undefined : hostname.replace(/^\[|\]$/g, "");
      if (proxyProtocol === "on" && isTrusted(peer, proxies)) {
        const text = await askBehindHeader(listen);
        const ready = /^HTTP\/1\.1 200 /.test(text);
        await io.out(`${ready ? "ready" : `not ready: ${text.slice(0, 1000)}`}\n`);
        return ready ? EXIT.done : EXIT.failed;
      }
      const response = await fetch(target(listen), {
        signal: AbortSignal.timeout(3000),
        proxy: "",
        ...(listen.kind === "unix" && { unix: listen.path }),
      });
      const text = (await response.text()).slice(0, 1000);
      await io.out(`${response.ok ? "ready" : `not ready: ${text}`}\n`);
      return response.ok ? EXIT.done : EXIT.failed;
    } catch (error) {
      io.err(`netlens: nothing answers at ${listenText(listen)}: ${reason(error)}\n`);
      return EXIT.failed;
    }
  },
};

/** As a balancer probes: a header that names no client, and the request. */
async function askBehindHeader(listen: Listen): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = "";
  const socket = {
    open: (socket: Bun.Socket) =>
      void socket.write(
        "PROXY UNKNOWN\r\nGET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      ),
    data(_: Bun.Socket, bytes: Uint8Array) {
      text += Buffer.from(bytes).toString();
    },
    close: () => resolve(text),
  };
  const timer = setTimeout(() => reject(new Error("no answer within 3 s")), 3000);
  const { hostname, port } = new URL(target(listen));
  const place =
    listen.kind === "unix"
      ? { unix: listen.path }
      : { hostname: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 80) };
  const connection = Bun.connect({ ...place, socket } as Bun.TCPSocketConnectOptions<undefined>);
  connection.catch(reject);
  return await promise.finally(() => clearTimeout(timer));
}

/** Without the question that Bun asks about the computer. */
function reason(error: unknown): string {
  return error instanceof Error ? error.message.replace(/: Unable to connect\..*$/s, "") : String(error);
}

const LOOPBACK = wordTable({ "0.0.0.0": "127.0.0.1", "::": "::1" });

/** A service that listens everywhere is asked on the loopback address. */
function target(listen: Listen): string {
  if (listen.kind === "unix") return "http://localhost/readyz";
  const host = LOOPBACK.get(listen.host) ?? listen.host;
  return `http://${listenText({ ...listen, host })}/readyz`;
}
