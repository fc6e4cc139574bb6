/** Rounds with a registration of the domain. */

import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { registered } from "../../../src/http/problem-kinds.ts";
import type { HttpReport } from "../../../src/http/schema.ts";
import { expectationsOf } from "../../../src/jobs/project/check.ts";
import { readProject } from "../../../src/jobs/project/read.ts";
import { watchRound } from "../../../src/jobs/watch/round.ts";
import { DAY, openWatchStore } from "../../../src/jobs/watch/store.ts";
import { answered, URL_OF } from "./reports.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-watch-round-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NOW = 20_000 * DAY;
const plain = answered(200);
const unread = [{ what: "domain registration", count: 1, reason: "the registry is silent" }];
const silent: HttpReport = { ...plain, unchecked: unread };

/** Response with a registration that ends in `days` days. */
function registeredFor(days: number, now: number): HttpReport {
  const expires = new Date(now + days * DAY).toISOString();
  const at = new Date(now).toISOString();
  const found = registered({ name: "shop.example", expires, status: [], source: "", at }, now);
  return { ...plain, ...found, problems: [...plain.problems, ...found.problems] };
}

test("an alert about the domain stays while the registry does not answer, and ends when it does", async () => {
  const text = `[limits]\ndomain-days = 10\n[watch]\ntargets = ["${URL_OF}"]\nwake-for = ["domain-expires-soon", "domain-days"]\n`;
  const project = readProject(text, "watch.toml", 0);
  const store = openWatchStore(join(folder, "state.sqlite"));
  const state = { now: NOW, report: registeredFor(11, NOW) };
  const titles = async () => {
    if (!project.watch) throw new Error("the file has targets");
    const [target] = await watchRound(project.watch, {
      look: async () => ({ report: state.report }),
      store,
      expected: expectationsOf(project, ({ severity }) => ({ severity })),
      baselineOf: async () => undefined,
      accepts: false,
      onAccepted: async () => {},
      channelsOf: () => [],
      onRecorded: () => {},
      clock: () => state.now,
      sleep: async () => {},
    });
    expect(target?.failures).toEqual([]);
    expect(target?.unchecked).toEqual(state.report.unchecked);
    return target?.open.filter(({ calm }) => calm === 0).map(({ title }) => title);
  };
  const soon = expect.stringMatching(/ends on [\d-]+: \d+ days left/);
  const low = "The registration of shop.example lasts 9 more days; 10 required.";
  expect(await titles()).toEqual([soon]);
  state.report = silent;
  expect(await titles()).toEqual([soon]);
  // The days go on without the registry.
  state.now += 2 * DAY;
  expect(await titles()).toEqual(expect.arrayContaining([low, soon]));
  state.report = registeredFor(400, state.now);
  expect(await titles()).toEqual([]);
  // A renewal is remembered, although the response did not change.
  state.now += 380 * DAY;
  state.report = registeredFor(700, state.now);
  expect(await titles()).toEqual([]);
  state.report = silent;
  expect(await titles()).toEqual([]);
  // A response without it, after the setting is gone.
  state.report = plain;
  expect(await titles()).toEqual([]);
  store.close();
});
