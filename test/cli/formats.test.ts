/** Output formats for continuous integration: content, and validity according to their specifications. */

import { describe, expect, test } from "bun:test";
import schema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };
import Ajv from "ajv-draft-04";
import { REPORT_FORMATS, type ReportFormat } from "../../src/cli/command.ts";
import { cli } from "./fake-io.ts";
import { githubFaults, type SarifLog } from "./sarif-rules.ts";

const RESPONSE =
  "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nCache-Control: no-store, max-age=60\r\nAge: soon\r\n";
const REFUSED = "http://127.0.0.1:1/a/b?c#d";
const valid = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);

/** A server that sends an invalid header line. */
function target(path = "/") {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response("hi", { headers: { age: "soon" } }),
  });
  return { url: `${server.url.origin}${path}`, [Symbol.dispose]: () => void server.stop(true) };
}

const http = (...args: string[]) =>
  cli(["http", "--http-allow", "127.0.0.0/8", "--http-ports", "1-65535", ...args]);

/** Output of a failed lookup by format. The type requires every format. */
const FAILED: Readonly<Record<ReportFormat, RegExp>> = {
  text: /^error [^[]*\[connection-refused\]$[\s\S]*1 error/m,
  brief: /"steps":\[\{[^[]*"error":\{"phase":"tcp","code":"connection-refused"/,
  json: /"error":\{"phase":"tcp","code":"connection-refused"/,
  github: /^::error title=netlens%3A connection-refused::.+\n$/,
  sarif: /"ruleId": "connection-refused",\s+"ruleIndex": \d+,\s+"level": "error"/,
  junit: /tests="1" failures="0" errors="1"[\s\S]*<error type="error" message="[^"]+"/,
  markdown:
    /^### `http:\/\/127[^`]+`: 1 error\n[\s\S]*^\| failed \| [\s\S]*\[`connection-refused`\]|`connection-refused`/m,
  csv: /^http:\/\/127\.0\.0\.1:1\/a\/b\?c#?d?,1,0,error,connection-refused,,,[^\r\n]+,,fails\r$/m,
  html: /Not reachable/,
};
describe("a failed lookup is reported in every format", () => {
  test.each(REPORT_FORMATS)("%s", async (format) => {
    const { code, out } = await http("--format", format, REFUSED);
    expect(out).toMatch(FAILED[format]);
    expect(code).toBe(1);
  });
});

describe("an exceeded --fail-over is reported in every format", () => {
  // JSON is the API's object, which has no findings of the command line.
  const broken: Readonly<Record<Exclude<ReportFormat, "brief" | "json">, RegExp>> = {
    text: /^error [^[]*took [^[]* the allowed [^[]*\.\s+\[max-time-exceeded\]$/m,
    github: /^::error title=netlens%3A max-time-exceeded::/m,
    sarif: /"ruleId": "max-time-exceeded"/,
    junit: /<failure type="error" message="[^"]*than the allowed/,
    markdown: /^\| \*\*error\*\* \| .*`max-time-exceeded`/m,
    csv: /^http:.*,error,max-time-exceeded,.*,fails\r$/m,
    html: /than the allowed/,
  };
  test.each(Object.entries(broken))("%s", async (format, told) => {
    using server = target();
    const { code, out } = await http("--format", format, "--fail-over", "0", server.url);
    expect(out).toMatch(told);
    expect(code).toBe(4);
    expect((await http("--format", format, "--fail-over", "100000", server.url)).out).not.toMatch(told);
  });
});

describe("SARIF", () => {
  const logs: readonly (readonly [name: string, log: () => Promise<SarifLog>])[] = [
    ["a file", () => fileLog("build/response.txt")],
    ["an absolute path", () => fileLog("/tmp/some where/r.txt")],
    ["a parent folder", () => fileLog("../r.txt")],
    [
      "standard input",
      async () => JSON.parse((await cli(["headers", "--format", "sarif"], { input: [RESPONSE] })).out),
    ],
    ["a failed lookup", async () => JSON.parse((await http("--format", "sarif", REFUSED)).out)],
    [
      "nothing found",
      async () => JSON.parse((await cli(["headers", "--format", "sarif"], { input: ['ETag: "a"\n'] })).out),
    ],
    [
      "several lookups",
      async () => {
        using server = target("/deep/page?q=1");
        return JSON.parse((await http("--format", "sarif", server.url, REFUSED)).out);
      },
    ],
  ];
  async function fileLog(path: string): Promise<SarifLog> {
    return JSON.parse(
      (await cli(["headers", path, "--format", "sarif"], { files: { [path]: RESPONSE } })).out,
    );
  }
  test.each(logs)("%s is valid by the schema and by GitHub's rules", async (_, make) => {
    const log = await make();
    valid(log);
    expect(valid.errors).toBeNull();
    expect(log.runs.length).toBe(1);
    expect(githubFaults(log)).toEqual([]);
  });
  test("a finding of a lookup has host and path, one of a file its line", async () => {
    using server = target("/deep/page?q=1");
    const lookup: SarifLog = JSON.parse((await http("--format", "sarif", server.url)).out);
    const place = lookup.runs[0]?.results.find(({ ruleId }) => ruleId === "age-invalid")?.locations[0]
      ?.physicalLocation;
    expect(place?.artifactLocation.uri).toMatch(/^127\.0\.0\.1%3A\d+\/deep\/page$/);
    const file = await fileLog("./a.txt");
    const found = file.runs[0]?.results.find(({ ruleId }) => ruleId === "age-invalid")?.locations[0]
      ?.physicalLocation;
    expect(found).toEqual({
      artifactLocation: { uri: "a.txt" },
      region: { startLine: 4, snippet: { text: "Age: soon" } },
    });
  });
  test.each([
    ["a.txt", "a.txt"],
    ["./a/../b//c d.txt", "a/b/c%20d.txt"],
    ["/tmp/a.txt", "tmp/a.txt"],
  ])("a file %s has the location %s", async (path, uri) => {
    const log = await fileLog(path);
    expect(log.runs[0]?.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri).toBe(uri);
  });
  test("the checker rejects what GitHub rejects", async () => {
    const log = await fileLog("a.txt");
    const [run] = log.runs;
    const [result] = run?.results ?? [];
    if (!run || !result) throw new Error("no result");
    const at = (uri: string, region?: object): SarifLog => ({
      ...log,
      runs: [
        {
          ...run,
          results: [{ ...result, locations: [{ physicalLocation: { artifactLocation: { uri }, region } }] }],
        },
      ],
    });
    expect(githubFaults(at("https://a.example/", { startLine: 1 }))).toContainEqual(
      expect.stringContaining("GH1005"),
    );
    expect(githubFaults(at("127.0.0.1:80/a", { startLine: 1 }))).toContainEqual(
      expect.stringContaining("GH1005"),
    );
    expect(githubFaults(at("a.txt"))).toContainEqual(expect.stringContaining("GH1003"));
    expect(githubFaults({ ...log, runs: [{ ...run, tool: { driver: { rules: [] } } }] })).not.toEqual([]);
  });
});

test("several lookups make one JUnit document", async () => {
  const { out } = await http("--format", "junit", REFUSED, REFUSED);
  expect(out.match(/<\?xml/g)?.length).toBe(1);
  expect(out.match(/<testsuite /g)?.length).toBe(2);
});

test("annotations have the line in the file, after the status line and interim responses", async () => {
  const text = 'HTTP/1.1 103 Early Hints\nAge: soon\n\nHTTP/1.1 200 OK\nETag: "a"\nAge: soon\n';
  const { out } = await cli(["headers", "a.txt", "--format", "github"], { files: { "a.txt": text } });
  expect(out).toContain("file=a.txt,line=6,title=netlens%3A age-invalid");
});

describe("each format has the recipe of a finding", () => {
  const INPUT = "HTTP/1.1 200 OK\r\nServer: Apache\r\nX-Frame-Options: SAME-ORIGIN\r\n";
  const headers = async (...args: string[]) => (await cli(["headers", ...args], { input: [INPUT] })).out;
  test("text: a hint how to print it", async () => {
    expect(await headers()).toContain("--how apache > response-headers.conf fixes 1 finding");
  });
  test("text with --how: only the file", async () => {
    expect(await headers("--how", "caddy")).toBe(
      '# Still open: freshness-unset, date-missing\n# Where: save it as response-headers.caddy next to the Caddyfile, with import response-headers.caddy in your site’s block.\n# Test: run caddy validate, then caddy reload.\n# Undo: remove the import and reload Caddy.\n# In the block of the site: import response-headers.caddy\nheader {\n\tX-Frame-Options "SAMEORIGIN"\n\tdefer\n}\n',
    );
  });
  test("github: for the server that responded, or another", async () => {
    expect(await headers("--format", "github")).toContain(
      "Apache:%0A<IfModule mod_headers.c>%0A\tHeader onsuccess unset X-Frame-Options%0A",
    );
    expect(await headers("--format", "github", "--how", "nginx")).toContain("nginx:%0Aproxy_hide_header");
  });
  test("junit: in the failure", async () => {
    expect(await headers("--format", "junit")).toMatch(
      /<failure [^>]*>[^<]*\nApache:\n&lt;IfModule mod_headers.c&gt;\n\tHeader onsuccess/,
    );
    expect(await headers("--format", "junit", "--how", "nginx")).toContain("nginx:\nproxy_hide_header");
  });
  test("sarif: as a fix of the line, and in the rule's help", async () => {
    const log = JSON.parse(await headers("--format", "sarif"));
    expect(valid(log)).toBe(true);
    const [run] = log.runs;
    const result = run.results.find((one: { ruleId: string }) => one.ruleId === "x-frame-options-unknown");
    const [fix] = result.fixes;
    expect(fix.description.text).toContain('Header always set X-Frame-Options "SAMEORIGIN"');
    expect(fix.artifactChanges[0].replacements[0]).toEqual({
      deletedRegion: { startLine: 2, startColumn: 1, endColumn: "X-Frame-Options: SAME-ORIGIN".length + 1 },
      insertedContent: { text: "X-Frame-Options: SAMEORIGIN" },
    });
    expect(run.tool.driver.rules[result.ruleIndex].help.text).toContain("proxy_hide_header X-Frame-Options;");
  });
});

describe("URLs of standard input", () => {
  const ask = async (flags: readonly string[], urls: readonly string[]) =>
    cli(["http", "--http-allow", "127.0.0.0/8", "--http-ports", "1-65535", "-", ...flags], {
      input: [urls.map((url) => `${url}\n`).join("")],
    });
  test.each(["github", "sarif", "junit", "markdown", "csv", "text"] as const)(
    "--format %s prints the same for arguments",
    async (format) => {
      using server = target("/a");
      const urls = [server.url, REFUSED, server.url];
      // Output without times, which differ between runs.
      const untimed = (text: string) =>
        format === "text"
          ? (text.match(/^(?:http:.*|failed.*|\d+ \w+ ·.*errors?|.*\[[a-z-]+\])$/gm) ?? []).map((line) =>
              line.replace(/[\d.]+ m?s/, ""),
            )
          : text.replace(/time="[\d.]+"|[\d.]+ ms/g, "");
      for (const more of [[], ["--parallel", "1"]]) {
        const piped = await ask(["--format", format, "--fail-on", "error", ...more], urls);
        const named = await http("--format", format, "--fail-on", "error", ...urls);
        expect([piped.code, untimed(piped.out)]).toEqual([named.code, untimed(named.out)]);
      }
    },
  );
  test("an invalid URL is an error of its own, and the others are reported", async () => {
    using server = target();
    const { code, out, err } = await ask(["--format", "junit"], ["ftp://x/", server.url]);
    expect([code, out.match(/<testsuite /g)?.length]).toEqual([1, 1]);
    expect(err).toStartWith("netlens: ");
    expect(err).toContain("ftp");
  });
  test("--format brief prints the brief objects", async () => {
    using server = target();
    const brief = await ask(["--format", "brief"], [server.url]);
    expect(JSON.parse(brief.out)).toHaveProperty("findings");
    expect((await ask(["--format", "json"], [server.url])).out).toStartWith('{"url"');
  });
  test("--how is refused: it prints one file", async () => {
    using server = target();
    const message = "netlens: --how takes one URL: it is one file\n";
    expect(await ask(["--how", "nginx"], [server.url])).toMatchObject({ code: 2, out: "", err: message });
    const several = await http("--how", "nginx", server.url, server.url);
    expect(several).toMatchObject({ code: 2, out: "", err: message });
    expect((await http("--how", "nginx", "--json", server.url, server.url)).code).toBe(0);
  });
  test("flags for lines are refused with a report", async () => {
    const { code, err } = await ask(["--format", "junit", "--field", "url"], ["a"]);
    expect([code, err]).toEqual([2, expect.stringContaining("--field")]);
  });
});

describe("--output FORMAT=FILE", () => {
  const files = { "r.txt": RESPONSE };
  test("writes further formats of the same report", async () => {
    const { code, out, written } = await cli(
      ["headers", "r.txt", "--format", "github", "--output", "sarif=a.sarif", "--output", "markdown=b.md"],
      { files },
    );
    expect([code, out]).toMatchObject([0, expect.stringContaining("::error")]);
    expect(JSON.parse(written["a.sarif"] ?? "")).toMatchObject({ version: "2.1.0" });
    expect(written["b.md"]).toStartWith("### Header lines: ");
    using server = target();
    const looked = await http("--output", "junit=c.xml", server.url, server.url);
    expect(looked.written["c.xml"]?.match(/<testsuite /g)).toHaveLength(2);
  });
  test.each([
    ["x=a", "expected FORMAT=FILE with one of text, json"],
    ["sarif=", "expected FORMAT=FILE with one of text, json"],
    ["=a", "expected FORMAT=FILE with one of text, json"],
    ["sarif", "sarif is a format; write --format sarif"],
    ["ndjson", "ndjson is a format; write --format json"],
    ["reports/", "for a page of each report, write --output html=reports/"],
    ["junit=reports/", "junit=reports/ names a folder, which needs html"],
  ])("%s is refused", async (given, message) => {
    const { code, err } = await cli(["headers", "r.txt", "--output", given], { files });
    expect([code, err]).toEqual([2, expect.stringContaining(`--output: ${message}`)]);
  });
  test("without a format, the report goes to the file", async () => {
    const { out, written } = await cli(["headers", "r.txt", "-o", "a.txt", "--json"], { files });
    expect([out, JSON.parse(written["a.txt"] ?? "")]).toMatchObject(["", { status: 200 }]);
  });
  test("so is a file for two reports", async () => {
    const twice = await cli(["headers", "r.txt", "--output", "json=a", "--output", "sarif=./a"], { files });
    expect([twice.code, twice.err, twice.written]).toEqual([
      2,
      "netlens: --output: two reports would be written to ./a\n",
      {},
    ]);
  });
});

describe("--step selects the step of the recipe", () => {
  const chain = () => {
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: ({ url }) =>
        new URL(url).pathname === "/page"
          ? new Response("<p>", {
              headers: { "content-type": "text/html", "x-frame-options": "SAME-ORIGIN" },
            })
          : new Response("", {
              status: 302,
              headers: { location: "/page?a=*/?%3E", "x-powered-by": "PHP/8.1" },
            }),
    });
    return { url: server.url.href, [Symbol.dispose]: () => void server.stop(true) };
  };

  test("by default the last step with a recipe", async () => {
    using server = chain();
    const { out } = await http("--how", "php", server.url);
    expect(out).toStartWith(
      `<?php\n// ${server.url}page?a=%2A/?%3E\n// Step 1 has its own file (--step 1): `,
    );
    expect(out).toContain("header( 'X-Frame-Options: SAMEORIGIN' );");
    expect(out.match(/<\?php/g)).toHaveLength(1);
    expect((await http("--how", "php", "--step", "2", server.url)).out).toBe(out);
    const first = (await http("--how", "php", "--step", "1", server.url)).out;
    expect(first).toStartWith(`<?php\n// ${server.url}\n// Step 2 has its own file`);
    expect(first).toContain("header_remove( 'X-Powered-By' );");
  });
  test.each(["0", "3", "a", "1.5", "1e1"])("%s is none of two", async (step) => {
    using server = chain();
    const { code, out, err } = await http("--how", "php", "--step", step, server.url);
    expect([code, out, err]).toEqual([2, "", `netlens: --step ${step}: a number from 1 to 2\n`]);
  });
  test("is refused without --how and text", async () => {
    using server = chain();
    for (const flags of [[], ["--how", "php", "--json"], ["--how", "php", "--format", "junit"]]) {
      const { code, err } = await http("--step", "1", ...flags, server.url);
      expect([code, err]).toEqual([
        2,
        "netlens: http: --step has no effect without --how, or in another format than text\n",
      ]);
    }
  });
});
