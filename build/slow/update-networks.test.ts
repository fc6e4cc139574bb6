import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NetworkList, publishedNetworks } from "../../src/ip/connection/network-lists.ts";
import { lookupIp } from "../../src/ip/lookup.ts";
import { openDatabase } from "../../src/ip/mmdb/database.ts";
import { updateNetworks } from "../../src/ip/update-networks.ts";

const NOW = Date.UTC(2026, 10, 24, 12);
const texts = new Map<string, string>();
let server: ReturnType<typeof Bun.serve>;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "netlens-networks-"));
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => {
      const text = texts.get(new URL(url).pathname.slice(1));
      return new Response(text ?? "", { status: text === undefined ? 404 : 200 });
    },
  });
});
afterAll(async () => {
  server.stop(true);
  await rm(folder, { recursive: true });
});

const lists: readonly NetworkList[] = publishedNetworks().filter(
  ({ id }) => id === "tor" || id === "starlink",
);
const update = (name: string, more: object = {}) =>
  updateNetworks({ target: join(folder, name), lists, mirror: server.url.href, now: NOW, ...more });

function kindsOf(name: string, ip: string): unknown {
  const { source, families, close } = openDatabase(join(folder, name), "memory");
  const by = { 4: families.includes(4) ? [source] : [], 6: families.includes(6) ? [source] : [] };
  try {
    const none = { 4: [], 6: [] };
    return lookupIp(ip, { places: none, asns: by, connections: by }).connection?.map(
      ({ kind, service, since }) => `${kind} ${service} ${since}`,
    );
  } finally {
    close();
  }
}

describe("an update of networks", () => {
  test("makes one file of all lists and the built-in rows, with its digest", async () => {
    texts.set("tor", "5.12.0.1\n5.12.0.2\n");
    texts.set("starlink", "5.13.0.0/24,DE,,,\n");
    const result = await update("a.mmdb");
    expect(result).toMatchObject({
      networks: 3,
      failed: [],
      lists: [
        { id: "tor", networks: 2, since: "2026-11-24" },
        { id: "starlink", networks: 1, since: "2026-11-24" },
      ],
    });
    expect(kindsOf("a.mmdb", "5.12.0.2")).toEqual(["tor Tor exit 2026-11-24"]);
    expect(kindsOf("a.mmdb", "5.13.0.9")).toEqual(["satellite Starlink 2026-11-24"]);
    // Bundled lists stay, unless there is a newer list of the same kind.
    expect(kindsOf("a.mmdb", "66.249.66.1")).toEqual([expect.stringMatching(/^crawler Googlebot 20/)]);
    expect(kindsOf("a.mmdb", "88.198.1.1")).toEqual([expect.stringMatching(/^hosting Hetzner 20/)]);
    const bytes = await Bun.file(join(folder, "a.mmdb")).bytes();
    const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
    expect(result.sha256).toBe(sha256);
    expect(await Bun.file(join(folder, "a.mmdb.sha256")).text()).toBe(`${sha256}  a.mmdb\n`);
    expect((await readdir(folder)).filter((file) => /part|new|lock/.test(file))).toEqual([]);
  });

  test.each([
    ["404", undefined, "returned 404"],
    ["a page of HTML", "<html>\n<body>\nSorry\n</body>", "without networks"],
    ["less than half", "5.12.0.1\n", "with 1 networks, where it had 4: --force accepts it"],
    ["an empty file", "", "without networks"],
  ])("keeps what it had of a list that is %s", async (_, text, reason) => {
    texts.set("tor", "5.12.0.1\n5.12.0.2\n5.12.0.3\n5.12.0.4\n");
    await update("b.mmdb");
    if (text === undefined) texts.delete("tor");
    else texts.set("tor", text);
    const { failed } = await update("b.mmdb", { now: NOW + 86_400_000 });
    expect(failed).toEqual([{ id: "tor", reason: expect.stringContaining(reason) }]);
    expect(kindsOf("b.mmdb", "5.12.0.4")).toHaveLength(1);
    expect(kindsOf("b.mmdb", "5.13.0.9")).toEqual(["satellite Starlink 2026-11-25"]);
  });

  test("accepts half of the previous entries, and less if forced", async () => {
    texts.set("tor", "5.12.0.1\n5.12.0.2\n5.12.0.3\n5.12.0.4\n");
    await update("c.mmdb");
    texts.set("tor", "5.12.0.1\n5.12.0.2\n");
    expect((await update("c.mmdb")).failed).toEqual([]);
    texts.set("tor", "5.12.0.9\n".slice(0, 8));
    await update("c.mmdb", { force: true });
    expect(kindsOf("c.mmdb", "5.12.0.4")).toBeUndefined();
  });

  test("a list of crawlers replaces all bundled ones", async () => {
    const [tor] = lists;
    texts.set("bots", "5.17.0.1\n");
    const bots = tor ? [{ ...tor, id: "bots", kind: "crawler" as const, service: "Bot" }] : [];
    await update("e.mmdb", { lists: bots });
    expect([kindsOf("e.mmdb", "66.249.66.1"), kindsOf("e.mmdb", "5.17.0.1")]).toEqual([
      undefined,
      ["crawler Bot 2026-11-24"],
    ]);
  });

  test("keeps the file if no list is available", async () => {
    texts.clear();
    await expect(update("d.mmdb")).rejects.toThrow("none of the 2 lists could be read");
    expect(await Bun.file(join(folder, "d.mmdb")).exists()).toBe(false);
  });
});
