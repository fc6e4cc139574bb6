/**
 * The client address behind nginx, HAProxy, Apache and Caddy, with recommended and with default settings, and
 * with any forged header: in responses, in the log, and for the rate limit.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { apache, caddy, haproxy, nginx, type ProxyServer } from "./proxy-servers.ts";

/** Address of the client; the proxies use 127.0.0.1. */
const CLIENT = "127.0.0.9";

// From nginx's documentation: a Forwarded header that clients cannot forge.
const NGINX_FORWARDED = `
  map $remote_addr $proxy_forwarded_elem { ~^[0-9.]+$ "for=$remote_addr"; ~^[0-9A-Fa-f:.]+$ "for=\\"[$remote_addr]\\""; default "for=unknown"; }
  map $http_forwarded $proxy_add_forwarded {
    "~^(,[ \\\\t]*)*([!#$%&'*+.^_\`|~0-9A-Za-z-]+=([!#$%&'*+.^_\`|~0-9A-Za-z-]+|\\"([\\\\t \\\\x21\\\\x23-\\\\x5B\\\\x5D-\\\\x7E\\\\x80-\\\\xFF]|\\\\\\\\[\\\\t \\\\x21-\\\\x7E\\\\x80-\\\\xFF])*\\"))?(;([!#$%&'*+.^_\`|~0-9A-Za-z-]+=([!#$%&'*+.^_\`|~0-9A-Za-z-]+|\\"([\\\\t \\\\x21\\\\x23-\\\\x5B\\\\x5D-\\\\x7E\\\\x80-\\\\xFF]|\\\\\\\\[\\\\t \\\\x21-\\\\x7E\\\\x80-\\\\xFF])*\\"))?)*([ \\\\t]*,([ \\\\t]*([!#$%&'*+.^_\`|~0-9A-Za-z-]+=([!#$%&'*+.^_\`|~0-9A-Za-z-]+|\\"([\\\\t \\\\x21\\\\x23-\\\\x5B\\\\x5D-\\\\x7E\\\\x80-\\\\xFF]|\\\\\\\\[\\\\t \\\\x21-\\\\x7E\\\\x80-\\\\xFF])*\\"))?(;([!#$%&'*+.^_\`|~0-9A-Za-z-]+=([!#$%&'*+.^_\`|~0-9A-Za-z-]+|\\"([\\\\t \\\\x21\\\\x23-\\\\x5B\\\\x5D-\\\\x7E\\\\x80-\\\\xFF]|\\\\\\\\[\\\\t \\\\x21-\\\\x7E\\\\x80-\\\\xFF])*\\"))?)*)?)*$" "$http_forwarded, $proxy_forwarded_elem";
    default "$proxy_forwarded_elem";
  }`;

const nginxServer = (upstream: string, lines: string, http = "") => `${http}
  server { listen 127.0.0.1:PORT; location / { proxy_pass http://${upstream}; ${lines} } }`;
const haproxyServer = (upstream: string, lines: string) => `
frontend in
  bind 127.0.0.1:PORT
  default_backend netlens
backend netlens
  ${lines}
  server one ${upstream}`;

interface Setup {
  readonly what: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly unix?: boolean;
  /** Expected address if no proxy is trusted: the proxy's own. */
  readonly known?: string;
  /** Starts the proxy. @param upstream the service's address in the proxy's notation */
  readonly proxy: (upstream: string) => Promise<ProxyServer>;
}

const apacheServer = (upstream: string) =>
  apache(`<VirtualHost 127.0.0.1:PORT>
    ProxyPass / http://${upstream}/
  </VirtualHost>`);
const caddyServer = (upstream: string) =>
  caddy(`:PORT {
  bind 127.0.0.1
  reverse_proxy ${upstream}
}`);
/** Default settings without a trusted proxy, so forwarded addresses are ignored. */
const noneTrusted = { settings: { "trusted-proxies": "" }, known: "127.0.0.1" };

const added = "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;";
const byNginx = (lines: string, http?: string) => (upstream: string) =>
  nginx(nginxServer(upstream, lines, http));
const byHaproxy = (lines: string) => (upstream: string) => haproxy(haproxyServer(upstream, lines));
const forwarded = { "client-address-header": "Forwarded" };
const realIp = { "client-address-header": "X-Real-IP" };

const setups: readonly Setup[] = [
  { what: "nginx, X-Forwarded-For added to", settings: {}, proxy: byNginx(added) },
  {
    what: "nginx, X-Forwarded-For replaced",
    settings: {},
    proxy: byNginx("proxy_set_header X-Forwarded-For $remote_addr;"),
  },
  {
    what: "nginx, all that its users usually set",
    settings: {},
    proxy: byNginx(
      `${added} proxy_set_header Host $host; proxy_set_header X-Real-IP $remote_addr; proxy_set_header X-Forwarded-Proto $scheme;`,
    ),
  },
  { what: "nginx, X-Real-IP", settings: realIp, proxy: byNginx("proxy_set_header X-Real-IP $remote_addr;") },
  {
    what: "nginx, Forwarded",
    settings: forwarded,
    proxy: byNginx("proxy_set_header Forwarded $proxy_add_forwarded;", NGINX_FORWARDED),
  },
  {
    what: "nginx, HTTP/1.1 with kept connections",
    settings: {},
    proxy: byNginx(`${added} proxy_http_version 1.1; proxy_set_header Connection "";`),
  },
  { what: "nginx, Unix socket", settings: {}, unix: true, proxy: byNginx(added) },
  { what: "HAProxy, option forwardfor", settings: {}, proxy: byHaproxy("option forwardfor") },
  {
    what: "HAProxy, Forwarded added to",
    settings: forwarded,
    proxy: byHaproxy("http-request add-header Forwarded for=%[src]"),
  },
  {
    what: "HAProxy, Forwarded with all it can say",
    settings: forwarded,
    proxy: byHaproxy(`http-request add-header Forwarded 'for="%[src]:%[src_port]";proto=http;by=_haproxy'`),
  },
  {
    what: "HAProxy, X-Real-IP set",
    settings: realIp,
    proxy: byHaproxy("http-request set-header X-Real-IP %[src]"),
  },
  { what: "HAProxy, Unix socket", settings: {}, unix: true, proxy: byHaproxy("option forwardfor") },
  { what: "Apache as it comes", settings: {}, proxy: apacheServer },
  { what: "Caddy as it comes", settings: {}, proxy: caddyServer },
  { what: "nginx as it comes, not trusted", ...noneTrusted, proxy: byNginx("") },
  { what: "HAProxy as it comes, not trusted", ...noneTrusted, proxy: byHaproxy("") },
  { what: "Apache, not trusted", ...noneTrusted, proxy: apacheServer },
  { what: "Caddy, not trusted", ...noneTrusted, proxy: caddyServer },
];

/** Header lines with which a client may forge its address. */
const FORGED: readonly (readonly string[])[] = [
  [],
  ["X-Forwarded-For: 8.8.8.8"],
  ["X-Forwarded-For: 8.8.8.8, 127.0.0.1"],
  ["X-Forwarded-For: 8.8.8.8", "X-Forwarded-For: 127.0.0.1"],
  ["X-Forwarded-For: 8.8.8.8,"],
  ["X-Forwarded-For:"],
  ["X-Forwarded-For: 8.8.8.8;"],
  ['X-Forwarded-For: "8.8.8.8'],
  ["X_Forwarded_For: 8.8.8.8"],
  ["Forwarded: for=8.8.8.8"],
  ["Forwarded: for=8.8.8.8, for=127.0.0.1"],
  ["Forwarded: for=8.8.8.8", "Forwarded: for=127.0.0.1"],
  ['Forwarded: for="8.8.8.8'],
  ['Forwarded: for="[2001:4860:4860::8888]:80"'],
  ['Forwarded: for=8.8.8.8;host="'],
  ['Forwarded: for=8.8.8.8;host="\\'],
  ["Forwarded: for=_hidden, for=unknown,"],
  ["X-Real-IP: 8.8.8.8"],
  ["X-Real-IP: 8.8.8.8", "X-Real-IP: 8.8.4.4"],
  ["X-Client-IP: 8.8.8.8", "CF-Connecting-IP: 8.8.8.8", "True-Client-IP: 8.8.8.8"],
  ["X-Forwarded-For: 8.8.8.8", "Forwarded: for=8.8.8.8", "X-Real-IP: 8.8.8.8"],
  ["Connection: X-Forwarded-For, Forwarded, X-Real-IP", "X-Forwarded-For: 8.8.8.8"],
  ['Host: a", for=8.8.8.8'],
  ["Host: a,for=8.8.8.8"],
];

/** Requests per minute for one client, more than the number of forged headers. */
const ALLOWED = 60;

for (const { what, settings, unix = false, known, proxy: start } of setups)
  describe(what, () => {
    const folder = mkdtempSync(join(tmpdir(), "netlens-"));
    let service: Service;
    let proxy: ProxyServer;
    const clients = new Set<unknown>();
    const send = (lines: readonly string[], ...more: readonly string[]) => {
      const fields = lines.flatMap((line) => ["-H", line.endsWith(":") ? line.replace(":", ";") : line]);
      return $`curl -s --interface ${CLIENT} ${fields} ${more}`.nothrow().text();
    };
    beforeAll(async () => {
      const listen = unix ? `unix:${folder}/socket` : "127.0.0.1:0";
      const trusted = unix ? "unix" : "127.0.0.1";
      const flags = { listen, drain: "off", "rate-limit": `${ALLOWED}/1m`, "trusted-proxies": trusted };
      const config = loadConfig({ ...flags, ...settings }, {});
      const log = (_level: string, _message: string, facts: object = {}) => {
        if ("client" in facts) clients.add(facts.client);
      };
      service = await startService(config.settings, log, []);
      // nginx needs http://unix:/path:, HAProxy unix@/path.
      const upstream = what.startsWith("nginx")
        ? `${service.address}${unix ? ":" : ""}`
        : service.address.replace("unix:", "unix@");
      proxy = await start(upstream);
    });
    afterAll(async () => {
      await proxy?.stop();
      await service?.stop();
      rmSync(folder, { recursive: true });
    });
    for (const lines of FORGED)
      test(lines.join(" | ") || "an honest client", async () => {
        const answer = await send(lines, `http://127.0.0.1:${proxy.port}/v1/ip`);
        // The proxy or the service may reject an invalid Host.
        if (lines[0]?.startsWith("Host:") && !answer.includes('"ip"')) return;
        const field = settings["client-address-header"]?.toLowerCase() ?? "x-forwarded-for";
        expect(JSON.parse(answer)).toMatchObject({
          ip: known ?? CLIENT,
          source: known === undefined ? field : "socket",
        });
      });
    test("all of them are one client for the log and the limit", async () => {
      const url = `http://127.0.0.1:${proxy.port}/v1/status/200`;
      const statuses: string[] = [];
      for (let number = 1; number <= 4; number++) {
        const forged = ["X-Forwarded-For", "X-Real-IP", "Forwarded", "CF-Connecting-IP"].map(
          (name) => `${name}: ${name === "Forwarded" ? "for=" : ""}192.0.2.${number}`,
        );
        const reported = await send(
          forged,
          "-o",
          "/dev/null",
          "-w",
          "%{http_code}\n",
          `${url}?[1-${ALLOWED / 4}]`,
        );
        statuses.push(...reported.trim().split("\n"));
      }
      expect(statuses.length).toBe(ALLOWED);
      expect([...new Set(statuses)]).toEqual(["200", "429"]);
      expect([...clients]).toEqual([known ?? CLIENT]);
    });
  });
