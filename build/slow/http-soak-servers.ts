/**
 * Correct servers for the soak. TLS servers run in their own process: handshakes would starve next to 200
 * lookups.
 */

import type net from "node:net";
import { h2Server, send, tlsServer } from "../../test/http/servers.ts";

/** Number in the request, which each response repeats. */
const numberOf = (request: string): string => /\?n=(\d+)/.exec(request)?.[1] ?? "";

export function good(socket: net.Socket, request: string): void {
  send(socket, `HTTP/1.1 200 OK\r\nX-Number: ${numberOf(request)}\r\nContent-Length: 5\r\n\r\nhello`);
}

export function redirecting(socket: net.Socket, request: string): void {
  if (request.startsWith("GET /end")) good(socket, request);
  else
    send(socket, `HTTP/1.1 302 Found\r\nLocation: /end?n=${numberOf(request)}\r\nContent-Length: 0\r\n\r\n`);
}

/** Ports of one HTTP/1.1 and one HTTP/2 server. */
export interface TlsServers extends AsyncDisposable {
  readonly secure: number;
  readonly second: number;
}

export async function startTlsServers(): Promise<TlsServers> {
  const child = Bun.spawn([process.execPath, import.meta.path], { stdin: "pipe", stdout: "pipe" });
  const { value } = await child.stdout.getReader().read();
  const [secure = 0, second = 0] = JSON.parse(new TextDecoder().decode(value)) as number[];
  return {
    secure,
    second,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

if (import.meta.main) {
  const secure = await tlsServer(good);
  const second = await h2Server((stream, fields) => {
    stream.respond({ ":status": 200, "x-number": numberOf(String(fields[":path"])) });
    stream.end("hello");
  });
  console.log(JSON.stringify([secure.port, second.port]));
  // Exits when the parent process ends.
  for await (const _ of Bun.stdin.stream());
  process.exit();
}
