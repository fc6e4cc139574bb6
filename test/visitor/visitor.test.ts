import { describe, expect, test } from "bun:test";
import { parseNetwork } from "../../src/ip/address.ts";
import { type GeoDatabases, lookupSource } from "../../src/ip/lookup-source.ts";
import { networkDatabase } from "../../src/ip/network-database.ts";
import type { Connection } from "../../src/ip/schema.ts";
import { timeIn } from "../../src/visitor/seen.ts";
import { visitorOf } from "../../src/visitor/visitor.ts";
import { mmdbOf } from "../ip/mmdb-writer.ts";
import { CITY } from "../ip/sample-databases.ts";

const TIME = Date.UTC(2026, 10, 24, 14, 3);
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1";
const DESKTOP =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

function geoWith(kind?: Connection["kind"]): GeoDatabases {
  const by = (bytes: Buffer) => ({ 4: [lookupSource(mmdbOf(bytes))], 6: [] });
  const network = parseNetwork("5.0.0.0/8");
  if (!network) throw new Error("no network");
  const connection = {
    kind: kind ?? "mobile",
    service: "S",
    source: "https://list.example/",
    since: "2026-11-24",
  };
  return {
    places: by(CITY()),
    asns: { 4: [], 6: [] },
    ...(kind && { connections: by(networkDatabase([{ network, connection }], 1)) }),
  };
}

const seen = { ip: "5.0.1.2", agent: "", time: TIME, timeZone: "", language: "", url: "" };
const names = (more: object, kind?: Connection["kind"]) =>
  visitorOf({ ...seen, ...more }, geoWith(kind)).contradictions.map(({ name, sure }) => `${name} ${sure}`);

describe("what does not fit together", () => {
  const { ip } = visitorOf(seen, geoWith());
  const zone = ip?.timeZone ?? "";

  test.each([
    ["nothing is known", {}, undefined, []],
    ["a phone in a data centre", { agent: PHONE }, "hosting", ["data-centre-phone likely"]],
    ["a phone in a mobile network", { agent: PHONE }, "mobile", []],
    ["a desktop in a mobile network", { agent: DESKTOP }, "mobile", ["mobile-network-desktop hint"]],
    ["a desktop in a data centre", { agent: DESKTOP }, "hosting", []],
    ["a person from a crawler's address", { agent: DESKTOP }, "crawler", ["crawler-person likely"]],
    ["another time zone", { timeZone: "Asia/Tokyo" }, undefined, ["time-zone likely"]],
    ["another time zone behind Tor", { timeZone: "Asia/Tokyo" }, "tor", ["time-zone hint"]],
    ["the same time zone", { timeZone: zone }, undefined, []],
    ["a time zone that is none", { timeZone: "Mars/Olympus" }, undefined, []],
    ["another country's language", { language: "ja-JP,ja;q=0.9" }, undefined, ["language hint"]],
    ["a language without a country", { language: "ja" }, undefined, []],
    [
      "hints of another system",
      {
        agent: DESKTOP,
        hints: {
          "sec-ch-ua": '"Chromium";v="140", "Google Chrome";v="140"',
          "sec-ch-ua-platform": '"macOS"',
          "sec-ch-ua-mobile": "?0",
        },
      },
      undefined,
      ["hints-against-string likely"],
    ],
  ] as const)("%s", (_, more, kind, expected) => expect(names(more, kind)).toEqual([...expected]));
});

test("each part may be left out", () => {
  const none = visitorOf({ ...seen, ip: "" }, geoWith());
  expect(none).toEqual({
    time: "2026-11-24T14:03:00.000Z",
    support: {},
    contradictions: [],
    text: "Seen 14:03 UTC on 2026-11-24.",
  });
  expect(visitorOf({ ...seen, ip: "", agent: DESKTOP }, geoWith()).text).toContain(
    "The user agent says Chrome 140",
  );
});

test("the text says of whom the place is", () => {
  const { text } = visitorOf({ ...seen, ip: "[5.0.1.2]:443", url: "https://shop.example/" }, geoWith("tor"));
  expect(text).toContain("from 5.0.1.2 at https://shop.example/.");
  expect(text).toContain("The place is the exit's, not the person's.");
});

test("an engine of a web view has the support of its own version", () => {
  const agent =
    "Mozilla/5.0 (Linux; Android 9; SM-G960F; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/69.0.3497.100 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/400.0.0.1]";
  expect(visitorOf({ ...seen, ip: "", agent }, geoWith()).support.engine).toBe("outdated");
});

test.each([
  ["Europe/Berlin", "2026-11-24T15:03:00+01:00"],
  ["America/St_Johns", "2026-11-24T10:33:00-03:30"],
  ["Asia/Kathmandu", "2026-11-24T19:48:00+05:45"],
  ["UTC", "2026-11-24T14:03:00+00:00"],
  ["Mars/Olympus", undefined],
])("the time in %s", (zone, expected) => expect(timeIn(zone, TIME)).toBe(expected));
