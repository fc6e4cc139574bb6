/** State of browsers and navigation: cookies, HSTS, referrers, refresh, clearing. */

import type { CDPSession, Page } from "playwright-core";
import type { Kind } from "./kinds.ts";
import { inPage, inTurn, type Opened, went } from "./stage.ts";

const COOKIE_SITES = [
  "https://shop.example.com/app/deep/page",
  "http://shop.example.com/app/deep/page",
  "https://shop.example.com/",
  "http://localhost/app/",
  "http://127.0.0.1/app/",
  "https://127.0.0.1/app",
  "https://shop.co.uk/a/",
  "https://user.github.io/",
] as const;

interface JarCookie {
  readonly name: string;
  readonly domain: string;
  readonly path: string;
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly session: boolean;
  readonly sameSite?: string;
  readonly partitionKey?: unknown;
}

export const cookies: Kind = {
  fields: ["set-cookie"],
  seeds: [
    ["Set-Cookie: sid=v0; Path=/; Secure; HttpOnly; SameSite=Lax"],
    ["Set-Cookie: sid=v0; Max-Age=3600; Expires=Wed, 21 Oct 2099 07:28:00 GMT"],
    ["Set-Cookie: sid=v0; Expires=Sun, 06-Nov-94 08:49:37 GMT; Domain=example.com"],
    ["Set-Cookie: __Host-sid=v0; Path=/; Secure", 'Set-Cookie: __Secure-a="1 2"; Secure'],
    ["Set-Cookie: sid=v0; SameSite=None; Secure; Partitioned; Priority=High"],
  ],
  surround: (_number, chance) => ({ url: chance.pick(COOKIE_SITES) }),
  async observe(stage, drafts) {
    const pages = new Map<string, Promise<Opened>>();
    const outcomes = await inTurn(drafts, 4, async (draft, lane) => {
      const url = new URL(draft.url);
      url.searchParams.set("lane", String(lane));
      const key = `${url.origin} ${lane}`;
      if (!pages.has(key)) pages.set(key, openForCookies(stage.open(`${url.origin}/blank`)));
      stage.answer(url.href, { headers: draft.headers });
      return seenCookies(await (pages.get(key) as Promise<Opened>), url.href, draft.headers);
    });
    for (const opened of pages.values()) await (await opened).context.close();
    return outcomes;
  },
};

async function openForCookies(opening: Promise<Opened>): Promise<Opened> {
  const opened = await opening;
  await opened.cdp.send("Network.enable");
  return opened;
}

/**
 * Cookies that the browser accepts from a response. For several lines only the final cookie jar is visible.
 */
async function seenCookies({ page, cdp }: Opened, url: string, headers: readonly string[]) {
  let blocked: readonly { readonly cookieLine: string; readonly blockedReasons: readonly string[] }[] = [];
  const extra = new Promise<void>((resolve) => {
    cdp.once("Network.responseReceivedExtraInfo", (event) => {
      blocked = event.blockedCookies;
      resolve();
    });
  });
  const now = Date.now() / 1000;
  const [got] = await inPage<boolean[]>(page, "fetchAll", [url], {
    mode: "cors",
    credentials: "include",
    cache: "no-store",
  });
  if (!got) return undefined;
  await extra;
  const jar = (await cdp.send("Network.getAllCookies")).cookies as readonly JarCookie[];
  await cdp.send("Network.clearBrowserCookies");
  const lines = headers.flatMap((text, line) => (/^set-cookie\s*:/i.test(text) ? [{ text, line }] : []));
  const described = jar.map((cookie) => ({
    stored: true,
    blockedReasons: [],
    name: cookie.name,
    domain: cookie.domain.replace(/^\./, ""),
    hostOnly: !cookie.domain.startsWith("."),
    path: cookie.path,
    secure: cookie.secure,
    httpOnly: cookie.httpOnly,
    sameSite: cookie.sameSite ?? "absent",
    expiresInSeconds: cookie.session ? null : cookie.expires - now,
    partitioned: cookie.partitionKey !== undefined,
  }));
  if (lines.length !== 1) return { now, jar: described, lines: [] };
  const [line] = lines;
  const reasons = blocked.flatMap(({ blockedReasons }) => blockedReasons);
  return {
    now,
    jar: described,
    lines: [{ line: line?.line, ...(described[0] ?? { stored: false, blockedReasons: reasons }) }],
  };
}

export const hsts: Kind = {
  fields: ["strict-transport-security"],
  seeds: [
    ["Strict-Transport-Security: max-age=31536000; includeSubDomains; preload"],
    ['Strict-Transport-Security: max-age="600"; foo="a;b"; bar'],
    ["Strict-Transport-Security: max-age=0", "Strict-Transport-Security: max-age=600"],
  ],
  surround: (number) => ({ url: `https://h${number}-hsts.example/set` }),
  async observe(stage, drafts) {
    const { page, context } = await stage.open("http://plain.other.example/");
    const outcomes = await inTurn(drafts, 8, async ({ url, headers }) => {
      stage.answer(url, { headers });
      const host = new URL(url).hostname;
      const targets = [url, `http://${host}/look`, `http://sub.${host}/look`];
      await inPage(page, "fetchAll", targets);
      const words = (target: string) =>
        stage.requested(target).some(({ scheme }) => scheme === "https") ? "upgraded" : "not upgraded";
      return stage.requested(url).length === 0
        ? undefined
        : { host: words(targets[1] ?? ""), subdomain: words(targets[2] ?? "") };
    });
    await context.close();
    return outcomes;
  },
};

export const referrers: Kind = {
  fields: ["referrer-policy"],
  added: ["Content-Type: text/html"],
  seeds: [
    "no-referrer",
    "origin",
    "unsafe-url",
    "same-origin",
    "strict-origin",
    "no-referrer-when-downgrade",
    "origin-when-cross-origin",
    "strict-origin-when-cross-origin, no-referrer",
    "foo, origin",
    "",
  ].map((value) => [`Referrer-Policy: ${value}`]),
  surround: (number) => ({ url: `https://shop.example.com/r/${number}?q=1` }),
  async observe(stage, drafts) {
    const opened = await Promise.all([stage.open(""), stage.open(""), stage.open("")]);
    const outcomes = await inTurn(drafts, opened.length, async ({ url, headers }, lane) => {
      const { page } = opened[lane] as Opened;
      stage.answer(url, { headers, body: "<!doctype html><a id=a>x</a>" });
      const name = new URL(url).pathname.replaceAll("/", "-");
      const targets = [
        `https://shop.example.com/same${name}`,
        `https://cdn.other.example/cross${name}`,
        `http://plain.other.example/down${name}`,
      ];
      if (!(await went(page, url))) return undefined;
      const [, , down = ""] = targets;
      await inPage(page, "fetchAll", targets.slice(0, 2));
      await Promise.all([page.waitForURL(down), inPage(page, "follow", down)]);
      const reported = targets.map((target) => {
        const referer = stage.requested(target)[0]?.headers.get("referer");
        return referer === undefined ? "none" : referer.includes("q=1") ? "full" : "origin";
      });
      return { sameOrigin: reported[0], crossOrigin: reported[1], crossOriginDowngrade: reported[2] };
    });
    for (const { context } of opened) await context.close();
    return outcomes;
  },
};

export const refreshes: Kind = {
  fields: ["refresh"],
  added: ["Content-Type: text/html"],
  seeds: [
    "0; url=/next",
    "5;URL='/next?a=b'",
    "3",
    "0, https://other.example/",
    '1.5; url = "/a b"',
    ".5 /next",
    "0; url=//",
    "2; url=?x=\xc3\xa9",
  ].map((value) => [`Refresh: ${value}`]),
  surround: (number) => ({ url: `https://shop.example.com/f/${number}` }),
  async observe(stage, drafts) {
    const opened = await Promise.all([stage.open(""), stage.open(""), stage.open("")]);
    for (const { cdp } of opened) await cdp.send("Page.enable");
    const outcomes = await inTurn(drafts, opened.length, async ({ url, headers }, lane) => {
      const { page, cdp } = opened[lane] as Opened;
      stage.answer(url, { headers, body: "<!doctype html>x" });
      // An immediate navigation may end the page before it reports.
      for (let tries = 0; ; tries++) {
        const seen = await scheduled(page, cdp, url);
        if (seen === undefined) return undefined;
        if (seen.url !== undefined) return { refreshes: true, delaySeconds: seen.delay, url: seen.url };
        if (tries === 2) return { refreshes: false };
      }
    });
    for (const { context } of opened) await context.close();
    return outcomes;
  },
};

interface Scheduled {
  readonly url?: string;
  readonly delay?: number;
}

/** URL that a page's Refresh schedules; undefined if the page cannot be opened. */
async function scheduled(page: Page, cdp: CDPSession, url: string): Promise<Scheduled | undefined> {
  const seen: Scheduled[] = [];
  const note = (event: { url: string; delay: number; reason: string }) =>
    void (event.reason === "httpHeaderRefresh" && seen.push(event));
  cdp.on("Page.frameScheduledNavigation", note);
  const isThere = await went(page, url);
  for (let waited = 0; waited < 10 && seen.length === 0; waited++) await Bun.sleep(20);
  cdp.off("Page.frameScheduledNavigation", note);
  await went(page, "about:blank");
  return seen[0] ?? (isThere ? {} : undefined);
}

export const clears: Kind = {
  fields: ["clear-site-data"],
  added: ["Content-Type: text/html"],
  seeds: [
    '"cookies"',
    '"storage"',
    '"cache"',
    '"*"',
    '"cookies", "storage"',
    '"executionContexts"',
    "cookies",
    '"Cookies"',
    '"clientHints"',
  ].map((value) => [`Clear-Site-Data: ${value}`]),
  surround: (number) => ({ url: `https://c${number}-csd.example/set` }),
  async observe(stage, drafts) {
    const opened = await Promise.all([stage.open(""), stage.open(""), stage.open("")]);
    const outcomes = await inTurn(drafts, opened.length, async ({ url, headers }, lane) => {
      const { page } = opened[lane] as Opened;
      const { origin } = new URL(url);
      stage.answer(`${origin}/cached`, { headers: ["Cache-Control: max-age=3600"], body: "x" });
      stage.answer(url, { headers, body: "<!doctype html>x" });
      await page.goto(`${origin}/seed`);
      await inPage(page, "seed");
      if (!(await went(page, url))) return undefined;
      const before = stage.requested(`${origin}/cached`).length;
      const left = await inPage<{ cookie: string; stored: string | null }>(page, "left");
      const word = (kept: boolean) => (kept ? "kept" : "cleared");
      return {
        cookies: word(left.cookie !== ""),
        localStorage: word(left.stored !== null),
        cache: word(stage.requested(`${origin}/cached`).length === before),
      };
    });
    for (const { context } of opened) await context.close();
    return outcomes;
  },
};
