import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openGeo } from "../../src/ip/geo.ts";
import { lookupIp, lookupIpJson } from "../../src/ip/lookup.ts";
import {
  type Database,
  DatabaseError,
  openDatabase,
  prepareDatabase,
  verifyDatabase,
} from "../../src/ip/mmdb/database.ts";
import { attributionsOf } from "../../src/ip/mmdb/database-info.ts";
import type { EmbeddedFile, GeoSettings } from "../../src/ip/mmdb/geo-files.ts";
import type { Geo } from "../../src/ip/mmdb/geo-state.ts";
import { allIntact } from "../../src/ip/mmdb/lookup-source.ts";
import { watchGeo } from "../../src/ip/mmdb/reload.ts";
import { type Value, writeDatabase } from "./mmdb-writer.ts";
import { ASN, ASNS, CITY, COUNTRY, FLAT_CITY, IPINFO_LITE } from "./sample-databases.ts";

let folder = "";
let open: Geo[] = [];
let lines: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "netlens-geo-"));
  lines = [];
});

afterEach(() => {
  for (const geo of open) geo.close();
  open = [];
  rmSync(folder, { recursive: true });
});

function put(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(`${path}.tmp`, bytes);
  renameSync(`${path}.tmp`, path);
  return path;
}

async function start(settings: Partial<GeoSettings>): Promise<Geo> {
  const geo = await openGeo(
    { load: "map", usualPlaces: [], embeddedCountry: [], ...settings },
    (level, message, facts) => {
      lines.push(`${level} ${message} ${facts?.["reason"] ?? ""}`);
    },
  );
  open.push(geo);
  return geo;
}

/** Embedded file for both address families. */
function embedded(file: string): EmbeddedFile {
  return { file, families: [4, 6] };
}

function country(geo: Geo, ip = "5.1.1.1"): string | undefined {
  return lookupIp(ip, geo.current()).countryCode;
}

const files = (geo: Geo): string[] => geo.describe(0).map(({ file }) => file.replace(`${folder}/`, ""));

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await Bun.sleep(5);
}

describe("files in use", () => {
  test("given ones, city before country, built-in last", async () => {
    const geo = await start({
      city: [put("a.mmdb", COUNTRY("FR")), put("b.mmdb", CITY())],
      asn: put("c.mmdb", ASNS()),
      embeddedCountry: [embedded(put("e.mmdb", COUNTRY("US")))],
    });
    expect(files(geo)).toEqual(["a.mmdb", "b.mmdb", "c.mmdb", "e.mmdb"]);
    expect(lookupIp("5.0.1.1", geo.current())).toMatchObject({ city: "Munich", asn: { number: 64_496 } });
    expect(country(geo, "7.1.1.1")).toBe("FR");
  });

  test("autonomous systems from the given file, then from places, then from the built-in file", async () => {
    const inside = writeDatabase(
      { "5.0.0.0/8": { autonomous_system_number: 1 }, "7.0.0.0/8": { autonomous_system_number: 2 } },
      { type: "ASN" },
    );
    const embeddedAsn = [embedded(put("inside.mmdb", inside))];
    const embeddedCountry = [embedded(put("e.mmdb", COUNTRY("US")))];
    const enterprise = writeDatabase(
      { "5.0.0.0/8": { country_code: "NL", traits: { autonomous_system_number: 3 } } },
      { type: "T" },
    );
    const numbers = (geo: Geo) => ["5.0.1.1", "7.1.1.1"].map((ip) => lookupIp(ip, geo.current()).asn?.number);
    const alone = await start({ embeddedAsn, embeddedCountry });
    expect(numbers(alone)).toEqual([1, 2]);
    expect(alone.describe(0)).toMatchObject([
      { file: "e.mmdb" },
      { file: "inside.mmdb", kind: "asn", bundled: true },
    ]);
    expect(numbers(await start({ embeddedAsn, asn: put("c.mmdb", ASNS()) }))).toEqual([64_496, 2]);
    expect(numbers(await start({ embeddedAsn, city: [put("a.mmdb", enterprise)] }))).toEqual([3, 2]);
  });

  test.each([["map"], ["memory"]] as const)("read by %s", async (load) => {
    const geo = await start({ city: [put("a.mmdb", CITY())], load });
    expect(country(geo)).toBe("DE");
    expect(geo.describe(0)[0]?.load).toBe(load);
  });

  test("one file per family", async () => {
    const v4 = put("4.mmdb", writeDatabase({ "5.0.0.0/8": FLAT_CITY }, { type: "city ipv4", ipVersion: 4 }));
    const v6 = put(
      "6.mmdb",
      writeDatabase({ "2a00::/16": { country_code: "FR", city: "Lyon" } }, { type: "city ipv6" }),
    );
    const geo = await start({ city: [v4, v6] });
    expect([country(geo), country(geo, "2a00::1")]).toEqual(["NL", "FR"]);
    expect(geo.describe(0).map(({ families }) => families)).toEqual([[4], [6]]);
  });

  test("the first usual place with a file, city before country, with its ASN file", async () => {
    const second = join(folder, "second");
    mkdirSync(second);
    writeFileSync(join(second, "GeoLite2-Country.mmdb"), COUNTRY("FR"));
    writeFileSync(join(second, "GeoIP2-City-and-Country.mmdb"), COUNTRY("NL"));
    writeFileSync(join(second, "dbip-city-lite.mmdb"), CITY());
    writeFileSync(join(second, "GeoLite2-ASN.mmdb"), ASNS());
    writeFileSync(join(second, "README.txt"), "city");
    const geo = await start({
      usualPlaces: [join(folder, "missing"), second],
      development: [put("d.mmdb", COUNTRY("US"))],
    });
    expect(files(geo)).toEqual([
      "second/GeoIP2-City-and-Country.mmdb",
      "second/dbip-city-lite.mmdb",
      "second/GeoLite2-Country.mmdb",
      "second/GeoLite2-ASN.mmdb",
    ]);
    expect(lookupIp("5.1.1.1", geo.current()).city).not.toBe("");
  });

  test("the newest of a usual place: a pair for both IP versions before an older file of both", async () => {
    const place = join(folder, "downloads");
    mkdirSync(place);
    const city = (name: string, ip: string, country_code: string, buildEpoch: number) =>
      writeFileSync(
        join(place, name),
        writeDatabase(
          { [ip]: { country_code, city: name } },
          { type: "city", buildEpoch, ipVersion: ip.includes(":") ? 6 : 4 },
        ),
      );
    city("a-city.mmdb", "5.0.0.0/8", "US", 1_700_000_000);
    city("dbip-city-ipv4.mmdb", "5.0.0.0/8", "NL", 1_780_000_000);
    city("dbip-city-ipv6.mmdb", "2a00::/16", "FR", 1_770_000_000);
    const geo = await start({ usualPlaces: [place] });
    expect([country(geo), country(geo, "2a00::1")]).toEqual(["NL", "FR"]);
  });

  test("otherwise those of the development packages", async () => {
    const geo = await start({ usualPlaces: [folder], development: [put("d.mmdb", COUNTRY("US"))] });
    expect(country(geo)).toBe("US");
  });

  test("operators in place records, without an ASN file", async () => {
    const geo = await start({
      city: [put("lite.mmdb", writeDatabase({ "5.0.0.0/8": IPINFO_LITE }, { type: "ipinfo lite" }))],
    });
    expect(lookupIp("5.1.1.1", geo.current()).asn).toEqual({
      number: 64_500,
      organization: "Example Networks",
    });
  });

  test("no files", async () => {
    const geo = await start({});
    expect(geo.ready()).toEqual({ ok: false, reason: "no geo database" });
    expect(() => country(geo)).toThrow(expect.objectContaining({ code: "geo-database-unavailable" }));
  });
});

describe("a given file that is not usable", () => {
  const cases: readonly (readonly [name: string, bytes: () => Uint8Array | string, message: RegExp])[] = [
    ["empty", () => "", /empty/],
    ["gzip", () => Bun.gzipSync(new Uint8Array(CITY())), /gzip/],
    ["truncated", () => CITY().subarray(0, 1000), /truncated/],
    ["text", () => "Invalid license key", /text/],
    ["an ASN database", ASNS, /an ASN database, where a city or country database is expected/],
    [
      "another kind",
      () => writeDatabase({ "5.0.0.0/8": { connection_type: "Cable" } }, { type: "GeoIP2-Connection-Type" }),
      /Connection-Type/,
    ],
    ["no records", () => writeDatabase({}, { type: "GeoLite2-City" }), /GeoLite2-City/],
  ];
  test.each(cases)("%s", async (_name, bytes, message) => {
    const file = put("x.mmdb", bytes());
    await expect(start({ city: [file] })).rejects.toThrow(message);
    await expect(start({ city: [file] })).rejects.toThrow(file);
    await expect(start({ city: [file] })).rejects.toBeInstanceOf(DatabaseError);
  });

  test("missing", async () => {
    await expect(start({ city: [join(folder, "none.mmdb")] })).rejects.toThrow(/none\.mmdb: .*no such file/);
  });

  test("a folder", async () => {
    await expect(start({ city: [folder] })).rejects.toBeInstanceOf(DatabaseError);
  });

  test("a city database for ASN", async () => {
    await expect(start({ asn: put("x.mmdb", CITY()) })).rejects.toThrow(
      /a city database, where an ASN database is expected/,
    );
  });
});

test("an invalid file in the usual places is skipped with a warning", async () => {
  put("city.mmdb", "oops, not a database");
  const geo = await start({
    usualPlaces: [folder],
    embeddedCountry: [embedded(put("e.bin", COUNTRY("US")))],
  });
  expect(country(geo)).toBe("US");
  expect(lines).toEqual([expect.stringMatching(/^warn geo database skipped .*city\.mmdb: text/)]);
});

test("damage deep in a large tree is not found at the start, but by verification", async () => {
  const networks = Object.fromEntries(
    Array.from({ length: 40_000 }, (_, i) => [
      `${20 + (i >> 14)}.${(i >> 6) & 255}.${(i & 63) * 4}.0/23`,
      { country_code: "FR" },
    ]),
  );
  const bytes = writeDatabase(networks, { type: "country", ipVersion: 4, recordSize: 32 });
  // Damages the last node, which the sampling check does not reach: its record now points beyond the data.
  const nodes = bytes.indexOf(Buffer.alloc(16), bytes.length - 400) / 8;
  bytes.writeUInt32BE(0xfffffff0, Math.floor(nodes) * 8 - 4);
  const settings = {
    city: [put("big.mmdb", bytes)],
    embeddedCountry: [embedded(put("e.mmdb", COUNTRY("US")))],
  };
  const geo = await start(settings);
  await geo.prepared;
  expect([files(geo), geo.ready()]).toEqual([["big.mmdb", "e.mmdb"], { ok: true }]);
  expect(country(geo, "20.0.0.1")).toBe("FR");
  const database = openDatabase(settings.city[0] ?? "", "map");
  await expect(verifyDatabase(database)).rejects.toThrow(/outside the data section/);
  database.close();
});

describe("describe", () => {
  const DAY = 86_400_000;
  test("type, dates, attribution", async () => {
    const geo = await start({ city: [put("a.mmdb", CITY())] });
    const built = 1_780_000_000_000;
    expect(geo.describe(built + 121 * DAY)[0]).toMatchObject({
      kind: "city",
      type: "GeoLite2-City",
      families: [4, 6],
      buildDate: new Date(built).toISOString(),
      ageDays: 121,
      old: true,
      attribution: { url: "https://www.maxmind.com" },
    });
    expect(geo.describe(built + 60 * DAY)[0]).toMatchObject({ ageDays: 60, old: false });
  });
});

describe("descriptions of files", () => {
  const DAY = 86_400_000;
  const built = 1_780_000_000;
  const undated = () => writeDatabase({ "5.0.0.0/8": FLAT_CITY }, { type: "T", buildEpoch: 0, ipVersion: 4 });

  test("all members, for a given file and a built-in one", async () => {
    const file = put("a.mmdb", undated());
    const country = COUNTRY("FR");
    const geo = await start({
      city: [file],
      load: "memory",
      embeddedCountry: [embedded(put("e.mmdb", country))],
    });
    expect(geo.describe((built + 1) * 1000 + DAY)).toEqual([
      {
        file,
        bundled: false,
        kind: "city",
        type: "T",
        families: [4],
        old: false,
        nodes: 8,
        bytes: undated().length,
        load: "memory",
      },
      {
        file: "e.mmdb",
        bundled: true,
        kind: "country",
        type: "GeoLite2-Country",
        families: [4, 6],
        buildDate: "2026-05-28T20:26:40.000Z",
        ageDays: 1,
        old: false,
        nodes: geo.describe(0)[1]?.nodes ?? 0,
        bytes: country.length,
        load: "memory",
      },
    ]);
    // With a clock that is behind, the age is 0 days, not negative.
    expect(geo.describe(built * 1000 + 1000)[1]?.ageDays).toBe(0);
    expect(geo.describe(built * 1000 - DAY)[1]?.ageDays).toBe(0);
  });

  test("a development file is identified by its name", async () => {
    const geo = await start({ development: [put("d.mmdb", CITY())] });
    expect(geo.describe(0)).toMatchObject([{ file: "d.mmdb", bundled: true }]);
  });

  test("in the log", async () => {
    const log: unknown[] = [];
    const settings = { load: "map", usualPlaces: [folder], embeddedCountry: [] } as const;
    const geo = await openGeo(settings, (...line) => log.push(line));
    open.push(geo);
    const city = put("city.mmdb", CITY());
    await geo.reload();
    const asn = put("asn.mmdb", writeDatabase({ "5.0.0.0/8": ASN }, { type: "A", buildEpoch: 0 }));
    await geo.reload();
    unlinkSync(city);
    await geo.reload();
    expect(files(geo)).toEqual(["asn.mmdb"]);
    expect(geo.counts()).toEqual({ reloads: 3, failures: 0, changed: 0 });
    expect(log).toEqual([
      [
        "info",
        "geo database loaded",
        { file: city, kind: "city", type: "GeoLite2-City", built: "2026-05-28", load: "map" },
      ],
      ["info", "geo database loaded", { file: asn, kind: "asn", type: "A", built: "unknown", load: "map" }],
    ]);
  });

  test("attributions without repetitions", async () => {
    const geo = await start({
      city: [put("a.mmdb", CITY()), put("b.mmdb", CITY())],
      asn: put("c.mmdb", ASNS()),
    });
    expect(attributionsOf(geo.describe(0)).map(({ url }) => url)).toEqual(["https://www.maxmind.com"]);
    expect(attributionsOf([])).toEqual([]);
  });
});

describe("a file's kind, by its records", () => {
  const blocks = (count: number, from = 0) =>
    Array.from({ length: count }, (_, i): [string, Value] => [
      `${1 + ((i + from) >> 16)}.${((i + from) >> 8) & 255}.${(i + from) & 255}.0/24`,
      { country_code: "FR" },
    ]);
  const kindOf = async (networks: readonly (readonly [string, Value])[]) => {
    const bytes = writeDatabase(Object.fromEntries(networks), { type: "T", ipVersion: 4 });
    const geo = await start({ city: [put("a.mmdb", bytes)], load: "memory" });
    const [{ kind = "", nodes = 0 } = {}] = geo.describe(0);
    return [kind, nodes] as const;
  };
  const last: readonly [string, Value] = ["100.7.7.0/24", FLAT_CITY];

  test("by all records of a small one", async () => {
    const [kind, nodes] = await kindOf([...blocks(4000), last]);
    expect([kind, nodes <= 4096]).toEqual(["city", true]);
  });

  test("by the first 32 records of a large one, and samples", async () => {
    const many = blocks(4200);
    const [kind, nodes] = await kindOf([...many, last]);
    expect([kind, nodes > 4096]).toEqual(["country", true]);
    const at = (index: number) =>
      many.map(([cidr, record], i) => [cidr, i === index ? FLAT_CITY : record] as const);
    expect((await kindOf(at(31)))[0]).toBe("city");
    expect((await kindOf(at(32)))[0]).toBe("country");
    for (const cidr of ["0.1.1.0/24", "8.1.1.0/24", "248.1.1.0/24"])
      expect([cidr, (await kindOf([...many, [cidr, FLAT_CITY]]))[0]]).toEqual([cidr, "city"]);
  });
});

describe("reload", () => {
  test("a skipped file is not reported again, and one replaced since is", async () => {
    put("city.mmdb", "oops, not a database");
    const geo = await start({ usualPlaces: [folder] });
    expect(await geo.reload()).toEqual({ opened: [], failures: [] });
    expect(lines.length).toBe(1);
    const city = put("city.mmdb", CITY());
    expect(await geo.reload()).toEqual({ opened: [city], failures: [] });
    put("city.mmdb", "oops, not a database either");
    expect((await geo.reload()).failures).toEqual([`${city}: text, not a database`]);
    expect(geo.counts()).toEqual({ reloads: 1, failures: 1, changed: 0 });
  });

  test("if it is closed meanwhile, nothing stays open", async () => {
    const geo = await start({ city: [put("a.mmdb", COUNTRY("DE"))] });
    put("a.mmdb", COUNTRY("FR"));
    const reloaded = geo.reload();
    geo.close();
    expect((await reloaded).failures).toEqual(["geo databases: closed while they were reloaded"]);
    expect(geo.ready().ok).toBe(false);
  });

  test("loads a replaced file, keeps an unchanged one", async () => {
    const city = put("a.mmdb", COUNTRY("DE"));
    const geo = await start({ city: [city], asn: put("asn.mmdb", ASNS()) });
    const [asn] = geo.current().asns[4];
    put("a.mmdb", COUNTRY("FR"));
    expect(await geo.reload()).toEqual({ opened: [city], failures: [] });
    expect(country(geo)).toBe("FR");
    expect(geo.current().asns[4][0]).toBe(asn as NonNullable<typeof asn>);
    expect(await geo.reload()).toEqual({ opened: [], failures: [] });
    expect(geo.counts()).toEqual({ reloads: 1, failures: 0, changed: 0 });
  });

  test("keeps the old file if the new one is invalid, reports it, and recovers", async () => {
    const geo = await start({ city: [put("a.mmdb", COUNTRY("DE"))] });
    put("a.mmdb", CITY().subarray(0, 900));
    const result = await geo.reload();
    expect(result.failures[0]).toMatch(/a\.mmdb: .*truncated/);
    expect(country(geo)).toBe("DE");
    expect(geo.ready()).toMatchObject({ ok: true, reason: expect.stringMatching(/truncated.*stay in use/) });
    expect(geo.counts()).toEqual({ reloads: 0, failures: 1, changed: 0 });
    expect(lines.at(-1)).toMatch(/^error geo reload refused/);
    put("a.mmdb", COUNTRY("FR"));
    await geo.reload();
    expect(geo.ready()).toEqual({ ok: true });
    expect(country(geo)).toBe("FR");
  });

  test("keeps the old file if it is deleted", async () => {
    const city = put("a.mmdb", COUNTRY("DE"));
    const geo = await start({ city: [city] });
    unlinkSync(city);
    expect((await geo.reload()).failures).toHaveLength(1);
    expect(country(geo)).toBe("DE");
  });

  test("finds a file that did not exist at the start", async () => {
    const geo = await start({
      usualPlaces: [folder],
      embeddedCountry: [embedded(put("e.bin", COUNTRY("US")))],
    });
    expect(country(geo)).toBe("US");
    put("city.mmdb", CITY());
    await geo.reload();
    expect(country(geo)).toBe("DE");
  });

  test("several at once, during lookups", async () => {
    const geo = await start({ city: [put("a.mmdb", COUNTRY("DE"))] });
    let going = true;
    const lookups = (async () => {
      let count = 0;
      for (; going; count++) {
        expect(["DE", "FR"]).toContain(country(geo) ?? "");
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      return count;
    })();
    for (let i = 0; i < 20; i++) {
      put("a.mmdb", i % 10 === 9 ? "broken, all of it" : COUNTRY(i % 2 === 0 ? "FR" : "DE"));
      await Promise.all([geo.reload(), geo.reload()]);
    }
    going = false;
    expect(await lookups).toBeGreaterThan(0);
    expect(geo.counts().reloads).toBe(18);
    expect(geo.counts().failures).toBe(4);
  });
});

describe("a file that is modified in place", () => {
  const made = new Map<string, Buffer>();
  const big = (country: string): Buffer => {
    const known = made.get(country) ?? make(country);
    made.set(country, known);
    return known;
  };
  const make = (country: string) =>
    writeDatabase(
      Object.fromEntries(
        Array.from({ length: 2000 }, (_, i) => [
          `5.${i >> 8}.${i & 255}.0/24`,
          { country_code: country, city: `c${i}` },
        ]),
      ),
      { type: "T" },
    );
  const ways: readonly (readonly [string, (path: string) => void])[] = [
    ["cut off", (path) => truncateSync(path, 0)],
    ["cut to half", (path) => truncateSync(path, big("DE").length >> 1)],
    ["copied over", (path) => writeFileSync(path, big("FR"))],
    ["copied over by a smaller one", (path) => writeFileSync(path, COUNTRY("FR"))],
    [
      "overwritten from the middle on, as rsync --inplace does",
      (path) => {
        const fd = openSync(path, "r+");
        writeSync(fd, big("FR"), 20_000, 4096, 20_000);
        closeSync(fd);
      },
    ],
  ];

  test.each(ways)("%s: the next database is used, and no answer mixes two states", async (_name, change) => {
    const path = put("a.mmdb", big("DE"));
    const below = put("below.mmdb", COUNTRY("NL"));
    const geo = await start({ city: [path], embeddedCountry: [{ file: below, families: [4, 6] }] });
    await geo.prepared;
    expect(lookupIp("5.3.7.1", geo.current())).toMatchObject({ countryCode: "DE", city: "c775" });
    change(path);
    for (let i = 0; i < 2000; i++)
      expect(lookupIp(`5.${i >> 8}.${i & 255}.1`, geo.current())).toMatchObject({
        countryCode: "NL",
        city: "",
      });
    expect(geo.counts()).toEqual({ reloads: 0, failures: 0, changed: 1 });
    expect(geo.ready()).toEqual({
      ok: true,
      reason: expect.stringMatching(/a\.mmdb: modified while in use/),
    });
    expect(lines.join()).toMatch(/error geo database dropped .*a\.mmdb: modified while in use/);
  });

  test("for any other mapped files", async () => {
    const path = put("a.mmdb", big("DE"));
    const others = Array.from({ length: 200 }, () => openDatabase(path, "map"));
    const geo = await start({ city: [path] });
    await geo.prepared;
    truncateSync(path, 0);
    expect(() => lookupIp("5.3.7.1", geo.current())).toThrow("geo");
    for (const database of others) database.close();
  });

  test("is read again after the modification, without a request", async () => {
    const path = put("a.mmdb", big("DE"));
    const geo = await start({ city: [path], settle: 20 });
    await geo.prepared;
    writeFileSync(path, big("FR"));
    expect(() => lookupIp("5.0.0.1", geo.current())).toThrow();
    expect(geo.ready().ok).toBe(false);
    for (let i = 0; i < 100 && !geo.ready().ok; i++) await Bun.sleep(20);
    expect(lookupIp("5.0.0.1", geo.current()).countryCode).toBe("FR");
    expect(geo.ready()).toEqual({ ok: true });
    expect(geo.counts()).toEqual({ reloads: 1, failures: 0, changed: 1 });
  });

  test("a file that is modified while it is checked is refused", async () => {
    const path = put("a.mmdb", big("DE"));
    const database = openDatabase(path, "map");
    // Longer than the resolution of file timestamps.
    await Bun.sleep(20);
    writeFileSync(path, big("NL"));
    await expect(verifyDatabase(database)).rejects.toThrow(/a\.mmdb: modified during the check/);
    database.close();
  });

  test("in a stream, answers since the last check are rewritten", async () => {
    const path = put("a.mmdb", big("DE"));
    const below = put("below.mmdb", COUNTRY("NL"));
    const geo = await start({ city: [path], embeddedCountry: [{ file: below, families: [4, 6] }] });
    await geo.prepared;
    const look = () => {
      const texts = ["5.0.0.1", "5.3.7.1"].map((ip) => lookupIpJson(ip, geo.current(), { unchecked: true }));
      return [allIntact(geo.current()), texts.join("\n").match(/"countryCode":".."/g)];
    };
    expect(look()).toEqual([true, ['"countryCode":"DE"', '"countryCode":"DE"']]);
    writeFileSync(path, big("FR"));
    expect(look()[0]).toBe(false);
    expect(look()).toEqual([true, ['"countryCode":"NL"', '"countryCode":"NL"']]);
    expect(geo.counts().changed).toBe(1);
  });

  test("a file in memory is not affected", async () => {
    const path = put("a.mmdb", big("DE"));
    const geo = await start({ city: [path], load: "memory" });
    truncateSync(path, 0);
    expect(lookupIp("5.0.0.1", geo.current()).countryCode).toBe("DE");
  });
});

describe("watching", () => {
  const quick = { pollEvery: 20, settle: 5 };
  const never = 1_000_000;

  test.each([
    ["by the folder, rename after rename", { pollEvery: never, settle: 5 }],
    ["by polling", quick],
  ])("detects a replaced file: %s", async (_name, settings) => {
    const geo = await start({ city: [put("a.mmdb", COUNTRY("DE"))] });
    const stop = watchGeo(geo, settings);
    for (const code of ["FR", "NL", "ES"]) {
      put("a.mmdb", COUNTRY(code));
      await until(() => country(geo) === code);
    }
    stop();
  });

  test("detects a changed symbolic link", async () => {
    const real = join(folder, "releases");
    mkdirSync(real);
    writeFileSync(join(real, "1.mmdb"), COUNTRY("DE"));
    writeFileSync(join(real, "2.mmdb"), COUNTRY("FR"));
    const link = join(folder, "current.mmdb");
    symlinkSync(join(real, "1.mmdb"), link);
    const geo = await start({ city: [link] });
    const stop = watchGeo(geo, quick);
    symlinkSync(join(real, "2.mmdb"), `${link}.tmp`);
    renameSync(`${link}.tmp`, link);
    await until(() => country(geo) === "FR");
    stop();
  });

  test("ends when stopped", async () => {
    const geo = await start({ city: [put("a.mmdb", COUNTRY("DE"))] });
    watchGeo(geo, quick)();
    put("a.mmdb", COUNTRY("FR"));
    await Bun.sleep(100);
    expect(country(geo)).toBe("DE");
  });
});

test("a closed database is not prepared further", async () => {
  let steps = 0;
  const mmdb = {
    metadata: { nodeCount: 1_000_000 },
    *prepare() {
      for (; steps < 9; steps++) yield;
    },
  };
  const database = { source: { mmdb } } as unknown as Database;
  await prepareDatabase(database, () => steps === 3);
  expect(steps).toBe(3);
  await prepareDatabase(database);
  expect(steps).toBe(9);
});
