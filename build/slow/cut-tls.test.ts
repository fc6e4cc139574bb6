/** A TLS target that stops at various bytes of its handshake and its response, over HTTP/1.1 and HTTP/2. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import http2 from "node:http2";
import net from "node:net";
import { lookupHttp } from "../../src/http/lookup.ts";
import { certificate, serverKey, testSettings } from "../../test/http/servers.ts";

const server = http2.createSecureServer({ key: serverKey, cert: certificate("good"), allowHTTP1: true });
server.on("request", (_request, response) => {
  response.setHeader("content-type", "text/plain");
  response.end("x".repeat(1000));
});
server.on("sessionError", () => {});
server.on("tlsClientError", () => {});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as net.AddressInfo).port;
});
afterAll(() => server.close());

const settings = { ...testSettings, tlsTimeout: 1500, headTimeout: 1500, idleTimeout: 1500, timeout: 8000 };

/** Forwards this many bytes from the target, then closes the connection or goes silent. */
async function cutAfter(bytes: number, how: "closes" | "falls silent", version: "1.1" | "2") {
  let carried = 0;
  const sockets = new Set<net.Socket>();
  const wire = net.createServer((client) => {
    const target = net.connect(port, "127.0.0.1");
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    client.on("data", (chunk) => void target.write(chunk));
    client.on("close", () => target.destroy());
    target.on("data", (chunk: Buffer) => {
      const some = chunk.subarray(0, Math.max(0, bytes - carried));
      carried += chunk.length;
      client.write(some);
      if (carried >= bytes && how === "closes") client.end();
    });
  });
  await new Promise<void>((resolve) => wire.listen(0, "127.0.0.1", resolve));
  const { port: at } = wire.address() as net.AddressInfo;
  const report = await lookupHttp(`https://127.0.0.1:${at}/`, { version }, settings);
  for (const socket of sockets) socket.destroy();
  wire.close();
  return { report, carried };
}

for (const version of ["1.1", "2"] as const)
  describe(`HTTP/${version}`, () => {
    for (const how of ["closes", "falls silent"] as const)
      test(`${how}: every lookup returns a result`, async () => {
        const { report: whole, carried } = await cutAfter(Number.POSITIVE_INFINITY, how, version);
        expect(whole).toMatchObject({ status: 200, httpVersion: version });
        // Every length up to 20, since the first record is the most important one, then every seventh.
        const lengths = Array.from({ length: carried }, (_, at) => at).filter(
          (at) => at < 20 || at % 7 === 0,
        );
        const phases = new Map<string, number>();
        const work = async (): Promise<void> => {
          for (let length = lengths.pop(); length !== undefined; length = lengths.pop()) {
            const { report } = await cutAfter(length, how, version);
            const phase = report.steps[0]?.error?.phase ?? "none";
            phases.set(phase, (phases.get(phase) ?? 0) + 1);
            if (length < 20) expect(phase).toBe("tls");
          }
        };
        await Promise.all(Array.from({ length: 48 }, work));
        console.log(
          `HTTP/${version} ${how}: ${[...phases].map(([phase, count]) => `${phase} ${count}`).join(", ")}`,
        );
        expect(phases.get("tls") ?? 0).toBeGreaterThan(20);
      }, 180_000);
  });
