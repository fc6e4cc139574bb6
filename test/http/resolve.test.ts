/**
 * Names resolved by the system: messages for its errors, and a DNS query to find out whether the name exists.
 */

import { afterEach, describe, expect, spyOn, test } from "bun:test";
import dns from "node:dns";
import { HttpFailure } from "../../src/http/wire/failures.ts";
import { resolveName } from "../../src/http/wire/resolve.ts";
import { type Answer, dnsServer } from "./dns-server.ts";
import { testSettings } from "./servers.ts";

const NAME = "name.test";
const spies: { mockRestore: () => void }[] = [];
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore();
});

/** Addresses or error message if the system's resolver returns `found` (addresses or an error code). */
async function reported(
  found: string | readonly string[],
  servers: readonly string[] = [],
  name = NAME,
  signal = new AbortController().signal,
): Promise<unknown> {
  spies.push(
    spyOn(Bun.dns, "lookup").mockImplementation(async () => {
      if (typeof found === "string") throw Object.assign(new Error("no"), { code: found });
      return found.map((address) => ({ address, family: 4 as const, ttl: 0 }));
    }),
    spyOn(dns, "getServers").mockImplementation(() => [...servers]),
  );
  try {
    return await resolveName(name, { ...testSettings, resolver: undefined }, signal);
  } catch (error) {
    return error instanceof HttpFailure ? `${error.code}: ${error.message}` : error;
  }
}

test("addresses, without repetitions", async () => {
  expect(await reported(["192.0.2.1", "192.0.2.2", "192.0.2.1"])).toEqual(["192.0.2.1", "192.0.2.2"]);
});

describe("without addresses DNS shows whether the name exists", () => {
  const rows: readonly (readonly [string, Answer, string])[] = [
    ["it does not", { code: 3 }, `name-not-found: The name ${NAME} does not exist (NXDOMAIN).`],
    [
      "it does",
      [],
      `name-without-address: The name ${NAME} exists, but has neither an A nor an AAAA record.`,
    ],
    ["no word of it", { code: 2 }, `name-not-found: The name ${NAME} does not exist or has no address.`],
    ["nothing", "silence", `name-not-found: The name ${NAME} does not exist or has no address.`],
  ];
  // Only ENOTFOUND is tried with a silent server, because each such test waits for a timeout.
  for (const [name, answer, message] of rows)
    for (const found of answer === "silence" ? ["ENOTFOUND"] : (["ENOTFOUND", "DNS_ENODATA", []] as const))
      test(`${name}, to ${found}`, async () => {
        await using server = await dnsServer(() => answer);
        expect(await reported(found, [`127.0.0.1:${server.port}`, "192.0.2.1"])).toBe(message);
        expect(server.questions).toEqual([`A ${NAME}`]);
      });

  test.each([[[]], [["nowhere"]], [["nowhere:53"]]])("no usable server: %j", async (servers) => {
    expect(await reported("ENOTFOUND", servers)).toBe(
      `name-not-found: The name ${NAME} does not exist or has no address.`,
    );
  });

  test("the client disconnects", async () => {
    await using server = await dnsServer(() => "silence");
    const gone = new Error("gone");
    expect(await reported("ENOTFOUND", [`127.0.0.1:${server.port}`], NAME, AbortSignal.abort(gone))).toBe(
      gone,
    );
  });
});

test.each([
  ["ESERVFAIL", "its DNS servers fail or are misconfigured (SERVFAIL)"],
  ["DNS_ESERVFAIL", "its DNS servers fail or are misconfigured (SERVFAIL)"],
  ["EREFUSED", "the DNS server refuses to answer for it (REFUSED)"],
  ["EBADNAME", "it is not a valid host name"],
  ["EBADRESP", "the DNS server's answer is malformed"],
  ["EFORMERR", "the DNS server did not understand the query"],
  ["EAI_AGAIN", "the DNS servers did not answer; try again"],
  ["ECONNREFUSED", "no server listens at the DNS server's address"],
  ["EOTHER", "the resolver reports EOTHER"],
  ["constructor", "the resolver reports constructor"],
  ["", "the resolver reports no reason"],
])("the resolver fails: %s", async (code, reason) => {
  expect(await reported(code)).toBe(`dns-failed: The name ${NAME} could not be resolved: ${reason}.`);
});

test.each(["ETIMEOUT", "ETIMEDOUT", "ECANCELLED", "DNS_ETIMEOUT"])(
  "the resolver times out: %s",
  async (code) => {
    expect(await reported(code)).toBe(`dns-timeout: The DNS server did not answer for ${NAME} in time.`);
  },
);

const label = (length: number) => "a".repeat(length);
/** Name with three labels of 63 characters and one of `last` characters. */
const long = (last: number) => `${`${label(63)}.`.repeat(3)}${label(last)}`;

test.each([
  [label(63), true],
  [label(64), false],
  [long(61), true],
  [`${long(61)}.`, true],
  [long(62), false],
  ["a..b", false],
  [".a", false],
  ["a.", true],
  ["", false],
])("valid names for DNS: %.70s", async (name, isHostName) => {
  expect(await reported(["192.0.2.1"], [], name)).toEqual(
    isHostName
      ? ["192.0.2.1"]
      : `dns-failed: The name ${name} could not be resolved: it is not a valid host name.`,
  );
});

test.each([
  [1, "the DNS server did not understand the query (FORMERR)"],
  [2, "its DNS servers fail or are misconfigured (SERVFAIL)"],
  [4, "the DNS server does not support this kind of query (NOTIMP)"],
  [5, "the DNS server refuses to answer for it (REFUSED)"],
  [9, "the DNS server answers with the code 9"],
])("a configured DNS server responds with the code %d", async (code, reason) => {
  await using server = await dnsServer(() => ({ code }));
  const settings = { ...testSettings, resolver: { host: "127.0.0.1", port: server.port } };
  await expect(resolveName(NAME, settings, new AbortController().signal)).rejects.toThrow(
    `The name ${NAME} could not be resolved: ${reason}.`,
  );
});
