import { expect, test } from "bun:test";
import { lookupHttp } from "../../src/http/lookup.ts";
import { type Answer, dnsServer } from "./dns-server.ts";
import { testSettings } from "./servers.ts";

const NAME = "www.broken.test";

test.each([
  [
    "leads to a name that does not exist",
    { code: 3, aliases: [NAME, "a.test", "gone.test"] },
    "name-not-found",
    "is an alias (CNAME) of gone.test, which does not exist (NXDOMAIN)",
  ],
  [
    "leads to a name without addresses",
    { code: 0, aliases: [NAME, "empty.test"] },
    "name-without-address",
    "is an alias (CNAME) of empty.test, which has neither an A nor an AAAA record",
  ],
  [
    "leads in a circle",
    { code: 0, aliases: [NAME, "a.test", NAME] },
    "dns-failed",
    `its CNAME records loop (${NAME} → a.test → ${NAME})`,
  ],
  [
    "leads into a circle",
    { code: 2, aliases: [NAME, "a.test", "b.test", "a.test"] },
    "dns-failed",
    "its CNAME records loop",
  ],
] as const)("an alias that %s", async (_, answer, code, message) => {
  await using dns = await dnsServer(() => answer as Answer);
  const settings = { ...testSettings, resolver: { host: "127.0.0.1", port: dns.port } };
  const { steps } = await lookupHttp(`http://${NAME}/`, {}, settings);
  expect(steps[0]?.error).toMatchObject({ phase: "dns", code, message: expect.stringContaining(message) });
});
