/**
 * Hostile requests must not delay other clients. Measures CPU time of the service's thread between turns of
 * the event loop, and during a request for `/healthz`.
 */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSite } from "../../src/api/site.ts";
import { openQueue } from "../../src/http/queue.ts";
import { createApp } from "../../src/server/app.ts";
import { type Service, startService } from "../../src/server/service.ts";
import { httpSettings } from "../../src/server/wiring.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { cpuOf } from "../../test/longest-block.ts";
import { openService } from "../../test/server/open-service.ts";
import type { Result } from "./longest-block-client.ts";
import { HOSTILE_INPUTS, type HostileInput, USUAL_INPUTS } from "./longest-block-inputs.ts";
import type { Targets } from "./longest-block-servers.ts";

/**
 * Maximum CPU milliseconds between turns of the event loop while others wait, and of a request for
 * `/healthz`.
 */
const MOST_IN_ONE_GO = 150;
const LONGEST_WAIT = 250;

const flags = {
  listen: "127.0.0.1:0",
  drain: "off",
  log: "off",
  mcp: "on",
  probe: "on",
  "http-allow": "127.0.0.0/8",
  // Aborts slow content sooner than in production.
  "http-timeout": "3s",
  reports: join(mkdtempSync(join(tmpdir(), "netlens-block-")), "reports.sqlite"),
};
let service: Service;
const client = new Worker(new URL("./longest-block-client.ts", import.meta.url).href);
const servers = new Worker(new URL("./longest-block-servers.ts", import.meta.url).href);
const targets = new Promise<Targets>((resolve, reject) => {
  servers.onmessage = ({ data }) => resolve(data);
  servers.onerror = ({ message }) => reject(new Error(message));
});
beforeAll(async () => {
  const { resolver } = await targets;
  service = await startService(loadConfig({ ...flags, resolver }, {}).settings, () => {}, []);
}, 60_000);
afterAll(async () => {
  client.terminate();
  servers.terminate();
  await service.stop();
});

function send(input: HostileInput): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<Result>();
  client.onmessage = ({ data }) => resolve(data);
  client.postMessage({ origin: `http://${service.address}`, input });
  return promise;
}

/**
 * Inputs that delay others, get no answer, or get an internal error.
 * @param tries number of runs per input; the fastest counts, since a busy machine has less cache
 */
async function faultsOf(inputs: Readonly<Record<string, HostileInput>>, tries: number): Promise<string[]> {
  const faults: string[] = [];
  for (const [kind, input] of Object.entries(inputs)) {
    for (let left = tries; left > 0; left--) {
      let reported: Result = { status: 0, wait: 0, clock: 0 };
      const { all, inOneGo } = await cpuOf(async () => {
        reported = await send(input);
      });
      const { status, wait, clock } = reported;
      const line = `${kind}: ${status}, ${Math.round(inOneGo)} ms in one go, ${Math.round(all)} ms in all, others wait ${wait} ms (${Math.round(clock)} ms by the clock)`;
      console.log(line);
      if (inOneGo <= MOST_IN_ONE_GO && wait <= LONGEST_WAIT && status >= 200 && status < 500) break;
      if (left === 1) faults.push(line);
    }
  }
  return faults;
}

test("inputs", async () => {
  // Loads the code of each kind first.
  for (const input of USUAL_INPUTS) expect((await send(input)).status).toBeLessThan(500);
  expect(await faultsOf(HOSTILE_INPUTS, 3)).toEqual([]);
}, 120_000);

test("every route with content has a hostile input", () => {
  const { settings } = loadConfig(flags, {});
  const nothing = () => {
    throw new Error("Nothing is asked here.");
  };
  const { routes } = createApp(
    {
      verify: nothing,
      signature: nothing,
      site: createSite("1"),
      ip: { geo: nothing, caller: nothing },
      http: { settings: httpSettings(settings, []), queue: openQueue(1, 1) },
      mcp: { origins: [] },
      ready: nothing,
      onBug: nothing,
    },
    openService(),
  );
  const isSent = (path: string, all: readonly HostileInput[]) =>
    all.some(({ path: requested, body }) => body !== undefined && requested.split("?")[0] === path);
  const taking = routes.filter(({ method }) => !/^(?:GET|HEAD|OPTIONS|DELETE)$/.test(method));
  // `*` is the id of a stored result. This route reads no content.
  const paths = taking.map(({ path }) =>
    path.replace("/r/*", "/r/AAAAAAAAAAAAAAAAAAAAAA").replace(":name", "shop"),
  );
  expect(paths.length).toBeGreaterThan(9);
  expect(paths.filter((path) => !isSent(path, Object.values(HOSTILE_INPUTS)))).toEqual([]);
  expect(paths.filter((path) => !isSent(path, USUAL_INPUTS))).toEqual([]);
});

test("targets", async () => {
  const inputs = Object.entries((await targets).paths).map(([kind, path]) => [kind, { path }] as const);
  expect(await faultsOf(Object.fromEntries(inputs), 3)).toEqual([]);
}, 240_000);
