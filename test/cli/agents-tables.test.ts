/** `netlens useragent --agents`: tables of a data file in place of the built-in ones. */

import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agentsFileText } from "../../src/useragent/ranges.ts";
import { builtInTaken } from "../../src/useragent/tables/built-in.ts";
import { useTables } from "../../src/useragent/tables/tables.ts";
import { cli } from "./fake-io.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-tables-"));
const file = (name: string) => join(folder, name);
const bots = "# observed | this test\nseldomware | Seldomware | monitoring | Seldom Inc. |\n";
const text = (taken: string) =>
  agentsFileText([], "2099-01-01T00:00:00.000Z", { taken, texts: [{ table: "bots", text: bots }] });

beforeAll(() => {
  writeFileSync(file("new.json"), text(builtInTaken()));
  writeFileSync(file("old.json"), text("2020-01-01"));
  writeFileSync(file("broken.json"), text(builtInTaken()).slice(0, -20));
});
afterEach(() => useTables());
afterAll(() => rmSync(folder, { recursive: true }));

const asked = ["useragent", "--field", "bot.operator", "Mozilla/5.0 (compatible; Seldomware/1.0)"];

test("the tables of the file are used, by the flag or the environment", async () => {
  expect(await cli([...asked, "--agents", file("new.json")])).toMatchObject({
    code: 0,
    out: "Seldom Inc.\n",
  });
  useTables();
  expect(await cli(asked)).toMatchObject({ code: 0, out: "\n" });
  expect((await cli(asked, { env: { NETLENS_AGENTS: file("new.json") } })).out).toBe("Seldom Inc.\n");
});

test("a URL works too", async () => {
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response(text(builtInTaken())),
  });
  expect((await cli([...asked, "--agents", server.url.href])).out).toBe("Seldom Inc.\n");
});

test("older tables are ignored, with a warning on standard error", async () => {
  const { code, out, err } = await cli([...asked, "--agents", file("old.json")]);
  expect([code, out]).toEqual([0, "\n"]);
  expect(err).toContain("its tables are not used: they were taken on 2020-01-01");
});

test.each(["broken.json", "none.json"])(
  "%s: the lookup fails, and the message names the file",
  async (name) => {
    const { code, out, err } = await cli([...asked, "--agents", file(name)]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toStartWith(`netlens: --agents ${file(name)}: `);
  },
);
