import { describe, expect, test } from "bun:test";
import { regionForms } from "../../../data/geo/region-name.ts";
import { ALIASES } from "../../../data/geo/subdivision-aliases.ts";
import table from "../../../data/geo/subdivisions.txt" with { type: "text" };
import { subdivisionCode } from "../../../src/ip/names/subdivisions.ts";

test.each([
  ["US", "California", "CA"],
  ["US", "Washington", "WA"],
  ["US", "District of Columbia", "DC"],
  ["NL", "North Holland", "NH"],
  ["NL", "Noord-Holland", "NH"],
  ["DE", "Bavaria", "BY"],
  ["DE", "Baden-Württemberg", "BW"],
  ["DE", "Baden-Wurttemberg", "BW"],
  ["FR", "Île-de-France", "IDF"],
  ["FR", "Brittany", "BRE"],
  ["GB", "England", "ENG"],
  ["AU", "New South Wales", "NSW"],
  ["PL", "Silesia", "24"],
  ["JP", "Tokyo", "13"],
  ["IT", "Lombardy", "25"],
  ["ES", "Catalonia", "CT"],
  ["RU", "Moscow", "MOW"],
  ["RU", "Moscow Oblast", "MOS"],
  ["HR", "City of Zagreb", "21"],
  ["HR", "Zagreb County", "01"],
  ["IR", "Isfahan", "10"],
  ["MX", "Mexico City", "CMX"],
  ["MX", "México", "MEX"],
  ["NO", "Østfold", "31"],
  ["NO", "Akershus", "32"],
  ["NO", "Buskerud", "33"],
  ["NO", "Vestfold", "39"],
  ["NO", "Telemark", "40"],
  ["NO", "Troms", "55"],
  ["NO", "Finnmark", "56"],
  ["NO", "Viken", "30"],
  ["NO", "Vestfold og Telemark", "38"],
  ["NO", "Hordaland", "46"],
  ["LV", "Tukums Municipality", "099"],
  ["LV", "Marupe", "062"],
  ["LV", "Ventspils", "VEN"],
  ["MK", "Karposh", "808"],
  ["AZ", "Gence", "GA"],
  ["MT", "St. Julian", "48"],
  ["JM", "St. Ann", "06"],
  ["RU", "St.-Petersburg", "SPE"],
  ["VE", "Estado La Guaira", "X"],
  ["LB", "Akkar", "AK"],
  ["AO", "Moxico Leste", ""],
  ["TW", "Taiwan", ""],
  ["US", "Bavaria", ""],
  ["US", "", ""],
  ["", "California", ""],
  ["QQ", "California", ""],
])("%s %s is %j", (country, name, code) => {
  expect(subdivisionCode(country, name)).toBe(code);
});

describe("the table", () => {
  const lines = table.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

  test("is well-formed, and no form has two codes", () => {
    expect(lines.length).toBeGreaterThan(190);
    for (const line of lines) {
      const forms = new Set<string>();
      expect(line).toMatch(
        /^[A-Z]{2}\t([A-Z0-9]{1,3}=[a-z0-9 ]+(\|[a-z0-9 ]+)*)(;[A-Z0-9]{1,3}=[a-z0-9 ]+(\|[a-z0-9 ]+)*)*$/,
      );
      for (const form of line
        .slice(3)
        .split(";")
        .flatMap((entry) => entry.split("=")[1]?.split("|") ?? [])) {
        expect(forms.has(form)).toBe(false);
        forms.add(form);
      }
    }
  });

  test("has all of our aliases", () => {
    for (const [key, names] of Object.entries(ALIASES)) {
      for (const name of names)
        expect([name, subdivisionCode(key.slice(0, 2), name)]).toEqual([name, key.slice(3)]);
    }
  });
});

test.each([
  ["Île-de-France", ["ile de france", "ile france"]],
  ["Moscow Oblast’", ["moscow oblast", "moscow"]],
  ["Region", ["region", "region"]],
  ["Łódź Voivodeship", ["lodz voivodeship", "lodz"]],
])("%s is looked up as %p", (name, forms) => {
  expect([...regionForms(name)]).toEqual(forms);
});
