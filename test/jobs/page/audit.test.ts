import { describe, expect, test } from "bun:test";
import { runSync } from "../../../src/api/cooperative.ts";
import type { Engine } from "../../../src/headers/verdicts.ts";
import { endOf } from "../../../src/jobs/page/audit.ts";
import { auditUrl } from "../../../src/jobs/page/audit-url.ts";
import { pageOfHar } from "../../../src/jobs/page/har-audit.ts";
import { causesOf } from "../../../src/jobs/page/judge/causes.ts";
import { checkResource } from "../../../src/jobs/page/judge/outcome.ts";
import { openPage, requestedUrl } from "../../../src/jobs/page/judge/page-context.ts";
import { loadFields } from "../../../src/jobs/page/judge/request-fields.ts";
import { suggestPolicy } from "../../../src/jobs/page/judge/suggested-policy.ts";
import { pageReport, suggestedPolicy } from "../../../src/jobs/page/page-report.ts";
import type { Reference } from "../../../src/jobs/page/read/reference.ts";
import { briefOf } from "../../../src/view/brief.ts";
import { judged } from "../../headers/verdicts/judged.ts";
import { testSettings } from "../../http/servers.ts";

type Answer = readonly [body: string, headers?: Record<string, string>, status?: number];

/** Audits a page at `/` with resources on this host and, as another site, on localhost. */
async function audited(answers: Readonly<Record<string, Answer>>, most = 100) {
  const asked: { readonly url: string; readonly headers: Headers }[] = [];
  const table = new Map(Object.entries(answers));
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request): Response {
      asked.push({ url: request.url, headers: new Headers(request.headers) });
      const { pathname } = new URL(request.url);
      const [body, headers = {}, status = 200] = table.get(pathname) ?? ["", {}, 404];
      const text: string = body.replaceAll("OTHER", `http://localhost:${server.port}`);
      const typed = pathname === "/" ? { "content-type": "text/html", ...headers } : headers;
      return new Response(text, { status, headers: typed });
    },
  });
  const url = `http://127.0.0.1:${server.port}/`;
  const events = auditUrl(url, { most }, { settings: testSettings }, new AbortController().signal);
  const seen: string[] = [];
  let next = await events.next();
  for (; !next.done; next = await events.next()) seen.push(next.value.kind);
  const { document, audit, timeTotal } = next.value;
  const report = await pageReport(document, audit, { by: "origin", briefOf, timeTotal });
  const policy = audit && (await suggestedPolicy([audit], "path"));
  const outcomes = Object.fromEntries(
    report.resources.map(({ url, outcome, blockedBy = [] }) => [
      new URL(url).pathname,
      [outcome, ...blockedBy.map(({ by, reportOnly }) => (reportOnly ? `(${by})` : by))].join(" "),
    ]),
  );
  return { report, outcomes, asked, seen, policy, origin: url.slice(0, -1) };
}

const digest = (text: string) => `'sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}'`;

const SCRIPT = { "content-type": "text/javascript" };
const STYLE = { "content-type": "text/css" };

test.each([
  "Integrity-Policy: blocked-destinations=(script)",
  "Integrity-Policy: blocked-destinations=(script style)",
  "Integrity-Policy: blocked-destinations=(script), sources=(x)",
  "Integrity-Policy-Report-Only: blocked-destinations=(script)",
])("%s: the page blocks the loads that the verdict on its response blocks", async (line) => {
  const hash = digest("1").replaceAll("'", "");
  const [name = "", value = ""] = line.split(": ");
  const { outcomes, origin } = await audited({
    "/": [
      `<!doctype html><script src=/a.js></script><script src=/b.js integrity=${hash} crossorigin></script><link rel=stylesheet href=/c.css>`,
      { [name]: value },
    ],
    "/a.js": ["1", SCRIPT],
    "/b.js": ["1", SCRIPT],
    "/c.css": ["a{}", STYLE],
  });
  const loads = [
    { as: "script", url: "/a.js" },
    { as: "script", url: "/b.js", hash },
    { as: "style", url: "/c.css" },
  ];
  const { policy } = judged([line], { url: `${origin}/` }, { loads });
  for (const { url = "", allowed } of policy?.loads ?? [])
    expect([url, outcomes[url]?.startsWith("loads")]).toEqual([url, allowed]);
  expect(policy?.loads).toHaveLength(3);
});

test("each cause is reported, and resources that load have none", async () => {
  const { outcomes } = await audited({
    "/": [
      `<!doctype html><script src=/own.js></script><script src=OTHER/far.js></script><script src=/typed.js></script>
<script src=/wrong.js integrity=sha256-AAAA></script><script src=OTHER/opaque.js integrity=sha256-AAAA></script>
<script type=module src=OTHER/module.js></script><script src=/gone.js></script><script src=/moved.js></script>
<link rel=stylesheet href=/a.css><link rel=stylesheet href=/plain.css><img src=OTHER/corp.png>
<iframe src=/denied></iframe><iframe src=/shown></iframe><form action=OTHER/send></form>`,
      {
        "content-security-policy":
          "script-src 'self' http://localhost:*/opaque.js http://localhost:*/module.js; form-action 'self'",
        "content-security-policy-report-only": "frame-src 'none'",
      },
    ],
    "/own.js": ["1", SCRIPT],
    "/far.js": ["1", SCRIPT],
    "/typed.js": ["1", { "content-type": "text/csv" }],
    "/wrong.js": ["1", SCRIPT],
    "/opaque.js": ["1", SCRIPT],
    "/module.js": ["1", SCRIPT],
    "/moved.js": ["", { location: "OTHER/far.js" }, 302],
    "/a.css": ["@font-face{src:url(OTHER/f.woff2)}", STYLE],
    "/f.woff2": ["wOF2", { "access-control-allow-origin": "*" }],
    "/plain.css": ["", { "content-type": "text/plain" }],
    "/corp.png": ["x", { "content-type": "image/png", "cross-origin-resource-policy": "same-origin" }],
    "/denied": ["x", { "content-type": "text/html", "x-frame-options": "DENY" }],
    "/shown": ["x", { "content-type": "text/html" }],
  });
  expect(outcomes).toEqual({
    "/own.js": "loads",
    "/far.js": "blocked policy",
    "/typed.js": "blocked nosniff",
    "/wrong.js": "blocked integrity",
    "/opaque.js": "blocked integrity",
    "/module.js": "blocked cors",
    "/gone.js": "failed",
    "/moved.js": "failed",
    "/a.css": "loads",
    "/f.woff2": "loads",
    "/plain.css": "blocked nosniff",
    "/corp.png": "blocked resource-policy",
    "/denied": "blocked (policy) framing",
    "/shown": "loads (policy)",
    "/send": "blocked policy",
  });
});

test("a Connection-Allowlist blocks other origins and redirects in Chromium, and Firefox loads both", async () => {
  const { report, outcomes } = await audited({
    "/": [
      "<!doctype html><script src=/own.js></script><script src=OTHER/far.js></script><img src=/moved.png>",
      { "connection-allowlist": "(response-origin)" },
    ],
    "/own.js": ["1", SCRIPT],
    "/far.js": ["1", SCRIPT],
    "/moved.png": ["", { location: "/new.png" }, 302],
    "/new.png": ["x", { "content-type": "image/png" }],
  });
  expect(outcomes).toMatchObject({
    "/own.js": "loads",
    "/far.js": "blocked policy",
    "/moved.png": "blocked policy",
  });
  const [far, moved] = report.resources.filter(({ url }) => /far|moved/.test(url));
  expect(far?.engines?.firefox?.outcome).toBe("loads");
  expect([far, moved].map((resource) => resource?.blockedBy?.[0]?.title)).toEqual([
    expect.stringMatching(
      /^Connection-Allowlist of the page does not allow connections to http:..localhost:/,
    ),
    "Connection-Allowlist of the page does not allow redirects.",
  ]);
});

test("a page with a policy is requested as browsers do", async () => {
  const { asked } = await audited({
    "/": [
      "<img src=/a.png><script type=module src=OTHER/m.js></script>",
      { "referrer-policy": "origin", "set-cookie": "a=1" },
    ],
  });
  const fieldsOf = (path: string) => asked.find(({ url }) => url.endsWith(path))?.headers;
  const image = fieldsOf("/a.png");
  expect(image?.get("sec-fetch-dest")).toBe("image");
  expect(image?.get("sec-fetch-site")).toBe("same-origin");
  expect(image?.get("cookie")).toBe("a=1");
  expect(new URL(image?.get("referer") ?? "").pathname).toBe("/");
  const module = fieldsOf("/m.js");
  expect(module?.get("sec-fetch-mode")).toBe("cors");
  expect(module?.get("origin")).toStartWith("http://127.0.0.1:");
  expect(module?.get("cookie")).toBe(null);
});

test("five levels of imports are followed, and a repeated URL is looked up once", async () => {
  const { report, asked } = await audited({
    "/": ["<link rel=stylesheet href=/0.css><link rel=preload as=style href=/0.css>"],
    ...Object.fromEntries(
      [0, 1, 2, 3, 4, 5].map((level) => [
        `/${level}.css`,
        [`@import '/${level + 1}.css'; @import '/1.css'; p{background:url(/${level}.png)}`, STYLE] as const,
      ]),
    ),
  });
  const levels = [0, 1, 2, 3, 4, 5];
  const all = levels.flatMap((level) => [`/${level}.css`, `/${level}.png`]).toSorted();
  expect(report.resources.map(({ url }) => new URL(url).pathname).toSorted()).toEqual(all);
  expect(asked.map(({ url }) => new URL(url).pathname).toSorted()).toEqual(["/", ...all]);
});

test("a resource that arrives but is not usable has failed; an error status comes before its type", async () => {
  const png = "\u0089PNG\r\n";
  const pieces: readonly (readonly [path: string, markup: string, answer: Answer, outcome: string])[] = [
    ["/html.png", "<img src=/html.png>", ["<h1>login</h1>", { "content-type": "image/png" }], "failed"],
    ["/json.png", "<img src=/json.png>", ['{"a":1}', {}], "failed"],
    ["/empty.png", "<img src=/empty.png>", ["", { "content-type": "image/png" }], "failed"],
    ["/a.png", "<img src=/a.png>", [png, { "content-type": "text/plain" }], "loads"],
    ["/gone.png", "<img src=/gone.png>", [png, { "content-type": "image/png" }, 404], "loads"],
    ["/a.svg", "<img src=/a.svg>", ["<svg xmlns='a'/>", { "content-type": "image/svg+xml" }], "loads"],
    ["/b.svg", "<img src=/b.svg>", ["<!DOCTYPE html>", { "content-type": "image/svg+xml" }], "failed"],
    ["/a.woff2", "<style>@font-face{src:url(/a.woff2)}</style>", ["wOF2", {}], "loads"],
    ["/b.woff2", "<style>@font-face{src:url(/b.woff2)}</style>", ["<p>", {}], "failed"],
    [
      "/gone.css",
      "<link rel=stylesheet href=/gone.css>",
      ["no", { "content-type": "text/plain" }, 404],
      "failed",
    ],
    [
      "/plain.css",
      "<link rel=stylesheet href=/plain.css>",
      ["no", { "content-type": "text/plain" }],
      "blocked nosniff",
    ],
    ["/gone.js", "<script src=/gone.js></script>", ["no", { "content-type": "text/csv" }, 500], "failed"],
    [
      "/a.json",
      '<script type=module>import "/a.json" with {type:"json"}</script>',
      ["{}", { "content-type": "application/json" }],
      "loads",
    ],
    [
      "/b.json",
      '<script type=module>import "/b.json" with {type:"json"}</script>',
      ["{}", SCRIPT],
      "blocked nosniff",
    ],
  ];
  const { outcomes } = await audited({
    "/": [`<!doctype html>${pieces.map(([, markup]) => markup).join("")}`],
    ...Object.fromEntries(pieces.map(([path, , answer]) => [path, answer])),
  });
  expect(outcomes).toEqual(Object.fromEntries(pieces.map(([path, , , outcome]) => [path, outcome])));
});

test("a script without an answer is a finding with its error", async () => {
  const closed = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const url = `http://127.0.0.1:${closed.port}/a.js`;
  closed.stop(true);
  const { report } = await audited({ "/": [`<!doctype html><script src=${url}></script>`] });
  expect(report.summary.broken).toEqual([
    {
      name: "page-load-failed",
      title: expect.stringContaining("refused"),
      count: 1,
      examples: [`script[src], line 1: ${url}`],
    },
  ]);
});

test("a redirect to http is named if the upgraded URL fails, and -k accepts the certificate", async () => {
  const pem = (name: string) => Bun.file(new URL(`../../http/fixtures/${name}.pem`, import.meta.url)).text();
  const tls = { cert: await pem("self-signed"), key: await pem("server-key") };
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls,
    fetch({ url }): Response {
      if (url.endsWith("png")) return Response.redirect(url.replace("https:", "http:"), 302);
      const html = "<!doctype html><img src=/a.png>";
      const policy = { "content-security-policy": "upgrade-insecure-requests" };
      return new Response(html, { headers: { "content-type": "text/html", ...policy } });
    },
  });
  const url = `https://127.0.0.1:${server.port}/`;
  const errorWith = async (insecure: boolean) => {
    const deps = { settings: testSettings, insecure };
    const { document, audit } = await endOf(auditUrl(url, {}, deps, new AbortController().signal));
    const report = await pageReport(document, audit, { by: "origin", briefOf, timeTotal: 1 });
    return report.resources[0]?.error;
  };
  expect(await errorWith(true)).toStartWith(
    `It redirects to http://127.0.0.1:${server.port}, which browsers upgrade to https. `,
  );
  expect(await errorWith(false)).toStartWith("Certificate not trusted");
});

test("content that cannot be decoded, or is incomplete, is not usable", async () => {
  const whole = Bun.gzipSync(Buffer.from("\u0089PNG\r\n".repeat(2000), "latin1"));
  const answers: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
    "/a.png": whole,
    "/cut.png": whole.slice(0, -8),
    "/broken.png": Uint8Array.from([...whole.slice(0, 20), 1, 2, 3]),
    "/checksum.png": whole.map((byte, at) => (at === whole.length - 5 ? byte ^ 1 : byte)),
    "/cut.css": whole.slice(0, -20),
    "/cut.js": whole.slice(0, -20),
  };
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request): Response {
      const body = answers[new URL(request.url).pathname];
      const type = request.url.endsWith("css") ? "text/css" : "text/javascript";
      const headers = {
        "content-type": request.url.endsWith("png") ? "image/png" : type,
        "content-encoding": "gzip",
      };
      if (body) return new Response(body, { headers });
      const images = Object.keys(answers)
        .slice(0, 4)
        .map((path) => `<img src=${path}>`);
      const others = "<link rel=stylesheet href=/cut.css><script src=/cut.js></script>";
      return new Response(images.join("") + others, { headers: { "content-type": "text/html" } });
    },
  });
  const url = `http://127.0.0.1:${server.port}/`;
  const { audit } = await endOf(
    auditUrl(url, { most: 9 }, { settings: testSettings }, new AbortController().signal),
  );
  expect(audit?.resources.map(({ outcome }) => outcome)).toEqual([
    "loads",
    "failed",
    "failed",
    "loads",
    "failed",
    "failed",
  ]);
});

test("Firefox applies the policy to the http URL before it upgrades an image", async () => {
  const page = openPage(
    {
      url: new URL("https://a.test/"),
      status: 200,
      lines: [{ name: "content-security-policy", value: "img-src https:", index: 0 }],
    },
    { metas: [], quirks: false },
  );
  const reference = {
    url: new URL("http://b.test/a.png"),
    as: "image",
    where: { line: 1, element: "img[src]" },
    metas: 0,
  } as const;
  const blocked = (engine: Engine) =>
    causesOf({
      reference,
      urls: [requestedUrl(reference, reference.url, page, engine)],
      responses: [],
      page,
      engine,
    }).map(({ by }) => by);
  expect([blocked("chromium"), blocked("firefox"), blocked("webkit")]).toEqual([[], ["policy"], []]);
});

/** Outcomes in Chromium, Firefox and WebKit of a load of `url` on https://a.test/ with these header lines. */
function outcomesOf(
  reference: Partial<Reference>,
  answers: readonly (readonly [status: number, ...lines: string[]])[],
  urls: readonly string[] = ["https://b.test/x"],
  policy = "",
): string {
  const linesOf = (lines: readonly string[]) =>
    lines.map((line, index) => {
      const [name = "", value = ""] = line.split(/: (.*)/);
      return { name: name.toLowerCase(), value, index };
    });
  const all = urls.map((text) => new URL(text));
  const [url = new URL("about:blank")] = all;
  const csp = policy === "" ? [] : [`Content-Security-Policy: ${policy}`];
  const page = openPage(
    { url: new URL("https://a.test/"), status: 200, lines: linesOf(csp) },
    { metas: [], quirks: false },
  );
  const responses = answers.map(([status, ...lines], index) => ({
    status,
    lines: linesOf(lines),
    ...(all[index] && { url: all[index] }),
  }));
  const full = { url, as: "image" as const, where: { line: 1, element: "" }, metas: 0, ...reference };
  const attempt = (engine: Engine) => ({ reference: full, urls: all, responses, page, engine });
  const { outcome, engines = {} } = runSync(checkResource(attempt, undefined));
  return [outcome, engines.firefox?.outcome ?? outcome, engines.webkit?.outcome ?? outcome].join(" ");
}

describe("a frame must accept the policy of its csp attribute in Chromium", () => {
  const self = "script-src 'self'";
  const rows: readonly (readonly [csp: string, lines: readonly string[], isBlocked: boolean])[] = [
    [self, [], true],
    [self, ["Allow-CSP-From: *"], false],
    [self, ["Allow-CSP-From: https://a.test"], false],
    [self, ["Allow-CSP-From: https://c.test"], true],
    [self, ["Allow-CSP-From: https://c.test, https://a.test"], true],
    [self, ["Allow-CSP-From: *", "Allow-CSP-From: *"], true],
    [self, ["Content-Security-Policy: img-src *; SCRIPT-SRC 'SELF'"], false],
    [self, ["Content-Security-Policy: default-src 'none'"], false],
    [self, ["Content-Security-Policy: script-src https://b.test/js/"], false],
    [self, ["Content-Security-Policy: script-src 'self' https:"], true],
    [
      self,
      ["Content-Security-Policy: script-src https:", "Content-Security-Policy: script-src 'self'"],
      false,
    ],
    [self, ["Content-Security-Policy: frame-ancestors *"], true],
    [self, ["Content-Security-Policy-Report-Only: script-src 'self'"], true],
    ["img-src *", ["Content-Security-Policy: img-src https:"], false],
    ["", [], false],
    ["bogus", [], false],
    ["script-src 'self'; report-uri /x", [], false],
    ["script-src 'self', img-src *", [], false],
    ["sandbox allow-scripts", [], false],
  ];
  for (const [csp, lines, isBlocked] of rows)
    test(`${csp} | ${lines.join(" | ")}`, () =>
      expect(outcomesOf({ as: "frame", csp }, [[200, "Content-Type: text/html", ...lines]])).toBe(
        isBlocked ? "blocked loads loads" : "loads loads loads",
      ));
});

describe("a status or coding that makes the content unusable", () => {
  const PNG = "Content-Type: image/png";
  const rows: readonly (readonly [reference: Partial<Reference>, status: number, line: string, string])[] = [
    [{ as: "frame" }, 404, "Content-Type: text/html", "loads loads loads"],
    [{ as: "frame" }, 204, "Content-Type: text/html", "failed failed failed"],
    [{ as: "frame" }, 205, "Content-Type: text/html", "failed failed failed"],
    [{}, 204, PNG, "failed failed failed"],
    [{}, 205, PNG, "failed failed loads"],
    [{ as: "connect" }, 204, PNG, "loads loads loads"],
    [{}, 206, PNG, "loads failed loads"],
    [{ url: new URL("https://a.test/x") }, 206, PNG, "loads failed loads"],
    [{ as: "script", module: true }, 206, "Content-Type: text/javascript", "loads loads loads"],
    [{}, 500, PNG, "loads loads loads"],
    [{}, 500, "Content-Type: image/svg+xml", "loads failed loads"],
    [{}, 304, PNG, "failed failed failed"],
    [{ as: "object" }, 404, PNG, "failed failed failed"],
    [{ as: "media" }, 200, "Content-Type: audio/wav", "loads loads loads"],
    [{ as: "media" }, 201, "Content-Type: audio/wav", "failed loads loads"],
    [{ as: "media" }, 206, "Content-Type: audio/wav", "failed loads loads"],
    [{ as: "media" }, 206, "Content-Range: bytes 0-1/2", "loads loads loads"],
    [{ as: "media" }, 200, "Content-Encoding: gzip", "failed loads failed"],
    [
      { as: "media", dest: "track", cors: "anonymous" },
      200,
      "Content-Encoding: gzip",
      "blocked blocked blocked",
    ],
    [{ as: "media" }, 200, "Content-Encoding: identity", "loads loads loads"],
  ];
  for (const [reference, status, line, expected] of rows)
    test(`${reference.as ?? "image"} ${status} ${line}`, () =>
      expect(outcomesOf(reference, [[status, line]])).toBe(expected));
});

test("Firefox asks the policy about the http URL of a redirect too", () => {
  const load = (policy: string) =>
    outcomesOf(
      {},
      [[302, "Location: http://b.test/y"], [200]],
      ["https://a.test/x", "https://b.test/y"],
      policy,
    );
  expect(load("img-src 'self' https://b.test")).toBe("loads blocked loads");
  expect(load("img-src 'self' http://b.test")).toBe("loads loads loads");
  expect(load("upgrade-insecure-requests; img-src 'self' https://b.test")).toBe("loads loads loads");
});

test("WebKit runs modules of the markup under strict-dynamic", () => {
  const load = (module: Partial<Reference>) =>
    outcomesOf(
      { as: "script", ...module },
      [[200, "Content-Type: text/javascript", "Access-Control-Allow-Origin: *"]],
      ["https://b.test/x"],
      "script-src 'nonce-a' 'strict-dynamic'",
    );
  expect(load({ module: true, cors: "anonymous" })).toBe("blocked blocked loads");
  expect(load({ module: true, cors: "anonymous", nonce: "a" })).toBe("loads loads loads");
  expect(load({})).toBe("blocked blocked blocked");
});

test("the site and the referrer of a request follow its redirects, and a style sheet has a referrer policy", () => {
  const page = openPage({ url: new URL("https://a.test/p"), lines: [] }, { metas: [], quirks: false });
  const sent = (as: Reference["as"], named: string, ...urls: string[]) => {
    const reference = { url: new URL(named), as, where: { line: 1, element: "" }, metas: 0 };
    const fields = new Map(
      loadFields(
        reference,
        urls.map((url) => new URL(url)),
        page,
      ),
    );
    return `${fields.get("Sec-Fetch-Site")} ${fields.get("Referer")}`;
  };
  expect(sent("image", "https://a.test/x", "https://a.test/x")).toBe("same-origin https://a.test/p");
  expect(sent("image", "https://b.test/x", "https://b.test/x", "https://a.test/y")).toBe(
    "cross-site https://a.test/",
  );
  expect(sent("image", "http://b.test/x", "https://b.test/x")).toBe("cross-site https://a.test/");
  expect(sent("frame", "http://b.test/x", "https://b.test/x")).toBe("cross-site undefined");
});

test("audio and video are requested as a range without compression, and their tracks are not", () => {
  const page = openPage({ url: new URL("https://a.test/p"), lines: [] }, { metas: [], quirks: false });
  const sent = (dest: "audio" | "track") => {
    const url = new URL("https://a.test/v");
    const reference = { url, as: "media", dest, where: { line: 1, element: "" }, metas: 0 } as const;
    const fields = new Map(loadFields(reference, [url], page));
    return [fields.get("Range"), fields.get("Accept-Encoding")];
  };
  expect(sent("audio")).toEqual(["bytes=0-", "identity"]);
  expect(sent("track")).toEqual([undefined, "gzip, deflate, br, zstd"]);
});

test("a sandboxed page has an opaque origin", async () => {
  const answers = {
    "/": [
      `<img src=/a.png><img src=/c.png crossorigin><img src=/any.png crossorigin><video><track default src=/a.vtt></video>`,
      { "content-security-policy": "sandbox allow-scripts" },
    ],
    "/a.png": ["x", { "content-type": "image/png" }],
    "/c.png": ["x", { "content-type": "image/png" }],
    "/any.png": ["x", { "content-type": "image/png", "access-control-allow-origin": "*" }],
    "/a.vtt": ["WEBVTT", { "content-type": "text/vtt" }],
  } as const;
  const { outcomes, asked } = await audited(answers);
  expect(outcomes).toEqual({
    "/a.png": "loads",
    "/c.png": "blocked cors",
    "/any.png": "loads",
    "/a.vtt": "blocked cors",
  });
  const headers = asked.find(({ url }) => url.endsWith("/c.png"))?.headers;
  expect(["origin", "referer", "sec-fetch-site", "sec-fetch-mode"].map((name) => headers?.get(name))).toEqual(
    ["null", null, "cross-site", "cors"],
  );
  const own = { "content-security-policy": "sandbox allow-scripts allow-same-origin" };
  const { outcomes: same } = await audited({ ...answers, "/": [answers["/"][0], own] });
  expect(Object.values(same)).toEqual(["loads", "loads", "loads", "loads"]);
});

test("a crossorigin load of the page's own origin has an Origin and its cookies, except audio and video", async () => {
  const { asked } = await audited({
    "/": [
      "<img src=/a.png crossorigin><audio src=/a.wav crossorigin></audio><img src=OTHER/b.png crossorigin>",
      { "set-cookie": "a=1" },
    ],
  });
  const sent = (path: string) => {
    const headers = asked.find(({ url }) => url.endsWith(path))?.headers;
    return [headers?.get("origin") !== null, headers?.get("cookie"), headers?.get("sec-fetch-dest")];
  };
  expect(sent("/a.png")).toEqual([true, "a=1", "image"]);
  expect(sent("/a.wav")).toEqual([false, "a=1", "audio"]);
  expect(sent("/b.png")).toEqual([true, null, "image"]);
});

test.each([
  [2, "loads"],
  [1, "not-asked"],
])("of two scripts with most=%d the second is %s", async (most, outcome) => {
  const answers = {
    "/": ["<script src=/a.js></script><script src=/b.js></script>"],
    "/a.js": ["", SCRIPT],
    "/b.js": ["", SCRIPT],
  } as const;
  const { outcomes, seen } = await audited(answers, most);
  expect(outcomes["/b.js"]).toBe(outcome);
  expect(seen).toEqual(["document", "resource", "resource"]);
});

test("the suggested policy allows the observed loads, and lists what the current one also allows", async () => {
  const { report, policy, origin } = await audited({
    "/": [
      "<script src=/a.js></script><script>1</script><p style='a:b'>",
      { "content-security-policy": "script-src 'self' https://cdn.test; frame-ancestors 'none'" },
    ],
    "/a.js": ["", SCRIPT],
  });
  expect(report.policy?.enforce).toBe(
    `Content-Security-Policy: default-src 'none'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; style-src-attr 'unsafe-hashes' ${digest("a:b")}; frame-ancestors 'none'`,
  );
  expect(report.policy?.beyond).toContain("script-src https://cdn.test");
  expect(report.policy?.beyond).not.toContain("script-src 'self'");
  expect(report.policy?.how?.nginx).toContain("Content-Security-Policy-Report-Only");
  expect(policy?.enforce).toContain(`${origin}/a.js`);
});

test("the suggested policy allows nothing that the current policy blocks", async () => {
  const suggested = async (markup: string, policy: string) => {
    const { report, origin } = await audited({
      "/": [`<!doctype html>${markup}`, { "content-security-policy": policy }],
      "/a.js": ["", SCRIPT],
      "/lib/b.js": ["", SCRIPT],
    });
    const { enforce = "", blockedToday = [], notes = [], how } = report.policy ?? {};
    const lists = new Map(
      enforce
        .replace("Content-Security-Policy: ", "")
        .replaceAll(origin, "OWN")
        .split("; ")
        .map((part) => [part.split(" ", 1)[0] ?? "", part.slice(part.indexOf(" ") + 1)]),
    );
    return {
      lists,
      blocked: blockedToday.map(({ source, as }) => `${as} ${source}`),
      notes: notes.join(" "),
      how,
    };
  };
  const code = await suggested("<script>1</script><p style='a:b' onclick='f()'>", "script-src 'self'");
  expect(code.lists.get("script-src")).toBeUndefined();
  expect(code.blocked).toEqual([`script ${digest("1")}`, `script ${digest("f()")}`]);
  expect(code.notes).toContain("Your policy blocks 2 loads of this page today, and so does this one.");

  const path = await suggested(
    "<script src=/a.js></script><script src=/lib/b.js></script>",
    "script-src http://127.0.0.1:*/lib/",
  );
  expect([path.lists.get("script-src"), path.blocked]).toEqual(["OWN/lib/b.js", ["script 'self'"]]);

  const nonce = await suggested(
    "<script nonce=r4nd0m src=/a.js></script><script>1</script><object data=/x.pdf></object>",
    "script-src 'nonce-r4nd0m' 'strict-dynamic' https:; object-src 'none'; sandbox allow-scripts",
  );
  expect(nonce.lists.get("script-src")).toBe("'nonce-r4nd0m' 'strict-dynamic' https:");
  expect([nonce.lists.get("object-src"), nonce.lists.get("sandbox")]).toEqual([undefined, "allow-scripts"]);
  expect(nonce.how).toBeUndefined();
  expect(nonce.notes).toContain("Keep the nonce where your application creates it");

  const closed = await suggested(
    "<script src=/a.js></script>",
    "script-src 'self'; connect-src 'none'; img-src 'none'",
  );
  expect([closed.lists.get("connect-src"), closed.lists.get("img-src")]).toEqual([undefined, undefined]);
  const styles = Array.from({ length: 30 }, (_, at) => `<p style='a:${at}'>`).join("");
  const strict = await suggested(styles, "style-src 'self'");
  expect([strict.lists.get("style-src-attr"), strict.blocked.length]).toEqual([undefined, 30]);
  const insert = "<script src=/lib/b.js></script><script>document.createElement('style')</script>";
  expect((await suggested(insert, "style-src 'self'")).lists.get("style-src")).toBeUndefined();
  expect((await suggested(insert, "img-src *")).lists.get("style-src")).toBe("'unsafe-inline'");
});

test("scripts that evaluate strings are named if the current policy allows them", async () => {
  const notes = async (script: string, policy = "img-src *") => {
    const headers = { "content-security-policy": policy };
    const { report } = await audited({ "/": [`<script>${script}</script>`, headers] });
    return report.policy?.notes.some((note) => note.includes("'unsafe-eval'"));
  };
  for (const script of ["eval(x)", "new Function('a')", "setTimeout('f()', 1)"])
    expect(await notes(script), script).toBe(true);
  for (const script of ["retrieval(x)", "Function('a')", "setTimeout(f, 1)"])
    expect(await notes(script), script).toBe(false);
  expect(await notes("eval(x)", "script-src 'unsafe-inline'")).toBe(false);
});

test("loads that browsers block as mixed content get no source", async () => {
  const { report } = await pageOfHar(
    {
      log: {
        entries: [
          {
            request: { method: "GET", url: "https://a.test/", headers: [] },
            response: {
              status: 200,
              headers: [{ name: "Content-Type", value: "text/html" }],
              content: { text: "<script src=http://b.test/a.js></script><img src=http://c.test/a.png>" },
            },
          },
        ],
      },
    },
    "origin",
    briefOf,
  );
  expect(report.policy?.enforce).not.toContain("b.test");
  expect(report.policy?.enforce).toContain("img-src 'self' http://c.test");
  expect(report.policy?.notes.join(" ")).toContain("Browsers block 1 load over http as mixed content");
});

test("the suggested policy names hosts with known bypasses, unless its sources are files", async () => {
  const markup = "<script src=https://cdnjs.cloudflare.com/ajax/libs/x/1.0.0/x.js></script>";
  const response = {
    status: 200,
    headers: [{ name: "Content-Type", value: "text/html" }],
    content: { text: markup },
  };
  const entries = [{ request: { method: "GET", url: "https://a.test/", headers: [] }, response }];
  const notes = async (by: "origin" | "path") =>
    (await pageOfHar({ log: { entries } }, by, briefOf)).report.policy?.notes.join(" ");
  expect(await notes("origin")).toContain("cdnjs.cloudflare.com serves Angular libraries");
  expect(await notes("path")).not.toContain("cdnjs.cloudflare.com serves");
});

test("mixed content gets its source over https if the policy upgrades insecure requests", () => {
  const page = openPage(
    { url: new URL("https://a.test/"), status: 200, lines: [] },
    { metas: [], quirks: false },
  );
  const load = (url: string, as: "image" | "script", requested: string) => ({
    reference: { url: new URL(url), as, where: { line: 1, element: as }, metas: 0 },
    urls: [new URL(requested)],
  });
  const script = load("http://b.test/a.js", "script", "http://b.test/a.js");
  const image = load("http://c.test/a.png", "image", "https://c.test/a.png");
  const enforced = (loads: (typeof script)[]) =>
    runSync(suggestPolicy([{ page, loads, code: [] }], "origin"))?.enforce ?? "";
  expect(enforced([script])).not.toContain("b.test");
  expect(enforced([script, image])).toContain("script-src https://b.test;");
  expect(enforced([script, image])).toContain("upgrade-insecure-requests");
});

test("an object is allowed as a frame too, and its frame-src is not reported as unused", async () => {
  const { report } = await audited({
    "/": [
      "<object data=OTHER/a.svg></object>",
      {
        "content-security-policy":
          "default-src 'none'; object-src http://localhost:*; frame-src http://localhost:*",
      },
    ],
    "/a.svg": ["<svg/>", { "content-type": "image/svg+xml" }],
  });
  expect(report.policy?.enforce).toMatch(/frame-src (http:\S+); object-src \1;/);
  expect(report.policy?.beyond.filter((text) => text.includes("localhost"))).toEqual([]);
});

test("an object with an image is an image too; the default icon counts if the page names none", async () => {
  const png = ["x", { "content-type": "image/png" }] as const;
  const { report, policy, origin } = await audited({
    "/": ["<object data=OTHER/a.png></object>"],
    "/a.png": png,
  });
  expect(report.policy?.enforce).toMatch(/img-src 'self' (http:\S+); frame-src \1; object-src \1;/);
  expect(policy?.enforce).toContain(`${origin}/favicon.ico`);
  const named = await audited({ "/": ["<link rel=icon href=OTHER/a.png>"], "/a.png": png });
  expect(named.report.policy?.enforce).toMatch(/img-src http:\S+; form-action/);
});

test("targets of links and forms in a frame are allowed as frames", async () => {
  const { report } = await audited({
    "/": [
      `<iframe name=f></iframe><a target=f href=OTHER/a></a><a target=f href=javascript:1></a><a target=g href=/b></a>
<form target=f action=OTHER/c></form>`,
    ],
  });
  expect(report.resources.map(({ url, as }) => `${as} ${new URL(url).pathname}`)).toEqual([
    "frame /a",
    "form /c",
  ]);
  expect(report.policy?.enforce).toMatch(/frame-src (http:\S+); form-action \1;/);
  expect(report.inline.map(({ count }) => count)).toEqual([1]);
});

test.each([
  ["<script>document.createElement( 'script')</script>", true],
  ["<script>document.write('<p><script src=a><\\/script>')</script>", true],
  ["<script>document.createElement('p')</script>", false],
  ["<p style='createElement(\"script\")'>", false],
])("%s: 'strict-dynamic' is suggested if scripts insert scripts", async (markup, isAdvised) => {
  const { report } = await audited({ "/": [markup] });
  expect(report.policy?.notes.some((note) => note.includes("'strict-dynamic'"))).toBe(isAdvised);
  expect(report.policy?.notes.some((note) => note.includes("require-trusted-types-for"))).toBe(
    markup.startsWith("<script"),
  );
});

test("a response that is not HTML has no resources, and the report has the reason", async () => {
  const { report } = await audited({ "/": ["<img src=a>", { "content-type": "text/plain" }] });
  expect(report.resources).toEqual([]);
  expect(report.unseen[0]).toContain("not an HTML page");
});

test("of Link headers, not all browsers load style sheets and workers, and none links of another context", async () => {
  const link =
    '</a.css>; rel=stylesheet, </b.js>; rel=preload; as=script; anchor="#x", </c.js>; rel=preload; as=script, </d.js>; rel=modulepreload; as=worker';
  const { report } = await audited({ "/": ["<p>x", { "content-type": "text/html", link }] });
  expect(report.resources.map(({ url, condition }) => [url.replace(/.*\//, ""), condition])).toEqual([
    ["a.css", "platform"],
    ["c.js", undefined],
    ["d.js", "platform"],
  ]);
});

test("a page that browsers save as a file is not audited, and the report has the reason", async () => {
  const { report } = await audited({
    "/": ["<img src=a>", { "content-type": "text/html", "content-disposition": "attachment" }],
  });
  expect(report.resources).toEqual([]);
  expect(report.unseen).toEqual(["Everything: browsers save the response as a file instead of showing it."]);
});

test("a HAR log shows the requests of scripts", async () => {
  const entry = (url: string, type: string, headers: readonly string[][], more: object = {}) => ({
    request: { method: "GET", url, headers: [] },
    response: { status: 200, headers: headers.map(([name, value]) => ({ name, value })), ...more },
    _resourceType: type,
  });
  const page = entry(
    "https://a.test/",
    "document",
    [
      ["Content-Type", "text/html"],
      ["Content-Security-Policy", "connect-src 'self'"],
    ],
    { content: { text: "<!doctype html><script>1</script>" } },
  );
  const script = { _initiator: { type: "script", url: "https://a.test/a.js" } };
  const entries = [
    page,
    { ...entry("https://b.test/api", "fetch", [["Content-Type", "application/json"]]), ...script },
  ];
  const { report } = await pageOfHar({ log: { entries } }, "origin", briefOf);
  expect(report.resources.map(({ url, as, outcome, initiator }) => [url, as, outcome, initiator])).toEqual([
    ["https://b.test/api", "connect", "blocked", "https://a.test/a.js"],
  ]);
  expect(report.policy?.enforce).not.toContain("connect-src");
  expect(report.policy?.blockedToday).toEqual([{ source: "https://b.test", as: "connect", count: 1 }]);
  expect(report.policy?.notes.join()).not.toContain("strict-dynamic");
  expect(report.inline.map(({ outcome }) => outcome)).toEqual(["loads"]);
});

test("the policy of a HAR log also allows references of markup and style sheets", async () => {
  const entry = (url: string, type: string, text = "") => ({
    request: { method: "GET", url, headers: [] },
    response: { status: 200, headers: [{ name: "Content-Type", value: type }], content: { text } },
  });
  const entries = [
    entry(
      "http://a.test/",
      "text/html",
      "<img src=data:,x><img src=http://b.test/i.png><form action=http://c.test/>",
    ),
    entry("http://d.test/s.css", "text/css", "@font-face{src:url(data:font/ttf,x)}"),
    entry("http://e.test/s.js", "text/javascript"),
    entry("http://f.test/m", "video/mp4"),
    entry("http://g.test/d", "text/html"),
    entry("http://h.test/j", "application/json"),
    entry("http://b.test/i.png", "image/png"),
  ];
  const { report } = await pageOfHar({ log: { entries } }, "origin", briefOf, "express");
  expect(Object.keys(report.policy?.how ?? {})).toEqual(["header", "express", "note"]);
  for (const part of [
    "script-src http://e.test;",
    "style-src http://d.test;",
    "img-src 'self' data: http://b.test;",
    "font-src data:;",
    "media-src http://f.test;",
    "frame-src http://g.test;",
    "form-action http://c.test;",
  ])
    expect(report.policy?.enforce).toContain(part);
  expect(report.policy?.enforce).toMatch(/connect-src ('self' )?http:\/\/h\.test;/);
  expect(report.resources.filter(({ url }) => url === "http://b.test/i.png")).toHaveLength(1);
});

test("modules are looked up with their imports, by the page's import map", async () => {
  const { outcomes, asked, report, policy, origin } = await audited({
    "/": [
      `<!doctype html><script type=importmap>{"imports":{"lib/":"/vendor/"}}</script>
<script type=module src=/main.js></script><script type=module>import "/inline.js"</script>`,
      { "content-security-policy": "script-src 'self' 'unsafe-inline'" },
    ],
    "/main.js": ['import "./a.js";\nimport "lib/b.js"; import "OTHER/far.js"; import("./later.js")', SCRIPT],
    "/a.js": ['import "./main.js"; import "./deep.js"', SCRIPT],
    "/deep.js": ['import "./a.js"', SCRIPT],
    "/vendor/b.js": ["", SCRIPT],
    "/later.js": ["", SCRIPT],
    "/far.js": ["", SCRIPT],
    "/inline.js": ["", { "content-type": "text/plain" }],
  });
  expect(outcomes).toEqual({
    // These modules import each other, and one of them imports a blocked script: their imports do not run.
    "/main.js": "failed",
    "/a.js": "failed",
    "/deep.js": "failed",
    "/vendor/b.js": "failed",
    "/far.js": "blocked policy cors",
    "/later.js": "loads",
    "/inline.js": "blocked nosniff",
  });
  const deep = asked.find(({ url }) => url.endsWith("/deep.js"));
  expect(deep?.headers.get("referer")).toBe(`${origin}/a.js`);
  expect(report.resources.find(({ url }) => url.endsWith("/vendor/b.js"))).toMatchObject({
    where: { line: 2, element: "import" },
    initiator: `${origin}/main.js`,
  });
  expect(policy?.enforce).toContain(`${origin}/deep.js`);
});

test("a module does not run if an import of its importer fails, unless another module imports it", async () => {
  const { outcomes } = await audited({
    "/": ["<!doctype html><script type=module src=/a.js></script><script type=module src=/b.js></script>"],
    "/a.js": [
      "import '/gone.js'; import '/only.js'; import '/shared.js'; import a from '/a.json' with {type:'json'}; import('/later.js')",
      SCRIPT,
    ],
    "/a.json": ["{}", { "content-type": "application/json" }],
    "/b.js": ["import '/shared.js'", SCRIPT],
    "/only.js": ["import '/deep.js'", SCRIPT],
    "/deep.js": ["1", SCRIPT],
    "/shared.js": ["1", SCRIPT],
    "/later.js": ["1", SCRIPT],
  });
  expect(outcomes).toEqual({
    "/a.js": "failed",
    "/gone.js": "failed",
    "/a.json": "loads",
    "/only.js": "failed",
    "/deep.js": "failed",
    "/shared.js": "loads",
    "/later.js": "loads",
    "/b.js": "loads",
  });
});

test("scripts that create style elements need unsafe-inline, with a note", async () => {
  const page = "<!doctype html><style>a{}</style><script src=/a.js></script>";
  const plain = await audited({ "/": [page], "/a.js": ["1", SCRIPT] });
  expect(plain.policy?.enforce).toContain(`style-src ${digest("a{}")};`);
  const made = await audited({ "/": [page], "/a.js": ['document.createElement("style")', SCRIPT] });
  expect(made.policy?.enforce).toContain("style-src 'unsafe-inline';");
  expect(made.policy?.notes).toContainEqual(
    expect.stringContaining(`Scripts create style elements (${made.origin}/a.js)`),
  );
  const inline = await audited({ "/": [`<script>$("<style>")</script>`] });
  expect(inline.policy?.notes).toContainEqual(expect.stringContaining("(the script in line 1)"));
});

test.each([
  [testSettings.maxBodyBytes, false],
  [testSettings.maxBodyBytes + 1, true],
])("of a page of %p bytes the rest is omitted: %p", async (bytes, isCut) => {
  const { report } = await audited({ "/": ["<img src=/a.png>".padEnd(bytes)] });
  expect(report.unseen.includes("The rest of the page: it is too long.")).toBe(isCut);
});

test("a script or style sheet with another type has no references, but its digest is checked", async () => {
  const text = 'wOF2 import("./no.js")';
  const { outcomes } = await audited({
    "/": [
      `<link rel=preload as=font href=/a.woff2 crossorigin integrity="${digest(text).replaceAll("'", "")}">`,
    ],
    "/a.woff2": [text, { "content-type": "font/woff2" }],
  });
  expect(outcomes).toEqual({ "/a.woff2": "loads" });
});
