import { describe, expect, test } from "bun:test";
import zlib from "node:zlib";
import { lookupHttp } from "../../src/http/lookup.ts";
import { tcpServer, testSettings } from "./servers.ts";

const text = "alpha beta gamma ".repeat(50);
const packed = zlib.gzipSync(text);
const wrongSum = Buffer.concat([packed.subarray(0, -8), Buffer.alloc(4), packed.subarray(-4)]);

interface Answer {
  readonly fields?: readonly string[];
  readonly body?: string | Buffer;
  readonly before?: string;
  readonly line?: string;
}

async function look({ fields = [], body = text, before = "", line = "HTTP/1.1 200 OK" }: Answer) {
  await using server = await tcpServer((socket) => {
    const head = [line, ...fields, "", ""].join("\r\n");
    socket.end(Buffer.concat([Buffer.from(before + head, "latin1"), Buffer.from(body)]));
  });
  const [step] = (await lookupHttp(`127.0.0.1:${server.port}`, {}, testSettings)).steps;
  const reads = step?.verdicts?.reads;
  const firefox = step?.verdicts?.firefox?.["reads"] as typeof reads;
  return {
    step,
    firefox: firefox && `${firefox.outcome} ${firefox.bytes}`,
    reads: reads && `${reads.outcome} ${reads.bytes}`,
    names: step?.problems.map(({ name }) => name) ?? [],
  };
}

describe("reads of real lookups", () => {
  const coded = ["Content-Encoding: gzip"];
  const rows: [name: string, answer: Answer, reads: string, problem?: string][] = [
    ["plain", {}, `shown ${text.length}`],
    ["gzip", { fields: coded, body: packed }, `shown ${text.length}`],
    ["a wrong checksum", { fields: coded, body: wrongSum }, `shown ${text.length}`, "content-checksum-wrong"],
    [
      "no checksum",
      { fields: coded, body: packed.subarray(0, -8) },
      `shown ${text.length}`,
      "content-end-missing",
    ],
    [
      "two members",
      { fields: coded, body: Buffer.concat([packed, packed]) },
      `shown ${text.length}`,
      "content-second-member",
    ],
    [
      "bytes behind",
      { fields: coded, body: Buffer.concat([packed, Buffer.from("more")]) },
      `shown ${text.length}`,
      "content-trailing-bytes",
    ],
    ["no gzip", { fields: coded }, "refused 0", "content-undecodable"],
    ["a negative length", { fields: ["Content-Length: -1"] }, `shown ${text.length}`],
    ["a length with a sign", { fields: ["Content-Length: +2"] }, `shown ${text.length}`],
    ["an empty length", { fields: ["Content-Length: "] }, `shown ${text.length}`],
    ["too great a length", { fields: ["Content-Length: 9999"] }, `cut ${text.length}`],
    ["two lengths", { fields: ["Content-Length: 5", "Content-Length: 6"] }, "refused 0"],
    ["NUL in a value", { fields: ["X-A: a\0b"] }, "refused 0", "nul-in-head"],
    ["four bytes of junk", { before: "x\r\ny" }, `shown ${text.length}`, "junk-before-status"],
    ["lower case", { line: "http/1.1 200 OK" }, `shown ${text.length}`, "lower-case-version"],
    ["HTTP/1.10", { line: "HTTP/1.10 200 OK" }, `shown ${text.length}`, "unknown-http-version"],
    ["a tab", { line: "HTTP/1.1\t200 OK" }, `shown ${text.length}`, "tab-in-status-line"],
  ];
  for (const [name, answer, reads, problem] of rows)
    test(name, async () => {
      const found = await look(answer);
      expect(found.reads).toBe(reads);
      if (problem) expect(found.names).toContain(problem);
      else expect(found.names.filter((id) => /^content-(?:che|end|sec|tra|und)|junk/.test(id))).toEqual([]);
    });

  test("Firefox's reading is added if it differs; Safari's is unknown", async () => {
    const { step } = await look({ line: "http/1.1 200 OK", fields: ["X-A: b"] });
    expect(step?.verdicts?.firefox).toMatchObject({ reads: { outcome: "shown" } });
    expect(step?.verdicts?.webkit).toMatchObject({ reads: null });
    const plain = (await look({})).step?.verdicts;
    expect([plain?.firefox?.["reads"], plain?.webkit?.["reads"]]).toEqual([undefined, undefined]);
  });

  const whole = text.length;
  const chunks = `+${whole.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
  const chunked = ["Transfer-Encoding: chunked"];
  test("chunk sizes that only Firefox accepts", async () => {
    const { step, reads, firefox } = await look({ fields: chunked, body: chunks });
    expect([step?.error?.code, reads, firefox]).toEqual(["malformed-chunks", "refused 0", `shown ${whole}`]);
  });

  test.each<[name: string, answer: Answer, error: string, reads: string, firefox: string | undefined]>([
    ["no status code", { line: "HTTP/1.1" }, "malformed-status-line", `shown ${whole}`, undefined],
    ["letters in it", { line: "HTTP/1.1 2xx" }, "malformed-status-line", `shown ${whole}`, "refused 0"],
    ["four digits", { line: "HTTP/1.1 2000" }, "malformed-status-line", `shown ${whole}`, "refused 0"],
    ["SHOUTcast", { line: "ICY 200 OK" }, "not-http", `shown ${whole + 14}`, `shown ${whole}`],
    ["much junk", { before: "12345" }, "not-http", "refused 0", `shown ${whole + 24}`],
    [
      "half of it",
      { line: "HTTP/1.1 2xx", fields: [`Content-Length: ${2 * whole}`] },
      "malformed-status-line",
      `cut ${whole}`,
      "refused 0",
    ],
  ])("how browsers interpret an invalid response: %s", async (_, answer, error, reads, firefox) => {
    const found = await look(answer);
    expect(found.step?.error?.code).toBe(error);
    expect([found.reads, found.firefox]).toEqual([reads, firefox]);
    expect(Object.keys(found.step?.verdicts ?? {}).filter((name) => name !== "reads")).toEqual(
      firefox ? ["firefox", "webkit"] : ["webkit"],
    );
  });

  test("five random bytes are not HTTP, nor are a few of another protocol", async () => {
    expect((await look({ before: "12345" })).step?.error?.code).toBe("not-http");
    expect((await look({ before: "+OK\r\n", line: "x" })).step?.error?.code).toBe("not-http");
  });
});
