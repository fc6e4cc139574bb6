/** Downloads: requests sent, responses rejected, and files left on disk. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { downloadFirst, MOST_BYTES, UpdateError, verifyChecksum } from "../../../src/ip/update/download.ts";

let folder = "";
let part = "";
let asked: string[] = [];
let server: Bun.Server<undefined>;
let answer: (request: Request) => Response = () => new Response("0123456789");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "netlens-download-"));
  part = join(folder, "a.part");
  asked = [];
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => {
      const { range, "if-range": ifRange } = Object.fromEntries(request.headers);
      asked.push([new URL(request.url).pathname, range, ifRange].filter(Boolean).join(" "));
      return answer(request);
    },
  });
});
afterEach(async () => {
  await server.stop(true);
  rmSync(folder, { recursive: true });
});

const at = (path: string) => ({ url: `${server.url.origin}${path}`, headers: {} });
const begin = (url: string, validator: string, bytes = "01234") => {
  writeFileSync(part, bytes);
  writeFileSync(`${part}.json`, JSON.stringify({ url, validator }));
};
const content = () => readFileSync(part, "utf8");
const validator = () => JSON.parse(readFileSync(`${part}.json`, "utf8")).validator;
const continued = (request: Request, from = "bytes 5-9/10") =>
  request.headers.has("range")
    ? new Response("56789", { status: 206, headers: { "content-range": from, etag: '"a"' } })
    : new Response("0123456789", { headers: { etag: '"a"' } });

test("uses the first that exists, without requesting the others", async () => {
  answer = ({ url }) =>
    new Response(url.endsWith("/b") ? "b" : "", { status: url.endsWith("/a") ? 404 : 200 });
  expect(await downloadFirst([at("/a"), at("/b"), at("/c")], part, {})).toEqual(at("/b"));
  expect([asked, content()]).toEqual([["/a", "/b"], "b"]);
});

test("no candidate exists, or none is given", async () => {
  answer = () => new Response("", { status: 404 });
  await expect(downloadFirst([at("/a"), at("/b")], part, {})).rejects.toThrow(
    "/b returned 404: no such file",
  );
  await expect(downloadFirst([], part, {})).rejects.toThrow("the source lists no download");
});

test.each([
  [500, "returned 500"],
  [403, "returned 403"],
])("status %d", async (status, message) => {
  answer = () => new Response("", { status });
  await expect(downloadFirst([at("/a")], part, {})).rejects.toThrow(message);
});

test.each([
  [{ etag: '"a"', "last-modified": "Fri, 20 Nov 2026 10:00:00 GMT" }, '"a"'],
  [{ etag: 'W/"a"', "last-modified": "Fri, 20 Nov 2026 10:00:00 GMT" }, "Fri, 20 Nov 2026 10:00:00 GMT"],
  [{ etag: 'W/"a"' }, ""],
  [{}, ""],
])("%j: validator for resuming", async (headers, wanted) => {
  answer = () => new Response("x", { headers });
  await downloadFirst([at("/a")], part, {});
  expect(validator()).toBe(wanted);
});

test("resumes, and reports its progress", async () => {
  begin(at("/a").url, '"a"');
  answer = continued;
  const progress: unknown[] = [];
  await downloadFirst([at("/a")], part, { onProgress: (count, total) => progress.push([count, total]) });
  expect([asked, content(), progress]).toEqual([['/a bytes=5- "a"'], "0123456789", [[10, 10]]]);
});

test.each([
  ["of another address", () => begin(at("/other").url, '"a"')],
  ["without a validator", () => begin(at("/a").url, "")],
  ["of nothing yet", () => begin(at("/a").url, '"a"', "")],
  ["that is not told of", () => writeFileSync(part, "01234")],
  ["told of in another shape", () => [writeFileSync(part, "01234"), writeFileSync(`${part}.json`, "null")]],
  [
    "told of without its words",
    () => [writeFileSync(part, "01234"), writeFileSync(`${part}.json`, '{"url":5}')],
  ],
  [
    "told of by numbers",
    () => [
      writeFileSync(part, "01234"),
      writeFileSync(`${part}.json`, JSON.stringify({ url: at("/a").url, validator: 5 })),
    ],
  ],
])("a part %s is downloaded again", async (_, prepare) => {
  prepare();
  answer = continued;
  await downloadFirst([at("/a")], part, {});
  expect([asked, content()]).toEqual([["/a"], "0123456789"]);
});

test("a server that sends the whole file overwrites the part", async () => {
  begin(at("/a").url, '"a"', "xxxxxxxxxxxxxxx");
  answer = () => new Response("0123456789");
  await downloadFirst([at("/a")], part, {});
  expect(content()).toBe("0123456789");
});

test.each(["bytes 4-9/10", "bytes 50-9/10", ""])("one that goes on at %j is refused", async (range) => {
  begin(at("/a").url, '"a"');
  answer = (request) => continued(request, range);
  await expect(downloadFirst([at("/a")], part, {})).rejects.toThrow(
    "resumed at another position than requested",
  );
});

test("if no bytes remain, the whole file is downloaded again", async () => {
  begin(at("/a").url, '"a"', "0123456789");
  answer = (request) =>
    request.headers.has("range") ? new Response("", { status: 416 }) : new Response("9876543210");
  await downloadFirst([at("/a")], part, {});
  expect([asked, content()]).toEqual([['/a bytes=10- "a"', "/a"], "9876543210"]);
});

test("a checksum file", async () => {
  writeFileSync(part, "0123456789");
  writeFileSync(`${part}.json`, "{}");
  const sum = new Bun.CryptoHasher("sha256").update("0123456789").digest("hex");
  const md5 = new Bun.CryptoHasher("md5").update("0123456789").digest("hex");
  const check = (body: string, required: boolean, status = 200, algorithm: "sha256" | "md5" = "sha256") => {
    answer = () => new Response(body, { status });
    const checksum = { url: at("/a.sha256").url, algorithm, required };
    return verifyChecksum({ ...at("/a"), checksum }, part, {});
  };
  expect(await verifyChecksum(at("/a"), part, {})).toBeUndefined();
  expect(await check(`${sum}  a.tar.gz\n`, true)).toBe("sha256");
  expect(await check(sum.toUpperCase(), true)).toBe("sha256");
  for (const text of [`${md5}  a\n`, `MD5 (delegated-afrinic-extended-latest) = ${md5}`])
    expect(await check(text, true, 200, "md5")).toBe("md5");
  for (const none of [`x${sum}`, `${sum}0`, "", " ".repeat(1024) + sum])
    expect([none, await check(none, false)]).toEqual([none, undefined]);
  expect(await check(sum, false, 200, "md5")).toBeUndefined();
  expect(await check(sum, false, 404)).toBeUndefined();
  await expect(check("", true)).rejects.toThrow("has no SHA-256 of the file");
  await expect(check("", true, 200, "md5")).rejects.toThrow("has no MD5 of the file");
  expect(existsSync(part)).toBe(true);
  await expect(check("0".repeat(64), false)).rejects.toThrow(
    `the download's SHA-256 is ${sum}, but the publisher gives 0000`,
  );
  await check("0".repeat(64), false).catch(() => {});
  expect([existsSync(part), existsSync(`${part}.json`)]).toEqual([false, false]);
});

test("silence ends in a timeout, and four gibibytes are the maximum", async () => {
  answer = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
  const given = downloadFirst([at("/a")], part, { idleTimeout: 50 });
  await expect(given).rejects.toThrow(UpdateError);
  await given.catch(() => {});
  expect(MOST_BYTES).toBe(4_294_967_296);
});
