import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAgents, useAgents } from "../../../src/useragent/agents-file.ts";
import { lookupUserAgent } from "../../../src/useragent/lookup.ts";
import { agentsFileText } from "../../../src/useragent/ranges.ts";
import { updateAgents } from "../../../src/useragent/update.ts";

const GPT = "https://openai.com/gptbot.json";
const folder = mkdtempSync(join(tmpdir(), "netlens-agents-"));
const file = (name: string) => join(folder, name);
const text = (built: string, network = "192.0.2.0/24") =>
  agentsFileText([{ list: GPT, networks: [network] }], built);
let server: Bun.Server<undefined>;
let base = "";

beforeAll(() => {
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => {
      const { pathname } = new URL(url);
      if (pathname === "/good.json") return new Response('{"prefixes":[{"ipv4Prefix":"198.51.100.0/24"}]}');
      if (pathname === "/ready.json") return new Response(text("2026-11-20T00:00:00.000Z"));
      if (pathname === "/old.json") return new Response(text("2020-01-01T00:00:00.000Z"));
      if (pathname === "/broken.json")
        return new Response(text("2026-11-20T00:00:00.000Z").replace("192", "193"));
      return new Response("", { status: 404 });
    },
  });
  base = server.url.href;
});
afterAll(async () => {
  await server.stop(true);
  rmSync(folder, { recursive: true });
});

const now = Date.parse("2026-11-21T10:00:00Z");

describe("an update", () => {
  test("keeps the previous entries of an unavailable list", async () => {
    const target = file("kept.json");
    const good = `${base}good.json`;
    const gone = `${base}gone.json`;
    writeFileSync(
      target,
      agentsFileText([{ list: gone, networks: ["203.0.113.0/24"] }], "2026-11-01T00:00:00.000Z"),
    );
    const result = await updateAgents({ target, now, lists: [good, gone] });
    expect(result.failed).toEqual([{ list: gone, reason: `${gone} answers 404` }]);
    expect(JSON.parse(readFileSync(target, "utf8")).ranges).toEqual([
      { list: gone, networks: ["203.0.113.0/24"] },
      { list: good, networks: ["198.51.100.0/24"] },
    ]);
  });

  test("without any list changes nothing", async () => {
    const target = file("nothing.json");
    writeFileSync(target, "before");
    await expect(updateAgents({ target, now, lists: [`${base}gone.json`] })).rejects.toThrow(
      "none of the 1 lists",
    );
    expect(readFileSync(target, "utf8")).toBe("before");
  });

  test("sends nothing more to a host that refuses requests for a time", async () => {
    let asked = 0;
    using busy = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => {
        asked++;
        return new Response("", { status: 429, headers: { "retry-after": "60" } });
      },
    });
    const lists = [`${busy.url}a.json`, `${busy.url}b.json`];
    await expect(updateAgents({ target: file("busy.json"), now, lists })).rejects.toThrow(
      `none of the 2 lists could be read: ${busy.url.host} refuses requests until `,
    );
    expect(asked).toBe(1);
  });

  test("accepts a complete file, and refuses an invalid and an older one", async () => {
    const target = file("ready.json");
    expect(await updateAgents({ target, now, url: `${base}ready.json` })).toMatchObject({
      lists: 1,
      networks: 1,
    });
    await expect(updateAgents({ target, now, url: `${base}broken.json` })).rejects.toThrow("checksum");
    await expect(updateAgents({ target, now, url: `${base}old.json` })).rejects.toThrow(
      "before the one in place",
    );
    expect(await updateAgents({ target, now, url: `${base}old.json`, force: true })).toMatchObject({
      networks: 1,
    });
  });
});

describe("the file in use", () => {
  test("is read again when replaced; an invalid or older one is ignored", async () => {
    const path = file("used.json");
    const told: string[] = [];
    writeFileSync(path, text("2026-11-20T00:00:00.000Z"));
    const agents = await openAgents(path, (level, message) => told.push(`${level} ${message}`));
    const prefixes = () =>
      agents
        .ranges()
        .get(GPT)
        ?.map(({ prefix }) => prefix);
    expect(prefixes()).toEqual([24]);
    writeFileSync(path, "broken");
    await agents.reload();
    expect(prefixes()).toEqual([24]);
    writeFileSync(path, text("2026-11-19T00:00:00.000Z", "192.0.2.0/25"));
    await agents.reload();
    expect(prefixes()).toEqual([24]);
    writeFileSync(path, text("2026-11-21T00:00:00.000Z", "192.0.2.0/26"));
    await agents.reload();
    expect(prefixes()).toEqual([26]);
    agents.close();
    expect(told.map((line) => line.split(" ")[0])).toEqual(["info", "warn", "warn", "info"]);
  });

  test("a missing file stops the start, with the option's name", async () => {
    const missing = file("missing.json");
    const told = /^--agents \S*missing\.json: no such file$/;
    await expect(openAgents(missing, () => {})).rejects.toThrow(told);
    await expect(useAgents(missing)).rejects.toThrow(told);
  });
});

describe("tables", () => {
  const NEW = "Seldomware/1.0";
  const SOURCE = "# observed | a test, 2026-11\n";
  const typeOf = () => {
    const { device } = lookupUserAgent(NEW);
    return device ? device.type : undefined;
  };
  const withTables = (built: string, table: string, row: string, taken = "2999-01-01") =>
    agentsFileText([], built, { taken, texts: [{ table, text: SOURCE + row }] });
  const FEED = ["feeds", "seldomware/ | Seldomware | https://example.org/\n"] as const;

  test("of a file apply immediately; invalid ones leave the previous ones, and without the file the built-in ones apply", async () => {
    const path = file("tables.json");
    const told: string[] = [];
    const before = typeOf();
    writeFileSync(path, withTables("2026-11-20T00:00:00.000Z", ...FEED));
    const agents = await openAgents(path, (level, _, fields) =>
      told.push(`${level} ${"reason" in fields ? fields.reason : fields.tables}`),
    );
    expect(typeOf()).toBe("feed");
    writeFileSync(path, withTables("2026-11-21T00:00:00.000Z", "bots", "ab | Ab | search |\n"));
    await agents.reload();
    expect(typeOf()).toBe("feed");
    writeFileSync(path, withTables("2026-11-22T00:00:00.000Z", "bots", "seldomware/ | Seldom | seo |\n"));
    await agents.reload();
    expect(typeOf()).toBe("bot");
    writeFileSync(path, withTables("2026-11-23T00:00:00.000Z", ...FEED, "2020-01-01"));
    await agents.reload();
    expect(typeOf()).toBe(before);
    agents.close();
    expect(told.map((line) => line.replace(/on 20.*/, ""))).toEqual([
      "info 2999-01-01",
      "warn its tables: phrase too short: ab",
      "info 2999-01-01",
      "warn they were taken ",
      expect.stringMatching(/^info 20\d\d-/),
    ]);
  });

  test("of a URL apply later; a failing server or an invalid file leaves the built-in ones", async () => {
    const answers = [
      new Response("", { status: 500 }),
      new Response(withTables("2026-11-20T00:00:00.000Z", ...FEED).replace("Seldomware |", "Often |")),
      new Response(withTables("2026-11-20T00:00:00.000Z", ...FEED)),
    ];
    const told: string[] = [];
    await using origin = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => answers.shift() ?? new Response("", { status: 404 }),
    });
    const before = typeOf();
    const heard = Promise.withResolvers<void>();
    const agents = await openAgents(`${origin.url}agents.json`, (_, __, fields) => {
      told.push("reason" in fields ? fields.reason : fields.built);
      if (told.length === 3) heard.resolve();
    });
    expect(typeOf()).toBe(before);
    await agents.reload();
    await agents.reload();
    await heard.promise;
    expect(told).toEqual([
      `${origin.url}agents.json answers 500`,
      "its checksum does not match",
      "2026-11-20T00:00:00.000Z",
    ]);
    expect(typeOf()).toBe("feed");
    agents.close();
    expect(typeOf()).toBe(before);
  });

  test("in the current file are kept when lists are downloaded, and invalid ones are refused", async () => {
    const target = file("both.json");
    writeFileSync(target, withTables("2026-11-20T00:00:00.000Z", ...FEED));
    const result = await updateAgents({ target, now, lists: [`${base}good.json`] });
    expect(result).toMatchObject({ tables: "2999-01-01", networks: 1 });
    expect(JSON.parse(readFileSync(target, "utf8")).tables.texts[0].text).toContain(FEED[1]);
    await using origin = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Response(withTables("2026-11-30T00:00:00.000Z", "bots", "ab | Ab | search |\n")),
    });
    await expect(updateAgents({ target, now, url: origin.url.href })).rejects.toThrow(
      "its tables: phrase too short",
    );
    expect(JSON.parse(readFileSync(target, "utf8")).tables.texts[0].text).toContain(FEED[1]);
  });
});
