/** Environment variables of Bun that must not change the output. */

import { expect, test } from "bun:test";
import type { HttpReport } from "../../src/http/schema.ts";
import { certificate, serverKey } from "../http/servers.ts";

const main = new URL("../../src/main.ts", import.meta.url).pathname;

test("NODE_TLS_REJECT_UNAUTHORIZED does not make a certificate valid", async () => {
  const tls = { key: serverKey, cert: certificate("self-signed") };
  const server = Bun.serve({ port: 0, tls, fetch: () => new Response("hello") });
  const child = Bun.spawn([process.execPath, main, "http", "--json", `https://localhost:${server.port}/`], {
    env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: "0" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const report = (await new Response(child.stdout).json()) as HttpReport;
  expect(report.steps[0]?.tls).toMatchObject({ authorized: false });
  expect(report.steps[0]?.problems.map(({ name }) => name)).toContain("certificate-self-signed");
  await server.stop(true);
}, 30_000);
