/** Nobody waits for what is hostile: CPU time of the service's thread in one go, and while a request for `/healthz` waits. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { cpuOf } from "../../test/longest-block.ts";
import type { Told } from "./longest-block-client.ts";
import { HOSTILE_INPUTS, type HostileInput, USUAL_INPUTS } from "./longest-block-inputs.ts";

/** Milliseconds of CPU time in one go, while others wait, and in all for one lookup. */
const MOST_IN_ONE_GO = 150;
const LONGEST_WAIT = 250;

const flags = {
  listen: "127.0.0.1:0",
  drain: "off",
  log: "off",
  mcp: "on",
  probe: "on",
  "http-allow": "127.0.0.0/8",
  // What trickles is cut off sooner than in earnest.
  "http-timeout": "3s",
};
let service: Service;
const client = new Worker(new URL("./longest-block-client.ts", import.meta.url).href);
const servers = new Worker(new URL("./longest-block-servers.ts", import.meta.url).href);
const targets = new Promise<Readonly<Record<string, string>>>((resolve, reject) => {
  servers.onmessage = ({ data }) => resolve(data);
  servers.onerror = ({ message }) => reject(new Error(message));
});
beforeAll(async () => {
  service = await startService(loadConfig(flags, {}).settings, () => {}, []);
});
afterAll(async () => {
  client.terminate();
  servers.terminate();
  await service.stop();
});

function ask(input: HostileInput): Promise<Told> {
  const { promise, resolve } = Promise.withResolvers<Told>();
  client.onmessage = ({ data }) => resolve(data);
  client.postMessage({ origin: `http://${service.address}`, input });
  return promise;
}

/**
 * What keeps others waiting, and what is not answered or by a bug of ours.
 * @param tries of each: a busy machine has less cache for each of us, so that the least of them counts
 */
async function faultsOf(inputs: Readonly<Record<string, HostileInput>>, tries: number): Promise<string[]> {
  const faults: string[] = [];
  for (const [kind, input] of Object.entries(inputs)) {
    for (let left = tries; left > 0; left--) {
      let told: Told = { status: 0, wait: 0, clock: 0 };
      const { all, inOneGo } = await cpuOf(async () => {
        told = await ask(input);
      });
      const { status, wait, clock } = told;
      const line = `${kind}: ${status}, ${Math.round(inOneGo)} ms in one go, ${Math.round(all)} ms in all, others wait ${wait} ms (${Math.round(clock)} ms by the clock)`;
      console.log(line);
      if (inOneGo <= MOST_IN_ONE_GO && wait <= LONGEST_WAIT && status >= 200 && status < 500) break;
      if (left === 1) faults.push(line);
    }
  }
  return faults;
}

test("inputs", async () => {
  // What the first of a kind loads is no part of it.
  for (const input of USUAL_INPUTS) expect((await ask(input)).status).toBeLessThan(500);
  expect(await faultsOf(HOSTILE_INPUTS, 3)).toEqual([]);
}, 120_000);

test("targets", async () => {
  const inputs = Object.entries(await targets).map(([kind, path]) => [kind, { path }] as const);
  expect(await faultsOf(Object.fromEntries(inputs), 3)).toEqual([]);
}, 240_000);
