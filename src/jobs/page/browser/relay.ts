/** IO: SOCKS5 server on loopback (RFC 1928) for a browser's connections, which the guard of lookups checks. */

import type { Socket } from "node:net";
import type { connectFor } from "../../../http/exchange.ts";
import { HttpFailure } from "../../../http/target.ts";
import { guarded } from "../../../platform/socket.ts";

export interface Relay {
  readonly port: number;
  /** Messages of failed connections by `host:port`. */
  readonly failures: ReadonlyMap<string, string>;
  close(): void;
}

/** @param count called with the bytes that arrive in either direction; returns false to end the connection */
export async function openRelay(
  connect: (url: URL, signal: AbortSignal) => ReturnType<typeof connectFor>,
  count: (bytes: number) => boolean,
): Promise<Relay> {
  const open = new Set<Socket>();
  const failures = new Map<string, string>();
  const server = process.getBuiltinModule("node:net").createServer((client) => {
    open.add(client);
    const closed = new AbortController();
    client.on("error", () => client.destroy());
    client.once("close", () => {
      open.delete(client);
      closed.abort();
    });
    serve(client, closed.signal).catch(() => client.destroy());
  });

  async function serve(client: Socket, signal: AbortSignal): Promise<void> {
    const { once } = process.getBuiltinModule("node:events");
    const take = async (length: number): Promise<Buffer> => {
      for (;;) {
        const bytes: Buffer | null = client.read(length);
        if (bytes) return bytes;
        await once(client, "readable", { signal });
      }
    };
    const [, methods = 0] = await take(2);
    await take(methods);
    client.write(Uint8Array.of(5, 0));
    const [, , , kind] = await take(4);
    const host = await hostOf(kind, take);
    const port = (await take(2)).readUInt16BE();
    const url = URL.parse(`${port === 443 ? "https" : "http"}://${host}:${port}`);
    try {
      if (!url) throw new HttpFailure("forbidden-address", `${host} is not a host.`);
      const target = await connect(url, signal);
      signal.addEventListener("abort", () => target.destroy());
      client.write(Uint8Array.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
      const fail = () => client.destroy();
      client.on(
        "data",
        guarded(fail, (bytes: Uint8Array) => {
          if (!count(bytes.length) || !target.write(bytes)) fail();
        }),
      );
      target.listen({
        data(bytes) {
          if (!count(bytes.length)) client.destroy();
          else if (!client.write(bytes)) {
            target.pause();
            client.once("drain", () => target.resume());
          }
        },
        end: () => client.end(),
      });
      if (signal.aborted) target.destroy();
    } catch (error) {
      if (error instanceof HttpFailure) failures.set(`${host}:${port}`, error.message);
      client.end(Uint8Array.of(5, 2, 0, 1, 0, 0, 0, 0, 0, 0));
    }
  }

  server.listen(0, "127.0.0.1");
  await process.getBuiltinModule("node:events").once(server, "listening");
  const address = server.address();
  return {
    port: address instanceof Object ? address.port : 0,
    failures,
    close() {
      server.close();
      for (const client of open) client.destroy();
    },
  };
}

/** Host of a request, with brackets for IPv6. @param kind 1: IPv4; else a name */
async function hostOf(kind: number | undefined, take: (length: number) => Promise<Buffer>): Promise<string> {
  if (kind === 1) return (await take(4)).join(".");
  const name = (await take((await take(1))[0] ?? 0)).toString("latin1");
  // Chromium sends IPv6 addresses as names.
  return name.includes(":") ? `[${name}]` : name;
}
