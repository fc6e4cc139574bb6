import { expect, test } from "bun:test";
import { cli } from "./fake-io.ts";

const log = JSON.stringify({
  log: {
    entries: [
      {
        request: { method: "GET", url: "https://a.test/", headers: [] },
        response: {
          status: 200,
          headers: [{ name: "Content-Type", value: "text/html" }],
          content: { text: "<!doctype html><script src=https://b.test/a.js></script>" },
        },
      },
    ],
  },
});
const files = { "load.har": log };
const page = (...args: string[]) => cli(["page", "--har", "load.har", ...args], { files });

test("--how prints the configuration that sends the policy, and nothing else", async () => {
  const { out, code } = await page("--how", "caddy");
  expect(code).toBe(0);
  expect(out).toContain("script-src https://b.test;");
  expect(out).toMatch(/^header .*Content-Security-Policy-Report-Only/);
  expect(out.trim().split("\n")).toHaveLength(1);
});

test("with --json only the lines that are asked for are in the report", async () => {
  const { out } = await page("--how", "express", "--json");
  const { policy } = JSON.parse(out) as { policy: { how: object } };
  expect(Object.keys(policy.how)).toEqual(["header", "express", "note"]);
});

test("--policy prints the policy alone, of a log too", async () => {
  const { out } = await page("--policy");
  expect(out).toStartWith("The policy that fits\nContent-Security-Policy-Report-Only: default-src 'none'");
});

test("--policy and --how are printed, and --fail-on judges all the same", async () => {
  for (const flags of [["--policy"], ["--how", "nginx"]]) {
    const shown = await page(...flags);
    const judged = await page(...flags, "--fail-on", "warning");
    expect([shown.code, judged.code, judged.out]).toEqual([0, 4, shown.out]);
  }
});
