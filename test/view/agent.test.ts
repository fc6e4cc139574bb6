import { describe, expect, test } from "bun:test";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import type { UserAgentResult } from "../../src/useragent/schema.ts";
import { viewAgent } from "../../src/view/agent.ts";

const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15";
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

describe("a user agent for people", () => {
  test("a frozen version is explained, and not shown as a fact", () => {
    const { title, notes } = viewAgent(lookupUserAgent(MAC));
    expect(title).toMatch(/^Safari 17\.4 on macOS \d+ or later$/);
    expect(notes.join(" ")).toContain("browsers send macOS 10.15.7 on every installation");
  });
  test("facts that hints would add are named if the browser sends hints and none arrived", () => {
    const told = (hinted: boolean) => viewAgent(lookupUserAgent(CHROME), hinted).notes.join(" ");
    expect(told(false)).toContain(
      "The version is frozen: browsers send Windows 10 on every installation, and this one requires Windows 10 or later. Client hints (Sec-CH-UA) would reveal the real version of the operating system, and a phone's model.",
    );
    expect(told(true)).toContain(
      "The version is frozen: browsers send Windows 10 on every installation, and this one requires Windows 10 or later. Client hints of the request were used too.",
    );
    expect(viewAgent(lookupUserAgent(MAC)).notes.join(" ")).not.toContain("Client hints");
    expect(viewAgent(lookupUserAgent("Googlebot/2.1")).notes.join(" ")).not.toContain("Client hints");
  });
  test("evidence", () => {
    const result = lookupUserAgent("curl/8.5.0");
    expect(viewAgent({ ...result, evidence: "listed" }).notes).toEqual([]);
    expect(viewAgent({ ...result, evidence: "pattern" }).notes.join(" ")).toContain("by the form");
    expect(viewAgent({ ...result, evidence: "guess" }).notes.join(" ")).toContain("Guessed");
  });
  test("a bot that is not verified", () => {
    const result = lookupUserAgent(
      "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    );
    if (!result.bot) throw new Error("no bot");
    expect(viewAgent({ ...result, bot: { ...result.bot, verified: "failed" } }).facts).toContainEqual([
      "Verified",
      "no: it only claims to be this bot",
    ]);
  });
  test("not recognised", () => expect(viewAgent(lookupUserAgent("")).title).toBe("Not recognised"));

  const NOTHING: UserAgentResult = { ...lookupUserAgent(""), evidence: "listed" };
  const BOT = { name: "Examplebot", category: "search", operator: "Example" } as const;
  const view = (part: Partial<UserAgentResult>, hinted?: boolean) =>
    viewAgent({ ...NOTHING, ...part }, hinted);

  test.each<[Partial<UserAgentResult>, string]>([
    [{ bot: BOT }, "A bot of Example that reads pages for a search engine."],
    [{ bot: { ...BOT, operator: "", category: "unknown" } }, "A bot."],
    [{ os: { name: "System", version: "" } }, "A client."],
    [
      { device: { vendor: "", name: "", type: "library", formFactor: "" } },
      "An HTTP library or command-line tool.",
    ],
    [{ device: { vendor: "", name: "", type: "app", formFactor: "tablet" } }, "An app on a tablet."],
    [{ device: { vendor: "", name: "", type: "feed", formFactor: "" } }, "A feed reader or podcast client."],
    [
      {
        device: { vendor: "", name: "", type: "desktop", formFactor: "desktop" },
        browser: { name: "Browser", version: "1", released: "2021-09-20", support: "outdated" },
      },
      "Outdated: ask the user to update Browser. A browser on a desktop or laptop; this version came out on 2021-09-20 and is no longer supported by its vendor.",
    ],
    [
      { browser: { name: "Browser", version: "1", support: "current" } },
      "A browser; it is the vendor's current version.",
    ],
    [
      { browser: { name: "Browser", version: "1", released: "2021-09-20" } },
      "A browser; this version came out on 2021-09-20.",
    ],
  ])("%j as a sentence", (part, sentence) => expect(view(part).sentence).toBe(sentence));

  test("all known facts, in order", () => {
    const { facts } = view({
      device: { vendor: "Example", name: "One", type: "bot", formFactor: "tv" },
      browser: { name: "Browser", version: "1" },
      os: { name: "System", version: "2" },
      engine: { name: "Engine", version: "" },
      bot: { ...BOT, state: "retired", verified: "dns" },
    });
    expect(facts).toEqual([
      ["Type", "bot"],
      ["Device type", "tv"],
      ["Device", "Example One"],
      ["Browser", "Browser 1"],
      ["Operating system", "System 2"],
      ["Engine", "Engine"],
      ["Bot", "Examplebot, search, Example"],
      ["State", "retired by its operator"],
      ["Verified", "yes: reverse DNS names the operator and resolves back to the address"],
    ]);
  });
  test("without unknown facts", () => {
    expect(viewAgent(NOTHING)).toEqual({
      title: "Not recognised",
      sentence: "There is no user agent.",
      facts: [],
      notes: [],
    });
    expect(view({ bot: { ...BOT, operator: "" } }).facts).toEqual([["Bot", "Examplebot, search"]]);
    const device = { vendor: "", name: "One", type: "unknown", formFactor: "" } as const;
    expect(view({ device }).facts).toEqual([["Device", "One"]]);
  });

  const device = { vendor: "Example", name: "One", type: "desktop", formFactor: "desktop" } as const;
  const browser = { name: "Browser", version: "1" };
  const os = { name: "System", version: "2" };
  test.each([
    [{ bot: BOT, browser, device, os }, "Examplebot on System 2"],
    [{ browser, device, os }, "Browser 1 on System 2"],
    [{ device, os }, "One on System 2"],
    [{ browser, device }, "Browser 1"],
    [{ os }, "System 2"],
    [{ os: { ...os, frozen: true } }, "System"],
    [{ os: { ...os, frozen: true, atLeast: "3" } }, "System 3 or later"],
    [{ browser, os: { ...os, frozen: true, atLeast: "3" } }, "Browser 1 on System 3 or later"],
  ] as const)("in a few words: %j", (part, title) => expect(view(part).title).toBe(title));

  const HINTS =
    "Client hints (Sec-CH-UA) would reveal the real version of the operating system, and a phone's model.";
  const blink = { name: "Blink", version: "" };
  test.each([
    [{ os: { ...os, frozen: true } }, "The version is frozen: browsers send System 2 on every installation."],
    [
      { os: { name: "System", version: "", frozen: true, atLeast: "3" } },
      "The version is frozen: browsers send System on every installation, and this one requires System 3 or later.",
    ],
    [{ os }, undefined],
    [{ engine: blink, os }, undefined],
    [{ engine: blink }, undefined],
    [{ engine: { name: "Gecko", version: "" } }, undefined],
    [{ evidence: "pattern" }, "Recognised by the form of the string, not by a known name."],
    [{ evidence: "guess" }, "Guessed from a single word of the string."],
  ] as const)("reliability: %j", (part, note) =>
    expect(view(part).notes).toEqual(note === undefined ? [] : [note]),
  );
  test("hints about frozen facts, only for browsers of people", () => {
    expect(view({ engine: blink, os: { ...os, frozen: true } }).notes).toContain(HINTS);
    expect(view({ engine: blink, os: { ...os, frozen: true }, bot: BOT }).notes).not.toContain(HINTS);
  });
  test("received hints", () =>
    expect(view({ engine: blink }, true).notes).toEqual(["Client hints of the request were used too."]));
});
