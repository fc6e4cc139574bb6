import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedMemory, fileMemory, memoryOf, piecewise } from "../../src/platform/mapping.ts";

/** Bytes of one piece of a mapped file. */
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

describe("memory that is read in pieces", () => {
  test("pieces are read on demand, and once", () => {
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
  ])("a number has the same value as in the whole: %s", (_, at) => {
    expect(opened(all).memory.u32(at)).toBe(memoryOf(all).u32(at));
  });

  test.each([
    [0, 10],
    [PIECE - 5, 10],
    [PIECE - 5, 2 * PIECE + 10],
    [all.length - 5, 5],
    [all.length - 5, 20],
    [all.length + 5, 20],
  ])("a window from %d of %d bytes equals that of the whole", (at, count) => {
    const windows = [opened(all).memory, memoryOf(all)].map((memory) => {
      const start = memory.near(at, count);
      return memory.window.subarray(start, start + count).toString("hex");
    });
    expect(windows[0]).toBe(windows[1] ?? "");
  });

  test("loaded pieces are complete, and not read again", () => {
    const { memory, asked } = opened(all);
    memory.u32(PIECE);
    expect(memory.buffer().equals(all)).toBe(true);
    memory.u32(0);
    expect(asked.length).toBe(4);
  });

  test("an empty file has nothing to read", () => {
    const { memory, asked } = opened(new Uint8Array());
    expect([memory.u32(0), memory.buffer().length, asked]).toEqual([0, 0, []]);
  });
});

describe("memory of a file", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "netlens-mapping-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const written = (bytes: Uint8Array = all) => {
    const path = join(folder, "file.bin");
    writeFileSync(path, bytes);
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    return path;
  };
  const hex = (memory: ReturnType<typeof memoryOf>, at: number, count: number) => {
    const start = memory.near(at, count);
    return memory.window.subarray(start, start + count).toString("hex");
  };
  const ways = [
    ["mapped", (path: string) => fileMemory(path, "map"), "map"],
    ["read", (path: string) => fileMemory(path, "memory"), "memory"],
    ["outside the executable", embeddedMemory, "memory"],
  ] as const;

  test.each(ways)(
    "%s: it has the bytes of the file, and zeros beyond and after closing",
    (_name, open, load) => {
      const memory = open(written());
      const plain = memoryOf(all);
      expect([memory.load, memory.size, memory.intact(), memory.lately()]).toEqual([
        load,
        all.length,
        true,
        true,
      ]);
      for (const at of [0, 1, all.length - 5, all.length - 4, all.length - 3, all.length, all.length + 9])
        expect([at, memory.u32(at)]).toEqual([at, at + 4 <= all.length ? all.readUInt32LE(at) : 0]);
      // Windows that are adjacent, nested, larger than a piece, and beyond the end.
      for (const [at, count] of [
        [100, 4],
        [100, 512],
        [101, 511],
        [101, 512],
        [99, 4],
        [100, 513],
        [5000, 2000],
        [5000, 2001],
        [all.length - 512, 512],
        [all.length - 10, 10],
        [all.length - 10, 11],
        [all.length - 1, 600],
        [all.length, 4],
        [all.length + 1000, 4],
        [0, 1],
      ] as const) {
        const bytes = Buffer.concat([all.subarray(at, at + count), Buffer.alloc(count)]).subarray(0, count);
        expect([at, count, hex(memory, at, count)]).toEqual([at, count, bytes.toString("hex")]);
        expect(hex(plain, at, count)).toBe(bytes.toString("hex"));
      }
      expect(memory.buffer().equals(all)).toBe(true);
      expect(hex(memory, 7, 3)).toBe(all.subarray(7, 10).toString("hex"));
      memory.release();
      expect([memory.size, memory.u32(0), hex(memory, 7, 1), hex(memory, 0, 2)]).toEqual([
        0,
        0,
        "00",
        "0000",
      ]);
      memory.release();
    },
  );

  test("an empty file is not mapped; a missing one is an error", () => {
    expect(fileMemory(written(new Uint8Array()), "map")).toMatchObject({ load: "memory", size: 0 });
    for (const load of ["map", "memory"] as const)
      expect(() => fileMemory(join(folder, "none"), load)).toThrow("no such file");
  });

  const changes: readonly (readonly [string, (path: string) => void])[] = [
    [
      "nothing but the size",
      (path) => {
        appendFileSync(path, "x");
        utimesSync(path, 1_700_000_000, 1_700_000_000);
      },
    ],
    ["nothing but the second", (path) => utimesSync(path, 1_700_000_001, 1_700_000_001)],
    ["nothing but a part of the second", (path) => utimesSync(path, 1_700_000_000.25, 1_700_000_000.25)],
    ["cut off", (path) => truncateSync(path, 0)],
    [
      "overwritten",
      (path) => {
        const fd = openSync(path, "r+");
        writeSync(fd, "x");
        closeSync(fd);
      },
    ],
  ];

  test.each(changes)("a mapping is not intact once its file is replaced: %s", (_name, change) => {
    const path = written();
    const memory = fileMemory(path, "map");
    const read = fileMemory(path, "memory");
    expect([memory.intact(), memory.intact()]).toEqual([true, true]);
    change(path);
    expect([memory.intact(), memory.lately(), memory.intact()]).toEqual([false, false, false]);
    expect([read.intact(), read.lately()]).toEqual([true, true]);
    memory.release();
  });

  test("a check is reused for a millisecond, unless it found a change", () => {
    const path = written();
    const memory = fileMemory(path, "map");
    let now = 5000;
    using _clock = spyOn(performance, "now").mockImplementation(() => now);
    const at = (time: number) => {
      now = time;
      return memory.lately();
    };
    expect(at(5000)).toBe(true);
    truncateSync(path, 5);
    expect([at(5000.5), at(5000.99), at(5001), at(5001), at(5001.5)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    memory.release();
  });
});
