import { describe, expect, test } from "bun:test";
import { readFieldLines } from "../../src/headers/message.ts";
import type { Exchange } from "../../src/http/exchange.ts";
import { lookupHttp } from "../../src/http/lookup.ts";
import { exposedBy, pathsToAsk } from "../../src/http/report/exposed.ts";
import { costOf } from "../../src/http/routes.ts";
import { send, tcpServer, testSettings } from "./servers.ts";

type Given = Parameters<typeof exposedBy>[0];

/** Response of a site; without `text` no content was kept. */
function shown(url: string, status: number, lines: readonly string[], text?: string): Given {
  const head = {
    status,
    lines: readFieldLines(lines),
  } as unknown as NonNullable<Exchange["head"]>;
  const content =
    text === undefined
      ? {}
      : { content: { opening: Buffer.from(text) } as unknown as NonNullable<Exchange["content"]> };
  return { url: new URL(url, "https://a.example"), head, ...content };
}

const foundIn = (...given: Parameters<typeof shown>) =>
  exposedBy(shown(...given)).map(({ severity, name, title }) => `${severity} ${name}: ${title}`);

const PAGE = '<title>A</title><meta name="generator" content="WordPress 6.1.9" />';

describe("a response reveals", () => {
  test.each([
    [
      "the login name in a redirect",
      ["/?author=1", 301, ["Location: https://a.example/author/mona/"]],
      ["warning user-names-shown: /?author=1 publishes the name of user 1, mona."],
    ],
    ["no name in another redirect", ["/?author=1", 301, ["Location: https://a.example/"]], []],
    ["no name to one who did not ask", ["/", 301, ["Location: https://a.example/author/mona/"]], []],
    [
      "the name in a class of the page",
      ["/?author=12", 200, [], '<body class="archive author author-mona author-12">'],
      ["warning user-names-shown: /?author=12 publishes the name of user 12, mona."],
    ],
    ["a class of another user", ["/?author=1", 200, [], '<body class="author-mona author-12">'], []],
    [
      "users without their names",
      ["/wp-json/wp/v2/users", 200, ["X-WP-Total: 3"]],
      ["warning user-names-shown: /wp-json/wp/v2/users publishes the names of 3 users."],
    ],
    [
      "users by their names",
      ["/?rest_route=/wp/v2/users", 200, ["X-WP-Total: 1"], '[{"id":1,"slug":"mona"}]'],
      ["warning user-names-shown: /?rest_route=/wp/v2/users publishes the name of 1 user, mona."],
    ],
    ["no users", ["/wp-json/wp/v2/users", 200, ["X-WP-Total: 0"]], []],
    ["users that are refused", ["/wp-json/wp/v2/users", 401, ["X-WP-Total: 3"]], []],
    [
      "xmlrpc.php",
      ["/blog/xmlrpc.php", 405, ["Allow: POST"]],
      ["info xmlrpc-open: /blog/xmlrpc.php is open: attackers try passwords and send pingbacks there."],
    ],
    ["xmlrpc.php that is closed", ["/xmlrpc.php", 403, []], []],
    [
      "the maker of a page",
      ["/", 200, ["Content-Type: text/html"], PAGE],
      ["info version-in-content: / discloses WordPress 6.1.9."],
    ],
    ["a maker without a version", ["/", 200, [], '<meta name="generator" content="Hugo">'], []],
    [
      "the maker of a feed",
      ["/feed/", 200, [], "<generator>https://wordpress.org/?v=6.1.9</generator>"],
      ["info version-in-content: /feed/ discloses WordPress 6.1.9."],
    ],
    [
      "the version of files",
      ["/", 200, [], '<script src="/wp-includes/js/wp-emoji-release.min.js?ver=6.1.9">'],
      ["info version-in-content: / discloses WordPress 6.1.9."],
    ],
    ["a version of their own", ["/", 200, [], '<script src="/wp-includes/js/jquery.js?ver=3.6.1">'], []],
    [
      "a listing of nginx",
      [
        "/wp-content/uploads/",
        200,
        [],
        "<html>\r\n<head><title>Index of /wp-content/uploads/</title></head>",
      ],
      ["warning directory-listed: /wp-content/uploads/ lists the files of its folder."],
    ],
    ["an article about listings", ["/", 200, [], "<title>Index of articles</title>"], []],
    [
      "readme.html",
      ["/readme.html", 200, [], "<title>WordPress &rsaquo; ReadMe</title>"],
      ["info readme-shown: /readme.html is WordPress' own: scanners use it to find WordPress."],
    ],
    [
      "a copy of the configuration",
      [
        "/wp-config.php.bak",
        200,
        ["Content-Type: application/octet-stream"],
        "define( 'DB_PASSWORD', 'x' );",
      ],
      ["error configuration-copy-shown: /wp-config.php.bak publishes the database password."],
    ],
    ["a page in the place of the copy", ["/wp-config.php.bak", 200, [], "<title>Not found</title>"], []],
  ] as const)("%s", (_, given, expected) => {
    expect(foundIn(...(given as unknown as Parameters<typeof shown>))).toEqual([...expected]);
  });
  // Quadratic work on a million characters would take hours.
  test.each(["<meta ", '<meta name="generator" content="A ', "author-", "</title", '"slug":"'])(
    "a million characters are read: %s",
    (part) => {
      expect(foundIn("/?author=1", 200, [], part.repeat(1_000_000 / part.length))).toEqual([]);
    },
  );
});

test.each([
  [{}, "on", 10],
  [{ checks: true }, "off", 10],
  [{ checks: true }, "on", 40],
  [{ variants: true, checks: true }, "on", 40],
] as const)("a lookup with %j, if paths are %s, costs %d", (options, wellKnownPaths, cost) => {
  expect(costOf(options, { wellKnownPaths })).toBe(cost);
});

describe("well-known paths", () => {
  const API = 'Link: <https://a.example/blog/wp-json/>; rel="https://api.w.org/"';
  test("are requested below WordPress's address, and on no other site", () => {
    const [first, second] = pathsToAsk(shown("/blog/hello/", 200, [API]));
    expect([first?.href, second?.href]).toEqual([
      "https://a.example/blog/?author=1",
      "https://a.example/blog/wp-json/wp/v2/users",
    ]);
    const other = pathsToAsk(shown("/", 200, [API.replace("a.example", "b.example")]));
    expect(new Set(other.map(({ origin }) => origin))).toEqual(new Set(["https://a.example"]));
    expect(pathsToAsk(shown("/", 200, [], PAGE))).toHaveLength(6);
    expect(pathsToAsk(shown("/", 200, ["Server: nginx"], "<title>A</title>"))).toEqual([]);
  });

  const site = () =>
    tcpServer((socket, request) => {
      const path = request.split(" ")[1] ?? "";
      const [status, fields, text] = path.startsWith("/?author=1")
        ? ["301 Moved", "Location: /author/mona/\r\n", ""]
        : path === "/wp-config.php.bak"
          ? ["200 OK", "Content-Type: application/octet-stream\r\n", "define( 'DB_PASSWORD', 'x' );"]
          : path === "/"
            ? ["200 OK", "Content-Type: text/html; charset=utf-8\r\n", PAGE]
            : ["404 Not Found", "Content-Type: text/html; charset=utf-8\r\n", PAGE];
      send(socket, `HTTP/1.1 ${status}\r\n${fields}Content-Length: ${text.length}\r\n\r\n${text}`);
    });
  const look = async (checks: boolean, wellKnownPaths: "on" | "off") => {
    await using server = await site();
    const report = await lookupHttp(
      `127.0.0.1:${server.port}`,
      { checks, follow: false },
      { ...testSettings, wellKnownPaths },
    );
    const { problems = [] } = report.steps[0] ?? {};
    return { report, names: problems.map(({ name }) => name), requests: server.received.length };
  };

  test("are listed in the answer, if the operator allows them", async () => {
    const { report, names, requests } = await look(true, "on");
    expect(
      report.paths?.map(({ url, status }) => [new URL(url).pathname + new URL(url).search, status]),
    ).toEqual([
      ["/?author=1", 301],
      ["/wp-json/wp/v2/users", 404],
      ["/xmlrpc.php", 404],
      ["/readme.html", 404],
      ["/wp-config.php.bak", 200],
      ["/wp-content/uploads/", 404],
    ]);
    expect(names.filter((name) => name === "version-in-content")).toHaveLength(1);
    for (const name of ["user-names-shown", "configuration-copy-shown"]) expect(names).toContain(name);
    // The page, the page without Accept-Encoding, and six checks.
    expect(requests).toBe(8);
  });
  test.each([
    [true, "off", 2],
    [false, "on", 1],
  ] as const)("checks=%p, allowed %s: %d requests, and no path", async (checks, allowed, requests) => {
    const looked = await look(checks, allowed);
    expect(looked.report.paths).toBeUndefined();
    expect(looked.requests).toBe(requests);
    expect(looked.names).toContain("version-in-content");
  });
});
