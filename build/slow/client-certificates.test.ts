/** Servers that require a client certificate: OpenSSL and nginx. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lookupHttp } from "../../src/http/lookup.ts";
import { testSettings } from "../../test/http/servers.ts";
import { freePort, nginx } from "./proxy-servers.ts";

const folder = mkdtempSync(join(tmpdir(), "authorities-"));
const at = (file: string) => join(folder, file);
beforeAll(() => {
  const made = (name: string, subject: string) => {
    const args = ["-nodes", "-utf8", "-days", "30", "-keyout", at(`${name}.key`), "-out", at(`${name}.pem`)];
    Bun.spawnSync(["openssl", "req", "-x509", "-newkey", "rsa:2048", ...args, "-subj", subject]);
    return Bun.file(at(`${name}.pem`)).text();
  };
  return Promise.all([
    made("server", "/CN=localhost"),
    made("staff", "/C=DE/O=Example Ltd/CN=Staff CA"),
    made("guests", "/DC=example/OU=Gäste/CN=Guests"),
  ]).then(([, ...authorities]) => writeFileSync(at("authorities.pem"), authorities.join("")));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function look(port: number) {
  const { steps } = await lookupHttp(`https://127.0.0.1:${port}/`, {}, { ...testSettings });
  return { message: steps[0]?.error?.message, titles: steps[0]?.problems.map(({ title }) => title) };
}

describe.each(["1_2", "1_3"])("TLS %s", (version) => {
  test("of OpenSSL, which closes the connection", async () => {
    const port = freePort();
    const files = ["-cert", at("server.pem"), "-key", at("server.key"), "-CAfile", at("authorities.pem")];
    const flags = ["-Verify", "1", "-verify_return_error", `-tls${version}`, "-www", "-quiet"];
    const server = Bun.spawn(["openssl", "s_server", "-accept", `127.0.0.1:${port}`, ...files, ...flags], {
      stdout: "ignore",
      stderr: "ignore",
    });
    try {
      let found = await look(port);
      for (let tries = 0; found.message?.includes("refused") && tries < 50; tries++) {
        await Bun.sleep(100);
        found = await look(port);
      }
      expect(found.message).toBe("The server requires a client certificate, which a lookup does not have.");
    } finally {
      server.kill();
      await server.exited;
    }
  });

  test("of nginx, which answers 400", async () => {
    const server =
      await nginx(`server { listen 127.0.0.1:PORT ssl; ssl_protocols TLSv${version.replace("_", ".")};
      ssl_certificate ${at("server.pem")}; ssl_certificate_key ${at("server.key")};
      ssl_verify_client on; ssl_client_certificate ${at("authorities.pem")}; }`);
    try {
      const { titles = [] } = await look(server.port);
      // TLS 1.3 encrypts the CertificateRequest.
      expect(titles.filter((title) => title.includes("requests a client certificate"))).toHaveLength(
        version === "1_2" ? 1 : 0,
      );
    } finally {
      await server.stop();
    }
  });
});
