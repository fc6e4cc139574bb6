import { describe, expect, test } from "bun:test";
import { timingSafeEqual } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CALLS, parseTokens } from "../../src/server/tokens.ts";
import { cli } from "../../test/cli/fake-io.ts";

describe("tokens add", () => {
  test("prints a token once, and stores only its hash", async () => {
    const files = { t: `# ours\nold sha256:${"0".repeat(64)} - all` };
    const args = ["tokens", "add", "ci", "--tokens", "t", "--rate", "600/1m", "--may", "http,ip"];
    const { code, out, err, written } = await cli(args, { files });
    const [, token = ""] = /^(netlens_[\w-]{43})\n$/.exec(out) ?? [];
    expect([code, token !== ""]).toEqual([0, true]);
    expect(err).toContain('t holds only the hash of "ci"');
    expect(err + written["t"]).not.toContain(token);
    expect(written["t"]).toStartWith(`${files.t}\nci sha256:`);
    expect(written["t"]).toEndWith(" 600/1m http,ip\n");
    const grant = parseTokens(written["t"] ?? "", "t", timingSafeEqual).identify(`Bearer ${token}`);
    expect(grant).toMatchObject({ name: "ci", rate: { requests: 600, window: 60_000 } });
    const again = await cli(args, { files });
    expect(again.out).not.toBe(out);
  });
  test("creates the file for its owner only; the token has all rights and the service's rate", async () => {
    const folder = mkdtempSync(join(tmpdir(), "netlens-tokens-add-"));
    const path = join(folder, "tokens");
    const main = new URL("../../src/main.ts", import.meta.url).pathname;
    const add = (name: string) =>
      Bun.spawnSync([process.execPath, main, "tokens", "add", name, "--tokens", path]);
    expect(add("first").exitCode).toBe(0);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(add("second").exitCode).toBe(0);
    const lines = readFileSync(path, "utf8").split("\n");
    expect(lines.map((line) => line.split(" ").toSpliced(1, 1).join(" "))).toEqual([
      "first - all",
      "second - all",
      "",
    ]);
    rmSync(folder, { recursive: true });
  });

  const hash = `sha256:${"0".repeat(64)}`;
  const cases: readonly (readonly [args: readonly string[], message: string])[] = [
    [[], "tokens: did you mean `netlens tokens add NAME`?"],
    [["add"], "tokens: did you mean `netlens tokens add NAME`?"],
    [["add", "a", "b"], "tokens: did you mean `netlens tokens add NAME`?"],
    [["remove", "a"], "tokens: did you mean `netlens tokens add NAME`?"],
    [["add", "a"], "tokens: name the file with --tokens FILE"],
    [["add", "old", "--tokens", "t"], 't:2: the name "old" is taken by a line above'],
    [["add", "a b", "--tokens", "t"], "tokens: expected a name: "],
    [["add", "#a", "--tokens", "t"], "tokens: expected a name: "],
    [["add", "anonymous", "--tokens", "t"], "t:2: anonymous has no token"],
    [["add", "a", "--tokens", "t", "--rate", "fast"], "t:2: expected REQUESTS/TIME"],
    [["add", "a", "--tokens", "t", "--may", "ip,nothing"], "t:2: expected all, or some of ip,"],
    [["add", "a", "--tokens", "bad"], "bad:1: expected NAME"],
  ];
  test.each(cases)("refuses %j", async (args, message) => {
    const files = { t: `old ${hash} - all\n`, bad: "x\n" };
    const { code, out, err, written } = await cli(["tokens", ...args], { files });
    expect(err).toStartWith(`netlens: ${message}`);
    expect({ code, out, written }).toEqual({ code: 2, out: "", written: {} });
  });
  test("a file that cannot be written prints no token", async () => {
    const appendFile = () => Promise.reject(Object.assign(new Error("x"), { code: "EACCES" }));
    const { code, out, err } = await cli(["tokens", "add", "a", "--tokens", "t"], { appendFile });
    expect([code, out, err]).toEqual([2, "", "netlens: --tokens: t: permission denied\n"]);
  });
  test("help lists all rights of a token", async () => {
    const { out } = await cli(["tokens", "--help"]);
    for (const call of [...CALLS, "all"]) expect(out).toMatch(new RegExp(`\\b${call}\\b`));
  });
});

test("a running service loads a new token at SIGHUP", async () => {
  const folder = mkdtempSync(join(tmpdir(), "netlens-tokens-hup-"));
  const path = join(folder, "tokens");
  const main = new URL("../../src/main.ts", import.meta.url).pathname;
  const netlens = (...args: string[]) => [process.execPath, main, ...args, "--tokens", path];
  const add = (name: string) =>
    Bun.spawnSync(netlens("tokens", "add", name))
      .stdout.toString()
      .trim();
  const [first, log] = [add("first"), { text: "" }];
  const child = Bun.spawn(netlens("serve", "--listen", "127.0.0.1:0", "--drain", "off"), { stderr: "pipe" });
  void (async () => {
    for await (const chunk of child.stderr) log.text += new TextDecoder().decode(chunk);
  })();
  const reported = async (wanted: RegExp) => {
    for (let tries = 0; tries < 1000 && !wanted.test(log.text); tries++) await Bun.sleep(20);
    return wanted.exec(log.text)?.[1] ?? "";
  };
  try {
    const origin = `http://${await reported(/address=(\S+)/)}`;
    const status = async (token: string) =>
      (await fetch(`${origin}/v1/status/404`, { headers: { authorization: `Bearer ${token}` } })).status;
    const second = add("second");
    expect([await status(first), await status(second)]).toEqual([200, 401]);
    child.kill("SIGHUP");
    await reported(/info (reloaded)/);
    expect([await status(first), await status(second)]).toEqual([200, 200]);
    expect(await reported(/token=(second)/)).toBe("second");
    for (const token of [first, second]) expect(log.text).not.toContain(token);
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  }
});
