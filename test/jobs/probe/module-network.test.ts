/** Network options of a probe module, tried on loopback servers. */

import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadModules, unusableModules } from "../../../src/jobs/probe/load-modules.ts";
import { ModuleError } from "../../../src/jobs/probe/modules.ts";
import { probe } from "../../../src/jobs/probe/probe.ts";
import { httpSettings } from "../../../src/server/wiring.ts";
import { loadConfig } from "../../../src/settings/load.ts";
import { certificate, send, serverKey, tcpServer, tlsServer } from "../../http/servers.ts";

const page = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx";

const folder = mkdtempSync(join(tmpdir(), "probe-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Modules of a file, loaded from a folder with certificates and a token. */
function modulesOf(text: string, file = "probe.toml") {
  writeFileSync(join(folder, file), text);
  writeFileSync(join(folder, "client.pem"), `${certificate("client")}${serverKey}`);
  writeFileSync(join(folder, "ca.pem"), certificate("authority"));
  writeFileSync(join(folder, "token"), "secret\n");
  writeFileSync(join(folder, "no.pem"), "x");
  return loadModules({ probe: { config: join(folder, file) } }, 0);
}

const moduleOf = async (text: string, file?: string) => (await modulesOf(text, file)).get("x") ?? {};

async function probed(
  members: string,
  target: string,
  settings: Readonly<Record<string, string>> = {},
  hostname?: string,
) {
  const all = { ...httpSettings(loadConfig(settings, {}).settings, []), guarded: "http-ports" in settings };
  return probe(
    target,
    await moduleOf(`[probe.x]\n${members}`),
    { settings: all, queue: undefined },
    new AbortController().signal,
    { debug: true, hostname },
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

test.each([
  ["authorization = { credentials = 'a' }", "Bearer a"],
  ["authorization = { type = 'Token', credentials = 'a' }", "Token a"],
  ["authorization = { credentials_file = 'token' }", "Bearer secret"],
  ["bearer_token_file = 'token'", "Bearer secret"],
  ["basic_auth = { username = 'u', password_file = 'token' }", `Basic ${btoa("u:secret")}`],
  ["basic_auth = { username_file = 'token' }", `Basic ${btoa("secret:")}`],
])("%s is sent as %s", async (members, value) => {
  await using server = await tcpServer((socket) => send(socket, page));
  await probed(members, `http://127.0.0.1:${server.port}/`);
  expect(server.received[0]).toContain(`Authorization: ${value}\r\n`);
});

test("files of credentials are read for each probe", async () => {
  await using server = await tcpServer((socket) => send(socket, page));
  const module = await moduleOf("[probe.x]\nbearer_token_file = 'token'");
  const settings = { ...httpSettings(loadConfig({}, {}).settings, []), guarded: false };
  const target = `http://127.0.0.1:${server.port}/`;
  const run = () =>
    probe(target, module, { settings, queue: undefined }, new AbortController().signal, { debug: false });
  writeFileSync(join(folder, "token"), "renewed");
  await run();
  expect(server.received[0]).toContain("Authorization: Bearer renewed\r\n");
  rmSync(join(folder, "token"));
  expect(run()).rejects.toThrow("bearer_token_file");
});

test("blackbox_exporter's request: GET with content, without a type and without compression", async () => {
  await using server = await tcpServer((socket) => send(socket, page));
  await probed("body = 'a=b'", `http://127.0.0.1:${server.port}/`);
  expect(server.received[0]).toStartWith("GET / ");
  expect(server.received[0]).toEndWith("\r\n\r\na=b");
  expect(server.received[0]).not.toMatch(/content-type|accept-encoding/i);
  const headers =
    "headers = { Accept-Encoding = 'gzip', Content-Type = 'a/b' }\nmethod = 'PUT'\nbody_file = 'token'";
  await probed(headers, `http://127.0.0.1:${server.port}/`);
  expect(server.received[1]).toMatch(/^PUT .*\r\nAccept-Encoding: gzip\r\n.*\r\n\r\nsecret\n$/s);
  expect(server.received[1]).toContain("\r\nContent-Type: a/b\r\n");
});

test("hostname replaces the host, unless the module has another", async () => {
  await using server = await tcpServer((socket) => send(socket, page));
  const target = `http://127.0.0.1:${server.port}/`;
  expect(await probed("headers = { Host = 'a.test' }", target, {}, "a.test")).toContain("probe_success 1\n");
  expect(await probed("", target, {}, "shop.test")).toContain("probe_success 1\n");
  expect(server.received[1]).toContain("\r\nHost: shop.test\r\n");
  expect(probed("headers = { Host = 'a.test' }", target, {}, "b.test")).rejects.toThrow(
    "hostname: the module",
  );
  for (const bad of ["a/b", "a b", "a@b", "a\r\nX: y"])
    expect(probed("", target, {}, bad)).rejects.toThrow("hostname is not");
});

test("cookies of a redirect are sent", async () => {
  const wall = "HTTP/1.1 302 Found\r\nLocation: /\r\nSet-Cookie: seen=1\r\nContent-Length: 0\r\n\r\n";
  await using server = await tcpServer((socket, request) =>
    send(socket, request.includes("Cookie: seen=1") ? page : wall),
  );
  const text = await probed("", `http://127.0.0.1:${server.port}/`);
  expect(text).toContain("probe_success 1\n");
  expect(text).toContain("probe_http_redirects 1\n");
});

test("preferred_ip_protocol falls back to the other version, unless that is off", async () => {
  await using server = await tcpServer((socket) => send(socket, page));
  const target = `http://127.0.0.1:${server.port}/`;
  expect(await probed("preferred_ip_protocol = 'ip6'", target)).toContain("probe_success 1\n");
  const strict = "preferred_ip_protocol = 'ip6'\nip_protocol_fallback = false";
  expect(await probed(strict, target)).toContain("probe_success 0\n");
});

describe("tls_config", () => {
  test.each([
    ["server_name = 'localhost', ca_file = 'ca.pem'", "127.0.0.1", 1],
    ["server_name = 'other.test', ca_file = 'ca.pem'", "localhost", 0],
    ["max_version = 'TLS12', insecure_skip_verify = true", "localhost", 1],
    ["max_version = 'TLS12', min_version = 'TLS13', insecure_skip_verify = true", "localhost", 0],
  ])("%s at %s", async (tls, host, success) => {
    await using server = await tlsServer((socket) => send(socket, page));
    const text = await probed(`tls_config = { ${tls} }`, `https://${host}:${server.port}/`);
    expect(text).toContain(`probe_success ${success}\n`);
    expect(text).toContain(`version="TLS 1.${tls.includes("TLS12") ? 2 : 3}"`);
  });
});

test("proxy_connect_header is sent with CONNECT only", async () => {
  await using server = await tcpServer((socket) =>
    send(socket, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"),
  );
  const members = `proxy_url = 'http://127.0.0.1:${server.port}'\nproxy_connect_header = { X-A = ['b', 'c'] }`;
  await probed(members, "https://a.test/");
  expect(server.received[0]).toMatch(/^CONNECT a\.test:443 .*\r\nX-A: b\r\nX-A: c\r\n/s);
  await probed(members, "http://a.test/");
  expect(server.received[1]).not.toContain("X-A");
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
  const network = await (await moduleOf(`[probe.x]\n${members}`)).network?.();
  expect(network?.settings.connectTimeout).toBe(200);
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

describe("faults of modules, with their position", () => {
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
    const { fault = "" } = await moduleOf(`[probe.x]\n${members}`);
    expect(fault.replaceAll(`${folder}/`, "")).toStartWith(`probe.toml:${message}`);
  });

  test("other modules of the file can be used", async () => {
    const http = (members: string) => `{ prober: http, http: { ${members} } }`;
    const lines = [
      `x: ${http("dns: x")}`,
      `y: ${http("oauth2: {}")}`,
      `z: ${http("")}`,
      "t: { prober: tcp }",
    ];
    const modules = await modulesOf(`modules:\n  ${lines.join("\n  ")}\n`, "blackbox.yml");
    const { faults, others } = unusableModules(modules);
    expect(faults.map((fault) => fault.replace(`${folder}/`, ""))).toEqual([
      "blackbox.yml:2:30: x: dns: expected ADDRESS:PORT of a DNS server",
      "blackbox.yml:3:30: y: oauth2 is not supported",
    ]);
    expect(others).toBe("t (tcp)");
    expect(modules.get("z")?.fault).toBeUndefined();
  });

  test("a file without readable modules is an error", () =>
    expect(modulesOf("modules: [", "blackbox.yml")).rejects.toThrow(ModuleError));
});
