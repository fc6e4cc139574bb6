import { expect, test } from "bun:test";
import { openStageClock, round, sumStages } from "../../src/http/wire/stages.ts";

/** Stages with a clock that the test sets. */
function clocked() {
  const time = { now: 1000 };
  return { time, stages: openStageClock(() => time.now) };
}

test("each stage ends when the next one starts or it is left; unreached stages are absent", () => {
  const { time, stages } = clocked();
  time.now = 1001;
  stages.enter("dns");
  time.now = 1003.5;
  stages.enter("tcp");
  time.now = 1010;
  stages.leave();
  time.now = 1020;
  stages.enter("firstByte", 1015);
  time.now = 1030;
  stages.enter("download", 1025);
  time.now = 1041.234;
  expect(stages.stop()).toEqual({ dns: 2.5, tcp: 6.5, firstByte: 10, download: 16.23, total: 41.23 });
});

test("a stage entered again continues; a stage that was left keeps its time", () => {
  const { time, stages } = clocked();
  stages.enter("tls");
  time.now = 1002;
  stages.leave(1001);
  time.now = 1005;
  stages.enter("tls");
  time.now = 1008;
  stages.leave();
  time.now = 1010;
  // Time after the last stage belongs to no stage, and not to the total.
  expect(stages.stop()).toEqual({ tls: 4, total: 8 });
  expect(clocked().stages.stop()).toEqual({ total: 0 });
});

test("a stage with no duration is present", () => {
  const { stages } = clocked();
  stages.enter("dns", 1000);
  stages.leave(1000);
  expect(stages.stop()).toEqual({ dns: 0, total: 0 });
});

test("stages of several steps are summed, in order", () => {
  const sum = sumStages([
    { download: 1, dns: 0.1, total: 1.1 },
    { wait: 5, dns: 0.2, total: 5.2 },
  ]);
  expect(sum).toEqual({ wait: 5, dns: 0.3, download: 1, total: 6.3 });
  expect(Object.keys(sum)).toEqual(["wait", "dns", "download", "total"]);
  expect(sumStages([])).toEqual({ total: 0 });
});

test("hundredths of a millisecond", () => {
  expect([0.004, 0.005, 1.234, 1.236].map(round)).toEqual([0, 0.01, 1.23, 1.24]);
});
