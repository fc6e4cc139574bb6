import { expect, test } from "bun:test";
import { answerOf } from "../../src/useragent/answer.ts";
import { commonAndroid, interpret } from "../../src/useragent/common-android.ts";
import { read } from "../../src/useragent/read.ts";
import { linesOf } from "../../src/useragent/tables.ts";

const around = (model: string, build = "", version = "13") => [
  `Mozilla/5.0 (Linux; Android ${version}; ${model}${build}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.144 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; U; Android ${version}; en-us; ${model}${build}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/74.0.3729.157 Safari/537.36 Instagram 312.0.0`,
  `Mozilla/5.0 (Linux; Android ${version}; ${model}${build}) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Safari/537.36`,
  `Dalvik/2.1.0 (Linux; U; Android ${version}; ${model}${build || " Build/TP1A.220624.014"})`,
];

/** Every so many rows of the list of models. */
const STEP = 499;

test("a common string has the answer that reading all of it gives, whatever the model", () => {
  const models = linesOf("models")
    .filter((_, index) => index % STEP === 0)
    .map((line) => line.split("\t")[0] ?? "");
  for (const model of [...models, "Smart TV", "Galaxy Watch", "Quest 2", "SomeBot X1", "GTI 7.com", "Zq 44"])
    for (const version of ["4.4.2", "10", "13", "34"])
      for (const agent of around(model, "", version)) expect(interpret(agent)).toEqual(answerOf(read(agent)));
});

/** The answer by the short way, which is taken from the second time on that the surroundings come. */
const again = (agent: string) => {
  commonAndroid(agent);
  return commonAndroid(agent);
};

test("what surrounds a machine is read once for many, and not at all for one", () => {
  const seen: string[] = [];
  const reading = (text: string) => {
    seen.push(text);
    return read(text);
  };
  const [first, ...others] = ["SM-A536B", "CPH2551", "22101316G"].map(
    (model) => `${around(model, "", "12").at(0)} SeldomSeen/1`,
  );
  expect(commonAndroid(first ?? "", reading)).toBeUndefined();
  expect(seen).toEqual([]);
  for (const agent of others) expect(commonAndroid(agent, reading)?.text).toBe(agent);
  expect(seen.length).toBe(1);
});

test("surroundings that come only once are not kept", () => {
  const reading = () => {
    throw new Error("a stand-in was read");
  };
  for (let index = 0; index < 2000; index++)
    expect(commonAndroid(`${around("SM-A536B").at(0)} Line/${index}`, reading)).toBeUndefined();
});

test("a model that may mean more than a machine is read with the whole string", () => {
  for (const model of ["Googlebot", "Chrome 9", "Silk Tab", "example.com", "K"])
    expect([model, again(around(model).at(0) ?? "")]).toEqual([model, undefined]);
});

test("a string with an address of a robot's page is read whole", () => {
  const robot = `${around("SM-A536B").at(0)} (compatible; SomethingNew/1.0; +https://example.org/about)`;
  expect(again(robot)).toBeUndefined();
});
