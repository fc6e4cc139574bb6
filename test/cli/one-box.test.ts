import { describe, expect, test } from "bun:test";
import type { Flag } from "../../src/cli/command.ts";
import { didYouMean, nearest } from "../../src/cli/input/did-you-mean.ts";
import { commands } from "../../src/cli/table.ts";
import { cli } from "./fake-io.ts";

describe("a command line without a command selects one like the page's search box", () => {
  const cases: readonly (readonly [box: readonly string[], command: readonly string[]])[] = [
    [["8.8.8.8"], ["ip", "8.8.8.8"]],
    [
      ["8.8.8.8", "1.1.1.1"],
      ["ip", "8.8.8.8", "1.1.1.1"],
    ],
    [["8.8.8.8 1.1.1.1"], ["ip", "8.8.8.8", "1.1.1.1"]],
    [["[::1]"], ["ip", "::1"]],
    [
      ["2001:db8::1", "--json"],
      ["ip", "2001:db8::1", "--json"],
    ],
    [
      ["--json", "10.0.0.1"],
      ["ip", "10.0.0.1", "--json"],
    ],
    [
      ["--locale", "de", "8.8.8.8"],
      ["ip", "8.8.8.8", "--locale", "de"],
    ],
    [["404"], ["status", "404"]],
    [
      ["8.8.8.8", "curl/8.5.0", "--json", "--time", "2026-11-20T10:00:00Z"],
      ["visitor", "8.8.8.8", "curl/8.5.0", "--json", "--time", "2026-11-20T10:00:00Z"],
    ],
    [
      ["curl/8.5.0", "8.8.8.8", "--time", "2026-11-20T10:00:00Z"],
      ["visitor", "8.8.8.8", "curl/8.5.0", "--time", "2026-11-20T10:00:00Z"],
    ],
    [
      ["8.8.8.8", "Mozilla/5.0", "Gecko/1", "--time", "2026-11-20T10:00:00Z"],
      ["visitor", "8.8.8.8", "Mozilla/5.0 Gecko/1", "--time", "2026-11-20T10:00:00Z"],
    ],
    [
      ['8.8.8.8 - - [20/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 2 "-" "curl/8.5.0"'],
      ["visitor", '8.8.8.8 - - [20/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 2 "-" "curl/8.5.0"'],
    ],
    [["curl/8.5.0"], ["useragent", "curl/8.5.0"]],
    [["Googlebot"], ["useragent", "Googlebot"]],
    [
      ["User-Agent: curl/8", "--field", "device.type"],
      ["useragent", "curl/8", "--field", "device.type"],
    ],
    [["zzz qq"], ["useragent", "zzz qq"]],
    [
      ["http://127.0.0.1:1/", "--public-only", "--format", "brief"],
      ["http", "http://127.0.0.1:1/", "--public-only", "--format", "brief"],
    ],
    [
      ["404", "--help"],
      ["status", "--help"],
    ],
    [
      ["help", "::1"],
      ["ip", "--help"],
    ],
    [
      ["--help", "watch"],
      ["watch", "--help"],
    ],
    [
      ["-h", "404"],
      ["status", "--help"],
    ],
  ];
  const withoutTimes = (text: string) => text.replaceAll(/[\d.]+ ms|"(?:total|wait)":[\d.]+/g, "T");
  test.each(cases)("%j is %j", async (box, command) => {
    const [asked, meant] = [await cli(box), await cli(command)];
    expect({ ...asked, out: withoutTimes(asked.out) }).toEqual({ ...meant, out: withoutTimes(meant.out) });
    expect(asked.out).not.toBe("");
  });

  test("header lines are explained, without reading or writing to the terminal", async () => {
    const { out, err } = await cli(["Age: soon", "--format", "github"], { inIsTerminal: true });
    expect(out).toStartWith("::error title=netlens%3A age-invalid::");
    expect(err).toBe("");
  });

  test("flags that commands share take a value in all of them, or in none", () => {
    const kinds = new Map<string, Flag["type"]>();
    for (const { name, flags } of commands.filter(({ name }) =>
      ["http", "ip", "useragent", "status", "headers"].includes(name),
    ))
      for (const [flag, { type }] of Object.entries(flags))
        expect([name, flag, kinds.set(flag, kinds.get(flag) ?? type).get(flag)]).toEqual([name, flag, type]);
  });
});

describe("neither a command nor a recognised input", () => {
  const cases: readonly (readonly [args: readonly string[], message: string])[] = [
    [["htp"], 'unknown command "htp"; did you mean http?'],
    [["pi"], 'unknown command "pi"; did you mean ip?'],
    [["Headrs", "x.txt"], 'unknown command "Headrs"; did you mean headers?'],
    [["user"], 'unknown command "user"; did you mean useragent?'],
    [["nonsense"], '"nonsense" is not a command, URL, IP address, user agent or status code'],
    [["--json"], "the command must come before --json"],
    [["--json", "http", "a.example"], "the command must come before --json: netlens http --json"],
    [["8.8.8.8", "nonsense"], '"nonsense" is not a command'],
    [["8.8.8.8", "1.1.1.1", "curl/8.5.0"], "for different commands, netlens ip and netlens useragent"],
    [["8.8.8.8", "404"], "for different commands, netlens ip and netlens status"],
    [["404", "--fail-on", "error"], "unknown option --fail-on (see netlens status --help)"],
    [["404", "--fial-on", "error"], "unknown option --fial-on"],
  ];
  test.each(cases)("%j", async (args, message) => {
    const { code, out, err } = await cli(args);
    expect(err).toContain(message);
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });
});

describe("a misspelt word is reported with a suggestion", () => {
  const cases: readonly (readonly [args: readonly string[], end: string])[] = [
    [["headers", "--fial-on", "error"], "; did you mean --fail-on?"],
    [["headers", "--verb"], "; did you mean --verbose?"],
    [["http", "--htp-ports", "1", "a.example"], "; did you mean --http-ports?"],
    [["headers", "--format", "jsn"], 'not "jsn"; did you mean json?'],
    [["serve", "--log-level", "wran"], 'not "wran"; did you mean warn?'],
    [["config", "--config", "n.toml"], 'unknown option "lisen"; did you mean listen?'],
    [["geo", "updat"], "geo: did you mean `netlens update geo`?"],
    [["headers", "--ignore", "age-invald"], '"age-invald"; did you mean age-invalid?'],
  ];
  test.each(cases)("%j", async (args, end) => {
    const { code, err } = await cli(args, { input: ["Age: 1\n"], files: { "n.toml": "lisen = 1" } });
    expect(err.trim()).toEndWith(end);
    expect(code).toBe(2);
  });

  test("short words allow one typing error, longer words two", () => {
    const known = ["http", "headers"];
    expect(nearest({ given: "htpt", known })).toBe("http");
    expect(nearest({ given: "htxx", known })).toBeUndefined();
    expect(nearest({ given: "hedrs", known })).toBe("headers");
    expect(nearest({ given: "hdrs", known })).toBeUndefined();
    expect(nearest({ given: "hexxxrs", known })).toBeUndefined();
  });
  test("a unique prefix counts", () => {
    expect(nearest({ given: "he", known: ["headers", "http"] })).toBe("headers");
    expect(nearest({ given: "he", known: ["headers", "health"] })).toBeUndefined();
    expect(nearest({ given: "h", known: ["headers"] })).toBeUndefined();
    expect(didYouMean(undefined)).toBe("");
  });
});

describe("a command that reads typed input prints a notice, only on a terminal", () => {
  test.each([
    [["headers"], "header lines"],
    [["headers", "-"], "header lines"],
    [["ip", "-"], "one ip per line"],
  ])("%j", async (args, what) => {
    const input = ["10.0.0.1\n"];
    expect((await cli(args, { input, inIsTerminal: true })).err).toMatch(
      new RegExp(`^netlens: reading ${what} from the terminal; end with Ctrl-(?:D|Z and Enter) on a line`),
    );
    expect((await cli(args, { input })).err).toBe("");
  });
  test("no notice if a file is given", async () => {
    const files = { "a.txt": "Age: 1\n" };
    expect((await cli(["headers", "a.txt"], { files, inIsTerminal: true })).err).toBe("");
  });
});

describe("--help lists the settings of the command", () => {
  const cases: readonly (readonly [command: string, some: string[], not: string[]])[] = [
    ["http", ["--http-tls-timeout", "--dns"], ["--http-max-queue", "--http-cache", "--listen", "--geo-city"]],
    ["ip", ["--geo-city", "--geo-load"], ["--http-tls-timeout", "--listen"]],
    ["headers", ["--max-request-body"], ["--http-tls-timeout", "--max-connections"]],
    ["mcp", ["--geo-city", "--http-timeout"], ["--listen"]],
    ["healthcheck", ["--listen"], ["--metrics-listen"]],
    ["status", [], ["Settings"]],
    ["geo", [], ["Settings"]],
  ];
  test.each(cases)("%s", async (command, some, not) => {
    const { out } = await cli([command, "--help", "all"]);
    for (const flag of some) expect(out).toContain(`  ${flag} `);
    for (const flag of not) expect(out).not.toContain(`  ${flag} `);
  });
});

test("system errors about a file are reported in words, with the command or flag", async () => {
  expect((await cli(["headers", "gone.txt"])).err).toBe("netlens: headers: gone.txt: no such file\n");
  expect((await cli(["config", "--config", "gone.toml"])).err).toBe(
    "netlens: --config: gone.toml: no such file\n",
  );
  expect((await cli(["compare", "a.example", "--baseline", "gone.json"])).err).toBe(
    "netlens: --baseline: gone.json has no baseline of a.example; --update-baseline writes one\n",
  );
  expect((await cli(["ip", "8.8.8.8", "--geo-city", "/gone.mmdb"])).err).toBe(
    "netlens: /gone.mmdb: no such file\n",
  );
});
