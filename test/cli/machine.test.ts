import { expect, test } from "bun:test";
import { networkInterfaces } from "node:os";
import { outwardAddresses, ownAddresses } from "../../src/cli/serve/machine.ts";

test("the addresses of this machine are those of all its interfaces", () => {
  const all = Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []);
  expect(ownAddresses()).toEqual(all);
});

const loopback = { address: "127.0.0.1", internal: true };
const one = { address: "192.0.2.1", internal: false };
const two = { address: "2001:db8::1", internal: false };
test.each([
  [
    [loopback, one, two],
    ["192.0.2.1", "2001:db8::1"],
  ],
  [[loopback, one], ["192.0.2.1"]],
  [[loopback], ["127.0.0.1"]],
  [[], []],
])("of %j the public ones are %j", (all, outward) => expect(outwardAddresses(all)).toEqual(outward));
