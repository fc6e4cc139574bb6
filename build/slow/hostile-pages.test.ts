/** Pages with too many requests: audits are limited by requests and bytes, without relying on the clock. */

import { expect, test } from "bun:test";
import { makeBudget } from "../../src/api/budget.ts";
import { PAGE, pageBudget } from "../../src/api/limits.ts";
import { lookUpSteps } from "../../src/http/lookup.ts";
import { auditPage, endOf } from "../../src/jobs/page/audit.ts";
import { auditUrl } from "../../src/jobs/page/audit-url.ts";
import { testSettings } from "../../test/http/servers.ts";
import { cpuOf } from "../../test/longest-block.ts";

type Answer = (path: string) => Response | undefined;
const html = (text: string) => new Response(text, { headers: { "content-type": "text/html" } });
const css = (text: string) => new Response(text, { headers: { "content-type": "text/css" } });

/** Audits `/` of a server. @returns the audit and the requested paths */
async function audited(answer: Answer, more: Partial<typeof testSettings> = {}) {
  const paths: string[] = [];
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname } = new URL(request.url);
      paths.push(pathname);
      return answer(pathname) ?? new Response(null, { status: 404 });
    },
  });
  const settings = { ...testSettings, ...more };
  const url = `http://127.0.0.1:${server.port}/`;
  const { audit } = await endOf(auditUrl(url, {}, { settings }, new AbortController().signal));
  const resources = audit?.resources ?? [];
  return {
    paths,
    audit,
    looked: resources.filter(({ status }) => status !== undefined).length,
    notAsked: resources.filter(({ outcome }) => outcome === "not-asked").length,
    resources,
  };
}

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join("");

test("10 MB of nearly 100,000 tags with 50,000 URLs and as many handlers", async () => {
  const page = `<!doctype html>${many(49_990, (index) => `<img src=/i${index}><p onclick=${index}>`)}`;
  const text = page.padEnd(10_000_000, " ");
  const { paths, audit, resources, looked, notAsked } = await audited(
    (path) => (path === "/" ? html(text) : undefined),
    {
      maxBodyBytes: 20_000_000,
      maxDecodedBytes: 20_000_000,
    },
  );
  expect(paths).toHaveLength(1 + PAGE.usualResources);
  expect(resources).toHaveLength(PAGE.references);
  expect([looked, notAsked]).toEqual([PAGE.usualResources, PAGE.references - PAGE.usualResources]);
  expect(audit?.code).toHaveLength(PAGE.inline);
  expect(audit?.omitted).toBe(99_980 - PAGE.references - PAGE.inline);
});

test("a page larger than the limit is read up to the limit", async () => {
  const text = `<script src=/a.js></script>${" ".repeat(300_000)}<script src=/b.js></script>`;
  const { paths } = await audited((path) => (path === "/" ? html(text) : undefined));
  expect(paths).toEqual(["/", "/a.js"]);
});

test("style sheets that import each other, themselves, and endless others", async () => {
  const link = "<link rel=stylesheet href=/a0.css><link rel=stylesheet href=/self.css>";
  const { paths } = await audited((path) => {
    if (path === "/") return html(link);
    if (path === "/self.css") return css("@import '/self.css';");
    const level = Number(/^\/a(\d+)\.css$/.exec(path)?.[1]);
    return css(`@import '/a${level + 1}.css'; @import '/a${Math.max(0, level - 1)}.css';`);
  });
  // Five levels of imports; each sheet is loaded once.
  const levels = Array.from({ length: 6 }, (_, level) => `/a${level}.css`);
  expect(paths.toSorted()).toEqual(["/", ...levels, "/self.css"]);
});

test("sheets that each import thousands", async () => {
  const links = many(20, (index) => `<link rel=stylesheet href=/s${index}.css>`);
  const { paths, resources } = await audited((path) =>
    path === "/"
      ? html(links)
      : css(path.startsWith("/s") ? many(1500, (index) => `@import '${path}-${index}';`) : ""),
  );
  expect(paths).toHaveLength(1 + PAGE.usualResources);
  expect(resources.length).toBe(PAGE.known);
});

test("endlessly redirecting scripts are requested as often as the budget allows", async () => {
  const scripts = many(150, (index) => `<script src=/r${index}/0></script>`);
  const { paths, audit, looked } = await audited((path) => {
    if (path === "/") return html(scripts);
    const [, script, hop] = /^\/r(\d+)\/(\d+)$/.exec(path) ?? [];
    return new Response(null, { status: 302, headers: { location: `/r${script}/${Number(hop) + 1}` } });
  });
  const most = pageBudget(PAGE.usualResources, 1).requests;
  expect(paths).toHaveLength(1 + most);
  expect(looked).toBeLessThan(PAGE.usualResources);
  expect(audit?.unchecked).toEqual([
    {
      what: "resource",
      count: PAGE.usualResources - looked,
      reason: `the limit of ${most} requests was reached`,
    },
    { what: "resource", count: 50, reason: "the limit of 100 resources was reached" },
  ]);
});

test("an endless style sheet is read up to the limit of a lookup", async () => {
  let sent = 0;
  const endless = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          sent += 10_000;
          controller.enqueue(Buffer.alloc(10_000, " "));
        },
      }),
      { headers: { "content-type": "text/css" } },
    );
  const { looked } = await audited((path) =>
    path === "/" ? html("<link rel=stylesheet href=/a.css>") : endless(),
  );
  expect(looked).toBe(1);
  // Buffers of kernel and server accept more than the audit reads.
  expect(sent).toBeLessThan(100 * testSettings.maxBodyBytes);
});

test("no lookup starts after the time limit of the page", async () => {
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => html(many(10, (index) => `<script src=/${index}.js></script>`)),
  });
  const { signal } = new AbortController();
  const url = `http://127.0.0.1:${server.port}/`;
  const steps = await lookUpSteps(url, {}, { ...testSettings, kept: 100_000 }, signal);
  let now = 0;
  let looks = 0;
  const events = auditPage(
    { ...steps, begun: 0 },
    { most: 100, width: 1, kept: 1000 },
    {
      budget: makeBudget({ ...pageBudget(100, 1), time: 3000 }, () => now),
      clock: () => now,
      async look({ url }) {
        looks++;
        now += 1000;
        return { urls: [url], hops: [], error: "slow", timeTotal: 1000 };
      },
    },
    signal,
  );
  const audit = await endOf(events);
  expect(looks).toBe(3);
  expect(audit?.resources.map(({ outcome }) => outcome)).toEqual([
    ...Array.from({ length: 2 }, () => "failed" as const),
    ...Array.from({ length: 8 }, () => "not-asked" as const),
  ]);
  // The third resource arrived after the time limit, so it was not checked.
  expect(audit?.unchecked).toEqual([{ what: "resource", count: 8, reason: "the limit of 3 s was reached" }]);
});

const MIB = 1_048_576;
const packed = (text: string | Uint8Array, type: string) => {
  const bytes = Bun.gzipSync(Buffer.from(text as string), { level: 9 });
  return () => new Response(bytes, { headers: { "content-type": type, "content-encoding": "gzip" } });
};
const js = (text: string | Uint8Array) => packed(text, "text/javascript");
const scripts = (count: number, more = "") =>
  many(count, (index) => `<script ${more} src=/s${index}.js></script>`);
const sheets = (count: number) => many(count, (index) => `<link rel=stylesheet href=/s${index}.css>`);
const digest = `integrity=sha256-${"A".repeat(43)}=`;
const importMap = (keys: number) =>
  `<script type=importmap>{"imports":{${many(keys, (key) => `"${"k/".repeat(key % 300)}${key}/":"/${key}/",`)}"z":"/z"}}</script>`;
const manyHosts = many(3000, (host) => `h${host}.example `);

interface Hostile {
  readonly page: string;
  readonly policy?: string;
  readonly other?: () => Response;
}

/** Kind of page → its content, and the response for each of its resources. */
const HOSTILE: Readonly<Record<string, Hostile>> = {
  "100 scripts of 16 MiB": { page: scripts(100), other: js(Buffer.alloc(16 * MIB, " ")) },
  "100 scripts of 16 MiB with integrity": {
    page: scripts(100, digest),
    other: js(Buffer.alloc(16 * MIB, " ")),
  },
  "100 scripts of 4 MiB with integrity": {
    page: scripts(100, digest),
    other: js(Buffer.alloc(4 * MIB, " ")),
  },
  "100 style sheets of 16 MiB": {
    page: sheets(100),
    other: packed("a{b:url(x)}".repeat(1_500_000), "text/css"),
  },
  "style sheets of url(\\": { page: sheets(20), other: packed("url(\\".repeat(1_600_000), "text/css") },
  "style sheets of one comment": { page: sheets(20), other: packed("/*".padEnd(4 * MIB, "*"), "text/css") },
  "an import map of 8,000 keys, 16,000 imports": {
    page: `${importMap(8000)}<script type=module>${many(16_000, (index) => `import"z${index}/q";`)}</script>`,
  },
  "20 modules of imports with escapes": {
    page: `${importMap(2000)}${scripts(20, "type=module")}`,
    other: js('import"/\\x61";'.repeat(PAGE.importWords)),
  },
  "20 modules of equal imports": {
    page: scripts(20, "type=module"),
    other: js('import"/a";'.repeat(70_000)),
  },
  "100 modules of as many imports as are read": {
    page: scripts(100, "type=module"),
    other: js('import"/a";'.repeat(PAGE.importWords)),
  },
  "20 modules of distinct imports": {
    page: `${importMap(2000)}${scripts(20, "type=module")}`,
    other: js(many(PAGE.importWords, (index) => `import"k/k/k/${index}";`)),
  },
  "scripts of new Worker": { page: scripts(20), other: js('new Worker("/w")'.repeat(1_000_000)) },
  "scripts of document.write(": { page: scripts(20), other: js("document.write(".repeat(1_100_000)) },
  "scripts of createElement(": { page: scripts(20), other: js("createElement(".repeat(1_100_000)) },
  "a policy of 3,000 hosts, 2,000 images": {
    page: many(2000, (index) => `<img src=https://${index}.test/>`),
    policy: `img-src ${manyHosts}`,
  },
  "a base of 8,000 characters, 2,000 images": {
    page: `<base href="/${"b".repeat(8000)}/">${many(2000, (index) => `<img src=${index}>`)}`,
  },
  "2,000 inline scripts, eight policies": {
    page: many(2000, (index) => `<script>${index}</script>`),
    policy: many(8, (index) => `script-src ${manyHosts.slice(0, 1000)} h${index},`),
  },
};

test.each(Object.entries(HOSTILE))(
  "%s: neither memory nor others wait for it",
  async (kind, { page, policy, other = () => new Response("") }) => {
    const headers = {
      "content-type": "text/html",
      ...(policy !== undefined && { "content-security-policy": policy }),
    };
    Bun.gc(true);
    const before = process.memoryUsage.rss();
    let most = before;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 20);
    let requests = 0;
    const { all, inOneGo } = await cpuOf(async () => {
      const { audit, paths } = await audited(
        (path) => (path === "/" ? new Response(page, { headers }) : other()),
        {
          maxBodyBytes: 2 * MIB,
          maxDecodedBytes: 16 * MIB,
          timeout: 15_000,
        },
      );
      requests = paths.length;
      expect(audit).toBeDefined();
    });
    clearInterval(timer);
    const grown = (most - before) / MIB;
    console.log(
      `${kind}: ${Math.round(all)} ms, ${Math.round(inOneGo)} in one go, ${Math.round(grown)} MiB more, ${requests} requests`,
    );
    expect(inOneGo).toBeLessThan(150);
    expect(all).toBeLessThan(15_000);
    expect(grown).toBeLessThan(300);
    expect(requests).toBeLessThanOrEqual(1 + pageBudget(PAGE.usualResources, 1).requests);
  },
  60_000,
);
