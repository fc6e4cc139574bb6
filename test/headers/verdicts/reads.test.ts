import { describe, expect, test } from "bun:test";
import { checkReads } from "../../../src/headers/verdicts/reads.ts";
import type { Engine } from "../../../src/headers/verdicts/response.ts";
import type { Transfer } from "../../../src/headers/verdicts/transfer.ts";

const PLAIN: Transfer = { end: "whole", wireBytes: 100, bytes: 300 };
const start = (line: string, before = 0) => ({ start: { line, before, headBytes: 90, firstTwoLines: 60 } });
const gzip = (kind: NonNullable<Transfer["flaw"]>["kind"]) => ({ flaw: { coding: "gzip", kind } });

function read(
  more: Partial<Transfer>,
  engine: Engine,
  value = "a",
  url = "http://a.test:8080/",
): string | undefined {
  const lines = [{ name: "x-a", value, index: 0 }];
  const reads = checkReads({ lines, url: new URL(url), transfer: { ...PLAIN, ...more } }, engine);
  return reads && `${reads.outcome} ${reads.bytes}`;
}

describe("how browsers interpret bytes", () => {
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
    ["no chunks", { end: "malformed-chunks" }, "refused 0"],
    ["a size with a sign", { hasOddChunks: true }, "refused 0", "shown 300"],
    ["sizes with a sign, and no end", { end: "cut", hasOddChunks: true }, "refused 0", "cut 300"],
    ["no digits of a status", start("HTTP/1.1 2xx OK"), "shown 300", "refused 0"],
    ["two digits of a status", start("HTTP/1.1 20 OK"), "shown 300"],
    ["four digits of a status", start("HTTP/1.1 2000"), "shown 300", "refused 0"],
    ["no status", start("HTTP/1.1"), "shown 300"],
    ["HTTP/4", start("HTTP/4 200 OK"), "shown 300", "shown 190"],
    ["SHOUTcast", start("ICY 200 OK"), "shown 190", "shown 300"],
    ["no status line", start("", 300), "refused 0", "shown 190"],
    ["less of several gzip members than announced", { end: "cut", firstMemberBytes: 200 }, "cut 200"],
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

  test("Chromium accepts HTTP/0.9 on the default port, and SHOUTcast over http", () => {
    const bare = (url: string, line = "") => read(start(line, line ? 0 : 300), "chromium", "a", url);
    expect([bare("http://a.test/"), bare("https://a.test/")]).toEqual(["shown 190", "shown 190"]);
    expect([bare("http://a.test:443/"), bare("https://a.test:80/")]).toEqual(["refused 0", "refused 0"]);
    const shoutcast = "ICY 200 OK";
    expect([bare("http://a.test:8000/", shoutcast), bare("https://a.test:8000/", shoutcast)]).toEqual([
      "shown 190",
      "refused 0",
    ]);
  });

  test("NUL in a value", () => {
    expect(read({ hasNul: true }, "chromium", "a\0")).toBe("refused 0");
    expect(read({ hasNul: true }, "firefox", "a\0")).toBe("refused 0");
  });

  test("different lines of Location", () => {
    const lines = ["/a", "/b"].map((value, index) => ({ name: "location", value, index }));
    const reads = (["chromium", "firefox", "webkit"] as const).map((engine) =>
      checkReads({ lines, transfer: PLAIN }, engine),
    );
    const refused = { outcome: "refused" as const, bytes: 0, why: "it has several values of Location" };
    expect(reads).toEqual([refused, refused, { outcome: "shown", bytes: 300 }]);
  });

  test("no verdict without the bytes", () => expect(checkReads({ lines: [] }, "chromium")).toBe(undefined));
});
