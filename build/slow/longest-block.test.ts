/** No hostile target keeps others waiting: CPU time of the main thread in one go, which does not depend on what else runs. */

import { expect, test } from "bun:test";
import { lookupHttp } from "../../src/http/lookup.ts";
import { defaultSettings, testSettings } from "../../test/http/servers.ts";
import { cpuOf } from "../../test/longest-block.ts";

/** Milliseconds in one go, and of a whole lookup. */
const MOST_IN_ONE_GO = 150;
const MOST = 500;

test("HTTP/2 frames without end", async () => {
  const servers = new Worker(new URL("./longest-block-servers.ts", import.meta.url).href);
  const { promise, resolve } = Promise.withResolvers<Readonly<Record<string, number>>>();
  servers.onmessage = ({ data }) => resolve(data);
  const settings = { ...defaultSettings, allow: testSettings.allow };
  const blocking: string[] = [];
  for (const [kind, port] of Object.entries(await promise)) {
    const { all, inOneGo } = await cpuOf(() =>
      lookupHttp(`https://127.0.0.1:${port}/`, { version: "2" }, settings),
    );
    const told = `${kind}: ${Math.round(inOneGo)} ms in one go, ${Math.round(all)} ms in all`;
    console.log(told);
    if (inOneGo > MOST_IN_ONE_GO || all > MOST) blocking.push(told);
  }
  servers.terminate();
  expect(blocking).toEqual([]);
}, 120_000);
