import { expect, test } from "bun:test";
import { pageFetcher } from "../../src/http/serve/fetch-page.ts";
import { send, testSettings, tlsServer } from "./servers.ts";

const PATH = "/.well-known/http-message-signatures-directory";
const module = (path: string) => new URL(path, import.meta.url).pathname;

/** Fetches pages from loopback in a process that trusts the tests' certificate authority. */
async function fetched(port: number, settings = "testSettings"): Promise<unknown> {
  const script = `
    import { pageFetcher } from "${module("../../src/http/serve/fetch-page.ts")}";
    import { testSettings } from "${module("./servers.ts")}";
    console.log(JSON.stringify([await pageFetcher(() => (${settings}))("localhost:${port}", "${PATH}")]));`;
  const child = Bun.spawn([process.execPath, "-e", script], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: module("./fixtures/authority.pem") },
  });
  return (JSON.parse(await new Response(child.stdout).text()) as unknown[])[0];
}

const directory = '{"keys": []}';
const answering = (text: string, status = "200 OK") =>
  tlsServer(
    (socket) =>
      send(
        socket,
        `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
      ),
    {
      ALPNProtocols: ["http/1.1"],
    },
  );

test("fetches a page over a connection with a trusted certificate", async () => {
  await using server = await answering(directory);
  expect(await fetched(server.port)).toBe(directory);
});

test("fetches up to 64 KiB", async () => {
  await using whole = await answering("x".repeat(65_536));
  expect(await fetched(whole.port)).toBe("x".repeat(65_536));
  await using longer = await answering("x".repeat(65_537));
  expect(await fetched(longer.port)).toBeNull();
});

test("accepts no other status, and no redirect", async () => {
  await using missing = await answering(directory, "404 Not Found");
  expect(await fetched(missing.port)).toBeNull();
  await using moved = await answering(directory, "301 Moved Permanently\r\nLocation: /x");
  expect(await fetched(moved.port)).toBeNull();
});

test("is limited by the guard", async () => {
  await using server = await answering(directory);
  expect(await fetched(server.port, "{ ...testSettings, guarded: true, allow: [] }")).toBeNull();
});

test("refuses an untrusted certificate", async () => {
  await using server = await answering(directory);
  expect(await pageFetcher(() => testSettings)(`localhost:${server.port}`, PATH)).toBeUndefined();
});

test("fetches at most four at once", async () => {
  await using server = await answering(directory);
  const fetchPage = pageFetcher(() => {
    asked++;
    return testSettings;
  });
  let asked = 0;
  await Promise.all(Array.from({ length: 5 }, () => fetchPage(`localhost:${server.port}`, PATH)));
  expect(asked).toBe(4);
});
