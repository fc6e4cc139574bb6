import { describe, expect, test } from "bun:test";
import { readAgent } from "../../src/useragent/agent.ts";
import { cluesOf } from "../../src/useragent/clues.ts";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { VERDICTS, verdictOn } from "../../src/useragent/verdicts.ts";

describe("each verdict decides its example", () => {
  for (const verdict of VERDICTS)
    test(`${verdict.id}: ${verdict.why}`, () => {
      const [agent, type] = verdict.example;
      expect(verdictOn(cluesOf(readAgent(agent)))?.id).toBe(verdict.id);
      const { device, evidence } = lookupUserAgent(agent);
      if (type === "person") {
        expect(device ? ["desktop", "unknown"] : [false]).toContain(device ? device.type : false);
      } else {
        expect(device).toMatchObject({ type });
        expect(evidence).toBe(verdict.evidence);
      }
    });
  test("what needs a clue does not hold without it", () => {
    for (const { needs, when, id } of VERDICTS) {
      if (needs === undefined) continue;
      for (const { example } of VERDICTS) {
        const clues = { ...cluesOf(readAgent(example[0])), [needs]: undefined };
        expect([id, example[0], when(clues)]).toEqual([id, example[0], false]);
      }
    }
  });
  test("ids are unique", () => expect(new Set(VERDICTS.map(({ id }) => id)).size).toBe(VERDICTS.length));
});
