import { expect, test } from "bun:test";
import { asnPieces, type Pieces, placePieces } from "../../src/ip/answer-text.ts";
import type { Place } from "../../src/ip/record.ts";

const PLACE: Place = {
  countryCode: "BR",
  countryName: "Brazil",
  regionCode: "SP",
  regionName: "São Paulo",
  city: "Santa Bárbara d'Oeste",
  postCode: "13450",
  timeZone: "America/Sao_Paulo",
  latitude: -22.7536,
  longitude: 1e-7,
  accuracyRadius: 1000,
  continentCode: "SA",
  isInEuropeanUnion: false,
};
const ODD = 'a "quoted" \\ back, \u0000\n\u001f, half a pair \ud83d, a pair 😀, \u2028';

function textOf(pieces: Pieces): string {
  return pieces.map(([{ text }, own]) => text + own).join("");
}

test.each<readonly [string, Partial<Place>]>([
  ["as it is", {}],
  ["estimated", { estimated: true }],
  ["in the European Union", { continentCode: "EU", isInEuropeanUnion: true }],
  ["on no continent", { continentCode: "", countryCode: "", countryName: "" }],
  ["known by its country alone", { city: "", regionName: "", regionCode: "", postCode: "" }],
  ["of a region alone", { city: "", postCode: "" }],
  ["odd characters", { city: ODD, regionName: ODD, countryName: ODD, postCode: ODD }],
])("a place %s is written as JSON.stringify would write it", (_name, more) => {
  const { estimated, continentCode, isInEuropeanUnion, ...rest } = { ...PLACE, ...more };
  const place = { ...rest, ...(estimated && { estimated }), continentCode, isInEuropeanUnion };
  expect(`{${textOf(placePieces(place))}"}`).toBe(JSON.stringify({ code: "geoip", ...place, network: "" }));
});

test("an autonomous system, or none", () => {
  const asn = { number: 64_496, organization: ODD };
  expect(textOf(asnPieces(asn))).toBe(`,${JSON.stringify({ asn }).slice(1, -1)}`);
  expect(textOf(asnPieces(undefined))).toBe("");
});

test("many time zones, more than are kept", () => {
  for (let i = 0; i < 3000; i++) {
    const text = textOf(placePieces({ ...PLACE, timeZone: `Zone/${i % 1500}`, postCode: i % 2 ? "x" : "" }));
    expect(text).toContain(`"postCode":"${i % 2 ? "x" : ""}","timeZone":"Zone/${i % 1500}","latitude":`);
  }
});
