import { expect, test } from "bun:test";
import { cli } from "./fake-io.ts";

const log = JSON.stringify({
  log: {
    entries: [
      {
        request: { method: "GET", url: "https://a.test/", headers: [] },
        response: {
          status: 200,
          headers: [{ name: "Content-Type", value: "text/html" }],
          content: { text: "<!doctype html><script src=https://b.test/a.js></script>" },
        },
      },
    ],
  },
});
const files = { "load.har": log };
const page = (...args: string[]) => cli(["page", "--har", "load.har", ...args], { files });

test("--how prints only the configuration that sends the policy", async () => {
  const { out, code } = await page("--how", "caddy");
  expect(code).toBe(0);
  expect(out).toContain("script-src https://b.test;");
  expect(out).toMatch(/^header .*Content-Security-Policy-Report-Only/);
  expect(out.trim().split("\n")).toHaveLength(1);
});

test("with --json only the requested lines are in the report", async () => {
  const { out } = await page("--how", "express", "--json");
  const { policy } = JSON.parse(out) as { policy: { how: object } };
  expect(Object.keys(policy.how)).toEqual(["header", "express", "note"]);
});

test("--policy prints only the policy, also for a HAR log", async () => {
  const { out } = await page("--policy");
  expect(out).toStartWith("Suggested policy\nContent-Security-Policy-Report-Only: default-src 'none'");
});

test("--policy and --how are printed, and --fail-on still applies", async () => {
  for (const flags of [["--policy"], ["--how", "nginx"]]) {
    const shown = await page(...flags);
    const judged = await page(...flags, "--fail-on", "warning");
    expect([shown.code, judged.code, judged.out]).toEqual([0, 4, shown.out]);
  }
});

test.each([
  [50, "--how=nginx", 0, ""],
  [100, "--how=nginx", 2, "too long for a server's configuration"],
  [100, "--policy", 0, ""],
  [2000, "--policy", 2, "too long to be sent"],
])(
  "of %d hosts, %s exits with %d, and prints nothing instead of a policy",
  async (count, flag, code, why) => {
    const hosts = Array.from(
      { length: count },
      (_, at) => `<img src=https://${String(at).padStart(50, "h")}.test>`,
    );
    const har = log.replace("<!doctype html>", hosts.join(""));
    const shown = await cli(["page", "--har", "load.har", flag], { files: { "load.har": har } });
    expect([shown.code, shown.out === ""]).toEqual([code, code !== 0]);
    expect(shown.err).toContain(why);
  },
);

test("exceeded limits of the project file exit with 4 in every format", async () => {
  const own = (text: string, ...args: string[]) =>
    cli(["page", "--har", "load.har", "--project", "p.toml", ...args], {
      files: { ...files, "p.toml": text },
    });
  const text = "[limits.document]\nrequests = 0\n";
  const title = "The page has 1 request (document); 0 allowed by p.toml:2:1.";
  for (const args of [[], ["--json"], ["--policy"]]) {
    const { code, err } = await own(text, ...args);
    expect([code, err]).toEqual([4, `netlens: ${title}\n`]);
  }
  const sarif = await own(text, "--format", "sarif");
  expect([sarif.code, sarif.out.includes(title)]).toEqual([4, true]);
  const within = await own(text.replace("0", "1"));
  expect([within.code, within.err]).toEqual([0, ""]);
  expect((await own(text, "--ignore", "page-limit-exceeded")).code).toBe(0);
});

test.each([
  [["--browser", "--cacert", "ca.pem"], "--cacert"],
  [["--browser=on", "--http-version", "2"], "--http-version"],
  [["--browser", "chromium", "--key", "key.pem"], "--key"],
])("with a browser, %j is refused", async (flags, name) => {
  const { err, code } = await cli(["page", "https://a.test/", ...flags], {
    files: { "ca.pem": "-----BEGIN CERTIFICATE-----" },
  });
  expect([code, err.includes(name)]).toEqual([2, true]);
});

test("a browser and a log are refused", async () => {
  const { err, code } = await page("--browser");
  expect([code, err]).toEqual([2, "netlens: page: choose one of --har and --browser\n"]);
});
