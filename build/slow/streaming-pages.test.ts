/**
 * Pages of slow targets, over real sockets: the start of the page arrives immediately, results follow, and a
 * closed connection ends the work.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { constants, gunzipSync } from "node:zlib";
import { NetlensError } from "../../src/api/errors.ts";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { html } from "../../src/web/html.ts";
import { begin, streamResult, type Work } from "../../src/web/pages/streamed-page.ts";
import { faultsOf, textOf } from "../../test/web/markup.ts";

/** Milliseconds after the signal until a target responds. */
let latency = 400;
let gate = Promise.resolve();
let waiting = 0;
let requested = 0;
let service: Service;
let target: ReturnType<typeof Bun.serve>;
let logged: { status: number; ms: number; bytes: number }[] = [];
const reported = async () => {
  for (let tries = 0; logged.length === 0 && tries < 100; tries++) await Bun.sleep(20);
  return logged[0];
};

beforeAll(async () => {
  target = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request): Promise<Response> {
      const { pathname } = new URL(request.url);
      waiting++;
      requested++;
      await Promise.race([
        gate.then(() => Bun.sleep(latency)),
        new Promise((resolve) => request.signal.addEventListener("abort", resolve)),
      ]);
      waiting--;
      const to = { "/one": "/two", "/two": "/end", "/old": "/new" }[pathname];
      if (to !== undefined) return new Response(null, { status: 301, headers: { location: to } });
      if (pathname === "/page")
        return new Response("<!doctype html><img src=/a.png><script src=/b.js></script>", {
          headers: { "content-type": "text/html" },
        });
      return new Response("ok");
    },
  });
  const { settings } = loadConfig(
    { listen: "127.0.0.1:0", "http-allow": "127.0.0.0/8", drain: "off", "http-max-lookups": "4" },
    {},
  );
  service = await startService(settings, () => {}, [], {
    access: (_level, line) => void logged.push(line),
    dropped: () => 0,
  });
  // Loads code, so that the following requests are fast.
  for (const path of [`/?q=${base()}/end`, `/page?url=${base()}/page`, `/compare?a=${base()}/&b=${base()}/`])
    await (await fetch(`http://${service.address}${path}`, { headers: { accept: "text/html" } })).text();
});
afterAll(async () => {
  await service.stop();
  await target.stop(true);
});

/** Requests a page like a browser. @returns the text received after each chunk */
async function pieces(
  path: string,
  init: RequestInit = {},
  onFirst = () => {},
): Promise<{ response: Response; all: string[]; size: number }> {
  const response = await fetch(`http://${service.address}${path}`, {
    ...init,
    headers: { accept: "text/html", "accept-encoding": "gzip", ...init.headers },
    decompress: false,
  });
  const got: Uint8Array[] = [];
  const all: string[] = [];
  for await (const chunk of response.body ?? []) {
    got.push(chunk);
    const text = gunzipSync(Buffer.concat(got), { finishFlush: constants.Z_SYNC_FLUSH }).toString();
    all.push(text);
    if (all.length === 1) onFirst();
  }
  return { response, all, size: Buffer.concat(got).length };
}

const base = () => `http://127.0.0.1:${target.port}`;
const form = (fields: Record<string, string>) => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});

describe("a page of a slow target", () => {
  const cases: readonly (readonly [
    path: () => string,
    init: () => RequestInit,
    parts: string[],
    end: string,
  ])[] = [
    [() => `/?q=${base()}/one`, () => ({}), ["Looking up ", "/one", "/two"], "3 requests in"],
    [() => `/?url=${base()}/one`, () => ({}), ["Looking up ", "/one"], "3 requests in"],
    [
      () => `/compare?a=${base()}/one&b=${base()}/end`,
      () => ({}),
      ["Looking up ", "/one"],
      'id="differences"',
    ],
    [
      () => `/page?url=${base()}/page`,
      () => ({}),
      ["Looking up ", "The page loads 2 resources"],
      "Hosts contacted",
    ],
    [
      () => "/redirects",
      () => form({ base: base(), map: "/old /new\n/one /x\n" }),
      ["Checking 2 redirects"],
      "1 of 2 redirects is wrong",
    ],
    [
      () => `/?q=${base()}/one+${base()}/end`,
      () => ({}),
      ["Looking up ", "Looking up 2 entries", '<td class="number">1<', '<td class="number">2<'],
      "2 lookups:",
    ],
    [() => "/", () => form({ q: `${base()}/one\r\n192.0.2.1` }), ["Looking up 2 entries"], "2 lookups:"],
  ];
  test.each(cases)(
    "%# begins before its target has answered and unfolds in order",
    async (path, init, parts, end) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      // The target responds after the page's first chunk: a page that waited for the target would hang.
      const { response, all } = await pieces(path(), init(), resolve);
      expect(response.status).toBe(200);
      expect(response.headers.get("x-accel-buffering")).toBe("no");
      expect(response.headers.get("content-encoding")).toBe("gzip");
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
      const [first, last] = [all[0], all.at(-1)];
      expect(first).toContain('<main id="content">');
      expect(first).toMatch(/<input[^>]* value="|<textarea/);
      expect(first).not.toContain(end);
      let at = 0;
      for (const part of parts) {
        const found = all.findIndex((text) => text.includes(part));
        expect({ part, found }).toEqual({ part, found: Math.max(found, at) });
        at = found;
      }
      expect(last).toContain(end);
      expect(faultsOf(last ?? "")).toEqual([]);
    },
  );

  test("is valid at any moment: a parser only has to close open elements", async () => {
    const { all } = await pieces(`/?q=${base()}/one`);
    for (const text of all.slice(0, -1))
      expect(faultsOf(text).filter((fault) => !/never closed|leads nowhere/.test(fault))).toEqual([]);
    expect(all.length).toBeGreaterThan(2);
  });

  test("needs no compression", async () => {
    const response = await fetch(`http://${service.address}/?q=${base()}/one`, {
      headers: { accept: "text/html", "accept-encoding": "identity" },
    });
    expect(response.headers.has("content-encoding")).toBe(false);
    expect(faultsOf(await response.text())).toEqual([]);
  });

  test("HEAD gets a complete answer, and immediate errors keep their status", async () => {
    const head = await fetch(`http://${service.address}/?q=${base()}/end`, {
      method: "HEAD",
      headers: { accept: "text/html" },
    });
    expect(head.headers.has("x-accel-buffering")).toBe(false);
    const bad = await pieces("/?url=ftp://a.example/");
    expect(bad.response.status).toBe(400);
  });

  test("is logged at its end, with its bytes", async () => {
    logged = [];
    const { all, size } = await pieces(`/?q=${base()}/end`);
    const line = await reported();
    expect(line?.ms).toBeGreaterThan(latency);
    expect(line?.bytes).toBe(size);
    expect(all.at(-1)?.length).toBeGreaterThan(size);
  });
});

describe("a closed connection", () => {
  const map = Array.from({ length: 200 }, (_, row) => `/a${row} /b`).join("\n");
  const leaving: readonly (readonly [name: string, path: () => string, init: () => RequestInit])[] = [
    ["a lookup", () => `/?q=${base()}/one`, () => ({})],
    [
      "a list",
      () => `/?q=${Array.from({ length: 50 }, (_, row) => `${base()}/a${row}`).join("+")}`,
      () => ({}),
    ],
    ["a map", () => "/redirects", () => form({ base: base(), map })],
  ];
  test.each(leaving)("ends the work: %s", async (_name, path, init) => {
    latency = 3000;
    logged = [];
    const left = new AbortController();
    const response = await fetch(`http://${service.address}${path()}`, {
      ...init(),
      headers: {
        accept: "text/html",
        ...("headers" in init() ? (init() as { headers: object }).headers : {}),
      },
      signal: left.signal,
    });
    await response.body?.getReader().read();
    for (let tries = 0; waiting === 0 && tries < 100; tries++) await Bun.sleep(10);
    expect(waiting).toBeGreaterThan(0);
    left.abort();
    for (let tries = 0; waiting > 0 && tries < 100; tries++) await Bun.sleep(10);
    expect(waiting).toBe(0);
    const before = requested;
    await Bun.sleep(100);
    expect(requested).toBe(before);
    latency = 400;
    expect((await reported())?.status).toBe(499);
    // The slots in the queue are free.
    expect((await pieces(`/?q=${base()}/end`)).all.at(-1)).toContain("200");
  });
});

describe("streamed work", () => {
  const shown = async (work: Work, beat?: number) => {
    const parts: string[] = [];
    const failed = (error: unknown) => html`<p class="alert">${String((error as Error).message)}</p>`;
    for await (const { markup } of streamResult(begin(work), "Looking up …", failed, undefined, beat))
      parts.push(markup);
    return parts;
  };
  test("sends a byte in each silence", async () => {
    const parts = await shown(async () => {
      await Bun.sleep(350);
      return { title: "", body: html`<p>end</p>` };
    }, 100);
    // Three newlines, or fewer on a busy machine.
    expect(parts.slice(1, -1).join("")).toMatch(/^\n{1,3}$/);
    expect(textOf(parts.at(-1) ?? "")).toContain("end");
  });
  test("shows an error in place of the result", async () => {
    const parts = await shown(async ({ step }) => {
      step(html`<p>one</p>`);
      await Bun.sleep(150);
      throw new NetlensError("too-busy", "later");
    });
    expect(parts.join("")).toContain(
      '<p>one</p></div><div slot="result" id="result" tabindex="-1"><p class="alert">later</p></div></div>',
    );
  });
  test("drops steps that arrive after the start of the result", async () => {
    const parts = await shown(async ({ step, part }) => {
      step(html`<p>one</p>`);
      part(html`<p>two</p>`);
      step(html`<p>three</p>`);
      await Bun.sleep(150);
      part(html`<p>four</p>`);
      return { title: "", body: html`<p>five</p>` };
    });
    expect(parts.join("")).toEndWith(
      '<p>one</p></div><div slot="result" id="result" tabindex="-1"><p>two</p><p>four</p><p>five</p></div></div>',
    );
  });
});
