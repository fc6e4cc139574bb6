import { describe, expect, test } from "bun:test";
import { classifiers } from "../../data/agents/classifiers.ts";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { readAgent } from "../../src/useragent/read/agent.ts";
import { classify } from "../../src/useragent/read/classifiers.ts";
import { featuresOf } from "../../src/useragent/read/features.ts";

describe("each row decides its example", () => {
  for (const row of classifiers)
    test(`${row.id}: ${row.why}`, () => {
      const [agent, type] = row.example;
      expect(classify(featuresOf(readAgent(agent)))?.id).toBe(row.id);
      const { device, evidence } = lookupUserAgent(agent);
      if (type === "person") {
        expect(device ? ["desktop", "unknown"] : [false]).toContain(device ? device.type : false);
      } else {
        expect(device).toMatchObject({ type });
        expect(evidence).toBe(row.evidence);
      }
    });
  test("ids are unique", () =>
    expect(new Set(classifiers.map(({ id }) => id)).size).toBe(classifiers.length));
});
