import { describe, expect, test } from "bun:test";
import type { Alert, Look } from "../../../src/jobs/watch/judge.ts";
import { calmNeeded, isNews, type OpenAlert, settle } from "../../../src/jobs/watch/settle.ts";

const wrong = (key: string): Alert => ({ key, word: "change", title: `${key} is wrong.` });
const look = (...keys: readonly string[]): Look => ({
  isDown: keys.includes("down"),
  alerts: keys.map(wrong),
  changes: [],
});
const alarm = (key: string, begins = 1, calm = 0): OpenAlert => ({ ...wrong(key), since: 5, calm, begins });
const shown = (open: readonly OpenAlert[], ...looks: readonly [Look, ...Look[]]) => {
  const { began, over, open: rest } = settle(open, looks, 1);
  return {
    began: began.map(({ key }) => key).join(),
    over: over.map(({ key }) => key).join(),
    open: rest.map(({ key, calm }) => `${key} ${calm}`).join(),
  };
};

describe("start and end of a problem", () => {
  const cases: [string, OpenAlert[], [Look, ...Look[]], ReturnType<typeof shown>][] = [
    ["nothing", [], [look()], { began: "", over: "", open: "" }],
    ["a wrong that all looks see begins", [], [look("a"), look("a")], { began: "a", over: "", open: "" }],
    ["one that not all looks see does not", [], [look("a"), look()], { began: "", over: "", open: "" }],
    ["one that is known goes on", [alarm("a")], [look("a")], { began: "", over: "", open: "a 0" }],
    ["one that no look sees is over", [alarm("a")], [look(), look()], { began: "", over: "a", open: "" }],
    [
      "one that some look sees goes on",
      [alarm("a")],
      [look(), look("a")],
      { began: "", over: "", open: "a 0" },
    ],
    [
      "of a target that is down nothing else is known",
      [alarm("a", 2, 1)],
      [look("down"), look("down")],
      { began: "down", over: "", open: "a 1" },
    ],
    [
      "one of two looks that finds a target down leaves open what the other lacks",
      [alarm("a")],
      [look(), look("down")],
      { began: "", over: "", open: "a 0" },
    ],
    [
      "what a target has that is up again begins then",
      [alarm("down")],
      [look("b"), look("b")],
      { began: "b", over: "down", open: "" },
    ],
  ];
  test.each(cases)("%s", (_, open, looks, expected) => expect(shown(open, ...looks)).toEqual(expected));
});

describe("a recurring problem is held back", () => {
  test("the calm before its end doubles each time it returns", () =>
    expect([1, 2, 3, 4, 7, 8, 50].map(calmNeeded)).toEqual([1, 2, 4, 8, 64, 64, 64]));
  test("it ends in the round that completes its calm, not earlier", () => {
    expect(shown([alarm("a", 3, 2)], look())).toEqual({ began: "", over: "", open: "a 3" });
    expect(shown([alarm("a", 3, 3)], look())).toEqual({ began: "", over: "a", open: "" });
  });
  test("its calm restarts when it is seen", () =>
    expect(shown([alarm("a", 3, 3)], look("a"))).toEqual({ began: "", over: "", open: "a 0" }));

  /**
   * Number of messages in a week of 5-minute rounds if a problem alternates: present for `on` rounds, absent
   * for `off`.
   */
  function messages(on: number, off: number): number {
    let open: readonly OpenAlert[] = [];
    const begun: number[] = [];
    let count = 0;
    for (let round = 0; round < 2016; round++) {
      const looks = look(...(round % (on + off) < on ? ["a"] : []));
      const settled = settle(open, [looks, looks], 1);
      begun.push(...settled.began.map(() => round));
      // 288 rounds of 5 minutes are a day.
      const begins = begun.filter((at) => at > round - 288).length;
      open = [...settled.open, ...settled.began.map((one) => ({ ...one, since: 0, calm: 0, begins }))];
      count += settled.began.length + settled.over.length;
    }
    return count;
  }
  test.each([
    [1, 1, 3],
    [2, 2, 5],
    [6, 6, 9],
  ])("%d rounds on, %d off: the maximum number of messages in a week of 5-minute rounds", (on, off, most) =>
    expect(messages(on, off)).toBeLessThanOrEqual(most),
  );
  test("once a day is not recurring", () => expect(messages(10, 278)).toBe(14));
});

describe("another lookup is made", () => {
  const isNewsOf = (found: Look, ...open: readonly OpenAlert[]) => isNews(found, open);
  test.each([
    ["for a wrong that is new", isNewsOf(look("a")), true],
    ["not for one that is known", isNewsOf(look("a"), alarm("a")), false],
    ["for one that is gone", isNewsOf(look(), alarm("a")), true],
    ["for a change", isNewsOf({ ...look(), changes: [{ name: "x", title: "x" }] }), true],
    [
      "not for what is unknown while a target is down",
      isNewsOf(look("down"), alarm("down"), alarm("a")),
      false,
    ],
    ["not where nothing is wrong", isNewsOf(look()), false],
  ])("%s", (_, given, wanted) => expect(given).toBe(wanted));
});

test("only sentences of all lookups are in the history", () => {
  const saying = (...titles: readonly string[]): Look => ({
    ...look(),
    changes: titles.map((title) => ({ name: "x", title })),
  });
  expect(settle([], [saying("a", "b"), saying("b", "c")], 1).changes).toEqual([{ name: "x", title: "b" }]);
});

describe("an alert that needs three rounds", () => {
  const waiting = (rounds: number): OpenAlert => ({ ...alarm("a"), rounds });
  const settled = (open: readonly OpenAlert[], ...looks: readonly [Look, ...Look[]]) => {
    const { began, waiting: fresh, over, open: rest } = settle(open, looks, 3);
    return [began, fresh, over, rest].map((all) =>
      all.map((one) => `${one.key} ${"rounds" in one ? one.rounds : "-"}`).join(),
    );
  };
  const cases: [string, OpenAlert[], [Look, ...Look[]], string[]][] = [
    ["waits in its first round", [], [look("a"), look("a")], ["", "a -", "", ""]],
    ["counts its second", [waiting(1)], [look("a")], ["", "", "", "a 2"]],
    ["is sent in its third", [waiting(2)], [look("a")], ["a -", "", "", ""]],
    [
      "does not count a round in which one lookup lacks it",
      [waiting(2)],
      [look("a"), look()],
      ["", "", "", "a 2"],
    ],
    ["is forgotten without a message when it is absent", [waiting(2)], [look(), look()], ["", "", "", ""]],
    ["waits while the target is down", [waiting(2)], [look("down"), look("down")], ["", "down -", "", "a 2"]],
    ["is sent at once if fewer rounds are needed now", [waiting(5)], [look("a")], ["a -", "", "", ""]],
  ];
  test.each(cases)("%s", (_, open, looks, expected) => expect(settled(open, ...looks)).toEqual(expected));
});
