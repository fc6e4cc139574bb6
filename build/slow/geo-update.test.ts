import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DownloadSource, downloads, parseMaxmindKey } from "../../src/ip/update/source.ts";
import { updateGeo } from "../../src/ip/update.ts";
import { UpdateError } from "../../src/platform/replace-file.ts";
import { Double, Raw, type Value, writeDatabase } from "../../test/ip/mmdb-writer.ts";
import { CITY, COUNTRY, FLAT_CITY } from "../../test/ip/sample-databases.ts";

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

function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}

/** One file of a ustar archive. */
function tarFile(name: string, bytes: Uint8Array): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(bytes.length.toString(8).padStart(11, "0"), 124);
  header.write("ustar\x0000", 257);
  return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

describe("downloads", () => {
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
    const requested: string[] = [];
    const base = serve((request) => {
      requested.push(new URL(request.url).pathname);
      return requested.length === 1 ? new Response("", { status: 404 }) : new Response(gzip(CITY()));
    });
    await update({ kind: "db-ip", edition: "city", base });
    expect(requested).toEqual(["/dbip-city-lite-2026-11.mmdb.gz", "/dbip-city-lite-2026-10.mmdb.gz"]);
  });

  test("MaxMind: with account and key, which the storage behind a redirect does not get", async () => {
    const seen: (string | null)[] = [];
    const storage = serve((request) => {
      seen.push(request.headers.get("authorization"));
      return new Response(new Uint8Array(CITY()));
    });
    const base = serve((request) => {
      const { pathname, search } = new URL(request.url);
      seen.push(request.headers.get("authorization"), pathname + search);
      if (search.endsWith(".sha256")) return new Response(`${sha256(CITY())}  GeoLite2-City.tar.gz\n`);
      return Response.redirect(`${storage}/object`);
    });
    const source = {
      kind: "maxmind",
      accountId: "12",
      licenseKey: "k",
      edition: "GeoLite2-City",
      base,
    } as const;
    expect(await update(source)).toMatchObject({ checksum: "sha256" });
    const account = `Basic ${btoa("12:k")}`;
    expect(seen).toEqual([
      account,
      "/GeoLite2-City/download?suffix=tar.gz.sha256",
      account,
      "/GeoLite2-City/download?suffix=tar.gz",
      null,
    ]);
  });
});

describe("a broken connection", () => {
  const bytes = new Uint8Array(CITY());

  /** Server that sends 500 bytes and closes the first time, and then answers range requests. */
  async function flaky(etags: readonly string[]) {
    const ranges: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      if (request.url?.endsWith(".sha256")) return void response.writeHead(404).end();
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
      else response.write(bytes.subarray(0, 500), () => void arrived(500).then(() => response.destroy()));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push({ stop: () => server.close() });
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    return { url: `http://127.0.0.1:${port}/x`, ranges };
  }

  /** Waits until the partial file has this many bytes, which takes longer on a busy machine. */
  async function arrived(size: number): Promise<void> {
    for (let round = 0; round < 500; round++) {
      if (existsSync(`${target}.part`) && statSync(`${target}.part`).size >= size) return;
      await Bun.sleep(10);
    }
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

  test("a silent server times out", async () => {
    const url = serve(({ url }) =>
      url.endsWith(".sha256")
        ? new Response("", { status: 404 })
        : new Response(new ReadableStream({ start: (controller) => controller.enqueue(bytes.slice(0, 10)) })),
    );
    await expect(update({ kind: "url", url }, { idleTimeout: 50 })).rejects.toThrow(/no data for 0.05 s/);
  });
});

describe("the old file stays if the new one is unusable", () => {
  test.each([
    [
      "an error page",
      () => new Response("<html>busy</html>", { status: 503, statusText: "Busy" }),
      /returned 503/,
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

  test("an older build, unless forced", async () => {
    target = join(folder, "city.mmdb");
    const built = (buildEpoch: number) =>
      writeDatabase({ "5.0.0.0/8": FLAT_CITY }, { type: "T", buildEpoch });
    writeFileSync(target, built(1_700_000_000));
    let epoch = 1_699_999_999;
    const url = serve(() => new Response(new Uint8Array(built(epoch))));
    await expect(update({ kind: "url", url })).rejects.toThrow(
      "the download was built on 2023-11-14, before the database in place (2023-11-14): --force accepts it anyway",
    );
    expect(readFileSync(target).equals(built(1_700_000_000))).toBe(true);
    expect(await update({ kind: "url", url }, { force: true })).toMatchObject({ records: 1 });
    epoch = 1_700_000_000;
    await update({ kind: "url", url });
    expect(readFileSync(target).equals(built(1_700_000_000))).toBe(true);
  });

  test.each<[string, Value, RegExp]>([
    [
      "a record that cannot be decoded",
      new Raw(Buffer.from([0xe1, 0x41, 0x61, 0x5f])),
      /beyond|not in the format|corrupt/,
    ],
    [
      "a name that is not a UTF-8",
      { city: new Raw(Buffer.from([0x42, 0x4d, 0xfc])), country_code: "DE" },
      /has a text that is not valid UTF-8/,
    ],
    [
      "a control character",
      { city: "M\u0001nich", country_code: "DE" },
      /has a text that is not valid UTF-8/,
    ],
    ["a key that leads into another text", { country_code: "DE", "x y": 1 }, /has the key "x y"/],
    [
      "a latitude off the globe",
      { country_code: "DE", latitude: new Double(90.5), longitude: new Double(1) },
      /has the latitude 90.5/,
    ],
  ])("a database with %s somewhere", async (_name, damaged, message) => {
    target = join(folder, "city.mmdb");
    writeFileSync(target, COUNTRY());
    // Opening a file checks fewer nodes than this; the last one is damaged.
    const sound = Object.fromEntries(
      Array.from({ length: 4300 }, (_, i) => [`9.${i >> 8}.${i & 255}.0/24`, FLAT_CITY]),
    );
    const bytes = writeDatabase({ ...sound, "223.255.255.0/24": damaged }, { type: "T" });
    const url = serve(() => new Response(new Uint8Array(bytes)));
    await expect(update({ kind: "url", url })).rejects.toThrow(message);
    expect(readFileSync(target).equals(COUNTRY())).toBe(true);
  });

  test("endless decompression", async () => {
    target = join(folder, "city.mmdb");
    const bomb = gzip(Buffer.alloc(65 * 2 ** 20));
    const url = serve(() => new Response(bomb));
    await expect(update({ kind: "url", url })).rejects.toThrow(/unpacks to more than 67108864 bytes/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("another SHA-256 than the publisher's", async () => {
    const sums = [sha256(COUNTRY()), sha256(CITY()).toUpperCase(), "not a checksum"];
    const requested: string[] = [];
    const url = `${serve((request) => {
      const { pathname, search } = new URL(request.url);
      requested.push(pathname + search);
      return pathname.endsWith(".sha256") ? new Response(sums.shift()) : new Response(new Uint8Array(CITY()));
    })}/city.mmdb?key=1`;
    await expect(update({ kind: "url", url })).rejects.toThrow(`the publisher gives ${sha256(COUNTRY())}`);
    expect(readdirSync(join(folder, "new"))).toEqual([]);
    expect(await update({ kind: "url", url })).toMatchObject({ checksum: "sha256", unchanged: false });
    expect(await update({ kind: "url", url })).toMatchObject({ checksum: "none published" });
    expect(requested.slice(0, 2)).toEqual(["/city.mmdb.sha256?key=1", "/city.mmdb?key=1"]);
  });

  test("no server listens", async () => {
    await expect(update({ kind: "url", url: "http://127.0.0.1:1/" })).rejects.toBeInstanceOf(UpdateError);
  });
});

test("one update of a file at a time", async () => {
  let answer: () => void = () => {};
  const begun = Promise.withResolvers<void>();
  const url = serve(async (request) => {
    if (request.url.endsWith(".sha256")) return new Response("", { status: 404 });
    begun.resolve();
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return new Response(new Uint8Array(CITY()));
  });
  const first = update({ kind: "url", url: `${url}/x` });
  await begun.promise;
  await expect(update({ kind: "url", url })).rejects.toThrow(`${target}: another update is running`);
  answer();
  expect(await first).toMatchObject({ kind: "city" });
  expect(readdirSync(join(folder, "new"))).toEqual(["city.mmdb"]);
});

test("certificates are verified whatever the environment", async () => {
  const certificate = await Bun.file(
    join(import.meta.dir, "../../test/http/fixtures/self-signed.pem"),
  ).text();
  const key = await Bun.file(join(import.meta.dir, "../../test/http/fixtures/server-key.pem")).text();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: { cert: certificate, key },
    fetch: () => new Response(new Uint8Array(CITY())),
  });
  servers.push(server);
  const child = Bun.spawn(
    [
      process.execPath,
      "src/main.ts",
      "update",
      "geo",
      "--to",
      target,
      "--url",
      `https://localhost:${server.port}/x`,
    ],
    {
      cwd: join(import.meta.dir, "../.."),
      env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: "0" },
      stdout: "ignore",
      stderr: "pipe",
    },
  );
  expect(await child.stderr.text()).toMatch(/netlens: .*certificate/i);
  expect(await child.exited).toBe(1);
  expect(existsSync(target)).toBe(false);
});

test("the first of January looks back to December", () => {
  expect(
    downloads({ kind: "db-ip", edition: "city" }, Date.UTC(2027, 0, 1)).map(({ url }) => url.slice(-18)),
  ).toEqual(["ite-2027-01.mmdb.gz", "ite-2026-12.mmdb.gz"].map((text) => text.slice(-18)));
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
