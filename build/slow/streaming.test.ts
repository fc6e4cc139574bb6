/**
 * Pages that take longer than the timeouts of nginx, HAProxy, Apache and Caddy arrive completely, since they
 * are sent in chunks.
 */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { apache, caddy, haproxy, nginx, type ProxyServer } from "./proxy-servers.ts";

/** Timeout of each proxy in seconds: longer than the time between two bytes, shorter than a page takes. */
const PATIENCE = 6;
/** Number of rows of a map; NETLENS_ROWS=2000 tests the proxies' default timeouts. */
const ROWS = Number(process.env["NETLENS_ROWS"] ?? 100);
const LATENCY = 150;
/** Whether default timeouts are used: 60 seconds, except for Caddy, which waits without a limit. */
const isWhole = ROWS > 1000;
const timeout = (line: string) => (isWhole ? "" : line);

let service: Service;
let target: ReturnType<typeof Bun.serve>;
beforeAll(async () => {
  target = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 60,
    async fetch({ url }) {
      const { pathname } = new URL(url);
      await Bun.sleep(pathname === "/slow" ? 1000 * (PATIENCE + 3) : LATENCY);
      return pathname.startsWith("/from")
        ? new Response(null, { status: 301, headers: { location: "/to" } })
        : new Response("ok");
    },
  });
  const flags = {
    listen: "127.0.0.1:0",
    "http-allow": "127.0.0.0/8",
    "http-timeout": "30s",
    "http-head-timeout": "20s",
    "http-idle-timeout": "20s",
  };
  service = await startService(loadConfig(flags, {}).settings, () => {}, []);
});
afterAll(async () => {
  await service.stop();
  await target.stop(true);
});

const proxies: readonly (readonly [name: string, start: (upstream: string) => Promise<ProxyServer>])[] = [
  [
    "nginx",
    (upstream) =>
      nginx(
        `server { listen 127.0.0.1:PORT; location / { proxy_pass http://${upstream}; ${timeout(`proxy_read_timeout ${PATIENCE}s;`)} } }`,
      ),
  ],
  [
    "HAProxy",
    (upstream) =>
      haproxy(`  timeout server ${isWhole ? 60 : PATIENCE}s
frontend in
  bind 127.0.0.1:PORT
  default_backend netlens
backend netlens
  server one ${upstream}`),
  ],
  [
    "Apache",
    (upstream) =>
      apache(`${timeout(`ProxyTimeout ${PATIENCE}`)}
<VirtualHost 127.0.0.1:PORT>
  ProxyPass / http://${upstream}/
</VirtualHost>`),
  ],
  [
    "Caddy",
    (upstream) =>
      caddy(`:PORT {
  bind 127.0.0.1
  reverse_proxy ${upstream} {
    ${timeout(`transport http {
      read_timeout ${PATIENCE}s
      response_header_timeout ${PATIENCE}s
    }`)}
  }
}`),
  ],
];

interface Answer {
  readonly name: string;
  readonly status: number;
  /** Milliseconds until the first and the last byte. */
  readonly first: number;
  readonly ms: number;
  readonly text: string;
}

const running: { readonly name: string; readonly proxy: ProxyServer }[] = [];
beforeAll(async () => {
  for (const [name, start] of proxies) running.push({ name, proxy: await start(service.address) });
});
afterAll(async () => {
  for (const { proxy } of running) await proxy.stop();
});

/** Responses through all proxies at once. */
function send(path: string, init: () => RequestInit = () => ({})): Promise<Answer[]> {
  return Promise.all(
    running.map(async ({ name, proxy }) => {
      const begun = performance.now();
      const response = await fetch(`http://127.0.0.1:${proxy.port}${path}`, {
        ...init(),
        headers: { accept: "text/html", "accept-encoding": "gzip" },
      });
      let first = 0;
      const chunks: Uint8Array[] = [];
      for await (const chunk of response.body ?? []) {
        first ||= performance.now() - begun;
        chunks.push(chunk);
      }
      const text = Buffer.concat(chunks).toString();
      return { name, status: response.status, first, ms: performance.now() - begun, text };
    }),
  );
}

const slow = () => `http://127.0.0.1:${target.port}/slow`;

test("a lookup that is silent for longer than the timeout arrives completely", async () => {
  for (const { name, status, first, ms, text } of await send(`/?q=${slow()}`)) {
    expect({ name, status, begins: first < 1000 }).toEqual({ name, status: 200, begins: true });
    expect(ms).toBeGreaterThan(1000 * PATIENCE);
    expect(text).toEndWith("</html>\n");
    expect(text).toContain('id="lead"');
  }
}, 60_000);

test.skipIf(isWhole)(
  "JSON, which cannot begin before its end, is given up: the time-outs hold",
  async () => {
    for (const { status } of await send(`/v1/http?url=${slow()}&format=json`))
      expect(status).toBeGreaterThanOrEqual(502);
  },
  60_000,
);

test(`a map of ${ROWS} rows arrives completely`, async () => {
  const map = Array.from({ length: ROWS }, (_, row) => `/from${row} /to`).join("\n");
  const body = () => new URLSearchParams({ base: `http://127.0.0.1:${target.port}`, map });
  for (const { name, status, first, ms, text } of await send("/redirects", () => ({
    method: "POST",
    body: body(),
  }))) {
    console.log(
      `${name}, ${ROWS} rows: first byte after ${Math.round(first)} ms, the last after ${Math.round(ms)} ms`,
    );
    expect({ name, status, begins: first < 1000 }).toEqual({ name, status: 200, begins: true });
    expect(ms).toBeGreaterThan(1000 * (isWhole ? 60 : PATIENCE));
    expect(text).toContain("All redirects are correct");
    expect(text.match(/<tr class="correct">/g)?.length).toBe(ROWS);
  }
}, 600_000);
