/** Wildcard rules: a loop that certainly occurs is a finding; other rules are listed as unchecked. */

import { describe, expect, test } from "bun:test";
import { globRule, regexPattern } from "../../../src/jobs/redirects/map/patterns.ts";
import { cli } from "../../cli/fake-io.ts";

const BASE = "https://own-host";
const dry = (map: string, { name = "_redirects", base = BASE, format = "text" } = {}) =>
  cli(["redirects", "--dry-run", "--format", format, ...(base === "" ? [] : ["--base", base]), name], {
    files: { [name]: map },
  });

const WHERE = { from: { line: 1, column: 1 } };

test.each([
  ["/*", "https://own-host/:splat", "/", "https://own-host/$1"],
  ["/blog/*", "/news/:splat", "/blog/", "/news/$1"],
  ["/:path*", "/new/:path*", "/", "/new/$1"],
  ["/:path*", "/new/:path", "/", "/new/$1"],
  ["/*", "/new", "/", "/new"],
  ["https://a.test/x/*", "/y/:splat", "https://a.test/x/", "/y/$1"],
])("%s %s: any rest of the path", (source, target, from, to) => {
  expect(globRule(source, target, "", WHERE).pattern).toEqual({ from, to, status: undefined });
});

test.each([
  ["^/?(.*)$", "/new/$1", "/", "/new/$1"],
  ["^(.*)$", "https://x/$1", "/", "https://x/$1"],
  ["^/(.*)", "/$1", "/", "/$1"],
  ["^/a\\.b/(.*)$", "/c/$1", "/a.b/", "/c/$1"],
  ["^/", "https://x$request_uri", "/", "https://x{path}"],
  ["^/(a|b)/(.*)$", "/c/$2", "/", undefined],
  ["^/a(\\d+)$", "/c/$1", "/a", undefined],
])("%s %s: any rest of the path, or an expression", (source, target, from, to) => {
  const pattern = regexPattern(source, target, "301");
  expect(pattern).toMatchObject({ from, status: 301 });
  expect(pattern?.match === undefined ? pattern?.to : undefined).toBe(to as string);
});

test.each([
  "^/(a+)+$",
  "^/(a|b)*$",
  "^/(.)\\1$",
  "^/(?=a)",
  "^/.*.*.*.*$",
  "^/[[:alpha:]]+$",
  "^/(",
  "^/a++",
])("the expression %s is not used", (source) => expect(regexPattern(source, "/b", "301")).toBeUndefined());

describe("a rule that redirects a whole site onto itself is a loop", () => {
  test.each([
    ["_redirects", "/* https://own-host/:splat 301"],
    ["_redirects", "/* /blog/:splat"],
    ["_redirects", "/blog/* /blog/archive/:splat 302!"],
    ["vercel.json", '{"redirects":[{"source":"/:path*","destination":"https://own-host/:path*"}]}'],
    ["map.csv", "from,to\n/*,https://own-host/:splat\n"],
    [".htaccess", "RewriteEngine On\nRewriteRule ^(.*)$ https://own-host/$1 [R=301,L]\n"],
    [".htaccess", "RedirectMatch 301 ^/(.*)$ https://own-host/$1\n"],
    ["site.conf", "rewrite ^/(.*)$ https://own-host/$1 permanent;\n"],
  ])("%s: %s", async (name, map) => {
    const { code, out, err } = await dry(map, { name });
    expect(code).toBe(4);
    expect(out).toMatch(/: redirect loop: \S+\*: every URL below \S+ redirects to another one below it\n/);
    expect(err).toEndWith("netlens: 1 redirect loop\n");
  });

  test("also with requests, without any for it", async () => {
    const args = ["redirects", "--base", BASE, "--format", "ndjson", "_redirects"];
    const { code, out } = await cli(args, { files: { _redirects: "/* https://own-host/:splat 301" } });
    expect(code).toBe(4);
    expect(JSON.parse(out)).toMatchObject({ from: "/*", outcome: "loop", kind: "loop", status: 0, hops: [] });
  });
});

describe("a rule to elsewhere, or an uncertain one, is unchecked", () => {
  test.each([
    ["no base", "/* https://own-host/:splat 301", "", "a pattern has no single source"],
    ["another folder", "/blog/* /news/:splat", BASE, "a pattern has no single source"],
    ["https for http", "http://own-host/* https://own-host/:splat", BASE, "a pattern has no single source"],
    ["one page", "/* /index.html 301", BASE, "a pattern has no single source"],
    ["a rewrite", "/* /app/:splat 200", BASE, "a pattern has no single source"],
    ["a condition", "/* /de/:splat 302 Country=de", BASE, "a pattern has no single source"],
  ])("%s", async (_, map, base, reason) => {
    const { code, out, err } = await dry(map, { base });
    expect([code, out]).toEqual([4, ""]);
    expect(err).toEndWith(`netlens: nothing was checked; 1 rule was not checked: ${reason}\n`);
    const { unchecked, findings } = JSON.parse((await dry(map, { base, format: "json" })).out);
    expect({ unchecked, findings }).toEqual({
      unchecked: [{ what: "rule", count: 1, reason }],
      findings: [],
    });
  });

  test.each([
    [
      "Apache",
      "<VirtualHost *:80>\nRewriteRule ^(.*)$ https://own-host/$1 [R=301]\n</VirtualHost>\n",
      ".htaccess",
    ],
    ["nginx", "server {\nlisten 80;\nrewrite ^/(.*)$ https://own-host/$1 permanent;\n}\n", "site.conf"],
    ["nginx", "location /old/ {\nrewrite ^/(.*)$ /new/$1 permanent;\n}\n", "site.conf"],
  ])("a section of %s that does not apply to all requests", async (_, map, name) => {
    expect((await dry(map, { name })).err).toContain("nothing was checked; 1 rule was not checked");
  });
});

test.each([
  [".htaccess", "RewriteRule ^/old$ /new [R=301,L]\n", "paths in .htaccess have no slash at the start"],
  [".htaccess", "RewriteRule ^/?old$ /new [R=301,L]\n", "1 row"],
  ["site.conf", "RewriteRule ^/old$ /new [R=301,L]\n", "1 row"],
  ["_redirects", "/* /index.html 200\n", "Cloudflare Pages ignores this one as a loop"],
  ["_redirects", "/* /index.html 301\n", "a pattern has no single source"],
  ["_redirects", "/app/* /index.html 200\n", "a pattern has no single source"],
])("%s with %j: %s", async (name, map, text) =>
  expect((await dry(map, { base: BASE, name })).err).toContain(text),
);

test("Redirect / of a virtual host has the host of its ServerName", async () => {
  const run = async (name: string, scheme: string) => {
    const map = `<VirtualHost ${name}>\nServerName old.example\nRedirect 301 / ${scheme}://own-host/\n</VirtualHost>\n`;
    return (await dry(map, { base: BASE, name: "site.conf" })).err;
  };
  expect(await run("*:80", "https")).not.toContain("loop");
  const alone = `Redirect 301 / ${BASE}/\n`;
  expect((await dry(alone, { base: BASE, name: ".htaccess" })).err).toContain("loop");
});

test("a partly checked map is marked in every format", async () => {
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) =>
      url.endsWith("/a")
        ? new Response(null, { status: 301, headers: { Location: "/b" } })
        : new Response("b"),
  });
  const base = server.url.origin;
  const run = (format: string, map = "/a /b 301\n/x/* /y/:splat\n/z /w 301 Country=de\n") =>
    cli(["redirects", "--format", format, "--base", base, "_redirects"], { files: { _redirects: map } });
  const said =
    "2 rules were not checked: a pattern has no single source (1), the rule depends on a condition (1)";
  const outputs = new Map<string, string>();
  for (const format of ["text", "csv", "tsv", "ndjson", "json", "junit", "github", "markdown", "html"]) {
    const { code, out, err } = await run(format);
    expect([format, code]).toEqual([format, 0]);
    outputs.set(format, out);
    if (!/json/.test(format)) expect(out.replaceAll("\\", "")).toContain(said);
    if (!["text", "json", "markdown", "html"].includes(format)) expect(err).toContain(`1 correct; ${said}`);
  }
  const parts = [
    { what: "rule", count: 1, reason: "a pattern has no single source" },
    { what: "rule", count: 1, reason: "the rule depends on a condition" },
  ];
  expect(JSON.parse(outputs.get("json") ?? "").unchecked).toEqual(parts);
  expect(JSON.parse((outputs.get("ndjson") ?? "").trim().split("\n").at(-1) ?? "")).toEqual({
    unchecked: parts,
  });
  expect(outputs.get("junit")).toContain(`<skipped message="${said}"/>`);
  expect(outputs.get("html")).toContain("The redirect is correct; 2 rules were not checked");
  for (const format of ["text", "csv", "junit", "github", "markdown", "html"]) {
    const { code, out, err } = await run(format, "/x/* /y/:splat\n");
    expect([format, code]).toEqual([format, 4]);
    expect(`${out}${err}`).toMatch(/nothing was checked/i);
    expect(out).toContain("1 rule was not checked");
  }
  expect(
    (
      await cli(["redirects", "--fail-on", "never", "--base", base, "_redirects"], {
        files: { _redirects: "/x/* /y/:splat\n" },
      })
    ).code,
  ).toBe(0);
});
