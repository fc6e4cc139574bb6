import { describe, expect, test } from "bun:test";
import { judgeReads, type Transfer } from "../../../src/headers/verdicts/reads.ts";
import type { Engine } from "../../../src/headers/verdicts/response.ts";

const PLAIN: Transfer = { end: "whole", wireBytes: 100, bytes: 300 };
const start = (line: string, before = 0) => ({ start: { line, before, headBytes: 90, firstTwoLines: 60 } });
const gzip = (kind: NonNullable<Transfer["flaw"]>["kind"]) => ({ flaw: { coding: "gzip", kind } });

function read(more: Partial<Transfer>, engine: Engine, value = "a"): string | undefined {
  const lines = [{ name: "x-a", value, index: 0 }];
  const reads = judgeReads({ lines, transfer: { ...PLAIN, ...more } }, engine);
  return reads && `${reads.outcome} ${reads.bytes}`;
}

describe("what browsers make of bytes", () => {
  const rows: [name: string, more: Partial<Transfer>, chromium: string, firefox?: string | null][] = [
    ["nothing odd", {}, "shown 300"],
    ["a wrong checksum of gzip", gzip("checksum"), "shown 300"],
    ["none", gzip("no-checksum"), "shown 300"],
    ["gzip cut short", gzip("cut"), "shown 300"],
    ["bytes behind gzip", { ...gzip("trailing"), trailingBytes: 4 }, "shown 300"],
    ["several gzip members", { firstMemberBytes: 200 }, "shown 200"],
    ["no gzip", gzip("data"), "refused 0"],
    ["no gzip in one read", { ...gzip("data"), wireBytes: 16_384 }, "refused 0"],
    ["no gzip after one read", { ...gzip("data"), wireBytes: 16_385 }, "cut 300"],
    ["a wrong checksum of deflate", { flaw: { coding: "deflate", kind: "checksum" } }, "refused 0"],
    ["bytes behind deflate", { trailingBytes: 9 }, "shown 300"],
    ["three bytes behind bare deflate", { trailingBytes: 3, isBareDeflate: true }, "shown 300"],
    ["four bytes behind bare deflate", { trailingBytes: 4, isBareDeflate: true }, "refused 0"],
    ["bytes behind zstd", { flaw: { coding: "zstd", kind: "data" } }, "cut 300", "refused 0"],
    ["less than announced", { end: "cut", hasLength: true }, "cut 300"],
    ["less gzip than announced", { end: "cut", hasLength: true, isEncoded: true }, "cut 300", "shown 300"],
    ["gzip in chunks without an end", { end: "cut", isEncoded: true }, "cut 300"],
    ["no chunks", { end: "malformed-chunks", wrongSize: "z" }, "refused 0"],
    ["a size with a sign", { end: "malformed-chunks", wrongSize: "+" }, "refused 0", null],
    ["two lengths", { end: "lengths-differ", bytes: 0 }, "refused 0"],
    ["NUL in a name", { hasNul: true }, "refused 0", "shown 300"],
    ["four bytes of junk", start("HTTP/1.1 200 OK", 4), "shown 300"],
    ["five bytes of junk", start("HTTP/1.1 200 OK", 5), "refused 0", "shown 190"],
    ["HTTP/1.10", start("HTTP/1.10 200 OK"), "shown 300"],
    ["HTTP/1", start("HTTP/1 200 OK"), "shown 300", "shown 190"],
    ["HTTP/2", start("HTTP/2 200 OK"), "shown 300"],
    ["HTTP/0.9", start("HTTP/0.9 200 OK"), "shown 300", "shown 190"],
    ["http/1.1", start("http/1.1 200 OK"), "shown 300", "shown 130"],
    ["a tab", start("HTTP/1.1\t200 OK"), "shown 300", "refused 0"],
  ];
  for (const [name, more, chromium, firefox = chromium] of rows)
    test(name, () => {
      expect(read(more, "chromium")).toBe(chromium);
      expect(read(more, "firefox")).toBe(firefox ?? undefined);
      expect(read(more, "webkit")).toBe(name === "nothing odd" ? chromium : undefined);
    });

  test("NUL in a value", () => {
    expect(read({ hasNul: true }, "chromium", "a\0")).toBe("refused 0");
    expect(read({ hasNul: true }, "firefox", "a\0")).toBe("refused 0");
  });

  test("nothing is known of the wire", () => expect(judgeReads({ lines: [] }, "chromium")).toBe(undefined));
});
