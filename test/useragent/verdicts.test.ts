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
  test("ids are unique", () => expect(new Set(VERDICTS.map(({ id }) => id)).size).toBe(VERDICTS.length));
});
