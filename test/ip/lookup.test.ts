import { describe, expect, test } from "bun:test";
import { Value as Schema } from "@sinclair/typebox/value";
import { continentOf } from "../../data/geo/countries.ts";
import { type LookupOptions, lookupIp, lookupIpJson, lookupQuadJson } from "../../src/ip/lookup.ts";
import {
  allIntact,
  type GeoDatabases,
  type LookupSource,
  lookupSource,
} from "../../src/ip/mmdb/lookup-source.ts";
import { namesFor } from "../../src/ip/names/names.ts";
import { IpResult } from "../../src/ip/schema.ts";
import { specialPurpose } from "../../src/ip/special-purpose.ts";
import { networkContains, parseAddress, parseNetwork } from "../../src/syntax/ip-address.ts";
import { Double, mmdbOf, Raw, type Value, writeDatabase } from "./mmdb-writer.ts";
import {
  ASNS,
  CITY,
  COUNTRY,
  FLAT_CITY,
  IPINFO_LITE,
  IPINFO_LOCATION,
  NESTED_CITY,
} from "./sample-databases.ts";

function databases(places: readonly Buffer[], asns: readonly Buffer[] = []): GeoDatabases {
  const sources = (files: readonly Buffer[]) => {
    const all = files.map((bytes) => lookupSource(mmdbOf(bytes)));
    const covering = (family: 4 | 6) => all.filter(({ mmdb }) => mmdb.covers(family));
    return { 4: covering(4), 6: covering(6) };
  };
  return { places: sources(places), asns: sources(asns) };
}

const NOTHING = databases([]);
const ALL = databases([CITY(), COUNTRY()], [ASNS()]);

function one(record: Value): GeoDatabases {
  return databases([writeDatabase({ "5.0.0.0/8": record }, { type: "T" })]);
}

test("an address by value has the same answer as by text", () => {
  for (const [text, value] of [
    ["5.0.1.2", 0x05000102],
    ["10.0.0.1", 0x0a000001],
    ["255.255.255.255", 0xffffffff],
    ["203.0.114.9", 0xcb007209],
  ] as const)
    expect(lookupQuadJson(value, ALL)).toBe(lookupIpJson(text, ALL));
});

describe("without a database", () => {
  test.each([
    ["10.1.2.3", "private", "private-use", "10.0.0.0/8"],
    ["127.0.0.1", "private", "loopback", "127.0.0.0/8"],
    ["169.254.1.1", "private", "link-local", "169.254.0.0/16"],
    ["100.64.0.1", "private", "shared-address-space", "100.64.0.0/10"],
    ["192.168.1.1", "private", "private-use", "192.168.0.0/16"],
    ["::1", "private", "loopback", "::1/128"],
    ["fe80::1", "private", "link-local", "fe80::/10"],
    ["fd12:3456::1", "private", "unique-local", "fc00::/7"],
    ["::ffff:192.168.1.1", "private", "private-use", "192.168.0.0/16"],
    ["192.0.2.1", "unknown", "documentation", "192.0.2.0/24"],
    ["224.0.0.1", "unknown", "multicast", "224.0.0.0/4"],
    ["0.0.0.0", "unknown", "this-host-on-this-network", "0.0.0.0/32"],
    ["255.255.255.255", "unknown", "limited-broadcast", "255.255.255.255/32"],
    ["2001:db8::1", "unknown", "documentation", "2001:db8::/32"],
  ] as const)("%s is %s, %s", (text, code, special, network) => {
    const answer = lookupIp(text, NOTHING);
    expect(answer).toMatchObject({ code, special, network });
    expect(answer.countryCode).toBeUndefined();
  });

  test("a public address fails", () => {
    expect(() => lookupIp("8.8.8.8", NOTHING)).toThrow(
      expect.objectContaining({ code: "geo-database-unavailable" }),
    );
  });
});

test.each([["1.2.3"], ["8.8.8.8/24"], [""], ["fe80::1%eth0"], ["x".repeat(10_000)], ['"}']])(
  "%.20s is invalid-ip",
  (text) => {
    expect(() => lookupIp(text, ALL)).toThrow(expect.objectContaining({ code: "invalid-ip" }));
  },
);

test.each([
  ["an address that is no longer than any", "x".repeat(64), "x".repeat(64)],
  ["a longer one", "x".repeat(65), `${"x".repeat(64)}…`],
])("an invalid address is quoted: %s", (_name, text, shown) => {
  expect(() => lookupIp(text, ALL)).toThrow(`${JSON.stringify(shown)} is not an IPv4 or IPv6 address.`);
});

describe("a file that was modified", () => {
  /** Database whose file checks return `looks`; counts decoded records and dropped caches. */
  function changing(bytes: Buffer, looks: { lately: boolean; intact: boolean }) {
    const seen = { read: 0, dropped: 0 };
    const mmdb = mmdbOf(bytes);
    const decode = mmdb.decode.bind(mmdb);
    mmdb.decode = (record) => {
      seen.read++;
      return decode(record);
    };
    const source: LookupSource = {
      ...lookupSource(mmdb, () => seen.dropped++),
      lately: () => looks.lately,
      intact: () => looks.intact,
    };
    return { source, seen, looks };
  }
  const written = () => ({ lately: false, intact: false });
  const sound = () => ({ lately: true, intact: true });
  const using = (places: readonly LookupSource[], asns: readonly LookupSource[] = []): GeoDatabases => ({
    places: { 4: places, 6: places },
    asns: { 4: asns, 6: asns },
  });
  const answer = (geo: GeoDatabases, options: LookupOptions = {}) =>
    JSON.parse(lookupIpJson("5.1.1.1", geo, options)) as IpResult;

  test("is dropped, and the next one is used", () => {
    const first = changing(COUNTRY("FR"), written());
    const second = changing(COUNTRY("NL"), sound());
    const geo = using([first.source, second.source]);
    expect(answer(geo)).toMatchObject({ countryCode: "NL", network: "5.0.0.0/8" });
    expect([first.seen.dropped, second.seen.dropped]).toEqual([1, 0]);
  });

  test("unless all are checked together later", () => {
    const first = changing(COUNTRY("FR"), written());
    const geo = using([first.source, changing(COUNTRY("NL"), sound()).source]);
    expect(answer(geo, { unchecked: true }).countryCode).toBe("FR");
    expect(first.seen.dropped).toBe(0);
    expect(allIntact(geo)).toBe(false);
    // The database serves both families; its cache is dropped once.
    expect(first.seen.dropped).toBe(1);
    first.looks.intact = true;
    expect(allIntact(geo)).toBe(true);
  });

  test("is not cached, unlike others", () => {
    const { source, seen, looks } = changing(COUNTRY("FR"), { lately: true, intact: false });
    for (let i = 0; i < 2; i++) expect(answer(using([source])).countryCode).toBe("FR");
    expect(seen).toEqual({ read: 2, dropped: 0 });
    looks.intact = true;
    for (let i = 0; i < 2; i++) answer(using([source]));
    expect(seen).toEqual({ read: 3, dropped: 0 });
    const unchecked = changing(COUNTRY("FR"), written());
    for (let i = 0; i < 2; i++) answer(using([unchecked.source]), { unchecked: true });
    expect(unchecked.seen).toEqual({ read: 1, dropped: 0 });
  });

  test("without a record in it, a check in the last millisecond is not enough", () => {
    const empty = writeDatabase({ "9.0.0.0/8": { country_code: "FR" } }, { type: "T" });
    const first = changing(empty, { lately: true, intact: false });
    const second = changing(COUNTRY("NL"), { lately: true, intact: false });
    expect(lookupIp("5.1.1.1", using([first.source, second.source]))).toMatchObject({ countryCode: "NL" });
    expect([first.seen.dropped, second.seen.dropped]).toEqual([1, 0]);
  });

  test("without another database there is no answer, otherwise that of the others", () => {
    const only = changing(COUNTRY("FR"), written());
    expect(() => lookupIpJson("5.1.1.1", using([only.source]))).toThrow("No loaded geo database covers");
    const empty = changing(writeDatabase({ "9.0.0.0/8": "x" }, { type: "T" }), sound());
    expect(lookupIp("5.1.1.1", using([only.source, empty.source]))).toMatchObject({ code: "unknown" });
    expect(lookupIp("5.1.1.1", using([changing(CITY(), sound()).source], [only.source])).asn).toBeUndefined();
    expect(lookupIp("5.1.1.1", using([], [changing(ASNS(), sound()).source])).code).toBe("unknown");
  });

  test("an autonomous system in such a file is not reported or cached either", () => {
    const place = changing(CITY(), sound());
    const first = changing(ASNS(), { lately: true, intact: false });
    for (let i = 0; i < 2; i++)
      expect(lookupIp("5.0.1.2", using([place.source], [first.source])).asn?.number).toBe(64_496);
    expect([place.seen.read, first.seen.read]).toEqual([1, 2]);
    first.looks.lately = false;
    expect(lookupIp("5.0.1.2", using([place.source], [first.source])).asn).toBeUndefined();
  });
});

describe("answers", () => {
  test("a nested city record, with an ASN, in full", () => {
    expect(lookupIp("5.0.1.2", ALL)).toEqual({
      ip: "5.0.1.2",
      ipType: 4,
      code: "geoip",
      countryCode: "DE",
      countryName: "Germany",
      regionCode: "BY",
      regionName: "Bavaria",
      city: "Munich",
      postCode: "80331",
      timeZone: "Europe/Berlin",
      latitude: 48.1372,
      longitude: 11.5761,
      accuracyRadius: 20_000,
      continentCode: "EU",
      isInEuropeanUnion: true,
      network: "5.0.0.0/16",
      asn: { number: 64_496, organization: "Example Org" },
    });
  });

  test("outside the ASN's network only the place, with its own block", () => {
    const answer = lookupIp("5.8.0.1", ALL);
    expect(answer.asn).toBeUndefined();
    expect(answer.network).toBe("5.8.0.0/13");
  });

  test("no record in the city file: the country file is used", () => {
    expect(lookupIp("7.1.2.3", ALL)).toMatchObject({
      code: "geoip",
      countryCode: "DE",
      city: "",
      timeZone: "",
    });
  });

  test("no record anywhere: unknown, with the empty block", () => {
    expect(lookupIp("9.1.2.3", ALL)).toEqual({
      ip: "9.1.2.3",
      ipType: 4,
      code: "unknown",
      network: "8.0.0.0/7",
    });
  });

  test("IPv6, in canonical form", () => {
    expect(lookupIp("2A00:0100:0:0::F", ALL)).toMatchObject({
      ip: "2a00:100::f",
      ipType: 6,
      city: "Munich",
      network: "2a00:100::/32",
      asn: { number: 64_497, organization: "" },
    });
  });

  test("a mapped address is looked up as IPv4", () => {
    expect(lookupIp("::ffff:5.0.1.2", ALL)).toEqual(lookupIp("5.0.1.2", ALL));
  });

  test("an IPv6 address is never looked up in an IPv4 file", () => {
    const geo = databases([
      writeDatabase({ "32.0.0.0/8": FLAT_CITY }, { type: "city ipv4", ipVersion: 4 }),
      COUNTRY(),
    ]);
    expect(lookupIp("2000::1", geo)).toMatchObject({ code: "unknown" });
  });

  test("coordinates of a country's centre give no time zone", () => {
    expect(lookupIp("6.1.0.1", ALL)).toMatchObject({
      countryCode: "RU",
      timeZone: "",
      latitude: 60,
      accuracyRadius: 1_000_000,
    });
  });
});

describe("schemas", () => {
  test("flat, as ip-location-db", () => {
    expect(lookupIp("5.1.1.1", one(FLAT_CITY))).toMatchObject({
      countryCode: "NL",
      countryName: "Netherlands",
      regionCode: "NH",
      regionName: "North Holland",
      city: "Amsterdam",
      postCode: "",
      timeZone: "Europe/Amsterdam",
      latitude: 52.3676,
      longitude: 4.9041,
      continentCode: "EU",
      isInEuropeanUnion: true,
    });
  });

  test("IPinfo Lite", () => {
    const geo = one(IPINFO_LITE);
    expect(lookupIp("5.1.1.1", { ...geo, asns: geo.places })).toMatchObject({
      countryCode: "FR",
      countryName: "France",
      asn: { number: 64_500, organization: "Example Networks" },
    });
  });

  test("IPinfo's location file", () => {
    expect(lookupIp("5.1.1.1", one(IPINFO_LOCATION))).toMatchObject({
      countryCode: "FR",
      regionCode: "ARA",
      city: "Lyon",
      postCode: "69001",
      timeZone: "Europe/Paris",
      latitude: 45.7485,
      longitude: 4.8467,
    });
  });

  test("DB-IP's nested form: a subdivision by name alone", () => {
    const record = {
      ...(NESTED_CITY as object),
      subdivisions: [{ names: { en: "California" } }],
      country: { iso_code: "US" },
    };
    expect(lookupIp("5.1.1.1", one(record))).toMatchObject({ regionCode: "CA", regionName: "California" });
  });

  test.each([
    [
      "coordinates 0, 0 of a flat file",
      { country_code: "US", latitude: new Double(0), longitude: new Double(0) },
    ],
    ["coordinates off the globe", { country_code: "US", latitude: new Double(95), longitude: new Double(0) }],
    ["one coordinate", { country_code: "US", latitude: new Double(40) }],
    ["not a number", { country_code: "US", latitude: new Double(Number.NaN), longitude: new Double(1) }],
  ])("%s: the centre of the country", (_name, record) => {
    expect(lookupIp("5.1.1.1", one(record))).toMatchObject({ latitude: 44.76, estimated: true });
  });

  test.each([["ZZ"], [""], ["Germany"], ["xx"]])("%j is not a country", (code) => {
    const record = { country_code: code, latitude: new Double(1), longitude: new Double(2) };
    expect(lookupIp("5.1.1.1", one(record))).toMatchObject({
      code: "geoip",
      countryCode: "",
      countryName: "",
    });
  });

  test.each<[string, Value]>([
    ["nothing", {}],
    ["a country code that is none", { country_code: "ZZ" }],
    ["a continent code that is none", { continent: { code: "XX" }, location: {} }],
    ["a city alone", { city: { names: { en: "Springfield" } } }],
    ["where it is registered", { registered_country: { iso_code: "US" } }],
    ["the position 0, 0", { latitude: new Double(0), longitude: new Double(0) }],
  ])("a record with %s is not a place, and the next database is used", (_name, record) => {
    const empty = writeDatabase({ "5.1.0.0/16": record }, { type: "T" });
    const alone = { ip: "5.1.1.1", ipType: 4, code: "unknown", network: "5.1.0.0/16" };
    // The second lookup uses the cache of records.
    for (const _ of [1, 2]) expect<object>(lookupIp("5.1.1.1", databases([empty]))).toEqual(alone);
    expect(lookupIp("5.1.1.1", databases([empty, COUNTRY("FR")]))).toMatchObject({
      countryCode: "FR",
      network: "5.1.0.0/16",
    });
  });

  test.each<[string, Value]>([
    ["continent", { continent: { code: "EU" } }],
    ["country", { country_code: "NL" }],
    ["position", { latitude: new Double(1), longitude: new Double(0) }],
  ])("a record with only a %s is a place", (_name, record) => {
    expect(lookupIp("5.1.1.1", one(record)).code).toBe("geoip");
  });

  test("without an autonomous system in a record the next database is used", () => {
    const none = writeDatabase({ "5.0.0.0/8": { autonomous_system_number: 0 } }, { type: "T" });
    expect(lookupIp("5.0.1.2", databases([], [none, ASNS()])).asn?.number).toBe(64_496);
  });

  test("fields of unexpected types count as absent", () => {
    const record = {
      city: [1],
      country: true,
      location: "here",
      subdivisions: {},
      postal: 5,
      country_code: "NL",
    };
    expect(lookupIp("5.1.1.1", one(record))).toMatchObject({
      countryCode: "NL",
      city: "",
      postCode: "",
      regionCode: "",
    });
  });

  test("a damaged record counts as absent, and the next database is used", () => {
    const damaged = writeDatabase({ "5.0.0.0/8": new Raw(Buffer.from([0xe1, 0xa1, 5])) }, { type: "T" });
    expect(lookupIp("5.1.1.1", databases([damaged, COUNTRY("FR")]))).toMatchObject({
      code: "geoip",
      countryCode: "FR",
    });
    expect(lookupIp("5.1.1.1", databases([damaged]))).toMatchObject({ code: "unknown" });
  });
});

describe("the position is always present", () => {
  const position = (record: Value) => {
    const { latitude, longitude, accuracyRadius, estimated } = lookupIp("5.1.1.1", one(record));
    return { latitude, longitude, accuracyRadius, estimated };
  };
  /** Distance in metres on a sphere, by the law of cosines. */
  const metres = (a: readonly [number, number], b: readonly [number, number]): number => {
    const [la, oa, lb, ob] = [...a, ...b].map((degrees) => (degrees * Math.PI) / 180) as [
      number,
      number,
      number,
      number,
    ];
    return (
      6_371_009 * Math.acos(Math.sin(la) * Math.sin(lb) + Math.cos(la) * Math.cos(lb) * Math.cos(oa - ob))
    );
  };

  test.each<[string, Value, readonly (readonly [number, number])[]]>([
    [
      "a country",
      { country_code: "DE" },
      [
        [54.9, 8.3],
        [47.3, 10.2],
        [51.05, 15.03],
      ],
    ],
    [
      "with land far away",
      { country_code: "US" },
      [
        [18.92, -155.68],
        [71.38, -156.5],
        [24.55, -81.8],
      ],
    ],
    [
      "across 180°",
      { country_code: "FJ" },
      [
        [-16.1, -179.9],
        [-17.7, 177.3],
      ],
    ],
    [
      "a region",
      { country_code: "US", state1: "California" },
      [
        [41.99, -124.2],
        [32.55, -114.7],
      ],
    ],
    ["a region without a row, in its country", { country_code: "DE", state1: "Nowhere" }, [[54.9, 8.3]]],
    [
      "a city without coordinates, in its region",
      { country_code: "DE", state1: "Bavaria", city: "Munich" },
      [[48.14, 11.58]],
    ],
    [
      "a continent",
      { continent: { code: "SA" }, city: {} },
      [
        [12.4, -71.6],
        [-55.9, -67.2],
      ],
    ],
  ])("%s: a circle that covers it", (_name, record, corners) => {
    const { latitude = 0, longitude = 0, accuracyRadius = 0, estimated } = position(record);
    expect(estimated).toBe(true);
    for (const corner of corners) expect(metres([latitude, longitude], corner)).toBeLessThan(accuracyRadius);
  });

  test("a region's circle is smaller than that of its country, and inside it", () => {
    expect(position({ country_code: "US", state1: "California" })).toEqual({
      latitude: 37.18,
      longitude: -119.47,
      accuracyRadius: 675_000,
      estimated: true,
    });
  });

  test.each<[string, Value, number]>([
    ["of a city: 25 km", { city: "Lyon" }, 25_000],
    ["of a region: what covers it from there", { region: "Bretagne" }, 261_000],
    ["of a country", {}, 1_151_000],
  ])("coordinates of the database are kept, without radius %s", (_name, more, accuracyRadius) => {
    const record = { country_code: "FR", lat: "48.1", lng: "-1.7", ...(more as object) };
    expect(position(record)).toEqual({ latitude: 48.1, longitude: -1.7, accuracyRadius, estimated: true });
  });

  test("coordinates and radius of the database are not an estimate", () => {
    expect("estimated" in lookupIp("5.0.1.2", ALL)).toBe(false);
  });

  test("every country and territory has a row", () => {
    for (let i = 0; i < 26 * 26; i++) {
      const code = String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26));
      if (continentOf(code) === "") continue;
      const { accuracyRadius = 0 } = lookupIp("5.1.1.1", one({ country_code: code }));
      expect([code, accuracyRadius > 0 && accuracyRadius < 10_000_000]).toEqual([code, true]);
    }
  });
});

test("English names are the platform's", () => {
  const platform = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const { country } = namesFor("en");
  for (let i = 0; i < 26 * 26; i++) {
    const code = String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26));
    expect([code, country(code)]).toEqual([code, platform.of(code) ?? ""]);
  }
});

describe("locale", () => {
  test.each([
    ["de", "Deutschland", "München", "Bayern"],
    ["de-AT", "Deutschland", "München", "Bayern"],
    ["de_DE", "Deutschland", "München", "Bayern"],
    ["pt", "Alemanha", "Munique", "Bavaria"],
    ["fr", "Allemagne", "Munich", "Bavaria"],
    ["en", "Germany", "Munich", "Bavaria"],
    ["tlh", "Germany", "Munich", "Bavaria"],
    ["zz", "Germany", "Munich", "Bavaria"],
  ])("%s", (locale, countryName, city, regionName) => {
    const answer = lookupIp("5.0.1.2", ALL, locale);
    expect(answer).toMatchObject({ countryName, city, regionName, countryCode: "DE", regionCode: "BY" });
  });

  test.each([[""], ["!!"], ["e"], ["de-"], ["x".repeat(100)], ["en\u0000"], ["../../etc"]])(
    "%j is invalid-param",
    (locale) => {
      expect(() => lookupIp("5.0.1.2", ALL, locale)).toThrow(
        expect.objectContaining({ code: "invalid-param" }),
      );
    },
  );

  test("a derived region code does not depend on the language", () => {
    const record = {
      country: { iso_code: "NL" },
      subdivisions: [{ names: { en: "North Holland", de: "Nordholland" } }],
    };
    expect(lookupIp("5.1.1.1", one(record), "de")).toMatchObject({
      regionCode: "NH",
      regionName: "Nordholland",
    });
  });
});

describe("the network of an answer", () => {
  const DE = { country_code: "DE" };
  const wide = writeDatabase({ "5.0.0.0/8": DE }, { type: "T" });
  const narrow = writeDatabase({ "5.1.3.0/24": { country_code: "NL" } }, { type: "T" });
  test.each([
    // The first database has a record for the neighbouring network only, which narrows the network of the
    // answer.
    ["the second's record is wider", [narrow, wide], "5.1.2.9", "DE", "5.1.2.0/24"],
    [
      "the second's record is narrower",
      [narrow, writeDatabase({ "5.1.2.0/25": DE }, { type: "T" })],
      "5.1.2.9",
      "DE",
      "5.1.2.0/25",
    ],
    ["the first has a record, and the second is not asked", [wide, narrow], "5.1.3.9", "DE", "5.0.0.0/8"],
    ["neither has one", [narrow, wide], "6.0.0.1", undefined, "6.0.0.0/7"],
    ["neither has one, the other way about", [wide, narrow], "6.0.0.1", undefined, "6.0.0.0/7"],
  ] as const)("of two databases: %s", (_, files, ip, country, network) => {
    const answer = lookupIp(ip, databases(files));
    expect([answer.countryCode, answer.network]).toEqual([country, network]);
  });

  const WIDE = databases([
    writeDatabase(
      { "128.0.0.0/1": { country_code: "US" }, "2000::/3": { country_code: "FR" } },
      { type: "T" },
    ),
  ]);

  test.each([
    ["191.1.1.1"],
    ["192.0.1.1"],
    ["192.89.0.0"],
    ["203.0.112.255"],
    ["198.51.101.0"],
    ["2001:db9::1"],
    ["2001:200::1"],
    ["2a00::1"],
    ["3000::1"],
  ])("the network around %s contains no special-purpose address", (text) => {
    const network = parseNetwork(lookupIp(text, WIDE).network ?? "");
    const address = parseAddress(text);
    if (network === undefined || address === undefined) throw new Error(text);
    expect(networkContains(network, address)).toBe(true);
    for (const special of [
      "192.0.2.0",
      "192.168.0.0",
      "198.51.100.0",
      "203.0.113.0",
      "240.0.0.0",
      "2001:db8::",
      "2002::",
      "3fff::",
    ]) {
      const inside = parseAddress(special);
      if (inside === undefined || specialPurpose(inside) === undefined) throw new Error(special);
      expect(networkContains(network, inside)).toBe(false);
    }
  });
});

test("the JSON text equals the object, and matches the schema", () => {
  const texts = [
    "5.0.1.2",
    "5.8.0.1",
    "7.1.2.3",
    "9.1.2.3",
    "6.1.0.1",
    "10.0.0.1",
    "::ffff:5.0.1.2",
    "2a00:100::1",
    "2b00::1",
    "224.0.0.1",
  ];
  for (const text of texts) {
    for (const locale of ["en", "de", "ja"]) {
      const answer = lookupIp(text, ALL, locale);
      expect(JSON.parse(lookupIpJson(text, ALL, { locale }))).toEqual(answer);
      expect(Object.keys(JSON.parse(lookupIpJson(text, ALL, { locale })))).toEqual(Object.keys(answer));
      expect([...Schema.Errors(IpResult, answer)]).toEqual([]);
    }
  }
  expect(JSON.parse(lookupIpJson("10.0.0.1", ALL, { source: 'x-"y' }))).toMatchObject({ source: 'x-"y' });
});

test("cached records are never used for another record or language", () => {
  const networks = Object.fromEntries(
    Array.from({ length: 3000 }, (_, i) => [
      `5.${i >> 8}.${i & 255}.0/24`,
      { country: { iso_code: "DE" }, city: { names: { en: `c${i}`, de: `d${i}` } } },
    ]),
  );
  const geo = databases([writeDatabase(networks, { type: "T" })]);
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 3000; i++) {
      expect(lookupIp(`5.${i >> 8}.${i & 255}.9`, geo, i % 3 === 0 ? "de" : "en").city).toBe(
        i % 3 === 0 ? `d${i}` : `c${i}`,
      );
    }
  }
});
