import { describe, expect, test } from "bun:test";
import openLists from "../../data/networks/open-lists.txt" with { type: "text" };
import { type ListedNetwork, networkDatabase } from "../../src/ip/connection/network-database.ts";
import {
  ListError,
  type NetworkList,
  publishedNetworks,
  readList,
} from "../../src/ip/connection/network-lists.ts";
import { lookupIp } from "../../src/ip/lookup.ts";
import { type GeoDatabases, lookupSource } from "../../src/ip/mmdb/lookup-source.ts";
import { lookupPrefix } from "../../src/ip/prefix.ts";
import type { Connection } from "../../src/ip/schema.ts";
import { formatNetwork, parseNetwork } from "../../src/syntax/ip-address.ts";
import { mmdbOf } from "./mmdb-writer.ts";
import { ASNS, CITY } from "./sample-databases.ts";

/** Published lists in their real formats, with made-up networks. */
const RECORDED: Readonly<Record<string, string>> = {
  aws: JSON.stringify({
    syncToken: "1795430000",
    createDate: "2026-11-20-23-29-02",
    prefixes: [
      { ip_prefix: "5.0.0.0/16", region: "eu-central-1", service: "AMAZON", network_border_group: "x" },
      { ip_prefix: "5.0.0.0/16", region: "eu-central-1", service: "EC2", network_border_group: "x" },
      { ip_prefix: "5.1.0.0/16", region: "GLOBAL", service: "AMAZON", network_border_group: "GLOBAL" },
    ],
    ipv6_prefixes: [{ ipv6_prefix: "2a00::/40", region: "us-east-1", service: "S3" }],
  }),
  "google-cloud": JSON.stringify({
    syncToken: "1",
    creationTime: "2026-11-19T10:11:12.13",
    prefixes: [
      { ipv4Prefix: "5.2.0.0/16", service: "Google Cloud", scope: "europe-west3" },
      { ipv6Prefix: "2a00:100::/40", service: "Google Cloud", scope: "global" },
    ],
  }),
  azure: JSON.stringify({
    changeNumber: 400,
    cloud: "Public",
    values: [
      { name: "AzureCloud", id: "AzureCloud", properties: { region: "", addressPrefixes: ["5.3.0.0/16"] } },
      {
        name: "AzureCloud.westeurope",
        properties: { region: "westeurope", addressPrefixes: ["5.3.0.0/17", "2a00:200::/48"] },
      },
    ],
  }),
  oracle: JSON.stringify({
    last_updated_timestamp: "2026-11-18T09:00:00.000000",
    regions: [{ region: "eu-frankfurt-1", cidrs: [{ cidr: "5.4.0.0/16", tags: ["OCI"] }] }],
  }),
  "cloudflare-4": "5.5.0.0/16\n5.6.0.0/16",
  "cloudflare-6": "2a00:300::/32\n",
  fastly: JSON.stringify({ addresses: ["5.7.0.0/16"], ipv6_addresses: ["2a00:400::/32"] }),
  digitalocean: "5.8.0.0/20,DE,DE-HE,Frankfurt,60341\n2a00:500::/48,US,US-CA,Santa Clara,95054\n",
  linode: "# Linode geofeed\n# prefix,country,region,city,\n5.9.0.0/24,US,US-NJ,Cedar Knolls,\n",
  vultr: JSON.stringify({ updated: "2026-11-17 01:02:03", subnets: [{ ip_prefix: "5.10.0.0/20" }] }),
  "private-relay": "5.11.0.0/31,GB,GB-EN,London,\n2a00:600::/64,DE,DE-BE,Berlin,\n",
  warp: "5.15.0.0/32,DE,DE-BE,Berlin,\n2a00:800::/48,FR,FR-IDF,Paris,\n",
  tor: "5.12.0.1\n5.12.0.2\n",
  starlink: "5.13.0.0/24,DE,DE-HE,Frankfurt,\n2a00:700::/40,DE,,,\n",
};

const listOf = (id: string): NetworkList => {
  const list = publishedNetworks().find((one) => one.id === id);
  if (!list) throw new Error(`no list ${id}`);
  return list;
};
const shown = (id: string, text = RECORDED[id] ?? "") => {
  const { networks, date } = readList(listOf(id), text);
  return [
    date,
    ...networks.map(({ network, service, region }) =>
      [formatNetwork(network), service, region].filter(Boolean).join(" "),
    ),
  ];
};

describe("a published list", () => {
  test("has a recorded format", () => {
    expect(publishedNetworks().map(({ id }) => id)).toEqual(Object.keys(RECORDED));
  });

  test.each([
    [
      "aws",
      [
        "2026-11-20",
        "5.0.0.0/16 AWS eu-central-1",
        "5.0.0.0/16 AWS EC2 eu-central-1",
        "5.1.0.0/16 AWS",
        "2a00::/40 AWS S3 us-east-1",
      ],
    ],
    ["google-cloud", ["2026-11-19", "5.2.0.0/16 Google Cloud europe-west3", "2a00:100::/40 Google Cloud"]],
    [
      "azure",
      [undefined, "5.3.0.0/17 Microsoft Azure westeurope", "2a00:200::/48 Microsoft Azure westeurope"],
    ],
    ["oracle", ["2026-11-18", "5.4.0.0/16 Oracle Cloud eu-frankfurt-1"]],
    ["cloudflare-4", [undefined, "5.5.0.0/16 Cloudflare", "5.6.0.0/16 Cloudflare"]],
    ["cloudflare-6", [undefined, "2a00:300::/32 Cloudflare"]],
    ["fastly", [undefined, "5.7.0.0/16 Fastly", "2a00:400::/32 Fastly"]],
    ["digitalocean", [undefined, "5.8.0.0/20 DigitalOcean", "2a00:500::/48 DigitalOcean"]],
    ["linode", [undefined, "5.9.0.0/24 Akamai Cloud (Linode)"]],
    ["vultr", ["2026-11-17", "5.10.0.0/20 Vultr"]],
    ["private-relay", [undefined, "5.11.0.0/31 iCloud Private Relay", "2a00:600::/64 iCloud Private Relay"]],
    [
      "warp",
      [
        undefined,
        "5.15.0.0/32 Cloudflare forward proxy (WARP)",
        "2a00:800::/48 Cloudflare forward proxy (WARP)",
      ],
    ],
    ["tor", [undefined, "5.12.0.1/32 Tor exit", "5.12.0.2/32 Tor exit"]],
    ["starlink", [undefined, "5.13.0.0/24 Starlink", "2a00:700::/40 Starlink"]],
  ] as const)("%s is read", (id, expected) => expect(shown(id)).toEqual([...expected]));

  test("each is in the guide, with its licence and page", async () => {
    const guide = await Bun.file(new URL("../../data/guide/addresses.md", import.meta.url)).text();
    const table = await Bun.file(new URL("../../data/networks/lists.txt", import.meta.url)).text();
    for (const { id, kind, service } of publishedNetworks()) {
      const cells =
        table
          .split("\n")
          .find((line) => line.startsWith(`${id} |`))
          ?.split(" | ") ?? [];
      expect(guide).toContain(`| [${service}](${cells[6]}) | ${kind} | ${cells[5]} |`);
    }
  });

  test.each(["digitalocean", "linode", "private-relay", "warp", "starlink", "cloudflare-4"])(
    "%s that ends in the middle of a line is read to there, and one of other lines is refused",
    (id) => {
      const lines = Array.from({ length: 200 }, (_, i) => `5.16.${i}.0/24,DE,DE-BE,Berlin,`).join("\n");
      expect(shown(id, lines.slice(0, -24))).toHaveLength(1 + 199);
      expect(() => shown(id, lines.replaceAll("/24", "/33"))).toThrow(ListError);
    },
  );

  test.each(Object.keys(RECORDED).map((id) => [id]))("%s as an HTML page is refused", (id) => {
    const page =
      "<!DOCTYPE html>\n<html><head><title>Sorry</title></head>\n<body>\n<p>10 minutes\n</body></html>";
    expect(() => shown(id, page)).toThrow(ListError);
  });

  test.each(["aws", "google-cloud", "azure", "oracle", "fastly", "vultr"])("half of %s is refused", (id) => {
    const text = RECORDED[id] ?? "";
    expect(() => shown(id, text.slice(0, text.length / 2))).toThrow("not JSON");
  });

  test("members of another type are skipped or refused, never used", () => {
    expect(() => shown("aws", '{"prefixes":{},"ipv6_prefixes":[]}')).toThrow('without the list "prefixes"');
    expect(() => shown("aws", '{"prefixes":[null,7,[]],"ipv6_prefixes":[]}')).toThrow("without networks");
    expect(() => shown("aws", "[]")).toThrow(ListError);
    expect(() => shown("fastly", '{"addresses":"5.7.0.0/16"}')).toThrow("without networks");
  });

  test.each([
    ["5.0.0.0/8\n", 1],
    ["5.0.0.0/7\n", "too wide"],
    ["0.0.0.0/0\n", "too wide"],
    ["2a00::/16\n", 1],
    ["2a00::/15\n", "too wide"],
  ] as const)("%j: %p", (text, expected) => {
    const read = () => readList(listOf("tor"), text).networks.length;
    if (typeof expected === "number") expect(read()).toBe(expected);
    else expect(read).toThrow(expected);
  });

  test("one line in a hundred may be invalid", () => {
    const lines = (count: number) => Array.from({ length: count }, (_, i) => `5.14.${i >> 8}.${i & 255}`);
    expect(shown("tor", ["?", "??", ...lines(198)].join("\n"))).toHaveLength(199);
    expect(() => shown("tor", ["?", "??", ...lines(197)].join("\n"))).toThrow(
      "2 of 199 rows are not networks",
    );
  });

  test("600,000 rows are read, more are refused", () => {
    const rows = "5.12.0.1\n".repeat(600_000);
    expect(readList(listOf("tor"), rows).networks).toHaveLength(600_000);
    expect(() => readList(listOf("tor"), `${rows}5.12.0.1`)).toThrow("more than 600000 rows");
  });

  test("special-purpose networks are omitted", () => {
    expect(shown("tor", "10.0.0.1\n5.12.0.1\n")).toEqual([undefined, "5.12.0.1/32 Tor exit"]);
  });

  describe("that the executable contains", () => {
    const [tor, ...others] = publishedNetworks(openLists).toSorted((a, b) => b.kind.localeCompare(a.kind));
    test("is in the table, with its licence and, but for Tor exits, its text", async () => {
      expect(tor?.id).toBe("tor-exits");
      for (const list of others) {
        const text = await Bun.file(
          new URL(`../../data/networks/open/${list.id}.txt`, import.meta.url),
        ).text();
        expect([list.id, /^# \d{4}-\d\d-\d\d\n/.test(text)]).toEqual([list.id, true]);
        expect(readList(list, text).networks.length).toBeGreaterThan(10);
      }
      const rows = openLists.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
      expect(rows.map((row) => row.split(" | ")[5])).toEqual(rows.map(() => "CC0 1.0"));
    });
    test("of Tor exits: the newest file of the folder, and each address that was seen", () => {
      const link = (name: string) => `<a href="${name}">${name}</a> 2026-11-28`;
      const page = ["2026-11-28-21-02-00", "2026-11-28-22-02-00"].map(link).join("\n");
      expect(tor?.find?.(page)).toBe(
        "https://collector.torproject.org/recent/exit-lists/2026-11-28-22-02-00",
      );
      expect(tor?.find?.("<p>Sorry")).toBeUndefined();
      const text = `@type tordnsel 1.0
Downloaded 2026-11-28 22:02:00
ExitNode 0011BD2485AD45D984EC4159C88FC066E5E3300E
Published 2026-11-28 10:00:00
LastStatus 2026-11-28 21:00:00
ExitAddress 5.12.0.1 2026-11-28 21:10:00
ExitAddress 5.12.0.2 2026-11-28 21:11:00
`;
      const { networks, date } = tor ? readList(tor, text) : { networks: [] };
      expect([date, ...networks.map(({ network }) => formatNetwork(network))]).toEqual([
        "2026-11-28",
        "5.12.0.1/32",
        "5.12.0.2/32",
      ]);
    });
  });

  test("the URL of Azure's list is read from its page; other hosts are refused", () => {
    const url = "https://download.microsoft.com/download/7/1/d/71d8/ServiceTags_Public_20261116.json";
    const { find } = listOf("azure");
    expect(find?.(`<a href="${url}" class="x">Download</a>`)).toBe(url);
    expect(find?.(`<a href="https://evil.example/ServiceTags_Public_20261116.json">`)).toBeUndefined();
  });
});

function said(network: string, source: string, more: Partial<Connection> = {}): ListedNetwork {
  const parsed = parseNetwork(network);
  if (!parsed) throw new Error(network);
  return {
    network: parsed,
    connection: { kind: "hosting", service: "S", since: "2026-11-24", ...more, source },
  };
}

const BUILT = Date.UTC(2026, 10, 24) / 1000;

function geoOf(...all: readonly ListedNetwork[]): GeoDatabases {
  const by = (bytes: Buffer) => {
    const source = lookupSource(mmdbOf(bytes));
    return { 4: [source], 6: source.mmdb.covers(6) ? [source] : [] };
  };
  return {
    places: by(CITY()),
    asns: by(ASNS()),
    ...(all.length > 0 && { connections: by(networkDatabase(all, BUILT)) }),
  };
}

const LIST = "https://list.example/a";
const told = (geo: GeoDatabases, ip: string) =>
  lookupIp(ip, geo).connection?.map(({ kind, service, region, source }) =>
    [kind, service, region, source].filter(Boolean).join(" "),
  );

describe("entries of an address", () => {
  test("without entries the answer is unchanged", () => {
    const geo = geoOf(said("5.0.7.0/24", LIST));
    for (const ip of ["5.0.1.2", "5.0.6.255", "9.9.9.9", "10.0.0.1", "2001:db8::1", "2002:500:102::1"])
      expect(JSON.stringify(lookupIp(ip, geo))).toBe(JSON.stringify(lookupIp(ip, geoOf())));
  });

  test("the network is as specific as its entries", () => {
    const geo = geoOf(said("5.0.1.2/32", LIST, { kind: "tor", service: "Tor exit" }));
    expect(lookupIp("5.0.1.2", geo)).toMatchObject({
      network: "5.0.1.2/32",
      connection: [{ kind: "tor", service: "Tor exit", source: LIST, since: "2026-11-24" }],
    });
    expect(lookupIp("5.0.1.3", geo).connection).toBeUndefined();
  });

  test("all lists with an address are reported, also for overlapping networks", () => {
    const geo = geoOf(
      said("5.0.0.0/16", LIST, { region: "r1" }),
      said("5.0.1.0/24", "https://list.example/b", { kind: "relay" }),
      said("5.0.1.0/25", LIST, { region: "r2" }),
      said("5.0.0.0/8", "AS64500", { kind: "hosting", service: "H" }),
      said("5.0.0.0/8", "AS64500", { kind: "anycast", service: "H" }),
    );
    const anycast = "anycast H AS64500";
    expect(told(geo, "5.9.9.9")).toEqual(["hosting H AS64500", anycast]);
    expect(told(geo, "5.0.9.9")).toEqual([anycast, `hosting S r1 ${LIST}`]);
    expect(told(geo, "5.0.1.200")).toEqual([
      anycast,
      `hosting S r1 ${LIST}`,
      "relay S https://list.example/b",
    ]);
    expect(told(geo, "5.0.1.1")).toEqual([anycast, "relay S https://list.example/b", `hosting S r2 ${LIST}`]);
  });

  test("in one list, a row of a part of the service replaces one of the whole", () => {
    const geo = geoOf(
      said("5.0.0.0/16", LIST, { service: "AWS" }),
      said("5.0.0.0/16", LIST, { service: "AWS EC2" }),
    );
    expect(told(geo, "5.0.0.1")).toEqual([`hosting AWS EC2 ${LIST}`]);
  });
});

describe("a prefix", () => {
  const parts = async (prefix: string, geo = geoOf()) => {
    const answer = await lookupPrefix(prefix, () => geo);
    return "parts" in answer
      ? [...answer.parts.map(({ network }) => network), answer.truncated]
      : { prefix: answer.prefix, network: answer.network, code: answer.code };
  };

  test("has one answer if all of it is the same", async () => {
    expect(await parts("10.1.0.0/16")).toEqual({
      prefix: "10.1.0.0/16",
      network: "10.1.0.0/16",
      code: "private",
    });
    expect(await parts("9.0.0.0/8")).toMatchObject({
      prefix: "9.0.0.0/8",
      network: "9.0.0.0/8",
      code: "unknown",
    });
    expect(await parts("192.0.2.7/31")).toMatchObject({ prefix: "192.0.2.6/31" });
  });

  test("has an answer per part if some parts have entries", async () => {
    const tor = geoOf(said("5.0.1.2/32", LIST, { kind: "tor" }));
    expect(await parts("5.0.1.0/30", tor)).toEqual(["5.0.1.0/31", "5.0.1.2/32", "5.0.1.3/32", undefined]);
    expect(await parts("192.0.0.0/23")).toContain("192.0.0.9/32");
  });

  test("has 256 parts, and the number of omitted ones", async () => {
    const said32 = (count: number) =>
      Array.from({ length: count }, (_, i) =>
        said(`5.0.${i >> 7}.${(i & 127) * 2}/32`, LIST, { region: `r${i}` }),
      );
    const [most, beyond] = [geoOf(...said32(128)), geoOf(...said32(129))];
    const full = await lookupPrefix("5.0.0.0/24", () => most);
    expect(full).toMatchObject({ prefix: "5.0.0.0/24" });
    expect("parts" in full && [full.parts.length, full.truncated]).toEqual([256, undefined]);
    const more = await lookupPrefix("5.0.0.0/23", () => beyond);
    expect("parts" in more && [more.parts.length, (more.truncated ?? 0) > 0]).toEqual([256, true]);
  });

  test.each(["9.0.0.0/8", "9.0.0.0/7", "2c00::/12", "2c00::/11"])("%s", async (prefix) => {
    const answer = parts(prefix);
    if (/\/(?:8|12)$/.test(prefix)) expect(await answer).toBeDefined();
    else
      await expect(answer).rejects.toThrow(/the length of an IPv\d prefix is from (?:8 to 32|12 to 128)\.$/);
  });

  test.each([
    ["5.0.0.0/33", "the length of an IPv4 prefix is from 8 to 32"],
    ["5.0.0.0/", "the length of an IPv4 prefix is from 8 to 32"],
    ["::/129", "the length of an IPv6 prefix is from 12 to 128"],
    ["5.0.0.0/8/8", "the length of an IPv4 prefix"],
    ["5.0.0/8", "is not a prefix such as 192.0.2.0/24"],
    ["/8", "is not a prefix"],
    ["x/8", "is not a prefix"],
  ])("%j is not a prefix", async (text, message) => {
    const refused = expect(lookupPrefix(text, geoOf)).rejects;
    await refused.toMatchObject({ code: "invalid-ip", message: expect.stringContaining(message) });
  });

  test("may end with the last address of its family", async () => {
    expect(await parts("255.255.255.254/31")).toEqual([
      "255.255.255.254/32",
      "255.255.255.255/32",
      undefined,
    ]);
    expect(await parts("ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe/127")).toMatchObject({ code: "unknown" });
  });
});

describe("the address inside another one", () => {
  test.each([
    ["64:ff9b::5.0.1.2", "nat64", "5.0.1.2"],
    ["2002:500:102::1", "6to4", "5.0.1.2"],
    ["2001:0:4136:e378:8000:63bf:faff:fefd", "teredo", "5.0.1.2"],
    ["::5.0.1.2", "ipv4-compatible", "5.0.1.2"],
    ["64:ff9b::10.0.0.1", "nat64", "10.0.0.1"],
  ] as const)("%s: %s of %s", (ip, via, inner) => {
    const { source: _, ...answer } = lookupIp(inner, geoOf());
    expect(lookupIp(ip, geoOf())).toMatchObject({ code: "unknown", embedded: { via, ...answer } });
    expect(lookupIp(ip, geoOf()).asn).toBeUndefined();
  });

  test.each(["64:ff9b:1::5.0.1.2", "::1", "::", "2001:db8::5.0.1.2", "::ffff:5.0.1.2"])(
    "%s has none",
    (ip) => {
      expect(lookupIp(ip, geoOf()).embedded).toBeUndefined();
    },
  );

  test("a carrier needs no database", () => {
    const none: GeoDatabases = { places: { 4: [], 6: [] }, asns: { 4: [], 6: [] } };
    expect(lookupIp("64:ff9b::5.0.1.2", none)).toEqual({
      ip: "64:ff9b::500:102",
      ipType: 6,
      code: "unknown",
      network: "64:ff9b::/96",
      special: "ipv4-ipv6-translation",
    });
  });
});
