import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAgents } from "../../../src/useragent/verify/agents-file.ts";
import { agentsFileText } from "../../../src/useragent/verify/ranges.ts";
import { updateAgents } from "../../../src/useragent/verify/update.ts";

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
  test("keeps what was known of a list that cannot be had", async () => {
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

  test("that gets nothing leaves all as it was", async () => {
    const target = file("nothing.json");
    writeFileSync(target, "before");
    await expect(updateAgents({ target, now, lists: [`${base}gone.json`] })).rejects.toThrow(
      "none of the 1 lists",
    );
    expect(readFileSync(target, "utf8")).toBe("before");
  });

  test("takes a ready file, and refuses a broken and an older one", async () => {
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
  test("is read again when it is replaced, and a broken or older one is not taken", () => {
    const path = file("used.json");
    const told: string[] = [];
    writeFileSync(path, text("2026-11-20T00:00:00.000Z"));
    const agents = openAgents(path, (level, message) => told.push(`${level} ${message}`));
    const prefixes = () =>
      agents
        .ranges()
        .get(GPT)
        ?.map(({ prefix }) => prefix);
    expect(prefixes()).toEqual([24]);
    writeFileSync(path, "broken");
    agents.reload();
    expect(prefixes()).toEqual([24]);
    writeFileSync(path, text("2026-11-19T00:00:00.000Z", "192.0.2.0/25"));
    agents.reload();
    expect(prefixes()).toEqual([24]);
    writeFileSync(path, text("2026-11-21T00:00:00.000Z", "192.0.2.0/26"));
    agents.reload();
    expect(prefixes()).toEqual([26]);
    agents.close();
    expect(told.map((line) => line.split(" ")[0])).toEqual(["warn", "warn", "info"]);
  });

  test("that is not there stops the start, naming the option", () => {
    expect(() => openAgents(file("missing.json"), () => {})).toThrow("--agents");
  });
});
