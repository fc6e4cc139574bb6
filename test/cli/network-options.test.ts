/** Network options, shared by all commands that make requests. */

import { describe, expect, test } from "bun:test";
import { networkFlags } from "../../src/cli/input/network-options.ts";
import { commands } from "../../src/cli/table.ts";
import { certificate, send, serverKey, tcpServer, tlsServer } from "../http/servers.ts";
import { cli } from "./fake-io.ts";

const page = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx";
const files = {
  "ca.pem": certificate("authority").toString(),
  "client.pem": certificate("client").toString(),
  "client.key": serverKey.toString(),
  "both.pem": `${certificate("client")}${serverKey}`,
  "no.pem": "x",
};

/** Header lines of a request by name. */
function fieldsOf(request = ""): Record<string, string> {
  const lines = request.split("\r\n").slice(1);
  return Object.fromEntries(lines.flatMap((line) => [line.split(/: (.*)/s).slice(0, 2)]));
}

test("every command that makes requests has every option of the table", () => {
  const names = Object.keys(networkFlags);
  for (const name of ["http", "redirects", "compare", "page", "init"]) {
    const flags = Object.keys(commands.find((command) => command.name === name)?.flags ?? {});
    expect(names.filter((each) => !flags.includes(each))).toEqual([]);
  }
});

describe("headers with flags of their own", () => {
  test.each([
    [["-u", "me:p@ss"], { Authorization: `Basic ${btoa("me:p@ss")}` }],
    [["-A", "x/1"], { "User-Agent": "x/1" }],
    [["-H", "Accept: a/b", "--omit", "accept-encoding"], { Accept: "a/b" }],
  ])("%p", async (args, sent) => {
    await using server = await tcpServer((socket) => send(socket, page));
    await cli(["http", ...args, `http://127.0.0.1:${server.port}/`]);
    expect(fieldsOf(server.received[0])).toMatchObject(sent);
    if ("Accept-Encoding" in sent) expect(server.received[0]).not.toContain("Accept-Encoding");
  });

  test("credentials in the URL are sent to its origin, with a finding", async () => {
    await using other = await tcpServer((socket) => send(socket, page));
    await using server = await tcpServer((socket) =>
      send(
        socket,
        `HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${other.port}/\r\nContent-Length: 0\r\n\r\n`,
      ),
    );
    const { out } = await cli(["http", "--json", `http://me:secret@127.0.0.1:${server.port}/`]);
    expect(fieldsOf(server.received[0])["Authorization"]).toBe(`Basic ${btoa("me:secret")}`);
    expect(other.received[0]).not.toContain("Authorization");
    expect(out).not.toContain("me:secret");
    expect(JSON.parse(out).problems[0]).toMatchObject({
      name: "credentials-in-url",
      title: "The URL carries a user name or password; they were sent to 127.0.0.1.",
    });
  });
});

describe("a proxy", () => {
  const url = "http://target.test/";

  test.each([
    [["-x"], {}, true],
    [[], { HTTP_PROXY: "" }, true],
    [[], { all_proxy: "" }, true],
    [["--noproxy", "target.test"], { HTTP_PROXY: "" }, false],
    [[], { HTTP_PROXY: "", NO_PROXY: ".test" }, false],
    [["--proxy", ""], { HTTP_PROXY: "" }, false],
  ])("of %j and %j", async (flags, variables, isUsed) => {
    await using proxy = await tcpServer((socket) => send(socket, page));
    const at = `http://127.0.0.1:${proxy.port}`;
    const args = flags[0] === "-x" ? ["-x", at] : flags;
    const environment = Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, value || at]),
    );
    const detour = isUsed ? [] : ["--resolve", "target.test:80:127.0.0.1", "--connect-timeout", "1s"];
    const { out } = await cli(["http", "--json", ...detour, ...args, url], { environment });
    expect(JSON.parse(out).steps[0].proxy).toBe(isUsed ? at : undefined);
    expect(proxy.received).toHaveLength(isUsed ? 1 : 0);
  });

  test.each(["redirects", "compare", "page"])("applies to %s, too", async (command) => {
    await using proxy = await tcpServer((socket) => send(socket, page));
    const args =
      {
        redirects: ["map.csv"],
        compare: [url, url],
        page: [url],
      }[command] ?? [];
    await cli([command, ...args, "-x", `http://127.0.0.1:${proxy.port}`], {
      files: { "map.csv": `${url} http://target.test/b 301\n` },
    });
    expect(proxy.received[0]).toMatch(/^(?:GET|HEAD) http:\/\/target\.test\/ HTTP\/1\.1\r\n/);
  });

  test("an invalid one is a usage error", async () => {
    const { code, err } = await cli(["http", "--json", url], { environment: { HTTPS_PROXY: "x://y" } });
    expect([code, err]).toEqual([2, expect.stringContaining("HTTPS_PROXY: expected the URL of an http")]);
  });
});

test("-4 and -6 select the network; both together are refused", async () => {
  await using server = await tcpServer((socket) => send(socket, page));
  const run = async (...args: string[]) => {
    const to = ["--resolve", `both.test:${server.port}:[::1],127.0.0.1`];
    const { out } = await cli(["http", "--json", ...to, ...args, `http://both.test:${server.port}/`]);
    return JSON.parse(out).steps[0].tries.map(({ ip }: { ip: string }) => ip);
  };
  expect(await run("-4")).toEqual(["127.0.0.1"]);
  expect(await run("-6")).toEqual(["::1"]);
  expect(await run("-4", "-6")).toEqual(["::1", "127.0.0.1"]);
});

test.each([
  ["0.2", "0.2 s"],
  ["200ms", "0.2 s"],
])("--timeout %s ends the lookup", async (time, shown) => {
  await using server = await tcpServer(() => {});
  const { code, out } = await cli(["http", "--json", "--timeout", time, `http://127.0.0.1:${server.port}/`]);
  expect(code).toBe(1);
  expect(JSON.parse(out).statusDescription).toContain(shown);
});

describe("a client certificate", () => {
  const wanted = { requestCert: true, rejectUnauthorized: true, ca: certificate("client") };
  test.each([
    ["TLSv1.3", ["--cert", "client.pem", "--key", "client.key"]],
    ["TLSv1.2", ["--cert", "both.pem"]],
  ] as const)("is sent to a server that requests one by %s", async (maxVersion, args) => {
    await using server = await tlsServer((socket) => send(socket, page), { ...wanted, maxVersion });
    const url = `https://127.0.0.1:${server.port}/`;
    expect((await cli(["http", "-k", url], { files })).code).toBe(1);
    expect((await cli(["http", "-k", ...args, url], { files })).code).toBe(0);
  });
});

describe("before a migration", () => {
  const to = (port: number) => ["--connect-to", `::127.0.0.1:${port}`, "-H", "X-Preview: 1"];

  test("redirects checks the new server", async () => {
    await using server = await tcpServer((socket) =>
      send(socket, "HTTP/1.1 301 Moved\r\nLocation: http://new.test/b\r\nContent-Length: 0\r\n\r\n"),
    );
    const map = { "map.txt": "/a http://new.test/b\n" };
    const args = [
      "redirects",
      "--base",
      "http://old.test",
      "--format",
      "ndjson",
      ...to(server.port),
      "map.txt",
    ];
    const { out } = await cli(args, { files: map });
    expect(server.received[0]).toStartWith("HEAD /a HTTP/1.1\r\nHost: old.test\r\n");
    expect(fieldsOf(server.received[0])["X-Preview"]).toBe("1");
    expect(JSON.parse(out.split("\n")[0] ?? "").hops[0]).toMatchObject({ status: 301 });
  });

  test("compare checks the new server, and -k hides findings about its certificate", async () => {
    await using server = await tlsServer((socket) => send(socket, page), { name: "expired" });
    const run = (...args: string[]) =>
      cli(
        ["compare", "--fail-on", "new-error", "before.txt", "https://old.test/", ...to(server.port), ...args],
        { files: { "before.txt": "HTTP/1.1 200 OK\nContent-Type: text/plain\n" } },
      );
    expect((await run()).code).toBe(4);
    const silenced = await run("-k");
    expect(silenced.code).toBe(0);
    expect(silenced.out).not.toContain("expired");
    expect(fieldsOf(server.received[1])["X-Preview"]).toBe("1");
  });
});

test.each([
  [["--user", "me"], "--user: expected USER:PASSWORD"],
  [["--dns", "x"], "--dns: expected ADDRESS:PORT of a DNS server"],
  [["--timeout", "x"], "--timeout: expected a duration"],
  [["--cert", "no.pem"], "--cert: no.pem has no PEM certificate"],
  [["--cert", "client.pem"], "--cert: client.pem has no PEM key"],
  [["--cert", "client.pem", "--key", "no.pem"], "--cert: no.pem has no PEM key"],
  [["--key", "client.key"], "--key needs --cert"],
  [["--cert", "ca.pem", "--key", "client.key"], "--cert: the key does not match the certificate"],
  [["--cert", "both.pem", "--http-version", "3"], "--cert is not supported over HTTP/3"],
])("%p is refused", async (args, message) => {
  const { code, err } = await cli(["http", ...args, "http://127.0.0.1:1/"], { files });
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});

test("MCP requests use the proxy of the environment, except for NO_PROXY", async () => {
  await using proxy = await tcpServer((socket) => send(socket, page));
  const call = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
  const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const asked = async (env: Readonly<Record<string, string>>) => {
    let said = "";
    const { promise, resolve } = Promise.withResolvers<void>();
    const input = (async function* () {
      yield call(1, "initialize", client);
      yield call(2, "tools/call", { name: "check_url", arguments: { url: "http://target.test/" } });
      await promise;
    })();
    await cli(["mcp"], {
      env,
      input,
      out(text) {
        said += typeof text === "string" ? text : new TextDecoder().decode(text);
        if (said.includes('"id":2')) resolve();
      },
    });
    return said;
  };
  const HTTP_PROXY = `http://127.0.0.1:${proxy.port}`;
  expect(await asked({ HTTP_PROXY })).toContain("200");
  expect(proxy.received[0]).toStartWith("GET http://target.test/ HTTP/1.1");
  await asked({ HTTP_PROXY, NO_PROXY: "*", NETLENS_RESOLVER: "127.0.0.1:1" });
  expect(proxy.received).toHaveLength(1);
});
