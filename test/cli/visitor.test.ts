import { describe, expect, test } from "bun:test";
import { dnsServer } from "../http/dns-server.ts";
import { cli } from "./fake-io.ts";

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const json = async (...args: readonly string[]) =>
  JSON.parse((await cli(["visitor", ...args, "--json"])).out);

describe("netlens visitor", () => {
  test("reports contradictions, for a support ticket", async () => {
    const { code, out } = await cli([
      ...["visitor", "8.8.8.8", CHROME, "--time", "2026-11-24T14:03:00Z", "--url", "https://shop.example/"],
      ...["--hints", '{"Sec-CH-UA-Platform": "\\"macOS\\""}', "--language", "ja-JP"],
    ]);
    expect(code).toBe(0);
    expect(out).toStartWith("Seen 14:03 UTC on 2026-11-24");
    expect(out).toContain(" from 8.8.8.8 at https://shop.example/.\n");
    expect(out).toContain("\nThe user agent string has Windows, the client hints have macOS. ");
    expect(out).toContain("\nThe browser's language is that of JP, but the address is in US. ");
  });

  test.each([["{"], ["[]"], ["7"], ['"x"'], ["null"]])("--hints %s is no object", async (hints) => {
    const { code, err } = await cli(["visitor", "8.8.8.8", CHROME, "--hints", hints]);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("--hints: expected a JSON object of client hints"),
    ]);
  });

  test.each([
    ["crawl-8-8-8-8.googlebot.com", "8.8.8.8", []],
    ["crawl-8-8-8-8.googlebot.com", "9.9.9.9", ["bot-unverified"]],
    ["mallory.example", "8.8.8.8", ["bot-unverified"]],
  ])("a bot with an address named %s, which resolves to %s", async (name, address, expected) => {
    await using dns = await dnsServer((type) => (type === "PTR" ? [name] : type === "A" ? [address] : []));
    const { contradictions } = await json("8.8.8.8", GOOGLEBOT, "--dns", `127.0.0.1:${dns.port}`);
    expect(contradictions.map((one: { name: string }) => one.name)).toEqual(expected);
  });
});
