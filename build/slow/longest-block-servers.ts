/** Hostile servers in a thread of their own, so that their work is not counted as ours: kind → what the service is asked. */

import { frame, literal, rawH2Server, status200 } from "../../test/http/servers.ts";
import { pour, repeated, startTargets } from "./longest-block-targets.ts";

const origin = Buffer.from("\0\x0ehttps://a.test", "latin1");
const head = frame(1, 4, 1, status200);
/** What is sent without end, and what before it. */
const KINDS: Readonly<Record<string, readonly [bytes: Uint8Array, first?: Uint8Array]>> = {
  ALTSVC: [frame(10, 0, 0, Buffer.concat([origin, Buffer.from('h3=":443"')]))],
  ORIGIN: [frame(12, 0, 0, origin)],
  PING: [frame(6, 0, 0, Buffer.alloc(8))],
  "PING ACK": [frame(6, 1, 0, Buffer.alloc(8))],
  "empty SETTINGS": [frame(4, 0, 0)],
  SETTINGS: [frame(4, 0, 0, Buffer.from([0, 3, 0, 0, 0, 100]))],
  PRIORITY: [frame(2, 0, 1, Buffer.from([0, 0, 0, 0, 1]))],
  unknown: [frame(99, 0, 0)],
  "long unknown": [frame(99, 0, 0, Buffer.alloc(16_000))],
  WINDOW_UPDATE: [frame(8, 0, 1, Buffer.from([0, 0, 0, 1]))],
  "empty CONTINUATION": [frame(9, 0, 1), frame(1, 0, 1, status200)],
  "interim responses": [frame(1, 4, 1, literal(":status", "103"))],
  "empty DATA": [frame(0, 0, 1), head],
  "DATA of one byte": [frame(0, 0, 1, Buffer.from("x")), head],
  "padded DATA": [frame(0, 8, 1, Buffer.concat([Buffer.from([255]), Buffer.alloc(255)])), head],
  "ALTSVC after the head": [frame(10, 0, 0, origin), head],
  RST_STREAM: [frame(3, 0, 3, Buffer.alloc(4))],
  PUSH_PROMISE: [frame(5, 4, 1, Buffer.from([0, 0, 0, 2, 0x88]))],
  GOAWAY: [frame(7, 0, 0, Buffer.from([0x7f, 255, 255, 255, 0, 0, 0, 0]))],
  "DATA of another stream": [frame(0, 0, 3, Buffer.from("x"))],
};

const paths = await startTargets();
for (const [kind, [bytes, first]] of Object.entries(KINDS)) {
  const server = await rawH2Server((socket) => {
    if (first) socket.write(first);
    pour(socket, repeated(bytes, 1 + Math.floor(16_000 / bytes.length)));
  });
  paths[`HTTP/2, ${kind}`] =
    `/v1/http?version=2&url=${encodeURIComponent(`https://127.0.0.1:${server.port}/`)}`;
}
postMessage(paths);
