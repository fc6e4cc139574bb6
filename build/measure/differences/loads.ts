/** Uses of a response by other pages, and the type that it is used as. */

import type { Page } from "playwright-core";
import type { Kind } from "./kinds.ts";
import { type Draft, inPage, inTurn, type Opened, type Stage, went } from "./stage.ts";

const APP = "https://app.example.com";
const PAGES = [APP, APP, APP, "http://app.example.com", "null"] as const;
const METHODS = ["GET", "GET", "POST", "PUT", "PATCH", "patch", "DELETE", "HEAD", "QUERY"] as const;
const FIELDS = [
  [],
  [],
  [],
  ["Content-Type: application/json"],
  ["X-Custom: 1", "X-Other: 2"],
  ["Authorization: Bearer x"],
  ["Content-Type: text/plain"],
  ["Range: bytes=0-1"],
  ['Accept: text/x"y'],
  ['Content-Type: text/plain; a="b"'],
  ["Accept-Language: de"],
  ["Accept-Language: de;q=0.5@"],
  ["Content-Language: en"],
  ["Range: bytes=-5"],
  ["Save-Data: on"],
  ["Cache-Control: no-cache"],
  ['If-None-Match: "a"'],
  ["DPR: 1"],
  [`Accept: ${"a".repeat(129)}`],
  ["X-A: "],
] as const;

export const cors: Kind = {
  fields: [
    "access-control-allow-origin",
    "access-control-allow-credentials",
    "access-control-expose-headers",
    "access-control-allow-methods",
    "access-control-allow-headers",
    "access-control-max-age",
  ],
  seeds: [
    [
      "Access-Control-Allow-Origin: *",
      "Access-Control-Expose-Headers: X-One, etag",
      "X-One: 1",
      'ETag: "a"',
      "Access-Control-Allow-Methods: *",
      "Access-Control-Allow-Headers: *",
    ],
    [
      `Access-Control-Allow-Origin: ${APP}`,
      "Access-Control-Allow-Credentials: true",
      "Access-Control-Expose-Headers: *",
      "X-One: 1",
      "Access-Control-Allow-Methods: GET, PUT, PATCH",
      "Access-Control-Allow-Headers: x-custom, X-Other, Content-Type",
    ],
    [
      "Access-Control-Allow-Origin: null",
      "Access-Control-Allow-Methods: DELETE,QUERY",
      "Access-Control-Allow-Headers: authorization, range",
    ],
  ],
  surround: (number, chance) => ({
    url: `https://api.other.example/c/${number}`,
    page: chance.pick(PAGES),
    method: chance.pick(METHODS),
    credentials: chance.pick(["omit", "include", "same-origin"]),
    request: chance.pick(FIELDS),
    preflightStatus: chance.pick([200, 200, 204, 204, 404, 500, 301, 299]),
  }),
  async observe(stage, drafts) {
    stage.answer(`${APP}/sandboxed`, {
      headers: ["Content-Type: text/html", "Content-Security-Policy: sandbox allow-scripts"],
      body: "x",
    });
    const pages = new Map<string, Opened>();
    for (const page of new Set(PAGES))
      pages.set(page, await stage.open(page === "null" ? `${APP}/sandboxed` : `${page}/blank`));
    const outcomes = await inTurn(drafts, 6, async (draft) =>
      seenCors(stage, (pages.get(String(draft["page"])) as Opened).page, draft),
    );
    for (const { context } of pages.values()) await context.close();
    return outcomes;
  },
};

async function seenCors(stage: Stage, page: Page, draft: Draft) {
  const status = Number(draft["preflightStatus"]);
  stage.answer(draft.url, ({ method }) => ({
    headers: draft.headers,
    ...(method === "OPTIONS" && { status }),
    body: "x",
  }));
  const { method, credentials, request } = draft;
  const fields = (request as readonly string[]).map((line) => line.split(": "));
  const names = await inPage<string[] | null>(page, "readableNames", draft.url, {
    method,
    credentials,
    fields,
  });
  const requested = stage.requested(draft.url);
  const preflighted = requested.some(({ method }) => method === "OPTIONS");
  return {
    preflighted,
    preflightOk: requested.some(({ method }) => method !== "OPTIONS"),
    allowed: names !== null,
    ...(names && { readableHeaders: names }),
  };
}

/** Adds the answer to the preflight of a CORS case. */
export function withPreflight(draft: Draft): Draft {
  return { ...draft, preflight: { status: Number(draft["preflightStatus"]), headers: draft.headers } };
}

const [SHOP, WWW, PARTNER] = [
  "https://shop.example.com",
  "https://www.example.com",
  "https://partner.other.example",
];

export const framing: Kind = {
  fields: ["x-frame-options", "content-security-policy"],
  added: ["Content-Type: text/html"],
  seeds: [
    ["X-Frame-Options: DENY"],
    ["X-Frame-Options: SAMEORIGIN"],
    ["X-Frame-Options: ALLOWALL"],
    ["X-Frame-Options: ALLOW-FROM https://partner.other.example/"],
    ["Content-Security-Policy: frame-ancestors 'self' https://partner.other.example"],
    ["Content-Security-Policy: frame-ancestors *.example.com; default-src 'self'"],
    ["X-Frame-Options: SAMEORIGIN", "Content-Security-Policy: frame-ancestors 'none'"],
    ["Content-Security-Policy: frame-ancestors https: http://*.other.example:*"],
  ],
  surround: (number) => ({ url: `${SHOP}/t/${number}` }),
  async observe(stage, drafts) {
    const parents: [string, Opened, number][] = [];
    for (const [name, origin] of Object.entries({ sameOrigin: SHOP, sameSite: WWW, crossSite: PARTNER }))
      parents.push([name, await stage.open(`${origin}/wrap`), 1]);
    const outer = await stage.open(`${PARTNER}/wrap`);
    await framed(outer.page, `${SHOP}/wrap`, 1);
    parents.push(["sameOriginInsideCrossSite", outer, 2]);
    const outcomes: object[] = [];
    for (const { url, headers } of drafts) {
      stage.answer(url, { headers, body: "<!doctype html>x" });
      const seen = parents.map(
        async ([name, { page }, depth]) => [name, await framed(page, url, depth)] as const,
      );
      outcomes.push(Object.fromEntries(await Promise.all(seen)));
    }
    for (const [, { context }] of parents) await context.close();
    return outcomes;
  },
};

/** Adds a frame to the page, or to the frame in it if `depth` is 2. @returns whether its content is shown */
async function framed(page: Page, url: string, depth: number): Promise<"allowed" | "blocked"> {
  const host = page.frames()[depth - 1];
  if (host) await inPage(host, "frame", url);
  for (let tries = 0; tries < 50; tries++) {
    const shown = page.frames()[depth]?.url() ?? "";
    if (shown.startsWith("chrome-error:")) return "blocked";
    if (shown === url) return "allowed";
    await Bun.sleep(5);
  }
  return "blocked";
}

const CDN = "https://cdn.example.com";
const EMBEDDERS = {
  sameOrigin: [`${CDN}/embed`, ""],
  sameSite: [`${SHOP}/embed`, ""],
  crossSite: [`${PARTNER}/embed`, ""],
  sameSiteHttp: ["http://shop.example.com/embed", ""],
  sameSiteRequireCorp: [`${SHOP}/embed-require`, "require-corp"],
  crossSiteRequireCorp: [`${PARTNER}/embed-require`, "require-corp"],
  crossSiteCredentialless: [`${PARTNER}/embed-less`, "credentialless"],
} as const;

export const corp: Kind = {
  fields: ["cross-origin-resource-policy"],
  added: ["Content-Type: image/png"],
  seeds: ["same-origin", "same-site", "cross-origin", "", "SAME-ORIGIN", "same-origin, same-origin"].map(
    (value) => [`Cross-Origin-Resource-Policy: ${value}`],
  ),
  surround: (number) => ({ url: `${CDN}/r/${number}` }),
  async observe(stage, drafts) {
    const pages: [string, Opened][] = [];
    for (const [name, [url, policy]] of Object.entries(EMBEDDERS)) {
      stage.answer(url, {
        headers: ["Content-Type: text/html", ...(policy ? [`Cross-Origin-Embedder-Policy: ${policy}`] : [])],
        body: "<!doctype html>x",
      });
      pages.push([name, await stage.open(url)]);
    }
    const outcomes = await inTurn(drafts, 4, async ({ url, headers }) => {
      stage.answer(url, { headers, body: "x" });
      const seen = await Promise.all(
        pages.map(async ([name, { page }]) => {
          const [loaded] = await inPage<boolean[]>(page, "fetchAll", [url], { cache: "no-store" });
          return [name, { fetchNoCors: loaded ? "loaded" : "blocked" }] as const;
        }),
      );
      return Object.fromEntries(seen);
    });
    for (const [, { context }] of pages) await context.close();
    return outcomes;
  },
};

const TYPES = [
  "text/html",
  "text/plain",
  "text/css",
  "text/javascript",
  "application/json",
  "application/octet-stream",
  "image/png",
  "image/svg+xml",
  "text/xml",
  "application/xhtml+xml",
  "application/pdf",
  "text/csv",
  "application/zip",
  "video/mp4",
  "audio/mpeg",
  "font/woff2",
  "application/vnd.api+json",
  "text/markdown",
  "application/ld+json",
  "application/x-javascript",
  "text/html, text/plain",
  "*/*",
  "foo",
  "",
  "application/xml",
  "text/calendar",
  "multipart/mixed",
  "application/wasm",
];

export const sniffing: Kind = {
  fields: ["content-type", "x-content-type-options"],
  seeds: TYPES.flatMap((type) => [
    [`Content-Type: ${type}`],
    [`Content-Type: ${type}; charset=utf-8`, "X-Content-Type-Options: nosniff"],
  ]),
  surround: (number) => ({ url: `${SHOP}/s/${number}` }),
  async observe(stage, drafts) {
    const { page, context } = await stage.open(`${SHOP}/blank`);
    const opened = await Promise.all([stage.open(""), stage.open("")]);
    const outcomes = await inTurn(drafts, opened.length, async ({ url, headers }, lane) => {
      const targets = { script: `${url}/script`, moduleScript: `${url}/module`, style: `${url}/style` };
      const name = url.replace(/\W/g, "");
      stage.answer(targets.script, { headers, body: `M('s${name}')` });
      stage.answer(targets.moduleScript, { headers, body: `M('m${name}')` });
      stage.answer(targets.style, { headers, body: `.${name}{left:7px}` });
      stage.answer(url, { headers, body: "var plain = 1; // text\n" });
      const ran = await inPage<boolean[]>(page, "sniff", name, targets);
      const { navigation, type } = await navigated((opened[lane] as Opened).page, url);
      return {
        script: ran[0] ? "runs" : "blocked",
        moduleScript: ran[1] ? "runs" : "blocked",
        style: ran[2] ? "applied" : "refused",
        navigation,
        ...(type !== undefined && { documentContentType: type }),
      };
    });
    for (const each of [{ context }, ...opened]) await each.context.close();
    return outcomes;
  },
};

/** Text in the error of a response that fails completely. */
const REFUSED = "ERR_RESPONSE_HEADERS";

interface Navigated {
  readonly navigation: "download" | "other";
  readonly type?: string;
  readonly filename?: string;
  readonly failed?: string;
}

/** Opens a page; repeats the navigation if a previous download interrupts it. */
async function navigated(page: Page, url: string): Promise<Navigated> {
  for (let tries = 0; ; tries++) {
    const went = await navigatedOnce(page, url);
    if (tries === 5 || !went.failed || went.failed.includes(REFUSED)) return went;
    await Bun.sleep(50);
  }
}

async function navigatedOnce(page: Page, url: string): Promise<Navigated> {
  const downloading = page.waitForEvent("download", { timeout: 20_000 }).catch(() => undefined);
  const failure = await page.goto(url).then(
    () => undefined,
    (error: Error) => error.message,
  );
  if (failure?.includes("Download is starting")) {
    const filename = (await downloading)?.suggestedFilename();
    return { navigation: "download", ...(filename !== undefined && { filename }) };
  }
  if (failure !== undefined) return { navigation: "other", failed: failure };
  return { navigation: "other", type: await page.evaluate<string>("document.contentType") };
}

export const disposition: Kind = {
  fields: ["content-disposition"],
  added: ["Content-Type: text/plain"],
  seeds: [
    "attachment",
    "inline",
    "attachment; filename=a.txt",
    'attachment; filename="a b.txt"',
    "attachment; filename*=UTF-8''%e2%82%ac.txt",
    "attachment; filename=\"a.txt\"; filename*=UTF-8''b.txt",
    'inline; filename="x.pdf"',
    "form-data; name=a",
    'attachment; filename="=?utf-8?B?4oKs?=.txt"',
    "filename=a.txt",
    'attachment; filename="..\\\\x/y.exe"',
    "attachment; filename*=iso-8859-1'en'%A3.txt",
    'attachment; filename="a%20b.txt"',
  ].map((value) => [`Content-Disposition: ${value}`]),
  surround: (number, chance) => ({
    url: `${SHOP}/d/${number}/${chance.pick(["f", "f.html", "a%20b.php?x=1", "", "f.tar.gz"])}`,
  }),
  async observe(stage, drafts) {
    const opened = await Promise.all([stage.open(""), stage.open(""), stage.open("")]);
    const outcomes = await inTurn(drafts, opened.length, async ({ url, headers }, lane) => {
      stage.answer(url, { headers, body: "text" });
      const { navigation, filename, failed } = await navigated((opened[lane] as Opened).page, url);
      const isReported =
        navigation === "download" ? filename !== undefined : !failed || failed.includes(REFUSED);
      if (!isReported) return undefined;
      return {
        download: navigation === "download",
        filename: filename ?? null,
        ...(failed !== undefined && { failed }),
      };
    });
    for (const { context } of opened) await context.close();
    return outcomes;
  },
};

export const isolation: Kind = {
  fields: [
    "cross-origin-opener-policy",
    "cross-origin-embedder-policy",
    "origin-agent-cluster",
    "document-isolation-policy",
  ],
  added: ["Content-Type: text/html"],
  seeds: [
    ["Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Embedder-Policy: require-corp"],
    [
      "Cross-Origin-Opener-Policy: same-origin",
      'Cross-Origin-Embedder-Policy: credentialless; report-to="x"',
    ],
    ["Cross-Origin-Opener-Policy: same-origin-allow-popups"],
    ['Cross-Origin-Opener-Policy: noopener-allow-popups; report-to="a"'],
    ["Origin-Agent-Cluster: ?0"],
    ["Origin-Agent-Cluster: ?1"],
    ["Document-Isolation-Policy: isolate-and-require-corp"],
    ["Document-Isolation-Policy: isolate-and-credentialless"],
  ],
  surround: (number, chance) => ({
    url: `${chance.pick(["https", "https", "https", "http"])}://i${number}-app.example/`,
  }),
  async observe(stage, drafts) {
    const opened = await Promise.all([stage.open(""), stage.open(""), stage.open("")]);
    const outcomes = await inTurn(drafts, opened.length, async ({ url, headers }, lane) => {
      const { page, context } = opened[lane] as Opened;
      stage.answer(url, { headers, body: "<!doctype html>x" });
      if (!(await went(page, url))) return undefined;
      const own = await inPage<object>(page, "isolation");
      if (!headers.some((line) => /^cross-origin-opener/i.test(line))) return own;
      await page.goto(`${new URL(url).protocol}//plain.other.example/`);
      const [popup] = await Promise.all([
        context.waitForEvent("page"),
        page.evaluate(`void window.open(${JSON.stringify(url)})`),
      ]);
      await popup.waitForURL(url).catch(() => undefined);
      const openerKeptCrossSite = await popup.evaluate<boolean>("window.opener !== null");
      await popup.close();
      return { ...own, openerKeptCrossSite };
    });
    for (const { context } of opened) await context.close();
    return outcomes;
  },
};

const LOOKED_AT = ["geolocation", "camera", "microphone", "fullscreen", "usb", "payment", "autoplay"];

export const permissions: Kind = {
  fields: ["permissions-policy", "feature-policy"],
  added: ["Content-Type: text/html"],
  seeds: [
    "geolocation=(), camera=()",
    "geolocation=(self), microphone=*",
    'fullscreen=(self "https://other.example")',
    'usb=("https://other.example" "https://*.example.com")',
    "camera=self",
    "payment=?0",
    'autoplay=("https://other.example:443/x")',
    "geolocation=(self);report-to=x",
    "geolocation 'none'; camera 'self'",
  ]
    .map((value) => [`Permissions-Policy: ${value}`])
    .concat([
      ["Feature-Policy: geolocation 'none'; camera 'self'; usb *"],
      ["Feature-Policy: fullscreen 'self' https://other.example, payment https://other.example:443/x"],
      ["Feature-Policy: microphone 'none'; geolocation 'none'", "Permissions-Policy: geolocation=*"],
      ["Feature-Policy: camera https://*.other.example; autoplay", "Permissions-Policy: usb=(self"],
    ]),
  surround: (number) => ({ url: `${SHOP}/p/${number}` }),
  async observe(stage, drafts) {
    const opened = await Promise.all([stage.open(""), stage.open(""), stage.open("")]);
    const outcomes = await inTurn(drafts, opened.length, async ({ url, headers }, lane) => {
      const { page } = opened[lane] as Opened;
      stage.answer(url, { headers, body: "<!doctype html>x" });
      if (!(await went(page, url))) return undefined;
      const features = await inPage<object>(page, "permissions", LOOKED_AT);
      return { features };
    });
    for (const { context } of opened) await context.close();
    return outcomes;
  },
};
