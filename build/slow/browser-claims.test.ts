/**
 * Verifies claims about browsers in findings and descriptions with Debian's Chromium, and with other browsers
 * where that takes little time.
 */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { once } from "node:events";
import net from "node:net";
import { FILE_NAMES, NAME_IN_URL } from "../../test/headers/verdicts/file-names.ts";
import { judged } from "../../test/headers/verdicts/judged.ts";
import { SHEETS } from "../../test/jobs/page/sheets.ts";
import { drivers } from "../measure/differences/drivers.ts";
import { selfSigned } from "../measure/differences/sites.ts";
import { openStage, type Stage, went } from "../measure/differences/stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage?.close());

const HTML = "Content-Type: text/html";
const JS = ["Content-Type: text/javascript", "Access-Control-Allow-Origin: *"];

/** Opens a page with these lines and content, and waits a moment for its loads. */
async function shown(url: string, lines: readonly string[], body: string) {
  stage.answer(url, { headers: [HTML, ...lines], body: `<!doctype html>${body}` });
  const { page } = await stage.open("");
  expect(await went(page, url)).toBe(true);
  await Bun.sleep(1000);
  return page;
}

test.each([
  ["https", 0],
  ["http", 1],
])(
  "an %s page sends %i reports to an http address",
  async (scheme, sent) => {
    const policy = `Content-Security-Policy: img-src 'none'; report-uri http://r-${scheme}.example/csp`;
    await shown(`${scheme}://reports.example/`, [policy], "<img src=/x.png>");
    expect(stage.requested(`http://r-${scheme}.example/csp`).length).toBe(sent);
  },
  30_000,
);

test("on an http page a source with port 443 allows https", async () => {
  stage.answer("https://cdn.example/a.js", { headers: JS, body: "document.title = 'ran'" });
  for (const source of ["cdn.example:443", "*:443"]) {
    const policy = `Content-Security-Policy: script-src ${source}`;
    const page = await shown(
      `http://${source.length}.example/`,
      [policy],
      "<script src=https://cdn.example/a.js></script>",
    );
    expect(await page.title()).toBe("ran");
  }
}, 30_000);

/** Attributes of a preload of `/used`, the markup that uses it, and the number of requests. */
test.each([
  ["font", "", "<style>@font-face{font-family:f;src:url(/used)}p{font-family:f}</style><p>x", 2],
  ["font", "crossorigin", "<style>@font-face{font-family:f;src:url(/used)}p{font-family:f}</style><p>x", 1],
  ["fetch", "", "<script>fetch('/used')</script>", 2],
  ["fetch", "crossorigin", "<script>fetch('/used')</script>", 1],
  ["script", "", "<script type=module src=/used></script>", 2],
  ["script", "crossorigin", "<script type=module src=/used></script>", 1],
  ["script", "", "<script src=/used></script>", 1],
  ["script", "crossorigin", "<script src=/used></script>", 2],
  ["image", "", "<img src=/used crossorigin=use-credentials>", 2],
  ["image", "crossorigin=use-credentials", "<img src=/used crossorigin=use-credentials>", 1],
  ["image", "", "<img src=/used>", 1],
])(
  "a preload as=%s %s is used if its CORS mode is that of the request",
  async (as, attribute, use, requests) => {
    const host = `preload-${as}-${attribute.length}-${use.length}.example`;
    const types: Readonly<Record<string, string>> = { script: "text/javascript", image: "image/svg+xml" };
    stage.answer(`https://${host}/used`, {
      headers: [
        `Content-Type: ${types[as] ?? "font/woff2"}`,
        "Cache-Control: no-store",
        "Access-Control-Allow-Origin: *",
      ],
      body: as === "image" ? "<svg xmlns='http://www.w3.org/2000/svg'/>" : "1",
    });
    await shown(`https://${host}/`, [], `<link rel=preload as=${as} href=/used ${attribute}>${use}`);
    expect(stage.requested(`https://${host}/used`).length).toBe(requests);
  },
  30_000,
);

test("Integrity-Policy blocks scripts and no style sheets", async () => {
  stage.answer("https://style.example/a.css", {
    headers: ["Content-Type: text/css", "Access-Control-Allow-Origin: *"],
    body: "body { color: rgb(1, 2, 3) }",
  });
  stage.answer("https://style.example/a.js", { headers: JS, body: "document.title = 'ran'" });
  const page = await shown(
    "https://integrity.example/",
    ["Integrity-Policy: blocked-destinations=(script style)"],
    "<link rel=stylesheet crossorigin href=https://style.example/a.css><script crossorigin src=https://style.example/a.js></script>",
  );
  expect(await page.evaluate("getComputedStyle(document.body).color")).toBe("rgb(1, 2, 3)");
  expect(await page.title()).toBe("");
}, 30_000);

test("a browser requests the URLs of style sheets that the table has", async () => {
  const paths = (found: readonly string[]) =>
    found.map((url) => new URL(url, "http://sheet.example/").pathname);
  SHEETS.forEach(([css], index) => {
    stage.answer(`http://s${index}.example/`, {
      headers: [HTML],
      body: "<!doctype html><link rel=stylesheet href=/sheet.css><style>p{font-family:f}</style><p class=a>x",
    });
    stage.answer(`http://s${index}.example/sheet.css`, { headers: ["Content-Type: text/css"], body: css });
  });
  const requested = SHEETS.map(() => new Set<string>());
  const { page } = await stage.open("");
  page.on("request", (request) => {
    const { hostname, pathname } = new URL(request.url());
    const [, index] = /^s(\d+)\./.exec(hostname) ?? [];
    if (index !== undefined) requested[Number(index)]?.add(pathname);
  });
  const frames = SHEETS.map((_, index) => `<iframe src=http://s${index}.example/></iframe>`).join("");
  stage.answer("http://sheets.example/", { headers: [HTML], body: `<!doctype html>${frames}` });
  expect(await went(page, "http://sheets.example/")).toBe(true);
  await Bun.sleep(3000);
  SHEETS.forEach(([css, ...found], index) => {
    const urls = found.map((one) => one.replace(/^\w+ | next$/g, ""));
    // The fonts do not exist, so the browser may try the next source.
    const certain = found.flatMap((one, at) => (one.endsWith(" next") ? [] : (urls[at] ?? [])));
    const fetched = [...(requested[index] ?? [])].filter(
      (path) => !/^\/(?:sheet\.css|favicon\.ico)?$/.test(path),
    );
    expect({ css, missing: paths(certain).filter((path) => !fetched.includes(path)) }).toEqual({
      css,
      missing: [],
    });
    expect({ css, more: fetched.filter((path) => !paths(urls).includes(path)) }).toEqual({ css, more: [] });
  });
}, 60_000);

test("images, links and classic scripts of other origins are requested without Origin, fonts and fetches with it", async () => {
  await shown(
    "https://origin.example/",
    [],
    `<style>@font-face { font-family: f; src: url(https://o.example/f.woff2) } p { font-family: f }</style><p>x
     <img src=https://o.example/i.png><script src=https://o.example/s.js></script><script>fetch("https://o.example/x")</script>`,
  );
  const origins = ["i.png", "s.js", "f.woff2", "x"].map((path) =>
    stage.requested(`https://o.example/${path}`)[0]?.headers.get("origin"),
  );
  expect(origins).toEqual([undefined, undefined, "https://origin.example", "https://origin.example"]);
}, 30_000);

test("audio and video are requested as a range without compression, and their tracks are not", async () => {
  await shown(
    "https://media.example/",
    [],
    "<video src=/v.mp4 preload=auto><track default src=/t.vtt></video><audio preload=auto><source src=/a.ogg></audio>",
  );
  const sent = ["v.mp4", "a.ogg", "t.vtt"].map((path) => {
    const headers = stage.requested(`https://media.example/${path}`)[0]?.headers;
    return [headers?.get("range"), headers?.get("accept-encoding")];
  });
  expect(sent).toEqual([
    ["bytes=0-", "identity"],
    ["bytes=0-", "identity"],
    [undefined, "gzip, deflate, br, zstd"],
  ]);
}, 30_000);

test.each(["chromium", "firefox", "webkit"] as const)(
  "%s on an http page reads a policy and compares scheme and port with a source as in the verdict",
  async (engine) => {
    const script = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      tls: await selfSigned(),
      fetch: () => new Response("window.ran = true", { headers: { "content-type": "text/javascript" } }),
    });
    const page = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: ({ url }) =>
        new Response("<!doctype html>", {
          headers: {
            "content-type": "text/html",
            "content-security-policy": new URL(url).searchParams.get("policy") ?? "",
          },
        }),
    });
    const driver = await drivers[engine]();
    const target = `https://two.localhost:${script.port}/a.js`;
    const policies = ["two.localhost", "*"].map((host) => `script-src ${host}:${script.port}`);
    for (const policy of [...policies, "script-src\v'none'", "img-src *;\vscript-src 'none'"]) {
      const url = `http://one.localhost:${page.port}/?policy=${encodeURIComponent(policy)}`;
      await driver.goto(url);
      const ran = await driver.run(
        `const script = document.createElement("script"); script.src = ${JSON.stringify(target)};
         await new Promise((done) => { script.onload = script.onerror = done; document.head.append(script); });
         return window.ran === true`,
      );
      const verdicts = judged(
        [`Content-Security-Policy: ${policy}`],
        { url },
        { loads: [{ as: "script", url: target }] },
      );
      const { policy: ours } = engine === "chromium" ? verdicts : verdicts[engine];
      expect([policy, ran]).toEqual([policy, ours?.loads?.[0]?.allowed]);
    }
    await driver.close();
    await Promise.all([script.stop(true), page.stop(true)]);
  },
  60_000,
);

test.each(["chromium", "firefox"] as const)(
  "%s names downloads as in the table",
  async (engine) => {
    const server = net.createServer((socket) =>
      socket.once("data", (request) => {
        const [row] = FILE_NAMES[Number(/^GET \/(\d+)\//.exec(request.toString())?.[1])] ?? [];
        const head = `HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Disposition: ${row}`;
        socket.end(Buffer.from(`${head}\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx`, "latin1"));
      }),
    );
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as net.AddressInfo;
    const driver = await drivers[engine]();
    for (const [index, [value, inChromium, inFirefox]] of FILE_NAMES.entries()) {
      const name = await driver.download?.(`http://127.0.0.1:${port}/${index}/${NAME_IN_URL}`);
      expect([value, name]).toEqual([value, engine === "chromium" ? inChromium : inFirefox]);
    }
    await driver.close();
    server.close();
  },
  60_000,
);
