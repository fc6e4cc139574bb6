/** Violation reports, from the post of a browser to the page with the policy that results. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exposition } from "../../src/api/metrics-text.ts";
import { type Service, startService } from "../../src/server/service.ts";
import { tokenOf, tokenRow } from "../../src/server/tokens.ts";
import { loadConfig } from "../../src/settings/load.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-reports-"));
const TOKEN = tokenOf(new Uint8Array(32).fill(1));
const OTHER = tokenOf(new Uint8Array(32).fill(2));
const tokens = join(folder, "tokens");
writeFileSync(
  tokens,
  `${tokenRow(TOKEN, "owner", "-", "reports")}\n${tokenRow(OTHER, "other", "-", "ip")}\nanonymous - - all\n`,
);

const start = (more: Readonly<Record<string, string>>) => {
  const { settings } = loadConfig({ listen: "127.0.0.1:0", drain: "off", ...more }, {});
  return startService(settings, () => {}, []);
};
let open: Service;
let closed: Service;
let off: Service;
beforeAll(async () => {
  open = await start({ reports: join(folder, "open.sqlite"), "rate-limit": "100/1m" });
  closed = await start({ reports: join(folder, "closed.sqlite"), tokens, cors: "https://other.example" });
  off = await start({});
});
afterAll(async () => {
  await Promise.all([open, closed, off].map((service) => service?.stop()));
  rmSync(folder, { recursive: true });
});

const at = ({ address }: Service, path: string, init?: RequestInit) =>
  fetch(`http://${address}${path}`, init);
const post = (service: Service, name: string, type: string, body: string | Uint8Array<ArrayBuffer>) =>
  at(service, `/reports/${name}`, {
    method: "POST",
    body,
    headers: {
      "content-type": type,
      origin: "https://shop.example",
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0",
    },
  });

const OLD = JSON.stringify({
  "csp-report": {
    "blocked-uri": "https://cdn.example/a.js",
    "document-uri": "https://shop.example/cart?id=7",
    "effective-directive": "script-src-elem",
    "original-policy": "script-src 'self'; report-uri /reports/shop",
    disposition: "report",
  },
});
const NEW = JSON.stringify([
  {
    type: "csp-violation",
    user_agent:
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
    body: {
      blockedURL: "https://cdn.example/b.js",
      documentURL: "https://shop.example/",
      effectiveDirective: "script-src-elem",
      originalPolicy: "script-src 'self'; report-to csp",
      disposition: "enforce",
      sample: "<b>x</b>",
    },
  },
]);

describe("an open service", () => {
  test("takes both formats, and groups them", async () => {
    const answers = [
      await post(open, "shop", "application/csp-report", OLD),
      await post(open, "shop", "application/reports+json", NEW),
      await post(open, "shop", "application/json", NEW),
    ];
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    const answer = await at(open, "/v1/reports/shop");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const groups = (await answer.json()) as { readonly violations: readonly object[] };
    expect(groups).toMatchObject({ name: "shop", days: 30, reports: 3 });
    expect(groups.violations).toMatchObject([
      {
        directive: "script-src",
        source: "https://cdn.example",
        count: 3,
        pages: 2,
        browsers: ["Firefox 153", "Chrome 156"],
        disposition: "enforce",
        advice: "add-to-policy",
      },
    ]);
    expect(groups).toHaveProperty(
      "policy.enforce",
      "Content-Security-Policy: script-src 'self' https://cdn.example; report-to csp",
    );
  });
  test("has a page with the same, escaped, and with the headers to send", async () => {
    const page = await at(open, "/v1/reports/shop", { headers: { accept: "text/html" } });
    expect([page.status, page.headers.get("vary")]).toEqual([200, "Accept, Accept-Encoding"]);
    const text = await page.text();
    expect(text).toContain("script-src https://cdn.example");
    expect(text).toContain("&lt;b&gt;x&lt;/b&gt;");
    expect(text).toContain(`report-uri http://${open.address}/reports/shop</pre>`);
    const none = await (await at(open, "/v1/reports/none?format=html")).text();
    expect(none).toContain("No reports yet. Send these headers with your pages.");
    expect(none).toContain("<details open>");
  });
  test("lets pages of every origin post, without --cors", async () => {
    const preflight = await at(open, "/reports/shop", {
      method: "OPTIONS",
      headers: {
        origin: "https://shop.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "content-type",
    });
    const posted = await post(open, "shop", "application/reports+json", NEW);
    expect(posted.headers.get("access-control-allow-origin")).toBe("*");
    const read = await at(open, "/v1/reports/shop", { headers: { origin: "https://shop.example" } });
    expect(read.headers.get("access-control-allow-origin")).toBeNull();
  });
  test.each([
    ["Shop", NEW, 400],
    ["a_b", NEW, 400],
    ["x".repeat(65), NEW, 400],
    ["x".repeat(64), NEW, 204],
    ["__proto__", NEW, 400],
    ["constructor", NEW, 204],
    ["a%2fb", NEW, 400],
    ["shop", "", 400],
    ["shop", "{", 400],
    ["shop", "null", 400],
    ["shop", "{}", 400],
    ["shop", "[]", 204],
    ["shop", '{"csp-report":{}}', 204],
    ["shop", '{"csp-report":{"effective-directive":{},"blocked-uri":[1],"document-uri":5}}', 204],
    ["shop", `${"[".repeat(100)}${"]".repeat(100)}`, 400],
    ["shop", '{"csp-report":{"__proto__":{"blocked-uri":"x"},"effective-directive":"__proto__"}}', 204],
    ["shop", `{"csp-report":{"script-sample":"\\ud800","effective-directive":"img-src"}}`, 204],
  ])("name %s, content %s: %i", async (name, body, status) => {
    expect((await post(open, name, "application/csp-report", body)).status).toBe(status);
  });
  test("reads bytes that are not UTF-8, and refuses other content and too much of it", async () => {
    const bytes = new Uint8Array([
      ...Buffer.from('{"csp-report":{"blocked-uri":"'),
      0xff,
      0xfe,
      ...Buffer.from('"}}'),
    ]);
    const small = await post(open, "shop", "application/csp-report", bytes);
    const text = await post(open, "shop", "text/plain", OLD);
    const large = await post(open, "shop", "application/csp-report", `{"a":"${"x".repeat(1_048_576)}"}`);
    expect([small.status, text.status, large.status]).toEqual([204, 415, 413]);
  });
  test("counts them in metrics, with labels of a fixed set", () => {
    const text = exposition(open.metrics());
    expect(text).toMatch(/netlens_reports_total\{type="csp-violation"\} \d+\n/);
    expect(text.match(/^netlens_reports_total/gm)).toHaveLength(13);
    expect(text).toContain("netlens_reports_lost_total 0\n");
  });
  test("limits them like other requests", async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => post(open, "shop", "application/csp-report", OLD)),
    );
    expect(answers.some(({ status }) => status === 429)).toBe(true);
  });
});

describe("a service with tokens", () => {
  test("takes reports without one, which browsers cannot send", async () => {
    const answer = await post(closed, "shop", "application/reports+json", NEW);
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  });
  test.each([
    ["no token, though the rest is open", undefined, 401],
    ["another right", OTHER, 403],
    ["the right reports", TOKEN, 200],
  ])("shows them with %s: %i", async (_, token, status) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    expect((await at(closed, "/v1/reports/shop", { headers })).status).toBe(status);
    const page = await at(closed, "/v1/reports/shop", { headers: { ...headers, accept: "text/html" } });
    expect(page.status).toBe(status);
  });
  test("keeps its own origins for the rest", async () => {
    const answer = await at(closed, "/v1/ip/8.8.8.8", { headers: { origin: "https://shop.example" } });
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });
});

test("without --reports there is neither", async () => {
  expect((await post(off, "shop", "application/reports+json", NEW)).status).toBe(404);
  expect((await at(off, "/v1/reports/shop")).status).toBe(404);
  expect(exposition(off.metrics())).not.toContain("netlens_reports");
});

test("a file that cannot be used ends the start with a reason", async () => {
  const path = join(folder, "text");
  writeFileSync(path, "x".repeat(5000));
  expect(start({ reports: path })).rejects.toThrow(`--reports ${path}: file is not a database`);
});

test("reports survive a restart", async () => {
  const reports = join(folder, "kept.sqlite");
  const one = await start({ reports });
  await post(one, "shop", "application/csp-report", OLD);
  await one.stop();
  const two = await start({ reports });
  expect(await (await at(two, "/v1/reports/shop")).json()).toMatchObject({ reports: 1 });
  await two.stop();
});
