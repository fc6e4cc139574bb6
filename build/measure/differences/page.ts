/** Compares loads of pages with planted faults in a real browser with their audit. */

import type { Engine } from "../../../src/headers/verdicts/response.ts";
import { readConnectTo } from "../../../src/http/wire/detours.ts";
import { auditUrl } from "../../../src/jobs/page/audit-url.ts";
import { pageReport } from "../../../src/jobs/page/page-report.ts";
import type { PageReport } from "../../../src/jobs/page/schema.ts";
import { briefOf } from "../../../src/view/brief.ts";
import { testSettings } from "../../../test/http/servers.ts";
import { type Driver, drivers } from "./drivers.ts";
import { CUT, type PlantedPage, type Probe, plantPage } from "./page-faults.ts";
import { serveProxied } from "./proxy.ts";
import { chance } from "./random.ts";
import type { Answer, Requested } from "./server.ts";

export interface ComparedLoad {
  readonly page: string;
  readonly probe: Probe;
  readonly seen: boolean;
  readonly ours: boolean;
  /** Details of our result, to investigate a difference. */
  readonly detail: unknown;
}

const BLANK: Answer = { headers: ["Content-Type: text/html"], body: "<!doctype html>" };

/** Limits for real pages, which have long scripts. */
const SIZES = { maxBodyBytes: 4_000_000, maxDecodedBytes: 4_000_000 };

/** Starts a server for all host names, which our lookups use too. */
export async function openWorld(hear: (request: Requested) => void = () => {}, certificate?: string) {
  const answers = new Map<string, Answer | ((requested: Requested) => Answer)>();
  const requested = new Set<string>();
  const server = await serveProxied((request) => {
    hear(request);
    const { scheme, host, path } = request;
    const url = `${scheme}://${host}${path}`;
    requested.add(url);
    const found =
      answers.get(url) ??
      answers.get(url.split("?", 1)[0] ?? "") ??
      (path.startsWith("/beacon/") ? BLANK : { ...BLANK, status: 404 });
    if (typeof found === "function") return found(request);
    return found === CUT ? undefined : found;
  }, certificate);
  const detours = [`:80:127.0.0.1:${server.httpPort}`, `:443:127.0.0.1:${server.httpsPort}`].flatMap(
    (text) => readConnectTo(text) ?? [],
  );
  const settings = { ...testSettings, detours, authorities: server.certificate, ...SIZES };
  const audit = async (url: string, browser?: string) => {
    const options = { most: 500, browser: browser === undefined ? undefined : { browser, insecure: true } };
    const events = auditUrl(url, options, { settings }, new AbortController().signal);
    let next = await events.next();
    while (!next.done) next = await events.next();
    const { document, audit, timeTotal } = next.value;
    return { report: await pageReport(document, audit, { by: "origin", briefOf, timeTotal }), audit };
  };
  return { answers, requested, server, audit };
}

/** Compares this many pages in one engine. */
export async function comparePages(engine: Engine, seed: number, pages: number): Promise<ComparedLoad[]> {
  const world = await openWorld();
  let driver = await drivers[engine](world.server.port);
  const compared: ComparedLoad[] = [];
  try {
    for (let number = 0; number < pages; number++) {
      const page = plantPage(number, chance(seed * 1000 + number));
      for (const [url, answer] of page.answers) world.answers.set(url, answer);
      const { report } = await world.audit(page.url);
      world.requested.clear();
      const runProbes = async () => {
        const seen = await observed(driver, page, world.requested);
        return page.probes.map((probe) => {
          const { ours, detail } = oursOf(report, probe, engine);
          return { page: page.url, probe, seen: seen.get(probe.id) === true, ours, detail };
        });
      };
      let all = await runProbes();
      if (all.some(({ seen, ours }) => seen !== ours)) {
        // State of earlier pages may cause a difference, so the page is tried again in a new browser.
        await driver.close();
        driver = await drivers[engine](world.server.port);
        world.requested.clear();
        all = await runProbes();
      }
      compared.push(...all);
    }
  } finally {
    await driver.close();
    world.server.stop();
  }
  return compared;
}

/** Script that detects each kind of load by its effect. */
const ASK = `
  const shown = (id) => getComputedStyle(document.getElementById(id)).left === "7px";
  const asks = {
    script: (id) => window[id] === 1,
    module: (id) => window[id] === 1,
    inline: (id) => window[id] === 1,
    handler: (id) => { document.getElementById(id).click(); return window[id] === 1; },
    style: shown,
    "style-element": shown,
    "style-attribute": shown,
    image: (id) => { const image = document.getElementById(id); return image.complete && image.naturalWidth > 0; },
    font: (id) => [...document.fonts].some((font) => font.family.replace(/"/g, "") === id && font.status === "loaded"),
  };`;

export async function observed(
  driver: Driver,
  page: PlantedPage,
  requested: ReadonlySet<string>,
): Promise<Map<string, boolean>> {
  await driver.goto("about:blank");
  await driver.goto(page.url);
  const inPage = page.probes
    .filter(({ kind }) => kind !== "frame" && kind !== "preload")
    .map(({ id, kind }) => [id, kind]);
  const results = (await driver.run(
    `${ASK} await document.fonts.ready; await new Promise((done) => setTimeout(done, 300)); return ${JSON.stringify(inPage)}.map(([id, kind]) => [id, asks[kind](id)])`,
  )) as [string, boolean][] | null;
  const seen = new Map(results ?? []);
  for (const { id, kind, key } of page.probes)
    if (kind === "preload")
      seen.set(id, requested.has(key) || requested.has(key.replace(/^http:/, "https:")));
    else if (kind === "frame")
      seen.set(
        id,
        [...requested].some((url) => url.endsWith(`/beacon/${id}`)),
      );
  return seen;
}

const INLINE: ReadonlyMap<string, string> = new Map([
  ["inline", "script element"],
  ["style-element", "style element"],
  ["style-attribute", "style attribute"],
  ["handler", "script attribute"],
]);

function oursOf({ resources, inline }: PageReport, { kind, key }: Probe, engine: Engine) {
  const form = INLINE.get(kind);
  const all = form
    ? inline.filter(({ as, inline: how, text }) => `${as} ${how}` === form && text === key)
    : resources.filter(({ url }) => url === key);
  const own = all[0];
  if (!own) return { ours: false, detail: "not found" };
  const { outcome } = engine === "chromium" ? own : (own.engines?.[engine] ?? own);
  // For a preload only its request is visible, not its result.
  if (kind === "preload") {
    const { blockedBy = [] } = engine === "chromium" ? own : (own.engines?.[engine] ?? own);
    const isKept = blockedBy.some(
      ({ by, reportOnly, directive }) =>
        !reportOnly && (by === "policy" || by === "mixed-content" || directive === "integrity-policy"),
    );
    return { ours: !isKept, detail: own };
  }
  // A frame shows error pages too, but these do not have the mark.
  const isError = kind === "frame" && "status" in own && own.status >= 400;
  return { ours: (outcome === "loads" || outcome === "upgraded") && !isError, detail: own };
}
