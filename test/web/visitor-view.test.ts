import { expect, test } from "bun:test";
import type { Visitor } from "../../src/jobs/visitor/schema.ts";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { visitorView } from "../../src/web/views/visitor-view.ts";

const ip: NonNullable<Visitor["ip"]> = { ip: "192.0.2.1", ipType: 4, code: "geoip" };
const headed = (part: Partial<Visitor>) => {
  const whole = { time: "2026-11-28T00:00:00.000Z", support: {}, contradictions: [], text: "", ...part };
  return visitorView(whole).markup;
};
const contradiction = { name: "x", title: "X.", evidence: "Y.", sure: "hint" } as const;

const GALAXY =
  "Mozilla/5.0 (Linux; Android 9; SM-G960F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/70.0.3538.110 Mobile Safari/537.36";
const galaxy = lookupUserAgent(GALAXY);
const tor = {
  ...ip,
  connection: [{ kind: "tor", service: "", region: "", source: "s", since: "" }],
} as never;
const germany = { ...ip, countryName: "Germany" };
const old = { engine: "outdated", engineReleased: "2018-10-16", os: "outdated" } as const;

test.each<[string, Partial<Visitor>]>([
  ["No contradictions", { ip }],
  ["Nothing was checked", {}],
  [
    "Outdated browser engine (2018) on Android 9, from a Tor exit",
    { ip: tor, useragent: galaxy, support: old },
  ],
  [
    "Outdated browser engine (2018) on Android 9, from Germany",
    { ip: germany, useragent: galaxy, support: old },
  ],
  ["Outdated browser (2018) on Android 9", { useragent: galaxy, support: { browser: "outdated" } }],
  [
    "Outdated system, Android 9, from Germany",
    { ip: germany, useragent: galaxy, support: { os: "outdated" } },
  ],
  ["Chrome 70.0.3538.110 on Android 9, from Germany: no contradictions", { ip: germany, useragent: galaxy }],
  ["X", { ip, useragent: galaxy, support: old, contradictions: [contradiction] }],
])("the heading %s", (heading, part) => {
  expect(headed(part)).toContain(`<h2 id="result-title">${heading}</h2>`);
});

test("kinds of networks that were not checked are named", () => {
  expect(headed({ ip: { ...ip, connectionUnknown: ["tor"] } })).toContain(
    "Not checked: Tor exits (no list loaded).",
  );
});
