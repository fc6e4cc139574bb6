import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attributionOf } from "../../data/geo/attributions.ts";
import { embeddedAsn, embeddedCountry } from "../../src/ip/mmdb/bundled.ts";
import { embeddedDatabase } from "../../src/ip/mmdb/database.ts";
import { readAsn } from "../../src/ip/names/record.ts";
import { parseAddress } from "../../src/syntax/ip-address.ts";
import { writeDatabase } from "./mmdb-writer.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-embedded-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "country.mmdb");

function write(country: string, type: string): void {
  writeFileSync(file, writeDatabase({ "8.8.8.0/24": { country_code: country } }, { type }));
}

test("the licence of the country data is named without opening it", () => {
  // The table of a release needs no attribution (PDDL).
  for (const each of embeddedCountry.filter(({ file }) => !file.includes("user-country")))
    expect(embeddedDatabase(each, "country").attribution).toEqual({
      text: "Country data: Number Resource Organization (NRO), CC BY 4.0",
      url: "https://www.nro.net",
    });
  expect(attributionOf("Registries-Country", "x.mmdb")?.url).toBe("https://www.nro.net");
  expect(
    embeddedDatabase({ file: "/x/registries-country.mmdb", families: [4] }, "country").attribution?.url,
  ).toBe("https://www.nro.net");
});

test("the table of autonomous systems has well-known addresses, and names its sources", () => {
  const [table, ...more] = embeddedAsn.map((each) => embeddedDatabase(each, "asn"));
  if (!table) throw new Error("no table");
  expect(more).toEqual([]);
  if (!table.file.includes("origin-asn")) expect(table.attribution?.text).toContain("https://db-ip.com");
  expect(table.families).toEqual([4, 6]);
  const announced = [
    "8.8.8.8",
    "1.1.1.1",
    "193.0.0.1",
    "2606:4700::1",
    "2a00:1450::1",
    "133.11.0.1",
    "10.0.0.1",
  ];
  const found = announced.map((ip) => {
    const address = parseAddress(ip);
    const { record } = address ? table.source.mmdb.find(address) : { record: 0 };
    return record === 0 ? undefined : readAsn(table.source.mmdb.decode(record))?.number;
  });
  expect(found).toEqual([15169, 13335, 3333, 13335, 15169, 2501, undefined]);
  table.close();
});

test("metadata of an embedded file are read without keeping the file open", () => {
  write("US", "first");
  const database = embeddedDatabase({ file, families: [4] }, "country");
  expect(database.metadata.type).toBe("first");
  expect(database.bytes).toBe(statSync(file).size);
  // The file was closed: the new content is read, but the metadata are those of the start.
  write("FR", "second");
  expect(database.metadata.type).toBe("first");
  const { mmdb } = database.source;
  const address = parseAddress("8.8.8.8");
  if (!address) throw new Error("8.8.8.8 is an address");
  expect(mmdb.decode(mmdb.find(address).record)).toEqual({ country_code: "FR" });
  database.close();
});
