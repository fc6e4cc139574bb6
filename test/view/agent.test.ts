import { describe, expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { viewAgent } from "../../src/view/agent.ts";

const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15";
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

describe("a user agent for people", () => {
  test("a frozen version is explained, and not told as a fact", () => {
    const { title, notes } = viewAgent(lookupUserAgent(MAC));
    expect(title).toMatch(/^Safari 17\.4 on macOS \d+ or later$/);
    expect(notes.join(" ")).toContain("the string says macOS 10.15.7 whatever is installed");
  });
  test("what hints would add is told where the browser sends them and none came", () => {
    const told = (hinted: boolean) => viewAgent(lookupUserAgent(CHROME), hinted).notes.join(" ");
    expect(told(false)).toContain("would tell more");
    expect(told(true)).toContain("were read too");
    expect(viewAgent(lookupUserAgent(MAC)).notes.join(" ")).not.toContain("Client hints");
    expect(viewAgent(lookupUserAgent("Googlebot/2.1")).notes.join(" ")).not.toContain("Client hints");
  });
  test("how sure it is", () => {
    const result = lookupUserAgent("curl/8.5.0");
    expect(viewAgent({ ...result, evidence: "listed" }).notes).toEqual([]);
    expect(viewAgent({ ...result, evidence: "pattern" }).notes.join(" ")).toContain("by the form");
    expect(viewAgent({ ...result, evidence: "guess" }).notes.join(" ")).toContain("guess");
  });
  test("a bot that only claims its name", () => {
    const result = lookupUserAgent(
      "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    );
    if (!result.bot) throw new Error("no bot");
    expect(viewAgent({ ...result, bot: { ...result.bot, verified: "failed" } }).facts).toContainEqual([
      "Verified",
      "no: it only claims to be this bot",
    ]);
  });
  test("nothing known", () => expect(viewAgent(lookupUserAgent("")).title).toBe("Nothing is known of it"));
});
