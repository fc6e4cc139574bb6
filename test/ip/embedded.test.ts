import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attributionOf } from "../../data/geo/attributions.ts";
import { parseAddress } from "../../src/ip/address.ts";
import { embeddedCountry } from "../../src/ip/bundled.ts";
import { embeddedDatabase } from "../../src/ip/database.ts";
import { writeDatabase } from "./mmdb-writer.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-embedded-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "country.mmdb");

function write(country: string, type: string): void {
  writeFileSync(file, writeDatabase({ "8.8.8.0/24": { country_code: country } }, { type }));
}

test("the licence of the country data is named without opening it", () => {
  for (const each of embeddedCountry)
    expect(embeddedDatabase(each).attribution).toEqual({
      text: "Country data: Number Resource Organization (NRO), CC BY 4.0",
      url: "https://www.nro.net",
    });
  expect(attributionOf("Registries-Country", "x.mmdb")?.url).toBe("https://www.nro.net");
  expect(embeddedDatabase({ file: "/x/registries-country.mmdb", families: [4] }).attribution?.url).toBe(
    "https://www.nro.net",
  );
});

test("what an embedded file says of itself is told without keeping the file", () => {
  write("US", "first");
  const database = embeddedDatabase({ file, families: [4] });
  expect(database.metadata.type).toBe("first");
  expect(database.bytes).toBe(statSync(file).size);
  // Had it been kept, what is written now would not be seen.
  write("FR", "second");
  expect(database.metadata.type).toBe("first");
  const { mmdb } = database.source;
  const address = parseAddress("8.8.8.8");
  if (!address) throw new Error("8.8.8.8 is an address");
  expect(mmdb.decode(mmdb.find(address).record)).toEqual({ country_code: "FR" });
  database.close();
});
