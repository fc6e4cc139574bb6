/** Faults around a service during a soak. Each runs until the end. */

import { renameSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import { writeLarge } from "../../../test/ip/large-database.ts";

export interface Surroundings {
  readonly place: string;
  readonly address: string;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly redis: () => Promise<Bun.Subprocess>;
  readonly going: () => boolean;
}

/** Replaces a database by renaming, sometimes with an invalid one, and reloads it each time. */
export async function replaceDatabases({ place, signal, going }: Surroundings): Promise<void> {
  for (let round = 0; going(); round++) {
    const fresh = join(place, "fresh");
    if (round % 5 === 4) await Bun.write(fresh, "not a database");
    else writeLarge(fresh, round % 2 === 0 ? "a" : "b", 12);
    renameSync(fresh, join(place, "city.mmdb"));
    signal("SIGHUP");
    await Bun.sleep(3000);
  }
}

/** Stops Redis for two seconds, then kills and restarts it. */
export async function troubleRedis({ redis, going }: Surroundings): Promise<void> {
  let server = await redis();
  for (let round = 0; going(); round++) {
    await Bun.sleep(2000);
    if (round % 2 === 0) {
      server.kill("SIGSTOP");
      await Bun.sleep(2000);
      server.kill("SIGCONT");
    } else {
      server.kill("SIGKILL");
      await server.exited;
      server = await redis();
    }
  }
  server.kill("SIGKILL");
  await server.exited;
}

/** Clients that send a byte per second, never read, or disconnect early. */
export async function dawdle({ address, going }: Surroundings): Promise<void> {
  const [host = "", port = ""] = address.split(":");
  for (let round = 0; going(); round++) {
    const socket = net.connect(Number(port), host);
    socket.on("error", () => {});
    socket.pause();
    const request = `GET /openapi.json HTTP/1.1\r\nHost: ${address}\r\n\r\n`;
    if (round % 3 === 0) for (const byte of request.slice(0, 20)) if (going()) await drip(socket, byte);
    if (round % 3 === 1) socket.write(request.repeat(5));
    if (round % 3 === 2) socket.write(request.slice(0, 30));
    await Bun.sleep(300);
    socket.destroy();
  }
}

async function drip(socket: net.Socket, byte: string): Promise<void> {
  if (!socket.destroyed) socket.write(byte);
  await Bun.sleep(100);
}

/** Targets of all kinds behind one port, by path. */
export function targets(): { readonly port: Promise<number>; readonly stop: () => void } {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.once("data", (bytes: Buffer) => {
      const kind = bytes.toString("latin1").split("/")[1] ?? "";
      if (kind === "good")
        socket.end("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello");
      else if (kind === "cut") socket.end("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhello");
      else if (kind === "reset") socket.resetAndDestroy();
      else if (kind === "loop")
        socket.end("HTTP/1.1 302 Found\r\nLocation: /loop/\r\nContent-Length: 0\r\n\r\n");
      else if (kind === "noise") socket.end(Buffer.alloc(2000, 0xff));
      else if (kind === "large")
        socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 3000000\r\n\r\n${"x".repeat(3_000_000)}`);
      // Any other path gets no answer.
    });
  });
  const { promise, resolve } = Promise.withResolvers<number>();
  server.listen(0, "127.0.0.1", () => resolve((server.address() as net.AddressInfo).port));
  return {
    port: promise,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
