import { describe, expect, test } from "bun:test";
import { createLog } from "../../src/server/log.ts";
import { bufferLines } from "../../src/server/log-buffer.ts";

describe("log", () => {
  const clock = () => Date.parse("2026-11-20T10:00:00Z");
  const log = (format: "text" | "json", level: "info" | "silent" = "info") => {
    const lines: string[] = [];
    return { lines, log: createLog({ format, level, clock, write: (line) => void lines.push(line) }) };
  };
  test("text", () => {
    const { lines, log: write } = log("text");
    write("info", "GET /", { status: 200 });
    expect(lines).toEqual(["2026-11-20T10:00:00.000Z info GET / status=200\n"]);
  });
  test("json", () => {
    const { lines, log: write } = log("json");
    write("warn", "a", () => ({ b: 1 }));
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      time: "2026-11-20T10:00:00.000Z",
      level: "warn",
      message: "a",
      b: 1,
    });
  });
  test("what is below the level costs nothing", () => {
    const { lines, log: write } = log("text");
    write("debug", "a", () => {
      throw new Error("asked");
    });
    expect(lines).toEqual([]);
  });
  test("nobody writes lines of their own into it", () => {
    const { lines, log: write } = log("text");
    write("info", "GET /a\nb\u001b[31m", { client: "x\r\ny" });
    expect(lines.join("")).toBe("2026-11-20T10:00:00.000Z info GET /a%0Ab%1B[31m client=x%0D%0Ay\n");
  });
});

describe("buffered lines", () => {
  test("the first at once, the next together", () => {
    const written: string[] = [];
    let later = () => {};
    const lines = bufferLines(
      (text) => void written.push(text),
      (flush) => {
        later = flush;
      },
    );
    for (const line of ["a\n", "b\n", "c\n"]) lines.write(line);
    expect(written).toEqual(["a\n"]);
    later();
    expect(written).toEqual(["a\n", "b\nc\n"]);
    lines.write("d\n");
    expect(written).toEqual(["a\n", "b\nc\n", "d\n"]);
    lines.write("e\n");
    lines.flush();
    expect(written.at(-1)).toBe("e\n");
  });
  test("memory is bounded", () => {
    const written: string[] = [];
    const lines = bufferLines(
      (text) => void written.push(text),
      () => {},
    );
    for (let count = 0; count < 100; count++) lines.write("x".repeat(1000));
    expect(written.length).toBe(2);
  });
});
