/** `netlens ip --prefixes`: addresses of a log counted by network. */

import { expect, test } from "bun:test";
import { countPrefixes } from "../../src/cli/render/prefix-counts.ts";
import type { IpResult } from "../../src/ip/schema.ts";
import { cli } from "./fake-io.ts";

const ask = (lines: readonly string[], ...flags: string[]) =>
  cli(["ip", "-", "--prefixes", ...flags], { input: [lines.map((line) => `${line}\n`).join("")] });

test("networks are counted, most frequent first, with their autonomous system", async () => {
  const { code, out } = await ask(["10.1.2.3", "8.8.8.8", "8.8.8.9", "192.168.0.1", "8.8.8.8", "10.9.9.9"]);
  expect(code).toBe(0);
  const [head, ...rows] = out.trimEnd().split("\n");
  expect(head).toMatch(/^REQUESTS +NETWORK +KIND +COUNTRY +ANNOUNCED BY$/);
  expect(rows.map((row) => row.trim().split(/ {2,}/).slice(0, 2))).toEqual([
    ["3", "8.8.8.0/24"],
    ["2", "10.0.0.0/8"],
    ["1", "192.168.0.0/16"],
  ]);
  expect(rows[0]).toMatch(/US +AS15169 Google/);
  expect(rows[1]).toContain("private-use");
});

test("invalid addresses are reported, and not counted", async () => {
  const { code, out, err } = await ask(["10.1.2.3", "", "slip", "-"]);
  expect(code).toBe(0);
  expect(out.trimEnd().split("\n")).toHaveLength(2);
  expect(err).toBe("netlens: 2 lines without an address\n");
});

test("JSON also has kinds, and counts what does not fit", async () => {
  const { out } = await ask(["185.220.101.1", "10.1.2.3", "slip"], "--json");
  const { requests, invalid, others, networks } = JSON.parse(out);
  expect([requests, invalid, others]).toEqual([2, 1, 0]);
  expect(networks).toHaveLength(2);
  expect(networks).toContainEqual({
    network: "10.0.0.0/8",
    kinds: [],
    service: "",
    countryCode: "private-use",
    requests: 1,
  });
});

test("100,000 networks are counted separately, further ones together", async () => {
  const out: string[] = [];
  const err: string[] = [];
  async function* input() {
    for (let at = 0; at <= 100_000; at++) yield Buffer.from(`${at}\n`);
    yield Buffer.from("0\n100000\n");
  }
  const io = {
    input,
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    columns: 80,
  };
  const call = { io, flags: {} } as unknown as Parameters<typeof countPrefixes>[0];
  const lookup = (ip: string): IpResult => ({ ip, ipType: 6, code: "unknown", network: ip });
  await countPrefixes(call, { name: "ip" }, lookup);
  const rows = out.join("").trimEnd().split("\n");
  expect([rows.length, rows[1]?.trim().split(/ +/)]).toEqual([1 + 100_000, ["2", "0"]]);
  expect(err).toEqual(["netlens: 2 of further networks\n"]);
});
