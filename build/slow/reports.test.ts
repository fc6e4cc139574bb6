/**
 * Violation reports of real browsers: a page with a report-only policy is visited, its violations are grouped, and the
 * policy that results is enforced. The page loses nothing, and injected scripts do not run.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReportGroups } from "../../src/jobs/reports/schema.ts";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { launchBrowser } from "../browser.ts";
import { type Driver, drivers } from "../measure/differences/drivers.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-reports-"));
const NONCE = "pV3kq9XcT1u0yB7mZr4sLw";
const POLICY = `default-src 'none'; script-src 'nonce-${NONCE}' 'report-sample' 'report-sha256'; form-action 'self'; report-to csp`;

const keyFile = join(folder, "key.pem");
const certificateFile = join(folder, "certificate.pem");
Bun.spawnSync([
  ..."openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 9 -subj /CN=pages".split(
    " ",
  ),
  ...["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", keyFile, "-out", certificateFile],
]);
const tls = { key: Bun.file(keyFile), cert: Bun.file(certificateFile) };
const at = { hostname: "127.0.0.1", port: 0, tls } as const;

let service: Service;
let front: Bun.Server<undefined>;
let cdn: Bun.Server<undefined>;
let evil: Bun.Server<undefined>;
let site: Bun.Server<undefined>;
/** Header lines of the page, by engine. */
const policies = new Map<string, readonly [name: string, value: string]>();
const originOf = ({ port }: Bun.Server<undefined>) => `https://127.0.0.1:${port}`;

const CODE = { "content-type": "text/javascript", "access-control-allow-origin": "*" };
const done = (name: string) => new Response(`window.done.push("${name}")`, { headers: CODE });
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

function page(engine: string): Response {
  const far = originOf(cdn);
  const [name = "", value = ""] = policies.get(engine) ?? [];
  const report = (text: string) => `const done = window.done; ${text}`;
  const markup = `<!doctype html><title>Shop</title>
<script nonce="${NONCE}">window.done = [];</script>
<script src="/own.js"></script><script src="${far}/lib/far.js?v=1"></script>
<link rel="stylesheet" href="${far}/style.css">
<img id="far" src="${far}/pixel.gif"><img id="data" src="data:image/gif;base64,${PIXEL.toString("base64")}">
<p id="styled">x</p>
<script nonce="${NONCE}">${report(`
  for (const img of document.images) img.complete && img.naturalWidth ? done.push(img.id) : img.addEventListener("load", () => done.push(img.id));
  fetch("/api").then(() => done.push("own fetch"), () => {});
  fetch("${far}/api").then(() => done.push("far fetch"), () => {});`)}</script>`;
  return new Response(markup, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "reporting-endpoints": `csp="${originOf(front)}/reports/${engine}"`,
      ...(name !== "" && { [name]: value }),
    },
  });
}

beforeAll(async () => {
  const { settings } = loadConfig(
    { listen: "127.0.0.1:0", drain: "off", reports: join(folder, "r.sqlite") },
    {},
  );
  service = await startService(settings, () => {}, []);
  // Browsers report over https only.
  front = Bun.serve({
    ...at,
    fetch(request) {
      const { pathname } = new URL(request.url);
      return fetch(`http://${service.address}${pathname}`, request);
    },
  });
  const others = (request: Request): Response => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith(".js")) return done(pathname.slice(1));
    const isSheet = pathname.endsWith(".css");
    const headers = { ...CODE, "content-type": isSheet ? "text/css" : "image/gif" };
    return new Response(isSheet ? "#styled { left: 7px }" : PIXEL, { headers });
  };
  cdn = Bun.serve({ ...at, fetch: others });
  evil = Bun.serve({ ...at, fetch: others });
  site = Bun.serve({
    ...at,
    fetch(request) {
      const path = new URL(request.url).pathname.slice(1);
      return drivers[path as keyof typeof drivers] ? page(path) : others(request);
    },
  });
});
afterAll(async () => {
  await Promise.all([front, cdn, evil, site].map((server) => server?.stop(true)));
  await service?.stop();
  rmSync(folder, { recursive: true });
});

/** Chromium reports after a minute, and only to servers whose certificate it trusts. */
async function openChromium(): Promise<Driver> {
  const digest = Bun.spawnSync([
    "sh",
    "-c",
    `openssl x509 -in '${certificateFile}' -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | openssl base64`,
  ]);
  const browser = await launchBrowser(
    "--short-reporting-delay",
    "--disable-features=LocalNetworkAccessChecks",
    `--ignore-certificate-errors-spki-list=${digest.stdout.toString().trim()}`,
  );
  const page = await (await browser.newContext()).newPage();
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    run: (body) => page.evaluate(`(async () => {${body}})()`),
    close: () => browser.close(),
  };
}

/** Script that returns the code that ran and the resources that loaded. */
const DONE = `
  await new Promise((go) => setTimeout(go, 500));
  return [...window.done, getComputedStyle(document.getElementById("styled")).left].sort().join();`;
const ALL = "7px,data,far,far fetch,lib/far.js,own fetch,own.js";

async function until<T>(read: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const value = await read();
    if (isThere(value) || tries === 50) return value;
    await Bun.sleep(200);
  }
}

async function groups(name: string): Promise<ReportGroups> {
  return (await fetch(`http://${service.address}/v1/reports/${name}`)).json() as Promise<ReportGroups>;
}

const NEEDS = { chromium: ["chromium"], firefox: ["firefox-esr"], webkit: ["gjs", "xvfb-run"] } as const;

describe("reports of", () => {
  for (const engine of ["chromium", "firefox", "webkit"] as const)
    test.skipIf(NEEDS[engine].some((program) => Bun.which(program) === null))(
      engine,
      async () => {
        const driver = await (engine === "chromium" ? openChromium() : drivers[engine]());
        const visit = async () => {
          await driver.goto(`${originOf(site)}/${engine}`);
          return String(
            await until(
              () => driver.run(DONE),
              (text) => text === ALL,
            ),
          );
        };
        try {
          policies.set(engine, ["content-security-policy-report-only", POLICY]);
          for (let visits = 0; visits < 2; visits++) expect(await visit()).toBe(ALL);
          const far = originOf(cdn);
          const wanted = [
            "connect-src 'self'",
            `connect-src ${far}`,
            "img-src data:",
            `img-src ${far}`,
            "script-src 'self'",
            `script-src ${far}`,
            `style-src ${far}`,
          ];
          const advised = ({ policy }: ReportGroups) => (policy?.added ?? []).toSorted();
          const found = await until(
            () => groups(engine),
            (all) => wanted.every((one) => advised(all).includes(one)),
          );
          // Chromium and Firefox also request the icon.
          expect(advised(found).filter((one) => one !== "img-src 'self'")).toEqual(wanted);
          const enforce = found.policy?.enforce.replace("Content-Security-Policy: ", "") ?? "";
          expect(enforce).toStartWith("default-src 'none'; script-src 'nonce-{NONCE}' 'report-sample'");
          if (engine === "chromium")
            expect(found.hashes.find(({ url }) => url.endsWith("/own.js"))?.integrity).toMatch(
              /^integrity="sha256-/,
            );
          const reported = found.violations.reduce((sum, { count }) => sum + count, 0);

          policies.set(engine, ["content-security-policy", enforce.replaceAll("{NONCE}", NONCE)]);
          expect(await visit()).toBe(ALL);
          const injected = `${originOf(evil)}/evil.js`;
          await driver.run(
            `document.body.append(Object.assign(document.createElement("script"), { src: "${injected}" }));`,
          );
          const after = await until(
            () => groups(engine),
            ({ violations }) => violations.some(({ source }) => source === originOf(evil)),
          );
          expect(after.violations.find(({ source }) => source === originOf(evil))).toMatchObject({
            count: 1,
            advice: "investigate",
          });
          // Only the injected script was reported, nothing of the page.
          expect(after.violations.reduce((sum, { count }) => sum + count, 0)).toBe(reported + 1);
          expect(await driver.run(DONE)).toBe(ALL);
        } finally {
          await driver.close();
        }
      },
      120_000,
    );
});
