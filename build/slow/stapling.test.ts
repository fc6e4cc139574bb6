/** Stapled OCSP answers of a real server, OpenSSL's own: every version, hash and group that a handshake takes. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lookupHttp } from "../../src/http/lookup.ts";
import { testSettings } from "../../test/http/servers.ts";
import { freePort } from "./proxy-servers.ts";

const openssl = Bun.which("openssl");
let folder = "";

async function run(...args: string[]): Promise<void> {
  const child = Bun.spawn(["openssl", ...args], { cwd: folder, stdout: "ignore", stderr: "pipe" });
  if ((await child.exited) !== 0) throw new Error(`openssl ${args[0]}: ${await child.stderr.text()}`);
}

const SETTINGS = `[ca]
default_ca=authority
[authority]
database=index.txt
new_certs_dir=.
default_md=sha256
default_days=30
policy=policy
rand_serial=yes
[policy]
commonName=supplied
[leaf]
subjectAltName=DNS:localhost
tlsfeature=status_request
`;
const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
const AUTHORITY = ["-config", "settings", "-cert", "ca.pem", "-keyfile", "ca.key"];

beforeAll(async () => {
  if (!openssl) return;
  folder = await mkdtemp(join(tmpdir(), "netlens-stapling-"));
  await Bun.write(join(folder, "settings"), SETTINGS);
  await Bun.write(join(folder, "index.txt"), "");
  await run(
    "req",
    "-x509",
    ...KEY,
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-subj",
    "/CN=Test",
    "-days",
    "30",
  );
  await run("req", ...KEY, "-keyout", "leaf.key", "-out", "leaf.csr", "-subj", "/CN=localhost");
  await run(
    "ca",
    "-batch",
    ...AUTHORITY,
    "-in",
    "leaf.csr",
    "-out",
    "leaf.pem",
    "-extensions",
    "leaf",
    "-notext",
  );
  await run("ocsp", "-issuer", "ca.pem", "-cert", "leaf.pem", "-reqout", "question", "-no_nonce");
  await answer("good");
  await run("ca", ...AUTHORITY, "-revoke", "leaf.pem", "-crl_reason", "keyCompromise");
  await answer("revoked");
});

function answer(name: string): Promise<void> {
  const signer = ["-CA", "ca.pem", "-rsigner", "ca.pem", "-rkey", "ca.key"];
  return run("ocsp", "-index", "index.txt", ...signer, "-reqin", "question", "-respout", name, "-ndays", "9");
}

afterAll(() => (folder ? rm(folder, { recursive: true }) : undefined));

test.skipIf(!openssl).each([
  ["TLS 1.2", ["-tls1_2"]],
  ["AES-128-GCM, X25519", ["-tls1_3", "-ciphersuites", "TLS_AES_128_GCM_SHA256", "-groups", "X25519"]],
  ["AES-256-GCM, P-256", ["-tls1_3", "-ciphersuites", "TLS_AES_256_GCM_SHA384", "-groups", "P-256"]],
  ["a request for a client's certificate", ["-tls1_3", "-verify", "1"]],
] as const)("%s", async (_, options) => {
  const found: (string | undefined)[] = [];
  for (const staple of [[], ["-status_file", "good"], ["-status_file", "revoked"]]) {
    const port = freePort();
    const files = ["-cert", "leaf.pem", "-key", "leaf.key", ...staple];
    const args = ["s_server", "-accept", `127.0.0.1:${port}`, "-www", "-quiet", ...files, ...options];
    const child = Bun.spawn(["openssl", ...args], { cwd: folder, stdout: "ignore", stderr: "ignore" });
    try {
      for (let tries = 0; tries < 20; tries++) {
        const [step] = (await lookupHttp(`https://localhost:${port}/`, {}, testSettings)).steps;
        const { tls, problems = [] } = step ?? {};
        if (!tls) await Bun.sleep(100);
        else {
          found.push(tls.stapled?.status, problems.find(({ name }) => /staple|revoked/.test(name))?.name);
          break;
        }
      }
    } finally {
      child.kill();
      await child.exited;
    }
  }
  expect(found).toEqual(["none", "staple-missing", "good", undefined, "revoked", "certificate-revoked"]);
});
