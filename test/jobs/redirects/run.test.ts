/** Lookups of rows: concurrency, order and limits. */

import { describe, expect, test } from "bun:test";
import { makeBudget } from "../../../src/api/budget.ts";
import { mapBudget } from "../../../src/api/limits.ts";
import { rowChecker } from "../../../src/jobs/redirects/check.ts";
import { failedRow, type Judged } from "../../../src/jobs/redirects/check-redirect.ts";
import type { RedirectRow } from "../../../src/jobs/redirects/map-item.ts";
import { POLITENESS } from "../../../src/jobs/redirects/politeness.ts";
import {
  type CheckedRow,
  checkRedirects,
  type RowPoliteness,
  type RowWork,
} from "../../../src/jobs/redirects/run.ts";
import type { Trail } from "../../../src/jobs/redirects/trail.ts";
import { fakeTime } from "../../fake-time.ts";

const row = (from: string, index: number): RedirectRow => ({
  row: index + 1,
  line: index + 1,
  column: 1,
  from,
  to: "/",
});

async function* works(rows: readonly RedirectRow[], known?: Judged): AsyncGenerator<RowWork[]> {
  for (const each of rows) yield [{ row: each, known }];
}

const budget = makeBudget(mapBudget(10_000));
const POLITE: RowPoliteness = {
  width: 8,
  perHost: 8,
  delay: 0,
  longestWait: 120_000,
  base: "http://a.test",
  budget,
};
const failed = (each: RedirectRow): CheckedRow => ({ judged: failedRow(each, "no answer") });

describe("rows", () => {
  test("come in order, whichever ends first", async () => {
    const rows = Array.from({ length: 20 }, (_, index) => row(`/${index}`, index));
    const ended: number[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = async (each: RedirectRow) => {
      // The first row ends only after another row.
      if (each.row === 1) await promise;
      return failed(each);
    };
    const given: number[] = [];
    const onJudged = (judged: Judged) => {
      ended.push(judged.row);
      resolve();
    };
    for await (const judged of checkRedirects(works(rows), check, POLITE, { onJudged })) {
      given.push(judged.row);
      // Lets other rows end while the caller works.
      await Bun.sleep(1);
    }
    expect(given).toEqual(rows.map((each) => each.row));
    expect(ended.toSorted((a, b) => a - b)).toEqual(given);
    expect(ended[0]).not.toBe(1);
  });

  test("with a known result are not looked up", async () => {
    const known = failedRow(row("/x", 0), "before");
    const judged = await Array.fromAsync(
      checkRedirects(works([row("/x", 0)], known), () => Promise.reject(new Error("looked up")), POLITE),
    );
    expect(judged).toEqual([known]);
  });

  test("are read only up to the number of concurrent lookups", async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<RowWork[]> {
      for (;;) yield [{ row: row(`/${read}`, read++) }];
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = async (each: RedirectRow) => {
      if (each.row === 1) await promise;
      return failed(each);
    };
    const all = checkRedirects(endless(), check, POLITE);
    const first = all.next();
    await Bun.sleep(30);
    expect(read).toBe(1024);
    resolve();
    expect((await first).value?.row).toBe(1);
    await all.return(undefined);
  });

  test("that cannot be looked up have a reason", async () => {
    const judged = await Array.fromAsync(
      checkRedirects(works([row("/x", 0)]), () => Promise.reject(new Error("why")), POLITE),
    );
    expect(judged[0]).toMatchObject({ outcome: "error", reason: "why" });
  });

  test("wait for their turn: limits in total and per host, and a delay between requests to a host", async () => {
    using time = fakeTime();
    const asked: (readonly [at: number, url: string])[] = [];
    const begin = performance.now();
    let running = 0;
    let most = 0;
    const check = async (each: RedirectRow) => {
      asked.push([performance.now() - begin, each.from]);
      most = Math.max(most, ++running);
      await Bun.sleep(5);
      running--;
      return failed(each);
    };
    const rows = ["/1", "/2", "/3", "http://b.test/4", "http://b.test/5", "http://c.test/6"].map(row);
    const polite = { width: 2, perHost: 1, delay: 60, longestWait: 0, base: "http://a.test", budget };
    const judged = await time.passUntil(Array.fromAsync(checkRedirects(works(rows), check, polite)));
    expect(most).toBe(2);
    expect(judged.map(({ from }) => from)).toEqual(rows.map(({ from }) => from));
    const ofA = asked.filter(([, url]) => url.startsWith("/"));
    expect(ofA).toEqual([
      [0, "/1"],
      [60, "/2"],
      [120, "/3"],
    ]);
  });
});

describe("a busy host", () => {
  const busy = (wait: number | undefined) => (each: RedirectRow) => ({
    judged: failedRow(each, "busy"),
    busy: { wait },
  });
  test("is not requested for the time of Retry-After, for all of its rows", async () => {
    using time = fakeTime();
    const begin = performance.now();
    const asked: (readonly [string, number])[] = [];
    let first = true;
    const check = async (each: RedirectRow): Promise<CheckedRow> => {
      asked.push([each.from, performance.now() - begin]);
      if (!first || each.from !== "/1") return failed(each);
      first = false;
      return busy(80)(each);
    };
    const polite = { ...POLITE, perHost: 1 };
    const judged = await time.passUntil(
      Array.fromAsync(checkRedirects(works([row("/1", 0), row("/2", 1)]), check, polite)),
    );
    expect(asked).toEqual([
      ["/1", 0],
      ["/1", 80],
      ["/2", 80],
    ]);
    expect(judged.map(({ reason }) => reason)).toEqual(["no answer", "no answer"]);
  });

  test.each([
    [120_000, 1],
    [120_001, 1],
    [1, 4],
  ])("with a Retry-After of %p ms", async (wait, tries) => {
    let asked = 0;
    const check = async (each: RedirectRow) => {
      asked++;
      return busy(wait)(each);
    };
    const all = checkRedirects(works([row("/1", 0)]), check, POLITE);
    if (wait === 120_000) {
      // The next row is not requested before the time is over.
      const next = await Promise.race([all.next(), Bun.sleep(20).then(() => "waiting" as const)]);
      expect(next).toBe("waiting");
    } else expect((await all.next()).value).toMatchObject({ reason: "busy" });
    expect(asked).toBe(tries);
  });
});

describe("the method", () => {
  const trail = (...statuses: number[]): Trail => ({
    hops: statuses.map((status, index) => ({ url: `http://a.test/${index === 0 ? "x" : ""}`, status })),
    stop: "done",
    ms: 1,
  });
  const expected = { base: "http://a.test", mostRedirects: 2 };
  const checks = async (method: "auto" | "GET" | "HEAD", head: Trail, get: Trail, rows = 1) => {
    const asked: string[] = [];
    const notes: string[] = [];
    const check = rowChecker(
      async (url, by) => {
        asked.push(`${by} ${url}`);
        return by === "HEAD" ? head : get;
      },
      method,
      expected,
      (host, note) => notes.push(`${host}: ${note}`),
    );
    let checked: CheckedRow | undefined;
    for (let index = 0; index < rows; index++) checked = await check(row("/x#part", index));
    return { asked, notes, judged: checked?.judged, busy: checked?.busy };
  };

  test("HEAD is enough if the result is as expected; a fragment is not sent", async () => {
    const { asked, judged } = await checks("auto", trail(301, 200), trail(500));
    expect(asked).toEqual(["HEAD http://a.test/x"]);
    expect(judged?.outcome).toBe("as-wanted");
  });
  test("otherwise GET decides, and the host is requested with GET from then on", async () => {
    const { asked, judged, notes } = await checks("auto", trail(405), trail(301, 200), 3);
    expect(asked.map((each) => each.slice(0, 4))).toEqual(["HEAD", "GET ", "GET ", "GET "]);
    expect(notes).toEqual(["a.test: HEAD returns 405, GET 301 200"]);
    expect(judged).toMatchObject({ outcome: "as-wanted" });
  });
  test("the row has the results of both methods", async () => {
    const { judged } = await checks("auto", trail(405), trail(301, 200));
    expect(judged?.note).toBe("HEAD returns 405, GET 301 200");
  });
  test("equal results are no difference", async () => {
    const { judged, notes } = await checks("auto", trail(404), trail(404));
    expect([judged?.note, notes]).toEqual([undefined, []]);
  });
  test.each(["GET", "HEAD"] as const)("%s alone", async (method) => {
    const { asked } = await checks(method, trail(405), trail(404));
    expect(asked).toEqual([`${method} http://a.test/x`]);
  });
  test.each([
    ["2", 2000],
    [new Date(Date.now() + 60_000).toUTCString(), expect.any(Number)],
    ["soon", undefined],
    [undefined, undefined],
  ])("Retry-After: %s", async (retryAfter, wait) => {
    for (const status of [429, 503]) {
      const { busy } = await checks("auto", { ...trail(status), retryAfter }, trail(200));
      expect(busy).toEqual({ wait });
    }
  });
});

test("rows beyond the map's budget are not looked up", async () => {
  const small = makeBudget({ ...mapBudget(1), requests: 3 });
  let looked = 0;
  const check = async (each: RedirectRow) => {
    looked++;
    small.charge("requests", 2);
    return { judged: failedRow(each, "looked up") };
  };
  const rows = Array.from({ length: 5 }, (_, at) => row(`/${at}`, at));
  const judged = await Array.fromAsync(
    checkRedirects(works(rows), check, { ...POLITE, width: 1, budget: small }),
  );
  expect(looked).toBe(2);
  expect(judged).toHaveLength(5);
  expect(judged.slice(2).map((each) => JSON.stringify(each))).toEqual(
    Array(3).fill(expect.stringMatching(/limit of 3 requests/)),
  );
});

describe("limits", () => {
  /** Maximum number of concurrent lookups, for rows spread over `hosts` hosts. */
  async function most(polite: Omit<RowPoliteness, "base" | "budget">, hosts: number): Promise<number> {
    let running = 0;
    let highest = 0;
    const check = async (each: RedirectRow) => {
      highest = Math.max(highest, ++running);
      await Bun.sleep(1);
      running--;
      return failed(each);
    };
    const rows = Array.from({ length: 300 }, (_, index) =>
      row(`http://h${index % hosts}.test/${index}`, index),
    );
    await Array.fromAsync(checkRedirects(works(rows), check, { ...polite, base: undefined, budget }));
    return highest;
  }
  test("on the command line: 4 per host, 64 in total, no delay", async () => {
    expect([await most(POLITENESS.command, 1), await most(POLITENESS.command, 100)]).toEqual([4, 64]);
    expect(POLITENESS.command.delay).toBe(0);
  });
  test("in the service: 4 per host, 8 in total, and no wait that delays a page", async () => {
    expect([await most(POLITENESS.page, 1), await most(POLITENESS.page, 100)]).toEqual([4, 8]);
    expect(POLITENESS.page.delay).toBe(0);
    expect(POLITENESS.page.longestWait).toBeLessThan(POLITENESS.command.longestWait);
  });
});
