/** The guide in a terminal and in a browser. */

import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { Elysia } from "elysia";
import { createSite } from "../../src/api/site.ts";
import { excerptOf, guideText, searchGuide, topicNamed, topics } from "../../src/view/guide.ts";
import { webRoutes } from "../../src/web/routes.ts";
import { cli } from "../cli/fake-io.ts";
import { testSettings } from "../http/servers.ts";
import { documents, root } from "./documents.ts";

const files = documents.filter((file) => file.startsWith("data/guide/"));

const app = new Elysia().use(
  webRoutes({
    site: createSite("1.2.3"),
    ip: {
      geo: () => ({ places: { 4: [], 6: [] }, asns: { 4: [], 6: [] } }),
      caller: () => ({ ip: "5.0.1.2", source: "socket" }),
      credits: () => [],
    },
    http: { settings: testSettings },
  }),
);
const pageOf = async (path: string) => (await app.handle(new Request(`http://localhost${path}`))).text();

describe("each topic", () => {
  test("is a file with a row in the table, whose first line is its title", () => {
    expect(topics.map(({ name }) => name).toSorted()).toEqual(files.map((file) => basename(file, ".md")));
    for (const { text, title } of topics) expect(text.startsWith(`# ${title}\n`), title).toBe(true);
  });
  test.each(topics.map(({ name }) => name))("%s links to existing topics and headings", async (name) => {
    const page = await pageOf(`/guide/${name}`);
    for (const [, href = ""] of page.matchAll(/href="(\/guide\/[^"]*|#[^"]*)"/g)) {
      const [path = "", id = ""] = href.split("#");
      const target = path === "" ? page : await pageOf(path);
      expect(target, href).toContain("<main");
      if (id !== "") expect(target, href).toContain(`id="${id}"`);
    }
    expect(page).not.toContain('.md"');
  });
  test.each(files)("%s has short lines", async (file) => {
    const prose = (await Bun.file(join(root, file)).text()).replace(/^```.*?^```$/gms, "");
    const long = prose.split("\n").filter((line) => line.length > 130 && !line.startsWith("|"));
    expect(long).toEqual([]);
  });
});

describe("in a terminal", () => {
  const topic = (text: string) => ({ name: "x", title: "T", about: "", text });
  test("`netlens guide` lists the topics", async () => {
    const { out, code } = await cli(["guide"]);
    expect(code).toBe(0);
    // A long sentence continues below itself.
    expect(out.split("\n").filter((line) => /^[a-z]/.test(line))).toHaveLength(topics.length);
    for (const { about } of topics) expect(out.replace(/\n +/g, " ")).toContain(about);
  });
  test("headings are underlined and code can be copied", async () => {
    const { out } = await cli(["guide", "logs"]);
    expect(out).toStartWith("Process log files and lists\n═══");
    expect(out).toContain("\n    $ printf '81.2.69.142\\n8.8.8.8\\n' | netlens ip - ");
    expect(out).not.toMatch(/[│┌]|\u001b/);
  });
  test("tables keep their frames", () => {
    expect(guideText(topic("# T\n\n| a | b |\n|---|---|\n| c | d |\n"), 80, false)).toContain(
      "│ c   │ d   │",
    );
  });
  test("a link to another topic is the command for it", () => {
    expect(guideText(topic("# T\n\nsee [proxies](proxies.md#x)"), 80, false)).toContain(
      "see proxies (netlens guide proxies)",
    );
    const twice =
      "# T\n\n[a](https://a.example/) and [b](https://a.example/), [c](#x), [d](ci.md) [e](ci.md)";
    expect(guideText(topic(twice), 120, false)).toContain(
      "a (https://a.example/) and b, c, d (netlens guide ci) e\n",
    );
    expect(guideText(topic("# T\n\n[there](https://a.example/)"), 80, false)).toContain(
      "there (https://a.example/)",
    );
  });
  test("colours are used if supported, without a background", () => {
    const painted = guideText(topic("# T\n\n`code`"), 80, true);
    expect(painted).toContain("\u001b[36mcode");
    expect(painted).not.toContain("\u001b[48;");
  });
  test("text is as wide as the terminal", () => {
    const text = guideText(topic(`# T\n\n${"word ".repeat(40)}`), 40, false);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(40);
  });
  test("an unknown topic is wrong usage", async () => {
    const { err, code } = await cli(["guide", "redirect"]);
    expect(code).toBe(2);
    expect(err).toBe(
      'netlens: guide: there is no topic "redirect" (netlens guide lists them); did you mean redirects?\n',
    );
    expect((await cli(["guide", "redirects", "proxies"])).code).toBe(2);
  });
  test("a search prints the sections, or a message if none match", async () => {
    const found = await cli(["guide", "--search", "right-most address"]);
    expect(found.code).toBe(0);
    expect(found.out).toContain("netlens guide proxies: HTTP proxies\n  ");
    const one = await cli(["guide", "probe", "--search", "prometheus"]);
    expect(new Set(one.out.match(/^netlens guide \w+/gm))).toEqual(new Set(["netlens guide probe"]));
    expect((await cli(["guide", "probe", "--search", "right-most"])).err).toContain(
      "no section of netlens guide probe has",
    );
    const none = await cli(["guide", "--search", "xyzzy"]);
    expect([none.code, none.out]).toEqual([1, ""]);
    expect(none.err).toContain('no section of the guide has "xyzzy"');
  });
});

describe("a search", () => {
  test("finds the sections that have all words, in any case, also within code and tables", () => {
    const found = searchGuide("rightmost XYZZY");
    expect(found).toEqual([]);
    expect(searchGuide("right-MOST address").map(({ topic, id }) => `${topic.name}#${id}`)).toContain(
      "proxies#http-proxies",
    );
    expect(searchGuide("proxy_pass").length).toBeGreaterThan(0);
    expect(searchGuide("  ")).toEqual([]);
  });
  test("shows the first line that has one of the words", () => {
    const topic = topicNamed("proxies");
    if (!topic) throw new Error("no topic");
    const section = { topic, heading: "H", id: "h", text: "one\ntwo words\nthree words" };
    expect(excerptOf(section, "words")).toBe("two words");
    expect(excerptOf(section, "H")).toBe("three words");
    expect(excerptOf(section, "none")).toBe("one");
  });
});

describe("as pages", () => {
  test("/guide lists the topics", async () => {
    const page = await pageOf("/guide");
    for (const { name } of topics) expect(page).toContain(`href="/guide/${name}"`);
    expect(page).not.toContain("No section");
  });
  test("a search links to the headings", async () => {
    expect(await pageOf("/guide?q=right-most+address")).toContain('href="/guide/proxies#http-proxies"');
    expect(await pageOf("/guide?q=%3Cb%3Exyzzy")).toContain("No section has “&lt;b&gt;xyzzy”");
  });
  test("a search of 200 characters is the longest", async () => {
    const hasTooLong = async (length: number) =>
      (await pageOf(`/guide?q=${"x".repeat(length)}`)).includes("x".repeat(201));
    expect(await pageOf(`/guide?q=${"x".repeat(200)}`)).toContain("x".repeat(200));
    expect(await hasTooLong(201)).toBe(false);
  });
  test("a topic is Markdown made HTML, its code reachable by keyboard", async () => {
    const page = await pageOf("/guide/redirects");
    expect(page).toContain('<h2 id="check-the-map">Check the map</h2>');
    expect(page).toContain('<pre tabindex="0"><code class="language-console">$ netlens redirects --dry-run');
  });
  test.each(topics.map(({ name, text }) => [name, text] as const))(
    "%s has the text of external links, which lead to a URL or a file",
    async (name, text) => {
      const page = await pageOf(`/guide/${name}`);
      expect(page).not.toMatch(/[\0\ufffd]/);
      const prose = text.replace(/^```.*?^```$/gms, "");
      for (const [, label = "", url = ""] of prose.matchAll(
        /\[([^\]]+)\]\((https?:[^)\s]+|\.\.[^)\s]+)\)/g,
      )) {
        const shown = Bun.markdown.html(label).replace(/^<p>|<\/p>\s*$/g, "");
        if (url.startsWith("..")) expect(existsSync(join(root, "data/guide", url)), url).toBe(true);
        expect(page).toContain(
          url.startsWith("..") ? shown : `<a href="${url}" rel="noopener noreferrer">${shown}</a>`,
        );
      }
    },
  );
  test("an unknown topic is 404", async () => {
    const service = new Elysia().onError(({ error }) => (error as { code?: string }).code).use(app);
    expect(await (await service.handle(new Request("http://localhost/guide/none"))).text()).toBe(
      "unknown-endpoint",
    );
  });
});
