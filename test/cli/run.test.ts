import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { writeDatabase } from "../ip/mmdb-writer.ts";
import { cli } from "./fake-io.ts";

const RESPONSE =
  "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nCache-Control: no-store, max-age=60\r\nAge: soon\r\n";

describe("help and version", () => {
  test("--help lists every command", async () => {
    const { code, out } = await cli(["--help"]);
    expect(code).toBe(0);
    for (const name of [
      "serve",
      "ip",
      "useragent",
      "http",
      "headers",
      "status",
      "config",
      "healthcheck",
      "completion",
    ])
      expect(out).toContain(`\n  ${name}`);
  });
  test("no arguments are --help", async () => expect((await cli([])).out).toContain("Usage: netlens"));
  for (const name of [
    "serve",
    "ip",
    "useragent",
    "http",
    "headers",
    "status",
    "config",
    "healthcheck",
    "completion",
    "update",
  ])
    test(`${name} --help`, async () => {
      const { code, out } = await cli([name, "--help"]);
      expect(code).toBe(0);
      expect(out).toContain(`Usage: netlens ${name}`);
      expect(out).toMatch(/^(?: {2}\S|Usage)/);
      expect((await cli(["help", name])).out).toBe(out);
      expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
    });
  test.each(["--version", "-V", "version", "http --version", "ip - -V", "8.8.8.8 --version"])(
    "%s",
    async (line) => expect((await cli(line.split(" "))).out).toMatch(/^netlens .*\nMIT/),
  );
});

describe("wrong usage exits with 2 and names the argument", () => {
  const cases: readonly (readonly [args: readonly string[], part: string])[] = [
    [["nonsense"], '"nonsense"'],
    [["user"], "useragent"],
    [["ip", "--nonsense", "1.1.1.1"], "--nonsense"],
    [["ip", "1.2.3"], "1.2.3"],
    [["status", "abc"], "abc"],
    [["http"], "URL"],
    [["http", "--method", "P T", "a.example"], "--method"],
    [["http", "--fail-over", "soon", "a.example"], "--fail-over"],
    [["http", "ftp://a.example/"], "ftp"],
    [["headers", "missing.txt"], "missing.txt"],
    [["headers", "--ignore", "no-such-id"], "no-such-id"],
    [["headers", "--ignore", "no-such-id:age"], '"no-such-id"'],
    [["headers", "--ignore", "field-repeated:"], "header name"],
    [["headers", "--ignore", "field-repeated:a b"], "header name"],
    [["headers", "--fail-on", "fatal"], "--fail-on"],
    [["completion", "tcsh"], "bash"],
    [["serve", "--http-timeout", "soon"], "--http-timeout"],
    [["serve", ":8080"], ":8080"],
    [["config", "listen"], "listen"],
    [["config", "--config", "missing.toml"], "missing.toml"],
  ];
  for (const [args, part] of cases)
    test(args.join(" "), async () => {
      const { code, err, out } = await cli(args, { input: [RESPONSE] });
      expect(err).toContain(part);
      expect(err).toStartWith("netlens: ");
      expect(out).toBe("");
      expect(code).toBe(2);
    });
});

test("empty input is not a valid response", async () => {
  const { code, err } = await cli(["headers", "--fail-on", "error"], { input: ["\n"] });
  expect(err).toContain("empty");
  expect(code).toBe(2);
});

test("an invalid database is reported as a failure, with its name", async () => {
  const { code, err } = await cli(["ip", "--geo-city", import.meta.path, "8.8.8.8"]);
  expect(err).toMatch(/^netlens: .*run\.test\.ts: /);
  expect(err).not.toContain("    at ");
  expect(code).toBe(1);
});

describe("results", () => {
  test("--json is the API's object", async () => {
    const { out } = await cli(["useragent", "--json", "curl/8.5.0"]);
    expect(JSON.parse(out)).toEqual(lookupUserAgent("curl/8.5.0"));
  });
  test("several arguments are one object per line", async () => {
    const { out } = await cli(["status", "--json", "200", "404"]);
    expect(
      out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).code),
    ).toEqual([200, 404]);
  });
  test("for people", async () => {
    expect((await cli(["status", "404"])).out).toContain("404 Not Found");
    expect((await cli(["ip", "10.0.0.1"])).out).toContain("private");
    expect((await cli(["useragent", "curl/8.5.0"])).out).toContain("library");
  });
  test("without an argument: this machine's addresses, our own user agent", async () => {
    expect((await cli(["ip"])).out).toMatch(/^(?:ADDRESS .*\n)?[\da-f:.]+\s/);
    expect((await cli(["useragent"])).out).toContain("netlens");
  });
  test("control characters in input never reach the terminal", async () => {
    const { out } = await cli(["useragent", "curl\u001b[31m/8"]);
    expect(out).not.toContain("\u001b");
    const { out: headers } = await cli(["headers"], { input: ["X-Evil: a\u001b]0;owned\u0007b\n"] });
    expect(headers).not.toContain("\u001b");
    expect(headers).not.toContain("\u0007");
  });
});

describe("standard input", () => {
  test("one object per line, in order, for any chunks; a bad line has an error in its place", async () => {
    const { code, out } = await cli(["ip", "-"], { input: ["10.0.", "0.1\r\n\nnonsense\n::", "1"] });
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => line.ip ?? line.error)).toEqual(["10.0.0.1", "invalid-ip", "::1"]);
    expect(code).toBe(1);
  });
  test("a progress bar only on a terminal", async () => {
    const many = Array.from({ length: 50 }, () => "10.0.0.1\n");
    let now = 0;
    const clock = () => {
      now += 60;
      return now;
    };
    expect((await cli(["ip", "-"], { input: many, errIsTerminal: true, clock })).err).toContain("done");
    expect((await cli(["ip", "-"], { input: many, clock })).err).toBe("");
  });
});

describe("headers", () => {
  test("questions and the request are given by flags", async () => {
    const asked = [
      "--loads",
      "script https://b.example/",
      "--loads",
      "image /a.png",
      "--framed-by",
      "https://b.example",
    ];
    const request = ["--url", "https://a.example/", "-H", "Origin: https://b.example", "-X", "GET"];
    const { out, code } = await cli(["headers", ...asked, ...request], {
      input: ["Content-Security-Policy: default-src 'self'; frame-ancestors 'self'\n"],
    });
    expect(code).toBe(0);
    expect(out).toContain("script https://b.example/: blocked by default-src");
    expect(out).toContain("image /a.png: allowed by default-src");
    expect(out).toContain("framed by https://b.example/: blocked");
  });

  test("problems and assertions", async () => {
    expect((await cli(["headers"], { input: [RESPONSE] })).code).toBe(0);
    expect((await cli(["headers", "--fail-on", "error"], { input: [RESPONSE] })).code).toBe(4);
    expect((await cli(["headers", "--fail-on", "error"], { input: ["Age: 60\n"] })).code).toBe(0);
  });
  test("--ignore hides a problem in text and assertions", async () => {
    const { out } = await cli(["headers"], { input: ["Age: soon\n"] });
    const id = /\[([a-z-]+)\]/.exec(out)?.[1] ?? "";
    const ignored = await cli(["headers", "--ignore", id, "--fail-on", "info"], { input: ["Age: soon\n"] });
    expect(ignored.out).not.toContain(id);
    expect(ignored.code).toBe(0);
  });
  test("--ignore hides a problem of one header", async () => {
    const input = ['Age: 1\nAge: 2\nETag: "a"\nETag: "b"\n'];
    const told = async (ids: string) => {
      const { out } = await cli(["headers", "--ignore", ids], { input });
      return ["Age is sent 2 times", "ETag is sent 2 times"].map((title) => out.includes(title));
    };
    expect(await told("date-missing")).toEqual([true, true]);
    expect(await told("field-repeated:ETag")).toEqual([true, false]);
    expect(await told("field-repeated:etag,field-repeated:age")).toEqual([false, false]);
    expect(await told("field-repeated")).toEqual([false, false]);
  });
  test("a file", async () => {
    const { out } = await cli(["headers", "a.txt", "--json"], { files: { "a.txt": RESPONSE } });
    expect(JSON.parse(out)).toMatchObject({ status: 200, steps: [{}] });
  });
  test("github", async () => {
    const { out } = await cli(["headers", "a.txt", "--format", "github"], {
      files: { "a.txt": "Age: soon\n" },
    });
    expect(out).toMatch(/^::error file=a\.txt,line=1,title=netlens%3A [a-z-]+::.+\n$/);
  });
  test("sarif", async () => {
    const { out } = await cli(["headers", "--format", "sarif"], { input: ["Age: soon\n"] });
    const log = JSON.parse(out);
    expect(log.version).toBe("2.1.0");
    const [run] = log.runs;
    expect(run.tool.driver.rules[run.results[0].ruleIndex].id).toBe(run.results[0].ruleId);
    expect(run.results[0]).toMatchObject({ level: "error", message: { text: expect.any(String) } });
    expect(run.results[0].locations[0].physicalLocation).toMatchObject({
      artifactLocation: { uri: "stdin" },
      region: { startLine: 1 },
    });
  });
  test("junit", async () => {
    const { out } = await cli(["headers", "--format", "junit"], { input: ['Age: <"&\u0001\n'] });
    expect(out).toStartWith("<?xml");
    expect(out).toContain('failures="2"');
    expect(out).toContain("&lt;");
    expect(out).not.toContain("\u0001");
  });
});

describe("http", () => {
  test("--public-only enables the guard of the service: a refused address is a failed lookup", async () => {
    const { code, out } = await cli(["http", "--public-only", "http://127.0.0.1/"]);
    expect(code).toBe(1);
    expect(out).toContain("Address not permitted");
    expect(out).toContain("--http-allow");
    expect((await cli(["http", "--public-only", "http://127.0.0.1:22/"])).out).toContain("--http-ports");
  });
  test("a private address is looked up; --fail-over and --fail-on apply", async () => {
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Response("<p>hi", { headers: { "content-type": "text/html", age: "soon" } }),
    });
    const args = [server.url.href];
    const plain = await cli(["http", ...args]);
    expect(plain.code).toBe(0);
    expect(plain.out).toContain("200 OK");
    expect((await cli(["http", "--fail-on", "error", ...args])).code).toBe(4);
    expect((await cli(["http", "--fail-over", "0", ...args])).code).toBe(4);
    const json = JSON.parse((await cli(["http", "--json", ...args])).out);
    expect(json).toMatchObject({ status: 200, stop: "done", steps: [{ ip: "127.0.0.1" }] });
    server.stop(true);
  });
  test("a stream keeps its order if later lookups end first", async () => {
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: async (request) => {
        const { pathname } = new URL(request.url);
        await Bun.sleep(Number(pathname.slice(1)));
        return new Response(pathname);
      },
    });
    const delays = [120, 0, 60, 0, 30];
    const input = delays.map((delay) => `${server.url.href}${delay}\n`);
    const { out } = await cli(["http", "-"], { input });
    expect(
      out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).request.pathname),
    ).toEqual(delays.map((delay) => `/${delay}`));
    server.stop(true);
  });
});

describe("config --verify", () => {
  const folder = mkdtempSync(join(tmpdir(), "netlens-verify-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (bytes: Uint8Array) => {
    const path = join(folder, "a.mmdb");
    writeFileSync(path, bytes);
    return path;
  };

  test("counts the records of a valid file", async () => {
    const path = file(writeDatabase({ "5.0.0.0/8": { country_code: "FR" } }, { type: "T" }));
    expect(await cli(["config", "--verify", "--geo-city", path])).toMatchObject({
      code: 0,
      out: `${path}: ok, records: 1\n`,
    });
  });

  test("fails for a damaged record, and names file and byte", async () => {
    const path = file(writeDatabase({ "5.0.0.0/8": { country_code: "FR", city: "a\u0001" } }, { type: "T" }));
    const { code, err } = await cli(["config", "--verify", "--geo-city", path]);
    expect(code).toBe(1);
    expect(err).toMatch(/^netlens: .*a\.mmdb: corrupt: the record at byte \d+ has a text/);
  });

  test("without files there is nothing to check", async () => {
    expect((await cli(["config", "--verify"])).out).toStartWith("no database files are in use");
  });
});

describe("config", () => {
  test.each([
    ["a: { prober: http }", 0, ""],
    ["a: { prober: tcp }", 0, "netlens: probe modules of other probers answer 400: a (tcp)\n"],
    ["a: { prober: http, http: { b: 1 } }", 1, "netlens: FILE:2:30: a: b is not supported\n"],
    ["a: [", 2, "netlens: FILE:3:1: not valid YAML: "],
  ])("reports the probe modules %s", async (module, exit, text) => {
    const folder = mkdtempSync(join(tmpdir(), "netlens-config-"));
    const path = join(folder, "blackbox.yml");
    writeFileSync(path, `modules:\n  ${module}\n`);
    const { code, err } = await cli(["config", "--probe-config", path]);
    rmSync(folder, { recursive: true });
    expect(code).toBe(exit);
    expect(err).toStartWith(text.replace("FILE", path));
  });

  test("prints every setting with its source", async () => {
    const { out } = await cli(["config", "--http-timeout", "3s"], { env: { NETLENS_CORS: "*" } });
    expect(out).toMatch(/http-timeout\s+3s\s+flag\s+NETLENS_HTTP_TIMEOUT/);
    expect(out).toMatch(/cors\s+\*\s+environment/);
    expect(out).toMatch(/listen\s+127\.0\.0\.1:8080\s+default/);
  });
  test("--config", async () => {
    const { out } = await cli(["config", "--config", "n.toml", "--json"], {
      files: { "n.toml": 'listen = ":99"' },
    });
    expect(JSON.parse(out).listen).toEqual({ text: ":99", source: "file" });
  });
});

test("an empty line of user agents is an empty user agent", async () => {
  const { out } = await cli(["useragent", "-"], { input: ["curl/8\n\nwget/1\n"] });
  const lines = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ agent }) => agent)).toEqual(["curl/8", "", "wget/1"]);
  expect(lines[1]).toMatchObject({ device: false, os: false });
});

test("a used port is reported with the setting that names it", async () => {
  using taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("") });
  const { code, err } = await cli(["serve", "--listen", `127.0.0.1:${taken.port}`]);
  expect(err).toContain(`--listen 127.0.0.1:${taken.port}`);
  expect(err).toContain("another process uses the port");
  expect(code).toBe(1);
});

test("config credits the databases in use, and names no path inside the executable", async () => {
  const { out } = await cli(["config"]);
  expect(out).toContain("IP Geolocation by DB-IP, https://db-ip.com");
  expect(out).toContain("(built in)");
  expect(out).not.toMatch(/bunfs|node_modules/);
});

describe("bash completes", () => {
  const cases: readonly (readonly [typed: string, some: string[], not: string[]])[] = [
    ["update ", ["geo", "networks", "agents"], ["package.json"]],
    ["completion ", ["bash", "zsh", "fish"], ["package.json"]],
    ["serve --log-level ", ["debug", "silent"], ["package.json"]],
    ["serve --geo-load ", ["map", "memory"], ["package.json"]],
    ["http --ignore date-m", ["date-missing"], ["date-invalid"]],
    ["http --ignore date-missing,cookie-prefix-u", ["date-missing,cookie-prefix-unmet"], []],
    ["http --fail-on ", ["error", "warning", "info"], ["package.json"]],
    ["http --fail-over ", [], ["package.json"]],
    ["ip ", [], ["package.json"]],
    ["ip --l", ["--locale"], []],
    ["headers pack", ["package.json"], []],
    ["serve --config pack", ["package.json"], []],
    ["help he", ["headers", "healthcheck"], ["http"]],
  ];
  test.each(cases)("%s", async (typed, some, not) => {
    const { out } = await cli(["completion", "bash"]);
    const words = ["netlens", ...typed.split(" ")];
    const script = `${out}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _netlens; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const shown = Bun.spawnSync(["bash", "-c", script]).stdout.toString().split("\n");
    expect(shown).toEqual(expect.arrayContaining(some));
    for (const word of not) expect(shown).not.toContain(word);
  });
});

describe("completion", () => {
  for (const shell of ["bash", "zsh", "fish"])
    test(shell, async () => {
      const { code, out } = await cli(["completion", shell]);
      expect(code).toBe(0);
      for (const word of ["useragent", "fail-on", "http-timeout"]) expect(out).toContain(word);
    });
  test("zsh loads it from a directory in $fpath and when sourced", async () => {
    const { out } = await cli(["completion", "zsh"]);
    expect(out).toStartWith("#compdef netlens\n");
    expect(out).toContain(
      'if [ "$funcstack[1]" = _netlens ]; then _netlens "$@"; else compdef _netlens netlens; fi',
    );
  });
  test("bash accepts its script", async () => {
    const { out } = await cli(["completion", "bash"]);
    const child = Bun.spawnSync([
      "bash",
      "-c",
      `${out}\nCOMP_WORDS=(netlens us); COMP_CWORD=1; _netlens; echo "$COMPREPLY"`,
    ]);
    expect(child.stdout.toString().trim()).toBe("useragent");
  });
});
