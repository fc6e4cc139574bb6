import { describe, expect, test } from "bun:test";
import type { IpResult } from "../../src/ip/schema.ts";
import { placeSentence } from "../../src/jobs/visitor/address-text.ts";
import { addressFactsAt, positionText } from "../../src/view/address.ts";

const PLACE: IpResult = {
  ip: "192.0.2.1",
  ipType: 4,
  code: "geoip",
  countryCode: "DE",
  countryName: "Germany",
  regionCode: "BE",
  regionName: "Berlin",
  city: "Berlin",
  postCode: "10115",
  timeZone: "Europe/Berlin",
  latitude: 52.52,
  longitude: 13.4,
  accuracyRadius: 1500,
  network: "192.0.2.0/24",
  asn: { number: 64_500, organization: "Example" },
  source: "socket",
};
/** Monday, 23 November 2026, 12:05 UTC. */
const NOW = 1_795_435_500_000;
const sentence = (part: Partial<IpResult>) => placeSentence({ ...PLACE, ...part });
const facts = (part: Partial<IpResult>) => Object.fromEntries(addressFactsAt({ ...PLACE, ...part }, NOW));

test("all known facts, in order", () =>
  expect(addressFactsAt(PLACE, NOW)).toEqual([
    ["Country", "Germany (DE)"],
    ["Region", "Berlin (BE)"],
    ["City", "Berlin"],
    ["Postal code", "10115"],
    ["Time zone", "Europe/Berlin"],
    ["Local time", "Monday 13:05 (UTC+1)"],
    ["Position", "52.52, 13.4, within 1.5 km"],
    ["Network", "192.0.2.0/24"],
    ["Announced by", "AS64500 Example"],
    ["Address from", "socket"],
  ]));

test("the local time in zones with and without an offset, half an hour, the day before, and none", () => {
  const times = ["Asia/Kolkata", "UTC", "America/Los_Angeles", "Pacific/Kiritimati", "Mars/Olympus", ""];
  expect(times.map((timeZone) => facts({ timeZone })["Local time"])).toEqual([
    "Monday 17:35 (UTC+5:30)",
    "Monday 12:05 (UTC+0)",
    "Monday 04:05 (UTC-8)",
    "Tuesday 02:05 (UTC+14)",
    undefined,
    undefined,
  ]);
});

test("the registry of an address", () => {
  const ips = [
    "193.0.0.1",
    "8.8.8.8",
    "1.1.1.1",
    "200.3.14.10",
    "196.216.2.1",
    "2a00:1450::1",
    "10.0.0.1",
    "4000::1",
  ];
  expect(ips.map((ip) => addressFactsAt({ ip, ipType: 4, code: "unknown" }, NOW)[0])).toEqual([
    ["Registered with", "RIPE NCC", "https://rdap.db.ripe.net/ip/193.0.0.1"],
    ["Registered with", "ARIN", "https://rdap.arin.net/registry/ip/8.8.8.8"],
    ["Registered with", "APNIC", "https://rdap.apnic.net/ip/1.1.1.1"],
    ["Registered with", "LACNIC", "https://rdap.lacnic.net/rdap/ip/200.3.14.10"],
    ["Registered with", "AFRINIC", "https://rdap.afrinic.net/rdap/ip/196.216.2.1"],
    ["Registered with", "RIPE NCC", "https://rdap.db.ripe.net/ip/2a00:1450::1"],
    undefined,
    undefined,
  ]);
});

test("without unknown facts", () => {
  expect(addressFactsAt({ ip: "192.0.2.1", ipType: 4, code: "unknown" }, NOW)).toEqual([]);
  expect(facts({ countryName: "", regionCode: "", city: "", special: "loopback" })).toMatchObject({
    Region: "Berlin",
    "Special purpose": "loopback",
  });
  expect(Object.keys(facts({ countryName: "", city: "" }))).not.toContain("City");
  expect(Object.keys(facts({ countryName: "", city: "" }))).not.toContain("Country");
});

describe("as a sentence", () => {
  test.each([
    [{}, "An IPv4 address in Berlin, Germany."],
    [{ ipType: 6, city: "Potsdam" }, "An IPv6 address in Potsdam, Berlin, Germany."],
    [{ city: "" }, "An IPv4 address somewhere in Berlin, Germany."],
    [{ city: "", regionName: "" }, "An IPv4 address somewhere in Germany."],
    [{ city: "", regionName: "", countryName: "" }, "An IPv4 address whose location is not in the database."],
    [
      { city: "", regionName: "", countryName: "", special: "documentation" },
      "An IPv4 address reserved for a special purpose (documentation).",
    ],
    [
      { code: "private", special: "loopback" },
      "An IPv4 address for use within one machine only (loopback): it has no geographic location.",
    ],
    [{ code: "private" }, "An IPv4 address for use within one network only: it has no geographic location."],
  ] as const)("%j", (part, text) => expect(sentence(part)).toBe(text));
});

describe("a position", () => {
  const { accuracyRadius: _, ...without } = PLACE;
  test.each([
    [PLACE, "52.52, 13.4, within 1.5 km"],
    [{ ...PLACE, estimated: true }, "52.52, 13.4, within about 1.5 km"],
    [without, "52.52, 13.4"],
    [{ ...PLACE, latitude: 0, longitude: 0 }, "0, 0, within 1.5 km"],
  ] as const)("%#", (result, text) => expect(positionText(result)).toBe(text));
  test.each(["latitude", "longitude"] as const)("is absent without a %s", (name) => {
    const { [name]: _, ...half } = PLACE;
    expect(positionText(half)).toBe("");
  });
});
