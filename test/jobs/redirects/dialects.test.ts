/** Redirects in the files of servers, hosts and generators; patterns, sample URLs and the order of rules. */

import { describe, expect, test } from "bun:test";
import { MapCheck } from "../../../src/jobs/redirects/map-check.ts";
import type { MapError } from "../../../src/jobs/redirects/map-item.ts";
import { cli } from "../../cli/fake-io.ts";
import { itemLines, readMap } from "./map-text.ts";

const PATTERN = "omitted: a pattern has no single source";
const REGEX = "omitted: a regular expression has no single source";
const CONDITIONAL = "omitted: the rule depends on a condition";

const files: readonly (readonly [name: string, text: string, items: readonly string[]])[] = [
  [
    "netlify.toml",
    '[build]\npublish = "dist"\n[[redirects]]\n  from = "/old"\n  to = "/new"\n  status = 302\n  force = true\n  [redirects.headers]\n    X = "y"\n[[redirects]]\nfrom = "/a"\nto = "/b"\n[redirects.conditions]\nCountry = ["de"]\n[[redirects]]\nfrom = "/s"\nto = "/t"\nquery = {id = "1"}\n[[redirects]]\nfrom = "/blog/*"\nto = "/news/:splat"\n[[redirects]]\nfrom = /broken\n[[headers]]\nfor = "/*"\n[[redirects]]\nfrom = "/app"\nto = "/index.html"\nstatus = 200\n',
    [
      "3:1 /old → /new 302",
      `10:1 ${CONDITIONAL}`,
      "15:1 /s?id=1 → /t",
      `19:1 ${PATTERN}`,
      "22:1 fault: it cannot be parsed",
      "26:1 /app →  200",
    ],
  ],
  [
    "short.toml",
    'redirects = [{from = "/a", to = "/b"},\n {from = "/c", to = "/d", status = 302}]',
    ["1:1 /a → /b", "1:1 /c → /d 302"],
  ],
  [
    "firebase.json",
    '{\n // comment\n "hosting": [{"target": "x", "redirects": [\n{"source": "/a", "destination": "/b", "type": 301},\n{"source": "/u/:id", "destination": "/v/:id", "type": 302},\n{"source": "/@(c|d)/**", "destination": "/e", "type": 301},\n{"regex": "/x.*", "destination": "/y", "type": 302},\n]}, {"target": "y"}]}',
    ["4:1 /a → /b 301", `5:1 ${PATTERN}`, `6:1 ${PATTERN}`, `7:1 ${REGEX}`],
  ],
  [
    "staticwebapp.config.json",
    '{"routes": [{"route": "/api/*", "allowedRoles": ["x"]},\n{"route": "/old", "redirect": "/new", "statusCode": 301},\n{"route": "/gone", "statusCode": 410},\n{"route": "/x/*", "redirect": "/y"}]}',
    ["2:1 /old → /new 301", `4:1 ${PATTERN}`],
  ],
  [
    "redirects.yaml",
    '# Ghost\n301:\n  /old: /new\n  ^/(a|b)\\/c$: /d/$1\n\n302:\n  /x/: "/y/"\n  no colon\n',
    [
      "3:3 /old → /new 301",
      "4:3 /a/c → /d/a 301",
      "4:3 /b/c → /d/b 301",
      "7:3 /x/ → /y/ 302",
      "8:3 fault: it cannot be parsed",
    ],
  ],
  [
    "redirects.json",
    '[{"from": "/old", "to": "/new", "permanent": true},\n{"from": "^/p/(\\\\d+)$", "to": "/q/$1"},\n{"from": "^/r/?$", "to": "/s", "permanent": false}]',
    ["1:2 /old → /new 301", `2:1 ${REGEX}`, "3:1 /r → /s 302"],
  ],
  [
    "web.config",
    '<?xml version="1.0"?>\n<configuration><system.webServer><rewrite>\n<rewriteMaps><rewriteMap name="R">\n<add key="/old" value="/new"/>\n<add key="b" value="c" /></rewriteMap></rewriteMaps>\n<rules>\n<rule name="m"><match url=".*"/><conditions><add input="{R:{REQUEST_URI}}" pattern="(.+)"/></conditions><action type="Redirect" url="{C:1}" redirectType="Found"/></rule>\n<rule name="a"><match url="^x$"/><action type="Redirect" url="/y"/></rule>\n<rule name="b"><match url="^p/(\\d+)$"/><action type="Redirect" url="/q/{R:1}" redirectType="Temporary"/></rule>\n<rule name="c" patternSyntax="Wildcard"><match url="w/*"/><action type="Redirect" url="/v/{R:1}"/></rule>\n<rule name="d" enabled="false"><match url="^z$"/><action type="Redirect" url="/y"/></rule>\n<rule name="e"><match url="^z$"/><action type="Rewrite" url="/y"/></rule>\n<rule name="f"><match url="^g$"/><action type="CustomResponse" statusCode="410"/></rule>\n<rule name="h"><match url="^i$"/><conditions><add input="{HTTPS}" pattern="off"/></conditions><action type="Redirect" url="/y"/></rule>\n</rules></rewrite>\n<httpRedirect enabled="true" destination="/z"/></system.webServer></configuration>',
    [
      "4:1 /old → /new 302",
      "5:1 /b → /c 302",
      "8:16 /x → /y 301",
      `9:16 ${REGEX}`,
      `10:41 ${PATTERN}`,
      "11:1 omitted: the rule is disabled",
      "12:1 omitted: an internal rewrite, invisible to clients",
      "13:16 /g →  410",
      `14:1 ${CONDITIONAL}`,
      "16:1 omitted: httpRedirect is not read",
    ],
  ],
  [
    "Caddyfile",
    "# comment\n{\n\temail a@b.test\n}\nexample.com {\n\tredir /old /new 301\n\tredir /t /u # two\n\tredir /blog/* /news{uri} permanent\n\tredir /r/* /fixed html\n\t@m path /m /n/*\n\tredir @m /o temporary\n\t@re path_regexp id ^/p/(\\d+)$\n\tredir @re /q/{re.id.1}\n\t@h {\n\t\tpath /x\n\t\theader A b\n\t}\n\tredir @h /y\n\thandle /in/* {\n\t\tredir /in/a /b\n\t}\n\tmap {path} {new} {\n\t\t/k /l\n\t}\n}\n",
    [
      "6:8 /old → /new 301",
      "7:8 /t → /u 302",
      `8:8 ${PATTERN}`,
      `9:8 ${PATTERN}`,
      "11:8 /m → /o 302",
      `11:8 ${PATTERN}`,
      `13:8 ${REGEX}`,
      `18:8 ${CONDITIONAL}`,
      `20:9 ${CONDITIONAL}`,
      "22:2 omitted: map is not read",
    ],
  ],
  [
    "s3.json",
    '{"IndexDocument": {"Suffix": "index.html"}, "RoutingRules": [\n{"Condition": {"KeyPrefixEquals": "docs/"}, "Redirect": {"ReplaceKeyPrefixWith": "documents/"}},\n{"Condition": {"HttpErrorCodeReturnedEquals": "404"}, "Redirect": {"ReplaceKeyWith": "e"}},\n{"Condition": {"KeyPrefixEquals": "a"}, "Redirect": {"HostName": "b.test", "Protocol": "https", "HttpRedirectCode": "302"}}]}',
    ["2:1 /docs/ → /documents/ 301", `3:1 ${CONDITIONAL}`, "4:1 /a → https://b.test/a 302"],
  ],
  [
    "s3.xml",
    "<RoutingRules>\n<RoutingRule><Condition><KeyPrefixEquals>docs/</KeyPrefixEquals></Condition>\n<Redirect><ReplaceKeyWith>x.html</ReplaceKeyWith></Redirect></RoutingRule>\n</RoutingRules>",
    ["2:1 /docs/ → /x.html 301"],
  ],
  [
    "routes-manifest.json",
    '{"version": 3, "redirects": [{"source": "/:path+/", "destination": "/:path+", "internal": true, "statusCode": 308, "regex": "^x"},\n{"source": "/a", "destination": "/b", "statusCode": 308, "regex": "^(?!/_next)/a(?:/)?$"}]}',
    [`1:30 ${PATTERN}`, "2:1 /a → /b 308"],
  ],
  ["an array of Next.js", '[{"source": "/a", "destination": "/b", "permanent": true},]', ["1:2 /a → /b 308"]],
  [
    "maps by host",
    '{"old.test": {"/a": "/b"}, "https://c.test/": {"/from": "https://d.test/"}}',
    ["1:14 http://old.test/a → /b", "1:47 https://c.test/from → https://d.test/"],
  ],
  [
    "Sphinx",
    '"old/page.rst" "new/page.rst"\nold/index new/index\n',
    ["1:1 /old/page.html → /new/page.html", "2:1 /old/index → /new/index"],
  ],
  [
    "HAProxy",
    "/old /new\nshop.test/old https://shop.test/new\nSHOP.test/A https://shop.test/b\n",
    [
      "1:1 /old → /new",
      "2:1 http://shop.test/old → https://shop.test/new",
      "3:1 http://SHOP.test/A → https://shop.test/b",
    ],
  ],
  [
    "virtual hosts",
    "<VirtualHost *:80>\n ServerName a.test\n Redirect permanent / https://www.a.test/\n</VirtualHost>\n<VirtualHost *:443>\n ServerName b.test\n Redirect 301 /x /y\n RedirectMatch ^/z/(.*)$ /w/$1\n</VirtualHost>\nRewriteRule ^ https://new.test%{REQUEST_URI} [R=301,L]",
    [
      "3:21 http://a.test/ → https://www.a.test/ 301",
      "7:15 https://b.test/x → /y 301",
      `8:16 ${REGEX}`,
      `10:13 ${REGEX}`,
    ],
  ],
  [
    "expressions with few sources",
    "RedirectMatch 301 ^/(de|en)/colou?r$ /$1/paint\nRedirectMatch ^/(a|b|c|d|e|f|g|h|i|j|k|l|m|n|o|p)$ /z\nRedirectMatch ^/(a|b|c|d|e|f|g|h|i|j|k|l|m|n|o|p|q)$ /z\nRedirectMatch ^/a[bc]$ /d\nRewriteRule ^x\\.(?:html|php)$ /y? [R=301]",
    [
      "1:19 /de/colour → /de/paint 301",
      "1:19 /de/color → /de/paint 301",
      "1:19 /en/colour → /en/paint 301",
      "1:19 /en/color → /en/paint 301",
      ...[..."abcdefghijklmnop"].map((letter) => `2:15 /${letter} → /z 302`),
      `3:15 ${REGEX}`,
      `4:15 ${REGEX}`,
      "5:13 /x.html → /y 301",
      "5:13 /x.php → /y 301",
    ],
  ],
  // Forms of tables and lists that nothing announces.
  [
    "blanks and case",
    "From ,  TO\n  /a ,/b  \n HTTP://A.Test/c ,/d\n",
    ["2:3 /a → /b", "3:2 HTTP://A.Test/c → /d"],
  ],
  ["a header in Japanese", "旧URL,新URL\n/a,/b\n", ["2:1 /a → /b"]],
  ["international names", "https://bücher.test/ä /é\n", ["1:1 https://bücher.test/ä → /é"]],
  ["percent-encoding", "/caf%C3%A9 /a%2Fb\n/%zz /c", ["1:1 /caf%C3%A9 → /a%2Fb", "2:1 /%zz → /c"]],
  ["queries and fragments", "/a?b=1&c=2 /d#e\n/f#g /h", ["1:1 /a?b=1&c=2 → /d#e", "2:1 /f#g → /h"]],
  ["an empty target", "source;target;code\n/a;;410\n/b;;\n", ["2:1 /a →  410", "3:1 /b → "]],
  ["rows with a wildcard", "from\tto\n/a/*\t/b/:splat\n/c\t/d\n", [`2:1 ${PATTERN}`, "3:1 /c → /d"]],
  ["quoted commas", 'from,to\n"/a,b","/c ""d"""\n', ['2:1 /a,b → /c "d"']],
  ["comments", "# list\n/a /b # why\n\n   \n#/c /d\n", ["2:1 /a → /b"]],
  ["old Macintosh lines", "/a /b\r/c /d\r", ["1:1 /a → /b", "2:1 /c → /d"]],
  [
    "Latin-1",
    Buffer.from("from,to\n/caf\xe9,/b\n/c,/d\n", "latin1").toString("latin1"),
    ["2:1 /café → /b", "3:1 /c → /d"],
  ],
  [
    "an unclosed quote",
    'from,to\n/a,"/b\n/c,/d\n',
    ["2:4 fault: the quote that opens here is not closed", "3:1 /c → /d"],
  ],
  [
    "text after a quote",
    'from,to\n"/a"x,/b\n/c,/d\n',
    ["2:5 fault: text follows a closing quote; a quote inside a cell is doubled", "3:1 /c → /d"],
  ],
  [
    "broken JSON",
    '[{"source": "/a", "destination": "/b"},\n{"source": "/c" "destination": "/d"},\n{"source": "/e", "destination": "/f"}]',
    ["1:2 /a → /b", "3:1 /e → /f", "2:17 fault: this is not JSON: CommaExpected"],
  ],
  [
    "JSON that breaks off",
    '{"redirects": [{"source": "/a", "destination": "/b"},\n{"source": "/c", "dest',
    ["1:16 /a → /b", "2:18 fault: this is not JSON: UnexpectedEndOfString"],
  ],
  [
    "XML that breaks off",
    '<configuration>\n<rewriteMap name="a"><add key="/a" value="/b"/>',
    ["2:22 /a → /b", "2:47 fault: unclosed tag: rewriteMap; the file is not read any further"],
  ],
];

describe("each file is read, or named with line and reason", () => {
  test.each(files)("%s", async (name, text, items) => {
    const lines = itemLines(await readMap(text, { name })).map((line) =>
      line.replace(/(fault: it cannot be parsed|UnexpectedEndOfString).*/, "$1"),
    );
    expect(lines.slice(0, items.length)).toEqual([...items]);
    expect(itemLines(await readMap(text.replace(/\r?\n/g, "\r\n"), { name })).length).toBe(lines.length);
    expect(itemLines(await readMap(text, { name }, 5))).toHaveLength(lines.length);
  });

  test.each([
    [
      "next.config.js",
      "module.exports = {}",
      "Next.js, which netlens does not read; build the site, and use .next/routes-manifest.json",
    ],
    ["a.txt", "export default {}", "a program"],
    ["functions.php", "<?php\nwp_redirect('/a');", "a program"],
    ["haproxy.cfg", "frontend a\n", "HAProxy"],
    ["x.vcl", "vcl 4.0;", "VCL"],
    ["page", "<!doctype html><p>", "an HTML page"],
    ["old.md", "---\nredirect_from:\n  - /a\n", "redirect_from"],
  ])("%s is recognised and not read", async (name, text, message) => {
    const error = await readMap(text, { name }).catch((each: MapError) => each);
    expect(String(error)).toContain(message);
  });

  test("a source without a slash is below the base", async () => {
    const options = { base: "https://a.test/docs" };
    expect(itemLines(await readMap("old/page new/page\n/c /d\n", options))).toEqual([
      "1:1 https://a.test/docs/old/page → https://a.test/docs/new/page",
      "2:1 /c → /d",
    ]);
  });

  test("a byte of another encoding costs one row", async () => {
    const read = await readMap(Buffer.from("/caf\xe9 /b\n/c /d\n", "latin1"));
    expect(itemLines(read)).toEqual([
      "1:1 fault: a byte is not UTF-8; save the file as UTF-8 text",
      "2:1 /c → /d",
    ]);
  });
});

const BASE = "https://a.test";

async function sampled(name: string, text: string, samples: readonly string[]): Promise<string[]> {
  const { items } = await readMap(text, { name, base: BASE, samples });
  return items.flatMap((item) =>
    "from" in item && item.isSample
      ? [`${item.line} ${item.from.replace(BASE, "")} → ${item.to} ${item.status ?? ""}`]
      : [],
  );
}

describe("sample URLs", () => {
  test.each([
    [
      "_redirects",
      "/blog/* /news/:splat\n/u/:id/edit /v/:id 302",
      ["/blog/a?b=1", "/u/7/edit", "/other"],
      ["1 /blog/a?b=1 → /news/a?b=1 ", "2 /u/7/edit → /v/7 302"],
    ],
    [
      "_redirects",
      "/a/b /c\n/a/* /d/:splat\n/* /e 302",
      ["/a/b", "/a/x", "/y"],
      ["2 /a/x → /d/x ", "3 /y → /e 302"],
    ],
    [
      ".htaccess",
      "Redirect 301 /a /b\nRewriteRule ^c/(\\d+)/?$ /d?id=$1 [R=301,L]",
      ["/a/x?q=1", "/ab", "/c/5", "/c/x"],
      ["1 /a/x?q=1 → /b/x?q=1 301", "2 /c/5 → /d?id=5 301"],
    ],
    [
      "site.conf",
      "server { rewrite ^/a/(.*)$ /b/$1? permanent; location ~* ^/C/(\\w+)$ { return 302 /d/$1; } }",
      ["/a/x?q=1", "/c/y"],
      ["1 /a/x?q=1 → /b/x 301", "1 /c/y → /d/y 302"],
    ],
    [
      "site.conf",
      "rewrite ^/a/(.*)$ /b/$1? permanent;\nrewrite ^/c\\d /d$request_uri redirect;",
      ["/a/x?q=1", "/c1"],
      ["1 /a/x?q=1 → /b/x 301", "2 /c1 → /d/c1 302"],
    ],
    [
      "vercel.json",
      '{"redirects": [{"source": "/p/:id(\\\\d+)", "destination": "/q/:id"},\n{"source": "/r/:path*", "destination": "https://b.test/:path*"}]}',
      ["/p/12", "/p/x", "/r/s/t"],
      ["1 /p/12 → /q/12 ", "2 /r/s/t → https://b.test/s/t "],
    ],
    [
      "Caddyfile",
      "a.test {\n redir /blog/* /news{uri}\n redir /blog/old/* /x\n}",
      ["/blog/a?b", "/blog/old/c?d"],
      ["2 /blog/a?b → /news/blog/a?b 302", "3 /blog/old/c?d → /x 302"],
    ],
  ])("%s: %s", async (name, text, samples, expected) => {
    expect(await sampled(name, text, samples)).toEqual(expected);
  });

  test("a site that moves as a whole: its home page is checked", async () => {
    expect(await sampled("_redirects", "/* https://b.test/:splat 301", [])).toEqual([
      "1 / → https://b.test/ 301",
    ]);
    expect(await sampled("_redirects", "/ /x\n/* https://b.test/:splat 301", [])).toEqual([]);
    expect(await sampled("_redirects", "/* https://a.test/:splat 301", [])).toEqual([]);
    expect(await sampled("_redirects", "/* /x 301", [])).toEqual([]);
  });

  test("an access log, and a list; other lines are skipped", async () => {
    const log =
      'x\n::1 - - [10/Oct/2026:13:55:36 +0000] "GET /blog/a?b=1 HTTP/1.1" 200 1\n::1 - - [10/Oct/2026:13:55:36 +0000] "POST /blog/c HTTP/1.1" 200 1\n/blog/d\nhttps://a.test/blog/e\n';
    const files = { "a.log": log, _redirects: "/blog/* /blog/:splat\n" };
    const { code, err, out } = await cli(
      ["redirects", "--dry-run", "--base", BASE, "--sample-urls", "a.log", "_redirects"],
      { files },
    );
    expect([code, err]).toEqual([4, expect.stringContaining("3 rows, 1 omitted")]);
    expect(out).toContain("redirect loop");
    const none = await cli(["redirects", "--sample-urls", "_redirects", "a.log"], {
      files: { ...files, _redirects: "x" },
    });
    expect([none.code, none.err]).toEqual([2, expect.stringContaining("_redirects has no URLs or paths")]);
  });
});

async function findings(name: string, text: string): Promise<string[]> {
  const { items } = await readMap(text, { name, base: BASE });
  const check = new MapCheck(BASE);
  for (const item of items) check.add(item);
  check.finish();
  return items
    .flatMap((item) => check.findings(item))
    .map(({ line, kind, message }) => `${line} ${kind}: ${message}`);
}

describe("rules that take the URLs of others", () => {
  test.each([
    [
      "an earlier pattern",
      "_redirects",
      "/a/* /b\n/a/x /c\n/a/y/* /d",
      [
        "2 shadowed: line 1 applies first: /a/* redirects it to /b",
        "3 shadowed: line 1 applies first: /a/* redirects it to /b",
      ],
    ],
    [
      "an expression without an end that matches its own target",
      "site.conf",
      "rewrite ^/blog /blog/ permanent;",
      ["1 loop: lines 1 → 1"],
    ],
    ["an expression with an end", "site.conf", "rewrite ^/blog$ /blog/ permanent;", []],
    [
      "a location, since another one may serve the target",
      "site.conf",
      "server { location /blog { return 301 /blog/; } }",
      [],
    ],
    ["a later pattern", "_redirects", "/a/x /c\n/a/y/* /d\n/a/* /b", []],
    [
      "Apache's prefixes",
      ".htaccess",
      "Redirect /a /b\nRedirect /a/x /c",
      ["2 shadowed: line 1 applies first: /a/* redirects it to /b/x"],
    ],
    [
      "mod_rewrite before mod_alias",
      ".htaccess",
      "Redirect /a /b\nRewriteRule ^a$ /c [R]",
      ["2 conflict: line 1 has another target or status for this source"],
    ],
    ["a table has no known order", "map.csv", "from,to\n/a/*,/b\n/a/x,/c\n", []],
    [
      "a loop by a pattern",
      "_redirects",
      "/x /blog/y\n/blog/* /x/:splat\n/x/y /x",
      ["1 chain: redirects in a row: lines 1 → 2 → 3", "3 chain: 2 redirects in a row: lines 3 → 1"].slice(
        0,
        0,
      ),
    ],
    [
      "two patterns",
      "_redirects",
      "/a/* /b/:splat\n/b/* /a/:splat",
      ["1 loop: lines 1 → 2 → 1", "2 loop: lines 2 → 1 → 2"],
    ],
    [
      "a chain",
      "_redirects",
      "/x /blog/y\n/blog/* /news/:splat",
      ["1 chain: redirects in a row: lines 1 → 2"],
    ],
  ])("%s", async (kind, name, text, expected) => {
    const found = await findings(name, text);
    if (kind === "a loop by a pattern") expect(found.join("\n")).toContain("1 loop: lines 1 → 2 → 3");
    else expect(found).toEqual(expected);
  });
});
