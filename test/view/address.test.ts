import { describe, expect, test } from "bun:test";
import type { IpResult } from "../../src/ip/schema.ts";
import { positionText, viewAddress } from "../../src/view/address.ts";

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
const sentence = (part: Partial<IpResult>) => viewAddress({ ...PLACE, ...part }).sentence;
const facts = (part: Partial<IpResult>) => Object.fromEntries(viewAddress({ ...PLACE, ...part }).facts);

test("all that is known, in order", () =>
  expect(viewAddress(PLACE).facts).toEqual([
    ["Country", "Germany (DE)"],
    ["Region", "Berlin (BE)"],
    ["City", "Berlin"],
    ["Postal code", "10115"],
    ["Time zone", "Europe/Berlin"],
    ["Position", "52.52, 13.4, within 1.5 km"],
    ["Network", "192.0.2.0/24"],
    ["Announced by", "AS64500 Example"],
    ["Address from", "socket"],
  ]));

test("nothing that is not known", () => {
  expect(viewAddress({ ip: "192.0.2.1", ipType: 4, code: "unknown" }).facts).toEqual([]);
  expect(facts({ countryName: "", regionCode: "", city: "", special: "loopback" })).toMatchObject({
    Region: "Berlin",
    "Special purpose": "loopback",
  });
  expect(Object.keys(facts({ countryName: "", city: "" }))).not.toContain("City");
  expect(Object.keys(facts({ countryName: "", city: "" }))).not.toContain("Country");
});

describe("in a sentence", () => {
  test.each([
    [{}, "An IPv4 address in Berlin, Germany."],
    [{ ipType: 6, city: "Potsdam" }, "An IPv6 address in Potsdam, Berlin, Germany."],
    [{ city: "" }, "An IPv4 address: Berlin, Germany."],
    [{ city: "", regionName: "" }, "An IPv4 address: Germany."],
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
  test.each(["latitude", "longitude"] as const)("without a %s is none", (name) => {
    const { [name]: _, ...half } = PLACE;
    expect(positionText(half)).toBe("");
  });
});
