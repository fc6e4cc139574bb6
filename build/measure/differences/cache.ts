/** Browsers' own HTTP caches: observes the next visit, the reload button and the back button. */

import type { Engine } from "../../../src/headers/verdicts/response.ts";
import type { BrowserCase } from "../corpus/browser/case.ts";
import { type Driver, drivers } from "./drivers.ts";
import { type Chance, chance } from "./random.ts";
import { type Requested, serve } from "./server.ts";

const HOUR = 3600e3;
const DAY = 24 * HOUR;
const date = (from: number) => new Date(Date.now() + from).toUTCString();

/** Field → possible values; each case has some of the fields. */
const VALUES: Readonly<Record<string, () => readonly string[]>> = {
  "Cache-Control": () => [
    "max-age=60",
    "max-age=3600, public",
    "max-age=0",
    "no-cache",
    "no-store",
    "private",
    "public",
    "must-revalidate",
    "max-age=600, must-revalidate",
    "no-cache, max-age=60",
    'no-cache="set-cookie", max-age=60',
    "no-store, max-age=60",
    "max-age=60, no-cache",
    "s-maxage=600",
    "s-maxage=0, max-age=60",
    "private, max-age=60",
    "immutable, max-age=60",
    "immutable",
    "proxy-revalidate",
    'max-age="60"',
    "max-age=-1",
    "max-age=abc",
    "max-age = 60",
    "max-age= 60",
    "MAX-AGE=60",
    "max-age=60s",
    "max-age=99999999999999999999",
    "max-age=0, max-age=60",
    "max-age=60, max-age=0",
    "no-transform",
    "No-Store",
    "no-store=1, max-age=60",
    "no-cache=1, max-age=60",
    "max-age=60; no-cache",
    "must-understand, no-store, max-age=60",
    "max-age=0, stale-while-revalidate=60",
    "stale-while-revalidate=60",
    "must-revalidate, max-age=0, stale-while-revalidate=60",
    "no-cache, stale-while-revalidate=60",
    "max-age=0, stale-while-revalidate=60s",
    'max-age=0, stale-while-revalidate="60"',
    "max-age=0, stale-while-revalidate=60, max-age=60",
    "proxy-revalidate, max-age=0, STALE-WHILE-REVALIDATE = 60",
    "public, max-age=0, stale-while-revalidate=200000",
    "",
    "foo",
  ],
  Pragma: () => ["no-cache", "No-Cache", "no-cache, x", "x", "no-cache=1"],
  Expires: () => [
    date(HOUR),
    date(-HOUR),
    date(400 * DAY),
    "0",
    "-1",
    "now",
    "",
    "Thu, 01 Jan 1970 00:00:00 GMT",
    "Thu, 01-Jan-70 00:00:01 GMT",
    new Date(Date.now() + HOUR).toISOString(),
    date(HOUR).replace("GMT", "UTC"),
    date(3 * HOUR).replace("GMT", "+0100"),
  ],
  "Last-Modified": () => [
    date(-100 * DAY),
    date(-HOUR),
    date(HOUR),
    "0",
    "yesterday",
    date(-10 * DAY).replace("GMT", "UTC"),
  ],
  ETag: () => ['"v1"', 'W/"v1"', "v1", '""', ""],
  Vary: () => ["*", "Accept-Encoding", "Cookie", "Accept-Encoding, *", "User-Agent", ""],
  Age: () => ["0", "30", "100000", "-1", "abc", "30, 40", "+30"],
  Date: () => [date(0), date(-2 * HOUR), date(2 * HOUR), "invalid", ""],
};

/** Percentage of cases that have the field. */
const SHARES: Readonly<Record<string, number>> = {
  "Cache-Control": 62,
  Pragma: 15,
  Expires: 35,
  "Last-Modified": 45,
  ETag: 40,
  Vary: 20,
  Age: 15,
  Date: 25,
};

const STATUSES = [
  200, 200, 200, 200, 200, 200, 203, 300, 301, 301, 301, 302, 302, 303, 307, 308, 308, 400, 403, 404, 404,
  405, 410, 410, 414, 500, 501, 503,
] as const;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

interface Draft {
  readonly id: string;
  readonly status: number;
  readonly headers: readonly string[];
}

function draftsOf(random: Chance, cases: number): Draft[] {
  return Array.from({ length: cases }, (_, index) => {
    const status = random.pick(STATUSES);
    const lines = Object.entries(VALUES).flatMap(([name, values]) => {
      if (random.number(100) >= (SHARES[name] ?? 0)) return [];
      const first = `${name}: ${random.pick(values())}`;
      return random.number(12) === 0 ? [first, `${name}: ${random.pick(values())}`] : [first];
    });
    const headers = ["Content-Type: text/html", ...lines];
    return { id: `cache-${index}`, status, headers };
  });
}

/**
 * Result of the second visit, from the requests that the server received; `title` is that of the page shown,
 * which has the number of its response. A stale page may be shown during its revalidation.
 */
function outcomeOf(requested: readonly Requested[], title?: unknown): string {
  const [, second] = requested;
  if (!second || title === "1") return "from-cache";
  return second.headers.has("if-none-match") || second.headers.has("if-modified-since")
    ? "after-check"
    : "from-origin";
}

const read = (url: string, cache = "default") =>
  `try { const r = await fetch(${JSON.stringify(url)}, { cache: "${cache}" }); await r.text(); } catch {}`;

/**
 * Runs each case in a browser. `outcome` has the results of navigations, and those of `fetch` in each of its
 * cache modes.
 */
async function observe(driver: Driver, drafts: readonly Draft[]): Promise<BrowserCase[]> {
  const log = new Map<string, Requested[]>();
  const byPath = new Map(drafts.map((draft) => [draft.id, draft]));
  const server = await serve((requested) => {
    const draft = byPath.get(requested.path.slice(1).split("/")[0] ?? "");
    const page = (title: string) => `<!doctype html><title>${title}</title>c`;
    if (!draft)
      return {
        headers: ["Content-Type: text/html", "Cache-Control: no-store"],
        body: page(requested.path.slice("/landed/".length)),
      };
    const all = [...(log.get(requested.path) ?? []), requested];
    log.set(requested.path, all);
    const { status, headers } = draft;
    const more = REDIRECTS.has(status) || status === 300 ? [`Location: /landed/${all.length}`] : [];
    return { status, headers: [...headers, ...more], body: page(String(all.length)) };
  });
  const at = (path: string) => `http://127.0.0.1:${server.port}${path}`;
  const seen = (path: string) => outcomeOf(log.get(path) ?? []);
  const found: BrowserCase[] = [];
  for (const { id, status, headers } of drafts) {
    const now = Date.now() / 1000;
    const path = (name: string) => `/${id}/${name}`;
    const outcome: Record<string, string> = {};
    await driver.goto(at(path("again")));
    await driver.goto(at("/elsewhere"));
    await driver.goto(at(path("again")));
    const title = await driver.run("return document.title");
    outcome["again"] = outcomeOf(log.get(path("again")) ?? [], title);
    if (!REDIRECTS.has(status)) {
      await driver.goto(at(path("reload")));
      await driver.reload();
      outcome["reload"] = seen(path("reload"));
      await driver.goto(at(path("back")));
      await driver.goto(at("/elsewhere"));
      await driver.back();
      outcome["back"] = seen(path("back"));
    }
    await driver.goto(at("/elsewhere"));
    for (const [name, mode] of [
      ["fetch-again", "default"],
      ["fetch-reload", "no-cache"],
      ["fetch-back", "force-cache"],
    ] as const) {
      await driver.run(`${read(path(name))} ${read(path(name), mode)}`);
      outcome[name] = seen(path(name));
    }
    found.push({ id, kind: "cache", url: at(path("again")), status, method: "GET", headers, now, outcome });
  }
  server.stop();
  return found;
}

/** Generates responses from a seed, and observes how an engine's browser caches them. */
export async function cacheCases(engine: Engine, seed: number, cases: number): Promise<BrowserCase[]> {
  const driver = await drivers[engine]();
  try {
    return await observe(driver, draftsOf(chance(seed), cases));
  } finally {
    await driver.close();
  }
}
