/**
 * Requests and responses of the service as readable text:
 *
 *     GET /v1/ip/5.0.1.2        request
 *     > Origin: …               request header
 *     < {…}                     request content
 *       200                     response: status, headers, and start of the content
 *       log info GET /v1/ip/:ip 200 5.0.1.2      log line
 *
 * The service runs on a free port, with a small database and one fixed client address.
 */

import { createSite } from "../../../src/api/site.ts";
import { openQueue } from "../../../src/http/queue.ts";
import { lookupSource } from "../../../src/ip/mmdb/lookup-source.ts";
import { createApp } from "../../../src/server/app.ts";
import { createMetrics } from "../../../src/server/metrics/metrics.ts";
import { createCors } from "../../../src/server/pipeline/cors.ts";
import { httpSettings } from "../../../src/server/wiring.ts";
import { loadConfig } from "../../../src/settings/load.ts";
import { mmdbOf } from "../../ip/mmdb-writer.ts";
import { CITY } from "../../ip/sample-databases.ts";
import type { ApiDocument } from "./api.ts";

/** Headers that differ between responses. */
const VOLATILE = /^(?:date|server-timing|x-request-id|keep-alive|connection)$/;
const SHOWN = 700;

/** Renders all cases with one server. */
export function renderExchanges(cases: readonly (readonly string[])[]): Promise<string[]> {
  return served(async (port, logged) => {
    const output: string[] = [];
    for (const given of cases) output.push(await renderExchange(given, port, logged));
    return output;
  });
}

/** The service's OpenAPI description. */
export function describedApi(): Promise<ApiDocument> {
  return served(async (port) => {
    const response = await fetch(`http://127.0.0.1:${port}/openapi.json`);
    return (await response.json()) as ApiDocument;
  });
}

async function served<T>(ask: (port: number, logged: readonly string[]) => Promise<T>): Promise<T> {
  const { settings } = loadConfig({}, {});
  const city = [lookupSource(mmdbOf(CITY()))];
  const geo = { places: { 4: city, 6: city }, asns: { 4: [], 6: [] } };
  const caller = () => ({ ip: "5.0.1.2", source: "socket" }) as const;
  const logged: string[] = [];
  const app = createApp(
    {
      verify: async () => "unknown",
      signature: async () => undefined,
      site: createSite("1.2.3"),
      ip: { geo: () => geo, caller },
      http: { settings: httpSettings(settings, []), queue: openQueue(1, 1) },
      ready: () => ({ ok: true, reasons: [] }),
      onBug: (error) => {
        throw error;
      },
    },
    {
      settings: () => ({
        cors: createCors(["https://b.example"]),
        limits: {},
        maxBody: 1000,
        logs: { requests: true, probes: true },
        logPaths: false,
      }),
      caller,
      keyOf: () => caller().ip,
      loggedClient: (ip) => ip,
      access: (level, { method, path, status, client, id }) =>
        void logged.push([level, method, path, status, client, id].filter(Boolean).join(" ")),
      draining: () => false,
      metrics: createMetrics(),
      clock: Date.now,
    },
  );
  app.listen({ hostname: "127.0.0.1", port: 0 });
  const server = app.server as Bun.Server<undefined>;
  try {
    return await ask(server.port ?? 0, logged);
  } finally {
    await server.stop(true);
  }
}

async function renderExchange(
  given: readonly string[],
  port: number,
  logged: readonly string[],
): Promise<string> {
  const [first = "", ...rest] = given;
  const [method = "GET", path = "/"] = first.split(" ");
  const fields = rest
    .filter((line) => line.startsWith(">"))
    .map((line) => line.slice(2).split(/: (.*)/s, 2))
    .map(([name = "", value = ""]) => [name.toLowerCase(), value]);
  const content = rest.filter((line) => line.startsWith("<")).map((line) => line.slice(2));
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    redirect: "manual",
    headers: { "accept-encoding": "identity", "user-agent": "curl/8.5.0", ...Object.fromEntries(fields) },
    ...(content.length > 0 && { body: content.join("\n") }),
  });
  const text = (await response.text()).replaceAll(`:${port}`, "");
  const isLong = text.length > SHOWN;
  const isPage = response.headers.get("content-type")?.startsWith("text/html");
  const output = [
    `${response.status}`,
    ...[...response.headers]
      .filter(([name]) => !VOLATILE.test(name) && !(isLong && name === "content-length"))
      .map(([name, value]) => `${name}: ${name === "etag" ? "…" : value}`),
    ...(isPage || text === "" ? [] : text.trimEnd().slice(0, SHOWN).split("\n")),
    `log ${logged.at(-1)}`,
  ];
  return [...given, ...output.map((line) => `  ${line}`)].join("\n");
}
