/** Advice of the page audit: preloads, integrity, http URLs that also answer over https. */

import { expect, test } from "bun:test";
import { PAGE } from "../../../src/api/limits.ts";
import type { Detour } from "../../../src/http/settings.ts";
import { endOf } from "../../../src/jobs/page/audit.ts";
import { auditUrl } from "../../../src/jobs/page/audit-url.ts";
import { pageReport } from "../../../src/jobs/page/page-report.ts";
import { briefOf } from "../../../src/view/brief.ts";
import { certificate, serverKey, testSettings } from "../../http/servers.ts";

type Answer = readonly [body: string, headers?: Record<string, string>, status?: number];

const CORS = { "access-control-allow-origin": "*" };
const SCRIPT = { "content-type": "text/javascript" };
const PAGE_URL = "https://www.netlens.test/";

/** Audits `https://www.netlens.test/`. Answers are by URL; every host has the same loopback server. */
async function audited(html: string, answers: Readonly<Record<string, Answer>> = {}, most = 100) {
  const table = new Map<string, Answer>(
    Object.entries({ [PAGE_URL]: [html, { "content-type": "text/html" }], ...answers }),
  );
  const asked: string[] = [];
  const serve = (scheme: string) => (request: Request) => {
    const { pathname } = new URL(request.url);
    const url = `${scheme}://${request.headers.get("host")}${pathname}`;
    asked.push(url);
    const [body, headers = {}, status = 200] = table.get(url) ?? ["", {}, 404];
    return new Response(body, { status, headers });
  };
  const tls = { key: serverKey, cert: certificate("good") };
  using secure = Bun.serve({ port: 0, hostname: "127.0.0.1", tls, fetch: serve("https") });
  using plain = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: serve("http") });
  const detour = (port: number, to: number | undefined): Detour => ({
    host: "",
    port,
    to: { host: "127.0.0.1", port: to ?? 0 },
  });
  const settings = {
    ...testSettings,
    authorities: certificate("authority").toString(),
    detours: [detour(443, secure.port), detour(80, plain.port)],
  };
  const events = auditUrl(PAGE_URL, { most }, { settings }, new AbortController().signal);
  const { document, audit, timeTotal } = await endOf(events);
  const report = await pageReport(document, audit, { by: "origin", briefOf, timeTotal });
  const { risky, slow } = report.summary;
  const named = [...slow, ...risky].flatMap(({ name, title, count, examples }) =>
    name?.startsWith("page-") ? [{ name, title, count, example: examples[0] }] : [],
  );
  return { report, named, asked };
}

const FONT: Answer = ["wOF2", CORS];
const preloads: readonly (readonly [markup: string, found: string])[] = [
  [
    "<link rel=preload as=font href=/f.woff2><style>@font-face{src:url(/f.woff2)}</style>",
    "twice add crossorigin",
  ],
  [
    "<style>@font-face{src:url(/f.woff2)}</style><link rel=preload as=font href=/f.woff2>",
    "twice add crossorigin",
  ],
  ["<link rel=preload as=font href=/f.woff2 crossorigin><style>@font-face{src:url(/f.woff2)}</style>", ""],
  ["<link rel=preload as=font href=/f.woff2 crossorigin><link rel=stylesheet href=/font.css>", ""],
  ["<link rel=preload as=font href=/f.woff2><link rel=stylesheet href=/font.css>", "twice add crossorigin"],
  ["<link rel=preload as=font href=/f.woff2>", "twice add crossorigin"],
  ["<link rel=preload as=fetch href=/data.json>", "twice add crossorigin"],
  ["<link rel=preload as=script href=/a.js><script type=module src=/a.js></script>", "twice add crossorigin"],
  ["<link rel=preload as=script href=/a.js crossorigin><script type=module src=/a.js></script>", ""],
  ["<link rel=preload as=script href=/a.js><script src=/a.js></script>", ""],
  ["<script src=/a.js></script><link rel=preload as=script href=/a.js>", ""],
  [
    "<link rel=preload as=script href=/a.js crossorigin><script src=/a.js></script>",
    "twice remove crossorigin",
  ],
  [
    "<link rel=preload as=image href=/a.png><img crossorigin=use-credentials src=/a.png>",
    'twice set crossorigin="use-credentials"',
  ],
  ["<link rel=preload as=image href=/a.png><img srcset='/a.png 2x, /b.png 3x'>", ""],
  ["<link rel=preload as=image href=/a.png>", "unused"],
  ["<link rel=preload as=font href=/f.woff2 crossorigin>", "unused"],
  ["<link rel=preload as=style href=/a.css onload=\"this.rel='stylesheet'\">", ""],
  ["<link rel=preload as=image imagesrcset='/a.png 2x'>", ""],
  // A script that is missing or too long may use the preload.
  [`<link rel=preload as=image href=/a.png><script src=/long.js></script>`, ""],
];

test("preloads that do not match their request, and unused ones", async () => {
  for (const [markup, expected] of preloads) {
    const { named } = await audited(`<!doctype html>${markup}`, {
      [`${PAGE_URL}f.woff2`]: FONT,
      [`${PAGE_URL}font.css`]: ["@font-face{src:url(/f.woff2)}", { "content-type": "text/css" }],
      [`${PAGE_URL}a.css`]: ["", { "content-type": "text/css" }],
      [`${PAGE_URL}a.js`]: ["1", SCRIPT],
      [`${PAGE_URL}a.png`]: ["\u0089PNG", { ...CORS, "content-type": "image/png" }],
      [`${PAGE_URL}long.js`]: ["//".padEnd(PAGE.scriptText + 1, "x"), SCRIPT],
    });
    const found = named.map(({ name, title }) =>
      name === "page-preload-twice"
        ? `twice ${/fetch it twice: (.*) on the preload$/.exec(title)?.[1]}`
        : name,
    );
    expect([markup, found.join().replace("page-preload-", "")]).toEqual([markup, expected]);
  }
});

test("a finding on preloads counts them and names the URL and its place", async () => {
  const { named } = await audited(
    "<!doctype html>\n<link rel=preload as=font href=/a.woff2>\n<link rel=preload as=font href=/b.woff2>",
  );
  expect(named).toEqual([
    {
      name: "page-preload-twice",
      title:
        "2 preloads do not match the request that needs the file, so browsers fetch it twice: add crossorigin on the preload",
      count: 2,
      example: `link[rel=preload], line 2: ${PAGE_URL}a.woff2`,
    },
  ]);
});

const OTHER = "https://localhost/";
const DIGEST = `sha384-${new Bun.CryptoHasher("sha384").update("1").digest("base64")}`;

test("integrity is given for whole files of other sites with CORS and a fixed URL", async () => {
  const rows: readonly (readonly [
    path: string,
    headers: Record<string, string>,
    attributes: string,
    has: boolean,
  ])[] = [
    ["lib@1.2.3/a.js", CORS, "", true],
    ["a.3f9ab2c1.js", { "access-control-allow-origin": PAGE_URL.slice(0, -1) }, "", true],
    ["immutable.js", { ...CORS, "cache-control": "max-age=9, immutable" }, "crossorigin", true],
    ["lib@1/a.js", CORS, "", false],
    ["changes.js", CORS, "", false],
    ["lib@1.2.3/opaque.js", {}, "", false],
    ["lib@1.2.3/foreign.js", { "access-control-allow-origin": "https://x.test" }, "", false],
    ["lib@1.2.3/varies.js", { ...CORS, vary: "Accept, User-Agent" }, "", false],
    ["lib@1.2.3/has.js", CORS, `crossorigin integrity=${DIGEST}`, false],
  ];
  const markup = rows.map(([path, , attributes]) => `<script ${attributes} src=${OTHER}${path}></script>`);
  const { report, named } = await audited(
    `<!doctype html>${markup.join("")}<script src=/own@1.2.3.js></script>`,
    {
      ...Object.fromEntries(
        rows.map(([path, headers]) => [OTHER + path, ["1", { ...SCRIPT, ...headers }] as const]),
      ),
      [`${PAGE_URL}own@1.2.3.js`]: ["1", { ...SCRIPT, ...CORS }],
    },
  );
  const given = report.resources.filter(({ integrity }) => integrity === DIGEST).map(({ url }) => url);
  expect(given).toEqual(rows.filter(([, , , has]) => has).map(([path]) => OTHER + path));
  expect(report.resources.filter(({ integrity }) => integrity !== undefined).length).toBe(3);
  expect(named.map(({ name, count, title }) => [name, count, title])).toEqual([
    [
      "page-integrity-missing",
      3,
      "3 files from other sites without integrity: copy the attributes listed with them",
    ],
  ]);
  expect(report.summary.risky.map(({ title }) => title)).toContain(
    "5 scripts from other sites without integrity",
  );
});

test("http URLs of an https page are tried over https, within the limit of lookups", async () => {
  const hosts = { both: "http://both.netlens.test/a.js", alone: "http://alone.netlens.test/a.js" };
  const html = `<!doctype html><script src=${hosts.both}></script><script src=${hosts.alone}></script>
<img src=http://img.netlens.test/a.png><img src=http://img.netlens.test:8080/a.png>`;
  const answers: Readonly<Record<string, Answer>> = {
    [hosts.both]: ["1", SCRIPT],
    [hosts.both.replace("http:", "https:")]: ["1", SCRIPT],
    [hosts.alone]: ["1", SCRIPT],
    "https://img.netlens.test/a.png": ["\u0089PNG", { "content-type": "image/png" }],
  };
  const { report, named, asked } = await audited(html, answers);
  expect(report.resources.map(({ url, overHttps }) => [url, overHttps])).toEqual([
    [hosts.both, true],
    [hosts.alone, false],
    ["http://img.netlens.test/a.png", true],
    ["http://img.netlens.test:8080/a.png", undefined],
  ]);
  expect(named.map(({ name, count, title }) => [name, count, title])).toEqual([
    ["page-http-avoidable", 2, "2 http:// URLs also answer over https: change the scheme"],
    ["page-http-only", 1, "1 http:// URL does not answer over https: host the file elsewhere"],
  ]);
  // The image is upgraded, so its only request was over https.
  expect(asked.filter((url) => url.endsWith("/a.png"))).toEqual(["https://img.netlens.test/a.png"]);
  const limited = await audited(html, answers, 4);
  expect(limited.report.resources.map(({ overHttps }) => overHttps)).toEqual([
    undefined,
    undefined,
    true,
    undefined,
  ]);
});

test("at most ten http URLs are tried over https", async () => {
  const all = Array.from({ length: PAGE.triedOverHttps + 1 }, (_, at) => `http://h.netlens.test/${at}.js`);
  const { report } = await audited(
    `<!doctype html>${all.map((url) => `<script src=${url}></script>`).join("")}`,
  );
  expect(report.resources.map(({ overHttps }) => overHttps)).toEqual(
    all.map((_, at) => (at < PAGE.triedOverHttps ? false : undefined)),
  );
});
