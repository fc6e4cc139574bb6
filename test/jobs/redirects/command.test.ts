/** The complete command, run against a site on this machine. */

import { describe, expect, test } from "bun:test";
import { cli } from "../../cli/fake-io.ts";

const ANSWERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "/good": "301 /end",
    "/temp": "302 /end",
    "/wrong": "301 /other",
    "/loop": "301 /loop",
    "/long": "301 /long1",
    "/long1": "301 /long2",
    "/long2": "301 /end",
    "/dead": "301 /missing",
    "/gone": "410",
    "/missing": "404",
    "/two": "301 /good",
    "/page": "301 /canonical",
  }),
);

interface Site extends Disposable {
  readonly base: string;
  readonly asked: string[];
}

function site(answer?: (path: string, method: string) => Response | undefined): Site {
  const asked: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch({ method, url }) {
      const { pathname } = new URL(url);
      asked.push(`${method} ${pathname}`);
      const own = answer?.(pathname, method);
      if (own) return own;
      const [status = "200", location] = (ANSWERS.get(pathname) ?? "200").split(" ");
      const headers = new Headers(location ? { location, "x-redirect-by": "test" } : {});
      return new Response(null, { status: Number(status), headers });
    },
  });
  return {
    base: `http://127.0.0.1:${server.port}`,
    asked,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

const MAP = [
  "/good /end 301",
  "/temp /end 301",
  "/wrong /end",
  "/none /end",
  "/loop /end",
  "/long /end",
  "/dead /missing",
  "/gone - 410",
  "/two /good",
].join("\n");

const lines = (out: string) => out.trim().split("\n");

describe("netlens redirects", () => {
  test("prints the result of each row, in order", async () => {
    using server = site();
    const { code, out, err } = await cli(
      ["redirects", "--format", "ndjson", "--base", server.base, "map.txt"],
      {
        files: { "map.txt": MAP },
      },
    );
    expect(code).toBe(4);
    const judged = lines(out).map((line) => JSON.parse(line));
    expect(judged.map(({ from, outcome, chainType }) => [from, outcome, chainType])).toEqual([
      ["/good", "as-wanted", "301"],
      ["/temp", "other-status", "302"],
      ["/wrong", "other-target", "301"],
      ["/none", "other-status", ""],
      ["/loop", "loop", "301"],
      ["/long", "chain-too-long", "301 301 301"],
      ["/dead", "error", "301"],
      ["/gone", "as-wanted", ""],
      ["/two", "target-redirects", "301 301"],
    ]);
    expect(judged[0]).toMatchObject({ final: `${server.base}/end`, finalStatus: 200, redirectBy: "test" });
    expect(err).toContain("map.txt: lines of FROM TO [STATUS]; 9 rows, 1 of them without a target\n");
    expect(err).toContain("map.txt:9:1: chain: /two: 2 redirects in a row: lines 9 → 1\n");
    expect(err).toContain(
      "2 correct, 1 temporary, 1 no redirect, 1 dead target, 1 wrong target, 1 target redirects, 1 chain, 1 loop",
    );
  });

  const two = { "map.txt": "/good /end 301\n/wrong /end" };
  const format = async (name: string, ...more: string[]) => {
    using server = site();
    const args = ["redirects", "--format", name, ...more, "--base", server.base, "map.txt"];
    const ran = await cli(args, { files: two });
    return { ...ran, out: ran.out.replaceAll(server.base, "http://site").replace(/"ms":\d+/g, '"ms":1') };
  };

  test("text", async () => {
    expect((await format("text")).out).toBe(
      [
        "correct           line 1: /good → http://site/end (301)",
        "wrong target      line 2: /wrong: it redirects to http://site/other",
        "1 correct, 1 wrong target",
        "wrong target (1)",
        "  line 2: /wrong: it redirects to http://site/other",
        "",
      ].join("\n"),
    );
  });
  test("text with only the wrong ones", async () => {
    const { out } = await format("text", "--only", "wrong");
    expect(out).not.toContain("/good");
    expect(out).toContain("1 correct, 1 wrong target");
  });
  test("CSV and TSV", async () => {
    const csv = lines((await format("csv")).out.replaceAll("\r", ""));
    expect(csv[0]).toBe(
      "line,from,to,wantedStatus,outcome,status,final,redirects,reason,finalStatus,chainType,hops,ms,redirectBy,note,result",
    );
    expect(csv[1]).toMatch(
      /^1,\/good,\/end,301,as-wanted,301,http:\/\/site\/end,1,,200,301,301 http:\/\/site\/good → 200 http:\/\/site\/end,\d+,test,,correct$/,
    );
    const tsv = lines((await format("tsv")).out);
    expect(tsv[2]?.split("\t").slice(0, 5)).toEqual(["2", "/wrong", "/end", "", "other-target"]);
  });
  test("JSON is one document, NDJSON one object per line", async () => {
    const { redirects, summary } = JSON.parse((await format("json")).out);
    expect(redirects.map(({ row }: { row: number }) => row)).toEqual([1, 2]);
    expect(summary).toMatchObject({ total: 2, wrong: 1, outcomes: { "as-wanted": 1, "other-target": 1 } });
    expect(lines((await format("ndjson")).out).map((line) => JSON.parse(line).row)).toEqual([1, 2]);
  });
  test("JUnit", async () => {
    const { out } = await format("junit");
    expect(out).toContain('<testsuite name="redirects" tests="2" failures="1" errors="0">');
    expect(out).toContain('<failure type="other-target" message="it redirects to http://site/other"/>');
  });
  test("annotations of GitHub have the line of the map", async () => {
    expect((await format("github")).out).toBe(
      "::error file=map.txt,line=2,title=netlens%3A wrong target::/wrong: it redirects to http://site/other\n",
    );
  });
  test("HTML is one self-contained page", async () => {
    const { out } = await format("html");
    expect(out).toStartWith("<!DOCTYPE html>");
    expect(out).toContain("default-src &#39;none&#39;");
    expect(out).toContain('<td class="number">2</td><th scope="row"><code class="value">/wrong</code>');
    const [, summary = ""] = out.split('<div slot="summary">');
    expect(summary).toContain(">1 of 2 redirects is wrong</h2>");
    expect(summary).toContain('Paths at <code class="value">http://site</code>.');
    expect(summary).toContain('<th scope="row">wrong target</th><td>The redirect has another target.</td>');
    // Only wrong redirects are shown at first; the others are folded.
    expect(summary).toContain('name="kind" value="wrong" checked');
    expect(out).toContain('<tr class="correct"><td class="number">1</td>');
    expect(out).toEndWith("</html>\n");
  });

  test.each([
    [[], "/good /end 301", 0],
    [[], "/wrong /end", 4],
    [["--fail-on", "never"], "/wrong /end", 0],
    [["--fail-on", "map"], "/good /end 301", 0],
    [["--fail-on", "map"], "/good /end 301\n/good /end 301", 4],
    [["--fail-on", "wrong"], "/good /end 301\n/good /end 301", 0],
  ])("%j of %j exits with %i", async (flags, map, code) => {
    using server = site();
    const ran = await cli(["redirects", ...flags, "--base", server.base, "map.txt"], {
      files: { "map.txt": map },
    });
    expect(ran.code).toBe(code);
  });

  test.each([
    ["", [], 0],
    ["[limits]\nredirects = 1", [], 4],
    ["[limits]\nredirects = 1", ["--max-chain", "2"], 0],
    ["[limits]\nredirects = 1", ["--no-project"], 0],
  ])("a chain of two by the project file %j and %j", async (project, flags, code) => {
    using server = site((path) =>
      path === "/two"
        ? Response.redirect("/one", 301)
        : path === "/one"
          ? Response.redirect("/end", 301)
          : undefined,
    );
    const ran = await cli(["redirects", ...flags, "--base", server.base, "map.txt"], {
      files: { "map.txt": "/two /end", "/netlens.toml": project },
    });
    expect(ran.code).toBe(code);
  });

  test("many sources with the same final page are a finding about the map", async () => {
    using server = site((path) => (path === "/" ? undefined : Response.redirect("/", 301)));
    const map = (rows: number) => Array.from({ length: rows }, (_, row) => `/${row} /new/${row}`).join("\n");
    const out = async (rows: number) =>
      (await cli(["redirects", "--base", server.base, "map.txt"], { files: { "map.txt": map(rows) } })).out;
    expect(await out(10)).toContain(
      `10 sources end at the home page ${server.base}/, 10 of them against the map: search engines may treat such redirects as "not found" (soft 404)`,
    );
    expect(await out(9)).not.toContain("soft 404");
  });

  test("a page's canonical URL and noindex, with --content", async () => {
    using server = site((path) =>
      path === "/canonical"
        ? new Response('<link rel="canonical" href="/elsewhere">', {
            headers: { "content-type": "text/html" },
          })
        : undefined,
    );
    const run = async (...flags: string[]) =>
      (
        await cli(["redirects", ...flags, "--base", server.base, "map.txt"], {
          files: { "map.txt": "/page /canonical" },
        })
      ).out;
    expect(await run()).toContain("1 correct");
    expect(await run("--content")).toContain(
      `the target declares ${server.base}/elsewhere as its canonical URL`,
    );
  });

  test("canonical URLs of a staging host are one line, and hosts of one site may count as the same", async () => {
    let canonical = "https://shop.example";
    using server = site((path) =>
      path === "/end" || path === "/canonical"
        ? new Response(`<link rel="canonical" href="${canonical}${path}">`, {
            headers: { "content-type": "text/html" },
          })
        : undefined,
    );
    const run = async (...flags: string[]) =>
      await cli(["redirects", "--content", ...flags, "--base", server.base, "map.txt"], {
        files: { "map.txt": "/good /end\n/page /canonical" },
      });
    const { code, out } = await run();
    expect([code, out.split("\n").slice(2)]).toEqual([
      0,
      ["2 correct", "2 targets name https://shop.example as canonical host", ""],
    ]);
    const { summary } = JSON.parse((await run("--format", "json")).out) as { summary: object };
    expect(summary).toMatchObject({ canonicalOrigins: { "https://shop.example": 2 }, kinds: { correct: 2 } });
    // Canonical host with another port.
    canonical = "http://127.0.0.1:1";
    expect((await run()).out).toContain("2 targets name http://127.0.0.1:1 as canonical host");
    expect((await run("--same-site")).out).not.toContain("canonical host");
  });

  test("a server that treats HEAD differently is requested with GET, which is reported once", async () => {
    using server = site((_, method) => (method === "HEAD" ? new Response(null, { status: 405 }) : undefined));
    const { code, err } = await cli(["redirects", "--parallel", "1", "--base", server.base, "map.txt"], {
      files: { "map.txt": "/good /end 301\n/two /end\n/gone - 410" },
    });
    expect(code).toBe(0);
    expect(server.asked.filter((asked) => asked.startsWith("HEAD"))).toHaveLength(1);
    expect(err.match(/HEAD returns 405, GET 301 200; using GET for it from now on/g)).toHaveLength(1);
  });

  test("a host with Retry-After is waited for", async () => {
    let busy = 2;
    using server = site(() =>
      busy-- > 0 ? new Response(null, { status: 429, headers: { "retry-after": "0" } }) : undefined,
    );
    const { code } = await cli(["redirects", "--base", server.base, "map.txt"], {
      files: { "map.txt": "/good /end 301" },
    });
    expect(code).toBe(0);
  });

  test("no host gets more than its share of concurrent requests", async () => {
    let [open, most] = [0, 0];
    using server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      async fetch() {
        most = Math.max(most, ++open);
        await Bun.sleep(5);
        open--;
        return new Response(null, { status: 410 });
      },
    });
    const files = { "map.txt": Array.from({ length: 30 }, (_, row) => `/${row} - 410`).join("\n") };
    await cli(["redirects", "--per-host", "3", "--base", `http://127.0.0.1:${server.port}`, "map.txt"], {
      files,
    });
    expect(most).toBe(3);
  });

  test("a failed request is reported as by a lookup", async () => {
    const { out } = await cli(["redirects", "map.txt"], { files: { "map.txt": "http://127.0.0.1:1/ /x" } });
    expect(out).toMatch(/no answer {9}line 1: http:\/\/127\.0\.0\.1:1\/: Nothing listens|refused/);
  });

  test("--public-only refuses loopback addresses", async () => {
    const { out } = await cli(["redirects", "--public-only", "map.txt"], {
      files: { "map.txt": "http://127.0.0.1:1/ /x" },
    });
    expect(out).toContain("127.0.0.1");
    expect(out).toContain("1 no answer");
  });
});

describe("before any request", () => {
  test("unreadable rows are listed and reported; the others are checked", async () => {
    using server = site();
    const { code, out, err } = await cli(["redirects", "--base", server.base, "map.csv"], {
      files: { "map.csv": "from,to,code\n/good,/end,301\nx,/end,\n/wrong,/end,moved\n" },
    });
    expect([code, server.asked]).toEqual([4, ["HEAD /good", "HEAD /end"]]);
    expect(out).toContain('unreadable        line 3: x: "x" is not a URL or a path\n');
    expect(out).toContain('unreadable        line 4: /wrong: "moved" is not a status code\n');
    expect(out).toContain("1 correct, 2 unreadable\n");
    expect(err).toStartWith(
      'netlens: map.csv:3:1: "x" is not a URL or a path\nnetlens: map.csv:4:13: "moved" is not a status code\n',
    );
  });
  test("a map without a readable row ends with 2", async () => {
    const files = { "map.csv": "from,to,code\nx,/end,\n/wrong,/end,moved\n" };
    const { code, out, err } = await cli(["redirects", "--base", "http://127.0.0.1", "map.csv"], { files });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toEndWith("netlens: map.csv: no row is readable, so nothing was requested\n");
  });
  test("a file that breaks off is read up to there", async () => {
    using server = site();
    const files = { "map.csv": 'from,to\n/good,/end\n/c,"/d\n' };
    const { code, out } = await cli(["redirects", "--base", server.base, "map.csv"], { files });
    expect(code).toBe(4);
    expect(out).toContain("unreadable        line 3: the quote that opens here is not closed\n");
  });
  test("a dry run reports unreadable rows as findings", async () => {
    const { code, out } = await cli(["redirects", "--dry-run", "map.csv"], {
      files: { "map.csv": "/a /b\n/c d e f\n" },
    });
    expect(code).toBe(4);
    expect(out).toContain("map.csv:2:");
  });
  test("targets that are paths are resolved against --to-base", async () => {
    using server = site();
    const files = { "map.csv": "from,to\n/good,/end\n" };
    const args = ["redirects", "--base", server.base, "--to-base", "http://new.example", "map.csv"];
    const { code, out } = await cli(args, { files });
    expect(code).toBe(4);
    expect(out).toContain("wrong target      line 2: /good: it redirects to");
    expect((await cli(["redirects", "--to-base", "x", "map.csv"], { files })).err).toContain(
      '--to-base: "x" is not a URL',
    );
  });
  test("a path needs --base", async () => {
    const { code, err } = await cli(["redirects", "map.csv"], { files: { "map.csv": "/a /b" } });
    expect(code).toBe(2);
    expect(err).toContain("map.csv:1:1: /a is a path, which needs a base URL");
    expect(err).toEndWith("nothing was requested; name the base URL with --base\n");
  });
  test("omitted rows are listed, up to 20 positions", async () => {
    const omitted = async (rows: number) => {
      const map = `${"/x/* /y\n".repeat(rows)}/good /end`;
      const { err } = await cli(["redirects", "--base", "http://127.0.0.1:1", "map"], { files: { map } });
      return [err.split("omitted: a pattern").length - 1, /and (\d+) more/.exec(err)?.[1]];
    };
    expect(await omitted(20)).toEqual([20, undefined]);
    expect(await omitted(22)).toEqual([20, "2"]);
  });

  const map = "/a /b 301\n/b /c 301\n/a /b 301\n/x /y\n/x /z\n";
  test("--dry-run lists the faults of the map", async () => {
    const run = (...flags: string[]) => cli(["redirects", "--dry-run", ...flags, "map"], { files: { map } });
    const { code, out, err } = await run();
    expect(code).toBe(4);
    expect(out).toBe(
      [
        "map:1:1: chain: /a: 2 redirects in a row: lines 1 → 2",
        "map:3:1: duplicate: /a: the same redirect is on line 1",
        "map:5:1: two targets: /x: line 4 has another target or status for this source",
        "",
      ].join("\n"),
    );
    expect(err).toContain("1 chain, 1 duplicate, 1 source has two targets\n");
    expect(JSON.parse((await run("--format", "json")).out).findings).toHaveLength(3);
    expect(lines((await run("--format", "ndjson")).out)).toHaveLength(3);
    expect((await run("--format", "csv")).out).toContain(
      "\r\n3,1,duplicate,warning,/a,the same redirect is on line 1\r\n",
    );
    expect((await run("--format", "github")).out).toContain(
      "::error file=map,line=5,col=1,title=netlens%3A two targets::/x: ",
    );
    expect((await run("--format", "junit")).out).toContain('tests="3" failures="1"');
    expect((await run("--format", "html")).code).toBe(2);
  });
  test("--dry-run of a map without faults", async () => {
    const ran = await cli(["redirects", "--dry-run", "map"], { files: { map: "/a /b" } });
    expect([ran.code, ran.out]).toEqual([0, ""]);
    expect(ran.err).toContain("no problems in the map itself");
  });
  test("--write-map writes the repaired map", async () => {
    const { written, err } = await cli(["redirects", "--dry-run", "--write-map", "out.csv", "map"], {
      files: { map },
    });
    expect(written["out.csv"]).toBe("from,to,status\r\n/a,/c,301\r\n/b,/c,301\r\n/x,/y,\r\n/x,/z,\r\n");
    expect(err).toContain(
      "out.csv: 1 chain shortened, 1 duplicate removed; 1 left to repair by hand\n  line 5: conflict: line 4 has another target or status for this source\n",
    );
  });
  test("--write-map names ten of the findings that it did not repair", async () => {
    const conflicts = (rows: number) =>
      ["/a /0", ...Array.from({ length: rows }, (_, row) => `/a /${row + 1}`)].join("\n");
    const said = async (rows: number) =>
      (await cli(["redirects", "--dry-run", "--write-map", "o", "map"], { files: { map: conflicts(rows) } }))
        .err;
    expect(await said(0)).toContain("0 duplicates removed; nothing left to repair by hand\n");
    expect((await said(10)).match(/^ {2}line/gm)).toHaveLength(10);
    expect(await said(10)).not.toContain("more");
    expect(await said(11)).toContain("\n  … and 1 more\n");
  });
});

test("a full disk for the record loses no result", async () => {
  const full = () => Promise.reject(Object.assign(new Error("ENOSPC"), { code: "ENOSPC" }));
  const args = ["redirects", "--base", "http://127.0.0.1:1", "--resume", "done", "map"];
  const files = { map: "/a /b\n/c /d\n" };
  const { code, out, err } = await cli(args, { files, appendFile: full });
  expect([code, out.match(/^\S.*line \d:/gm)?.length]).toEqual([1, 2]);
  expect(err.match(/no space left.*/g)).toEqual(["no space left on the device; going on without it"]);
  const none = await cli(args, { files, writeFile: full });
  expect([none.code, none.err.split("\n").at(-2)]).toEqual([
    2,
    "netlens: --resume: done: no space left on the device",
  ]);
});

test("a failure in any call of the record ends with 1, one sentence and all results", async () => {
  using server = site();
  const map = Array.from({ length: 12 }, (_, at) => `/good /end 301 # ${at}`).join("\n");
  const files = { map };
  const args = ["redirects", "--format", "ndjson", "--base", server.base, "--resume", "done", "map"];
  const whole = await cli(args, { files });
  const done = whole.written["done"] ?? "";
  const failing = async (at: number, known: string | undefined) => {
    let calls = 0;
    const call = () => {
      if (++calls === at) throw Object.assign(new Error("EIO"), { code: "EIO" });
    };
    const ran = await cli(args, {
      files,
      appendFile: async () => call(),
      writeFile: async () => call(),
      async *openFile(path) {
        if (path === "map") return yield map;
        if (known === undefined) throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
        // Each line is one read.
        for (const line of known.split(/(?<=\n)/)) {
          call();
          yield line;
        }
      },
    });
    return { ...ran, calls };
  };
  let seen = 0;
  for (const known of [undefined, done]) {
    const { calls, code } = await failing(0, known);
    expect(code).toBe(0);
    for (let at = 1; at <= calls; at++) {
      const { code, out, err } = await failing(at, known);
      const told = err.match(/^netlens: --resume: [^\n]*/gm);
      expect([at, told?.length]).toEqual([at, 1]);
      // A failure before the first row prints no results.
      expect([at, code, out.split("\n").length - 1]).toEqual(
        told?.[0]?.endsWith("going on without it") ? [at, 1, 12] : [at, 2, 0],
      );
      seen += Number(code === 1);
    }
  }
  expect(seen).toBeGreaterThan(5);
});

describe("--resume", () => {
  const run = async (server: Site, files: Record<string, string>, ...flags: string[]) => {
    const begun = server.asked.length;
    const ran = await cli(
      ["redirects", "--format", "ndjson", "--base", server.base, "--resume", "done", ...flags, "map"],
      { files },
    );
    return {
      ...ran,
      done: ran.written["done"] ?? files["done"] ?? "",
      asked: server.asked.slice(begun),
      rows: lines(ran.out).map((line) => JSON.parse(line)),
    };
  };
  const map = "/good /end 301\n/wrong /end\n/good /end 301";

  test("looks up missing rows, and prints all in order", async () => {
    using server = site();
    const first = await run(server, { map });
    expect(first.rows.map(({ row }) => row)).toEqual([1, 2, 3]);
    expect(lines(first.done)).toHaveLength(4);
    // The record of row 2 is lost, and that of row 3 is incomplete.
    const cut = `${lines(first.done)
      .filter((line) => !/"row":[23],/.test(line))
      .join("\n")}\n{"row":3,"li`;
    const second = await run(server, { map: `# a line more\n${map}`, done: cut });
    expect(second.rows.map(({ row, line, outcome }) => [row, line, outcome])).toEqual([
      [1, 2, "as-wanted"],
      [2, 3, "other-target"],
      [3, 4, "as-wanted"],
    ]);
    expect(second.asked.some((asked) => asked.endsWith("/wrong"))).toBe(true);
    const third = await run(server, { map, done: second.done });
    expect(third.asked).toEqual([]);
    expect(third.rows.map(({ outcome }) => outcome)).toEqual(["as-wanted", "other-target", "as-wanted"]);
  });

  test("a changed row is looked up again", async () => {
    using server = site();
    const first = await run(server, { map });
    const second = await run(server, { map: map.replace("/wrong /end", "/temp /end"), done: first.done });
    expect(new Set(second.asked)).toEqual(new Set(["HEAD /temp", "HEAD /end"]));
    expect(second.rows[1]).toMatchObject({ from: "/temp", outcome: "as-wanted" });
  });

  test.each([
    ["--max-chain", "1"],
    ["--method", "GET"],
    ["--content", undefined],
    ["--http-max-redirects", "3"],
    ["--public-only", undefined],
  ])("starts again with %s %s", async (name, value) => {
    using server = site();
    const first = await run(server, { map });
    const flags = value === undefined ? [name] : [name, value];
    const second = await run(server, { map, done: first.done }, ...flags);
    expect(second.err).toContain("was recorded with other settings; starting over");
    expect(lines(second.done)).toHaveLength(4);
  });

  test("starts again with another base", async () => {
    using server = site();
    using other = site();
    const first = await run(server, { map });
    const second = await run(other, { map, done: first.done });
    expect(second.asked.length).toBeGreaterThan(0);
    expect(second.rows[0]?.final).toBe(`${other.base}/end`);
  });

  test("repeats failed rows with --retry-failed only", async () => {
    let up = false;
    using server = site(() => (up ? undefined : new Response(null, { status: 500 })));
    const dead = "/good /end\n/dead /missing";
    const first = await run(server, { map: dead });
    up = true;
    const again = await run(server, { map: dead, done: first.done });
    expect(again.asked).toEqual([]);
    const failed = first.done.replaceAll('"outcome":"other-status"', '"outcome":"error"');
    const retried = await run(server, { map: dead, done: failed }, "--retry-failed");
    expect(retried.rows.map(({ outcome }) => outcome)).toEqual(["as-wanted", "error"]);
    // The latest record of a row counts.
    const last = await run(server, { map: dead, done: retried.done });
    expect([last.asked, last.rows[0]?.outcome]).toEqual([[], "as-wanted"]);
  });

  test("does not overwrite a file with other content", async () => {
    using server = site();
    const files = { map, done: "my notes\n" };
    const args = ["redirects", "--base", server.base, "--resume", "done", "map"];
    const { code, err, written } = await cli(args, { files });
    expect([code, written, server.asked]).toEqual([2, {}, []]);
    expect(err).toContain("done was not written by an earlier run");
  });
});

describe("wrong usage", () => {
  for (const [args, part] of [
    [["redirects"], "one file"],
    [["redirects", "none.txt"], "none.txt"],
    [["redirects", "--base", "nowhere", "map.txt"], "--base"],
    [["redirects", "--per-host", "0", "map.txt"], "--per-host"],
    [["redirects", "--delay", "x", "map.txt"], "--delay"],
    [["redirects", "--columns", "to=1", "map.txt"], "--columns needs from"],
    [["redirects", "--columns", "a=1", "map.txt"], "from=1,to=2"],
    [["redirects", "--columns", "from=0", "map.txt"], "from=1,to=2"],
    [["redirects", "--columns", "from=9", "map.txt"], 'no column "9"'],
    [["redirects", "empty.txt"], "the map has no redirects"],
  ] as const)
    test(args.join(" "), async () => {
      const { code, err } = await cli(args, { files: { "map.txt": "/a /b", "empty.txt": "# nothing\n" } });
      expect(code).toBe(2);
      expect(err).toContain(part);
    });
});
