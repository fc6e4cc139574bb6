import { describe, expect, test } from "bun:test";
import { certificate, send, tcpServer, tlsServer } from "../http/servers.ts";
import { cli } from "./fake-io.ts";

const ok = (text: string) =>
  `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
const first = (request = "") => request.split("\r\n")[0];

async function look(...args: string[]) {
  const { code, out, err } = await cli(["http", "--json", ...args], {
    files: { "ca.pem": certificate("authority").toString(), "data.txt": "a=1\nb\r\n", "no.pem": "x" },
  });
  return { code, err, report: out === "" ? undefined : JSON.parse(out) };
}

describe("flags known from curl", () => {
  test("--resolve dials an address with the name in the request", async () => {
    await using server = await tcpServer((socket) => send(socket, ok("x")));
    const { report } = await look(
      "--resolve",
      `origin.test:${server.port}:127.0.0.1`,
      `http://origin.test:${server.port}/`,
    );
    expect([report.status, report.steps[0].ip]).toEqual([200, "127.0.0.1"]);
    expect(server.received[0]).toContain(`Host: origin.test:${server.port}\r\n`);
  });

  test("--connect-to keeps Host, and the guard checks the new address", async () => {
    await using server = await tcpServer((socket) => send(socket, ok("x")));
    const to = `origin.test:80:127.0.0.1:${server.port}`;
    const { report } = await look("--connect-to", to, "http://origin.test/");
    expect(report.status).toBe(200);
    expect(server.received[0]).toContain("Host: origin.test\r\n");
    const guarded = (await look("--public-only", "--connect-to", to, "http://origin.test/")).report;
    expect(guarded.steps[0].error.phase).toBe("policy");
    const resolved = await look(
      "--public-only",
      "--resolve",
      "origin.test:80:127.0.0.1",
      "http://origin.test/",
    );
    expect(resolved.report.steps[0].error.code).toBe("forbidden-address");
    expect(server.received.length).toBe(1);
  });

  test("--cacert adds an authority, -k accepts any certificate", async () => {
    await using server = await tlsServer((socket) => send(socket, ok("x")));
    const url = `https://localhost:${server.port}/`;
    const at = ["--resolve", `localhost:${server.port}:127.0.0.1`];
    const trusted = async (...args: string[]) =>
      (await look(...at, ...args, url)).report.steps[0].tls.authorized;
    expect(await trusted()).toBe(false);
    expect(await trusted("--cacert", "ca.pem")).toBe(true);
    const failing = ["--fail-on", "error"];
    expect((await look(...at, ...failing, url)).code).toBe(4);
    expect((await look(...at, ...failing, "-k", url)).code).toBe(0);
    expect((await look(...at, ...failing, "--cacert", "ca.pem", url)).code).toBe(0);
  });

  test("-d posts a form, and a redirect changes the method to GET", async () => {
    await using server = await tcpServer((socket, request) => {
      const status = /^\w+ \/(\d+)/.exec(request)?.[1];
      send(socket, status ? `HTTP/1.1 ${status} X\r\nLocation: /\r\nContent-Length: 0\r\n\r\n` : ok("x"));
    });
    const base = `http://127.0.0.1:${server.port}`;
    const { report } = await look("-d", "x=1", "--data", "@data.txt", `${base}/302`);
    expect(report.status).toBe(200);
    expect(server.received[0]).toEndWith("Content-Length: 8\r\n\r\nx=1&a=1b");
    expect(server.received[0]).toContain("Content-Type: application/x-www-form-urlencoded\r\n");
    expect(first(server.received[1])).toBe("GET / HTTP/1.1");
    expect(server.received[1]).not.toContain("Content-Type");
    await look("-d", "x=1", `${base}/307`);
    expect(server.received[3]).toEndWith("\r\n\r\nx=1");
    expect(first(server.received[3])).toBe("POST / HTTP/1.1");
  });

  test("--http-version 2 needs TLS", async () => {
    await using server = await tcpServer((socket) => send(socket, ok("x")));
    const { report } = await look("--http-version", "2", `http://127.0.0.1:${server.port}/`);
    expect(report.steps[0].problems.map(({ name }: { name: string }) => name)).toContain("http2-needs-tls");
  });

  test.each([
    [["--resolve", "a:b"], '--resolve: expected HOST:PORT:ADDRESS, not "a:b"'],
    [["--connect-to", "a"], '--connect-to: expected HOST:PORT:HOST:PORT, not "a"'],
    [["--cacert", "gone.pem"], "--cacert: gone.pem: no such file"],
    [["--cacert", "no.pem"], "--cacert: no.pem has no PEM certificate"],
    [["--data", "@gone"], "--data: gone: no such file"],
    [["--data", "x", "-X", "HEAD"], "--method HEAD sends no data"],
    [["-X", "NO SUCH"], '"NO SUCH" is not a valid method'],
    [["-X", "CONNECT"], "CONNECT is for proxies"],
    [["--data", "x", "--http-version", "3"], "--data is not supported over HTTP/3"],
    [["-L"], "unknown option -L; use netlens curl, which takes curl's flags"],
    [["--http-timeout", "3s"], "unknown option --http-timeout; use --timeout TIME"],
    [["--listen", ":80"], "unknown option --listen"],
    [["--parallel", "0", "@data.txt"], "--parallel: expected 1 to 999"],
    [["--parallel", "1000", "@data.txt"], "--parallel: expected 1 to 999"],
    [["--parallel", "2"], "--parallel has no effect without standard input"],
  ])("%p", async (args, message) => {
    const { code, err } = await look(...args, "http://127.0.0.1:1/");
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

test("--parallel limits concurrent lookups, with at most four per host, and keeps the order", async () => {
  let [running, most] = [0, 0];
  await using server = await tcpServer((socket, request) => {
    running++;
    most = Math.max(most, running);
    setTimeout(
      () => {
        running--;
        send(socket, ok("x"));
      },
      request.startsWith("GET /0") ? 120 : 40,
    );
  });
  const hosts = ["localhost", "127.0.0.1"];
  const urls = Array.from({ length: 16 }, (_, index) => `http://${hosts[index % 2]}:${server.port}/${index}`);
  const ran = await cli(
    ["http", "--parallel", "16", "--resolve", `localhost:${server.port}:127.0.0.1`, "-"],
    { input: [`${urls.join("\n")}\n`] },
  );
  const answered = ran.out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).url);
  expect(answered).toEqual(urls);
  expect(most).toBe(8);
});
