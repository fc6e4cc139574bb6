import { expect, test } from "bun:test";
import { fallbackModel } from "../../src/useragent/read/answer.ts";
import type { Hardware } from "../../src/useragent/read/maker-model.ts";

test.each([
  [
    "a maker's code",
    "Mozilla/5.0 (Linux; 13; TB310XU) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36",
    { vendor: "Lenovo", name: "TB310XU" },
  ],
  [
    "a maker in front",
    "Mozilla/5.0 (Linux U Android 2.1 es-es Vodafone 845 Build/B221) AppleWebKit/530.17 Safari/530.17",
    { vendor: "Vodafone", name: "845" },
  ],
  [
    "a word",
    "Mozilla/5.0 (Linux; Android 4.0.3; NEXT Build/IML74K) AppleWebKit/537.36 Chrome/31.0.1650.59",
    undefined,
  ],
  [
    "a part of another's model",
    "Mozilla/5.0 (Linux; Android 6.0; A505 JOY Plus Build/MRA58K) AppleWebKit/537.36 Chrome/78.0.3904.62",
    undefined,
  ],
  [
    "a reduced string",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36",
    undefined,
  ],
  [
    "a reduced string whose version stands behind spaces",
    "Mozilla/5.0 (Linux;  Android 10; K) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36",
    undefined,
  ],
  ["a desktop", "Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0", undefined],
  ["noise", "constructor", undefined],
  ["nothing", "", undefined],
] as const)("%s", (_, agent, expected) => {
  expect(fallbackModel(agent)).toEqual((expected && { ...expected, evidence: "guess" }) as Hardware);
});

test("500 characters are parsed", () => {
  const long = (length: number) => {
    const comment = "; TB310XU)";
    return fallbackModel(
      `Mozilla/5.0 (Linux; 13; ${"x".repeat(length - 24 - comment.length)}${comment} AppleWebKit/537.36`,
    );
  };
  expect(long(100)).toMatchObject({ vendor: "Lenovo", name: "TB310XU" });
  expect(long(500)).toMatchObject({ vendor: "Lenovo", name: "TB310XU" });
  expect(long(501)).toBeUndefined();
});
