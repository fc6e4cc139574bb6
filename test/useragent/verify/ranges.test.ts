import { describe, expect, test } from "bun:test";
import {
  AgentsError,
  agentsFileText,
  networksIn,
  rangesOf,
  readAgentsFile,
} from "../../../src/useragent/ranges.ts";

const GPT = "https://openai.com/gptbot.json";

describe("networks in operators' lists", () => {
  test.each([
    [
      "Google's form",
      '{"prefixes":[{"ipv6Prefix":"2001:4860:4801:10::/64"},{"ipv4Prefix":"66.249.64.0/27"}]}',
      undefined,
      ["2001:4860:4801:10::/64", "66.249.64.0/27"],
    ],
    ["lines", "192.0.2.1\n2001:db8::5\n", undefined, ["192.0.2.1/32", "2001:db8::5/128"]],
    ["a page", "<code>198.51.100.0/24</code>, version 1.2.3", undefined, ["198.51.100.0/24"]],
    ["twice the same", "192.0.2.1 192.0.2.1/32", undefined, ["192.0.2.1/32"]],
    ["one member", '{"hooks":["192.0.2.0/24"],"web":["198.51.100.0/24"]}', "hooks", ["192.0.2.0/24"]],
    ["one member that is a text", '{"hooks":"192.0.2.0/24"}', "hooks", ["192.0.2.0/24"]],
    ["an address in a word", "x192.0.2.1 192.0.2.1.5 1:2:3 192.0.2.2", undefined, ["192.0.2.2/32"]],
    ["the widest", "10.0.0.0/12 2001:db0::/28", undefined, ["10.0.0.0/12", "2001:db0::/28"]],
  ] as const)("%s", (_, document, part, expected) => {
    expect(networksIn(document, part)).toEqual([...expected]);
  });

  test.each([
    ["nothing", "<html>404</html>", undefined, "no addresses"],
    ["wider than the widest", "10.0.0.0/11", undefined, "too wide"],
    ["wider than the widest of IPv6", "2001:db0::/27", undefined, "too wide"],
    ["a member of an array", '["192.0.2.0/24"]', "hooks", "no addresses"],
    ["a member of null", "null", "hooks", "no addresses"],
    ["a member of a text", '"192.0.2.0/24"', "hooks", "no addresses"],
    ["all of IPv6", "::/0", undefined, "too wide"],
    ["a member that is not there", '{"web":["192.0.2.0/24"]}', "hooks", "no addresses"],
    ["a member of no JSON", "192.0.2.0/24", "hooks", "not valid JSON"],
  ] as const)("%s is refused", (_, document, part, message) => {
    expect(() => networksIn(document, part)).toThrow(message);
  });
});

test("a list has at most 50,000 networks", () => {
  const list = (count: number) =>
    Array.from({ length: count }, (_, i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`).join(" ");
  expect(networksIn(list(50_000))).toHaveLength(50_000);
  expect(() => networksIn(list(50_001))).toThrow("more than 50000 networks");
});

describe("the data file", () => {
  const text = agentsFileText([{ list: GPT, networks: ["192.0.2.0/24"] }], "2026-11-21T00:00:00.000Z");

  const BUILT = "2026-11-21T00:00:00.000Z";
  const withTables = agentsFileText([], BUILT, {
    taken: "2026-11-21",
    texts: [{ table: "feeds", text: "seldom/ | Seldom |\n" }],
  });

  const shape = { format: "netlens-agents/2", built: BUILT, ranges: [], sha256: "" };
  const taken = { taken: "2026-11-21", texts: [] };

  test.each([
    [shape],
    [{ ...shape, tables: taken }],
    [
      {
        ...shape,
        ranges: [{ list: GPT, networks: [] }],
        tables: { ...taken, texts: [{ table: "a", text: "b" }] },
      },
    ],
  ])("%j is valid", (file) => {
    expect(() => readAgentsFile(JSON.stringify(file))).toThrow("its checksum does not match");
  });

  test.each([
    [5],
    ["x"],
    [{}],
    [{ ...shape, format: 5 }],
    [{ ...shape, built: 5 }],
    [{ ...shape, sha256: 5 }],
    [{ ...shape, ranges: {} }],
    [{ ...shape, ranges: [null] }],
    [{ ...shape, ranges: [{ list: 5, networks: [] }] }],
    [{ ...shape, ranges: [{ list: GPT, networks: "192.0.2.0/24" }] }],
    [{ ...shape, tables: null }],
    [{ ...shape, tables: "x" }],
    [{ ...shape, tables: { ...taken, taken: 5 } }],
    [{ ...shape, tables: { ...taken, taken: "2026" } }],
    [{ ...shape, tables: { ...taken, texts: {} } }],
    [{ ...shape, tables: { ...taken, texts: [null] } }],
    [{ ...shape, tables: { ...taken, texts: [{ table: 5, text: "b" }] } }],
    [{ ...shape, tables: { ...taken, texts: [{ table: "a", text: 5 }] } }],
  ])("%j is not", (file) => {
    expect(() => readAgentsFile(JSON.stringify(file))).toThrow(
      /^it is not a data file of netlens-agents\/2$/,
    );
  });

  test("is read as written", () => {
    const file = readAgentsFile(text);
    expect([...rangesOf(file).keys()]).toEqual([GPT]);
    expect(file.built).toBe("2026-11-21T00:00:00.000Z");
  });

  test.each([
    ["a changed network", text.replace("192.0.2", "192.0.3"), "checksum"],
    ["another format", text.replace("agents/2", "agents/9"), "but of netlens-agents/9"],
    ["the former format", text.replace("agents/2", "agents/1"), "but of netlens-agents/1"],
    ["a changed table", withTables.replace("Seldom", "Often"), "checksum"],
    ["tables without their date", agentsFileText([], BUILT, { taken: "", texts: [] }), "not a data file"],
    [
      "an empty table",
      agentsFileText([], BUILT, { taken: "2026-11-21", texts: [{ table: "bots", text: "" }] }),
      "not a data file",
    ],
    ["a cut file", text.slice(0, -10), "not valid JSON"],
    ["no date", agentsFileText([], "yesterday"), "no build date"],
    [
      "a network that is none",
      agentsFileText([{ list: GPT, networks: ["192.0.2.0/33"] }], "2026-11-21T00:00:00Z"),
      "is not a network",
    ],
    ["an array", "[]", "not a data file"],
    ["null", "null", "not a data file"],
  ])("%s is refused", (_, broken, message) => {
    expect(() => readAgentsFile(broken)).toThrow(AgentsError);
    expect(() => readAgentsFile(broken)).toThrow(message);
  });

  test("lists without a row are omitted", () => {
    expect(
      rangesOf(
        readAgentsFile(
          agentsFileText([{ list: "https://x.example/", networks: ["192.0.2.0/24"] }], "2026-11-21"),
        ),
      ).size,
    ).toBe(0);
  });
});
