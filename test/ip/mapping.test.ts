import { describe, expect, test } from "bun:test";
import { memoryOf, piecewise } from "../../src/ip/mapping.ts";

/** Bytes of one piece, as the file has it. */
const PIECE = 16_384;

const all = Buffer.from(
  Array.from({ length: 3 * PIECE + 100 }, (_, index) => (index * 31 + (index >> 8)) & 255),
);

function opened(bytes: Uint8Array) {
  const asked: (readonly [from: number, to: number])[] = [];
  const memory = piecewise(bytes.length, (from, to) => {
    asked.push([from, to]);
    return bytes.subarray(from, to);
  });
  return { memory, asked };
}

describe("memory that is read piece by piece", () => {
  test("nothing is read before something is asked for, and each piece once", () => {
    const { memory, asked } = opened(all);
    expect([asked, memory.size]).toEqual([[], all.length]);
    for (const at of [PIECE + 8, PIECE + 12, PIECE, 2 * PIECE - 4]) memory.u32(at);
    expect(asked).toEqual([[PIECE, 2 * PIECE]]);
    memory.u32(3 * PIECE + 50);
    expect(asked.slice(1)).toEqual([[3 * PIECE, 3 * PIECE + 100]]);
  });

  test.each([
    ["the first byte of the second piece", PIECE - 3],
    ["the last of the first piece", PIECE - 4],
    ["across pieces", PIECE - 2],
    ["the last four bytes", all.length - 4],
    ["beyond the end", all.length - 3],
    ["far beyond the end", 4 * PIECE],
  ])("a number reads as from the whole: %s", (_, at) => {
    expect(opened(all).memory.u32(at)).toBe(memoryOf(all).u32(at));
  });

  test.each([
    [0, 10],
    [PIECE - 5, 10],
    [PIECE - 5, 2 * PIECE + 10],
    [all.length - 5, 5],
    [all.length - 5, 20],
    [all.length + 5, 20],
  ])("a window from %d of %d bytes is as of the whole", (at, count) => {
    const windows = [opened(all).memory, memoryOf(all)].map((memory) => {
      const start = memory.near(at, count);
      return memory.window.subarray(start, start + count).toString("hex");
    });
    expect(windows[0]).toBe(windows[1] ?? "");
  });

  test("what is asked for as a whole is whole, and pieces that were there are not read again", () => {
    const { memory, asked } = opened(all);
    memory.u32(PIECE);
    expect(memory.buffer().equals(all)).toBe(true);
    memory.u32(0);
    expect(asked.length).toBe(4);
  });

  test("of nothing there is nothing to read", () => {
    const { memory, asked } = opened(new Uint8Array());
    expect([memory.u32(0), memory.buffer().length, asked]).toEqual([0, 0, []]);
  });
});
