/** Google's list of certified devices, in the form that is published. */

import { expect, test } from "bun:test";
import { loadSupportedDevices, supportedDevices } from "../../build/data/supported-devices.ts";

const TEXT = [
  "Retail Branding,Marketing Name,Device,Model",
  "Seldom,Seldom One,sel1,SEL-100",
  'Seldom,"One, ""Pro""",sel2,SEL-200',
  '"Seldom\r\nPad",Größe 10",sel3,SEL-300',
  ",,sel4,SEL-400",
  "cut",
  "",
].join("\r\n");

const ROWS = [
  { brand: "Seldom", name: "Seldom One", model: "SEL-100" },
  { brand: "Seldom", name: 'One, "Pro"', model: "SEL-200" },
  { brand: "Seldom\r\nPad", name: 'Größe 10"', model: "SEL-300" },
  { brand: "", name: "", model: "SEL-400" },
];

const utf16 = (text: string, order: "BE" | "LE") => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return new Uint8Array(order === "BE" ? bytes.swap16() : bytes);
};

test.each([
  ["UTF-16, little end first", utf16(TEXT, "LE")],
  ["UTF-16, big end first", utf16(TEXT, "BE")],
  ["UTF-8", new TextEncoder().encode(TEXT)],
  ["UTF-8 with a mark", new TextEncoder().encode(`\ufeff${TEXT}`)],
])("%s", (_, bytes) => {
  expect(supportedDevices(bytes)).toEqual(ROWS);
});

test("columns by their names, in any order", () => {
  const bytes = utf16("Model,Device,Marketing Name,Retail Branding\nSEL-100,sel1,Seldom One,Seldom", "LE");
  expect(supportedDevices(bytes)).toEqual(ROWS.slice(0, 1));
  expect(() => supportedDevices(utf16("Brand,Model\nSeldom,SEL-100", "LE"))).toThrow("Retail Branding");
});

test("the copy takes the place of a list that is absent, or much too short", async () => {
  const long = `Retail Branding,Marketing Name,Device,Model\n${"Seldom,One,s,SEL-1\n".repeat(40_000)}`;
  const load = async (answer: () => Response) => {
    const { devices, source } = await loadSupportedDevices(ROWS, async () => answer());
    return [devices.length, source.startsWith("https://")];
  };
  expect(await load(() => new Response(utf16(long, "LE")))).toEqual([40_000, true]);
  expect(await load(() => new Response(utf16(TEXT, "LE")))).toEqual([4, false]);
  expect(await load(() => new Response("no", { status: 404 }))).toEqual([4, false]);
  expect(
    await load(() => {
      throw new Error("no network");
    }),
  ).toEqual([4, false]);
});
