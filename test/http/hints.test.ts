import { describe, expect, test } from "bun:test";
import { failureKinds } from "../../data/failures.ts";
import { lookupHttp } from "../../src/http/lookup.ts";
import type { HttpSettings } from "../../src/http/settings.ts";
import { dnsServer } from "./dns-server.ts";
import { rawServer, send, testSettings, tlsServer } from "./servers.ts";

/** Hint of a failed step. */
async function hintOf(url: string, settings: HttpSettings = testSettings): Promise<string> {
  const report = await lookupHttp(url, {}, settings);
  expect(report.status).toBe("error");
  expect(report.steps.at(-1)).toMatchObject({ status: 0, statusMessage: expect.stringMatching(/./) });
  return report.steps.at(-1)?.error?.hint ?? "";
}

describe("a failed step has a hint", () => {
  const banners: [protocol: string, banner: string, hint: string][] = [
    ["SSH", "SSH-2.0-OpenSSH_9.9\r\n", "ssh"],
    ["SMTP", "220 mail.example ESMTP Postfix\r\n", "Use the port of the web server"],
    ["a TLS alert", "\x15\x03\x01\x00\x02\x02\x46", "https://"],
    ["HTTP/0.9", "<html>hello", "status line"],
  ];
  for (const [protocol, banner, hint] of banners)
    test(`${protocol} on the port`, async () => {
      await using server = await rawServer((socket) => send(socket, banner));
      expect(await hintOf(`http://127.0.0.1:${server.port}/`)).toContain(hint);
    });

  test("a TLS server that closes without an alert", async () => {
    await using server = await tlsServer(() => {});
    expect(await hintOf(`http://127.0.0.1:${server.port}/`)).toContain("https://");
  });

  test("plain HTTP on a TLS port", async () => {
    await using server = await rawServer((socket) =>
      socket.once("data", () => send(socket, "HTTP/1.1 400 Bad Request\r\n\r\n")),
    );
    expect(await hintOf(`https://127.0.0.1:${server.port}/`)).toContain("http://");
  });

  test("the hint for a private address names the flags", async () => {
    const settings = { ...testSettings, allow: [] };
    expect(await hintOf("http://127.0.0.1/", settings)).toMatch(/--http-allow.*--public-only/);
    await using dns = await dnsServer(() => ["10.0.0.1"]);
    expect(
      await hintOf("http://intern.test/", { ...settings, resolver: { host: "127.0.0.1", port: dns.port } }),
    ).toContain("--http-allow");
    expect(await hintOf("http://127.0.0.1:25/", settings)).toContain("--http-ports");
  });

  test("every code has a hint that is a sentence", () => {
    for (const [code, { hint }] of Object.entries(failureKinds))
      expect(hint, code).toMatch(/^[A-Z].{20,}\.$/);
  });
});
