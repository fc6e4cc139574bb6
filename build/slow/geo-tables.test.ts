/** `bun run data geo-tables`, as a release runs it: tables of today, and a failure for old or missing ones. */

import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { asnFiles } from "../../data/geo/asn-files.ts";
import openLists from "../../data/networks/open-lists.txt" with { type: "text" };
import { publishedNetworks } from "../../src/ip/connection/network-lists.ts";
import { openDatabase } from "../../src/ip/mmdb/database.ts";
import { runCommand } from "./run-command.ts";

const root = join(import.meta.dir, "../..");
const DAY = 86_400_000;
const packages = join(root, "node_modules/@ip-location-db/geo-whois-asn-country-mmdb");

/** Copy of a database, built a number of days ago. */
function aged(file: string, days: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(readFileSync(file));
  const at = bytes.lastIndexOf("build_epoch") + "build_epoch".length;
  // An unsigned number of four bytes, of the extended type 9.
  expect([bytes[at], bytes[at + 1]]).toEqual([4, 2]);
  bytes.writeUInt32BE(Math.floor((Date.now() - days * DAY) / 1000), at + 2);
  return new Uint8Array(bytes);
}

const asnName = basename(asnFiles[0]?.file ?? "");
let folder = "";
let files = new Map<string, Uint8Array<ArrayBuffer> | string>();
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: ({ url }) => {
    const content = files.get(new URL(url).pathname.slice(1));
    return new Response(content, { status: content === undefined ? 404 : 200 });
  },
});
afterAll(() => server.stop(true));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "netlens-tables-"));
  for (const name of ["geo", "open"]) mkdirSync(join(folder, name));
  for (const name of ["country-files.ts", "asn-files.ts", "network-files.ts"])
    copyFileSync(join(root, "data/geo", name), join(folder, "geo", name));
  const lists = publishedNetworks(openLists).map(({ id }) => {
    const line = id === "tor-exits" ? "ExitAddress 5.12.0.1 2026-11-28 21:10:00" : "5.12.0.1";
    return [id, `${line}\n`] as const;
  });
  files = new Map(lists);
});
afterEach(() => rmSync(folder, { recursive: true }));

function publish(countryDays: number, asnDays: number): void {
  files.set("user-country.mmdb", aged(join(packages, "geo-whois-asn-country.mmdb"), countryDays));
  files.set("origin-asn.mmdb", aged(asnFiles[0]?.file ?? "", asnDays));
}

const tables = () =>
  runCommand(
    [
      ...[process.execPath, "build/data/geo-tables.ts", "--most-days", "14", "--mirror", server.url.origin],
      ...["--to", join(folder, "geo"), "--lists", join(folder, "open")],
    ],
    {},
    root,
  );

test("tables of fourteen days pass, with the lists in the table of networks", async () => {
  publish(14, 1);
  const { code, out } = await tables();
  expect([code, out]).toEqual([0, expect.stringContaining("origin-asn: built ")]);
  expect(readFileSync(join(folder, "geo/country-files.ts"), "utf8")).toContain("./user-country.mmdb");
  const database = openDatabase(join(folder, "geo/networks.mmdb"), "memory");
  expect(
    ["tor", "relay", "crawler", "hosting", "mobile"].map((kind) => database.source.mmdb.hasText(kind)),
  ).toEqual([true, true, true, true, true]);
  database.close();
}, 60_000);

test("an old table, a missing one and a missing list fail", async () => {
  publish(15, 1);
  files.delete("origin-asn.mmdb");
  files.delete("tor-exits");
  writeFileSync(join(folder, "open/bingbot.txt"), "# 2026-01-01\n5.12.0.1\n");
  files.set("bingbot", "<html>");
  copyFileSync(join(packages, "geo-whois-asn-country-ipv4.mmdb"), join(folder, "geo", asnName));
  const { code, err } = await tables();
  const day = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
  expect(code).toBe(1);
  expect(err).toContain("origin-asn stays as it is:");
  expect(err.match(/not a table of today: .*/g)).toEqual([
    expect.stringContaining(`user-country.mmdb is of ${day(15)}`),
    expect.stringContaining(`${asnName} is of 2026-06-17`),
    "not a table of today: tor-exits is missing",
    "not a table of today: bingbot is of 2026-01-01",
  ]);
}, 60_000);
