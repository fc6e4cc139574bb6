import { expect, test } from "bun:test";
import type { Known } from "../../src/useragent/stage.ts";
import { STAGES } from "../../src/useragent/stages.ts";

const AGENTS = [
  "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "curl/8.5.0",
  "Seldom App/1.4 (iPhone; iOS 17.1; Scale/3.00)",
  "",
];

test("no stage reads what a later one finds", () => {
  for (const text of AGENTS) {
    const known = new Map<PropertyKey, unknown>([["text", text]]);
    for (const stage of STAGES) {
      const missing: PropertyKey[] = [];
      const reader = new Proxy({} as Known, {
        get(_, key) {
          if (!known.has(key)) missing.push(key);
          return known.get(key);
        },
      });
      const found = stage(reader);
      expect([text, stage.name, missing]).toEqual([text, stage.name, []]);
      for (const [key, value] of Object.entries(found)) known.set(key, value);
    }
    expect(known.get("result")).toMatchObject({ agent: text });
  }
});
