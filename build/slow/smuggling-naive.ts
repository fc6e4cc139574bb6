/**
 * A vulnerable pair of proxy and server that frame requests differently; the test must detect the attacks.
 */

import type { Socket } from "bun";

const HEAD_END = "\r\n\r\n";
const lengthOf = (head: string) => Number(/^content-length: (\d+)\r?$/im.exec(head)?.[1] ?? 0);

/**
 * Splits a stream into messages; `contentEnd` returns the end of the content, or undefined until it has
 * arrived.
 */
function messages(
  contentEnd: (head: string, rest: string) => number | undefined,
  on: (message: string) => void,
) {
  let text = "";
  return (bytes: Uint8Array) => {
    text += Buffer.from(bytes).toString("latin1");
    for (let end = text.indexOf(HEAD_END); end >= 0; end = text.indexOf(HEAD_END)) {
      const start = end + HEAD_END.length;
      const size = contentEnd(text.slice(0, start), text.slice(start));
      if (size === undefined || text.length < start + size) return;
      const message = text.slice(0, start + size);
      text = text.slice(start + size);
      on(message);
    }
  };
}

/** Server that prefers Transfer-Encoding over Content-Length. Responds with the last part of the path. */
function server() {
  return Bun.listen<(bytes: Uint8Array) => void>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        const chunked = (head: string, rest: string) => {
          if (!/^transfer-encoding/im.test(head)) return lengthOf(head);
          const last = rest.indexOf(`0${HEAD_END}`);
          return last < 0 ? undefined : last + 1 + HEAD_END.length;
        };
        socket.data = messages(chunked, (message) => {
          const content = `{"ip":"${/^\S+ \S*\/(\S*)/.exec(message)?.[1]}"}`;
          socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${content.length}\r\n\r\n${content}`);
        });
      },
      data: (socket, bytes) => socket.data(bytes),
    },
  });
}

/** Proxy that prefers Content-Length over Transfer-Encoding, in front of that server. */
export async function naivePair(): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const origin = server();
  const waiting: Socket<unknown>[] = [];
  const received = messages(lengthOf, (answer) => void waiting.shift()?.write(answer));
  const upstream = await Bun.connect({
    hostname: "127.0.0.1",
    port: origin.port,
    socket: { data: (_socket, bytes) => received(bytes) },
  });
  const front = Bun.listen<(bytes: Uint8Array) => void>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        socket.data = messages(lengthOf, (message) => {
          waiting.push(socket);
          upstream.write(Buffer.from(message, "latin1"));
        });
      },
      data: (socket, bytes) => socket.data(bytes),
    },
  });
  return {
    port: front.port,
    async stop() {
      front.stop(true);
      upstream.end();
      origin.stop(true);
    },
  };
}
