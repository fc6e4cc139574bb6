/** Updates from ip-location-db as a local server has it: files, checksums, faults, and the fallback. */

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedAsn } from "../../../src/ip/mmdb/bundled.ts";
import { embeddedDatabase } from "../../../src/ip/mmdb/database.ts";
import { movedAddresses } from "../../../src/ip/mmdb/oracle.ts";
import { downloads } from "../../../src/ip/update/source.ts";
import { updateGeo } from "../../../src/ip/update.ts";
import { writeDatabase } from "../mmdb-writer.ts";

let folder = "";
let target = "";
let asked: string[] = [];
let files: Record<string, () => Response> = {};
let server: Bun.Server<undefined>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "netlens-sources-"));
  target = join(folder, "user-country.mmdb");
  [asked, files] = [[], {}];
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => {
      const { pathname } = new URL(url);
      asked.push(pathname);
      return files[pathname]?.() ?? new Response("", { status: 404 });
    },
  });
});
afterEach(async () => {
  await server.stop(true);
  rmSync(folder, { recursive: true });
});

const DAY = 86_400;
const TODAY = Date.UTC(2026, 10, 28) / 1000;

/** Countries of the 223 blocks of /8; `moved` of them are in another country. */
function countries(moved: number, built = TODAY, type = "country ip", blocks = 223) {
  const records = Array.from({ length: blocks }, (_, block) => [
    `${block + 1}.0.0.0/8`,
    { country_code: block < moved ? "FR" : "DE" },
  ]);
  return new Uint8Array(writeDatabase(Object.fromEntries(records), { type, buildEpoch: built }));
}

const systems = () =>
  new Uint8Array(
    writeDatabase({ "5.0.0.0/8": { autonomous_system_number: 64_500 } }, { type: "asn", buildEpoch: TODAY }),
  );

const sixth = () =>
  new Uint8Array(
    writeDatabase({ "2a00::/12": { country_code: "DE" } }, { type: "country ipv6", buildEpoch: TODAY }),
  );

const sum = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

function publish(bytes: Uint8Array<ArrayBuffer>, checksum = sum(bytes)) {
  files["/user-country.mmdb"] = () => new Response(bytes);
  files["/user-country.mmdb.sha256"] = () => new Response(`${checksum}  user-country.mmdb\n`);
}

const update = (more: { force?: boolean; idleTimeout?: number } = {}) =>
  updateGeo({
    target,
    source: { kind: "ip-location-db", file: "user-country", mirror: server.url.origin },
    fallback: { kind: "db-ip", edition: "country", base: `${server.url.origin}/db-ip` },
    now: TODAY * 1000,
    ...more,
  });

test("addresses of the publisher", () => {
  expect(downloads({ kind: "ip-location-db", file: "origin-asn" }, 0)).toEqual([
    {
      url: "https://github.com/sapics/ip-location-db/releases/download/latest/origin-asn.mmdb",
      headers: {},
      checksum: {
        url: "https://github.com/sapics/ip-location-db/releases/download/checksum/origin-asn.mmdb.sha256",
        required: false,
      },
    },
  ]);
});

test("a file is fetched once while its published checksum stays", async () => {
  writeFileSync(target, countries(0, TODAY - DAY));
  publish(countries(2));
  expect(await update()).toMatchObject({ checksum: "sha256", unchanged: false, records: 2 });
  expect(readFileSync(target).equals(countries(2))).toBe(true);
  const again = await update();
  expect([again.unchanged, "records" in again, again.buildDate]).toEqual([
    true,
    false,
    "2026-11-28T00:00:00.000Z",
  ]);
  expect(asked.filter((path) => path === "/user-country.mmdb")).toHaveLength(1);
  expect(readdirSync(folder)).toEqual(["user-country.mmdb"]);
});

describe("the file in place stays if the new one", () => {
  const before = countries(0, TODAY - DAY);
  test.each([
    [
      "is older",
      countries(0, TODAY - 2 * DAY),
      "was built on 2026-11-26, before the database in place (2026-11-27)",
    ],
    [
      "was built two days from now",
      countries(0, TODAY + DAY + 1),
      "was built on 2026-11-29, after the date of this machine",
    ],
    ["has another kind of data", systems(), "has data of the kind asn, not country"],
    ["has addresses of IPv6 alone", sixth(), "has no IPv4 addresses"],
    ["is half the size", countries(0, TODAY, "country ip", 9), "bytes, and the database in place"],
    // 12 of 223 blocks are 5.4 %, 30 are 13.5 %.
    ["moves 12 of 223 blocks", countries(12), /moves 5\.\d % of \d+ sampled addresses \(at most 5 %\)/],
    ["moves 60 of them to another publisher's countries", countries(60, TODAY, "other"), "(at most 25 %)"],
  ])("%s, unless forced", async (_, bytes, message) => {
    writeFileSync(target, before);
    publish(bytes);
    await expect(update()).rejects.toThrow(message);
    expect(asked.some((path) => path.startsWith("/db-ip"))).toBe(false);
    expect(readFileSync(target).equals(before)).toBe(true);
    await update({ force: true });
    expect(readFileSync(target).equals(bytes)).toBe(true);
  });
  test.each([
    ["moves 10 of 223 blocks", countries(10)],
    ["moves 50 of them to another publisher's countries", countries(50, TODAY, "other")],
    ["was built a day from now", countries(0, TODAY + DAY)],
  ])("but not if it %s", async (_, bytes) => {
    writeFileSync(target, before);
    publish(bytes);
    expect(await update()).toMatchObject({ unchanged: false });
  });
});

test("without a file in place, the built-in table is compared", async () => {
  publish(countries(0));
  await expect(update()).rejects.toThrow(/moves \d\d\.\d % of \d{4,5} sampled addresses \(at most 25 %\)/);
});

test.each([
  [
    "older than the built-in table",
    () => countries(0, Date.UTC(2026, 0, 1) / 1000),
    "before the built-in table",
  ],
  ["of another kind", systems, "has data of the kind asn, not country"],
])("without a file in place, one %s is refused", async (_, bytes, message) => {
  publish(bytes());
  await expect(update()).rejects.toThrow(message);
  expect(readdirSync(folder)).toEqual([]);
});

test("a target that is not a regular file is refused, and stays", async () => {
  publish(countries(0));
  mkdirSync(target);
  await expect(update({ force: true })).rejects.toThrow(`${target}: not a regular file`);
  expect(asked).toEqual([]);
  expect(readdirSync(folder)).toEqual(["user-country.mmdb"]);
});

describe("DB-IP's own file replaces one", () => {
  const dbIp = countries(0, TODAY, "DBIP-Country-Lite");
  const good = countries(1);
  const cut = () => new Response(good.slice(0, 900), { headers: { "content-length": "900" } });
  test.each<[string, () => void]>([
    ["that is missing", () => {}],
    [
      "of a server that fails",
      () => {
        files["/user-country.mmdb"] = () => new Response("", { status: 503 });
      },
    ],
    ["of another checksum", () => publish(good, "0".repeat(64))],
    [
      "that is cut",
      () => {
        files["/user-country.mmdb"] = cut;
      },
    ],
    [
      "that is a page",
      () => {
        files["/user-country.mmdb"] = () => new Response("<!doctype html>");
      },
    ],
    [
      "that does not arrive",
      () => {
        files["/user-country.mmdb"] = () =>
          new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
      },
    ],
    [
      "in a private network",
      () => {
        files["/user-country.mmdb"] = () => Response.redirect("http://192.168.0.1/a");
      },
    ],
  ])("%s", async (_, prepare) => {
    writeFileSync(target, countries(0, TODAY - DAY, "DBIP-Country-Lite"));
    prepare();
    files["/db-ip/dbip-country-lite-2026-11.mmdb.gz"] = () => new Response(Bun.gzipSync(dbIp));
    expect(await update({ idleTimeout: 200 })).toMatchObject({
      type: "DBIP-Country-Lite",
      url: `${server.url.origin}/db-ip/dbip-country-lite-2026-11.mmdb.gz`,
    });
    expect(readdirSync(folder)).toEqual(["user-country.mmdb"]);
  });
  test("and if that is older than the file in place, both reasons are reported", async () => {
    writeFileSync(target, countries(0, TODAY));
    const old = countries(0, TODAY - DAY, "DBIP-Country-Lite");
    files["/db-ip/dbip-country-lite-2026-11.mmdb.gz"] = () => new Response(Bun.gzipSync(old));
    await expect(update()).rejects.toThrow(
      "/user-country.mmdb returned 404: no such file; the fallback was built on 2026-11-27, before the database in place (2026-11-28): --force",
    );
  });
  test("and if that fails too, both reasons are reported", async () => {
    await expect(update()).rejects.toThrow(
      /user-country\.mmdb returned 404: no such file; .*dbip-country-lite-2026-10\.mmdb\.gz returned 404/,
    );
  });
});

test("autonomous systems are compared by number", () => {
  const tables = embeddedAsn.map((file) => embeddedDatabase(file, "asn"));
  const [table] = tables;
  if (table === undefined) throw new Error("no built-in table");
  const { known, moved } = movedAddresses(tables, table);
  expect([known > 5000, moved]).toEqual([true, 0]);
  for (const each of tables) each.close();
});
