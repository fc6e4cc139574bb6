/** IP addresses compared with `net.isIP` and ipaddr.js, for valid, almost valid and invalid texts. */

import { describe, expect, test } from "bun:test";
import { isIP } from "node:net";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import {
  formatAddress,
  networkContains,
  networkOf,
  parseAddress,
  parseNetwork,
} from "../../src/syntax/ip-address.ts";

const addresses = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4().map((v4) => `::ffff:${v4}`),
  fc.ipV4().map((v4) => `64:ff9b::${v4}`),
  fc
    .bigInt({ min: 0n, max: 2n ** 128n - 1n })
    .map((value) => (value.toString(16).padStart(32, "0").match(/.{4}/g) ?? []).join(":")),
);

/** Texts with one character inserted, deleted, doubled or replaced. */
const nearly = fc
  .tuple(
    addresses,
    fc.nat(45),
    fc.constantFrom("", ":", "::", ".", "0", "g", "%", "/", " ", "é", "00000", "256", "-"),
    fc.boolean(),
  )
  .map(([text, at, piece, replace]) => text.slice(0, at) + piece + text.slice(at + (replace ? 1 : 0)));

const texts = fc.oneof(
  addresses,
  nearly,
  fc.string({ unit: fc.constantFrom(..."0123456789abcdefF:.%"), maxLength: 46 }),
);

/** Excluded: ipaddr.js reads `::192.0.2.1` as `::ffff:192.0.2.1`. */
const judged = addresses.filter((text) => !/^::\d+\./.test(text));

describe("addresses", () => {
  test("accepts exactly what net.isIP accepts, without zones", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const family = text.includes("%") ? 0 : isIP(text);
        const address = parseAddress(text);
        const read = address === undefined ? 0 : address.mapped ? 6 : address.family;
        expect(read).toBe(family);
      }),
      { numRuns: 20_000 },
    );
  });

  test("the canonical form is that of RFC 5952", () => {
    fc.assert(
      fc.property(judged, (text) => {
        const address = parseAddress(text);
        if (!address) throw new Error(text);
        const other = ipaddr.process(text);
        expect(formatAddress(address)).toBe(
          other instanceof ipaddr.IPv6 ? other.toRFC5952String() : other.toString(),
        );
        expect(parseAddress(formatAddress(address))).toEqual({ ...address, mapped: false });
      }),
      { numRuns: 5000 },
    );
  });

  test("networks contain the same addresses as in ipaddr.js", () => {
    fc.assert(
      fc.property(judged, judged, fc.nat(128), (base, text, bits) => {
        const [one, other] = [parseAddress(base), parseAddress(text)];
        if (!one || !other) throw new Error(base);
        const prefix = Math.min(bits, one.family === 4 ? 32 : 128);
        const network = networkOf(one, prefix);
        const [theirs, block] = [ipaddr.process(text), ipaddr.process(base)];
        const expected = theirs.kind() === block.kind() && theirs.match([block, prefix] as never);
        expect(networkContains(network, other)).toBe(expected);
        expect(networkContains(network, one)).toBe(true);
        expect(parseNetwork(`${formatAddress(network.address)}/${prefix}`)).toEqual(network);
      }),
      { numRuns: 5000 },
    );
  });
});
