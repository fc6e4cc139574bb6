import { expect, test } from "bun:test";
import { Elysia } from "elysia";
import { refusalOf } from "../../../src/api/plugin.ts";
import { lookupSource } from "../../../src/ip/mmdb/lookup-source.ts";
import { visitorRoutes } from "../../../src/jobs/visitor/routes.ts";
import type { Visitor } from "../../../src/jobs/visitor/schema.ts";
import { mmdbOf } from "../../ip/mmdb-writer.ts";
import { CITY } from "../../ip/sample-databases.ts";

const asked: string[] = [];
const city = [lookupSource(mmdbOf(CITY()))];
const app = new Elysia()
  .onError(({ error: thrown, code }) => {
    const error = refusalOf(thrown, code);
    return Response.json(error ? { [error.code]: error.message } : String(thrown), { status: 400 });
  })
  .use(
    visitorRoutes({
      ip: { geo: () => ({ places: { 4: city, 6: city }, asns: { 4: [], 6: [] } }) },
      async verify({ name }, ip) {
        asked.push(`${name} ${ip}`);
        return "failed";
      },
    }),
  );

async function ask(content: unknown) {
  const response = await app.handle(
    new Request("http://localhost/v1/visitor", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(content),
    }),
  );
  return (await response.json()) as Partial<Visitor> & Readonly<Record<string, unknown>>;
}

const GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

test("a bot is verified, by the address without its port", async () => {
  const { contradictions } = await ask({ ip: "5.0.1.2:443", agent: GOOGLEBOT });
  expect(asked.splice(0)).toEqual(["Googlebot 5.0.1.2"]);
  expect(contradictions?.map(({ name }) => name)).toEqual(["bot-unverified"]);
});

test("no lookups for a person, or without an address", async () => {
  await ask({ ip: "5.0.1.2", agent: "Mozilla/5.0 (Windows NT 10.0; rv:120.0) Gecko/20100101 Firefox/120.0" });
  await ask({ agent: GOOGLEBOT });
  expect(asked).toEqual([]);
});

test("the local time is the current one", async () => {
  const { time, localTime } = await ask({ ip: "5.0.1.2", time: "2026-07-01T12:00:00+02:00" });
  expect([time, localTime]).toEqual(["2026-07-01T10:00:00.000Z", "2026-07-01T12:00:00+02:00"]);
});

test("hints are headers, or the JavaScript object", async () => {
  const agent =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  for (const hints of [
    { "Sec-CH-UA-Platform": '"macOS"' },
    { platform: "macOS", mobile: false, brands: [] },
  ]) {
    const { contradictions } = await ask({ agent, hints });
    expect(contradictions?.map(({ name }) => name)).toEqual(["hints-against-string"]);
  }
});

test.each([
  [{ ip: 7 }, "invalid-param"],
  [{ ip: "nowhere" }, "invalid-ip"],
  [{ agent: "x".repeat(8193) }, "invalid-param"],
  [{ time: "yesterday" }, "invalid-param"],
  [{ time: "2026" }, "invalid-param"],
  [{ time: "2026-13-01T00:00:00Z" }, "invalid-param"],
  [{ hints: "Sec-CH-UA: x" }, "invalid-param"],
  [{ hints: ["x"] }, "invalid-param"],
])("%j is %s", async (content, error) => {
  expect(Object.keys(await ask(content))).toEqual([error]);
});

test("a part has at most 8,192 characters, and all parts are optional", async () => {
  expect((await ask({ url: "x".repeat(8192) })).text).toContain("xxx.");
  expect(await ask({ hints: null })).toMatchObject({ support: {}, contradictions: [] });
});
