/** When spans are sent, how often again, and which are dropped. Time and collector are the test's. */

import { expect, test } from "bun:test";
import type { Outcome } from "../../../src/server/otlp/answers.ts";
import { createShipper } from "../../../src/server/otlp/shipper.ts";
import type { RequestTrace } from "../../../src/server/otlp/spans.ts";

const request: RequestTrace = {
  parent: undefined,
  method: "GET",
  route: "/",
  status: 200,
  started: 0,
  ms: 1,
  id: "",
  lookups: [],
};
/** 8 spans. */
const looking: RequestTrace = {
  ...request,
  lookups: [
    {
      started: 0,
      steps: [
        {
          status: 200,
          httpVersion: "2",
          error: "",
          stages: { dns: 1, tcp: 1, tls: 1, firstByte: 1, download: 1, total: 5 },
        },
      ],
    },
  ],
};
const TAKEN: Outcome = { kind: "taken", rejected: 0 };

/** `answers` for one export after the other, then all are taken. */
function world(...answers: readonly (Outcome | Promise<Outcome>)[]) {
  const left = [...answers];
  let now = 0;
  const timers: { at: number; work: () => void }[] = [];
  const exports: { readonly at: number; readonly requests: number }[] = [];
  const shipper = createShipper({
    send: async (requests) => {
      exports.push({ at: now, requests: requests.length });
      return left.shift() ?? TAKEN;
    },
    later: (work, ms) => void timers.push({ at: now + ms, work }),
    random: () => 0.5,
  });
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  const until = async (end: number) => {
    for (;;) {
      await settle();
      const next = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
      if (!next) break;
      timers.splice(timers.indexOf(next), 1);
      now = next.at;
      next.work();
    }
    now = end;
  };
  const add = (count: number, each = request) => {
    for (let index = 0; index < count; index++) shipper.add(each);
  };
  return { shipper, add, until, exports };
}

test("a few spans wait five seconds for others", async () => {
  const { add, until, exports, shipper } = world();
  add(1);
  await until(4000);
  add(2);
  await until(4999);
  expect(exports).toEqual([]);
  await until(60_000);
  expect(exports).toEqual([{ at: 5000, requests: 3 }]);
  expect(shipper.state()).toEqual({ sent: 3, dropped: 0 });
});

test("many go at once, in exports of 512 spans with a tenth of a second between", async () => {
  const { add, until, exports } = world();
  add(511);
  await until(10);
  expect(exports).toEqual([]);
  add(700);
  await until(20_000);
  expect(exports).toEqual([
    { at: 10, requests: 512 },
    { at: 110, requests: 512 },
    { at: 5000, requests: 187 },
  ]);
});

test("spans of one request stay together", async () => {
  const { add, until, exports } = world();
  add(65, looking);
  await until(20_000);
  expect(exports.map(({ requests }) => requests)).toEqual([64, 1]);
});

test("what is to be sent again is, later each time, five times in all", async () => {
  const again: Outcome = { kind: "again", reason: "status 503" };
  const { add, until, exports, shipper } = world(again, again, again, again, again);
  add(1);
  await until(60_000);
  expect(exports.map(({ at }) => at)).toEqual([5000, 6000, 8000, 12_000, 20_000]);
  expect(shipper.state()).toEqual({ sent: 0, dropped: 1 });
});

test("not before the collector wants it", async () => {
  const { add, until, exports, shipper } = world({ kind: "again", reason: "status 429", after: 30_000 });
  add(1);
  await until(60_000);
  expect(exports.map(({ at }) => at)).toEqual([5000, 35_000]);
  expect(shipper.state()).toEqual({ sent: 1, dropped: 0 });
});

test("what is refused is dropped, and what is taken in part is counted so", async () => {
  const { add, until, exports, shipper } = world(
    { kind: "refused", reason: "status 400" },
    { kind: "taken", rejected: 2 },
    { kind: "taken", rejected: 1_000_000 },
  );
  for (const end of [6000, 12_000, 18_000]) {
    add(5);
    await until(end);
  }
  expect(exports).toHaveLength(3);
  expect(shipper.state()).toEqual({ sent: 3, dropped: 12 });
});

test("beyond 4,096 spans that wait nothing is taken, whatever the collector does", async () => {
  const { promise: never } = Promise.withResolvers<Outcome>();
  const { add, until, exports, shipper } = world(never);
  add(4096);
  expect(shipper.state()).toEqual({ sent: 0, dropped: 0 });
  add(1);
  add(1, looking);
  expect(shipper.state()).toEqual({ sent: 0, dropped: 9 });
  await until(600_000);
  expect(exports).toHaveLength(1);
});

test("at the end each batch is sent once, until one is not taken", async () => {
  const { add, shipper, exports } = world(TAKEN, { kind: "again", reason: "" });
  add(400);
  await shipper.finish();
  expect(shipper.state()).toEqual({ sent: 400, dropped: 0 });
  add(400);
  await shipper.finish();
  expect(shipper.state()).toEqual({ sent: 400, dropped: 400 });
  expect(exports).toHaveLength(2);
});
