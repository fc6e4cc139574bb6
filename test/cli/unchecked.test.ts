/** Input that cannot be checked is never reported as having no problems, in any format. */

import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { networkDatabase } from "../../src/ip/connection/network-database.ts";
import { parseNetwork } from "../../src/syntax/ip-address.ts";
import { cli } from "./fake-io.ts";

const LOOPBACK = ["--http-allow", "127.0.0.0/8", "--http-ports", "1-65535"];
const site = (fetch: (path: string) => Response) => {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => fetch(new URL(url).pathname),
  });
  afterAll(() => server.stop(true));
  return server.url.href;
};
const html = (text: string, status = 200) =>
  new Response(text, { status, headers: { "content-type": "text/html" } });

/** Site with an unavailable robots.txt (503), which disallows everything (RFC 9309 section 2.3.1.4). */
const closed = site((path) =>
  path === "/robots.txt" ? new Response("", { status: 503 }) : html('<a href="/b">b</a>'),
);
const disallowed = site((path) =>
  path === "/robots.txt" ? new Response("User-agent: *\nDisallow: /") : html('<a href="/b">b</a>'),
);
const har = JSON.stringify({
  log: {
    entries: [
      {
        request: { url: "https://a.example/", method: "GET", headers: [] },
        response: { status: 0, headers: [] },
      },
    ],
  },
});

interface Case {
  readonly args: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly formats: readonly string[];
  /** Exit code: 2 if the input is unreadable, 4 if none of it can be checked. */
  readonly code: 2 | 4;
}

const CI = ["sarif", "junit", "github", "markdown", "csv"];
const CASES: Readonly<Record<string, Case>> = {
  "redirects: patterns": {
    args: ["redirects", "--base", "https://a.example", "_redirects"],
    files: { _redirects: "/x/* /y/:splat\n" },
    formats: ["text", "csv", "tsv", "ndjson", "json", "junit", "github", "markdown", "html"],
    code: 4,
  },
  "redirects --dry-run: patterns": {
    args: ["redirects", "--dry-run", "--base", "https://a.example", "_redirects"],
    files: { _redirects: "/x/* /y/:splat\n" },
    formats: ["text", "csv", "tsv", "ndjson", "json", "junit", "github", "markdown"],
    code: 4,
  },
  "site: robots.txt answers 503": {
    args: ["site", ...LOOPBACK, closed],
    formats: ["text", "json", "ndjson", ...CI],
    code: 4,
  },
  "site: robots.txt disallows all": {
    args: ["site", ...LOOPBACK, disallowed],
    formats: ["text", "json", "ndjson", ...CI],
    code: 4,
  },
  "headers: unknown names": {
    args: ["headers", "x.txt"],
    files: { "x.txt": "X-Unheard-Of: 1\nX-Nor-This: 2\n" },
    formats: ["text", "json", ...CI],
    code: 4,
  },
  "headers: no header line": {
    args: ["headers", "x.txt"],
    files: { "x.txt": "lorem ipsum\n" },
    formats: ["text", "json", ...CI],
    code: 2,
  },
  "har: no response": {
    args: ["har", "x.har"],
    files: { "x.har": har },
    formats: ["text", "json", ...CI],
    code: 2,
  },
};

/** Phrases and marks that report success. */
const ALL_CLEAR =
  /no (?:problems|findings|differences)|nothing (?:is|was) (?:wrong|found)|all is well|\b(?:fine|ok)\b|✓|fits together|(?:is|are) correct|<testcase[^>]*\/>/i;

describe("input that cannot be checked is not reported as ok", () => {
  for (const [name, { args, files = {}, formats, code }] of Object.entries(CASES))
    test.each([...formats])(`${name}, as %s`, async (format) => {
      const ran = await cli([...args, "--format", format], { files });
      const said = `${ran.out}${ran.err}`;
      expect([ran.code, said.replace(/<style>[\s\S]*?<\/style>/g, "")]).toEqual([
        code,
        expect.not.stringMatching(ALL_CLEAR),
      ]);
      if (code === 4) {
        expect(said).toMatch(/\b(?:was|were) not checked: |"unchecked":\s*\[\{/);
        expect(ran.out).toMatch(/not checked: |"unchecked":|^$/);
      }
    });
});

test.each([closed, disallowed])("site --list without a URL to list fails", async (url) => {
  const { code, out, err } = await cli(["site", ...LOOPBACK, "--list", url]);
  expect([code, out]).toEqual([4, ""]);
  expect(err).toContain("no URL to list; nothing was checked; 1 page was not checked: ");
});

test("visitor fails if nothing is known", async () => {
  const code = async (...given: readonly string[]) => (await cli(["visitor", ...given])).code;
  expect(await code("10.0.0.1", "zzz qq")).toBe(0);
  expect(await code("4000::1", "zzz qq")).toBe(4);
  expect(await code("4000::1", "curl/8.5.0")).toBe(0);
});

describe("--fail-on unchecked", () => {
  const partly = "Age: 1\nX-Unheard-Of: 1\n";
  const files = {
    "x.txt": partly,
    "y.txt": "Age: 1\n",
    _redirects: "/a https://b.example/\n/x/* /y/:splat\n",
  };
  const run = async (...args: readonly string[]) => {
    const { code, out } = await cli(args, { files });
    return { code, out };
  };
  test("headers: a finding, and exit code 4", async () => {
    expect((await run("headers", "x.txt")).code).toBe(0);
    expect((await run("headers", "--fail-on", "unchecked", "y.txt")).code).toBe(0);
    const { code, out } = await run("headers", "--fail-on", "unchecked", "--format", "github", "x.txt");
    expect([code, out]).toEqual([
      4,
      expect.stringContaining("1 header was not checked: netlens does not know the name."),
    ]);
  });
  test("redirects", async () => {
    const args = ["redirects", "--dry-run", "--base", "https://a.example", "_redirects"];
    expect((await run(...args)).code).toBe(0);
    expect((await run(...args, "--fail-on", "unchecked")).code).toBe(4);
  });
  test("compare", async () => {
    const args = ["compare", "x.txt", "x.txt"];
    expect((await run(...args, "--fail-on", "unchecked")).code).toBe(0);
  });
  test("site", async () => {
    const one = site((path) =>
      path === "/robots.txt" ? new Response("User-agent: *\nDisallow: /b") : html('<a href="/b">b</a>'),
    );
    expect((await run("site", ...LOOPBACK, one)).code).toBe(0);
    expect((await run("site", ...LOOPBACK, "--fail-on", "unchecked", one)).code).toBe(4);
  });
});

test("the report of a site has what was not looked up, with reasons", async () => {
  const { out } = await cli(["site", ...LOOPBACK, "--json", closed]);
  expect(JSON.parse(out)).toMatchObject({
    counts: { lookedUp: 0 },
    groups: [],
    unchecked: [{ what: "page", count: 1, reason: "robots.txt answers 503, so no URL may be requested" }],
  });
  const text = (await cli(["site", ...LOOPBACK, disallowed])).out;
  expect(text).toContain("0 URLs looked up. Nothing was checked; 1 page was not checked: disallowed by");
});

test("a site without an available robots.txt is looked up only as far as the reason", async () => {
  const { code, out } = await cli(["site", ...LOOPBACK, "--json", "http://127.0.0.1:9/"]);
  expect([code, JSON.parse(out).counts.lookedUp]).toEqual([1, 1]);
});

test("a log with and without responses: entries without one are counted in the first report", async () => {
  const entries = JSON.parse(har).log.entries;
  const answered = { ...entries[0], response: { status: 204, headers: [{ name: "Date", value: "x" }] } };
  const files = { "x.har": JSON.stringify({ log: { entries: [...entries, answered] } }) };
  const { out } = await cli(["har", "--json", "x.har"], { files });
  expect(JSON.parse(out).unchecked).toEqual([
    { what: "request", count: 1, reason: "without an HTTP response" },
  ]);
  expect((await cli(["har", "x.har"], { files })).out).toContain(
    "; 1 request was not checked: without an HTTP response",
  );
});

const shell = site((path) =>
  path === "/" ? html('<script src="/gone.js"></script>') : html("<!DOCTYPE html><title>Home</title>"),
);
const feed = site(() => new Response("<rss/>", { headers: { "content-type": "application/rss+xml" } }));

test("page: a script URL that answers with an HTML page is broken", async () => {
  const { out } = await cli(["page", ...LOOPBACK, shell]);
  expect(out).toContain("The server sends an HTML page instead of a script.");
  expect(out).not.toMatch(/✓\s+script/);
  const { resources, summary } = JSON.parse((await cli(["page", ...LOOPBACK, "--json", shell])).out);
  expect(resources).toMatchObject([{ outcome: "failed", status: 200 }]);
  expect(summary.broken).toHaveLength(1);
});

test.each(["text", "json", ...CI])(
  "page: content that is not HTML was not checked, as %s",
  async (format) => {
    const { code, out } = await cli(["page", ...LOOPBACK, "--format", format, feed]);
    expect(code).toBe(4);
    expect(out).toMatch(
      /1 page was not checked: the response is not an HTML page|"unchecked":\[\{"what":"page"/,
    );
  },
);

test("ip: kinds of networks without a list are named", async () => {
  const folder = mkdtempSync(join(tmpdir(), "netlens-unchecked-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const networks = join(folder, "networks.mmdb");
  // The built-in file has lists of relays and crawlers.
  const rows = (["hosting", "vpn", "mobile", "satellite", "anycast"] as const).flatMap((kind, index) => {
    const network = parseNetwork(`5.${index}.0.0/16`);
    return network ? [{ network, connection: { kind, source: "AS64500", since: "2026-11-01" } }] : [];
  });
  await Bun.write(networks, networkDatabase(rows, 1_790_000_000));
  const given = ["--geo-networks", networks];
  const { out } = await cli(["ip", "--json", "185.220.101.1", ...given]);
  expect(JSON.parse(out).connectionUnknown).toEqual(["relay", "tor", "crawler"]);
  expect((await cli(["ip", "185.220.101.1", ...given])).out).toMatch(
    /not checked\s+Tor exits, privacy relays, crawlers \(no list loaded\)/,
  );
  const phone =
    "Mozilla/5.0 (Linux; Android 9; SM-G960F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/70.0.3538.80 Mobile Safari/537.36";
  expect((await cli(["visitor", "185.220.101.1", phone, ...given])).out).toContain(
    "Not checked: Tor exits, privacy relays, crawlers (no list loaded).",
  );
});

test("page: a missing script is a 404, and a compressed style sheet without its coding is broken", async () => {
  const old = site((path) => {
    if (path === "/gone.js") return html("<!DOCTYPE html><title>Missing</title>", 404);
    const type = { headers: { "content-type": "text/css" } };
    return path === "/a.css"
      ? new Response(Bun.gzipSync("a { color: red }"), type)
      : html('<script src="/gone.js"></script><link rel=stylesheet href="/a.css">');
  });
  const { out } = await cli(["page", ...LOOPBACK, old]);
  expect(out).toContain("The server answers 404, so browsers do not use the script.");
  expect(out).not.toContain("instead of a script");
  expect(out).toContain("It is still compressed: Content-Encoding is missing");
});
