/**
 * Subject of the HTTP benchmark in its own process: a lookup, its exchange only, `node:http(s)` or plain
 * `fetch`. Arguments: subject, URL, requests, concurrency, file of the authority, HTTP version. Prints
 * milliseconds of CPU per request and requests per second.
 */

import http from "node:http";
import https from "node:https";
import { type Exchange, lookUp } from "../../../../src/http/exchange.ts";
import { lookupHttp } from "../../../../src/http/lookup.ts";
import { httpSettings } from "../../../../src/server/wiring.ts";
import { loadConfig } from "../../../../src/settings/load.ts";

const [subject = "", measured = "", count = "", width = "", authority = "", given = ""] =
  process.argv.slice(2);
const version = given === "2" ? "2" : "1.1";
let url = measured.replace("127.0.0.1", "127.0.0.2");
const ca = await Bun.file(authority).text();
const settings = {
  ...httpSettings(loadConfig({ "http-allow": "127.0.0.0/8" }, {}).settings, []),
  authorities: ca,
};
/** Host name of the certificate. The warm-up uses an address, which the certificate lacks. */
const NAME = "localhost";
const fields = { "User-Agent": "netlens", "Accept-Encoding": "gzip, deflate, br, zstd" };

const subjects: Readonly<Record<string, () => Promise<unknown>>> = {
  async lookup() {
    const { status, statusDescription } = await lookupHttp(url, { version }, settings);
    if (status !== 200) throw new Error(`status ${status}: ${statusDescription}`);
  },
  exchange: send,
  async certificate() {
    const { tls } = await send();
    if (!tls || (url === measured && !tls.authorized)) throw new Error(`not verified: ${tls?.error}`);
  },
  node() {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const { get } = url.startsWith("https:") ? https : http;
    const options = { agent: false, ca, servername: NAME, headers: fields } as const;
    get(url, options, (response) => {
      const { socket } = response;
      if ("getPeerCertificate" in socket) (socket as import("node:tls").TLSSocket).getPeerCertificate(false);
      response.on("data", () => {});
      response.on("end", resolve);
    }).on("error", reject);
    return promise;
  },
  async fetch() {
    const response = await fetch(url, {
      keepalive: false,
      decompress: false,
      tls: { ca, serverName: NAME },
    } as BunFetchRequestInit);
    await response.arrayBuffer();
  },
};

/** Sends a request; reads its TLS facts too, if they are measured. */
async function send(): Promise<Exchange> {
  const result = await lookUp(new URL(url), {
    method: "GET",
    version,
    fields: Object.entries(fields),
    settings,
    // As in the service, each lookup has its own signal.
    signal: new AbortController().signal,
  });
  if (result.failure) throw result.failure;
  return result;
}

async function run(count: number): Promise<void> {
  const work = subjects[subject];
  if (!work) throw new Error(`unknown subject "${subject}"`);
  let left = count;
  const worker = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: Number(width) }, worker));
}

// Warm-up: the platform compiles code for more than ten thousand requests, as in a running service.
await run(3 * Number(count));
url = measured;
const cpu = process.cpuUsage();
const begin = performance.now();
await run(Number(count));
const { user, system } = process.cpuUsage(cpu);
const rate = (Number(count) * 1000) / (performance.now() - begin);
console.log(JSON.stringify({ cpu: (user + system) / 1000 / Number(count), rate }));
process.exit();
