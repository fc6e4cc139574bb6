/** Hostile servers in their own thread, so that their work is not measured: kind → path of the service. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { frame, literal, rawH2Server, status200 } from "../../test/http/servers.ts";
import { dnsTargets, http3Targets, ticketTargets } from "./longest-block-protocols.ts";
import { pour, repeated, startTargets } from "./longest-block-targets.ts";

declare const self: Worker;

export interface Targets {
  /** Address of the DNS server to use. */
  readonly resolver: string;
  /** Kind → path of the service. */
  readonly paths: Readonly<Record<string, string>>;
}

const origin = Buffer.from("\0\x0ehttps://a.test", "latin1");
const head = frame(1, 4, 1, status200);
/** Kind → frames sent endlessly, and frames sent once before them. */
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
const folder = mkdtempSync(join(tmpdir(), "netlens-longest-block-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const dns = await dnsTargets();
Object.assign(paths, dns.paths, await http3Targets(), await ticketTargets(folder));

/** Other routes that look up a URL; each is tested with two of the most expensive servers. */
const LOOKUPS = [
  "/v2/http?url=",
  "/v1/http/har?url=",
  "/v1/http/findings?url=",
  "/v1/http?how=all&variants=true&url=",
  "/?url=",
  "/page?url=",
  "/compare?a=http://127.0.0.1:1/&b=",
  "/http?url=",
  "/probe?debug=true&target=",
];
for (const kind of ["60,000 bytes of Set-Cookie", "chunks of one byte"]) {
  const url = paths[kind]?.split("url=")[1];
  if (url === undefined) throw new Error(`There is no ${kind}.`);
  for (const path of LOOKUPS) paths[`${path.split("?")[0]}, ${kind}`] = `${path}${url}`;
}
postMessage({ resolver: `127.0.0.1:${dns.port}`, paths } satisfies Targets);
