import { describe, expect, test } from "bun:test";
import net from "node:net";
import { lookupHttp } from "../../src/http/lookup.ts";
import type { HttpStep } from "../../src/http/schema.ts";
import type { HttpSettings } from "../../src/http/settings.ts";
import { onlyProxy } from "../../src/http/wire/proxy.ts";
import {
  certificate,
  h2Server,
  networks,
  type Running,
  rawServer,
  reset,
  send,
  tcpServer,
  testSettings,
  tlsServer,
} from "./servers.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/** Settings of a command line with one proxy for all requests. */
const through = (proxy: string, more: Partial<HttpSettings> = {}): HttpSettings => ({
  ...testSettings,
  guarded: false,
  proxies: onlyProxy(proxy, "--proxy"),
  ...more,
});

/** Proxy behaviour: forwards to the port in CONNECT or in the URL, always on loopback. */
function pass(socket: net.Socket, request: string): void {
  const [, method = "", port = ""] = /^(\w+) \S*?:(\d+)/.exec(request) ?? [];
  const onward = net.connect(Number(port), "127.0.0.1", () => {
    if (method === "CONNECT") socket.write("HTTP/1.1 200 Connection established\r\nVia: 1.1 p\r\n\r\n");
    else onward.write(request);
    socket.pipe(onward);
    onward.pipe(socket);
  });
  onward.on("error", () => socket.destroy());
  socket.removeAllListeners("data");
}

const firstStep = async (url: string, settings: HttpSettings, options = {}): Promise<HttpStep> => {
  const [step] = (await lookupHttp(url, options, settings)).steps;
  if (!step) throw new Error("a lookup has a step");
  return step;
};

describe("through an http proxy", () => {
  test("an http request has the whole URL, the credentials, and no stage for the proxy", async () => {
    await using proxy = await tcpServer((socket) => send(socket, OK));
    const settings = through(`http://me:se%40cret@127.0.0.1:${proxy.port}`);
    const step = await firstStep("http://target.test:81/a?b#c", settings);
    expect(step).toMatchObject({ status: 200, ip: "127.0.0.1", proxy: `http://127.0.0.1:${proxy.port}` });
    const [line, host, authorization] = (proxy.received[0] ?? "").split("\r\n");
    expect([line, host, authorization]).toEqual([
      "GET http://target.test:81/a?b HTTP/1.1",
      "Host: target.test:81",
      `Proxy-Authorization: Basic ${btoa("me:se@cret")}`,
    ]);
    expect(JSON.stringify(step)).not.toContain(btoa("me:se@cret"));
    expect(Object.keys(step.timeStages)).toEqual(["wait", "dns", "tcp", "firstByte", "download", "total"]);
  });

  for (const version of ["1.1", "2"] as const)
    test(`an https request by HTTP/${version} uses a tunnel, which its steps share`, async () => {
      let count = 0;
      const isFirst = () => count++ === 0;
      await using target = await (version === "1.1"
        ? tlsServer((socket) =>
            send(socket, isFirst() ? OK.replace("200 OK", "302 Found\r\nLocation: /2") : OK),
          )
        : h2Server((stream) => {
            stream.respond(isFirst() ? { ":status": 302, location: "/2" } : { ":status": 200 });
            stream.end("ok");
          }));
      await using proxy = await tcpServer(pass);
      const url = `https://target.test:${target.port}/`;
      const report = await lookupHttp(url, { version: "auto" }, through(`http://127.0.0.1:${proxy.port}`));
      expect(report.steps.map(({ status, reused = false }) => [status, reused])).toEqual([
        [302, false],
        [200, true],
      ]);
      const [first, second] = report.steps;
      expect([first?.httpVersion, first?.ip, first?.tls?.authorized]).toEqual([version, "127.0.0.1", false]);
      expect(first?.timeStages.proxy).toBeGreaterThanOrEqual(0);
      expect(second?.timeStages.proxy).toBeUndefined();
      expect(second?.proxy).toBe(`http://127.0.0.1:${proxy.port}`);
      expect([proxy.connections, target.connections]).toEqual([1, 1]);
      expect(proxy.received[0]).toStartWith(
        `CONNECT target.test:${target.port} HTTP/1.1\r\nHost: target.test:${target.port}\r\n\r\n`,
      );
    });

  test("a detour changes the address that the proxy connects to", async () => {
    await using target = await tcpServer((socket) => send(socket, OK));
    await using proxy = await tcpServer(pass);
    const detours = [{ host: "", port: 80, to: { host: "elsewhere.test", port: target.port } }];
    const step = await firstStep(
      "http://target.test/",
      through(`http://127.0.0.1:${proxy.port}`, { detours }),
    );
    expect([step.status, step.error]).toEqual([200, undefined]);
    expect(proxy.received[0]).toStartWith(`CONNECT elsewhere.test:${target.port} HTTP/1.1\r\n`);
    expect(target.received[0]).toStartWith("GET / HTTP/1.1\r\nHost: target.test\r\n");
  });

  test("extra requests use it too", async () => {
    await using proxy = await tcpServer((socket) =>
      send(socket, OK.replace("\r\nC", '\r\nETag: "a"\r\nAlt-Svc: h3=":443"\r\nC')),
    );
    const report = await lookupHttp(
      "http://target.test/",
      { checks: true, variants: true },
      through(`http://127.0.0.1:${proxy.port}`),
    );
    expect(report.status).toBe(200);
    expect(proxy.received.length).toBeGreaterThan(3);
    expect(proxy.received.filter((request) => request.startsWith("CONNECT")).length).toBeGreaterThan(0);
  });

  test("a 407 to an http request is a response", async () => {
    await using proxy = await tcpServer((socket) => send(socket, OK.replace("200 OK", "407 Who")));
    const step = await firstStep("http://target.test/", through(`http://127.0.0.1:${proxy.port}`));
    expect([step.status, step.error]).toEqual([407, undefined]);
  });
});

describe("a proxy with an error", () => {
  const rows: [name: string, serve: (socket: net.Socket) => void, code: string, message: RegExp][] = [
    [
      "asks who asks",
      (socket) => send(socket, "HTTP/1.1 407 Who are you\r\n\r\n"),
      "proxy-authentication",
      /requires credentials \(407 Who are you\)/,
    ],
    [
      "forbids it",
      (socket) => send(socket, "HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno"),
      "proxy-refused",
      /does not connect to target\.test:443 \(403 Forbidden\)/,
    ],
    ["does not reach it", (socket) => send(socket, "HTTP/1.0 502\r\n\r\n"), "proxy-refused", /\(502\)/],
    [
      "redirects",
      (socket) => send(socket, "HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n"),
      "proxy-refused",
      /302 Found/,
    ],
    ["closes", (socket) => void socket.end(), "proxy-broken", /closed the connection without an answer/],
    ["resets", reset, "proxy-broken", /closed the connection without an answer/],
    [
      "closes within its head",
      (socket) => void socket.end("HTTP/1.1 200 OK\r\nA: b\r\n"),
      "proxy-broken",
      /closed/,
    ],
    [
      "speaks no HTTP",
      (socket) => send(socket, "220 smtp ready\r\n".repeat(9)),
      "proxy-broken",
      /sent an invalid answer/,
    ],
    [
      "has no end",
      (socket) => {
        const more = () =>
          socket.write(`X: ${"x".repeat(5000)}\r\n`, () => void (socket.destroyed || setTimeout(more, 1)));
        socket.write("HTTP/1.1 200 OK\r\n");
        more();
      },
      "proxy-broken",
      /longer than 65536 bytes/,
    ],
    [
      "speaks first",
      (socket) => send(socket, "HTTP/1.1 200 OK\r\n\r\nhello"),
      "proxy-broken",
      /bytes after its answer/,
    ],
    ["is silent", () => {}, "proxy-broken", /did not answer within 0\.5 s/],
  ];
  test.each(rows)("%s", async (_, serve, code, message) => {
    await using proxy = await tcpServer(serve);
    const settings = through(`http://127.0.0.1:${proxy.port}`, { connectTimeout: 500 });
    const step = await firstStep("https://target.test/", settings);
    expect(step.error).toMatchObject({ phase: "tcp", code, message: expect.stringMatching(message) });
    expect(step.error?.hint).not.toBe("");
    expect(step.timeStages.proxy).toBeGreaterThanOrEqual(0);
    expect(proxy.connections).toBe(1);
  });

  test("is named if nothing listens, with its variable", async () => {
    const settings = { ...through(""), proxies: onlyProxy("http://127.0.0.1:1", "HTTPS_PROXY") };
    const { error } = await firstStep("https://target.test/", settings);
    expect(error).toMatchObject({ phase: "tcp", code: "connection-refused" });
    expect(error?.hint).toBe(
      "Check the proxy http://127.0.0.1:1, which HTTPS_PROXY names: the connection goes through it.",
    );
  });

  test("is refused for HTTP/3", async () => {
    const { error } = await firstStep("https://target.test/", through("http://127.0.0.1:1"), {
      version: "3",
    });
    expect(error).toMatchObject({ code: "proxy-refused", message: "HTTP/3 does not work through a proxy." });
  });
});

describe("through an https proxy", () => {
  const authorities = certificate("authority").toString();

  test("TLS to the target is inside the TLS to the proxy", async () => {
    await using target = await tlsServer((socket) => send(socket, OK));
    await using proxy = await tlsServer(pass);
    const settings = through(`https://127.0.0.1:${proxy.port}`, { authorities });
    const step = await firstStep(`https://127.0.0.1:${target.port}/`, settings);
    expect([step.error, step.status, step.tls?.authorized]).toEqual([undefined, 200, true]);
    expect(step.timeStages.proxy).toBeGreaterThan(0);
  });

  test("an http request is sent inside TLS", async () => {
    await using proxy = await tlsServer((socket) => send(socket, OK));
    const settings = through(`https://127.0.0.1:${proxy.port}`, { authorities });
    const step = await firstStep("http://target.test/x", settings);
    expect([step.error, step.status, step.tls]).toEqual([undefined, 200, undefined]);
    expect(proxy.received[0]).toStartWith("GET http://target.test/x HTTP/1.1\r\n");
  });

  test("nothing is sent to a proxy with an untrusted certificate", async () => {
    await using proxy = await tlsServer(pass, { name: "self-signed" });
    const settings = through(`https://u:p@127.0.0.1:${proxy.port}`, { authorities });
    const { error } = await firstStep("https://target.test/", settings);
    expect(error).toMatchObject({ code: "proxy-broken", message: expect.stringContaining("is not trusted") });
    expect(proxy.received).toEqual([]);
  });
});

/** SOCKS5 proxy (RFC 1928, 1929) that connects to loopback and records requested targets. */
function socksServer(seen: string[], { user = "", reply = 0 } = {}): Promise<Running> {
  return rawServer((socket) => {
    let part = 0;
    const take = (bytes: Buffer) => {
      part++;
      if (part === 1) return void socket.write(Buffer.of(5, user === "" ? 0 : 2));
      if (part === 2 && user !== "") {
        const name = bytes.subarray(2, 2 + (bytes[1] ?? 0)).toString();
        return void socket.write(Buffer.of(1, name === user ? 0 : 1));
      }
      const kind = bytes[3] ?? 0;
      const name = kind === 3 ? bytes.subarray(5, -2).toString() : bytes.subarray(4, -2).join(".");
      const port = bytes.readUInt16BE(bytes.length - 2);
      seen.push(`${kind} ${name} ${port}`);
      socket.off("data", take);
      // The reply arrives in pieces and has a name as bound address.
      const answer = Buffer.from([5, reply, 0, 3, 2, 97, 98, 0, 80]);
      socket.write(answer.subarray(0, 3));
      setTimeout(() => {
        socket.write(answer.subarray(3));
        if (reply !== 0) return;
        const onward = net.connect(port, "127.0.0.1");
        onward.on("error", () => socket.destroy());
        socket.pipe(onward).pipe(socket);
      }, 20);
    };
    socket.on("data", take);
  });
}

describe("through a SOCKS5 proxy", () => {
  const rows: [url: string, told: string][] = [
    ["http://target.test", "3 target.test"],
    ["http://127.0.0.1", "1 127.0.0.1"],
    ["http://[::1]", "4 0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1"],
    ["https://target.test", "3 target.test"],
  ];
  test.each(rows)("%s is requested", async (url, told) => {
    const seen: string[] = [];
    const isTls = url.startsWith("https");
    await using target = await (isTls ? tlsServer : tcpServer)((socket: net.Socket) => send(socket, OK));
    await using proxy = await socksServer(seen, { user: "me" });
    const step = await firstStep(`${url}:${target.port}/`, through(`socks5h://me:x@127.0.0.1:${proxy.port}`));
    expect([step.error, step.status, step.proxy]).toEqual([
      undefined,
      200,
      `socks5://127.0.0.1:${proxy.port}`,
    ]);
    expect(seen).toEqual([`${told} ${target.port}`]);
    expect(target.received[0]).toStartWith("GET / HTTP/1.1\r\n");
  });

  const [most, more] = [`${"ü".repeat(127)}e`, "ü".repeat(128)];
  const labels = Array.from({ length: 4 }, () => "a".repeat(62)).join(".");
  test.each([
    [most, "x", "target.test", "SOCKS5 is reached"],
    ["me", most, "target.test", "SOCKS5 is reached"],
    ["me", "x", `${labels}.org`, "SOCKS5 is reached"],
    [more, "x", "target.test", "The user name for the proxy socks5://127.0.0.1:PORT has 256 bytes"],
    ["me", more, "target.test", "The password for the proxy socks5://127.0.0.1:PORT has 256 bytes"],
    ["me", "x", `${labels}.test`, "The target's name for the proxy socks5://127.0.0.1:PORT has 256 bytes"],
  ])("255 bytes are the maximum of each part: %s %s %s: %s", async (user, password, host, said) => {
    const seen: string[] = [];
    await using proxy = await socksServer(seen, { user, reply: 5 });
    const given = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
    const step = await firstStep(
      `http://${host}/`,
      through(`socks5://${given}@127.0.0.1:${proxy.port}`, { connectTimeout: 2000 }),
    );
    const { message = "", code } = step.error ?? {};
    expect(code).toBe("proxy-refused");
    if (seen.length > 0) expect([seen, said]).toEqual([[`3 ${host} 80`], "SOCKS5 is reached"]);
    else expect(message).toStartWith(said.replace("PORT", String(proxy.port)));
  });

  test("failures are reported", async () => {
    await using open = await socksServer([], { reply: 5 });
    await using closed = await socksServer([], { user: "me" });
    await using http = await tcpServer((socket) => send(socket, OK));
    const failed = async (proxy: string) =>
      (await firstStep("http://target.test/", through(proxy, { connectTimeout: 500 }))).error;
    expect(await failed(`socks5://127.0.0.1:${open.port}`)).toMatchObject({
      code: "proxy-refused",
      message: expect.stringContaining("does not connect to target.test:80 (connection refused)"),
    });
    expect(await failed(`socks5://127.0.0.1:${closed.port}`)).toMatchObject({ code: "proxy-authentication" });
    expect(await failed(`socks5://you:x@127.0.0.1:${closed.port}`)).toMatchObject({
      code: "proxy-authentication",
      message: expect.stringContaining("refuses these credentials"),
    });
    expect(await failed(`socks5://127.0.0.1:${http.port}`)).toMatchObject({ code: "proxy-broken" });
  });
});

describe("a service's proxy", () => {
  const guarded = (port: number): HttpSettings => ({
    ...testSettings,
    allow: networks("192.0.2.0/24"),
    proxies: onlyProxy(`http://127.0.0.1:${port}`, "--http-proxy"),
  });
  const forbidden = [
    "127.0.0.1",
    "2130706433",
    "[::1]",
    "[::ffff:10.0.0.1]",
    "169.254.169.254",
    "localhost",
    "x.localhost.",
    "printer",
    "router.local",
    "metadata.google.internal",
    "nas.home.arpa",
    "nas.localdomain",
    "NAS.LOCALDOMAIN.",
    "files.lan",
    "x.private",
  ];
  test.each(forbidden)("never receives %s", async (host) => {
    await using proxy = await tcpServer((socket) => send(socket, OK));
    for (const scheme of ["http", "https"]) {
      const { error } = await firstStep(`${scheme}://${host}/`, guarded(proxy.port));
      expect(error).toMatchObject({ phase: "policy", code: "forbidden-address" });
    }
    expect(proxy.connections).toBe(0);
  });

  /** Hosts that are rejected in URLs and in detours. */
  const notNames = [
    "10.1.2.3..",
    "0x7f.1..",
    "127.1..",
    "0177.0.0.1..",
    "localhost..",
    "a..example",
    `${"a".repeat(64)}.example`,
  ];
  const raw = [
    "0x7f.1",
    "127.1",
    "0177.0.0.1",
    "2130706433",
    "0x7f000001",
    "127.0.0.1.",
    "fe80::1%eth0",
    "::1]",
  ];
  test.each([...notNames, ...raw])("never receives %s, nor does DNS", async (host) => {
    await using proxy = await tcpServer((socket) => send(socket, OK));
    const detours = raw.includes(host) ? [{ host: "", port: undefined, to: { host } }] : [];
    const url = `http://${detours.length > 0 ? "target.test" : host}/`;
    const direct = await firstStep(url, { ...guarded(proxy.port), proxies: undefined, detours });
    for (const scheme of ["http", "https"]) {
      const { error } = await firstStep(url.replace("http", scheme), { ...guarded(proxy.port), detours });
      expect(error).toMatchObject({ code: "dns-failed", message: direct.error?.message ?? "" });
    }
    expect(proxy.connections).toBe(0);
  });

  test("never receives a forbidden port, nor a redirect to one", async () => {
    await using proxy = await tcpServer((socket) =>
      send(socket, OK.replace("200 OK", "302 Found\r\nLocation: http://10.0.0.1/")),
    );
    const { error } = await firstStep("http://target.test:25/", guarded(proxy.port));
    expect(error?.code).toBe("forbidden-port");
    const report = await lookupHttp("http://target.test/", {}, guarded(proxy.port));
    expect(report.steps.map(({ status }) => status)).toEqual([302, 0]);
    expect(report.steps[1]?.error?.code).toBe("forbidden-address");
    expect(proxy.received).toHaveLength(1);
  });

  test("receives names and addresses that are public or allowed", async () => {
    await using proxy = await tcpServer((socket) => send(socket, OK));
    for (const host of ["target.test", "192.0.2.7", "localhost.example.com"]) {
      const step = await firstStep(`http://${host}/`, guarded(proxy.port));
      expect([step.status, step.ip, step.proxy]).toEqual([
        200,
        "127.0.0.1",
        `http://127.0.0.1:${proxy.port}`,
      ]);
    }
  });
});
