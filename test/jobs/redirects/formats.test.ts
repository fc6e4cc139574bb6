/** A small file of each format of redirect maps. */

import { describe, expect, test } from "bun:test";
import { MOST_CELLS } from "../../../src/jobs/redirects/map/csv.ts";
import { statementsOf } from "../../../src/jobs/redirects/map/nginx-statements.ts";
import type { MapError } from "../../../src/jobs/redirects/map-item.ts";
import { itemLines, readMap } from "./map-text.ts";

const REGEX = "omitted: a regular expression has no single source";

const files: readonly (readonly [
  name: string,
  text: string,
  description: string,
  items: readonly string[],
])[] = [
  [
    "commas without header",
    "/a,/b\n/c,/d,",
    "commas: columns 1 and 2, no header (guessed",
    ["1:1 /a → /b", "2:1 /c → /d"],
  ],
  [
    "semicolons and a status, without header",
    "/a;/b;301\r\n/c;https://b.test/;302\r\n",
    "semicolons: columns 1 and 2, status in column 3, no header (guessed",
    ["1:1 /a → /b 301", "2:1 /c → https://b.test/ 302"],
  ],
  [
    "a header in words of nobody",
    "Id;Adresse alt;Adresse neu\n1;/a;/b\n2;/c;/d",
    "semicolons: columns 2 and 3, header skipped (guessed",
    ["2:3 /a → /b", "3:3 /c → /d"],
  ],
  [
    "Shopify, whose header begins like a directive of Apache",
    "Redirect from,Redirect to\n/old,/new\n",
    'columns "Redirect from" and "Redirect to"',
    ["2:1 /old → /new"],
  ],
  [
    "Cloudflare's bulk list, with a source without scheme",
    "source_url,target_url,status_code\na.test/old,https://a.test/new,302\nold/page,/new,301",
    'columns "source_url" and "target_url", status in "status_code"',
    ["2:1 http://a.test/old → https://a.test/new 302", "3:1 /old/page → /new 301"],
  ],
  ["tabs", "old URL\tnew URL\n/a\t/b c\n", 'tabs: columns "old URL" and "new URL"', ["2:1 /a → /b c"]],
  ["vertical bars", "from|to\n/a|/b", 'vertical bars: columns "from" and "to"', ["2:1 /a → /b"]],
  [
    "quotes over lines, blanks before them, and comments",
    'note,from,to\n"two\nlines, ""here""",/a,/b\n# none\n\n"x", "/c,d" ,/e',
    'commas: columns "from" and "to"',
    ["3:18 /a → /b", "6:6 /c,d → /e"],
  ],
  [
    "Screaming Frog",
    '"Address","Content Type","Status Code","Status","Redirect URL","Redirect Type"\n"https://a.test/1","","301","Moved Permanently","https://a.test/2","HTTP Redirect"\n"https://a.test/3","text/html","200","OK","",""\n"https://a.test/4","","0","Blocked by robots.txt","",""',
    'columns "Address" and "Redirect URL", status in "Status Code"',
    [
      "2:1 https://a.test/1 → https://a.test/2 301",
      "3:1 https://a.test/3 →  200",
      "4:1 omitted: the export has no response for it (status 0)",
    ],
  ],
  [
    "the Redirection plugin's CSV",
    'source,target,regex,code,type,hits,title,status\n"/a,b","/c",0,301,"url",3,"A ""b""","active"\n"/x","/y",0,301,"url",0,"","disabled"\n"^/z/(.*)","/q/$1",1,301,"url",0,"","active"\n"/gone","",0,410,"error",0,"","active"',
    'columns "source" and "target", status in "code"',
    ["2:1 /a,b → /c 301", "3:1 omitted: the rule is disabled", `4:1 ${REGEX}`, "5:1 /gone →  410"],
  ],
  [
    "Yoast's CSV",
    '"Origin","Target","Type","Format"\n"old-post","new-post","301","plain"\n"^/(\\d+)/$","/","301","regex"\n"old","https://b.test/","302","plain"\n"away","","410","plain"',
    'columns "Origin" and "Target", status in "Type"',
    ["2:1 /old-post → /new-post 301", `3:1 ${REGEX}`, "4:1 /old → https://b.test/ 302", "5:1 /away →  410"],
  ],
  [
    "Vercel's bulk CSV",
    "source,destination,permanent\n/a,/b,true\n/c,/d,f\n/e,/f,\n",
    'columns "source" and "destination"',
    ["2:1 /a → /b 308", "3:1 /c → /d 307", "4:1 /e → /f"],
  ],
  [
    "lines",
    '/a /b 301\n# no\n\n/c /d\n/e\n/f 410\n"/g h" /i',
    "lines of FROM TO [STATUS]",
    ["1:1 /a → /b 301", "4:1 /c → /d", "5:1 /e → ", "6:1 /f →  410", "7:1 /g h → /i"],
  ],
  [
    "_redirects",
    "/home /\n/store id=1 /shop/1 301!\n/store id=:id /shop/:id 301\n/news/* /blog/:splat\n/:year/x /y\n/ /de 302 Language=de # for some\n/app /index.html 200\n/lost /404.html 404",
    "lines of FROM TO [STATUS]",
    [
      "1:1 /home → /",
      "2:1 /store?id=1 → /shop/1 301",
      "3:1 omitted: a pattern has no single source",
      "4:1 omitted: a pattern has no single source",
      "5:1 omitted: a pattern has no single source",
      "6:1 omitted: the rule depends on a condition",
      "7:1 /app →  200",
      "8:1 /lost →  404",
    ],
  ],
  [
    "Apache",
    [
      "RewriteEngine on",
      "Redirect 301 /a /b",
      "redirect permanent /c https://b.test/d",
      "Redirect /e /f",
      "RedirectPermanent /g /h",
      "RedirectTemp /i /j",
      "Redirect seeother /k /l",
      "Redirect gone /m",
      "Redirect 410 /n",
      'RedirectMatch 301 "^/o\\.html$" /p',
      "RedirectMatch ^/q/(.*)$ /r/$1",
      "RewriteRule ^s\\.html$ /t [R=301,L]",
      "RewriteRule ^/?u/?$ /v? [L,R=permanent]",
      "RewriteRule ^w$ https://b.test/w [L]",
      "RewriteRule ^x$ /index.php [L]",
      "RewriteRule ^y$ - [G]",
      "RewriteCond %{HTTP_HOST} ^www",
      "RewriteRule ^z$ /z1 [R=301]",
      "RewriteRule ^z2$ /z3 \\",
      "  [R=301]",
      "RewriteRule ^(.*)$ /b [R=301]",
      "RewriteRule ^z4$ https://%{HTTP_HOST}/z4 [R=301]",
      "<If \"%{HTTP_HOST} == 'a'\">",
      "Redirect /z5 /z6",
      "</If>",
      "RewriteBase /blog/",
      "RewriteRule ^z7$ /z8 [R]",
      "Options +FollowSymLinks",
    ].join("\n"),
    "Apache directives",
    [
      "2:14 /a → /b 301",
      "3:20 /c → https://b.test/d 301",
      "4:10 /e → /f 302",
      "5:19 /g → /h 301",
      "6:14 /i → /j 302",
      "7:19 /k → /l 303",
      "8:15 /m →  410",
      "9:14 /n →  410",
      "10:19 /o.html → /p 301",
      `11:15 ${REGEX}`,
      "12:13 /s.html → /t 301",
      "13:13 /u → /v 301",
      "14:13 /w → https://b.test/w 302",
      "15:13 omitted: an internal rewrite, invisible to clients",
      "16:13 /y →  410",
      "18:1 omitted: the rule depends on a condition",
      "19:13 /z2 → /z3 301",
      `21:13 ${REGEX}`,
      "22:13 omitted: the target depends on the request",
      "24:1 omitted: the rule depends on a condition",
      "27:13 /blog/z7 → /z8 302",
    ],
  ],
  [
    "nginx",
    [
      "map $uri $new {",
      '  default "";',
      "  /a /b; # one",
      "  ~^/c/(.*) /d/$1;",
      "  '/e f' \"/g\";",
      "  /h",
      "    /i;",
      '  /j $other; /k ""; include more.map; \\/l /m;',
      "}",
      "map $http_host $site { a.test b; }",
      "server {",
      "  rewrite ^/n$ /o permanent;",
      "  rewrite ^/p\\.html$ https://b.test/p;",
      "  rewrite ^/q/(.*)$ /r/$1 redirect;",
      "  rewrite ^/s$ /t last;",
      "  location = /u { return 301 /v; }",
      "  location /w { return 410; }",
      "  location ~ ^/x { return 301 /y; }",
      "  location /z { return 302 https://b.test$request_uri; }",
      "  if ($new) { return 301 $new; }",
      "  location /ok { return 200 fine; } location /shut { return 444; }",
      "}",
    ].join("\n"),
    "nginx directives",
    [
      "3:3 /a → /b 301",
      `4:3 ${REGEX}`,
      "5:3 /e f → /g 301",
      "6:3 /h → /i 301",
      "8:3 omitted: the target depends on the request",
      "8:14 omitted: the target is missing",
      "8:21 omitted: included files are not read",
      "8:39 /l → /m 301",
      "10:24 omitted: the map is of $http_host, not of the path",
      "12:11 /n → /o 301",
      "13:11 /p.html → https://b.test/p 302",
      `14:11 ${REGEX}`,
      "15:11 omitted: an internal rewrite, invisible to clients",
      "16:14 /u → /v 301",
      "17:12 /w →  410",
      "18:14 /x → /y 301",
      "19:12 /z → https://b.test/z 302",
    ],
  ],
  [
    "rules of Apache with a query, which never match",
    "Redirect 301 /a?id=1 /b\nRedirectMatch 301 ^/c\\?d=1$ /e\nRewriteRule ^f\\.php\\?g=1$ /h [R=301]\nRedirect 301 /i /j?k=1",
    "Apache directives",
    [
      ["1:14", "Redirect", "/a?id=1"],
      ["2:19", "RedirectMatch", "^/c\\?d=1$"],
      ["3:13", "RewriteRule", "^f\\.php\\?g=1$"],
    ]
      .map(
        ([at, name, source]) =>
          `${at} omitted: ${name} matches the path without its query, so ${source} never matches; use RewriteCond %{QUERY_STRING}`,
      )
      .concat("4:14 /i → /j?k=1 301"),
  ],
  [
    "a splat that is none",
    "/a/*/b /c 301\n/d_*.md /e#:splat 301\n/f /g/:splat 301\n/h /i 301\n",
    "lines of FROM TO [STATUS]",
    [
      "1:1 omitted: a * before the end is a plain character on Netlify and a wildcard on Cloudflare Pages",
      "2:1 omitted: a * before the end is a plain character on Netlify and a wildcard on Cloudflare Pages",
      "3:1 omitted: :splat is empty: the source does not end with *",
      "4:1 /h → /i 301",
    ],
  ],
  ["lines of an nginx map", "/a /b;\n/c /d;", "nginx directives", ["1:1 /a → /b", "2:1 /c → /d"]],
  [
    "a file for a server block of nginx, and the whole configuration",
    'pid /run/x; worker_processes 2;\nroot /var/www;\nrewrite ^/a$ /b permanent;\n"/c d" /e;\nold-page /f;',
    "nginx directives",
    [
      '2:1 omitted: the directive "root" is not a redirect',
      "3:9 /a → /b 301",
      "4:1 /c d → /e",
      '5:1 fault: "old-page" is not a URL or a path',
    ],
  ],
  [
    "Vercel and Next.js",
    '{\n "redirects": [\n  {"source": "/a", "destination": "/b", "permanent": true},\n  {"source": "/c", "destination": "/d", "statusCode": 301},\n  {"source": "/e/:slug", "destination": "/f/:slug"},\n  {"source": "/g", "destination": "/h", "has": [{"type": "cookie"}]},\n  {"source": "/i", "destination": "/j"}\n ]\n}',
    "JSON",
    [
      "3:3 /a → /b 308",
      "4:3 /c → /d 301",
      "5:3 omitted: a pattern has no single source",
      "6:3 omitted: the rule depends on a condition",
      "7:3 /i → /j",
    ],
  ],
  [
    "the Redirection plugin's JSON",
    JSON.stringify(
      {
        plugin: { version: "5" },
        groups: [],
        redirects: [
          {
            id: 1,
            url: "/a",
            regex: false,
            match_type: "url",
            enabled: true,
            action_type: "url",
            action_code: 301,
            action_data: { url: "/b" },
          },
          {
            id: 2,
            url: "/c",
            regex: true,
            match_type: "url",
            enabled: true,
            action_type: "url",
            action_code: 301,
            action_data: "/d",
          },
          {
            id: 3,
            url: "/e",
            regex: false,
            match_type: "url",
            enabled: false,
            action_type: "url",
            action_code: 301,
            action_data: "/f",
          },
          {
            id: 4,
            url: "/g",
            regex: false,
            match_type: "login",
            enabled: true,
            action_type: "url",
            action_code: 301,
            action_data: {},
          },
          {
            id: 5,
            url: "/h",
            regex: false,
            match_type: "url",
            enabled: true,
            action_type: "error",
            action_code: 410,
          },
          {
            id: 6,
            url: "/i",
            regex: false,
            match_type: "url",
            enabled: true,
            action_type: "nothing",
            action_code: 301,
          },
          {
            id: 7,
            url: "/j",
            regex: false,
            match_type: "url",
            enabled: true,
            action_type: "url",
            action_code: 302,
            action_data: "/k",
          },
        ],
      },
      null,
      0,
    ).replaceAll(',{"id"', ',\n{"id"'),
    "JSON",
    [
      "1:52 /a → /b 301",
      "2:1 /c → /d 301",
      "3:1 omitted: the rule is disabled",
      "4:1 omitted: the rule depends on a condition",
      "5:1 /h →  410",
      '6:1 omitted: the action is "nothing", not a redirect',
      "7:1 /j → /k 302",
    ],
  ],
  [
    "Yoast's options",
    '{"old": {"url": "new", "type": 301}, "gone": {"url": "", "type": 410}}',
    "JSON",
    ["1:9 /old → /new 301", "1:46 /gone →  410"],
  ],
  [
    "a list of Yoast's",
    '[{"origin":"old","url":"new","type":301,"format":"plain"},{"origin":"^x","url":"y","type":301,"format":"regex"}]',
    "JSON",
    ["1:2 /old → /new 301", "1:59 /x → /y 301"],
  ],
  [
    "one object a line",
    '{"source":"/a","destination":"/b"}\n{"source":"/c","destination":"/d","permanent":false}\n',
    "JSON",
    ["1:1 /a → /b", "2:1 /c → /d 307"],
  ],
  ["from and to as name and value", '{"/a": "/b", "c": "d"}', "JSON", ["1:1 /a → /b", "1:1 /c → /d"]],
];

describe("formats", () => {
  test.each(files)("%s", async (_, text, description, items) => {
    const read = await readMap(text);
    expect(read.description).toContain(description);
    expect(itemLines(read)).toEqual([...items]);
    expect(itemLines(await readMap(text, {}, 3)), "in pieces of three bytes").toEqual([...items]);
    expect(itemLines(await readMap(text.replace(/\r?\n/g, "\r\n"))), "with CRLF").toEqual([...items]);
  });

  test("rows are numbered in order, without omitted ones", async () => {
    const { items } = await readMap("/a /b\n/c/* /d\n/e /f");
    expect(items.map((item) => ("row" in item ? item.row : 0))).toEqual([1, 0, 2]);
  });

  test.each(["/a /b\n/c /d 301\n", "from,to\n/é,/ü\n"])("encodings of %j", async (text) => {
    const expected = itemLines(await readMap(text));
    const utf16 = Buffer.from(text, "utf16le");
    const swapped = Buffer.from(utf16).swap16();
    for (const [name, bytes] of [
      ["UTF-8 with mark", Buffer.from(`\ufeff${text}`)],
      ["UTF-16 LE with mark", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
      ["UTF-16 BE with mark", Buffer.concat([Buffer.from([0xfe, 0xff]), swapped])],
      ["UTF-16 LE", utf16],
      ["UTF-16 BE", swapped],
    ] as const) {
      expect(itemLines(await readMap(bytes)), name).toEqual(expected);
      expect(itemLines(await readMap(bytes, {}, 1)), `${name}, byte by byte`).toEqual(expected);
    }
  });
});

describe("--columns", () => {
  const table = "Id,Quelle,Neu,Ziel,Code\n1,/a,x,/b,301\n2,/c,x,/d,302";
  test.each([
    [
      { from: "2", to: "4", status: "5" },
      ["2:3 /a → /b 301", "3:3 /c → /d 302"],
      "from column 2, to column 4, status in column 5, header skipped",
    ],
    [
      { from: "quelle", to: "Ziel" },
      ["2:3 /a → /b", "3:3 /c → /d"],
      "from column 2, to column 4, header skipped",
    ],
    [{ from: "4" }, ["2:8 /b → ", "3:8 /d → "], "from column 4, header skipped"],
  ])("%j", async (columns, items, description) => {
    const read = await readMap(table, { columns });
    expect(itemLines(read)).toEqual(items);
    expect(read.description).toContain(description);
  });
  test("a single column of URLs is not a table", async () => {
    expect(itemLines(await readMap("URL\n/a\n/b", { columns: { from: "1" } }))).toEqual([
      "2:1 /a → ",
      "3:1 /b → ",
    ]);
  });
});

describe("an error names line and column", () => {
  const errors: readonly (readonly [text: string | Uint8Array, message: string])[] = [
    ['/a,/b\n/c,"/d\n/e,/f\n', "2:4 the quote that opens here is not closed"],
    [
      `/a,/b\n${",".repeat(MOST_CELLS)}`,
      `2:${MOST_CELLS + 1} more than ${MOST_CELLS} cells in one row: is this a table?`,
    ],
    ['/a,/b\n"/c" x,/d\n', "2:6 text follows a closing quote; a quote inside a cell is doubled"],
    [
      "1,/a,/b,/c\n2,/d,/e,/f",
      "1:1 columns 2, 3, 4 contain URLs, and none is named as the target; name them with --columns from=1,to=2",
    ],
    ["URL\n/a\n/b", "2:1 only column 1 contains URLs; --columns from=1 checks that each of them redirects"],
    ['{"redirects": [{"source": "/a" "destination": "/b"}]}', "1:32 this is not JSON: CommaExpected"],
    ['{"redirects":\n  [', "2:4 this is not JSON: CloseBracketExpected"],
    ['{"other": 1}', '1:1 this object has no member "redirects" with an array'],
    [`[${"[".repeat(70)}`, "1:1 JSON is nested deeper than 64 levels"],
    ['map $uri $x {\n  /a "/b;\n}', "2:3 the file ends inside the statement that begins here"],
    [
      Buffer.from([0x2f, 0x61, 0x20, 0x2f, 0x62, 10, 0x2f, 0xe4, 10]),
      "2:1 a byte is not UTF-8; save the file as UTF-8 text",
    ],
    [Buffer.from("PK\u0003\u0004…"), "1:1 this is a workbook or an archive; save the table as CSV"],
  ];
  test("an nginx configuration with too many nested blocks, or an endless statement", async () => {
    const nested = (blocks: number) =>
      `map $uri $x {\n/a /b;\n}\n${"http{\n".repeat(blocks)}${"}\n".repeat(blocks)}`;
    expect(itemLines(await readMap(nested(100)))).toEqual(["2:1 /a → /b"]);
    await expect(readMap(nested(101))).rejects.toThrow("more than 100 blocks inside each other");
    const statements = (length: number) =>
      Array.fromAsync(
        statementsOf(
          (async function* () {
            yield "a".repeat(length);
            yield " b;\n";
          })(),
        ),
      );
    expect((await statements(65_536)).flat()).toHaveLength(1);
    await expect(statements(65_537)).rejects.toThrow("65536 characters without the end of a statement");
  });
  test.each(errors)("%j", async (map, message) => {
    for (const size of [1, 1 << 20]) {
      const read = await readMap(map, {}, size).then(
        itemLines,
        ({ line, column, message: fault }: MapError) => [`${line}:${column} fault: ${fault}`],
      );
      const faults = read.filter((line) => line.includes(" fault: "));
      expect(faults[0]?.replace("; the file is not read any further", "")).toBe(
        message.replace(" ", " fault: "),
      );
    }
  });

  test.each([
    ["from,to,code\n/a,/b,301\n,/c,301", "3:1 fault: the source is missing"],
    ["from,to,code\nx,/b,301", '2:1 fault: "x" is not a URL or a path'],
    ["from,to,code\n/a,b c,301", '2:4 fault: "b c" is not a URL or a path'],
    ["from,to,code\n/a,/b,moved", '2:7 fault: "moved" is not a status code'],
    ["/a /b\nnonsense here", '2:1 fault: "nonsense" is not a URL or a path'],
    ["/a /b 301 more", "1:11 fault: expected the end of the line after the status"],
    ["/a /b moved", '1:7 fault: "moved" is not a status code'],
    ["/a /b 099", '1:7 fault: "099" is not a status code'],
    ["/a /b 600", '1:7 fault: "600" is not a status code'],
    ["/a b\n", '1:4 fault: "b" is not a URL or a path'],
    ["http://[ /b", '1:1 fault: "http://[" is not a URL or a path'],
    ["ftp://a.test/ /b", '1:1 fault: "ftp://a.test/" is not a URL or a path'],
    [`/a ${"n".repeat(61)}`, `1:4 fault: "${"n".repeat(60)}…" is not a URL or a path`],
    [`/a ${"n".repeat(60)}`, `1:4 fault: "${"n".repeat(60)}" is not a URL or a path`],
    [
      "/a,/b",
      "1:1 fault: two addresses have no space between them; if this is a table, name its columns with --columns",
    ],
    ["RewriteRule ^a$", "1:1 fault: RewriteRule needs a pattern and a substitution"],
    ["map $uri $x { /a /b /c; }", "1:15 fault: a line of a map has a source and a value"],
  ])("%j", async (text, fault) => {
    const format = text.startsWith("/a,/b") ? { format: "lines" as const } : {};
    expect(itemLines(await readMap(text, format)).filter((line) => line.includes("fault"))).toEqual([fault]);
  });
});

test("a table with different numbers of cells is not read as lines of long paths", async () => {
  const { items } = await readMap("/a,/b\n/c\n/d\n/e\n");
  expect(items[0]).toMatchObject({ fault: expect.stringContaining("--columns") });
});
