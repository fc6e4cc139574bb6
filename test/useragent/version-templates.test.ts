import { expect, test } from "bun:test";
import { realTraffic } from "../../build/measure/corpus/useragent/real-traffic.ts";
import { interpret } from "../../src/useragent/answer.ts";
import {
  answerFromTemplate,
  answerTemplateOf,
  lookupUserAgent,
  templateOf,
} from "../../src/useragent/lookup.ts";
import type { UserAgentResult } from "../../src/useragent/schema.ts";
import { casesOf } from "../headers/golden/lines.ts";
import { everydayAgents } from "./everyday-agents.ts";

const EDGE =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.5.5 Safari/537.36 Edg/143.0.5.5";

const traffic = [...(await realTraffic()).keys()];
/** The same with later numbers of other lengths, where there are none too. */
const longer = traffic.map((agent) =>
  agent.replace(/( (?!Mobile)[A-Za-z]+\/\d+)(?:\.[\d.]+)?/g, "$1.0.7499.40"),
);
const comments = new Set(traffic.map((agent) => agent.slice(0, agent.indexOf(")") + 1)));
const tails = new Set(traffic.map((agent) => agent.slice(agent.indexOf(")") + 1)));
const crossed = [...comments].flatMap((comment, index) =>
  [...tails].filter((_, place) => (index + place) % 60 === 0).map((tail) => comment + tail),
);
const everyday = everydayAgents().filter((_, index) => index % 10 === 0);
/** Strings of every kind. */
const kinds = casesOf(await Bun.file(new URL("golden/agents.txt", import.meta.url).pathname).text())
  .flatMap(({ asked }) => asked)
  .map((agent) => agent.replace(/( [A-Za-z]+\/\d+\.\d+)(?=[ ]|$)/g, "$1.4.5"));
/** Later numbers with one or more other digits in the place of each, zeros too. */
const others = [2, 3, 5, 7, 9].map(
  (step) => (agent: string) =>
    agent.replace(/(?<=\/\d+\.\d+)(?:\.\d+)+/g, (later) =>
      later.replace(/\d/g, (digit) => String((Number(digit) + step) % 10).repeat(1 + (step % 3))),
    ),
);

for (const [name, agents] of Object.entries({ traffic, longer, crossed, everyday, kinds }))
  test(`what is remembered of other numbers does not change an answer: ${name}`, () => {
    // The first two of a kind are read whole.
    for (const agent of agents)
      for (const asked of [...others.map((other) => other(agent)), agent])
        expect(lookupUserAgent(asked)).toEqual(interpret(asked));
  });

test("the versions of an answer are told apart where they are alike in the string it comes from", () => {
  const how = templateOf(EDGE);
  const pattern = how && answerTemplateOf(interpret(EDGE), how, interpret);
  const other = EDGE.replace("Chrome/143.0.5.5", "Chrome/143.0.7.8").replace(
    "Edg/143.0.5.5",
    "Edg/143.0.9.1",
  );
  const { engine, browser } = pattern
    ? answerFromTemplate(pattern, other, templateOf(other)?.places ?? [])
    : EMPTY;
  expect(engine).toEqual({ name: "Blink", version: "143.0.7.8" });
  expect(browser).toMatchObject({ name: "Edge", version: "143.0.9.1" });
});

const EMPTY: UserAgentResult = {
  agent: "",
  device: false,
  os: false,
  engine: false,
  browser: false,
  url: false,
  bot: false,
};

test("there is no pattern where later numbers decide something else", () => {
  const how = templateOf(EDGE);
  if (!how) throw new Error("no later numbers");
  const deciding = (text: string): UserAgentResult => ({
    ...interpret(text),
    url: text === EDGE && "https://example.org/",
  });
  expect(answerTemplateOf(deciding(EDGE), how, deciding)).toBeUndefined();
  const naming = (text: string): UserAgentResult => ({ ...interpret(text), url: text.slice(-4) });
  expect(answerTemplateOf(naming(EDGE), how, naming)).toBeUndefined();
});

test.each([
  [
    "whether a number is 0",
    "Linux; Android 4.4.2; LG-D320",
    "Chrome/30.0.LATER.0",
    ["1599", "1788", "0788", "1"],
  ],
  [
    "whether a number of one digit is 0",
    "Linux; Android 4.4.2; LG-D320",
    "Chrome/30.0.LATER.0",
    ["5", "6", "0", "7"],
  ],
  ["the very version of a system", "X", "macOS/10.15.LATER Chrome/120.0.0.0", ["4", "5", "7", "6"]],
])("what %s decides", (_, comment, products, laters) => {
  for (const later of laters) {
    const agent = `Mozilla/5.0 (${comment}) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 ${products} Mobile Safari/537.36`;
    const asked = agent.replace("LATER", later);
    expect(lookupUserAgent(asked)).toEqual(interpret(asked));
  }
});

test("of more than seven versions nothing is learned", () => {
  const versions = (count: number) => `Foo (a)${" Chrome/1.2.3".repeat(count)}`;
  const learned = (agent: string) => {
    const how = templateOf(agent);
    return how && answerTemplateOf(interpret(agent), how, interpret);
  };
  expect(learned(versions(7))).toBeDefined();
  expect(learned(versions(8))).toBeUndefined();
});

test("a model that is made of later numbers is each string's own", () => {
  const agent = (later: string) =>
    `Mozilla/5.0 (Foo) AppleWebKit/537.36 (KHTML, like Gecko) Sony/1.2.${later}`;
  for (const later of ["11", "22", "33", "44"])
    expect(lookupUserAgent(agent(later))).toEqual(interpret(agent(later)));
});

const keyOf = (text: string) => templateOf(text)?.key;

test.each([
  ["a later number's digit", "Foo (a) Chrome/1.2.3", "Foo (a) Chrome/1.2.4", true],
  ["digits of two versions", "Foo (a) Chrome/1.2.3 Edg/4.5.6.7", "Foo (a) Chrome/1.2.9 Edg/4.5.8.9", true],
  ["the second number", "Foo (a) Chrome/1.2.3", "Foo (a) Chrome/1.3.3", false],
  ["how many digits there are", "Foo (a) Chrome/1.2.3.44", "Foo (a) Chrome/1.2.333.4", true],
  ["how many numbers there are", "Foo (a) Chrome/1.2.3", "Foo (a) Chrome/1.2.3.4", false],
  ["whether a number is 0", "Foo (a) Chrome/1.2.3.4", "Foo (a) Chrome/1.2.0.4", false],
  ["what follows a 0", "Foo (a) Chrome/1.2.03.5", "Foo (a) Chrome/1.2.04.5", false],
  ["the comment", "Foo (a 1.2.3) Chrome/1.2.3", "Foo (a 1.2.4) Chrome/1.2.3", false],
  ["a character that is not a digit", "Foo (a) Chrome/1.2.3", "Foo (a) Chrome/1.2.x", false],
  ["a name", "Foo (a) Chrome/1.2.3", "Foo (a) Chroma/1.2.3", false],
])("strings that differ in %s", (_, one, other, alike) => {
  expect(keyOf(one)).toBeDefined();
  expect(keyOf(one) === keyOf(other)).toBe(alike);
});

test.each([
  ["in front of the first comment", "Foo/1.2.3 (a) Bar"],
  ["behind a name of more than letters", "Foo (a) http://example.org/1.2.3 b-c/1.2.3 (d/1.2.3) [E/1.2.3"],
  ["that more than a space follows", "Foo (a) Bar/1.2.3-gn Bar/1.2.3; Bar/1.2.3. Bar/1.2.3)"],
  ["of two numbers", "Foo (a) Bar/1.2 Foo/1"],
  ["of zeros", "Foo (a) Bar/1.2.0.0 Foo/1.2.0"],
  ["of more than 23 characters", `Foo (a) Bar/1.2.${"3".repeat(20)}`],
  ["in a string of more than 500 keywords", `Foo (a) Bar/1.2.3 ${"x".repeat(500)}`],
])("versions %s are left as they are", (_, agent) => {
  expect(templateOf(agent)).toBeUndefined();
});

test("500 keywords are not too many", () => {
  const agent = "Foo (a) Bar/1.2.3".padEnd(500, "x");
  expect(keyOf(agent.replace("1.2.3", "1.2.3 "))).toBeUndefined();
  expect(keyOf(`${agent.slice(0, 17)} ${agent.slice(18)}`)).toBeDefined();
});

test.each([
  ["A (x) Chrome/143.0.7499.40 Safari/537.36", "A (x) Chrome/143.0.9.9 Safari/537.36", [13, 18, 26]],
  ["A (x) Chrome/143.0.7499.40", "A (x) Chrome/143.0.9.9", [13, 18, 26]],
  ["A (x) Az/1.2.3 zA/09.8.90 b", "A (x) Az/1.2.9 zA/09.8.9 b", [9, 12, 14, 18, 22, 25]],
  [") Chrome/1.2.3", ") Chrome/1.2.9", [9, 12, 14]],
  [`A (x) B/1.2.${"3".repeat(19)}`, "A (x) B/1.2.9", [8, 11, 31]],
  ["A (x) aZ/1.2.3 Za/1.2.1", "A (x) aZ/1.2.9 Za/1.2.9", [9, 12, 14, 18, 21, 23]],
  ["A (x) aZ/1.2.3 Za/1.2.0", "A (x) aZ/1.2.9 Za/1.2.0", [9, 12, 14]],
  ["A (x) Az/1.2.0.10.07", "A (x) Az/1.2.0.9.07", [9, 12, 20]],
  ["A (x) Chrome/1.2.3.4.5 B/x C/1.2.34", "A (x) Chrome/1.2.9.9.9 B/x C/1.2.9", [13, 16, 22, 29, 32, 35]],
])("%s: the later numbers of its versions", (text, key, places) => {
  expect(templateOf(text)).toEqual({ key, places });
});

test.each([
  "A (x) Chrome/1.2",
  "A (x) Chrome/1.2.3x",
  "A (x) Chrome/1.2.3; b",
  "A (x) x2/1.2.3",
  "A (x)Chrome/1.2.3",
  "A (x) /1.2.3",
  "A (x) Chrome/1..3",
  "A (x) Chrome/1.2.",
  "A/1.2.3 (x) b",
  "A/1.2.3",
  "A (x) [/1.2.3 `/1.2.3 {/1.2.3 @/1.2.3",
  "A (x) Chrome/1.2.3:4 B/1.2./",
])("%s has none", (text) => {
  expect(templateOf(text)).toBeUndefined();
});
