import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UpdateError, updateGeo } from "../../src/ip/update.ts";
import { type DownloadSource, downloads, parseMaxmindKey } from "../../src/ip/update-source.ts";
import { CITY, COUNTRY } from "./sample-databases.ts";

let folder = "";
let target = "";
let servers: { stop: (now: boolean) => unknown }[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "netlens-update-"));
  target = join(folder, "new", "city.mmdb");
});

afterEach(() => {
  for (const server of servers) server.stop(true);
  servers = [];
  rmSync(folder, { recursive: true });
});

function serve(handler: (request: Request) => Response | Promise<Response>): string {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: handler });
  servers.push(server);
  return `http://127.0.0.1:${server.port}`;
}

const NOW = Date.UTC(2026, 10, 1);

function update(source: DownloadSource, more: Partial<Parameters<typeof updateGeo>[0]> = {}) {
  return updateGeo({ target, source, now: NOW, ...more });
}

const gzip = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Bun.gzipSync(new Uint8Array(bytes));

/** One file of a ustar archive. */
function tarFile(name: string, bytes: Uint8Array): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(bytes.length.toString(8).padStart(11, "0"), 124);
  header.write("ustar\x0000", 257);
  return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

describe("what is fetched", () => {
  test.each([
    ["plain", () => new Uint8Array(CITY())],
    ["gzip", () => gzip(CITY())],
    [
      "tar.gz, as MaxMind packs it",
      () =>
        gzip(
          Buffer.concat([
            tarFile("GeoLite2-City_2026/", Buffer.alloc(0)),
            tarFile("GeoLite2-City_2026/LICENSE.txt", Buffer.from("x".repeat(700))),
            tarFile("GeoLite2-City_2026/GeoLite2-City.mmdb", CITY()),
            Buffer.alloc(1024),
          ]),
        ),
    ],
  ])("%s", async (_name, bytes) => {
    const url = `${serve(() => new Response(bytes()))}/x`;
    const seen: [number, number | undefined][] = [];
    const result = await update({ kind: "url", url }, { onProgress: (...at) => seen.push(at) });
    expect(result).toMatchObject({
      file: target,
      url,
      kind: "city",
      type: "GeoLite2-City",
      bytes: CITY().length,
    });
    expect(readFileSync(target).equals(CITY())).toBe(true);
    expect(seen.at(-1)).toEqual([bytes().length, bytes().length]);
    expect(readdirSync(join(folder, "new"))).toEqual(["city.mmdb"]);
  });

  test("DB-IP: this month's file, else last month's", async () => {
    const asked: string[] = [];
    const base = serve((request) => {
      asked.push(new URL(request.url).pathname);
      return asked.length === 1 ? new Response("", { status: 404 }) : new Response(gzip(CITY()));
    });
    await update({ kind: "db-ip", base });
    expect(asked).toEqual(["/dbip-city-lite-2026-11.mmdb.gz", "/dbip-city-lite-2026-10.mmdb.gz"]);
  });

  test("MaxMind: with account and key, which the storage behind a redirect does not get", async () => {
    const seen: (string | null)[] = [];
    const storage = serve((request) => {
      seen.push(request.headers.get("authorization"));
      return new Response(new Uint8Array(CITY()));
    });
    const base = serve((request) => {
      seen.push(request.headers.get("authorization"), new URL(request.url).pathname);
      return Response.redirect(`${storage}/object`);
    });
    await update({ kind: "maxmind", accountId: "12", licenseKey: "k", edition: "GeoLite2-City", base });
    expect(seen).toEqual([`Basic ${btoa("12:k")}`, "/GeoLite2-City/download", null]);
  });
});

describe("a broken connection", () => {
  const bytes = new Uint8Array(CITY());

  /** Sends 500 bytes and goes away the first time; answers ranges of the same representation afterwards. */
  async function flaky(etags: readonly string[]) {
    const ranges: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      const { range } = request.headers;
      ranges.push(range);
      const etag = etags[ranges.length - 1] ?? "";
      const start = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
      const part = start > 0 && request.headers["if-range"] === etag;
      response.setHeader("etag", etag);
      response.setHeader("content-length", part ? bytes.length - start : bytes.length);
      if (part) response.setHeader("content-range", `bytes ${start}-${bytes.length - 1}/${bytes.length}`);
      response.writeHead(part ? 206 : 200);
      if (ranges.length > 1) response.end(bytes.subarray(part ? start : 0));
      else response.write(bytes.subarray(0, 500), () => setTimeout(() => response.destroy(), 20));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push({ stop: () => server.close() });
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    return { url: `http://127.0.0.1:${port}/x`, ranges };
  }

  test("is continued by the next call", async () => {
    const { url, ranges } = await flaky(['"1"', '"1"']);
    await expect(update({ kind: "url", url })).rejects.toBeInstanceOf(UpdateError);
    expect(existsSync(target)).toBe(false);
    expect(statSync(`${target}.part`).size).toBe(500);
    await update({ kind: "url", url });
    expect(ranges).toEqual([undefined, "bytes=500-"]);
    expect(readFileSync(target).equals(CITY())).toBe(true);
  });

  test("is not continued with another file", async () => {
    const { url, ranges } = await flaky(['"1"', '"2"']);
    await expect(update({ kind: "url", url })).rejects.toBeInstanceOf(UpdateError);
    await update({ kind: "url", url });
    expect(ranges).toEqual([undefined, "bytes=500-"]);
    expect(readFileSync(target).equals(CITY())).toBe(true);
  });

  test("without a validator starts again", async () => {
    const { url, ranges } = await flaky(["", ""]);
    await expect(update({ kind: "url", url })).rejects.toBeInstanceOf(UpdateError);
    await update({ kind: "url", url });
    expect(ranges).toEqual([undefined, undefined]);
  });

  test("silence is given up", async () => {
    const url = serve(
      () =>
        new Response(new ReadableStream({ start: (controller) => controller.enqueue(bytes.slice(0, 10)) })),
    );
    await expect(update({ kind: "url", url }, { idleTimeout: 50 })).rejects.toThrow(/no answer for 50 ms/);
  });
});

describe("what was there stays when the new one is no good", () => {
  test.each([
    [
      "an error page",
      () => new Response("<html>busy</html>", { status: 503, statusText: "Busy" }),
      /answers 503/,
    ],
    ["not found", () => new Response("", { status: 404 }), /404/],
    ["a page instead of a file", () => new Response("<!doctype html><p>Sign in"), /HTML/],
    [
      "a truncated file",
      () => new Response(new Uint8Array(CITY().subarray(200))),
      /truncated|corrupt|beyond/,
    ],
    ["broken gzip", () => new Response(gzip(CITY()).slice(0, 300)), /./],
    [
      "an archive without a database",
      () => new Response(gzip(Buffer.concat([tarFile("a.txt", Buffer.from("x")), Buffer.alloc(1024)]))),
      /no \.mmdb/,
    ],
    ["nothing", () => new Response(""), /empty/],
  ])("%s", async (_name, answer, message) => {
    target = join(folder, "city.mmdb");
    writeFileSync(target, COUNTRY());
    const url = serve(answer);
    await expect(update({ kind: "url", url })).rejects.toThrow(message);
    expect(readFileSync(target).equals(COUNTRY())).toBe(true);
    expect(readdirSync(folder)).toEqual(["city.mmdb"]);
  });

  test("nobody listens", async () => {
    await expect(update({ kind: "url", url: "http://127.0.0.1:1/" })).rejects.toBeInstanceOf(UpdateError);
  });
});

test("the first of January looks back to December", () => {
  expect(downloads({ kind: "db-ip" }, Date.UTC(2027, 0, 1)).map(({ url }) => url.slice(-18))).toEqual(
    ["ite-2027-01.mmdb.gz", "ite-2026-12.mmdb.gz"].map((text) => text.slice(-18)),
  );
});

test.each([
  [
    "# GeoIP.conf\nAccountID 42\nLicenseKey abc_d\nEditionIDs GeoLite2-City\n",
    { accountId: "42", licenseKey: "abc_d" },
  ],
  ["42:abc\n", { accountId: "42", licenseKey: "abc" }],
  ["AccountID 42\n", undefined],
  ["abc", undefined],
  ["", undefined],
])("MaxMind key from %j", (text, expected) => {
  expect(parseMaxmindKey(text)).toEqual(expected);
});
