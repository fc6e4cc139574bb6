/** Connection-Allowlist in the real Chromium, compared with `policy.loads`: which loads of a page are requested. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { judged } from "../../test/headers/verdicts/judged.ts";
import { launchBrowser } from "../browser.ts";
import { selfSigned } from "../measure/differences/sites.ts";

const LOADS = [
  ["script", "own"],
  ["script", "cdn"],
  ["image", "cdn"],
  ["style", "cdn"],
  ["frame", "cdn"],
  ["connect", "cdn"],
] as const;

let header = "";
let requested: string[] = [];
let servers: readonly ReturnType<typeof Bun.serve>[] = [];
let browser: Browser;
const at = (place: string) =>
  place === "own" ? `http://localhost:${servers[0]?.port}` : `http://127.0.0.1:${servers[1]?.port}`;
const urlOf = (as: string, place: string) => `${at(place)}/${as}-${place}`;

const MARKUP: Readonly<Record<string, (url: string) => string>> = {
  script: (url) => `<script src="${url}"></script>`,
  image: (url) => `<img src="${url}">`,
  style: (url) => `<link rel="stylesheet" href="${url}">`,
  frame: (url) => `<iframe src="${url}"></iframe>`,
  connect: (url) => `<script>fetch("${url}").catch(() => 0)</script>`,
};

beforeAll(async () => {
  const fetch = (request: Request) => {
    const path = new URL(request.url).pathname;
    if (path !== "/page") {
      requested.push(path.slice(1));
      return new Response("", { headers: { "access-control-allow-origin": "*" } });
    }
    const html = LOADS.map(([as, place]) => MARKUP[as]?.(urlOf(as, place))).join("");
    return new Response(`<!doctype html><link rel="icon" href="data:,">${html}`, {
      headers: { "content-type": "text/html", ...(header !== "" && { "connection-allowlist": header }) },
    });
  };
  servers = [0, 1].map(() => Bun.serve({ port: 0, fetch }));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await Promise.all(servers.map((server) => server.stop(true)));
});

test("Chromium requests exactly the loads that the verdict allows", async () => {
  const cdn = at("cdn");
  const values = [
    ...["", "(response-origin)", "()", "(response-origin", "response-origin", '("*")', "(self)"],
    ...[`("${cdn}")`, `("${cdn}/image-*")`, `(response-origin "${cdn}/s*")`, '("*://*:*/*")'],
    ...[`(response-origin), ("${cdn}")`, `("${cdn.replace("127.0.0.1", "(127.0.0.\\\\d)")}")`],
  ];
  const page = await browser.newPage();
  for (const value of values) {
    header = value;
    requested = [];
    await page.goto(`${at("own")}/page`, { waitUntil: "networkidle" });
    const loads = LOADS.map(([as, place]) => ({ as, url: urlOf(as, place) }));
    const { policy } = judged(
      value === "" ? [] : [`Connection-Allowlist: ${value}`],
      { url: `${at("own")}/page` },
      { loads },
    );
    const ours = LOADS.filter((_, index) => policy?.loads?.[index]?.allowed).map((load) => load.join("-"));
    expect({ value, requested: requested.toSorted() }).toEqual({ value, requested: ours.toSorted() });
  }
}, 60_000);

test.each([
  ["https", true],
  ["http", false],
])(
  "after upgrade-insecure-requests, a pattern with %s matches: %p",
  async (scheme, isAllowed) => {
    const asked: string[] = [];
    const policy = "upgrade-insecure-requests";
    let html = "";
    let list = "";
    using server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      tls: await selfSigned(),
      fetch({ url }) {
        if (url.endsWith(".js")) asked.push(url);
        const headers = { "content-security-policy": policy, "connection-allowlist": list };
        return new Response(html, { headers: { "content-type": "text/html", ...headers } });
      },
    });
    const cdn = `cdn.test:${server.port}`;
    html = `<!doctype html><link rel="icon" href="data:,"><script src="http://${cdn}/a.js"></script>`;
    list = `("${scheme}://${cdn}")`;
    const own = await launchBrowser("--host-resolver-rules=MAP *.test 127.0.0.1");
    const url = `https://page.test:${server.port}/`;
    const page = await own.newPage({ ignoreHTTPSErrors: true });
    await page.goto(url, { waitUntil: "networkidle" });
    await own.close();
    expect(asked).toEqual(isAllowed ? [`https://${cdn}/a.js`] : []);
    const lines = [`Content-Security-Policy: ${policy}`, `Connection-Allowlist: ${list}`];
    const loads = [{ as: "script", url: `http://${cdn}/a.js` }];
    expect(judged(lines, { url }, { loads }).policy?.loads?.[0]?.allowed).toBe(isAllowed);
  },
  60_000,
);
