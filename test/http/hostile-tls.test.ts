import { describe, expect, test } from "bun:test";
import type net from "node:net";
import { type LookupOptions, lookupHttp } from "../../src/http/lookup.ts";
import { exchangeH1 } from "../../src/http/wire/exchange-h1.ts";
import { openStageClock } from "../../src/http/wire/stages.ts";
import { type Receiver, TLS_FLOOD, type Transport } from "../../src/platform/socket.ts";
import {
  type Certificate,
  certificate,
  rawServer,
  reset,
  send,
  settingsFor,
  type TlsOptions,
  tcpServer,
  tlsServer,
} from "./servers.ts";
import { type Summary, summarise } from "./summary.ts";

const answer = (socket: net.Socket) => send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
const reached = (...problems: string[]): Summary => ({
  status: 200,
  message: "OK",
  fields: ["Content-Length: 0"],
  problems,
});
const failed = (error: string): Summary => ({ status: 0, version: "", error });

const look = (port: number, options: LookupOptions = {}, host = "localhost", error = "") =>
  lookupHttp(`https://${host}:${port}/`, options, settingsFor(error));

test.each([
  ["the head", "HTTP/1.1 200 OK\r\nCont"],
  ["the content", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"],
  ["content that the end of the connection ends", "HTTP/1.1 200 OK\r\n\r\nhalf"],
])("excessive TLS is reported: %s", async (_part, sent) => {
  let receiver: Receiver | undefined;
  const connection: Transport = {
    write: () => true,
    listen: (next) => {
      receiver = next;
    },
    unlisten() {},
    pause() {},
    resume() {},
    destroy() {},
  };
  const request = { url: new URL("https://a.test/"), method: "GET", fields: [] };
  const clock = () => performance.now();
  const around = {
    settings: settingsFor(""),
    clock,
    stages: openStageClock(clock),
    signal: new AbortController().signal,
  };
  const exchange = exchangeH1(connection, request, { interim: [], extraBytes: false }, around);
  receiver?.data(Buffer.from(sent));
  await Bun.sleep(1);
  receiver?.end(Object.assign(new Error("much"), { code: TLS_FLOOD }));
  expect(await exchange.catch((error: unknown) => error)).toMatchObject({ code: "tls-flood" });
});

interface Handshake {
  readonly name: string;
  readonly certificate?: Certificate;
  readonly server?: TlsOptions;
  readonly host?: string;
  readonly options?: LookupOptions;
  readonly step: Summary;
}

const handshakes: Handshake[] = [
  { name: "an authority that nobody knows", step: reached("certificate-untrusted") },
  { name: "self-signed", certificate: "self-signed", step: reached("certificate-self-signed") },
  { name: "expired", certificate: "expired", step: reached("certificate-expired", "certificate-untrusted") },
  {
    name: "not valid yet",
    certificate: "future",
    step: reached("certificate-not-yet-valid", "certificate-untrusted"),
  },
  {
    name: "for other names",
    certificate: "other-name",
    step: reached("certificate-wrong-name", "certificate-untrusted"),
  },
  {
    name: "for the address asked for",
    certificate: "self-signed",
    host: "127.0.0.1",
    step: reached("certificate-self-signed"),
  },
  {
    name: "TLS 1.0",
    server: { minVersion: "TLSv1", maxVersion: "TLSv1" },
    step: reached("certificate-untrusted", "tls-version-old"),
  },
  {
    name: "TLS 1.1",
    server: { minVersion: "TLSv1.1", maxVersion: "TLSv1.1" },
    step: reached("certificate-untrusted", "tls-version-old"),
  },
  {
    name: "a cipher in CBC mode",
    server: { maxVersion: "TLSv1.2", ciphers: "ECDHE-ECDSA-AES128-SHA:ECDHE-RSA-AES128-SHA" },
    step: reached("certificate-untrusted", "tls-cipher-cbc"),
  },
  { name: "TLS 1.2", server: { maxVersion: "TLSv1.2" }, step: reached("certificate-untrusted") },
  {
    name: "HTTP/2 asked for and not offered",
    options: { version: "2" },
    step: reached("certificate-untrusted", "http2-not-offered"),
  },
  {
    name: "no cipher in common",
    server: { ciphers: "ECDHE-RSA-AES128-GCM-SHA256", maxVersion: "TLSv1.2" },
    step: failed("tls/tls-handshake"),
  },
  {
    name: "HTTP/2 by ALPN alone, and then none",
    server: { ALPNProtocols: ["h2"] },
    step: { ...failed("head/http2-error"), version: "2", problems: ["certificate-untrusted"] },
  },
  {
    name: "a client certificate asked for and not needed, TLS 1.2",
    server: {
      requestCert: true,
      rejectUnauthorized: false,
      ca: certificate("authority"),
      maxVersion: "TLSv1.2",
    },
    step: reached("certificate-self-signed", "tls-client-certificate"),
  },
  {
    name: "a client certificate wanted, TLS 1.3",
    server: { requestCert: true, rejectUnauthorized: true, ca: certificate("authority") },
    step: { ...failed("tls/client-certificate"), problems: ["certificate-self-signed"] },
  },
  {
    name: "a client certificate wanted, TLS 1.2",
    server: {
      requestCert: true,
      rejectUnauthorized: true,
      ca: certificate("authority"),
      maxVersion: "TLSv1.2",
    },
    // The server's alert is only handshake_failure, but its CertificateRequest before that is not encrypted.
    step: failed("tls/client-certificate"),
  },
];

describe("TLS handshakes", () => {
  for (const {
    name,
    certificate: certificateName = "good",
    server: options,
    host,
    options: asked,
    step,
  } of handshakes)
    test(name, async () => {
      await using server = await tlsServer(answer, { name: certificateName, ...options });
      expect(summarise(await look(server.port, asked, host))).toEqual(step);
    });
});

const notTls: [name: string, serve: (socket: net.Socket) => void, error: string][] = [
  ["plain HTTP", (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"), "tls/not-tls"],
  ["an SSH banner", (socket) => send(socket, "SSH-2.0-OpenSSH_9.9\r\n"), "tls/not-tls"],
  ["closes after the hello", (socket) => socket.once("data", () => socket.destroy()), "tls/tls-closed"],
  ["resets after the hello", (socket) => socket.once("data", () => reset(socket)), "tls/tls-closed"],
  ["says nothing", () => {}, "tls/tls-timeout"],
  [
    "alert unrecognized_name",
    (socket) => socket.once("data", () => send(socket, "\x15\x03\x03\x00\x02\x02\x70")),
    "tls/tls-unknown-name",
  ],
  [
    "alert handshake_failure",
    (socket) => socket.once("data", () => send(socket, "\x15\x03\x03\x00\x02\x02\x28")),
    "tls/tls-handshake",
  ],
  [
    "alert protocol_version",
    (socket) => socket.once("data", () => send(socket, "\x15\x03\x03\x00\x02\x02\x46")),
    "tls/tls-version",
  ],
  [
    "alert internal_error",
    (socket) => socket.once("data", () => send(socket, "\x15\x03\x03\x00\x02\x02\x50")),
    "tls/tls-handshake",
  ],
  [
    "a broken handshake record",
    (socket) => socket.once("data", () => send(socket, `\x16\x03\x03\x00\x08${"\xff".repeat(8)}`)),
    "tls/tls-handshake",
  ],
];

describe("no TLS", () => {
  for (const [name, serve, error] of notTls)
    test(name, async () => {
      await using server = await rawServer(serve);
      const report = await look(server.port, {}, "localhost", error);
      expect(summarise(report)).toEqual(failed(error));
      expect(report).toMatchObject({ status: "error", stop: "error" });
      expect(report.statusDescription).toBe(report.steps[0]?.error?.message ?? "");
    });
});

test("the TLS block has the protocol and the certificate", async () => {
  await using server = await tlsServer(answer, { name: "expired" });
  const { tls, problems, ip, timeStages } = (await look(server.port)).steps[0] ?? {};
  expect(tls).toMatchObject({
    protocol: "TLSv1.3",
    cipher: expect.stringMatching(/^TLS_/),
    alpn: "",
    authorized: false,
    error: "CERT_HAS_EXPIRED",
    subject: expect.stringContaining("CN=localhost"),
    issuer: expect.stringContaining("CN=netlens test authority"),
    validFrom: "2020-01-01T00:00:00.000Z",
    validTo: "2021-01-01T00:00:00.000Z",
    names: ["localhost", "127.0.0.1"],
    fingerprint256: expect.stringMatching(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/),
  });
  expect(tls?.daysLeft).toBeLessThan(-1000);
  expect(problems?.find(({ name }) => name === "certificate-expired")?.title).toMatch(
    /^The certificate expired \d{4,} days ago\.$/,
  );
  expect(ip).toBe("127.0.0.1");
  expect(Object.keys(timeStages ?? {})).toEqual([
    "wait",
    "dns",
    "tcp",
    "tls",
    "firstByte",
    "download",
    "total",
  ]);
});

test("a certificate without a subject, as some authorities issue", async () => {
  await using server = await tlsServer(answer, { name: "no-subject" });
  const [step] = (await look(server.port)).steps;
  expect(step?.tls).toMatchObject({
    subject: "",
    names: ["localhost", "127.0.0.1"],
    error: "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  });
  expect(step?.problems.map(({ name }) => name)).not.toContain("certificate-wrong-name");
});

test("a trusted certificate is authorised", async () => {
  await using server = await tlsServer(answer, { ALPNProtocols: ["http/1.1"] });
  const script = `
    import { lookupHttp } from "${new URL("../../src/http/lookup.ts", import.meta.url).pathname}";
    import { testSettings } from "${new URL("./servers.ts", import.meta.url).pathname}";
    const report = await lookupHttp("https://localhost:${server.port}/", {}, testSettings);
    console.log(JSON.stringify([report.status, report.steps[0].tls, report.steps[0].problems.map((problem) => problem.name)]));`;
  const authority = new URL("./fixtures/authority.pem", import.meta.url).pathname;
  const child = Bun.spawn([process.execPath, "-e", script], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authority },
  });
  const [status, tls, problems] = JSON.parse(await new Response(child.stdout).text());
  expect(status).toBe(200);
  expect(tls).toMatchObject({ authorized: true, error: "", alpn: "http/1.1" });
  expect(problems.filter((name: string) => name.startsWith("certificate"))).toEqual([]);
});

test("the content of a response over TLS that ends without a close", async () => {
  await using server = await tlsServer((socket) => {
    send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello");
    setTimeout(() => socket.destroy(), 30);
  });
  expect(summarise(await look(server.port))).toMatchObject({ status: 200, error: "body/closed-in-body" });
});

describe("SNI is sent for a name, not for an address", () => {
  for (const version of ["1.1", "2"] as const)
    test(`HTTP/${version}`, async () => {
      const hellos: string[] = [];
      await using server = await rawServer((socket) =>
        socket.once("data", (hello: Buffer) => {
          hellos.push(hello.toString("latin1"));
          send(socket, "\x15\x03\x03\x00\x02\x02\x28");
        }),
      );
      for (const host of ["localhost", "127.0.0.1"])
        await look(server.port, { version }, host, "tls/tls-handshake");
      // Every second hello is the probe after the failure, which checks whether the server requests a
      // certificate.
      const [named = "", , literal = ""] = hellos;
      // server_name (0): a list with one host_name (RFC 6066 section 3).
      expect(named).toContain("\x00\x00\x00\x0e\x00\x0c\x00\x00\x09localhost");
      expect(literal).not.toContain("127.0.0.1");
      expect(literal).not.toContain("localhost");
    });
});

test("nothing is sent unencrypted to an https target", async () => {
  await using server = await tcpServer(() => {});
  await look(server.port, {}, "localhost", "tls/tls-timeout");
  expect(server.received).toEqual([]);
});
