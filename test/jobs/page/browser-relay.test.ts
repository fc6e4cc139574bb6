import { expect, test } from "bun:test";
import { connectFor } from "../../../src/http/exchange.ts";
import { openRelay } from "../../../src/jobs/page/browser/relay.ts";
import { networks } from "../../../src/settings/forms.ts";
import { testSettings } from "../../http/servers.ts";

/** Connects through the relay to a host of the type, and sends a text. @returns reply code and answer */
async function through(port: number, type: number, host: Uint8Array, to: number, text = "") {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const parts: Uint8Array[] = [];
  await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      // In pieces, since a stream may be cut anywhere.
      async open(socket) {
        for (const byte of [5, 1, 0, 5, 1, 0, type, ...host, to >> 8, to & 255])
          socket.write(Uint8Array.of(byte));
        socket.write(text);
      },
      data: (_, bytes) => void parts.push(new Uint8Array(bytes)),
      close: () => resolve(Buffer.concat(parts)),
    },
  });
  const all = await promise;
  return { method: all[1], reply: all[3], answer: all.subarray(12).toString() };
}

const name = (text: string) => Uint8Array.of(text.length, ...Buffer.from(text));

test("bytes pass to permitted hosts, and are counted", async () => {
  using server = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: { data: (socket, bytes) => void socket.end(`got ${Buffer.from(bytes)}`) },
  });
  let counted = 0;
  const relay = await openRelay(
    (url, signal) => connectFor({ url }, testSettings, signal),
    (bytes) => {
      counted += bytes;
      return counted <= 30;
    },
  );
  const address = Uint8Array.of(127, 0, 0, 1);
  expect(await through(relay.port, 1, address, server.port, "hello")).toEqual({
    method: 0,
    reply: 0,
    answer: "got hello",
  });
  expect(await through(relay.port, 3, name("localhost"), server.port, "four")).toMatchObject({
    answer: "got four",
  });
  expect(counted).toBe(5 + 9 + 4 + 8);
  // The next bytes exceed the limit.
  expect(await through(relay.port, 1, address, server.port, "12345")).toMatchObject({ reply: 0, answer: "" });
  relay.close();
});

test.each([
  ["an address", 1, Uint8Array.of(127, 0, 0, 2), "127.0.0.2:80", /not public/],
  ["an IPv6 address as a name", 3, name("::1"), "[::1]:80", /not public/],
  ["a name without an address", 3, name("no-such-name.invalid"), "no-such-name.invalid:80", /./],
  ["an invalid name", 3, name("a b"), "a b:80", /is not a host/],
])("%s is refused, with the reason", async (_, type, host, key, reason) => {
  const settings = { ...testSettings, allow: networks("127.0.0.1/32") };
  const relay = await openRelay(
    (url, signal) => connectFor({ url }, settings, signal),
    () => true,
  );
  expect(await through(relay.port, type, host, 80)).toMatchObject({ reply: 2 });
  expect(relay.failures.get(key)).toMatch(reason);
  relay.close();
});
