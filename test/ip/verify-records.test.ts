/** Verification decodes each record once and reports invalid ones. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../src/ip/mmdb/database.ts";
import { verifyRecords } from "../../src/ip/verify-records.ts";
import { Double, type Value, writeDatabase } from "./mmdb-writer.ts";
import { FLAT_CITY, NESTED_CITY } from "./sample-databases.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "netlens-records-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Number of verified records, or the error message. */
async function verified(networks: Readonly<Record<string, Value>>): Promise<number | string> {
  const file = join(folder, "a.mmdb");
  writeFileSync(file, writeDatabase({ "5.0.0.0/8": FLAT_CITY, ...networks }, { type: "T" }));
  const database = openDatabase(file, "memory");
  try {
    return await verifyRecords(database);
  } catch (error) {
    return String(error).replace(/^.*at byte \d+ has /, "");
  } finally {
    database.close();
  }
}

test("records are counted once, also with several networks", async () => {
  expect(await verified({})).toBe(1);
  expect(await verified({ "6.0.0.0/8": FLAT_CITY, "7.0.0.0/8": NESTED_CITY })).toBe(2);
  const many = Object.fromEntries(
    Array.from({ length: 450 }, (_, n) => [`9.${n >> 8}.${n & 255}.0/24`, { city: `${n}` }]),
  );
  expect(await verified(many)).toBe(451);
});

const at = (latitude: number, longitude: number) => ({
  country_code: "DE",
  latitude: new Double(latitude),
  longitude: new Double(longitude),
});

test.each<[string, Value, string | number]>([
  ["a text with a tab", { city: "a\tb" }, "a text that is not valid UTF-8"],
  ["one with the last control character", { city: "a\u007f" }, "a text that is not valid UTF-8"],
  ["one with the first that is not", { city: "a\u0080 b" }, 2],
  ["one deep in a list", { list: ["a", { b: ["c\u0000"] }] }, "a text that is not valid UTF-8"],
  ["a key of its own", { "a b": 1 }, 'the key "a b"'],
  ["a key that begins with a digit", { "1a": 1 }, 'the key "1a"'],
  ["a long one", { [`${"k".repeat(39)} `]: 1 }, `the key "${"k".repeat(39)} "`],
  ["a longer one", { [`${"k".repeat(40)} `]: 1 }, `the key "${"k".repeat(40)}"`],
  ["one within", { names: { "pt-BR": "a", "x:y.z_1": { "": 1 } } }, 'the key ""'],
  ["the poles", { list: [1, true], ...at(90, 180) }, 2],
  ["their other sides", at(-90, -180), 2],
  ["beyond the north pole", at(90.01, 0), "the latitude 90.01"],
  ["beyond the date line", at(0, -180.01), "the longitude -180.01"],
  [
    "within a nested record",
    { location: { latitude: new Double(91), longitude: new Double(0) } },
    "the latitude 91",
  ],
])("%s", async (_name, record, told) => {
  expect(await verified({ "6.0.0.0/8": record })).toBe(told);
});
