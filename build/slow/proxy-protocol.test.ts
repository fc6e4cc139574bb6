/** The PROXY protocol as HAProxy and nginx speak it: who the caller is, over TCP balancers that know nothing of HTTP. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { haproxy, type ProxyServer, startProxy } from "./proxy-servers.ts";

/** The balancers are at 127.0.0.1, so the client is not. */
const CLIENT = "127.0.0.9";
const MODULE = process.env["NGINX_STREAM_MODULE"] ?? "/usr/lib/nginx/modules/ngx_stream_module.so";

let service: Service;
const flags = {
  listen: "127.0.0.1:0",
  drain: "off",
  "proxy-protocol": "on",
  "trusted-proxies": "127.0.0.1",
};
beforeAll(async () => {
  service = await startService(loadConfig(flags, {}).settings, () => {}, []);
});
afterAll(() => service.stop());

const byHaproxy = (send: string) => () =>
  haproxy(`
listen in
  mode tcp
  bind 127.0.0.1:PORT
  server one ${service.address} check inter 100ms ${send}`);
const nginxStream = () =>
  startProxy(
    "nginx",
    `stream { server { listen 127.0.0.1:PORT; proxy_pass ${service.address}; proxy_protocol on; } }`,
    (folder, lines) => [
      ["nginx", "-p", folder, "-c", join(folder, "conf"), "-e", "stderr"],
      `load_module ${MODULE};
      daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
      events { worker_connections 1024; }
      ${lines}\n`,
    ],
  );

const balancers: readonly (readonly [what: string, start: () => Promise<ProxyServer>, skipped: boolean])[] = [
  ["HAProxy with send-proxy", byHaproxy("send-proxy check-send-proxy"), Bun.which("haproxy") === null],
  ["HAProxy with send-proxy-v2", byHaproxy("send-proxy-v2 check-send-proxy"), Bun.which("haproxy") === null],
  [
    "HAProxy with fields in version 2",
    byHaproxy("send-proxy-v2 check-send-proxy proxy-v2-options crc32c,unique-id"),
    Bun.which("haproxy") === null,
  ],
  ["nginx with proxy_protocol", nginxStream, Bun.which("nginx") === null || !existsSync(MODULE)],
];

for (const [what, start, skipped] of balancers)
  describe.skipIf(skipped)(what, () => {
    let proxy: ProxyServer;
    beforeAll(async () => {
      proxy = await start();
      // Its health checks say that the server is there.
      for (let tries = 0; tries < 100 && (await ask()).status !== 200; tries++) await Bun.sleep(50);
    });
    afterAll(() => proxy.stop());
    const ask = async (...more: readonly string[]) => {
      const url = `http://127.0.0.1:${proxy.port}/v1/ip`;
      const curl = Bun.spawn(["curl", "-s", "--interface", CLIENT, "-w", "\n%{http_code}", ...more, url], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      const [body = "", status] = (await new Response(curl.stdout).text()).split(/\n(?=\d+$)/);
      return { body, status: Number(status) };
    };

    test("the caller is the balancer's client, whatever it claims", async () => {
      for (const more of [
        [],
        ["-H", "X-Forwarded-For: 203.0.113.9"],
        ["-H", "Forwarded: for=203.0.113.9"],
        ["--haproxy-protocol"],
      ]) {
        const { body, status } = await ask(...more);
        // A client's own header stands behind the balancer's, and is no request.
        if (more[0] === "--haproxy-protocol") expect(status).toBe(400);
        else expect(JSON.parse(body)).toMatchObject({ ip: CLIENT, source: "socket" });
      }
    });

    test("a thousand requests over kept connections are all answered", async () => {
      const urls = Array.from({ length: 1000 }, () => `http://127.0.0.1:${proxy.port}/v1/ip`);
      const curl = Bun.spawn(["curl", "-s", "-Z", "--parallel-max", "20", "--interface", CLIENT, ...urls], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      const text = await new Response(curl.stdout).text();
      expect(text.match(new RegExp(`"ip":"${CLIENT}"`, "g"))).toHaveLength(1000);
    });
  });
