/** The log has the number of content bytes that the client receives. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";

let service: Service;
let logged: number[] = [];
beforeAll(async () => {
  const { settings } = loadConfig({ listen: "127.0.0.1:0", drain: "off" }, {});
  service = await startService(settings, () => {}, [], {
    access: (_level, { bytes }) => void logged.push(bytes),
    dropped: () => 0,
  });
});
afterAll(() => service.stop());

const json = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const cases: readonly (readonly [path: string, init?: RequestInit])[] = [
  ["/v1/ip/8.8.8.8"],
  ["/v1/ip/8.8.8.8?locale=ru"],
  ["/v1/ip"],
  ["/v1/ip", json({ ips: ["8.8.8.8", "x"] })],
  ["/v1/ip/nowhere"],
  ["/v1/useragent/curl%2F8"],
  ["/v1/useragent"],
  ["/v1/useragent", json({ agents: ["curl/8", "ä"] })],
  ["/v1/status/404"],
  ["/v1/http?url=127.0.0.1"],
  ["/v1/http", json({ headers: ["Age: 60"] })],
  ["/v1/http", json({ headers: ["Age: 60"], again: 1 })],
  ["/", { headers: { accept: "text/html" } }],
  ["/", { headers: { accept: "text/html", "accept-encoding": "identity" } }],
  ["/"],
  ["/json"],
  ["/country"],
  ["/openapi.json"],
  ["/nowhere"],
  ["/v1/ip/8.8.8.8", { method: "HEAD" }],
  ["/v1/ip/8.8.8.8", { method: "OPTIONS" }],
  ["/v1/ip/8.8.8.8", { method: "DELETE" }],
  ["/http/status/code/301/", { redirect: "manual" }],
];
for (const [path, init] of cases)
  test(`${init?.method ?? "GET"} ${path} ${JSON.stringify(init?.headers ?? {})}`, async () => {
    logged = [];
    const response = await fetch(`http://${service.address}${path}`, { ...init, decompress: false });
    const received = (await response.arrayBuffer()).byteLength;
    if (init?.method === undefined && init?.redirect === undefined) expect(received).toBeGreaterThan(0);
    expect(logged).toEqual([received]);
  });
