import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { brandAtStart, brandOf, makerNamed } from "../../src/useragent/tables/brands.ts";

const TABLE = join(import.meta.dir, "../../data/agents/brands.txt");

test("at least five of six names are in the free lists", async () => {
  const [, all = 0, free = 0] = (/ (\d+) names, (\d+) of them/.exec(await Bun.file(TABLE).text()) ?? []).map(
    Number,
  );
  expect(all).toBeGreaterThan(1000);
  expect(free / all).toBeGreaterThan(5 / 6);
});

test("makers in other tables have the same spelling here", () => {
  for (const maker of ["Samsung", "Xiaomi", "Huawei", "Alldocube", "Beko"])
    expect(brandOf(maker)).toBe(maker);
});

describe("the brand at the start of a model, by name or code: the longest match, and its length", () => {
  test.each([
    ["Samsung Galaxy", "Samsung | name | own | 7"],
    ["samsung-gt", "Samsung | name | own | 7"],
    ["SAMSUNG_GT", "Samsung | name | own | 7"],
    ["Samsungx", "Samsung | name | own | 7"],
    ["Samsung9", "Samsung | name | own | 7"],
    ["samsung{", "Samsung | name | own | 7"],
    ["samsung`", "Samsung | name | own | 7"],
    ["Sony Ericsson X", "Sony Ericsson | name | own | 13"],
    ["Sony  Ericsson X", "Sony Ericsson | name | own | 13"],
    ["SonyEricssonK750i", "Sony Ericsson | name | own | 12"],
    ["SonyEricssonk", "Sony Ericsson | name | own | 12"],
    ["vivoY19", "Vivo | name | own | 4"],
    ["VIVO", "Vivo | name | own | 4"],
    ["vivox", ""],
    ["vivo_y", "Vivo | name | own | 4"],
    ["LG-E400", "LG | short-code | line | 2"],
    ["TPC-PA9702", "Jaytech | code | line | 4"],
    ["TPC-pa", "Jaytech | short-code | line | 3"],
    ["NS-P10A", "Insignia | short-code | line | 3"],
    ["HS-X8", "Hisense | short-code | line | 3"],
    ["BQ-abc", "bq | short-code | line | 2"],
    ["BQ-Abc", "bq | short-code | line | 3"],
    ["DEXP_Ixion", "DEXP | name | own | 4"],
    ["acer_barricade", "Acer | name | own | 4"],
    ["acer_Barricade", "Acer | name | own | 4"],
    ["OT-AB", "Alcatel | short-code | line | 3"],
    ["itel_it", "iTel | name | own | 4"],
    ["HGTV-ab", "Holleberg | code | line | 5"],
    ["Beeline_ab", "Beeline | name | own | 7"],
    ["LGX", ""],
    ["lge`", "LG | short-code | line | 3"],
    ["lge{", "LG | short-code | line | 3"],
    ["lgea", ""],
    ["lgez", ""],
    ["VIVOY19", ""],
    ["LG E", "LG | short-code | line | 2"],
    ["LG", "LG | short-code | line | 2"],
    ["Redmi Note", "Xiaomi | code | line | 5"],
    ["redmix", "Xiaomi | code | line | 5"],
    ["HTC", "HTC | name | own | 3"],
    ["HTCx", ""],
    ["HTC1", "HTC | name | own | 3"],
    ["hp", "HP | short-code | line | 2"],
    ["HP 8", "HP | short-code | line | 2"],
    ["HPx", ""],
    ["X", ""],
    ["", ""],
    ["zz9", ""],
    ["Nokia\t5", "Nokia | name | own | 5"],
    ["Le Pan II", "Le Pan | name | own | 6"],
    ["MI 9", "Spice | short-code | line | 3"],
    ["MIX", "Xiaomi | short-code | line | 3"],
    ["Mi", "Xiaomi | short-code | line | 2"],
    ["POCO F3", "POCO | name | own | 4"],
    ["Moto G", "Motorola | code | line | 4"],
    ["MotoG3", "Motorola | code | line | 4"],
    ["motog", ""],
    ["Lenovo_A7", "Lenovo | name | own | 6"],
    ["BQ-5", "bq | short-code | line | 3"],
    ["TECNO KC8", "Tecno | name | own | 5"],
    ["Infinix X6", "Infinix | name | own | 7"],
    ["SM-G991B", "Samsung | short-code | line | 3"],
    ["GT-I9100", "Samsung | short-code | line | 3"],
    ["SGH-i917", "Samsung | short-code | line | 3"],
    ["iPhone", ""],
    ["Pixel 8", "Google | code | line | 5"],
    ["GooglePixel", ""],
    ["Google Pixel", "Google | name | own | 6"],
    ["Galaxy S5", "Samsung | code | line | 6"],
    ["galaxys5", "Samsung | code | line | 6"],
    ["GalaxyS5", "Samsung | code | line | 6"],
    ["MotorolaX", "Motorola | name | own | 8"],
    ["Dell Venue", "Dell | name | own | 4"],
    ["ASUS_Z00D", "Asus | name | own | 4"],
    ["asusZ", "Asus | name | own | 4"],
    ["K-Touch X", "K-Touch | name | own | 7"],
    ["ktouch", ""],
    ["O2 X", "O2 | short-code | line | 2"],
    ["o2x", ""],
    ["TCL 5", "TCL | name | own | 3"],
    ["tclx", ""],
    ["3Q RC", "3Q | short-code | line | 2"],
  ])("%j: %s", (model, wanted) => {
    const found = brandAtStart(model);
    const told = found && [found.brand, found.evidence, found.own ? "own" : "line", found.length].join(" | ");
    expect(told ?? "").toBe(wanted);
  });
});

test.each([
  ["SAMSUNG", "Samsung", "Samsung"],
  ["sony_ericsson", "Sony Ericsson", "Sony Ericsson"],
  ["Sony  Ericsson", "Sony Ericsson", "Sony Ericsson"],
  ["Sony\tEricsson", "Sony Ericsson", "Sony Ericsson"],
  ["Galaxy", "Samsung", undefined],
  ["lge", "LG", "LG"],
  ["LG Electronics", undefined, "LG"],
  ["", undefined, undefined],
])("%j is a brand's word for %j, a maker's own name for %j", (name, brand, maker) => {
  expect([brandOf(name), makerNamed(name)]).toEqual([brand, maker]);
});
