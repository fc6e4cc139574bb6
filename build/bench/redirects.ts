/** Ten thousand redirects on loopback: how long a map of that size takes, and how much memory. */

import net from "node:net";
import { lookupHttp } from "../../src/http/lookup.ts";
import { checkRedirects } from "../../src/http/redirects/run.ts";
import { httpSettings } from "../../src/server/wiring.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { figure, short } from "./figures.ts";

const COUNT = short ? 500 : 10_000;
const server = net.createServer((socket) => {
  socket.on("error", () => {});
  socket.once("data", (bytes: Buffer) => {
    const path = bytes.toString("latin1").split(" ")[1] ?? "";
    const head = path.startsWith("/old") ? `301 Moved\r\nLocation: /new${path.slice(4)}` : "200 OK";
    socket.end(`HTTP/1.1 ${head}\r\nContent-Length: 0\r\n\r\n`);
  });
});
const { promise, resolve } = Promise.withResolvers<void>();
server.listen(0, "127.0.0.1", resolve);
await promise;
const address = server.address();
const base = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;

const rows = Array.from({ length: COUNT }, (_, i) => ({
  line: i + 1,
  from: `/old/${i}`,
  to: `/new/${i}`,
  status: 301,
}));
const settings = { ...httpSettings(loadConfig({}, {}).settings, []), guarded: false };
const manners = { width: 64, perHost: 16, delay: 0, base, mostRedirects: 2 };
const began = performance.now();
const cpu = process.cpuUsage();
let asWanted = 0;
for await (const { outcome } of checkRedirects(rows, (url) => lookupHttp(url, {}, settings), manners))
  if (outcome === "as-wanted") asWanted++;
const spent = process.cpuUsage(cpu);
const seconds = (performance.now() - began) / 1000;
if (asWanted !== COUNT) throw new Error(`${asWanted} of ${COUNT} are as wanted`);
figure({ measure: "redirects of a map", who: "netlens", value: COUNT / seconds, unit: "a second" });
figure({
  measure: "redirect checked",
  who: "netlens",
  value: (spent.user + spent.system) / 1000 / COUNT,
  unit: "ms of CPU",
});
figure({
  measure: `memory at ${COUNT} redirects`,
  who: "netlens",
  value: process.memoryUsage.rss() / 1e6,
  unit: "MB",
});
server.close();
process.exit(0);
