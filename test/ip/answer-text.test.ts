import { expect, test } from "bun:test";
import { ipv4 } from "../../src/ip/address.ts";
import { AnswerBytes } from "../../src/ip/answer-bytes.ts";
import { asnPieces, type Pieces, placePieces, writeAsn, writePieces } from "../../src/ip/answer-text.ts";
import { MmdbError } from "../../src/ip/mmdb-decoder.ts";
import { type Place, readAsn } from "../../src/ip/record.ts";
import { Double, mmdbOf, Raw, type Value, writeDatabase } from "./mmdb-writer.ts";

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

const NUMBER = "autonomous_system_number";
const ORGANIZATION = "autonomous_system_organization";
const byte = (...bytes: readonly number[]) => new Raw(Buffer.from(bytes));

test.each<readonly [string, Value, direct: boolean]>([
  ["plain", { [NUMBER]: 64_496, [ORGANIZATION]: "Example Org, Inc. (~)" }, true],
  ["a large number", { [NUMBER]: 4_294_967_295, [ORGANIZATION]: "Example" }, true],
  ["a number of two bytes", { [NUMBER]: byte(0xa2, 0xfb, 0xf0), [ORGANIZATION]: "Example" }, true],
  ["without a name", { [NUMBER]: 64_496, [ORGANIZATION]: "" }, true],
  ["a long name", { [NUMBER]: 64_496, [ORGANIZATION]: "x".repeat(400) }, true],
  // The record of the other network begins with a map (1 byte), its key (2) and this text.
  ["a name that a pointer leads to", { [NUMBER]: 64_496, [ORGANIZATION]: byte(0x20, 3) }, true],
  ["a name that a pointer does not lead to", { [NUMBER]: 64_496, [ORGANIZATION]: byte(0x20, 0) }, false],
  ["a quote", { [NUMBER]: 64_496, [ORGANIZATION]: 'a "b"' }, false],
  ["a backslash", { [NUMBER]: 64_496, [ORGANIZATION]: "a\\b" }, false],
  ["a control character", { [NUMBER]: 64_496, [ORGANIZATION]: "a\u001fb" }, false],
  ["a character beyond ASCII", { [NUMBER]: 64_496, [ORGANIZATION]: "São" }, false],
  ["space before", { [NUMBER]: 64_496, [ORGANIZATION]: " a" }, false],
  ["space behind", { [NUMBER]: 64_496, [ORGANIZATION]: "a " }, false],
  ["number 0", { [NUMBER]: 0, [ORGANIZATION]: "a" }, false],
  ["a number as text", { [NUMBER]: "64496", [ORGANIZATION]: "a" }, false],
  ["a number with a fraction", { [NUMBER]: new Double(64_496), [ORGANIZATION]: "a" }, false],
  ["a name that is a number", { [NUMBER]: 64_496, [ORGANIZATION]: 5 }, false],
  ["the name first", { [ORGANIZATION]: "a", [NUMBER]: 64_496 }, false],
  ["a number alone", { [NUMBER]: 64_496 }, false],
  ["more members", { [NUMBER]: 64_496, [ORGANIZATION]: "a", city: "b" }, false],
  ["other members", { asn: "AS64496", name: "a" }, false],
  ["no map", "text", false],
])("an autonomous system from its record, %s", (_name, record, direct) => {
  const networks = { "1.0.0.0/8": { x: "Pointed Org" }, "2.0.0.0/8": record };
  const mmdb = mmdbOf(writeDatabase(networks, { type: "T" }));
  const { record: at } = mmdb.find(ipv4(0x02000001));
  const [out, whole] = [new AnswerBytes(), new AnswerBytes()];
  const pieces = writeAsn(mmdb.decoder, at, out);
  const expected = writePieces(asnPieces(readAsn(mmdb.decode(at))), whole);
  expect(pieces !== undefined).toBe(direct);
  expect(out.toString()).toBe(direct ? whole.toString() : "");
  if (direct) expect(pieces).toEqual(expected);
});

test("a record that reaches beyond its section is damage", () => {
  const bytes = new AnswerBytes();
  const cut = writeDatabase(
    { "1.0.0.0/8": { [NUMBER]: 64_496, [ORGANIZATION]: byte(0x5d, 0xff) } },
    { type: "T" },
  );
  const short = mmdbOf(cut);
  expect(() => writeAsn(short.decoder, short.find(ipv4(0x01000001)).record, bytes)).toThrow(MmdbError);
});
