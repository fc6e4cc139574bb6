import { describe, expect, test } from "bun:test";
import { NetlensError } from "../../src/api/errors.ts";
import { openAbuse, readRegistration } from "../../src/ip/rdap.ts";
import { parseAddress } from "../../src/syntax/ip-address.ts";

const card = (...properties: readonly (readonly [string, string])[]) => [
  "vcard",
  [["version", {}, "text", "4.0"], ...properties.map(([name, value]) => [name, {}, "text", value])],
];

/** Format of RIPE: abuse contact next to the holder. */
const RIPE = {
  objectClassName: "ip network",
  handle: "5.0.0.0 - 5.0.3.255",
  startAddress: "5.0.0.0",
  endAddress: "5.0.3.255",
  name: "EXAMPLE-NET",
  entities: [
    { handle: "ORG-EX1", roles: ["registrant"], vcardArray: card(["fn", "Example B.V."]) },
    {
      handle: "AR1",
      roles: ["abuse"],
      vcardArray: card(["fn", "Abuse contact"], ["email", "abuse@example.net"], ["tel", "tel:+31-20-555"]),
    },
  ],
};

/** Format of ARIN: abuse contact inside the holder's entity. */
const ARIN = {
  startAddress: "2a00::",
  endAddress: "2a00:0:ffff:ffff:ffff:ffff:ffff:ffff",
  entities: [
    {
      roles: ["registrant"],
      vcardArray: card(["fn", "Example, Inc."]),
      entities: [{ roles: ["technical", "abuse"], vcardArray: card(["email", "abuse@example.com"]) }],
    },
  ],
};

function parsed(ip: string) {
  const address = parseAddress(ip);
  if (!address) throw new Error(`${ip} is not an address`);
  return address;
}

const read = (document: unknown, ip: string) => readRegistration(document, parsed(ip))?.abuse;

describe("a registration", () => {
  test("has holder and contact, next to or inside each other", () => {
    expect(read(RIPE, "5.0.1.2")).toEqual({
      holder: "Example B.V.",
      email: "abuse@example.net",
      phone: "+31-20-555",
    });
    expect(read(ARIN, "2a00::1")).toEqual({
      holder: "Example, Inc.",
      email: "abuse@example.com",
    });
  });

  test("applies to its range", () => {
    const odd = { ...RIPE, startAddress: "5.0.0.5", endAddress: "5.0.0.200" };
    const found = readRegistration(odd, parsed("5.0.0.70"));
    const others = ["5.0.0.4", "5.0.0.5", "5.0.0.200", "5.0.0.201", "2a00::", "::500:46"];
    expect(others.filter((ip) => found?.covers(parsed(ip)))).toEqual(["5.0.0.5", "5.0.0.200"]);
    expect(read(odd, "5.0.0.4")).toBeUndefined();
    expect(read(odd, "5.0.0.201")).toBeUndefined();
  });

  test("without contacts has the name of the network", () => {
    expect(read({ ...RIPE, entities: [] }, "5.0.1.2")).toEqual({
      holder: "EXAMPLE-NET",
    });
  });

  test("of a block wider than /8 is ignored", () => {
    const wide = (last: string) => ({ ...RIPE, startAddress: "8.0.0.0", endAddress: last });
    expect(read(wide("8.255.255.255"), "8.8.8.8")).toBeDefined();
    expect(read(wide("9.255.255.255"), "8.8.8.8")).toBeUndefined();
    const wide6 = (first: string, last: string) => ({ ...ARIN, startAddress: first, endAddress: last });
    expect(read(wide6("2a00::", "2aff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"), "2a00:1:2:3::1")).toBeDefined();
    expect(read(wide6("2a00::", "2bff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"), "2a00::1")).toBeUndefined();
  });

  test.each([
    [null],
    [7],
    [[]],
    [{}],
    [{ startAddress: 5 }],
    [{ ...RIPE, endAddress: "2a00::" }],
    [{ errorCode: 404 }],
  ])("%j is ignored", (document) => expect(read(document, "5.0.1.2")).toBeUndefined());

  test("hostile members are omitted", () => {
    const evil = {
      ...RIPE,
      entities: [
        { roles: ["registrant"], vcardArray: card(["fn", "\u001b]52;c;x\u0007Evil\u202e"]) },
        { roles: ["abuse"], vcardArray: card(["email", "not an address"], ["tel", "javascript:alert(1)"]) },
        { roles: "abuse", vcardArray: "x", entities: { length: 1e9 } },
        null,
      ],
    };
    expect(read(evil, "5.0.1.2")).toEqual({ holder: "]52;c;x Evil" });
    let deep: object = { roles: ["abuse"], vcardArray: card(["email", "deep@example.net"]) };
    for (let i = 0; i < 1000; i++) deep = { entities: [deep] };
    expect(read({ ...RIPE, entities: [deep] }, "5.0.1.2")?.email).toBeUndefined();
  });
});

describe("abuse contacts", () => {
  function asking(answer: (url: string) => unknown) {
    let now = 0;
    const asked: string[] = [];
    const abuse = openAbuse({
      urlOf: (ip) => (ip.startsWith("9.") ? undefined : `https://rir.example/ip/${ip}`),
      clock: () => now,
    });
    const abuseOf = (ip: string) =>
      abuse(ip, async (url) => {
        asked.push(url);
        await Bun.sleep(1);
        return { url, document: answer(url) };
      });
    return { abuseOf, asked, later: (ms: number) => (now += ms) };
  }

  test("is requested once per block and day", async () => {
    const { abuseOf, asked, later } = asking(() => RIPE);
    const all = await Promise.all(["5.0.1.2", "5.0.1.3", "5.0.1.2"].map(abuseOf));
    expect(all.map((one) => one?.email)).toEqual(Array(3).fill("abuse@example.net"));
    expect(await abuseOf("5.0.1.255")).toMatchObject({
      source: "https://rir.example/ip/5.0.1.2",
      at: "1970-01-01T00:00:00.000Z",
    });
    expect(asked).toHaveLength(1);
    later(24 * 3_600_000 - 1);
    await abuseOf("5.0.1.1");
    expect(asked).toHaveLength(1);
    later(1);
    await abuseOf("5.0.1.1");
    expect(asked).toHaveLength(2);
  });

  test.each([
    ["8.1.8.8", "8.8.8.8", "8.0.0.0", "8.127.255.255"],
    ["2a00:1::1", "2a00:2::1", "2a00::", "2a7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ])("the answer for %s does not apply to %s", async (first, second, startAddress, endAddress) => {
    const { abuseOf, asked } = asking((url) => ({
      startAddress,
      endAddress,
      name: url.endsWith(first) ? "PARENT" : "ITS OWN",
    }));
    expect((await abuseOf(first))?.holder).toBe("PARENT");
    expect((await abuseOf(second))?.holder).toBe("ITS OWN");
    expect(asked).toHaveLength(2);
  });

  test("a registration narrower than the block is not its neighbours'", async () => {
    const { abuseOf, asked } = asking((url) => {
      const isFirst = url.endsWith(".5");
      return {
        startAddress: isFirst ? "5.0.1.0" : "5.0.1.8",
        endAddress: isFirst ? "5.0.1.7" : "5.0.1.255",
        name: isFirst ? "FIRST" : "SECOND",
      };
    });
    const holders = async (...ips: string[]) =>
      (await Promise.all(ips.map(abuseOf))).map((found) => found?.holder);
    expect(await holders("5.0.1.5", "5.0.1.7", "5.0.1.8")).toEqual(["FIRST", "FIRST", "SECOND"]);
    expect(await holders("5.0.1.8", "5.0.1.0")).toEqual(["SECOND", "FIRST"]);
    expect(asked).toHaveLength(2);
  });

  test("a refusal for lack of a slot is not cached", async () => {
    let isBusy = true;
    const abuseOf = openAbuse({ urlOf: () => "https://rir.example/ip/5.0.1.2", clock: () => 0 });
    const ask = async (url: string) => {
      if (isBusy) throw new NetlensError("too-busy", "busy");
      return { url, document: RIPE };
    };
    expect((await abuseOf("5.0.1.2", ask))?.error).toBe("busy");
    isBusy = false;
    expect((await abuseOf("5.0.1.2", ask))?.email).toBe("abuse@example.net");
  });

  test("a failure is reported, and not retried within a minute", async () => {
    const { abuseOf, asked, later } = asking(() => ({}));
    expect(await abuseOf("5.0.1.2")).toMatchObject({
      holder: "",
      error: "the answer is not a registration of this address",
    });
    later(59_999);
    await abuseOf("5.0.1.2");
    expect(asked).toHaveLength(1);
    later(1);
    await abuseOf("5.0.1.2");
    expect(asked).toHaveLength(2);
  });

  test("unassigned addresses send no request", async () => {
    const { abuseOf, asked } = asking(() => RIPE);
    expect(await abuseOf("9.0.0.1")).toBeUndefined();
    expect(await abuseOf("x")).toBeUndefined();
    expect(asked).toEqual([]);
  });
});
