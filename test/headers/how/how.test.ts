/** Server configuration that fixes findings. `build/slow` tests it with real servers. */

import { describe, expect, test } from "bun:test";
import { RECIPE_PLACES, type RecipeChoice } from "../../../data/recipe-servers.ts";
import { perResponse, recipeRows } from "../../../data/recipes.ts";
import { explainMessage } from "../../../src/headers/explain.ts";
import { changedFlags } from "../../../src/headers/how/cookie-flags.ts";
import { NGINX_INHERITS } from "../../../src/headers/how/nginx.ts";
import { recipeFor, recipeRow } from "../../../src/headers/how/rows.ts";
import { parseMessage } from "../../../src/headers/message.ts";
import { problemKinds } from "../../../src/headers/problem-kinds.ts";
import type { Problem } from "../../../src/headers/schema.ts";
import { kindOf } from "../../../src/jobs/project/kinds.ts";
import { cases as goldenCases } from "../golden/responses.json";

const SERVERS = ["nginx", "apache", "htaccess", "caddy", "lighttpd", "cloudflare"] as const;
const NOW = Date.parse("2026-11-20T10:00:00Z");
const PAGE = ["Content-Type: text/html; charset=utf-8", "Date: Fri, 20 Nov 2026 10:00:00 GMT"];

function findings(
  lines: readonly string[],
  url = "https://example.com/",
  status = 200,
  how: RecipeChoice = "all",
): readonly Problem[] {
  const message = parseMessage(lines, { status, method: "GET", url, receivedAt: NOW });
  const { headers, problems } = explainMessage(message, NOW, { how });
  return [
    ...problems,
    ...headers.flatMap(({ problems: own, details }) => [
      ...own,
      ...(details.items ?? []).flatMap((item) => item.problems ?? []),
    ]),
  ];
}

const howOf = (id: string, lines: readonly string[], url?: string) =>
  findings(lines, url).find(({ name }) => name === id)?.how;

describe("recipes of findings", () => {
  test("removes the old header and sends the right one", () => {
    expect(howOf("x-content-type-options-unknown", [...PAGE, "x-content-type-options: no-sniff"])).toEqual({
      header: "X-Content-Type-Options: nosniff",
      nginx:
        'proxy_hide_header X-Content-Type-Options; fastcgi_hide_header X-Content-Type-Options; uwsgi_hide_header X-Content-Type-Options;\nadd_header X-Content-Type-Options "nosniff" always;',
      apache:
        '<IfModule mod_headers.c>\n\tHeader onsuccess unset X-Content-Type-Options\n\tHeader always set X-Content-Type-Options "nosniff"\n</IfModule>',
      htaccess:
        '<IfModule mod_headers.c>\n\tHeader onsuccess unset X-Content-Type-Options\n\tHeader always set X-Content-Type-Options "nosniff"\n</IfModule>',
      caddy: 'header {\n\tX-Content-Type-Options "nosniff"\n\tdefer\n}',
      lighttpd: 'setenv.set-response-header += ("X-Content-Type-Options" => "nosniff")',
      cloudflare:
        "Rules > Transform Rules > Modify Response Header: set static X-Content-Type-Options to nosniff",
      note: NGINX_INHERITS,
    });
  });

  test("removes a header on all servers", () => {
    const how = howOf("pingback-offered", [...PAGE, "X-Pingback: https://example.com/xmlrpc.php"]);
    expect(how?.header).toBeUndefined();
    expect(how?.nginx).toBe(
      "proxy_hide_header X-Pingback; fastcgi_hide_header X-Pingback; uwsgi_hide_header X-Pingback;",
    );
    expect(how?.apache).toBe(
      "<IfModule mod_headers.c>\n\tHeader onsuccess unset X-Pingback\n\tHeader always unset X-Pingback\n</IfModule>",
    );
    expect(how?.caddy).toBe("header {\n\t-X-Pingback\n\tdefer\n}");
    expect(how?.wordpress).toContain("header_remove( 'X-Pingback' );");
  });

  test("replaces an old header name", () => {
    const how = howOf("feature-policy-replaced", [...PAGE, "Feature-Policy: camera 'none'"]);
    expect(how?.nginx).toBe(
      '# In http:\nmap $sent_http_permissions_policy $set_permissions_policy { "" "camera=()"; }\n# In http, for all sites, or in one server:\nproxy_hide_header Feature-Policy; fastcgi_hide_header Feature-Policy; uwsgi_hide_header Feature-Policy;\nadd_header Permissions-Policy $set_permissions_policy always;',
    );
  });

  test("joins several lines of a list", () => {
    const lines = [...PAGE, "Vary: Accept-Encoding,, Origin", "Vary: Accept"];
    expect(howOf("list-empty-member", lines)?.header).toBe("Vary: Accept-Encoding, Origin, Accept");
  });

  test("keeps preload", () => {
    const how = howOf("hsts-max-age-invalid", [...PAGE, "Strict-Transport-Security: max-age=1y; preload"]);
    expect(how?.header).toBe("Strict-Transport-Security: max-age=63072000; includeSubDomains; preload");
    expect(how?.note).toContain("every subdomain");
  });

  test("hides the product by a server setting", () => {
    expect(howOf("software-version", [...PAGE, "Server: nginx/1.14.0 (Ubuntu)"])?.nginx).toBe(
      "# In server: server_tokens off;\nproxy_hide_header Server; fastcgi_hide_header Server; uwsgi_hide_header Server;",
    );
    expect(howOf("software-version", [...PAGE, "X-Powered-By: PHP/8.3.1"])?.php).toContain(
      "\theader_remove( 'X-Powered-By' );\n",
    );
  });
});

describe("uses the stack of the response", () => {
  const recipe = (lines: readonly string[], url?: string, how?: RecipeChoice) =>
    findings([...PAGE, ...lines], url, 200, how).find(({ name }) => name === "x-frame-options-missing")?.how;
  test("nginx: the same for files and every application", () => {
    // nginx serves files and an application; the `map` prevents a second line of the same header.
    const same =
      '# In http:\nmap $sent_http_x_frame_options $set_x_frame_options { "" "SAMEORIGIN"; }\n# In http, for all sites, or in one server:\nadd_header X-Frame-Options $set_x_frame_options always;';
    for (const lines of [[], ["X-Powered-By: PHP/8.2.7"], ["X-Powered-By: Express"], ['ETag: "66a1b2c3-1f"']])
      expect(recipe(lines)?.nginx).toBe(same);
    expect(Object.keys(recipe([], undefined, "caddy") ?? {})).toEqual(["header", "caddy", "note"]);
  });
  test("sets Cache-Control for this URL only", () => {
    const at = (url: string) =>
      findings(
        [
          ...PAGE,
          "Date: Fri, 20 Nov 2026 10:00:00 GMT",
          "Last-Modified: Thu, 19 Nov 2026 10:00:00 GMT",
          "X-Powered-By: PHP/8.2.7",
          "X-Redirect-By: WordPress",
        ],
        url,
      ).find(({ name }) => name === "freshness-missing")?.how;
    const how = at("https://example.com/feed/?a=b");
    expect(how?.nginx).toContain(
      'map $request_uri $on_cache_control { "~*(?:^|\\s)/feed/(?:[?\\s]|$)" "no-cache"; }',
    );
    expect(how?.wordpress).toContain(
      `\t$here( '(?:^|\\\\s)/feed/(?:[?\\\\s]|$)' ) && $absent( 'Cache-Control', 'no-cache' );`,
    );
    expect(how?.wordpress).toContain("$absent = function");
    expect(how?.php).toContain(") && $absent( 'Cache-Control', 'no-cache' );");
    expect(how?.note).toContain("For this URL alone");
    expect(at("https://example.com/it's.(new)/")?.apache).toContain(
      "m#(?:^|\\s)/it[']s[.][(]new[)]/(?:[?\\s]|$)#i",
    );
  });
  test("lists likely servers first, without other applications' code", () => {
    const places = (how?: object) => Object.keys(how ?? {}).slice(1, 5);
    expect(places(recipe([], "https://example.com/wp-login.php"))).toEqual([
      "wordpress",
      "php",
      "nginx",
      "htaccess",
    ]);
    expect(places(recipe(["X-Powered-By: PHP/8", "Server: Apache"]))).toEqual([
      "php",
      "apache",
      "htaccess",
      "nginx",
    ]);
    // .htaccess is suggested for PHP even if the server is nginx.
    expect(places(recipe(["X-Powered-By: PHP/8", "Server: nginx"]))).toEqual([
      "php",
      "nginx",
      "htaccess",
      "apache",
    ]);
    expect(places(recipe(["X-Powered-By: Express"]))).toEqual(["express", "nginx", "apache", "htaccess"]);
    expect(places(recipe([]))).toEqual(["nginx", "apache", "htaccess", "caddy"]);
  });
  test("sets an absent header only if the application does not send it", () => {
    const how = recipe([]);
    expect(how?.apache).toBe(
      '<IfModule mod_headers.c>\n\tHeader always setifempty X-Frame-Options "SAMEORIGIN" "expr=-z %{resp:X-Frame-Options}"\n</IfModule>',
    );
    expect(how?.caddy).toBe('header ?X-Frame-Options "SAMEORIGIN"');
    expect(how?.cloudflare).toContain(
      'when not any(lower(http.response.headers.names[*])[*] eq "x-frame-options")',
    );
    expect(how?.note).toEndWith(NGINX_INHERITS);
  });
  test("keeps includeSubDomains, but does not add it", () => {
    const hsts = (lines: readonly string[]) =>
      findings([...PAGE, ...lines]).find(
        ({ name }) => name.startsWith("strict-transport") || name.startsWith("hsts"),
      )?.how;
    expect(hsts([])?.header).toBe("Strict-Transport-Security: max-age=63072000");
    expect(hsts([])?.note).toContain("Second step");
    expect(hsts(["Strict-Transport-Security: max-age=1y; includeSubDomains"])?.header).toBe(
      "Strict-Transport-Security: max-age=63072000; includeSubDomains",
    );
  });
});

describe("caches static files", () => {
  const cacheFor = (url: string) =>
    findings(["Content-Type: text/css", "Date: Fri, 20 Nov 2026 10:00:00 GMT"], url).find(({ name }) =>
      name.startsWith("freshness-"),
    )?.how;
  test.each([
    ["https://example.com/wp-content/style.css?ver=6.1", "max-age=31536000, immutable"],
    ["https://example.com/style.css?a=1&v=2", "max-age=31536000, immutable"],
    ["https://example.com/app.0123abcd.css", "max-age=31536000, immutable"],
    ["https://example.com/app.0123abc.css", "max-age=604800"],
    ["https://example.com/style.css?lover=6", "max-age=604800"],
    ["https://example.com/style.css", "max-age=604800"],
    ["https://example.com/style", undefined],
  ])("%s", (url, value) => {
    expect(cacheFor(url)?.header).toBe(value && `Cache-Control: ${value}`);
  });
  test("matches URLs with a version in the query", () => {
    const how = cacheFor("https://example.com/wp-content/style.css?ver=6.1");
    for (const text of [how?.nginx, how?.apache, how?.htaccess, how?.caddy, how?.cloudflare])
      expect(text).toContain("css");
    expect([how?.lighttpd, how?.wordpress, how?.php]).toEqual([undefined, undefined, undefined]);
  });
});

describe("findings without a recipe", () => {
  test.each([
    [
      "whose value is one for each response",
      "last-modified-weekday-wrong",
      ["Last-Modified: Mon, 20 Nov 2026 10:00:00 GMT"],
    ],
    [
      "whose value holds a nonce",
      "csp-sources-joined",
      ["Content-Security-Policy: script-src 'nonce-dGhpcyBpcyBhIG5vbmNlIGF0IGFsbA''self'"],
    ],
    [
      "whose mending shows another",
      "cross-origin-embedder-policy-type",
      ['Cross-Origin-Embedder-Policy: "require-corp"'],
    ],
    ["for which a site has to choose", "content-security-policy-missing", []],
  ])("%s", (_, id, lines) => {
    const finding = findings([...PAGE, ...lines]).find(({ name }) => name === id);
    expect(finding).toBeDefined();
    expect(finding?.how).toBeUndefined();
  });

  test("interim responses", () => {
    const lines = ["X-Pingback: https://example.com/xmlrpc.php"];
    expect(findings(lines, undefined, 199).some(({ how }) => how !== undefined)).toBe(false);
    expect(findings(lines, undefined, 200).some(({ how }) => how !== undefined)).toBe(true);
  });

  test("long lines", () => {
    const fix = (length: number) => `Vary: Accept, ${"x".repeat(length - "Vary: Accept, ".length)}`;
    const headerOf = (length: number) =>
      howOf("list-empty-member", [...PAGE, fix(length).replace(",", ",,")])?.header;
    expect(headerOf(1000)).toBe(fix(1000));
    expect(headerOf(1001)).toBeUndefined();
  });
});

describe("requested servers", () => {
  const explained = (how?: RecipeChoice) =>
    explainMessage(
      parseMessage([...PAGE, "Set-Cookie: sid=abc"], {
        status: 200,
        method: "GET",
        url: "https://example.com/",
      }),
      NOW,
      {
        how,
      },
    );
  const placesOf = (how?: RecipeChoice) =>
    explained(how).headers.flatMap(({ problems }) =>
      problems.map(({ how: told }) => Object.keys(told ?? {})),
    );

  test("none: no recipes, and nothing else changes", () => {
    expect(placesOf().flat()).toEqual([]);
    const bare = JSON.stringify(explained("all").headers, (key, value) =>
      key === "how" ? undefined : value,
    );
    expect(JSON.stringify(explained().headers)).toBe(bare);
  });
  test.each([
    ["nginx", ["header", "nginx"]],
    ["app", ["header", "express", "django", "php", "wordpress"]],
    ["wordpress", ["header", "wordpress"]],
    ["all", ["header", "nginx", "apache", "htaccess", "caddy", "cloudflare", "express", "django", "php"]],
  ] as const)("%s only", (choice, members) => {
    const [first = []] = placesOf(choice).filter((all) => all.length > 0);
    expect(first.filter((member) => member !== "note" && member !== "header")).toEqual(
      members.filter((member) => member !== "header"),
    );
  });
  test("omits servers without support", () => {
    expect(placesOf("lighttpd").flat()).toEqual([]);
    expect(placesOf("all").flat()).not.toContain("lighttpd");
    expect(placesOf("all").flat()).toContain("nginx");
  });
});

describe("attributes of a cookie", () => {
  test("returns only changed attributes", () => {
    const [finding] = findings([...PAGE, "Set-Cookie: PHPSESSID=abc; HttpOnly"]).filter(
      ({ field }) => field === "set-cookie",
    );
    expect(finding?.how).toMatchObject({
      apache: expect.stringContaining("edit Set-Cookie"),
      php: expect.stringContaining("\t$cookie( 'PHPSESSID', 'Secure', 'SameSite=Lax' );\n"),
    });
  });

  test.each([
    ["a=1", "a=1; Secure", { name: "a", secure: true }],
    [
      "a=1; SameSite=None",
      "a=1; SameSite=None; Secure",
      { name: "a", secure: true, kept: { sameSite: "None" } },
    ],
    ["a=1; samesite=Strict", "a=1; SameSite=Lax", { name: "a", sameSite: "Lax" }],
    ["a=1; Path=/", "a=1; Path=/; HttpOnly", { name: "a", httpOnly: true }],
    ["a=1", "a=1", undefined],
    ["a=1; Secure", "a=1", undefined],
    ["a=1; Version=1", "a=1", undefined],
    ["a=1; Path=/x", "a=1; Path=/; Secure", undefined],
    ["a=1", "a=2; Secure", undefined],
    ["a.b=1", "a.b=1; Secure", undefined],
    ["=1", "=1; Secure", undefined],
    ["a=1", "a=1; SameSite=Some", undefined],
  ] as const)("%s → %s", (sent, fixed, flags) => {
    expect(changedFlags(sent, fixed)).toEqual(flags as ReturnType<typeof changedFlags>);
  });

  test("Cloudflare's snippet changes one cookie", async () => {
    const text =
      recipeFor(recipeRow("cloudflare"), {
        cookie: { name: "sid", secure: true, sameSite: "Lax" },
      }) ?? "";
    const code = text.replace("Rules > Snippets:\nexport default", "const snippet =");
    const origin = new Response("", {
      headers: [
        ["Set-Cookie", "sid=1; SameSite=None; Path=/"],
        ["Set-Cookie", "b=2"],
      ],
    });
    const run = new Function("fetch", `${code}\nreturn snippet.fetch();`) as (
      fetch: () => Response,
    ) => Promise<Response>;
    const { headers } = await run(() => origin);
    expect(headers.getSetCookie()).toEqual(["sid=1; Path=/; Secure; SameSite=Lax", "b=2"]);
  });
});

describe("values in each server's syntax", () => {
  const send = (value: string) =>
    Object.fromEntries(
      SERVERS.map((server) => [
        server,
        recipeFor(recipeRow(server), { removed: [], sent: { name: "X-A", value } }),
      ]),
    );

  test("quotes, backslashes, percent signs and braces are escaped", () => {
    expect(send('a "b" \\ 5% {c}')).toMatchObject({
      nginx: 'add_header X-A "a \\"b\\" \\\\ 5% {c}" always;',
      apache: '<IfModule mod_headers.c>\n\tHeader always set X-A "a \\"b\\" \\\\ 5%% {c}"\n</IfModule>',
    });
    expect(send('"b" {c}')["caddy"]).toBe('header {\n\tX-A `"b" \\{c}`\n\tdefer\n}');
  });

  test("omits values that a server cannot express", () => {
    expect(send("$5")["nginx"]).toBeUndefined();
    expect(send(`${"$"}{A}`)["apache"]).toBeUndefined();
    expect(send("a\\b")["caddy"]).toBeUndefined();
    expect(send("{$HOME}")["caddy"]).toBeUndefined();
    expect(send("é")["cloudflare"]).toBeUndefined();
  });
});

test.each(["it's", "a|b", "a`b", "a$b", "a*/b", "-a"])(
  "the name %j is special in some language: no recipe",
  (name) => {
    for (const place of RECIPE_PLACES)
      expect(recipeFor(recipeRow(place), { removed: [name] }), place).toBeUndefined();
  },
);

test("each row belongs to a problem and sends a valid header", () => {
  for (const [id, { set }] of recipeRows) {
    expect(kindOf(id), id).toBeDefined();
    if (set === undefined) continue;
    expect(
      findings([...PAGE, set]).filter(({ severity }) => severity === "error"),
      set,
    ).toEqual([]);
  }
  for (const name of perResponse) expect(name).toMatch(/^[a-z0-9-]+$/);
});

test("recipes without a lint add no finding", () => {
  const messages = [
    ...goldenCases.map(({ headers, url, status }) => ({ lines: headers, url, status })),
    ...[...problemKinds().values()].flatMap(({ bad }) => {
      if (!bad) return [];
      const { lines, url = "https://example.com/", status = 200 } = "lines" in bad ? bad : { lines: bad };
      return [{ lines, url, status }];
    }),
  ];
  let changed = 0;
  for (const { lines, url, status } of messages) {
    const before = findings(lines, url, status);
    for (const { name, how, field } of before) {
      if (!how || recipeRows.get(name)?.alone !== true || (field === "server" && how.header === undefined))
        continue;
      const gone = (how.header?.split(":")[0] ?? field ?? "").toLowerCase();
      const others = lines.filter((line) => line.split(":")[0]?.trim().toLowerCase() !== gone);
      const after = findings([...others, ...(how.header === undefined ? [] : [how.header])], url, status);
      changed++;
      const countOf = (list: readonly Problem[], id: string) => list.filter((one) => one.name === id).length;
      expect(countOf(after, name), `${name} in ${lines.join(" | ")}`).toBeLessThan(countOf(before, name));
      for (const one of after)
        if (one.name !== "hsts-subdomains-missing")
          expect(
            countOf(after, one.name),
            `${one.name} after ${name} in ${lines.join(" | ")}`,
          ).toBeLessThanOrEqual(countOf(before, one.name));
    }
  }
  expect(changed).toBeGreaterThan(100);
}, 60_000);
