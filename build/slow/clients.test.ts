/**
 * Clients that two generators make from the description of the running service. Programs that read each
 * operation's fields compile without a cast, and get the service's answers.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";

const source = join(import.meta.dir, "../clients");
const folder = mkdtempSync(join(tmpdir(), "netlens-clients-"));

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Operation {
  readonly operationId: string;
  readonly responses: { readonly 200: { content: object } };
}

let service: Service;
let target: Bun.Server<undefined>;
let document: Document;

/** Runs a tool of the clients' package. @returns its output if it fails, else `""` */
function run(tool: string, ...more: readonly string[]): string {
  const command = [process.execPath, join(folder, "node_modules", tool), ...more];
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: folder });
  return exitCode === 0 ? "" : `${tool} ended with ${exitCode}: ${stdout}${stderr}`;
}

async function generate(description: Document): Promise<void> {
  await Bun.write(join(folder, "openapi.json"), JSON.stringify(description));
  expect(run("openapi-typescript/bin/cli.js", "openapi.json", "-o", "generated/openapi-typescript.ts")).toBe(
    "",
  );
  expect(run("@hey-api/openapi-ts/bin/run.js", "-i", "openapi.json", "-o", "generated/hey-api")).toBe("");
}
const compile = () => run("typescript/bin/tsc", "-p", ".");

beforeAll(async () => {
  const install = Bun.spawnSync([process.execPath, "install", "--frozen-lockfile"], { cwd: source });
  if (install.exitCode !== 0) throw new Error(`bun install: ${install.stderr}`);
  cpSync(source, folder, { recursive: true, filter: (path) => !path.endsWith("node_modules") });
  symlinkSync(join(source, "node_modules"), join(folder, "node_modules"));
  const { settings } = loadConfig(
    { listen: "127.0.0.1:0", drain: "off", "http-allow": "127.0.0.0/8", "http-ports": "1-65535" },
    {},
  );
  service = await startService(settings, () => {}, []);
  target = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("x") });
  document = (await (await fetch(`http://${service.address}/openapi.json`)).json()) as Document;
}, 60_000);
afterAll(async () => {
  await service.stop();
  await target.stop(true);
  rmSync(folder, { recursive: true });
});

describe("generated clients", () => {
  test("compile under strict, and programs read each field", async () => {
    await generate(document);
    expect(compile()).toBe("");
  });

  for (const program of ["openapi-fetch", "hey-api"])
    test(`${program}: every operation answers as its type declares`, async () => {
      const { requestAll } = (await import(join(folder, `${program}.ts`))) as {
        requestAll: (origin: string, target: string) => Promise<Record<string, unknown>>;
      };
      const answers = await requestAll(`http://${service.address}`, `http://127.0.0.1:${target.port}/`);
      expect(answers).toMatchObject({
        ownAddress: "socket",
        address: "private",
        addressBlock: 256,
        addresses: 2,
        userAgent: "curl",
        userAgents: 2,
        http: 200,
        httpHar: 200,
        httpFindings: 200,
        decodeFindings: "age-invalid",
        problem: "error",
        decode: "1 minute",
        compare: "61",
        status: "Not Found",
        health: "ok",
        openapi: "3.1.0",
        echoipJson: "192.168.1.1",
        echoipIp: "192.168.1.1\n",
      });
      const operations = Object.values(document.paths).flatMap((item) =>
        Object.values(item).map(({ operationId }) => operationId),
      );
      expect(Object.keys(answers).toSorted()).toEqual(operations.toSorted());
    });

  test("the programs do not compile if a 200 has a second type", async () => {
    const twice = structuredClone(document);
    for (const { get } of Object.values(twice.paths))
      if (get?.operationId === "address")
        Object.assign(get.responses[200].content, { "text/html": { schema: { type: "string" } } });
    await generate(twice);
    expect(compile()).toContain("openapi-fetch.ts");
  });
});
