/** HTTP/1.1 pipelining: requests sent before earlier responses on the connection (RFC 9112 section 9.3.2). */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { loadLookup } from "../../src/useragent/routes.ts";

const COUNT = 100;
let plain: Service;
let limited: Service;

const start = (flags: Record<string, string>) =>
  startService(loadConfig({ listen: "127.0.0.1:0", drain: "off", ...flags }, {}).settings, () => {}, []);
beforeAll(async () => {
  plain = await start({ "http-allow": "127.0.0.0/8" });
  limited = await start({ "rate-limit": "100/1h" });
  await loadLookup();
});
afterAll(() => Promise.all([plain.stop(), limited.stop()]));

/** Statuses of the responses, until there are `count` or the connection ends. */
async function statuses({ address }: Service, requests: string, count: number): Promise<string[]> {
  const { hostname, port } = new URL(`http://${address}`);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let heard = "";
  const found = () => [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status ?? "");
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data: (_socket, bytes) => {
        heard += bytes.toString("latin1");
        if (found().length >= count) end();
      },
      close: () => end(),
    },
  });
  socket.write(requests);
  await ended;
  socket.end();
  return found();
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

test.each([
  get("/v1/ip/8.8.8.8"),
  get("/v1/ip"),
  get("/v1/useragent/curl%2F8"),
  get("/v1/useragent"),
  get("/v1/status/404"),
  get("/healthz"),
  post("/v1/ip", '{"ips":["8.8.8.8","192.0.2.1"]}'),
  post("/v1/useragent", '{"agents":["curl/8","wget/1"]}'),
])("none of many is lost: %j", async (request) => {
  expect(await statuses(plain, request.repeat(COUNT), COUNT)).toEqual(Array(COUNT).fill("200"));
});

// At most 200: a slow machine spreads more requests over several turns of the event loop
// (`server/pipeline/turns`).
test("none is lost with rate limits, and each counts", async () => {
  const answers = await statuses(limited, get("/v1/status/404").repeat(150), 150);
  expect(answers).toEqual([...Array(100).fill("200"), ...Array(50).fill("429")]);
});

test("responses are in the order of the requests", async () => {
  const paths = ["/v1/status/404", "/nothing", "/v1/ip/1.2.3", "/v1/useragent/curl"];
  expect(await statuses(plain, paths.map(get).join(""), 4)).toEqual(["200", "404", "400", "200"]);
});

/** Bun 1.4.4 closes the connection (see README). If this fails, Bun has fixed it. */
test("a request pipelined after one that waits closes the connection", async () => {
  using silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const waiting = get(`/v1/http?url=http://127.0.0.1:${silent.port}/`);
  expect(await statuses(plain, waiting + get("/v1/status/404"), 2)).toEqual([]);
});
