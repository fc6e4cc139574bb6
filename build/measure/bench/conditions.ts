/**
 * Conditions that make requests more expensive: new connections, log, limit, proxies, TLS, idle connections.
 * For CAPACITY.md.
 */

import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { haproxy, nginx, type ProxyServer } from "../../slow/proxy-servers.ts";
import { loaded, pin, pinned } from "./capacity-load.ts";
import { figuresOf } from "./capacity-table.ts";
import { absent, figure, short } from "./figures.ts";
import { binary, memory, type Running, serve } from "./service-process.ts";

const place = mkdtempSync(join(tmpdir(), "netlens-bench-conditions-"));
const SECONDS = short ? 1 : 8;
const IDLE = short ? 500 : 5000;
/** Number of connections that are opened before the first measurement of memory. */
const FIRST = IDLE / 5;
const PATH = "/v1/ip/8.8.8.8";

const pem = (name: string) => new URL(`../../../test/http/fixtures/${name}.pem`, import.meta.url).pathname;
const TLS = `ssl_certificate ${pem("good")}; ssl_certificate_key ${pem("server-key")};`;
const byNginx = (listen: string, more: string) => (upstream: string) =>
  nginx(`upstream netlens { server ${upstream}; keepalive 64; }
  server { listen 127.0.0.1:PORT ${listen}; ${more} keepalive_requests 1000000; location / {
    proxy_pass http://netlens; proxy_http_version 1.1; proxy_set_header Connection "";
    proxy_set_header X-Forwarded-For $remote_addr; } }`);
const byHaproxy = (upstream: string) =>
  haproxy(`
frontend in
  bind 127.0.0.1:PORT
  default_backend netlens
backend netlens
  http-request set-header X-Forwarded-For %[src]
  server one ${upstream}`);

interface Condition {
  readonly name: string;
  readonly flags?: readonly string[];
  readonly close?: boolean;
  readonly scheme?: "https";
  readonly front?: (upstream: string) => Promise<ProxyServer>;
}
const quiet = ["--log-level", "warn"];
const trusted = [...quiet, "--trusted-proxies", "127.0.0.1"];
const limit = ["--rate-limit", "900000000/1m"];

const CONDITIONS: readonly Condition[] = [
  { name: "kept connections, no log", flags: quiet },
  { name: "a line of log each", flags: [] },
  { name: "a limit of its own process", flags: [...quiet, ...limit] },
  { name: "a connection each", flags: quiet, close: true },
  { name: "behind nginx", flags: trusted, front: byNginx("", "") },
  { name: "behind nginx, a connection each", flags: trusted, close: true, front: byNginx("", "") },
  { name: "behind HAProxy", flags: trusted, front: byHaproxy },
  { name: "behind HAProxy, a connection each", flags: trusted, close: true, front: byHaproxy },
  { name: "behind nginx with TLS", flags: trusted, scheme: "https", front: byNginx("ssl", TLS) },
  {
    name: "behind nginx with TLS, a connection each",
    flags: trusted,
    scheme: "https",
    close: true,
    front: byNginx("ssl", TLS),
  },
];

const logBytes = () =>
  readdirSync(place)
    .filter((name) => name.endsWith(".log"))
    .reduce((sum, name) => sum + statSync(join(place, name)).size, 0);

async function measure({ name, flags = [], close = false, scheme, front }: Condition): Promise<void> {
  const service = await serve(place, ...flags);
  await pin(service.pid, "service");
  const proxy = await front?.(service.address);
  try {
    if (proxy) await pin(proxy.pid, "front");
    const host = proxy === undefined ? service.address : `127.0.0.1:${proxy.port}`;
    const line = await loaded({
      ...{ name, close, logged: logBytes },
      url: `${scheme ?? "http"}://${host}${PATH}`,
      seconds: SECONDS,
      service: [service.pid],
      ...(proxy && { front: proxy.pid }),
    });
    for (const each of figuresOf(line)) figure(each);
  } finally {
    await proxy?.stop();
    await service.stop();
  }
}

/** Idle connections that were used once: memory of each, and their effect on other requests. */
async function idle(): Promise<void> {
  const flags = ["--max-connections", "100000", "--max-connections-per-address", "100000"];
  const service = await serve(place, ...quiet, ...flags);
  await pin(service.pid, "service");
  const sockets: Bun.Socket<undefined>[] = [];
  try {
    let before = 0;
    const [hostname = "", port = ""] = service.address.split(":");
    while (sockets.length < IDLE) {
      // The first connections load shared pages and tables. Without load before, since freed memory would be
      // reused.
      if (sockets.length === FIRST) before = await memory(service.pid);
      const { promise, resolve } = Promise.withResolvers<void>();
      const socket = { data: () => resolve(), close: () => resolve() };
      sockets.push(await Bun.connect({ hostname, port: Number(port), socket }));
      sockets.at(-1)?.write(`GET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`);
      await promise;
    }
    const each = ((await memory(service.pid)) - before) / (IDLE - FIRST);
    figure({ measure: "idle connection", who: "netlens", value: Math.max(0, each * 1e6), unit: "bytes" });
    const line = await loaded(loadOf(service, `beside ${IDLE.toLocaleString("en-GB")} idle connections`));
    for (const reported of figuresOf(line)) figure(reported);
  } finally {
    for (const socket of sockets) socket.terminate();
    await service.stop();
  }
}

const loadOf = (service: Running, name: string) => ({
  ...{ name, url: `http://${service.address}${PATH}`, seconds: SECONDS },
  ...{ service: [service.pid], logged: logBytes },
});

try {
  if (!existsSync(binary)) absent("all of conditions", "dist/netlens is missing: run `bun run build` first");
  else if (Bun.which("wrk") === null) absent("all of conditions", "wrk is not installed");
  else {
    console.log(pinned);
    for (const condition of CONDITIONS) await measure(condition);
    await idle();
  }
} finally {
  rmSync(place, { recursive: true });
}
