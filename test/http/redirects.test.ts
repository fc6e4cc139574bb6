import { describe, expect, test } from "bun:test";
import { readRedirects } from "../../src/http/redirects/read.ts";
import { checkRedirects } from "../../src/http/redirects/run.ts";
import { cli } from "../cli/fake-io.ts";
import { type Running, send, tcpServer } from "./servers.ts";

describe("forms of a map", () => {
  const rows: [name: string, text: string, read: object[]][] = [
    ["from to", "/a /b", [{ line: 1, from: "/a", to: "/b" }]],
    [
      "from to status",
      "/a https://b.test/ 308\n\n# no\n/c /d 302",
      [
        { line: 1, from: "/a", to: "https://b.test/", status: 308 },
        { line: 4, from: "/c", to: "/d", status: 302 },
      ],
    ],
    [
      "the Redirection plugin",
      'source,target,regex,code,type,hits,title,status\r\n"/a,b",/c,0,301,url,3,"A ""b""",enabled\r\n/x,/y,0,301,url,0,,disabled',
      [{ line: 2, from: "/a,b", to: "/c", status: 301 }],
    ],
    [
      "Apache",
      "RewriteEngine on\nRedirect 301 /a /b\nRedirect permanent /c /d\nRedirect /e /f\nRedirectPermanent /g /h\nRewriteRule ^i\\.html$ /j [R=301,L]",
      [
        { line: 2, from: "/a", to: "/b", status: 301 },
        { line: 3, from: "/c", to: "/d", status: 301 },
        { line: 4, from: "/e", to: "/f", status: 302 },
        { line: 5, from: "/g", to: "/h", status: 301 },
        { line: 6, from: "/i.html", to: "/j", status: 301 },
      ],
    ],
    [
      "nginx",
      'map $uri $new {\n  default "";\n  /a /b;\n}\nrewrite ^/c$ /d permanent;',
      [
        { line: 3, from: "/a", to: "/b" },
        { line: 5, from: "/c", to: "/d", status: 301 },
      ],
    ],
  ];
  for (const [name, text, read] of rows)
    test(name, () => expect(readRedirects(text)).toEqual({ rows: read as never, bad: [] }));

  test("what is none is told with its line", () => {
    expect(readRedirects("/a /b\nRedirectMatch ^/x(.*) /y\nnonsense here\n/c /d moved").bad).toEqual([
      { line: 2, text: "RedirectMatch ^/x(.*) /y", reason: "a regular expression has no single source" },
      { line: 3, text: "nonsense here", reason: '"nonsense" is not a URL or a path' },
      { line: 4, text: "/c /d moved", reason: '"moved" is not a status code' },
    ]);
  });
});

const ANSWERS: Readonly<Record<string, string>> = {
  "/good": "301 /end",
  "/temp": "302 /end",
  "/wrong": "301 /other",
  "/none": "200",
  "/loop": "301 /loop",
  "/long": "301 /long1",
  "/long1": "301 /long2",
  "/long2": "301 /end",
  "/dead": "301 /missing",
  "/gone": "410",
  "/missing": "404",
};

function site(): Promise<Running> {
  return tcpServer((socket, request) => {
    const path = request.split(" ")[1] ?? "";
    const [status = "200", location] = (ANSWERS[path] ?? "200").split(" ");
    const field = location ? `Location: ${location}\r\n` : "";
    send(socket, `HTTP/1.1 ${status} X\r\n${field}Content-Length: 0\r\n\r\n`);
  });
}

describe("netlens redirects", () => {
  const map = [
    "/good /end 301",
    "/temp /end 301",
    "/wrong /end",
    "/none /end",
    "/loop /end",
    "/long /end",
    "/dead /missing",
    "/gone - 410",
  ].join("\n");

  test("says of each what it does", async () => {
    await using server = await site();
    const base = `http://127.0.0.1:${server.port}`;
    const { code, out } = await cli(["redirects", "--json", "--base", base, "map.txt"], {
      files: { "map.txt": map },
    });
    expect(code).toBe(4);
    const judged = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(judged.map(({ from, outcome }) => [from, outcome])).toEqual([
      ["/good", "as-wanted"],
      ["/temp", "other-status"],
      ["/wrong", "other-target"],
      ["/none", "other-status"],
      ["/loop", "loop"],
      ["/long", "chain-too-long"],
      ["/dead", "error"],
      ["/gone", "as-wanted"],
    ]);
  });

  test("text, CSV and JUnit", async () => {
    await using server = await site();
    const files = { "map.txt": "/good /end 301\n/wrong /end" };
    const run = (format: string) =>
      cli(["redirects", "--format", format, "--base", `http://127.0.0.1:${server.port}`, "map.txt"], {
        files,
      });
    expect((await run("text")).out).toMatch(
      /other target {2}line 2: \/wrong: it leads to .*\/other\n1 as wanted, 1 other target/,
    );
    expect((await run("csv")).out.split("\r\n")[1]).toContain("1,/good,/end,301,as-wanted,301,");
    expect((await run("junit")).out).toContain('tests="2" failures="1" errors="0"');
  });

  test("all as wanted: exit code 0", async () => {
    await using server = await site();
    const files = { "map.txt": "/good /end 301" };
    const base = `http://127.0.0.1:${server.port}`;
    expect((await cli(["redirects", "--base", base, "map.txt"], { files })).code).toBe(0);
  });

  test("goes on after an interruption, whose last line is cut off", async () => {
    await using server = await site();
    const base = `http://127.0.0.1:${server.port}`;
    const first = await cli(["redirects", "--base", base, "--resume", "done", "map.txt"], {
      files: { "map.txt": "/good /end 301\n/wrong /end" },
    });
    const before = server.received.length;
    // The row that wants no status, whichever was checked first.
    const line = first.written["done"]?.split("\n").find((each) => each.includes('"/wrong"'));
    const done = `${line}\n{"from":"/go`;
    const again = await cli(["redirects", "--json", "--base", base, "--resume", "done", "map.txt"], {
      files: { "map.txt": "# a line more\n/good /end 301\n/wrong /end", done },
    });
    const lines = again.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ line, outcome }) => [line, outcome])).toHaveLength(2);
    expect(server.received.length).toBeLessThan(2 * before);
  });

  test("loses no row that ends while another is written down", async () => {
    const rows = Array.from({ length: 8 }, (_, index) => ({ line: index + 1, from: `/${index}`, to: "/" }));
    const manners = { width: 8, perHost: 8, delay: 0, base: "http://a.test", mostRedirects: 2 };
    const told: number[] = [];
    const look = () => Promise.reject(new Error("no answer"));
    for await (const { line } of checkRedirects(rows, look, manners)) {
      told.push(line);
      await Bun.sleep(1);
    }
    expect(told.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test("asks all in their turn: so many at once, of each host so many, and its delay between them", async () => {
    const asked: (readonly [at: number, url: string])[] = [];
    const begin = performance.now();
    let running = 0;
    let most = 0;
    const look = async (url: string) => {
      asked.push([performance.now() - begin, url]);
      most = Math.max(most, ++running);
      await Bun.sleep(5);
      running--;
      throw new Error("no answer");
    };
    const row = (from: string, line: number) => ({ line, from, to: "/" });
    const rows = ["/1", "/2", "/3", "http://b.test/4", "http://b.test/5", "http://c.test/6"].map(row);
    const manners = { width: 2, perHost: 1, delay: 60, base: "http://a.test", mostRedirects: 2 };
    const judged = [];
    for await (const each of checkRedirects([...rows, row("http://[", 9)], look, manners)) judged.push(each);
    expect(most).toBe(2);
    expect(judged.map(({ from }) => from).toSorted()).toEqual(
      [...rows.map(({ from }) => from), "http://["].toSorted(),
    );
    expect(judged[0]).toMatchObject({ line: 9, reason: "a path, and no base URL to resolve it against" });
    expect(new Set(judged.slice(1).map(({ reason }) => reason))).toEqual(new Set(["no answer"]));
    const ofA = asked.filter(([, url]) => url.startsWith("http://a.test/"));
    expect(ofA.map(([, url]) => url)).toEqual(["http://a.test/1", "http://a.test/2", "http://a.test/3"]);
    for (const [index, [at]] of ofA.entries()) expect(at).toBeGreaterThanOrEqual(60 * index - 2);
  });

  test("asks no host for more than its share at once", async () => {
    let open = 0;
    let most = 0;
    await using server = await tcpServer((socket) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        send(socket, "HTTP/1.1 301 X\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n");
      }, 5);
    });
    const files = { "map.txt": Array.from({ length: 30 }, (_, i) => `/${i} /x`).join("\n") };
    await cli(["redirects", "--per-host", "3", "--base", `http://127.0.0.1:${server.port}`, "map.txt"], {
      files,
    });
    expect(server.received).toHaveLength(30);
    expect(most).toBe(3);
  });

  for (const [args, part] of [
    [["redirects"], "one file"],
    [["redirects", "none.txt"], "none.txt"],
    [["redirects", "--base", "nowhere", "map.txt"], "--base"],
    [["redirects", "--per-host", "0", "map.txt"], "--per-host"],
  ] as const)
    test(`wrong use: ${args.join(" ")}`, async () => {
      const { code, err } = await cli(args, { files: { "map.txt": "" } });
      expect(code).toBe(2);
      expect(err).toContain(part);
    });
});
