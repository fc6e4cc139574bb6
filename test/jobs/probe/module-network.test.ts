/** Network options of a probe module, tried on loopback servers. */

import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadModules } from "../../../src/jobs/probe/load-modules.ts";
import { ModuleError } from "../../../src/jobs/probe/modules.ts";
import { probe } from "../../../src/jobs/probe/probe.ts";
import { httpSettings } from "../../../src/server/wiring.ts";
import { loadConfig } from "../../../src/settings/load.ts";
import { certificate, send, serverKey, tcpServer, tlsServer } from "../../http/servers.ts";

const page = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx";

/** Module `x` of a file, loaded from a folder with certificates. */
async function moduleOf(text: string, file = "probe.toml") {
  const folder = mkdtempSync(join(tmpdir(), "probe-"));
  try {
    writeFileSync(join(folder, file), text);
    writeFileSync(join(folder, "client.pem"), `${certificate("client")}${serverKey}`);
    writeFileSync(join(folder, "no.pem"), "x");
    const config = join(folder, file);
    const modules = await loadModules({ probe: { config } }, 0).catch((error: Error) => {
      error.message = error.message.replaceAll(`${folder}/`, "");
      throw error;
    });
    return modules.get("x") ?? {};
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function probed(members: string, target: string, settings: Readonly<Record<string, string>> = {}) {
  const all = { ...httpSettings(loadConfig(settings, {}).settings, []), guarded: "http-ports" in settings };
  return probe(
    target,
    await moduleOf(`[probe.x]\n${members}`),
    { settings: all, queue: undefined },
    new AbortController().signal,
    { debug: true },
  );
}

test.each([
  ["resolve = ['a.test:80:[::1]', 'a.test:PORT:127.0.0.1']", "a.test:PORT"],
  ["resolve = ['*:PORT:127.0.0.1']", "any.test:PORT"],
  ["connect_to = ['a.test:80:127.0.0.1:PORT']", "a.test"],
  ["connect_to = ['::127.0.0.1:PORT']\nhttp_version = '1.1'", "any.test"],
  ["proxy_url = 'http://127.0.0.1:PORT'", "a.test"],
])("%s redirects %s to another server", async (members, host) => {
  await using server = await tcpServer((socket) => send(socket, page));
  const at = (text: string) => text.replace("PORT", String(server.port));
  expect(await probed(at(members), `http://${at(host)}/`)).toContain("probe_success 1\n");
  expect(server.received[0]).toContain(`Host: ${at(host)}\r\n`);
  expect(server.received[0]).toStartWith(`GET ${members.includes("proxy") ? "http://a.test" : ""}/ `);
});

test("no_proxy and an empty proxy_url connect directly", async () => {
  await using server = await tcpServer((socket) => send(socket, page));
  const target = `http://127.0.0.1:${server.port}/`;
  const except = "proxy_url = 'http://127.0.0.1:1'\nno_proxy = '127.0.0.0/8'";
  expect(await probed(except, target)).toContain("probe_success 1\n");
  const service = { "http-proxy": "http://127.0.0.1:1" };
  expect(await probed("", target, service)).toContain("probe_success 0\n");
  expect(await probed("proxy_url = ''", target, service)).toContain("probe_success 1\n");
});

test("names are resolved by the module's DNS server", async () => {
  const server = await Bun.udpSocket({
    hostname: "127.0.0.1",
    socket: {
      data(socket, query, port, address) {
        // The same query answered with NXDOMAIN (the name does not exist).
        const reply = Buffer.from(query);
        reply.writeUInt16BE(0x8183, 2);
        names.add(query.subarray(12).toString("latin1"));
        socket.send(reply, port, address);
      },
    },
  });
  const names = new Set<string>();
  const text = await probed(`dns = "127.0.0.1:${server.port}"`, "http://a.test/");
  server.close();
  expect([...names].some((name) => name.includes("a\x04test"))).toBe(true);
  expect(text).toContain("# failed: ");
});

test("sent requests", async () => {
  await using server = await tcpServer((socket) => send(socket, page));
  const members = [
    "omit = ['Accept-Encoding']",
    "agent = 'x/1'",
    "headers = { X-A = 'b' }",
    "bearer_token = 'secret'",
  ];
  await probed(members.join("\n"), `http://127.0.0.1:${server.port}/`);
  const [sent = ""] = server.received;
  for (const line of ["User-Agent: x/1", "X-A: b"]) expect(sent).toContain(`\r\n${line}\r\n`);
  expect(sent).toContain("Authorization: Bearer secret\r\n");
  expect(sent).not.toContain("Accept-Encoding");
});

test.each(["Host = 'shop.test'", "host = 'shop.test:8080'"])("headers %s: a virtual host", async (header) => {
  await using server = await tcpServer((socket) => send(socket, page));
  const text = await probed(`headers = { ${header}, X-A = 'b' }`, `http://127.0.0.1:${server.port}/x`);
  expect(text).toContain("probe_success 1\n");
  expect(server.received[0]).toContain(`\r\nHost: ${header.split("'")[1]}\r\n`);
  expect(server.received[0]).toContain("\r\nX-A: b\r\n");
});

test("basic_auth is sent", async () => {
  await using server = await tcpServer((socket) => send(socket, page));
  await probed("basic_auth = { username = 'u', password = 'p' }", `http://127.0.0.1:${server.port}/`);
  expect(server.received[0]).toContain(`Authorization: Basic ${btoa("u:p")}\r\n`);
});

test("credentials in the target are those of the query, and are not sent", async () => {
  await using server = await tcpServer((socket) => send(socket, page));
  await probed("", `http://me:secret@127.0.0.1:${server.port}/`);
  expect(server.received[0]).not.toContain("Authorization");
});

test("a timeout for the connection", async () => {
  const members = "resolve = ['a.test:80:192.0.2.1']\nconnect_timeout = '0.2'";
  expect((await moduleOf(`[probe.x]\n${members}`)).network?.settings.connectTimeout).toBe(200);
});

test("a client certificate", async () => {
  const wanted = { requestCert: true, rejectUnauthorized: true, ca: certificate("client") };
  await using server = await tlsServer((socket) => send(socket, page), wanted);
  const url = `https://127.0.0.1:${server.port}/`;
  const tls = (more: string) => `tls_config = { insecure_skip_verify = true${more} }`;
  expect(await probed(tls(""), url)).toContain("probe_success 0\n");
  expect(await probed(tls(", cert_file = 'client.pem'"), url)).toContain("probe_success 1\n");
});

test("the guard checks the module's address as any other", async () => {
  await using server = await tcpServer((socket) => send(socket, page));
  const ports = { "http-ports": `80,${server.port}` };
  for (const members of [
    `connect_to = ["::127.0.0.1:${server.port}"]`,
    `resolve = ["a.test:${server.port}:127.0.0.1"]`,
  ]) {
    const target = `http://a.test:${server.port}/`;
    expect(await probed(members, target, ports)).toContain("127.0.0.1 cannot be looked up");
    expect(server.received).toEqual([]);
    const allowed = { ...ports, "http-allow": "127.0.0.0/8" };
    expect(await probed(members, target, allowed)).toContain("probe_success 1\n");
    server.received.length = 0;
  }
});

describe("modules refused at the start, with their position", () => {
  test.each([
    ["resolve = ['a']", '2:1: x: resolve: expected HOST:PORT:ADDRESS, not "a"'],
    ["connect_to = ['a']", '2:1: x: connect_to: expected HOST:PORT:HOST:PORT, not "a"'],
    ["proxy_url = 'x://y'", "2:1: x: proxy_url: expected the URL of an http, https or socks5 proxy"],
    ["no_proxy = 'a'", "2:1: x: no_proxy needs proxy_url"],
    ["dns = 'x'", "2:1: x: dns: expected ADDRESS:PORT of a DNS server"],
    ["connect_timeout = 'x'", "2:1: x: connect_timeout: expected a duration"],
    ["headers = { Host = 'a b' }", "2:13: x: headers.Host: expected a host such as app.example"],
    ["headers = { TE = 'a' }", "2:1: x: header TE: the connection sets this header"],
    ["enable_http2 = false\nhttp_version = '2'", "3:1: x: http_version 2 needs enable_http2"],
    ["tls_config = { cert_file = 'no.pem' }", "2:16: x: tls_config.cert_file: no.pem has no PEM certificate"],
    ["tls_config = { key_file = 'a' }", "2:16: x: tls_config.key_file needs tls_config.cert_file"],
    ["tls_config = { ca_file = 'none' }", "2:16: x: tls_config.ca_file: none: no such file"],
    ["project = 'none.toml'", "2:1: x: "],
  ])("%s", async (members, message) => {
    const loading = moduleOf(`[probe.x]\n${members}`);
    expect(loading).rejects.toThrow(ModuleError);
    expect(loading).rejects.toThrow(`probe.toml:${message}`);
  });

  test("in YAML with its name", () =>
    expect(
      moduleOf("modules:\n  x:\n    prober: http\n    http:\n      dns: x\n", "blackbox.yml"),
    ).rejects.toThrow("blackbox.yml: x: dns: expected ADDRESS:PORT of a DNS server"));
});
