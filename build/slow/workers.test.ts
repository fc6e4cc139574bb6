/** Several processes behind one port: the whole program. */

import { afterEach, describe, expect, test } from "bun:test";
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { COUNTRY } from "../../test/ip/sample-databases.ts";

const main = new URL("../../src/main.ts", import.meta.url).pathname;
const children: Bun.Subprocess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

async function start(...args: string[]) {
  const child = Bun.spawn(
    [process.execPath, main, "serve", "--drain", "off", "--metrics-listen", "127.0.0.1:0", ...args],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  children.push(child);
  const state = { log: "" };
  const decoder = new TextDecoder();
  void (async () => {
    for await (const chunk of child.stderr) state.log += decoder.decode(chunk, { stream: true });
  })();
  const reported = async (wanted: RegExp): Promise<string> => {
    for (let tries = 0; tries < 1000; tries++) {
      const match = wanted.exec(state.log);
      if (match) return match[1] ?? match[0];
      await Bun.sleep(20);
    }
    throw new Error(`the log does not say ${wanted}: ${state.log}`);
  };
  return { child, reported, log: () => state.log };
}

const alive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const until = async (done: () => boolean | Promise<boolean>, most = 500) => {
  for (let tries = 0; tries < most && !(await done()); tries++) await Bun.sleep(20);
  expect(await done()).toBe(true);
};
/** Child processes of a process: the second field of /proc/PID/stat after the name is the parent. */
const workersOf = (pid: number): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]?.split(" ")[1] === String(pid);
      } catch {
        return false;
      }
    })
    .map(Number);

describe("two workers", () => {
  test("share a port, are counted together, restarted, and stop together", async () => {
    const { child, reported } = await start("--listen", "127.0.0.1:0", "--workers", "2");
    const origin = `http://${await reported(/workers run .*\baddress=(\S+)/)}`;
    const metrics = `http://${await reported(/workers run .*\bmetrics=(\S+)/)}/metrics`;
    const metric = async (name: string) => {
      const text = await (await fetch(metrics)).text();
      const samples = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\d+)$`, "gm"))];
      return samples.reduce((sum, [, value]) => sum + Number(value), 0);
    };
    const send = async () => {
      const response = await fetch(`${origin}/v1/status/200`, { headers: { connection: "close" } });
      expect(response.status).toBe(200);
      await response.text();
    };
    for (let count = 0; count < 40; count++) await send();
    expect(await metric("netlens_workers")).toBe(2);
    expect(await metric("netlens_requests_total")).toBe(40);

    const [first = 0, second = 0] = workersOf(child.pid);
    process.kill(first, "SIGKILL");
    await reported(/warn worker ended worker=\d code=137 signal=SIGKILL/);
    await until(async () => (await metric("netlens_workers")) === 2);
    expect(await metric("netlens_worker_restarts_total")).toBe(1);
    // The last counts of a killed worker are kept.
    expect(await metric("netlens_requests_total")).toBe(40);
    await until(() => workersOf(child.pid).length === 2);
    for (let count = 0; count < 20; count++) await send();
    expect(await metric("netlens_requests_total")).toBe(60);

    child.kill("SIGHUP");
    await reported(/info reloaded .*info reloaded /s);
    const all = workersOf(child.pid);
    expect(all).toContain(second);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    expect(all.filter(alive)).toEqual([]);
  }, 60_000);

  test("get the shutdown time of the last settings", async () => {
    const folder = mkdtempSync(join(tmpdir(), "netlens-workers-"));
    const config = join(folder, "netlens.toml");
    writeFileSync(config, 'shutdown-timeout = "1ms"');
    const { promise: requested, resolve } = Promise.withResolvers<void>();
    // Takes longer than the parent process would wait with the first settings.
    const slow = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      async fetch() {
        resolve();
        await Bun.sleep(2500);
        return new Response("late");
      },
    });
    const flags = ["--workers", "2", "--http-allow", "127.0.0.0/8", "--config", config];
    const { child, reported } = await start("--listen", "127.0.0.1:0", ...flags);
    const origin = `http://${await reported(/workers run .*\baddress=(\S+)/)}`;
    writeFileSync(config, 'shutdown-timeout = "30s"');
    child.kill("SIGHUP");
    await reported(/info reloaded .*info reloaded /s);
    const answer = fetch(`${origin}/v1/http?url=http://127.0.0.1:${slow.port}/`);
    await requested;
    child.kill("SIGTERM");
    expect(await (await answer).json()).toMatchObject({ status: 200 });
    expect(await child.exited).toBe(0);
    await slow.stop(true);
    rmSync(folder, { recursive: true });
  }, 60_000);

  test("reload their settings after SIGHUP during the start", async () => {
    const { child, reported } = await start("--listen", "127.0.0.1:0", "--workers", "2");
    await until(() => workersOf(child.pid).length > 0);
    child.kill("SIGHUP");
    await reported(/workers run .*info reloaded .*info reloaded /s);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  }, 60_000);

  test("keep their database if its replacement is invalid", async () => {
    const folder = mkdtempSync(join(tmpdir(), "netlens-workers-"));
    const file = join(folder, "places.mmdb");
    const next = join(folder, "next");
    const put = (make: () => void) => {
      rmSync(next, { force: true });
      make();
      if (lstatSync(next, { throwIfNoEntry: false })) renameSync(next, file);
    };
    writeFileSync(file, COUNTRY("DE"));
    const flags = ["--workers", "2", "--geo-city", file];
    const { child, reported, log } = await start("--listen", "127.0.0.1:0", ...flags);
    const origin = `http://${await reported(/workers run .*\baddress=(\S+)/)}`;
    const workers = workersOf(child.pid);
    /** Status codes from both workers: the kernel distributes connections. */
    const codes = async () => {
      const all = Array.from({ length: 12 }, async () => {
        const init = { headers: { connection: "close" }, signal: AbortSignal.timeout(5000) };
        const response = await fetch(`${origin}/v1/ip/5.0.0.1`, init);
        return ((await response.json()) as { countryCode: string }).countryCode;
      });
      return [...new Set(await Promise.all(all))];
    };
    const refusals = () => log().split("geo reload refused").length - 1;
    const bad: Readonly<Record<string, () => void>> = {
      pipe: () => void Bun.spawnSync(["mkfifo", next]),
      "link to /dev/zero": () => symlinkSync("/dev/zero", next),
      "file that is cut": () => writeFileSync(next, COUNTRY("FR").subarray(0, -40)),
      "empty file": () => writeFileSync(next, ""),
      "file no more": () => rmSync(file),
    };
    for (const [what, make] of Object.entries(bad)) {
      const before = refusals();
      put(make);
      child.kill("SIGHUP");
      await until(() => refusals() >= before + 2);
      expect([what, await codes()]).toEqual([what, ["DE"]]);
    }
    expect(workersOf(child.pid)).toEqual(workers);

    // A worker cannot restart without its database, while the other continues. It restarts once the database
    // is valid.
    put(bad["pipe"] ?? (() => {}));
    process.kill(workers[0] ?? 0, "SIGKILL");
    const ends = () => log().split("worker ended").length - 1;
    await until(() => ends() > 5, 2000);
    expect(await codes()).toEqual(["DE"]);
    put(() => writeFileSync(next, COUNTRY("NL")));
    await until(async () => workersOf(child.pid).length === 2 && String(await codes()) === "NL", 1000);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    rmSync(folder, { recursive: true });
  }, 120_000);

  test("are not reported ready before one of them is", async () => {
    const taken = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const { port } = taken;
    taken.stop(true);
    const { child } = await start("--listen", `127.0.0.1:${port}`, "--workers", "2");
    const early: Response[] = [];
    let answer: Response | undefined;
    while (!answer?.ok) {
      answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
      if (answer && !answer.ok) early.push(answer);
    }
    expect(await answer.json()).toMatchObject({ status: "ok" });
    // The listener that only tests the port may respond for a moment.
    for (const { status, headers } of early) {
      expect(status).toBe(503);
      expect(headers.get("retry-after")).toBe("1");
    }
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  }, 60_000);

  test("stop when their parent process is killed", async () => {
    const { child, reported } = await start("--listen", "127.0.0.1:0", "--workers", "2");
    await reported(/workers run/);
    const all = workersOf(child.pid);
    expect(all.length).toBe(2);
    child.kill("SIGKILL");
    await until(() => !all.some(alive));
  }, 60_000);

  test("a port of another program is not shared", async () => {
    const taken = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      reusePort: true,
      fetch: () => new Response(""),
    });
    const { child, reported } = await start("--listen", `127.0.0.1:${taken.port}`, "--workers", "2");
    expect(await child.exited).toBe(1);
    await reported(/cannot start .*another process uses the port/);
    await taken.stop(true);
  }, 60_000);

  test("as many as processors are fine, one more is a warning in the log", async () => {
    const processors = availableParallelism();
    const enough = await start("--listen", "127.0.0.1:0", "--workers", String(Math.max(2, processors)));
    expect(await enough.reported(/workers run .*/)).not.toContain("processors");
    expect(enough.log()).not.toContain("more workers than processors");
    const { reported } = await start("--listen", "127.0.0.1:0", "--workers", String(processors + 1));
    await reported(
      new RegExp(`more workers than processors workers=${processors + 1} processors=${processors}`),
    );
  }, 60_000);

  test("need a port, and valid settings", async () => {
    const { child, reported } = await start("--listen", "unix:/tmp/netlens-none.sock", "--workers", "2");
    expect(await child.exited).toBe(1);
    await reported(/--workers needs a port/);
    const other = await start("--listen", "127.0.0.1:0", "--workers", "2", "--geo-city", "/nowhere.mmdb");
    expect(await other.child.exited).toBe(1);
    await other.reported(/cannot start .*nowhere\.mmdb/);
  }, 60_000);
});
