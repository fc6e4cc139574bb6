/** Loopback proxy through which any browser reaches one server under all host names, also over https. */

import http from "node:http";
import net from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import tls from "node:tls";
import type { Answer, Requested } from "./server.ts";

const FIXTURES = join(import.meta.dir, "../../../test/http/fixtures");

export interface Proxied {
  /** Ports of the proxy, of the http server and of the https server, all on 127.0.0.1. */
  readonly port: number;
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Server certificate in PEM, for clients that must trust it. */
  readonly certificate: string;
  stop(): void;
}

/**
 * Starts the proxy and its servers. `answer` returns undefined to close the connection. `own` is a
 * certificate for other names.
 */
export async function serveProxied(
  answer: (requested: Requested) => Answer | undefined,
  own?: string,
): Promise<Proxied> {
  const certificate = own ?? (await Bun.file(join(FIXTURES, "pages.pem")).text());
  const key = await Bun.file(join(FIXTURES, "server-key.pem")).text();
  const respond =
    (scheme: Requested["scheme"]) => async (request: http.IncomingMessage, response: http.ServerResponse) => {
      const url = new URL(request.url ?? "/", `${scheme}://${request.headers.host}`);
      const headers = new Map(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const { method = "GET" } = request;
      const path = url.pathname + url.search;
      const body = method === "POST" ? await text(request).catch(() => "") : "";
      const found = answer({ scheme, host: url.host, method, path, headers, body });
      if (!found) {
        response.destroy();
        return;
      }
      const lines = (found.headers ?? []).map((line) => [
        line.slice(0, line.indexOf(":")),
        line.slice(line.indexOf(":") + 1).trim(),
      ]);
      const bytes = Buffer.from(found.body ?? "");
      response.writeHead(found.status ?? 200, [...lines, ["Content-Length", String(bytes.length)]].flat());
      response.end(bytes);
    };
  const plain = http.createServer(respond("http"));
  const inner = http.createServer(respond("https"));
  const secure = tls.createServer({ cert: certificate, key, ALPNProtocols: ["http/1.1"] }, (socket) => {
    inner.emit("connection", socket);
  });
  secure.on("tlsClientError", () => {});
  const [httpPort, httpsPort] = [await listening(plain), await listening(secure)];
  const proxy = net.createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", (first) => {
      const isTunnel = first.toString("latin1").startsWith("CONNECT ");
      const to = net.connect(isTunnel ? httpsPort : httpPort, "127.0.0.1", () => {
        if (isTunnel) socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        else to.write(first);
        socket.pipe(to);
        to.pipe(socket);
      });
      to.on("error", () => socket.destroy());
      to.on("close", () => socket.destroy());
      socket.on("close", () => to.destroy());
    });
  });
  const port = await listening(proxy);
  return {
    port,
    httpPort,
    httpsPort,
    certificate,
    stop() {
      for (const server of [plain, inner, secure, proxy]) server.close();
      plain.closeAllConnections();
    },
  };
}

/** Creates a certificate for these names, with the servers' key. */
export async function certificateFor(names: Iterable<string>): Promise<string> {
  const listed = [...names].map((name) => `DNS:${name}`).join(",");
  const command = ["openssl", "req", "-x509", "-key", join(FIXTURES, "server-key.pem"), "-subj", "/CN=pages"];
  const made = Bun.spawn([...command, "-addext", `subjectAltName=${listed}`], {
    stdout: "pipe",
    stderr: "ignore",
  });
  return made.stdout.text();
}

function listening(server: net.Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  server.listen(0, "127.0.0.1", () => resolve((server.address() as net.AddressInfo).port));
  return promise;
}
