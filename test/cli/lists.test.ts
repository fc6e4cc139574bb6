/** Reports on several URLs. */

import { describe, expect, test } from "bun:test";
import { fileName } from "../../src/cli/render/report-folder.ts";
import { csvFields } from "../../src/cli/stream/rows.ts";
import { cli } from "./fake-io.ts";

const REFUSED = "http://127.0.0.1:1/";

/** `/bad` has an error, `/formula` a value that spreadsheets would execute, `/` only infos. */
function site() {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => {
      const { pathname } = new URL(url);
      const age = pathname === "/bad" ? "soon" : pathname === "/formula" ? '=1+1,"x' : "1";
      return new Response("hi", { headers: { age, "content-type": "text/plain; charset=utf-8" } });
    },
  });
  return { base: server.url.origin, [Symbol.dispose]: () => void server.stop(true) };
}
const http = (args: readonly string[], world: Parameters<typeof cli>[1] = {}) =>
  cli(["http", "--http-allow", "127.0.0.0/8", "--http-ports", "1-65535", ...args], world);

describe("@FILE", () => {
  test("is a list of URLs in order, combined with arguments", async () => {
    using server = site();
    const { base } = server;
    const files = { "list.txt": `${base}/bad\n\n${base}/b\n`, "more.txt": `${base}/d` };
    const { code, out } = await http(["--json", "@list.txt", `${base}/c`, "@more.txt"], { files });
    expect(code).toBe(0);
    const urls = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).url);
    expect(urls).toEqual(["/bad", "/b", "/c", "/d"].map((path) => `${base}${path}`));
  });
  test("prints a report, with all URLs at its end, most severe first", async () => {
    using server = site();
    const { base } = server;
    const { code, out } = await http(["--fail-on", "error", "@list.txt"], {
      files: { "list.txt": `${base}/\n${base}/bad\n${REFUSED}\n` },
    });
    expect(code).toBe(4);
    const [, end = ""] = out.split(/^URL +status +findings +worst finding$/m);
    expect(end.match(/^http\S+ +\S+/gm)?.map((line) => line.replace(/ +/, " "))).toEqual([
      `${REFUSED} failed`,
      `${base}/bad 200`,
      `${base}/ 200`,
    ]);
  });
  test.each([
    ["that is absent", ["@none.txt"], "netlens: list of URLs: none.txt: no such file\n"],
    ["without a URL", ["@empty.txt"], "netlens: http: @empty.txt: no URL\n"],
    [
      "beside standard input",
      ["@empty.txt", "-"],
      "netlens: name URLs and @FILEs, or - for standard input\n",
    ],
    [
      "with har",
      ["--output", "har=x", "@empty.txt"],
      "netlens: the format har takes one URL: it is one file\n",
    ],
  ])("%s is wrong usage", async (_, args, err) =>
    expect(await http(args, { files: { "empty.txt": "\n\n" } })).toMatchObject({ code: 2, out: "", err }),
  );
});

describe("one report of all", () => {
  test("JUnit has a suite per URL", async () => {
    using server = site();
    const { out } = await http(["--format", "junit", "-"], {
      input: [`${server.base}/\n${server.base}/bad\n${REFUSED}\n`],
    });
    expect([...out.matchAll(/<testsuite name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      `${server.base}/`,
      `${server.base}/bad`,
      REFUSED,
    ]);
    expect(out.match(/<testsuite [^>]*errors="1"/g)).toHaveLength(1);
  });
  test("Markdown starts with a table, most severe first, and has the reports in the same order", async () => {
    using server = site();
    const { base } = server;
    const { out } = await http(["--format", "markdown", "-"], { input: [`${base}/\n${base}/bad\n`] });
    expect(out).toStartWith("## 2 responses, the worst first\n\n| severity | finding | responses |\n");
    expect(out).toContain("\n\n| URL | status | findings | worst finding |\n");
    const order = [`\`${base}/bad\``, `\`${base}/\``];
    expect([...out.matchAll(/^\| (`http[^|]*`) \| 200 \| \d/gm)].map(([, url]) => url)).toEqual(order);
    expect([...out.matchAll(/^### (`[^`]*`)/gm)].map(([, url]) => url)).toEqual(order);
  });
  test("--output FORMAT=FILE writes a list's formats", async () => {
    using server = site();
    const { written } = await http(["--output", "markdown=m.md", "--output", "csv=f.csv", "-"], {
      input: [`${server.base}/bad\n${server.base}/\n`],
    });
    expect(written["m.md"]).toStartWith("## 2 responses");
    expect(written["f.csv"]).toStartWith("url,step,");
  });
});

describe("--format csv", () => {
  test("has a row per finding by RFC 4180, and no cell is a formula", async () => {
    using server = site();
    const { base } = server;
    const { out } = await http(["--format", "csv", `${base}/formula`, `${base}/bad`]);
    expect(out).toEndWith("\r\n");
    const rows = out
      .trimEnd()
      .split("\r\n")
      .map((line) => csvFields(line) ?? []);
    expect(rows.every(({ length }) => length === 10)).toBe(true);
    const ages = rows.filter(([, , , , id]) => id === "age-invalid");
    expect(
      ages.map(([url, step, status, severity, , field]) => [url, step, status, severity, field]),
    ).toEqual(
      [
        [`${base}/formula`, "1", "200", "error", "Age"],
        [`${base}/bad`, "1", "200", "error", "Age"],
      ].map((row) => row.map((cell) => (cell === "Age" ? expect.stringMatching(/^age$/i) : cell))),
    );
    expect(ages[0]?.[7]).toBe(`'=1+1,"x' in Age is not a whole number of seconds.`);
  });
  test.each(["=1", "+1", "-1", "@a", "\t=1"])("the text %j is harmless", async (id) => {
    const { out } = await cli(["headers", "--format", "csv"], { input: [`HTTP/1.1 204 No\r\n${id}: x\r\n`] });
    for (const row of out
      .trimEnd()
      .split("\r\n")
      .map((line) => csvFields(line) ?? []))
      for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t]/);
  });
  test("an ignored finding is a row marked as ignored", async () => {
    const { out } = await cli(["headers", "--format", "csv", "--ignore", "age-invalid"], {
      input: ["HTTP/1.1 204 No\r\nAge: x\r\n"],
    });
    expect(out).toMatch(/,age-invalid,.*,ignored: --ignore\r\n/);
  });
});

describe("--output html=FOLDER/", () => {
  test("has a page per report, and an index with the most severe first", async () => {
    using server = site();
    const { base } = server;
    const port = base.split(":")[2];
    const { code, written, out } = await http(["--output", "html=reports/", "@list.txt"], {
      files: { "list.txt": `${base}/?a=<b>\n${base}/bad\n${base}/bad\n` },
    });
    expect(code).toBe(0);
    expect(out).toContain("[age-invalid]");
    const names = ["-a-b", "-bad", "-bad-2"].map((end) => `reports/http-127.0.0.1-${port}${end}.html`);
    // Each page is written when its lookup ends; the index is written last.
    expect(Object.keys(written).toSorted()).toEqual([...names, "reports/index.html"].toSorted());
    expect(Object.keys(written).at(-1)).toBe("reports/index.html");
    const index = written["reports/index.html"] ?? "";
    expect([...index.matchAll(/<a href="([^"]*)">/g)].map(([, name]) => `reports/${name}`)).toEqual([
      `${names[1]}`,
      `${names[2]}`,
      `${names[0]}`,
    ]);
    expect(index).toContain("default-src &#39;none&#39;");
    for (const name of names) expect(written[name]).toContain("</html>");
  });
  test("overwrites nothing", async () => {
    using server = site();
    const there = await http(["--output", "html=r/", `${server.base}/`], {
      files: { "r/index.html": "mine" },
    });
    expect(there).toMatchObject({
      code: 2,
      err: "netlens: --output: r/ has an index.html already; name another folder\n",
      written: {},
    });
    const page = `r/http-127.0.0.1-${server.base.split(":")[2]}.html`;
    const taken = await http(["--output", "html=r/", `${server.base}/`], { files: { [page]: "mine" } });
    expect([taken.code, taken.err, taken.written]).toEqual([
      2,
      `netlens: --output: ${page}: already exists\n`,
      {},
    ]);
  });
  test.each([
    ["https://a.example/", "https-a.example.html"],
    ["https://a.example/../../etc/passwd", "https-a.example-..-..-etc-passwd.html"],
    ["", "header-lines.html"],
    ["///", "report.html"],
    ["https://a.example/\u0000\\..\\x", "https-a.example-..-x.html"],
    [`https://a.example/${"x".repeat(300)}`, `https-a.example-${"x".repeat(84)}.html`],
  ])("the name of %j is %s", (url, name) => expect(fileName(url, new Set())).toBe(name));
  test("names differ on file systems without case", () => {
    const taken = new Set(["index.html"]);
    expect(["http://A/", "http://a", "Index"].map((url) => fileName(url, taken))).toEqual([
      "http-A.html",
      "http-a-2.html",
      "Index-2.html",
    ]);
  });
  test("tsv has a row for each lookup", async () => {
    using server = site();
    const { out } = await http(["--format", "tsv", "-"], { input: [`${server.base}/\n`] });
    expect(out).toStartWith("url\tstatus\t");
  });
});
