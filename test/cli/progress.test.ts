import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { progress, waitingLine } from "../../src/cli/render/progress.ts";

/** A terminal with a clock that tests set. */
function terminal(columns = 80, errIsTerminal = true) {
  const state = { now: 1000, lines: [] as string[] };
  const io = {
    out: (text: string | Uint8Array) => void state.lines.push(`out ${text}`),
    outIsTerminal: true,
    err: (text: string) => void state.lines.push(text),
    errIsTerminal,
    clock: () => state.now,
    columns,
  };
  return { state, io };
}

describe("a line of progress", () => {
  test("shows progress and rate, at most ten times a second", () => {
    const { state, io } = terminal();
    const bar = progress(io);
    bar.step();
    state.now = 1099;
    bar.step();
    expect(state.lines).toEqual(["\r\u001b[K1 done, 1000/s"]);
    state.now = 1100;
    bar.step(8);
    expect(state.lines.at(-1)).toBe("\r\u001b[K10 done, 100/s");
    state.now = 1199;
    bar.step();
    expect(state.lines.length).toBe(2);
    state.now = 2000;
    bar.end();
    expect(state.lines.at(-1)).toBe("\r\u001b[K11 done, 11/s\n");
  });
  test("is erased before a line of output, and drawn again after it", () => {
    const { state, io } = terminal();
    const bar = progress(io);
    void bar.out("first");
    bar.step();
    void bar.out("row");
    void bar.out("row");
    state.now = 1100;
    bar.step();
    bar.err("note");
    expect(state.lines).toEqual([
      "out first",
      "\r\u001b[K1 done, 1000/s",
      "\r\u001b[K",
      "out row",
      "out row",
      "\r\u001b[K2 done, 20/s",
      "\r\u001b[K",
      "note",
    ]);
  });
  test("is not drawn if output is a pipe", () => {
    const { state, io } = terminal();
    const bar = progress({ ...io, outIsTerminal: false });
    bar.step();
    void bar.out("row");
    expect(state.lines).toEqual(["\r\u001b[K1 done, 1000/s", "out row"]);
  });
  test.each([
    [0.5, "1 s"],
    [89.9, "90 s"],
    [90, "2 min"],
    [5399, "90 min"],
    [5400, "1.5 h"],
  ])("has the remaining time, after half of %p s, and other text", (seconds, left) => {
    const { state, io } = terminal(120);
    const bar = progress(io, 2, "", 1, true);
    state.now = 1000 + seconds * 1000;
    bar.step(1, "3 wrong");
    expect(state.lines.at(-1)).toEndWith(`, ${left} left, 3 wrong`);
  });
  test("has a bar if the total is known", () => {
    const { state, io } = terminal(50);
    const bar = progress(io, 8, "MB", 1e6);
    state.now = 2000;
    bar.step(2);
    expect(state.lines).toEqual([`\r\u001b[K[${"#".repeat(5)}${"-".repeat(15)}] 25 %, 0.0 MB/s`]);
    state.now = 3000;
    bar.step(2_499_998);
    // If more bytes arrive than announced, the progress stays at 100 %.
    expect(state.lines.at(-1)).toBe(`\r\u001b[K[${"#".repeat(20)}] 100 %, 1.3 MB/s`);
  });
  test.each([
    [20, 10],
    [40, 10],
    [41, 11],
    [70, 40],
    [200, 40],
  ])("%d columns leave %d for the bar", (columns, width) => {
    const { state, io } = terminal(columns);
    state.now = 1000;
    const bar = progress(io, 2);
    state.now = 2000;
    bar.step();
    expect(/\[([#-]*)\] 50 %, 1\/s$/.exec(state.lines[0] ?? "")?.[1]?.length).toBe(width);
  });
  test.each([
    [0, "1 done"],
    [1, "100 %"],
  ])("of %d", (total, shown) => {
    const { state, io } = terminal();
    state.now = 2000;
    progress(io, total).step();
    expect(state.lines[0]).toContain(shown);
  });
  test("of lists has their unit", () => {
    const { state, io } = terminal();
    const bar = progress(io, undefined, "lists");
    state.now = 3000;
    bar.step(4);
    expect(state.lines).toEqual(["\r\u001b[K4 lists done, 2 lists/s"]);
  });
  test("is empty without a terminal, and if nothing was drawn", () => {
    const { state, io } = terminal(80, false);
    const bar = progress(io, 2);
    state.now = 2000;
    bar.step();
    bar.end();
    expect(state.lines).toEqual([]);
    const { state: idle, io: terminalIo } = terminal();
    progress(terminalIo).end();
    expect(idle.lines).toEqual([]);
  });
});

describe("a notice while waiting", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const wait = (columns: number, terminalThere = true) => {
    const { state, io } = terminal(columns, terminalThere);
    const line = waitingLine(io, "looking up https://a.example/\u001b");
    const pass = (ms: number) => {
      for (let at = 0; at < ms; at += 100) {
        state.now += 100;
        jest.advanceTimersByTime(100);
      }
    };
    return { state, line, pass };
  };
  test("appears after a moment, is updated, and is erased", () => {
    const { state, line, pass } = wait(80);
    pass(200);
    expect(state.lines).toEqual([]);
    pass(100);
    expect(state.lines).toEqual(["\r\u001b[Klooking up https://a.example/\u241b 0.3 s"]);
    pass(1000);
    expect(state.lines.length).toBe(11);
    expect(state.lines.at(-1)).toEndWith(" 1.3 s");
    line.end();
    expect(state.lines.at(-1)).toBe("\r\u001b[K");
    pass(1000);
    expect(state.lines.length).toBe(12);
  });
  test("is cut to the line", () => {
    const { state, line, pass } = wait(30);
    pass(300);
    expect(state.lines).toEqual(["\r\u001b[Klooking up https://… 0.3 s"]);
    line.end();
  });
  test("does not appear for a fast answer, or without a terminal", () => {
    const { state, line, pass } = wait(80);
    pass(200);
    line.end();
    pass(1000);
    expect(state.lines).toEqual([]);
    const without = wait(80, false);
    without.pass(1000);
    without.line.end();
    expect(without.state.lines).toEqual([]);
  });
});
