import { describe, expect, test } from "bun:test";
import { type Access, createAccessLog } from "../../src/server/access-log.ts";
import { createLog, createTimes, isLogged } from "../../src/server/log.ts";
import { createLogRing } from "../../src/server/log-ring.ts";

describe("log", () => {
  const clock = () => Date.parse("2026-11-20T10:00:00Z");
  const log = (format: "text" | "json", level: "info" | "silent" = "info") => {
    const lines: string[] = [];
    return {
      lines,
      log: createLog({ format, level: () => level, clock, write: (line) => void lines.push(line) }),
    };
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
  test("lines below the level are not formatted", () => {
    const { lines, log: write } = log("text");
    write("debug", "a", () => {
      throw new Error("asked");
    });
    expect(lines).toEqual([]);
  });
  test("input cannot add lines", () => {
    const { lines, log: write } = log("text");
    write("info", "GET /a\nb\u001b[31m", { client: "x\r\ny" });
    expect(lines.join("")).toBe("2026-11-20T10:00:00.000Z info GET /a%0Ab%1B[31m client=x%0D%0Ay\n");
  });
});

describe("lines of requests", () => {
  const clock = () => Date.parse("2026-11-20T10:00:00Z");
  const line = (format: "text" | "json", access: Partial<Access> = {}) => {
    let written = "";
    const log = createAccessLog({
      format,
      clock,
      write: (bytes) => (written = Buffer.from(bytes).toString()),
    });
    log("info", {
      method: "GET",
      path: "/v1/ip/:ip",
      status: 200,
      ms: 0.26,
      bytes: 412,
      client: "192.0.2.1",
      id: "",
      ...access,
    });
    return written;
  };
  test("text", () =>
    expect(line("text")).toBe(
      "2026-11-20T10:00:00.000Z info GET /v1/ip/:ip status=200 ms=0.3 bytes=412 client=192.0.2.1\n",
    ));
  test("text with an id", () => expect(line("text", { id: "a-1" })).toEndWith(" client=192.0.2.1 id=a-1\n"));
  test("json", () =>
    expect(JSON.parse(line("json", { id: "a-1" }))).toEqual({
      time: "2026-11-20T10:00:00.000Z",
      level: "info",
      message: "GET /v1/ip/:ip",
      method: "GET",
      route: "/v1/ip/:ip",
      status: 200,
      ms: 0.3,
      bytes: 412,
      client: "192.0.2.1",
      id: "a-1",
    }));
  test("unknown values are omitted", () => {
    expect(line("text", { client: "" })).toEndWith(" ms=0.3 bytes=412\n");
    expect(JSON.parse(line("json", { client: "" }))).not.toHaveProperty("client");
  });
  for (const path of ['/a"b\\c', "/ä\u2028\n\u001b[31m", "/", "/\ud800"])
    test(`input cannot add lines: ${JSON.stringify(path)}`, () => {
      expect(JSON.parse(line("json", { path, id: path }))).toMatchObject({ route: path, id: path });
      expect(line("text", { path, id: path }).slice(0, -1)).not.toMatch(/[\n\u001b\u2028]/);
    });
  test.each(["text", "json"] as const)(
    "%s: each line equals that of createLog, whatever came before",
    (format) => {
      let now = Date.parse("2026-11-20T10:00:00Z");
      const lines: string[] = [];
      const log = createAccessLog({
        format,
        clock: () => now,
        write: (bytes) => lines.push(Buffer.from(bytes).toString()),
      });
      const expected: string[] = [];
      const plain = createLog({
        format,
        clock: () => now,
        level: () => "debug",
        write: (line) => expected.push(line),
      });
      for (const level of ["info", "debug"] as const)
        for (const path of ["/", "/v1/ip/:ip", "/ä", `/${"long".repeat(60)}`])
          for (const method of ["GET", "POST"])
            for (const [status, ms, bytes, client, id] of [
              [200, 0, 0, "", ""],
              [404, 0.04, 9, "192.0.2.1", ""],
              [200, 0.05, 999, "2001:db8::1", "a-1"],
              [500, 9.96, 1000, "unix", "ü"],
              [200, 1234.56, 12_345_678, "", "b"],
            ] as const) {
              log(level, { method, path, status, ms, bytes, client, id });
              const taken = Math.round(ms * 10) / 10;
              plain(level, `${method} ${path}`, {
                ...(format === "json" && { method, route: path }),
                ...{ status, ms: taken, bytes, ...(client && { client }), ...(id && { id }) },
              });
              now += ms > 5 ? 1 : 0;
            }
      expect(lines).toEqual(expected);
    },
  );
  test("lines have a maximum length", () => {
    const long = "/".repeat(10_000);
    expect(line("text", { path: long, id: long }).length).toBeLessThan(700);
    expect(line("text", { path: "a".repeat(256) })).toContain(`${"a".repeat(256)} status`);
    expect(line("text", { path: "a".repeat(257) })).toContain(`${"a".repeat(256)}… status`);
  });
});

describe("the line buffer", () => {
  /** Fake output that accepts `room` bytes until the test gives it more. */
  const output = (capacity?: number) => {
    const chunks: Uint8Array[] = [];
    const state = {
      room: Number.POSITIVE_INFINITY,
      calls: 0,
      later: () => {},
      delays: [] as number[],
      get written() {
        return Buffer.concat(chunks).toString();
      },
    };
    const ring = createLogRing({
      take: (bytes) => {
        const taken = Math.min(state.room, bytes.length);
        state.room -= taken;
        state.calls++;
        chunks.push(Uint8Array.from(bytes.subarray(0, taken)));
        return taken;
      },
      later: (flush, ms) => {
        state.later = flush;
        state.delays.push(ms);
      },
      lost: (count) => `${count} lost\n`,
      ...(capacity !== undefined && { capacity }),
    });
    return { ring, state };
  };
  test("the first line is written immediately, the next ones together", () => {
    const { ring, state } = output();
    for (const line of ["a\n", "b\n", "c\n"]) ring.write(line);
    expect(state.written).toBe("a\n");
    state.later();
    expect(state.written).toBe("a\nb\nc\n");
    expect(state.calls).toBe(2);
    state.later();
    ring.write("d\n");
    expect(state.written).toBe("a\nb\nc\nd\n");
    ring.write("e\n");
    ring.flush();
    expect(state.written).toEndWith("e\n");
  });
  test("lines of text and of bytes keep their order", () => {
    const { ring, state } = output(20);
    const bytes = Buffer.from("ä 1\n");
    ring.write(bytes);
    bytes.fill("x");
    ring.write("b\n");
    ring.write(Buffer.from("c 23\n"));
    ring.flush();
    expect(state.written).toBe("ä 1\nb\nc 23\n");
    state.room = 0;
    ring.write(Buffer.alloc(20, "d"));
    ring.write(Buffer.from("e"));
    expect([ring.waiting, ring.dropped]).toEqual([20, 1]);
  });
  test("a large batch is written without a delay", () => {
    const { ring, state } = output();
    for (let count = 0; count < 100; count++) ring.write("x".repeat(1000));
    expect(state.calls).toBe(2);
  });
  test("a blocked output drops lines and reports their number", () => {
    const { ring, state } = output(300);
    state.room = 0;
    for (let count = 0; count < 100; count++) ring.write("123456789\n");
    expect(ring.waiting).toBeLessThanOrEqual(300);
    const kept = ring.waiting / 10;
    expect(ring.dropped).toBe(100 - kept);
    const calls = state.calls;
    for (let count = 0; count < 100; count++) ring.write("123456789\n");
    expect(state.calls).toBe(calls);
    state.room = Number.POSITIVE_INFINITY;
    state.later();
    state.later();
    expect(state.written).toBe(`${"123456789\n".repeat(kept)}${200 - kept} lost\n`);
    expect(ring.waiting).toBe(0);
  });
  test("a slow output gets every byte once, in order", () => {
    const { ring, state } = output(2000);
    let expected = "";
    for (let count = 0; count < 500; count++) {
      const line = `${count} ä€😀\n`;
      state.room = 17;
      ring.write(line);
      state.later();
      expected += line;
    }
    state.room = Number.POSITIVE_INFINITY;
    ring.flush();
    expect(state.written).toBe(expected);
    expect(ring.dropped).toBe(0);
  });
  test("a batch is written soon, a full output is retried later", () => {
    const { ring, state } = output();
    ring.write("a\n");
    expect(state.delays).toEqual([20]);
    state.later();
    // No line arrived meanwhile, so the next one is written immediately.
    expect(state.delays).toEqual([20]);
    state.room = 1;
    ring.write("b\n");
    state.later();
    expect(state.delays).toEqual([20, 100, 100]);
    state.room = Number.POSITIVE_INFINITY;
    state.later();
    expect(state.delays).toEqual([20, 100, 100]);
    expect(state.written).toBe("a\nb\n");
  });
  test.each([
    [65_535, 1],
    [65_536, 1],
    [65_537, 2],
  ])("%d bytes after the first line take %d calls", (bytes, calls) => {
    const { ring, state } = output();
    ring.write("a");
    ring.write("x".repeat(bytes));
    expect([state.calls, ring.waiting]).toEqual([calls, calls === 1 ? bytes : 0]);
  });
  test("a line is kept if three bytes for each of its characters fit", () => {
    const { ring, state } = output(30);
    state.room = 0;
    ring.write("0123456789");
    expect([ring.waiting, ring.dropped]).toEqual([10, 0]);
    ring.write("0123456");
    expect([ring.waiting, ring.dropped]).toEqual([10, 1]);
    ring.write("012345");
    expect([ring.waiting, ring.dropped]).toEqual([16, 1]);
    const { ring: small } = output(30);
    small.write("01234567890");
    expect(small.dropped).toBe(1);
  });
  test("the buffer has a mebibyte by default", () => {
    const { ring, state } = output();
    state.room = 0;
    for (let count = 0; count < 1100; count++) ring.write("x".repeat(1000));
    expect([ring.waiting, ring.dropped]).toEqual([1_046_000, 54]);
  });
  test("written lines free their space", () => {
    const { ring, state } = output(30);
    state.room = 9;
    ring.write("0123456789");
    expect(ring.waiting).toBe(1);
    ring.write("ABCDEFGHI");
    expect([ring.waiting, ring.dropped]).toEqual([10, 0]);
    state.room = Number.POSITIVE_INFINITY;
    state.later();
    expect(state.written).toBe("0123456789ABCDEFGHI");
  });
  test("the number of lost lines is reported after the written ones, when there is space", () => {
    const { ring, state } = output(40);
    state.room = 0;
    for (const line of ["0123456789", "x".repeat(20), "y".repeat(20)]) ring.write(line);
    expect([ring.waiting, ring.dropped]).toEqual([10, 2]);
    ring.flush();
    expect(ring.waiting).toBe(10);
    state.room = 5;
    ring.flush();
    expect(ring.waiting).toBe(12);
    state.room = Number.POSITIVE_INFINITY;
    ring.flush();
    ring.flush();
    expect(state.written).toBe("01234567892 lost\n");
    expect([ring.waiting, ring.dropped]).toEqual([0, 2]);
  });
});

test.each([
  ["debug", "debug", true],
  ["debug", "info", false],
  ["info", "info", true],
  ["error", "warn", true],
  ["error", "silent", false],
] as const)("a line of level %s with the minimum %s: %p", (at, least, expected) =>
  expect(isLogged(at, least)).toBe(expected),
);

test("timestamps are formatted once", () => {
  const timeOf = createTimes();
  const first = timeOf(0);
  expect([first, timeOf(0), timeOf(1)]).toEqual([
    "1970-01-01T00:00:00.000Z",
    "1970-01-01T00:00:00.000Z",
    "1970-01-01T00:00:00.001Z",
  ]);
});
