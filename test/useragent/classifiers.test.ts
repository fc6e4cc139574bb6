import { describe, expect, test } from "bun:test";
import { readAgent } from "../../src/useragent/agent.ts";
import { CLASSIFIERS, classify } from "../../src/useragent/classifiers.ts";
import { featuresOf } from "../../src/useragent/features.ts";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";

describe("each verdict decides its example", () => {
  for (const verdict of CLASSIFIERS)
    test(`${verdict.id}: ${verdict.why}`, () => {
      const [agent, type] = verdict.example;
      expect(classify(featuresOf(readAgent(agent)))?.id).toBe(verdict.id);
      const { device, evidence } = lookupUserAgent(agent);
      if (type === "person") {
        expect(device ? ["desktop", "unknown"] : [false]).toContain(device ? device.type : false);
      } else {
        expect(device).toMatchObject({ type });
        expect(evidence).toBe(verdict.evidence);
      }
    });
  test("what needs a feature does not hold without it", () => {
    for (const { needs, when, id } of CLASSIFIERS) {
      if (needs === undefined) continue;
      for (const { example } of CLASSIFIERS) {
        const features = { ...featuresOf(readAgent(example[0])), [needs]: undefined };
        expect([id, example[0], when(features)]).toEqual([id, example[0], false]);
      }
    }
  });
  test("ids are unique", () =>
    expect(new Set(CLASSIFIERS.map(({ id }) => id)).size).toBe(CLASSIFIERS.length));
});
