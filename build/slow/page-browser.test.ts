/** Page audits with Chromium: what scripts load, hostile pages, the guard, and browsers that fail. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endOf } from "../../src/jobs/page/audit.ts";
import { auditUrl } from "../../src/jobs/page/audit-url.ts";
import { pageReport } from "../../src/jobs/page/page-report.ts";
import { networks } from "../../src/settings/forms.ts";
import { briefOf } from "../../src/view/brief.ts";
import { testSettings } from "../../test/http/servers.ts";
import { browserProgram } from "../browser.ts";

const folder = mkdtempSync(join(tmpdir(), "t-"));
const program = browserProgram(folder);
/** Folder for profiles, so that profiles of other programs do not count. */
const before = process.env["TMPDIR"];
const profiles = join(folder, "profiles");
beforeAll(() => {
  mkdirSync(profiles);
  process.env["TMPDIR"] = profiles;
});
afterAll(() => {
  if (before === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = before;
  rmSync(folder, { recursive: true });
});

/** Requests that reached the server, by path. */
let asked: string[] = [];
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  idleTimeout: 0,
  fetch(request, server): Response | Promise<Response> | undefined {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    if (pathname === "/ws" && server.upgrade(request)) return undefined;
    if (pathname === "/never") return new Promise(() => {});
    if (pathname === "/moved") return Response.redirect("/far.json");
    if (pathname === "/private") return Response.redirect(`http://127.0.0.2:${server.port}/secret`);
    const page = PAGES.get(pathname);
    if (page !== undefined) return new Response(page, { headers: { "content-type": "text/html" } });
    const type = TYPES.get(pathname.split(".").at(-1) ?? "") ?? "text/plain";
    return new Response(TEXTS.get(pathname) ?? "", { headers: { "content-type": type } });
  },
  websocket: { message() {} },
});
afterAll(() => server.stop(true));
const origin = `http://127.0.0.1:${server.port}`;

const TYPES = new Map([
  ["js", "text/javascript"],
  ["css", "text/css"],
  ["json", "application/json"],
  ["png", "image/png"],
]);
const TEXTS = new Map([
  ["/a.css", "p { background: url(/b.png) }"],
  ["/worker.js", "fetch('/of-worker.json')"],
  ["/app.js", "document.body.append(Object.assign(document.createElement('script'), { src: '/late.js' }))"],
]);
const PAGES = new Map([
  ["/frame", "<img src=/of-frame.png>"],
  [
    "/scripts",
    `<!doctype html><link rel=icon href=data:,><link rel=stylesheet href=/a.css><p onclick="ran()">text<script src=/app.js defer></script><script>
const add = (name, values, into = document.head) => into.appendChild(Object.assign(document.createElement(name), values));
fetch("/a.json"); fetch("/moved"); fetch("/far.json"); import("/mod.js"); navigator.sendBeacon("/beacon");
new Image().src = "/image.png"; new WebSocket("ws://" + location.host + "/ws"); new EventSource("/events");
add("script", { text: "window.inserted = 1; " + "x".repeat(60).replace(/x/g, ";") }).remove();
add("style", { textContent: "b { color: green }" });
document.querySelector("p").setAttribute("style", "color: blue");
document.querySelector("p").setAttribute("onfocus", "focused('with more than forty characters of text')");
new Worker("/worker.js"); new Worker(URL.createObjectURL(new Blob(["fetch('" + location.origin + "/of-blob.json')"])));
add("iframe", { src: "/frame" }, document.body); add("iframe", { srcdoc: "<img src=/of-srcdoc.png>" }, document.body);
eval("1"); WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
</script>`,
  ],
  [
    "/hostile",
    "<script>alert(1); confirm(2); open('/popup'); location.href = '/elsewhere'; onbeforeunload = () => 1</script><iframe src=/a.bin></iframe>",
  ],
  ["/endless", "<script>fetch('/never')</script>"],
  ["/flood", `<script>for (let at = 0; at < 1e6; at++) fetch("/flood-" + at)</script>`],
  ["/messages", `<script>for (;;) new Image().src = "data:," + "x".repeat(1e6) + Math.random()</script>`],
  [
    "/guarded",
    "<img src=/private><img src=//127.0.0.3/image.png><img src=//10.0.0.1/image.png><script>fetch('http://[::1]/secret').catch(() => {}); new WebSocket('ws://localhost:8765/secret'); const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.4:PORT' }] }); peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer))</script>",
  ],
]);

async function audited(path: string, settings = {}, browser = program) {
  asked = [];
  const own = { ...testSettings, ...settings };
  const events = auditUrl(
    origin + path,
    { browser: { browser } },
    { settings: own },
    new AbortController().signal,
  );
  const { document, audit, timeTotal } = await endOf(events);
  const report = await pageReport(document, audit, { by: "origin", briefOf, timeTotal });
  return { report, timeTotal };
}

/** Running processes with the profile folder in their arguments, and profiles. */
function left() {
  const running = readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8").includes(profiles);
    } catch {
      return false;
    }
  });
  return [...running, ...readdirSync(profiles)];
}

async function expectNothingLeft() {
  for (let tries = 0; tries < 100 && left().length > 0; tries++) await Bun.sleep(50);
  expect(left()).toEqual([]);
}

describe("a page in Chromium", () => {
  test("loads of scripts are rows, and in the policy", async () => {
    const { report } = await audited("/scripts");
    const { browser, resources, policy, unseen, unchecked, inline } = report;
    expect([unchecked, browser?.notRequested, browser?.failed]).toEqual([undefined, [], []]);
    expect(browser?.version).toMatch(/^Chrome\/\d+/);
    const missed = browser?.missed.map(({ as, url }) => `${as} ${url.replace(origin.slice(5), "")}`) ?? [];
    expect(missed.sort()).toEqual(
      [
        "connect http:/a.json",
        "connect http:/beacon",
        "connect http:/events",
        "connect http:/far.json",
        "connect http:/moved",
        "connect http:/of-blob.json",
        "connect ws:/ws",
        "frame http:/frame",
        "image http:/image.png",
        "image http:/of-srcdoc.png",
        "script http:/late.js",
        "worker blob:",
        "worker http:/worker.js",
      ].filter((one) => missed.includes(one) || one !== "worker http:/worker.js"),
    );
    expect(resources.filter(({ by }) => by === "browser")).toHaveLength(missed.length);
    expect(resources.find(({ url }) => url.endsWith("/moved"))).toMatchObject({ redirects: 1, status: 200 });
    expect(
      inline
        .filter(({ by }) => by === "browser")
        .map(({ as, inline }) => `${as} ${inline}`)
        .sort(),
    ).toEqual(["script attribute", "script element", "style attribute", "style element"]);
    expect(policy?.enforce).toContain("'unsafe-eval' 'wasm-unsafe-eval'");
    expect(policy?.enforce).toContain(`connect-src 'self' ws://127.0.0.1:${server.port};`);
    expect(policy?.enforce).toContain("worker-src 'self' blob:;");
    expect(unseen.join()).not.toContain("send a HAR");
    await expectNothingLeft();
  }, 60_000);

  test("dialogs, popups, downloads and navigation end nothing", async () => {
    const { report } = await audited("/hostile");
    expect(report.unchecked).toEqual([
      { what: "load in the browser", count: 1, reason: `the page goes on to ${origin}/elsewhere` },
    ]);
    expect(asked).not.toContain("/elsewhere");
    await expectNothingLeft();
  }, 60_000);

  test.each(["/endless", "/flood", "/messages"])(
    "%s ends at a limit",
    async (path) => {
      const { report, timeTotal } = await audited(path, { timeout: 5000 });
      expect(report.unchecked?.map(({ what }) => what)).toContain("load in the browser");
      expect(timeTotal).toBeLessThan(20_000);
      await expectNothingLeft();
    },
    60_000,
  );

  test("an abort ends it at once", async () => {
    const abort = new AbortController();
    const events = auditUrl(
      `${origin}/endless`,
      { browser: { browser: program } },
      { settings: testSettings },
      abort.signal,
    );
    setTimeout(() => abort.abort(new Error("gone")), 3000);
    await expect(endOf(events)).rejects.toThrow("gone");
    await expectNothingLeft();
  }, 60_000);
});

test("the guard covers all connections of the browser", async () => {
  const reached: string[] = [];
  const secret = (hostname: string) =>
    Bun.serve({
      hostname,
      port: server.port ?? 0,
      fetch: ({ url }) => {
        reached.push(url);
        return new Response("secret");
      },
    });
  using second = secret("127.0.0.2");
  const stun = await Bun.udpSocket({
    hostname: "127.0.0.4",
    socket: { data: () => void reached.push("stun") },
  });
  PAGES.set("/guarded", (PAGES.get("/guarded") ?? "").replace("PORT", String(stun.port)));
  const { report } = await audited("/guarded", { allow: networks("127.0.0.1/32") });
  expect(reached).toEqual([]);
  const connects = report.resources.filter(({ by }) => by === "browser");
  expect(
    connects
      .map(({ error = "" }) => error)
      .sort()
      .join(),
  ).toMatch(/cannot be looked up here/);
  // The same page without guard and switch reaches them: the test can fail.
  const open = join(folder, "open");
  const without = 'for each; do shift; case "$each" in *webrtc*) ;; *) set -- "$@" "$each";; esac; done';
  writeFileSync(open, `#!/bin/sh\n${without}\nexec ${program} "$@"\n`, { mode: 0o755 });
  await audited("/guarded", { guarded: false }, open);
  expect(reached).toContain("stun");
  expect(reached.some((url) => url.includes("/secret"))).toBe(true);
  stun.close();
  await second.stop(true);
}, 90_000);

describe("browsers that fail", () => {
  const fake = (name: string, script: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return join(folder, name);
  };
  test.each([
    ["is missing", "/nowhere/chromium", /^There is no browser at \/nowhere\/chromium\.$/],
    [
      "ends",
      fake("ends", "echo 'no display' >&2; exit 3"),
      /the browser ended \(exit code 3\): no display\.$/,
    ],
    ["never answers", fake("hangs", "sleep 1000 & sleep 1000"), /it was not done after 2 s\.$/],
    [
      "sends garbage",
      fake("garbage", `printf 'nonsense\\0' >&4; sleep 1000`),
      /the browser sends an invalid message\.$/,
    ],
  ])(
    "a browser that %s",
    async (_, path, message) => {
      await expect(audited("/frame", { timeout: 2000 }, path)).rejects.toMatchObject({
        code: "no-browser",
        message: expect.stringMatching(message),
      });
      await expectNothingLeft();
    },
    30_000,
  );

  test("a browser that crashes while it loads", async () => {
    const crash = fake("crash", `(sleep 3; kill -9 -$$) & exec ${program} "$@"`);
    const { report } = await audited("/endless", {}, crash);
    expect(report.unchecked?.[0]?.reason).toMatch(/^the browser ended \(SIG(?:KILL|TRAP|TERM)\)/);
    await expectNothingLeft();
  }, 60_000);
});
