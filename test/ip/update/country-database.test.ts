import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countryDatabase } from "../../../src/ip/update/country-database.ts";
import { isDelegated, parseDelegated } from "../../../src/ip/update/delegated.ts";
import { formatNetwork, networkOf, parseAddress } from "../../../src/syntax/ip-address.ts";
import { mmdbOf } from "../mmdb-writer.ts";

/** Statistics file with a correct summary line. */
function statistics(
  records: readonly string[],
  version = "2|ripencc|20261120|3|19830705|20261120|+0100",
): string {
  const counts = Map.groupBy(records, (record) => record.split("|")[2]);
  const summary = [...counts].map(([type, all]) => `ripencc|*|${type}|*|${all.length}|summary`);
  return [version, ...summary, ...records, ""].join("\n");
}

const RECORDS = [
  "ripencc|FR|ipv4|2.0.0.0|1048576|20100712|allocated|a",
  "ripencc|DE|ipv4|5.1.0.0|768|20120101|assigned|b",
  "ripencc|NL|ipv4|5.1.3.0|256|20120101|assigned|c",
  "ripencc|NL|ipv4|5.1.4.0|1024|20120101|allocated|c",
  "ripencc|EU|ipv4|5.2.0.0|256|19990101|assigned|d",
  "ripencc|ZZ|ipv4|5.3.0.0|256||available|",
  "ripencc|IT|ipv4|5.4.0.0|256||reserved|",
  "ripencc|SE|ipv6|2a00:100::|29|20080101|allocated|e",
  "ripencc|SE|ipv6|2a00:108::|29|20080101|allocated|e",
  "ripencc|GB|asn|1849|1|19930901|allocated|f",
];

function lookup(bytes: Buffer, text: string): readonly [country: unknown, network: string] {
  const mmdb = mmdbOf(bytes);
  const address = parseAddress(text);
  if (!address) throw new Error(text);
  const { record, prefix } = mmdb.find(address);
  return [record === 0 ? undefined : mmdb.decode(record), formatNetwork(networkOf(address, prefix))];
}

test("delegations become a database, and adjacent blocks of one country one network", () => {
  const delegations = parseDelegated(statistics(RECORDS));
  expect(new Date(delegations.endDate * 1000).toISOString()).toBe("2026-11-20T00:00:00.000Z");
  const bytes = countryDatabase(delegations);
  expect(mmdbOf(bytes).metadata).toMatchObject({ type: "Registries-Country", ipVersion: 6, recordSize: 24 });
  expect(
    ["2.15.255.255", "5.1.2.255", "5.1.3.0", "5.1.7.9", "2a00:10f::1"].map((at) => lookup(bytes, at)),
  ).toEqual([
    [{ country_code: "FR" }, "2.0.0.0/12"],
    [{ country_code: "DE" }, "5.1.2.0/24"],
    [{ country_code: "NL" }, "5.1.3.0/24"],
    [{ country_code: "NL" }, "5.1.4.0/22"],
    [{ country_code: "SE" }, "2a00:100::/28"],
  ]);
  for (const nobody of ["2.16.0.0", "5.1.8.0", "5.2.0.1", "5.3.0.1", "5.4.0.1", "2a00:110::1"])
    expect(lookup(bytes, nobody)[0]).toBeUndefined();
});

test("a more specific block is an exception, in any order", () => {
  const records = [
    "ripencc|DE|ipv4|9.0.0.0|16777216|2010|allocated",
    "ripencc|FR|ipv4|9.9.9.0|256|2010|assigned",
  ];
  for (const all of [records, records.toReversed()]) {
    const bytes = countryDatabase(parseDelegated(statistics(all)));
    expect(lookup(bytes, "9.9.9.9")).toEqual([{ country_code: "FR" }, "9.9.9.0/24"]);
    expect(lookup(bytes, "9.9.8.9")).toEqual([{ country_code: "DE" }, "9.9.8.0/24"]);
    expect(lookup(bytes, "9.255.0.0")).toEqual([{ country_code: "DE" }, "9.128.0.0/9"]);
  }
});

test("many countries and blocks: each address has its own country", () => {
  const codes = ["AT", "BE", "CH", "DE", "ES", "FR"];
  const records = Array.from(
    { length: 5000 },
    (_, i) => `ripencc|${codes[(i * 7) % 6]}|ipv4|11.${i >> 8}.${i & 255}.0|256|2010|allocated`,
  );
  const bytes = countryDatabase(parseDelegated(statistics(records)));
  for (let i = 0; i < 5000; i += 13)
    expect(lookup(bytes, `11.${i >> 8}.${i & 255}.77`)[0]).toEqual({ country_code: codes[(i * 7) % 6] });
});

test.each([
  [
    "a record is missing",
    statistics(RECORDS).replace(`${RECORDS[1]}\n`, ""),
    "the summary counts 7 records of ipv4, but there are 6",
  ],
  [
    "it breaks off",
    statistics(RECORDS.slice(0, -1)).replace("|2|summary", "|3|summary"),
    "the summary counts 3 records of ipv6, but there are 2",
  ],
  ["it breaks off in a line", statistics(RECORDS).slice(0, -31), /is not in the format|the summary counts/],
  ["there is no summary", RECORDS.join("\n"), "without a summary"],
  ["a line is another thing", `${statistics(RECORDS)}<html>\n`, "line 15 is not in the format"],
  [
    "a range is none",
    statistics(["ripencc|FR|ipv4|255.255.255.0|257|2010|allocated|a"]),
    "not a range of IPv4",
  ],
  ["a range is empty", statistics(["ripencc|FR|ipv4|2.0.0.0|0|2010|allocated|a"]), "not a range of IPv4"],
  [
    "a prefix is too long",
    statistics(["ripencc|FR|ipv6|2a00::|129|2010|allocated|a"]),
    "not a block of addresses",
  ],
  [
    "an address is of the other family",
    statistics(["ripencc|FR|ipv6|1.2.3.0|24|2010|allocated|a"]),
    "not a block",
  ],
])("statistics are refused: %s", (_name, text, message) => {
  expect(() => parseDelegated(text)).toThrow(message);
});

test("the last of the addresses, and all of them", () => {
  const blocks = (value: string) =>
    parseDelegated(statistics([`ripencc|FR|ipv4|${value}|2010|allocated|a`])).blocks.map(formatNetwork);
  expect(blocks("255.255.255.0|256")).toEqual(["255.255.255.0/24"]);
  expect(blocks("0.0.0.0|4294967296")).toEqual(["0.0.0.0/0"]);
  expect(blocks("10.0.0.1|6")).toEqual(["10.0.0.1/32", "10.0.0.2/31", "10.0.0.4/31", "10.0.0.6/32"]);
});

test("a database without records or a date is refused", () => {
  expect(() => countryDatabase(parseDelegated(statistics(RECORDS.slice(4, 7))))).toThrow("no blocks");
  const undated = statistics(RECORDS, "2|ripencc|1|3|00000000|00000000|+0100");
  expect(() => countryDatabase(parseDelegated(undated))).toThrow("no date");
});

test("text that starts like statistics", () => {
  expect(isDelegated("2|ripencc|1790636399|3|19830705|20261120|+0100\n")).toBe(true);
  expect(isDelegated("# about\n\n#\n2.3|nro|20261120|3|1983|20261120|+0000\n")).toBe(true);
  expect(isDelegated("<html>2|ripencc|")).toBe(false);
  expect(isDelegated("#!/bin/sh\n")).toBe(false);
});

test("the table inside the executable can be made of them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "netlens-table-"));
  const older = statistics(
    ["lacnic|BR|ipv4|200.160.0.0|65536|1999|allocated|a"],
    "2|lacnic|20261101|1|19870101|20261101|-0300",
  );
  await Bun.write(join(folder, "one"), statistics(RECORDS));
  await Bun.write(join(folder, "two"), older);
  const run = (...args: string[]) =>
    Bun.spawnSync([process.execPath, "build/data.ts", "country-table", ...args], {
      cwd: join(import.meta.dir, "../../.."),
    });
  const made = run("--to", folder, join(folder, "one"), join(folder, "two"));
  expect(made.stdout.toString()).toBe("8 blocks of 2026-11-01, 0.0 MB\n");
  const bytes = readFileSync(join(folder, "registries-country.mmdb"));
  expect(lookup(bytes, "200.160.2.3")[0]).toEqual({ country_code: "BR" });
  const { countryFiles } = await import(join(folder, "country-files.ts"));
  expect(countryFiles).toEqual([{ file: join(folder, "registries-country.mmdb"), families: [4, 6] }]);
  expect(run("--to", folder).exitCode).toBe(2);
  expect(run("--to", folder, join(folder, "none")).exitCode).toBe(1);
  rmSync(folder, { recursive: true });
});
