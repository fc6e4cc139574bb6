import { expect, test } from "bun:test";
import { commonAndroid } from "../../src/useragent/common-android.ts";
import { interpret, read } from "../../src/useragent/stages.ts";
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
      for (const agent of around(model, "", version)) expect(interpret(agent)).toEqual(read(agent).result);
});

test("what surrounds a machine is read once for many", () => {
  const seen: string[] = [];
  const reading = (text: string) => {
    seen.push(text);
    return read(text);
  };
  for (const model of ["SM-A536B", "CPH2551", "22101316G"])
    expect(commonAndroid(around(model, "", "12").at(0) ?? "", reading)?.agent).toContain(model);
  expect(seen.length).toBeLessThan(2);
});

test("a model that may mean more than a machine is read with the whole string", () => {
  for (const model of ["Googlebot", "Chrome 9", "Silk Tab", "example.com", "K"])
    expect([model, commonAndroid(around(model).at(0) ?? "", read)]).toEqual([model, undefined]);
});

test("a string with an address of a robot's page is read whole", () => {
  const robot = `${around("SM-A536B").at(0)} (compatible; SomethingNew/1.0; +https://example.org/about)`;
  expect(commonAndroid(robot, read)).toBeUndefined();
});
