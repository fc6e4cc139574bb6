import { expect, test } from "bun:test";
import type { Visitor } from "../../src/jobs/visitor/schema.ts";
import { visitorView } from "../../src/web/views/visitor-view.ts";

const ip: NonNullable<Visitor["ip"]> = { ip: "192.0.2.1", ipType: 4, code: "geoip" };
const headed = (part: Partial<Visitor>) => {
  const whole = { time: "2026-11-28T00:00:00.000Z", support: {}, contradictions: [], text: "", ...part };
  return visitorView(whole).markup;
};
const contradiction = { name: "x", title: "X.", evidence: "Y.", sure: "hint" } as const;

test.each([
  ["No contradictions", { ip }],
  ["Nothing was checked", {}],
  [
    "Outdated: engine and system",
    { ip, support: { engine: "outdated", os: "outdated", browser: "current" } },
  ],
  ["Contradictions", { ip, support: { os: "outdated" }, contradictions: [contradiction] }],
] as const)("the heading %s", (heading, part) => {
  expect(headed(part as Partial<Visitor>)).toContain(`<h2 id="result-title">${heading}</h2>`);
});

test("kinds of networks that were not checked are named", () => {
  expect(headed({ ip: { ...ip, connectionUnknown: ["tor"] } })).toContain(
    "Not checked: Tor exits (no list loaded).",
  );
});
