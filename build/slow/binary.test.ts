/**
 * The executable in an empty directory, and in one with files that must not affect it. Needs `bun run build`.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";

const root = join(import.meta.dir, "../..");
const binary = join(root, "dist/netlens");
const work = mkdtempSync(join(tmpdir(), "netlens-binary-"));
const empty = join(work, "empty");
const hostile = join(work, "hostile");

/** Minimal environment: path and home. */
const bare = { PATH: "/usr/bin:/bin", HOME: work };

interface Service {
  readonly origin: string;
  readonly stderr: () => string;
  readonly child: Bun.Subprocess;
}

async function serve(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Service> {
  const child = Bun.spawn([binary, "serve", "--listen", "127.0.0.1:0", "--log-format", "json", ...args], {
    cwd,
    env: { ...bare, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  const address = Promise.withResolvers<string>();
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stderr as ReadableStream<Uint8Array>) {
      log += decoder.decode(chunk, { stream: true });
      const match = /"address":"([^"]+)"/.exec(log);
      if (match?.[1]) address.resolve(match[1]);
    }
    address.reject(new Error(`the service ended: ${log}`));
  })();
  return { origin: `http://${await address.promise}`, stderr: () => log, child };
}

async function stop({ child }: Service): Promise<number> {
  child.kill("SIGTERM");
  return child.exited;
}

beforeAll(() => {
  if (!existsSync(binary)) throw new Error("dist/netlens is missing: run `bun run build` first");
  mkdirSync(empty);
  mkdirSync(hostile);
  writeFileSync(join(hostile, ".env"), "NETLENS_LISTEN=127.0.0.1:1\nNETLENS_CORS=https://evil.example\n");
  writeFileSync(
    join(hostile, "evil.ts"),
    'require("node:fs").writeFileSync("ran", "1"); process.exit(66);\n',
  );
  writeFileSync(join(hostile, "bunfig.toml"), 'preload = ["./evil.ts"]\n');
  writeFileSync(join(hostile, "tsconfig.json"), "{ not json");
  writeFileSync(join(hostile, "package.json"), "{ not json");
});
afterAll(() => rmSync(work, { recursive: true }));

describe("in an empty directory", () => {
  const send = (...args: string[]) => $`${binary} ${args}`.cwd(empty).env(bare).nothrow().quiet();

  test("--version prints version, commit, licence and data", async () => {
    const text = (await send("--version")).stdout.toString();
    expect(text).toMatch(/^netlens \d+\.\d+\.\d+ \([0-9a-f]{12}\)\n/);
    expect(text).toContain("MIT");
    expect(text).toContain("autonomous systems by Route Views, NRO and DB-IP (CC BY 4.0).");
  });
  test("answers all three questions from the command line", async () => {
    const place = JSON.parse((await send("ip", "--json", "8.8.8.8")).stdout.toString());
    expect(place).toMatchObject({
      ip: "8.8.8.8",
      ipType: 4,
      code: "geoip",
      countryCode: "US",
      countryName: "United States",
    });
    const agent = JSON.parse((await send("useragent", "--json", "curl/8.5.0")).stdout.toString());
    expect(agent.device.type).toBe("library");
    const status = await send("status", "404");
    expect(status.stdout.toString()).toContain("Not Found");
    const refused = JSON.parse(
      (await send("http", "--json", "--public-only", "http://127.0.0.1/")).stdout.toString(),
    );
    expect(refused).toMatchObject({ status: "error" });
    expect(refused.steps[0].error.phase).toBe("policy");
  });
  test.each([
    ["50", 50],
    ["0", 80],
    ["wide", 80],
    ["3", 20],
  ])("COLUMNS=%s: lines of %d characters at most", async (given, width) => {
    const agent = `${"what is the ".repeat(20)}end`;
    const { stdout } = await $`${binary} useragent ${agent}`
      .cwd(empty)
      .env({ ...bare, COLUMNS: given })
      .quiet();
    const lengths = stdout
      .toString()
      .split("\n")
      .map((line) => line.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(width);
    expect(Math.max(...lengths)).toBeGreaterThan(width - 6);
  });
  test("headers from standard input", async () => {
    const input = new Response("HTTP/1.1 200 OK\r\nCache-Control: max-age=3600\r\n");
    const result = await $`${binary} headers --json < ${input}`.cwd(empty).env(bare).quiet();
    expect(JSON.parse(result.stdout.toString()).headers[0]).toMatchObject({ name: "cache-control" });
  });
  test("wrong usage exits with 2 and names the argument", async () => {
    const result = await send("serve", "--http-timeout", "soon");
    expect(result.exitCode).toBe(2);
    expect(result.stderr.toString()).toContain("--http-timeout");
    expect((await send("nonsense")).exitCode).toBe(2);
  });
  test("streams NDJSON in order", async () => {
    const input = new Response("8.8.8.8\nnonsense\n::1\n");
    const result = await $`${binary} ip - < ${input}`.cwd(empty).env(bare).nothrow().quiet();
    const lines = result.stdout
      .toString()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => line.ip ?? line.error)).toEqual(["8.8.8.8", "invalid-ip", "::1"]);
    expect(result.exitCode).toBe(1);
  });
});

/** Environment in which the platform reports each function that it compiles with optimizations. */
const REPORT = { BUN_JSC_reportCompileTimes: "1" };
const compiled = (report: string): number => report.match(/with DFG/g)?.length ?? 0;

describe("machine code", () => {
  test("a command ends before much is compiled", async () => {
    const input = new Response("HTTP/1.1 200 OK\r\nCache-Control: max-age=3600\r\nSet-Cookie: a=b\r\n");
    const { stderr } = await $`${binary} headers < ${input}`
      .env({ ...bare, ...REPORT })
      .nothrow()
      .quiet();
    // About 50 without the compiler's longer waits (`JIT_POLICY` in build/compile.ts).
    expect(compiled(stderr.toString())).toBeLessThan(10);
  });
  test("a stream compiles as early as usual", async () => {
    const agent = (n: number) =>
      `Mozilla/5.0 (Linux; Android ${n % 15}; Model ${n}) AppleWebKit/537.36 Chrome/${n}.0.0.0 Mobile\n`;
    const input = new Response(Array.from({ length: 4000 }, (_, n) => agent(n)).join(""));
    const { stderr } = await $`${binary} useragent - < ${input}`.env({ ...bare, ...REPORT }).quiet();
    // Measured: 209 if the command calls `compileReadily`, 128 if it does not.
    expect(compiled(stderr.toString())).toBeGreaterThan(170);
  });
  test("a service compiles as early as usual", async () => {
    const service = await serve(empty, [], REPORT);
    await Bun.sleep(1000);
    for (let i = 0; i < 1000; i++) await (await fetch(`${service.origin}/v1/ip/8.8.8.8`)).arrayBuffer();
    await stop(service);
    // Measured: 115 if the command calls `compileReadily`, 20 if it does not.
    expect(compiled(service.stderr())).toBeGreaterThan(60);
  });
});

describe("as a service", () => {
  test("answers, logs its settings, and stops with 0", async () => {
    const service = await serve(empty, []);
    expect((await fetch(`${service.origin}/v1/ip/8.8.8.8`)).status).toBe(200);
    expect((await fetch(`${service.origin}/readyz`)).status).toBe(200);
    expect((await fetch(`${service.origin}/v1/useragent`)).status).toBe(200);
    const decoded = await fetch(`${service.origin}/v1/http`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ headers: ["Age: 60"] }),
    });
    expect(await decoded.json()).toMatchObject({ headers: [{ name: "age", alternate: "1 minute" }] });
    // Settings are logged shortly after the first answers.
    for (let tries = 0; tries < 100 && !service.stderr().includes("country"); tries++) await Bun.sleep(50);
    expect(service.stderr()).toContain("country");
    expect(await stop(service)).toBe(0);
  });
  test("fails at once when the port is taken", async () => {
    const first = await serve(empty, []);
    const port = new URL(first.origin).port;
    const second = await $`${binary} serve --listen 127.0.0.1:${port}`.cwd(empty).env(bare).nothrow().quiet();
    expect(second.exitCode).toBe(1);
    expect(second.stderr.toString()).toContain(port);
    await stop(first);
  });
  test("finishes open requests before it stops", async () => {
    const target = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: async () => {
        await Bun.sleep(700);
        return new Response("slow");
      },
    });
    const service = await serve(empty, ["--http-allow", "127.0.0.0/8"]);
    const answer = fetch(`${service.origin}/v1/http?url=${encodeURIComponent(target.url.href)}`);
    await Bun.sleep(250);
    service.child.kill("SIGTERM");
    expect((await answer).status).toBe(200);
    expect(await service.child.exited).toBe(0);
    target.stop(true);
  });
});

test("workers share a port", async () => {
  const service = await serve(empty, ["--workers", "2", "--drain", "off"]);
  for (let tries = 0; tries < 250 && !service.stderr().includes('"workers run"'); tries++)
    await Bun.sleep(20);
  const address = /"workers run".*"address":"([^"]+)"/.exec(service.stderr())?.[1];
  for (let count = 0; count < 10; count++) {
    const response = await fetch(`http://${address}/v1/ip/8.8.8.8`, { headers: { connection: "close" } });
    expect(response.status).toBe(200);
  }
  expect(await stop(service)).toBe(0);
});

describe("in a directory with a hostile .env and bunfig.toml", () => {
  test("neither is read", async () => {
    const service = await serve(hostile, []);
    const response = await fetch(`${service.origin}/v1/ip/8.8.8.8`, {
      headers: { origin: "https://evil.example" },
    });
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
    expect(existsSync(join(hostile, "ran"))).toBe(false);
    await stop(service);
  });
});

test("the unit is valid and hardened", async () => {
  const unit = join(work, "netlens.service");
  const text = await Bun.file(join(root, "build/netlens.service")).text();
  await Bun.write(unit, text.replace("/usr/local/bin/netlens", binary));
  const verify = await $`systemd-analyze verify --man=no ${unit}`.nothrow().quiet();
  expect(verify.stderr.toString()).not.toContain("netlens.service");
  const security = (
    await $`systemd-analyze security --offline=yes ${unit}`.nothrow().quiet()
  ).stdout.toString();
  expect(Number(/exposure level.*: (\d+\.\d)/.exec(security)?.[1])).toBeLessThanOrEqual(2);
});

test("the unit's lines for ports below 1024 lift every restriction that forbids them", async () => {
  const text = await Bun.file(join(root, "build/netlens.service")).text();
  const lines = [...text.matchAll(/^# {3}(\S.*)$/gm)].map(([, line]) => line ?? "");
  expect(lines[0]).toBe("[Service]");
  const unit = join(work, "port-80.service");
  await Bun.write(unit, `${text.replace("/usr/local/bin/netlens", binary)}\n${lines.join("\n")}\n`);
  const verify = await $`systemd-analyze verify --man=no ${unit}`.nothrow().quiet();
  expect(verify.stderr.toString()).not.toContain("port-80.service");
  const json = await $`systemd-analyze security --offline=yes --json=short ${unit}`.nothrow().quiet().json();
  const set = (name: string) =>
    (json as { json_field: string; set: boolean }[]).find((row) => row.json_field === name)?.set;
  expect(set("PrivateUsers")).toBe(false);
  expect(set("AmbientCapabilities")).toBe(false);
});

test("the executable is one file of a reasonable size", () => {
  expect(statSync(binary).size).toBeLessThan(180e6);
});
