/**
 * Targets that lead back to the service: lookups send CDN-Loop (RFC 8586), and the service refuses requests that
 * have its own id in this header.
 */

import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeBudget } from "../../src/api/budget.ts";
import { mapBudget } from "../../src/api/limits.ts";
import { LOOP_FIELD } from "../../src/api/loop.ts";
import { createSite } from "../../src/api/site.ts";
import { lookupHttp } from "../../src/http/lookup.ts";
import { registrationFetcher } from "../../src/http/serve/registrations.ts";
import { endOf } from "../../src/jobs/page/audit.ts";
import { auditUrl } from "../../src/jobs/page/audit-url.ts";
import { probe } from "../../src/jobs/probe/probe.ts";
import { DEFAULT_MODULES } from "../../src/jobs/probe/routes.ts";
import { followPlainly, plainSender } from "../../src/jobs/redirects/follow.ts";
import { openNotifier } from "../../src/jobs/watch/notify.ts";
import { openWatchStore } from "../../src/jobs/watch/store.ts";
import { createApp } from "../../src/server/app.ts";
import { openService } from "../server/open-service.ts";
import { testSettings } from "./servers.ts";

const signal = new AbortController().signal;
const open = { ...testSettings, guarded: false };

const SENDERS: Readonly<Record<string, (origin: string) => Promise<unknown>>> = {
  lookup: (origin) => lookupHttp(`${origin}/moved`, { checks: true, variants: true, as: "browser" }, open),
  page: (origin) => endOf(auditUrl(`${origin}/page`, { most: 10 }, { settings: open }, signal)),
  "redirect map": (origin) =>
    followPlainly(
      `${origin}/moved`,
      "GET",
      { send: plainSender(open), maxRedirects: 5, content: true, budget: makeBudget(mapBudget(1)) },
      signal,
    ),
  probe: (origin) =>
    probe(`${origin}/moved`, {}, { settings: open, queue: undefined }, signal, { debug: false }),
  webhook: async (origin) => {
    const folder = mkdtempSync(join(tmpdir(), "netlens-"));
    const store = openWatchStore(join(folder, "state"));
    const notifier = openNotifier([{ webhook: `${origin}/`, private: true }], store, open, ".", () => "");
    const [name = ""] = notifier.namesOf();
    store.record("http://a.example/", 0, {
      isDown: true,
      open: [],
      events: [],
      message: "{}",
      channels: [name],
    });
    await notifier.end();
    store.close();
    rmSync(folder, { recursive: true });
  },
  registration: (origin) => registrationFetcher(open, origin)(`${origin}/moved`).catch(() => undefined),
};

test.each(Object.entries(SENDERS))("each request of a %s is marked", async (_, send) => {
  const marks: (string | null)[] = [];
  using server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch({ url, headers }) {
      marks.push(headers.get(LOOP_FIELD[0]));
      const { pathname } = new URL(url);
      if (pathname === "/moved") return Response.redirect("/");
      if (pathname === "/page.js") return Response.redirect("/far.js");
      return new Response("<script src=/page.js></script><img src=/a.png>", {
        headers: { "content-type": "text/html", etag: '"a"' },
      });
    },
  });
  await send(`http://127.0.0.1:${server.port}`);
  expect(marks.length).toBeGreaterThan(0);
  expect(marks.filter((mark) => mark !== "netlens")).toEqual([]);
});

const form = (text: string): RequestInit => ({
  method: "POST",
  body: text,
  headers: { "content-type": "application/x-www-form-urlencoded" },
});
const REFUSED: Readonly<Record<string, RequestInit>> = {
  "/v1/http?url=TARGET": {},
  "/v1/http/findings?url=TARGET": {},
  "/v1/page?url=TARGET": {},
  "/probe?target=TARGET": {},
  "/?q=TARGET": {},
  "/compare?a=TARGET&b=TARGET": {},
  "/redirects": form("map=TARGET+TARGET"),
  "/": form("q=TARGET%0ATARGET"),
  "/v1/useragent?verify=true": {
    headers: { "signature-agent": '"https://a.example"', "signature-input": "a" },
  },
};

test.each(Object.entries(REFUSED))("%s is refused for a lookup", async (path, init) => {
  let asked = 0;
  using server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(`${asked++}`) });
  const app = createApp(
    {
      verify: async () => "unknown",
      signature: async () => undefined,
      site: createSite("1"),
      ip: { geo: () => ({}) as never, caller: () => ({ ip: "127.0.0.1", source: "socket" }) },
      http: { settings: open },
      probe: { modules: () => DEFAULT_MODULES, settings: () => open, queue: undefined },
      ready: () => ({ ok: true, reasons: [] }),
      onBug: (error) => {
        throw error;
      },
    },
    openService(),
  );
  const target = encodeURIComponent(`http://127.0.0.1:${server.port}/`);
  const body = typeof init.body === "string" ? { body: init.body.replaceAll("TARGET", target) } : {};
  const request = new Request(`http://localhost${path.replaceAll("TARGET", target)}`, { ...init, ...body });
  request.headers.set("cdn-loop", "a.example, NetLens;v=1");
  const response = await app.fetch(request);
  expect(await response.text()).toMatch(/CDN-Loop/);
  expect(asked).toBe(0);
});
