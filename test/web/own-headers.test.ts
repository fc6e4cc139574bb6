/** netlens's own pages have no errors and no warnings from its linter. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { explainMessage } from "../../src/headers/explain.ts";
import { type Message, parseMessage } from "../../src/headers/message.ts";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { favicon, map, script, stylesheet } from "../../src/web/assets/assets.ts";

let service: Service;
beforeAll(async () => {
  const { settings } = loadConfig({ listen: "127.0.0.1:0", drain: "off" }, {});
  service = await startService(settings, () => {}, []);
});
afterAll(() => service.stop());

const browser = { accept: "text/html", "accept-encoding": "gzip, br" };
const form = { ...browser, "content-type": "application/x-www-form-urlencoded" };

const cases: readonly (readonly [path: string, status: number, init: RequestInit])[] = [
  ["/", 200, { headers: browser }],
  ["/", 200, { headers: { accept: "*/*" } }],
  ["/", 200, { headers: browser, method: "HEAD" }],
  ["/?ip=10.0.0.1", 200, { headers: browser }],
  ["/?ip=x", 400, { headers: browser }],
  ["/?useragent=curl/8.5.0", 200, { headers: browser }],
  ["/?url=http://10.0.0.1/", 200, { headers: browser }],
  ["/?url=", 400, { headers: browser }],
  ["/headers", 200, { headers: form, method: "POST", body: "headers=Age%3A+1" }],
  ["/headers", 400, { headers: form, method: "POST", body: "headers=" }],
  ["/headers", 415, { headers: browser, method: "POST", body: "x" }],
  ["/headers", 200, { headers: browser }],
  ["/api", 200, { headers: browser }],
  ["/settings", 200, { headers: browser }],
  ["/compare", 200, { headers: browser }],
  ["/compare?a=http://10.0.0.1/&b=http://10.0.0.2/", 200, { headers: browser }],
  ["/redirects", 200, { headers: browser }],
  [
    "/redirects",
    200,
    { headers: form, method: "POST", body: "map=http%3A%2F%2F10.0.0.1%2F+http%3A%2F%2F10.0.0.2%2F" },
  ],
  ["/redirects", 400, { headers: form, method: "POST", body: "map=" }],
  ["/redirects", 415, { headers: browser, method: "POST", body: "x" }],
  ["/forms", 200, { headers: browser }],
  ["/?q=10.0.0.1", 200, { headers: browser }],
  ["/?q=", 200, { headers: browser }],
  ["/?q=ftp://x/", 400, { headers: browser }],
  ["/place?at=48.1,11.5", 200, { headers: browser }],
  ["/problems", 200, { headers: browser }],
  ["/differences", 200, { headers: browser }],
  ["/differences?kind=nothing", 200, { headers: browser }],
  ["/guide", 200, { headers: browser }],
  ["/guide?q=proxy", 200, { headers: browser }],
  ["/guide/redirects", 200, { headers: browser }],
  ["/guide/nothing", 404, { headers: browser }],
  ["/problems/", 200, { headers: browser }],
  ["/problems/date-missing", 200, { headers: browser }],
  ["/problems/not-stored", 200, { headers: browser }],
  ["/problems/constructor", 404, { headers: { accept: "*/*" } }],
  ["/problems/no-such-thing", 404, { headers: browser }],
  [stylesheet.href, 200, { headers: browser }],
  [script.href, 200, { headers: browser }],
  [map.href, 200, { headers: browser }],
  [favicon.href, 200, { headers: browser }],
  ["/favicon.ico", 200, { headers: browser }],
  ["/nothing", 404, { headers: browser }],
  ["/v1/nothing", 404, { headers: { accept: "*/*" } }],
];

/** Without a proxy, and behind a proxy with https and Strict-Transport-Security. */
const places = [
  { origin: () => `http://${service.address}`, added: [] },
  {
    origin: () => "https://netlens.example",
    added: ["Strict-Transport-Security: max-age=31536000; includeSubDomains"],
  },
] as const;

for (const { origin, added } of places)
  describe(added.length > 0 ? "behind a proxy" : "direct", () => {
    test.each(cases)("%s %i", async (path, status, init) => {
      const response = await fetch(`http://${service.address}${path}`, { ...init, decompress: false });
      const sent = await response.arrayBuffer();
      expect(response.status).toBe(status);
      const requestHeaders = Object.entries({ ...(init.headers as Record<string, string>) });
      const message = parseMessage(
        [...[...response.headers].map(([name, value]) => `${name}: ${value}`), ...added],
        {
          status,
          method: init.method ?? "GET",
          url: `${origin()}${path}`,
          receivedAt: Date.now(),
          bodyLength: sent.byteLength,
          requestHeaders: requestHeaders.map(([name, value]) => `${name}: ${value}`),
        },
      );
      expect(seriousFindings(message)).toEqual([]);
    });
  });

function seriousFindings(message: Message): string[] {
  const { headers, problems } = explainMessage(message, Date.now());
  const found = [
    ...problems,
    ...headers.flatMap(({ problems, details }) => [
      ...problems,
      ...(details.problems ?? []),
      ...(details.items ?? []).flatMap((item) => item.problems ?? []),
    ]),
  ];
  return found.filter(({ severity }) => severity !== "info").map(({ name }) => name);
}
