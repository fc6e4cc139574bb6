import { expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { everydayAgents } from "./everyday-agents.ts";

test("no phrase of the tables catches people's browsers, whatever their phone is called", () => {
  const agents = everydayAgents();
  expect(agents.length).toBeGreaterThan(3000);
  const caught = agents.filter((agent) => {
    const { device } = lookupUserAgent(agent);
    return !device || (device.type !== "desktop" && device.type !== "unknown");
  });
  expect(caught).toEqual([]);
});
