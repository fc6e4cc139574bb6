/** Modules of a service: those that cannot be used are logged and answered with 400. */

import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openQueue } from "../../src/http/queue.ts";
import { openProbe, probeResponse } from "../../src/server/probe-access.ts";
import { loadConfig } from "../../src/settings/load.ts";

const folder = mkdtempSync(join(tmpdir(), "probe-access-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "blackbox.yml");
const http = (members: string) => `{ prober: http, http: { ${members} } }`;

function opened(workers: string, hasQueue: boolean) {
  const { settings } = loadConfig({ "probe-config": file, workers }, {});
  const logged: string[] = [];
  const log = (level: string, message: string, facts: unknown = {}) => {
    logged.push(`${level} ${message} ${JSON.stringify(facts).replaceAll(`${folder}/`, "")}`);
  };
  const probe = openProbe(settings, [], log, hasQueue ? openQueue(1, 1) : undefined);
  return { probe, logged, settings };
}

test("invalid modules and those of other probers", async () => {
  writeFileSync(file, `modules:\n  bad: ${http("oauth2: {}")}\n  t: { prober: tcp }\n  good: ${http("")}\n`);
  const { probe, logged, settings } = opened("1", true);
  const access = await probe;
  const reason = "blackbox.yml:2:32: bad: oauth2 is not supported";
  const lines = [
    `error invalid probe module answers 400 {"reason":"${reason}"}`,
    'warn probe modules of other probers answer 400 {"names":"t (tcp)"}',
  ];
  expect(logged).toEqual(lines);
  const answer = async (query: string) => {
    const response = await probeResponse(
      new Request(`http://h/probe?target=http://127.0.0.1/${query}`),
      access,
    );
    return [response.status, (await response.text()).replaceAll(`${folder}/`, "")];
  };
  expect(await answer("&module=bad")).toEqual([400, `module: ${reason}.\n`]);
  expect(await answer("&module=t")).toEqual([
    400,
    'module: "t" uses the tcp prober; netlens has only http.\n',
  ]);
  expect((await answer("&module=good"))[0]).toBe(200);
  expect(await answer("&module=good&hostname=a/b")).toEqual([400, "hostname is not a host name.\n"]);
  writeFileSync(file, "modules: [");
  expect(access.reload(settings)).rejects.toThrow("blackbox.yml:1:11: not valid YAML");
  expect((await answer("&module=good"))[0]).toBe(200);
});

test.each([
  ["1", true, 1],
  ["2", true, 0],
  ["2", false, 1],
])("%s workers, queue %p: %i lines", async (workers, hasQueue, count) => {
  writeFileSync(file, "modules:\n  t: { prober: tcp }\n");
  const { probe, logged } = opened(workers, hasQueue);
  await probe;
  expect(logged).toHaveLength(count);
});
