/** Every limit of a page audit, at the limit and one above it: what exceeds it is omitted and counted. */

import { describe, expect, test } from "bun:test";
import { makeBudget } from "../../../src/api/budget.ts";
import { NetlensError } from "../../../src/api/errors.ts";
import { PAGE, pageBudget } from "../../../src/api/limits.ts";
import { auditPage, endOf } from "../../../src/jobs/page/audit.ts";
import { auditUrl } from "../../../src/jobs/page/audit-url.ts";
import { pageOfHar } from "../../../src/jobs/page/har-audit.ts";
import { readPage } from "../../../src/jobs/page/read/read-page.ts";
import type { PageReport } from "../../../src/jobs/page/schema.ts";
import { briefOf } from "../../../src/view/brief.ts";
import { testSettings } from "../../http/servers.ts";

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index));
const entry = (url: string, text = "", policies: readonly string[] = []) => ({
  request: { method: "GET", url, headers: [] },
  response: {
    status: 200,
    headers: [
      { name: "Content-Type", value: "text/html" },
      ...policies.map((value) => ({ name: "Content-Security-Policy", value })),
    ],
    content: { text },
  },
});

async function reportOf(markup: string, policies: readonly string[] = []): Promise<PageReport> {
  const log = { entries: [entry("https://a.test/", markup, policies)] };
  return (await pageOfHar({ log }, "origin", briefOf)).report;
}

const URL_OF_PAGE = new URL("https://a.test/");
const read = (markup: string) => readPage(markup, URL_OF_PAGE, makeBudget(pageBudget(100, 15_000)));
const reasons = ({ unchecked = [] }: Pick<PageReport, "unchecked">) =>
  unchecked.map(({ what, count, reason }) => `${count} ${what}: ${reason}`);

/** Results at the limit, and one above it. */
async function edge<T>(most: number, found: (count: number) => Promise<T> | T): Promise<[T, T]> {
  return [await found(most), await found(most + 1)];
}

describe("of the markup", () => {
  test("candidates of a srcset", async () => {
    const found = await edge(PAGE.candidates - 1, async (count) => {
      // The page has one more candidate, which counts first.
      const { references, omitted } = await read(`<img srcset="${many(count, (at) => `${at} 1w`).join()}">`);
      return references.length + omitted;
    });
    expect(found).toEqual([PAGE.candidates - 1, PAGE.candidates]);
    const [, beyond] = await edge(PAGE.candidates, async (count) => {
      const { references, omitted } = await read(`<img srcset="${many(count, (at) => `${at} 1w`).join()}">`);
      return [references.length, omitted];
    });
    expect(beyond).toEqual([PAGE.candidates, 0]);
  });
  test("characters of a URL, and of a base", async () => {
    const long = (length: number) => `/${"x".repeat(length - URL_OF_PAGE.href.length)}`;
    const found = await edge(PAGE.url, async (length) => {
      const { references, omitted } = await read(`<img src=${long(length)}>`);
      return [references.length, omitted];
    });
    expect(found).toEqual([
      [1, 0],
      [0, 1],
    ]);
    const bases = await edge(PAGE.url, async (length) => {
      const { base, unchecked } = await read(`<base href="/${"x".repeat(length - 1)}">`);
      return [base.pathname.length > 1, unchecked];
    });
    expect(bases).toEqual([
      [true, []],
      [false, [{ what: "base URL", count: 1, reason: "it is too long" }]],
    ]);
  });
  test("policies of meta elements, and characters of one", async () => {
    const meta = (content: string) => `<meta http-equiv=content-security-policy content="${content}">`;
    const counts = await edge(PAGE.metas, async (count) => {
      const { metas, unchecked } = await read(meta("img-src a").repeat(count));
      return [metas.length, unchecked.length];
    });
    expect(counts).toEqual([
      [PAGE.metas, 0],
      [PAGE.metas, 1],
    ]);
    const lengths = await edge(PAGE.metaPolicy, async (length) => {
      const { metas, unchecked } = await read(meta("img-src a".padEnd(length, "a")));
      return [metas.length, unchecked.length];
    });
    expect(lengths).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });
  test("URLs of a style sheet", async () => {
    const found = await edge(PAGE.sheetUrls, async (count) => {
      const { references, unchecked } = await read(
        `<style>${many(count, (at) => `a{b:url(${at})}`).join("")}</style>`,
      );
      return [references.length, unchecked.length];
    });
    expect(found).toEqual([
      [PAGE.sheetUrls, 0],
      [PAGE.sheetUrls, 1],
    ]);
  });
});

describe("of the output", () => {
  test("inline code, blocked pieces first", async () => {
    const shown = await edge(PAGE.inlineShown, async (count) => {
      const report = await reportOf(many(count, (at) => `<p onclick=${at}>`).join(""));
      return [report.inline.length, report.truncated];
    });
    expect(shown).toEqual([
      [PAGE.inlineShown, undefined],
      [PAGE.inlineShown, { inline: 1 }],
    ]);
    const styles = many(PAGE.inlineShown, (at) => `<p style=a:${at}>`).join("");
    const { inline } = await reportOf(`${styles}<script>1</script>`, ["script-src 'none'"]);
    expect(inline.at(-1)).toMatchObject({ as: "script", outcome: "blocked" });
  });
  test("each policy once, with its index", async () => {
    const policies = ["script-src 'none'", "style-src 'none'", "script-src 'none'"];
    const report = await reportOf("<script>1</script><p style=a:b>", policies);
    expect(report.policies).toEqual(policies.slice(0, 2));
    expect(report.inline.map(({ blockedBy = [] }) => blockedBy.map(({ policy }) => policy))).toEqual([
      [0, 0],
      [1],
    ]);
  });
  test("causes of one row", async () => {
    const counts = await edge(PAGE.causes, async (count) => {
      const report = await reportOf(
        "<script>1</script>",
        many(count, () => "script-src 'none'"),
      );
      return report.inline[0]?.blockedBy?.length;
    });
    expect(counts).toEqual([PAGE.causes, PAGE.causes]);
  });
  test("notes of a group", async () => {
    const counts = await edge(PAGE.notes, async (count) => {
      const images = many(count, (at) => `<img src=https://h${at}.test/>`).join("");
      const { summary, truncated } = await reportOf(images, ["img-src 'none'"]);
      return [summary.broken.length, truncated];
    });
    expect(counts).toEqual([
      [PAGE.notes, undefined],
      [PAGE.notes, { notes: 1 }],
    ]);
  });
  test("characters of a URL, a title and an element", async () => {
    const lengths = (most: number, found: (length: number) => Promise<string | undefined>) =>
      edge(most, async (length) => (await found(length))?.length);
    const url = lengths(PAGE.urlShown, async (length) => {
      const image = `<img src=/${"x".repeat(length - URL_OF_PAGE.href.length)}>`;
      return (await reportOf(image)).resources[0]?.url;
    });
    expect(await url).toEqual([PAGE.urlShown, PAGE.urlShown + 1]);
    const element = lengths(PAGE.elementShown, async (length) => {
      const rel = "icon".padEnd(length - "link[rel=]".length, " x");
      return (await reportOf(`<link rel="${rel}" href=a>`)).resources[0]?.where.element;
    });
    expect(await element).toEqual([PAGE.elementShown, PAGE.elementShown + 1]);
    const rest = "img-src of the page's policy does not allow https://.test.".length;
    const title = lengths(PAGE.titleShown, async (length) => {
      const image = `<img src=https://${"x".repeat(length - rest)}.test/>`;
      return (await reportOf(image, ["img-src 'none'"])).resources[0]?.blockedBy?.[0]?.title;
    });
    expect(await title).toEqual([PAGE.titleShown, PAGE.titleShown + 1]);
  });
  test("bytes of rows: omitted ones are counted, broken ones come last", async () => {
    const base = `<base href="/${"b".repeat(1500)}/">`;
    const images = many(1000, (at) => `<img src=${at}>`).join("");
    const { resources, truncated } = await reportOf(`${base}${images}<script src=z></script>`, [
      "script-src 'none'",
    ]);
    expect(Buffer.byteLength(JSON.stringify(resources))).toBeLessThan(PAGE.rows + resources.length + 2);
    expect(resources.length + (truncated?.resources ?? 0)).toBe(1002);
    expect(resources.at(-1)).toMatchObject({ as: "script", outcome: "blocked" });
  });
});

describe("of the suggested policy", () => {
  test("references without a source", async () => {
    const counts = await edge(PAGE.unusable, async (count) => {
      const { policy } = await reportOf(many(count, (at) => `<img src="http://a;${at}.test/">`).join(""));
      return policy?.unusable.length;
    });
    expect(counts).toEqual([PAGE.unusable, PAGE.unusable]);
  });
  test("sources of the current policy that are compared", async () => {
    const left = await edge(PAGE.sourcesCompared, async (count) => {
      const { policy } = await reportOf("<p>", [`img-src ${many(count, (at) => `h${at}.test`).join(" ")}`]);
      return policy?.beyond.filter((text) => text.includes("not compared"));
    });
    expect(left).toEqual([[], ["1 more source, not compared"]]);
  });
  test("style attributes by hash", async () => {
    const counts = await edge(PAGE.hashedStyles, async (count) => {
      const { policy } = await reportOf(many(count, (at) => `<p style=a:${at}>`).join(""));
      return policy?.enforce.match(/'sha256-/g)?.length ?? 0;
    });
    expect(counts).toEqual([PAGE.hashedStyles, 0]);
  });
  /** Report on a page whose suggested policy has this length in characters. */
  async function lengthOf(length: number): Promise<PageReport> {
    const hosts = many(
      Math.floor((length - 400) / 50),
      (at) => `https://${String(at).padStart(36, "h")}.test`,
    );
    const images = hosts.map((host) => `<img src=${host}>`).join("");
    const last = (host: string) => reportOf(`${images}<img src=https://${host}.test>`);
    const { policy } = await last("z");
    const missing = length - ((policy?.enforce.length ?? 0) - "Content-Security-Policy: ".length);
    return await last("z".repeat(1 + missing));
  }
  test("its length: a longer one has no recipes", async () => {
    const [short, long] = await edge(PAGE.policyInRecipe, async (length) => (await lengthOf(length)).policy);
    expect([short?.how !== undefined, long?.how !== undefined]).toEqual([true, false]);
    expect(long?.notes.join()).toContain("too long for the configuration of some servers");
  });
  test("its length: a policy that is too long to send is not suggested", async () => {
    const hosts = (count: number) =>
      many(count, (at) => `<img src=https://${String(at).padStart(50, "h")}.test>`);
    const long = await reportOf(hosts(1200).join(""));
    expect(long.policy).toBeUndefined();
    expect(reasons(long)).toEqual(["1 suggested policy: it would have more than 65,536 characters"]);
    expect((await reportOf(hosts(900).join(""))).policy).toBeDefined();
  });
});

describe("of the lookups", () => {
  /** Audits a page with this many scripts, each redirected this many times. */
  async function redirected(scripts: number, redirects: number, spend?: (count: number) => void) {
    let asked = 0;
    using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch(request) {
        asked++;
        const [, script, hop] = /^\/r(\d+)\/(\d+)$/.exec(new URL(request.url).pathname) ?? [];
        if (script === undefined) {
          const markup = many(scripts, (at) => `<script src=/r${at}/0></script>`).join("");
          return new Response(markup, { headers: { "content-type": "text/html" } });
        }
        const isLast = Number(hop) === redirects;
        const headers = { location: `/r${script}/${Number(hop) + 1}`, "content-type": "text/javascript" };
        return new Response(null, { status: isLast ? 200 : 302, headers });
      },
    });
    const deps = { settings: { ...testSettings, maxRedirects: 100 }, ...(spend && { spend }) };
    const events = auditUrl(
      `http://127.0.0.1:${server.port}/`,
      { most: scripts },
      deps,
      new AbortController().signal,
    );
    const { audit } = await endOf(events);
    return {
      asked,
      unchecked: reasons({ unchecked: [...(audit?.unchecked ?? [])] }),
      rows: audit?.resources ?? [],
    };
  }

  test("requests, redirects included", async () => {
    const most = pageBudget(1, 1).requests;
    const [within, beyond] = await edge(most - 1, (redirects) => redirected(1, redirects));
    expect([within.asked, within.rows[0]?.status, within.unchecked]).toEqual([1 + most, 200, []]);
    expect([beyond.asked, beyond.rows[0]?.outcome]).toEqual([1 + most, "not-asked"]);
    expect(beyond.unchecked).toEqual([`1 resource: the limit of ${most} requests was reached`]);
  });
  test("redirects cost as much as lookups, and are not followed above the limit", async () => {
    const paid: number[] = [];
    await redirected(2, 3, (count) => void paid.push(count));
    expect(paid).toEqual([2, 1, 1, 1, 1, 1, 1]);
    let left = 3;
    const poor = await redirected(2, 3, (count) => {
      left -= count;
      if (left < 0) throw new NetlensError("rate-limit", "no lookups left");
    });
    expect(poor.unchecked).toEqual(["2 resource: no lookups left"]);
  });

  /** Audits a page; all its resources have this content. */
  async function withContent(
    page: string,
    content: Uint8Array,
    limits: Partial<ReturnType<typeof pageBudget>> = {},
  ) {
    const headers = { "content-type": "text/css", "content-encoding": "gzip" };
    const packed = Bun.gzipSync(Buffer.from(content));
    using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) =>
        new URL(request.url).pathname === "/"
          ? new Response(page, { headers: { "content-type": "text/html" } })
          : new Response(packed, { headers }),
    });
    const { lookUpSteps } = await import("../../../src/http/lookup.ts");
    const { resourceLooker } = await import("../../../src/jobs/page/judge/look-up.ts");
    const { signal } = new AbortController();
    const settings = { ...testSettings, maxDecodedBytes: 16 * PAGE.content, maxBodyBytes: 16 * PAGE.content };
    const steps = await lookUpSteps(
      `http://127.0.0.1:${server.port}/`,
      {},
      { ...settings, kept: 100_000 },
      signal,
    );
    const budget = makeBudget({ ...pageBudget(100, 15_000), ...limits });
    const audit = await endOf(
      auditPage(
        { ...steps, begun: 0 },
        { most: 100, width: 1, kept: PAGE.content },
        { budget, clock: () => performance.now(), look: resourceLooker({ settings, budget }) },
        signal,
      ),
    );
    return { rows: audit?.resources ?? [], unchecked: reasons({ unchecked: [...(audit?.unchecked ?? [])] }) };
  }
  const sheet = (length: number) => Buffer.from("a{b:url(/i.png)}".padEnd(length));

  test("bytes of one style sheet", async () => {
    const found = await edge(PAGE.content, async (length) => {
      const { rows, unchecked } = await withContent("<link rel=stylesheet href=/a.css>", sheet(length));
      return [rows.length, ...unchecked];
    });
    expect(found).toEqual([[2], [2, "1 style sheet: its content is too long"]]);
  });
  test("decoded bytes in total", async () => {
    const page = "<link rel=stylesheet href=/a.css><link rel=stylesheet href=/b.css>";
    // Two style sheets and one image, plus one byte per response.
    const most = 3 * 1000 + 3;
    const enough = await withContent(page, sheet(1000), { decoded: most });
    expect([enough.rows.length, enough.unchecked]).toEqual([3, []]);
    const few = await withContent(page, sheet(1000), { decoded: 1500 });
    expect(few.rows.map(({ outcome }) => outcome)).toEqual(["loads", "loads", "loads"]);
    expect(few.unchecked).toEqual(["1 style sheet: the limit of 0 MiB of decoded content was reached"]);
  });
  test("digests of content that is too long are not compared", async () => {
    const integrity = (length: number) =>
      withContent(`<link rel=stylesheet integrity=sha256-AAAA href=/a.css>`, sheet(length));
    const [within, beyond] = await edge(PAGE.content, integrity);
    expect(within.rows[0]?.blockedBy?.[0]?.by).toBe("integrity");
    expect([beyond.rows[0]?.outcome, ...beyond.unchecked]).toEqual([
      "loads",
      "1 style sheet: its content is too long",
    ]);
  });
  test("the time of the whole page, also if a resource never ends", async () => {
    using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch(request) {
        if (new URL(request.url).pathname === "/")
          return new Response("<script src=/a.js></script>", { headers: { "content-type": "text/html" } });
        const drip = new ReadableStream({
          async pull(controller) {
            await Bun.sleep(20);
            controller.enqueue(Buffer.from(" "));
          },
        });
        return new Response(drip, { headers: { "content-type": "text/javascript" } });
      },
    });
    const settings = { ...testSettings, timeout: 100 };
    const url = `http://127.0.0.1:${server.port}/`;
    const { audit } = await endOf(auditUrl(url, {}, { settings }, new AbortController().signal));
    expect(audit?.resources.map(({ outcome }) => outcome)).toEqual(["not-asked"]);
    expect(audit?.unchecked).toEqual([
      { what: "resource", count: 1, reason: "the limit of 0.4 s was reached" },
    ]);
  });
});
