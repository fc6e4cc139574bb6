/** Markdown as rendered by GitHub: text from servers is never markup, and tables keep their cells. */

import { describe, expect, test } from "bun:test";
import { code, codeBlock, link, prose, table } from "../../src/cli/formats/markdown-text.ts";
import { cli } from "./fake-io.ts";

const html = (markdown: string) =>
  Bun.markdown.html(markdown, { tables: true, autolinks: true, strikethrough: true, tasklists: true });

/** Visible text of rendered Markdown. */
const textOf = (markup: string) =>
  markup
    .replace(/<!--.*?-->|<[^>]*>/gs, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&")
    .trim();

/** Texts between tags and comments, in which GitHub and GitLab link @names, #numbers and commits. */
const nodesOf = (markup: string) => markup.split(/<!--.*?-->|<[^>]*>/s);

const HOSTILE = [
  "<script>alert(1)</script> & <img src=x onerror=alert(1)>",
  "[click](javascript:alert(1)) ![x](https://evil.example/x.png)",
  "[a]: https://evil.example",
  "https://evil.example/x and www.evil.example and ftp://evil.example",
  "someone@evil.example, @octocat and @org/team",
  "#123, org/repo#123, GH-12, !45, $67, %8, ~bug, &9",
  "deadbeefdeadbeefdeadbeefdeadbeefdeadbeef",
  "a | b \\| c || d",
  "`code` ``more`` ```\nfence",
  "**bold** _it_ ~~gone~~ $x^2$ :smile: \\*",
  "# heading",
  "- item",
  "1. item",
  "1) item",
  "---",
  "===",
  "> quote",
  "    code",
  "+ plus",
  "&lt;b&gt; &#64;octocat",
  "<!-- hidden",
  "\u202egnp.exe \u0000\u001b[31m",
  "\ud800 alone",
  " ` ",
];

describe("prose", () => {
  test.each(HOSTILE)("%j is shown literally and is not markup", (text) => {
    const markup = html(prose(text));
    expect(markup).not.toMatch(/<(?!p>|\/p>|!--)/);
    expect(textOf(markup).replace(/\s+/g, " ")).toBe(
      textOf(html(prose("x")))
        .replace("x", visible(text))
        .replace(/\s+/g, " "),
    );
    for (const node of nodesOf(markup)) {
      expect(node).not.toMatch(/@[\w-]|(?:^|\W)[#!$%~]\w|\bGH-\d|\bwww\./i);
      expect(node).not.toMatch(/[\da-f]{8}/i);
    }
  });
  test("a long text is cut between characters", () => {
    expect(textOf(html(prose("x".repeat(300))))).toBe("x".repeat(300));
    expect(textOf(html(prose(`${"x".repeat(299)}😀y`)))).toBe(`${"x".repeat(299)}�…`);
  });
});

/** Replaces control characters by visible symbols, as in the terminal. */
function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u001f]/g, (char) => String.fromCharCode(0x2400 + char.charCodeAt(0)))
    .replace("\u202e", "\\u202e")
    .trim();
}

describe("code", () => {
  test.each(HOSTILE)("%j is one cell of its table, in a code span", (text) => {
    const markup = html(table(["a", "b"], [[code(text), "end"]]));
    expect(markup.match(/<td>/g)).toHaveLength(2);
    expect(markup).toContain("<td>end</td>");
    const span = /<td><code>([\s\S]*)<\/code><\/td>/.exec(markup)?.[1] ?? "";
    expect(textOf(span)).toBe(visible(text));
  });
  test("empty text is empty", () => expect([code(""), code("  ")]).toEqual(["", ""]));
  test("lines with fences stay in one block", () => {
    const markup = html(codeBlock(["a", "```", "````", "<b>"]));
    expect(markup).toBe("<pre><code>a\n```\n````\n&lt;b&gt;\n</code></pre>\n");
  });
});

test("a link contains any URL", () => {
  expect(html(link("x", "https://a.example/b c>d(e)")).trim()).toBe(
    '<p><a href="https://a.example/b%20c%3Ed(e)">x</a></p>',
  );
  expect(link("x", undefined)).toBe("x");
});

const LINES = `HTTP/1.1 200 OK\r\nServer: a|b <img src=x> @octocat\r\nCache-Control: max-age=60\r\nSet-Cookie: "><script>=1; SameSite=None\r\n`;

describe("a report", () => {
  test("has its findings, with their ids and fixes", async () => {
    const { out, code } = await cli(["headers", "--format", "markdown", "--fail-on", "error"], {
      input: [LINES],
    });
    expect(code).toBe(4);
    const markup = html(out);
    expect(markup).toContain("<h3>Header lines: ");
    expect(markup).toContain("<code>cookie-samesite-none-insecure</code>");
    expect(markup).toContain("<summary>Fixes</summary>");
    expect(markup).not.toMatch(/<script|<img/);
    for (const node of nodesOf(markup)) expect(node).not.toMatch(/@octo/);
    for (const [, row = ""] of markup.matchAll(/<tr>(.*?)<\/tr>/gs))
      expect(row.match(/<t[hd]>/g)).toHaveLength(3);
  });
  test("without findings is a heading and a sentence", async () => {
    const { out } = await cli(["headers", "--format", "markdown"], { input: ['ETag: "a"\n'] });
    expect(out).toStartWith("### Header lines: no problems\n\n");
    expect(out).not.toContain("|");
  });
});

describe("a comparison", () => {
  const files = {
    "a.txt": "Cache-Control: no-store\nX-A: a|b",
    "b.txt": "Cache-Control: max-age=60\nX-A: `c`",
  };
  test("has improvements, regressions and changed headers", async () => {
    const { out } = await cli(["compare", "a.txt", "b.txt", "--format", "markdown"], { files });
    const markup = html(out);
    expect(markup).toMatch(/<strong>(?:Worse|Other changes)<\/strong>/);
    expect(markup).toContain("<td><code>a|b</code></td><td><code>`c`</code></td>");
  });
  test("of equal sides has one sentence", async () => {
    const { out } = await cli(["compare", "a.txt", "a.txt", "--format", "markdown"], { files });
    expect(out).toEndWith("\n\nNo differences.\n");
  });
});

describe("a redirect map", () => {
  const map = (rows: readonly string[]) => ({ "map.csv": `from,to\n${rows.join("\n")}\n` });
  const dry = async (rows: readonly string[]) =>
    (await cli(["redirects", "--dry-run", "--format", "markdown", "map.csv"], { files: map(rows) })).out;
  test("has its own faults", async () => {
    expect(await dry(["/a,/a"])).toMatch(/^### Redirect map `map\.csv`\n\n- \*\*error\*\*, line 2, .*`\/a`/);
    expect(await dry(["/a,/b"])).toEndWith("No problems in the map itself.\n");
  });
  test("has the number of omitted ones", async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, at) => `/${at},/${at}`);
    expect(await dry(rows(500))).not.toContain("left out");
    expect(await dry(rows(501))).toEndWith("\n1 more finding left out.\n");
  });
  test("has the wrong redirects, and the count of all", async () => {
    using server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("x") });
    const flags = ["--http-allow", "127.0.0.0/8", "--http-ports", "1-65535", "--base", server.url.origin];
    const { out } = await cli(["redirects", "--format", "markdown", ...flags, "map.csv"], {
      files: map(["/a|b,/c", "/d,/e"]),
    });
    const markup = html(out);
    expect(markup.match(/<tr>/g)).toHaveLength(3);
    expect(markup).toContain("<td><code>/a|b</code></td>");
    expect(out).toMatch(/\n\n2 [a-z ]+\n$/);
  });
});
