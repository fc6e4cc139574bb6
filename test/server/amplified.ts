/** Requests with inputs that a hostile client or target would choose, by route, and the application they are sent to. */

import { ANSWER, PAGE } from "../../src/api/limits.ts";
import { createSite } from "../../src/api/site.ts";
import { catalogueKeys } from "../../src/headers/catalogue.ts";
import { openQueue } from "../../src/http/queue.ts";
import { openGeo } from "../../src/ip/geo.ts";
import { DEFAULT_MODULES } from "../../src/jobs/probe/routes.ts";
import { allKinds } from "../../src/jobs/project/kinds.ts";
import { createApp } from "../../src/server/app.ts";
import { geoSettings, httpSettings, keptResults } from "../../src/server/wiring.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { openService } from "./open-service.ts";

export const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at));

/** References of a page, enough to exceed the limit if each repeats all policies. */
const ROWS = 700;
/** Long policies that are fast to parse. */
const policies = many(
  8,
  (at) => `script-src 'none'; img-src h${at}.example; report-uri /${"r".repeat(2000)}`,
);
const withPolicies = policies.map((policy) => `Content-Security-Policy: ${policy}`);
const base = `<base href="/${"b".repeat(8000)}/">`;

/** Markup by path. */
export const PAGES: Readonly<Record<string, string>> = {
  "/short": many(ROWS, (at) => `<img src=${at}>`).join(""),
  "/base": base + many(ROWS, (at) => `<img src=${at}>`).join(""),
  "/code": many(ROWS, (at) => `<script>${at}</script><p onclick=${at}>`).join(""),
  "/hosts": many(ROWS, (at) => `<script src=https://${at}${"x.".repeat(500)}test/></script>`).join(""),
  "/preload": `<link rel="preload ${"r".repeat(60_000)}" as=image imagesrcset="${many(ROWS, (at) => `${at} ${at + 1}w`).join()}">`,
  "/sheet": `${base}<link rel=stylesheet href=s.css>`,
};

const cookies = many(1000, (at) => `Set-Cookie: c${at}=${at}; Path=/; Domain=a.example`);
const list = (name: string, member: (at: number) => string, count: number) =>
  `${name}: ${many(count, member).join(", ")}`;

/** Header lines by name: repeated, with many findings, with many members, with characters that JSON and HTML escape. */
export const LINES: Readonly<Record<string, readonly string[]>> = {
  cookies,
  unknown: many(1900, (at) => `X-${at}: ${at}`),
  known: catalogueKeys()
    .slice(0, 1900)
    .map((name) => `${name}: "&<>'a, b;c=d`),
  bad: allKinds()
    .flatMap(([, { bad }]) => (bad && "lines" in bad ? bad.lines : (bad ?? [])))
    .filter((line) => /^[\w-]+:[ -~]+$/.test(line))
    .filter(
      (line) =>
        !/^(?:HTTP\/|Transfer-Encoding|Content-Length|Content-Encoding|Connection|Upgrade|Location)/i.test(
          line,
        ),
    )
    .slice(0, 1900),
  policies: withPolicies,
  policy: [`Content-Security-Policy: script-src ${many(3000, (at) => `h${at}.test`).join(" ")}`],
  directives: [`Content-Security-Policy: ${many(5000, (at) => `d${at}`).join(";")}`],
  permissions: [list("Permissions-Policy", (at) => `f${at}=*`, 3000)],
  links: [list("Link", (at) => `<${at}>;rel=preload`, 1800)],
  vary: [list("Vary", (at) => `X-${at}`, 3000)],
  timing: [list("Server-Timing", (at) => `m${at};dur=1`, 2500)],
  robots: [list("X-Robots-Tag", () => "a;q=1", 4500), list("X-Robots-Tag", () => "a;q=1", 4500)],
  cache: [list("Cache-Status", (at) => `c${at}; hit`, 2500), list("Cache-Control", (at) => `x${at}=1`, 2500)],
  escaped: many(200, (at) => `X-${at}: ${`"&<'`.repeat(75)}`),
  long: many(2, () => `Set-Cookie: a=${"&".repeat(30_000)}`),
};

/** Page with links to pages of each kind of header lines, under long addresses. */
const links = many(
  50,
  (at) =>
    `<a href="/lines/${Object.keys(LINES)[at % Object.keys(LINES).length]}/0/${at}?${"&".repeat(400)}">`,
).join("");

/** Hostile server: pages, header lines by name, and redirects between them. */
export function openTarget() {
  const seen = { bytes: 0 };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname, origin, search } = new URL(request.url);
      const [, kind = "", name = "", left = "0"] = pathname.split("/");
      const isSheet = pathname.endsWith("s.css");
      const sheet = () => many(ROWS, (at) => `a{b:url(${at})}`).join("");
      const text = isSheet ? sheet() : pathname === "/links" ? links : (PAGES[pathname] ?? "");
      const lines = LINES[name] ?? withPolicies.concat(cookies.slice(0, 50));
      const hops = kind === "hop" ? Number(left) : 0;
      const headers: [string, string][] = lines.map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
      });
      if (!lines.some((line) => /^content-type:/i.test(line)))
        headers.push(["Content-Type", isSheet ? "text/css" : "text/html"]);
      if (hops > 0) headers.push(["Location", `${origin}/hop/${name}/${hops - 1}${search}`]);
      seen.bytes += text.length + headers.flat().join("    ").length;
      return new Response(text, { headers, status: hops > 0 ? 302 : 200 });
    },
  });
  return { seen, url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

/** Service with every optional route. */
export async function openAmplified(): Promise<ReturnType<typeof createApp>> {
  const { settings } = loadConfig({ "http-allow": "127.0.0.0/8", "keep-results": "1h" }, {});
  const geo = await openGeo(geoSettings(settings), () => {});
  const http = { settings: httpSettings(settings, []), queue: openQueue(64, 64) };
  return createApp(
    {
      verify: async () => "unknown",
      signature: async () => undefined,
      site: createSite("1"),
      ip: { geo: geo.current, caller: () => ({ ip: "127.0.0.1", source: "socket" }) },
      http,
      kept: keptResults(settings, undefined, "a"),
      mcp: { origins: [] },
      siteChecks: openQueue(64, 0),
      probe: { modules: () => DEFAULT_MODULES, settings: () => http.settings, queue: http.queue },
      ready: () => ({ ok: true, reasons: [] }),
      onBug: (error) => {
        throw error;
      },
    },
    openService(),
  );
}

export interface Asked {
  readonly path: string;
  readonly content?: string;
  readonly type?: string;
  /** Also requests the kept result, in each format. */
  readonly kept?: true;
}

export interface Inputs {
  /** Amplifying requests, in less than a second. */
  readonly quick?: (target: string) => readonly Asked[];
  readonly slow?: (target: string) => readonly Asked[];
  /** Path of a route without input, in place of requests. */
  readonly fixed?: string;
  /** Reason why a route with input has only short input. */
  readonly short?: string;
}

const json = (path: string, value: unknown): Asked => ({
  path,
  content: JSON.stringify(value),
  type: "application/json",
});
const form = (path: string, fields: Readonly<Record<string, string>>): Asked => ({
  path,
  content: String(new URLSearchParams(fields)),
  type: "application/x-www-form-urlencoded",
});
const get = (path: string): Asked => ({ path });
const fixed = (path: string, short?: string): Inputs => ({ fixed: path, ...(short && { short }) });

const onPages = (path: (url: string) => string) => (target: string) =>
  Object.keys(PAGES).map((page) => get(path(encodeURIComponent(target + page))));
/** Each kind of header lines at the end of ten redirects that have them too. */
const onLines = (path: (url: string) => string) => (target: string) =>
  Object.keys(LINES).map((name) =>
    get(path(encodeURIComponent(`${target}/hop/${name}/10?${"a&".repeat(3000)}`))),
  );
const onTarget = (path: (url: string) => string): Inputs => ({
  quick: (target) => [get(path(encodeURIComponent(`${target}/short`)))],
  slow: onLines(path),
});

const onSite = (path: string) => (target: string) => [get(`${path}${encodeURIComponent(`${target}/links`)}`)];

const fieldsOf = (lines: readonly string[]) =>
  lines.map((line) => ({ name: line.slice(0, line.indexOf(":")), value: line.slice(line.indexOf(":") + 2) }));
const entry = (url: string, text = "", headers: readonly object[] = []) => ({
  request: { method: "GET", url, headers: [] },
  response: {
    status: 200,
    headers: [{ name: "Content-Type", value: "text/html" }, ...headers],
    content: { text },
  },
});
const har = (...entries: readonly object[]) => ({ har: { log: { entries } } });
const pageHar = (markup: string) => har(entry("https://a.test/", markup, fieldsOf(withPolicies)));
/** HAR of the maximum size; all entries have the same header lines. */
const entriesWith = (lines: readonly string[], markup = "") => {
  const first = entry("https://a.test/", markup, fieldsOf(lines));
  const size = JSON.stringify(entry("https://a.test/1000", "", fieldsOf(lines))).length;
  const left = 990_000 - JSON.stringify(first).length;
  const others = Array.from({ length: Math.min(PAGE.entries - 1, Math.floor(left / size)) }, (_, at) =>
    entry(`https://a.test/${at}`, "", fieldsOf(lines)),
  );
  return har(first, ...others);
};

const agents = many(1000, (at) => `Mozilla/5.0 (X11; Linux x86_64) Chrome/${at}.0`);
const addresses = (count: number) => many(count, (at) => `8.8.${at % 256}.${at >> 8}`);
const embedded = many(1000, (at) => `64:ff9b::808:${at.toString(16)}`);

/** Body with every optional question. */
const asked = (lines: readonly string[]) => ({
  headers: lines,
  requestHeaders: ["Origin: https://b.test", ...many(500, (at) => `X-${at}: ${at}`)],
  url: `https://a.test/?${"a&".repeat(2000)}`,
  status: 200,
  method: "GET",
  again: { after: 60, requestHeaders: many(500, (at) => `X-${at}: ${at}`) },
  loads: many(100, (at) => at.toString()).map((at) => ({ as: "script", url: `https://h${at}.test/` })),
  framedBy: many(100, (at) => `https://h${at}.test/`),
});
const onEachLines = (make: (lines: readonly string[]) => Asked): Inputs => ({
  quick: () => [make(LINES["cookies"] ?? []), make(LINES["unknown"] ?? [])],
  slow: () => Object.values(LINES).map(make),
});
const decoded = (path: string): Inputs => {
  const { quick, slow } = onEachLines((lines) => json(path, { headers: lines }));
  const more = (lines: readonly string[]) => [
    json(path, asked(lines)),
    json(path, entriesWith(lines)),
    json(`${path}?how=all`, { headers: lines }),
  ];
  const queries = many(PAGE.entries, (at) => `https://a.test/${at}?${"a&".repeat(900)}`).map((url) =>
    entry(url),
  );
  return {
    ...(quick && { quick }),
    slow: (target) => [
      ...(slow?.(target) ?? []),
      json(path, har(...queries)),
      ...Object.values(LINES).flatMap(more),
    ],
  };
};

const call = (name: string, given: object) =>
  json("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } });

export interface Answered {
  readonly asked: string;
  readonly status: number;
  /** Bytes of the request plus the target's responses, and bytes of the answer. */
  readonly input: number;
  readonly output: number;
}

/** Sends each request as a client of the API and as a browser. */
export async function* answers(
  app: Awaited<ReturnType<typeof openAmplified>>,
  target: ReturnType<typeof openTarget>,
  route: string,
  asked: readonly Asked[],
): AsyncGenerator<Answered> {
  const method = route.slice(0, route.indexOf(" "));
  for (const each of asked)
    for (const accept of ["application/json, text/event-stream", "text/html"]) {
      target.seen.bytes = 0;
      const { path, content, type } = each;
      const answer = await app.fetch(
        new Request(`http://localhost${path}`, {
          method,
          ...(content !== undefined && { body: content }),
          headers: {
            "user-agent": "Mozilla/5.0",
            accept,
            ...(type !== undefined && { "content-type": type }),
          },
        }),
      );
      const text = await answer.text();
      const input = path.length + (content?.length ?? 0) + target.seen.bytes;
      const shown = `${method} ${path.slice(0, 100)} ${content?.slice(0, 100) ?? ""} ${accept}`;
      yield { asked: shown, status: answer.status, input, output: Buffer.byteLength(text) };
      const [kept] = each.kept ? (/\/r\/[\w-]+/.exec(text) ?? []) : [];
      for (const format of kept === undefined ? [] : ["json", "html", "file"]) {
        const again = await (await app.fetch(new Request(`http://localhost${kept}?format=${format}`))).text();
        yield { asked: `${shown} ${format}`, status: 200, input, output: Buffer.byteLength(again) };
      }
    }
}

export const isBounded = ({ input, output }: Answered) =>
  output <= Math.max(ANSWER.bytes, ANSWER.timesInput * input);

/** Route → its requests. */
export const ROUTES: Readonly<Record<string, Inputs>> = {
  "GET /v1/useragent": { quick: () => [get(`/v1/useragent?agent=${"a/1 ".repeat(2000)}`)] },
  "GET /v1/useragent/*": { quick: () => [get(`/v1/useragent/${"a/1 ".repeat(2000)}`)] },
  "POST /v1/useragent": {
    quick: () => [
      json("/v1/useragent", { agents }),
      json("/v1/useragent", { agents: many(1000, () => "") }),
      json("/v1/useragent", { agents: many(100, () => `${'"'.repeat(8000)}`) }),
    ],
  },
  "GET /v1/ip": { quick: () => [get(`/v1/ip?locale=de&${"a&".repeat(2000)}`)] },
  "GET /v1/ip/:ip": fixed("/v1/ip/64:ff9b::808:808", "an address"),
  "GET /v1/ip/:ip/:length": fixed("/v1/ip/8.0.0.0/8", "a block"),
  "POST /v1/ip": {
    quick: () => [
      json("/v1/ip", { ips: addresses(1000) }),
      json("/v1/ip", { ips: embedded }),
      json("/v1/ip", { ips: many(1000, () => "x".repeat(900)) }),
    ],
  },
  "POST /v1/visitor": {
    quick: () => [
      json("/v1/visitor", { ip: "8.8.8.8", agent: "a ".repeat(4000) }),
      json("/v1/visitor", {
        ip: "8.8.8.8",
        agent: agents[0],
        language: "de,".repeat(2700),
        url: `https://a.test/${"&".repeat(8000)}`,
        hints: Object.fromEntries(many(10_000, (at) => at.toString()).map((at) => [`sec-ch-ua-${at}`, at])),
      }),
    ],
  },
  "POST /v1/http/compare": {
    ...onEachLines((lines) =>
      json("/v1/http/compare", {
        a: { headers: lines },
        b: { headers: lines.map((line) => `${line}; Secure`) },
      }),
    ),
    slow: (target) =>
      Object.entries(LINES).flatMap(([name, lines]) => [
        json("/v1/http/compare", { a: asked(lines), b: { headers: [] } }),
        json("/v1/http/compare", { a: asked(lines), b: asked(lines.map((line) => `${line}1`)) }),
        json("/v1/http/compare", { a: `${target}/lines/${name}`, b: `${target}/hop/unknown/10` }),
      ]),
  },
  "GET /v1/http": {
    ...onTarget((url) => `/v1/http?url=${url}`),
    slow: (target) => [
      ...onLines((url) => `/v1/http?url=${url}`)(target),
      ...onLines((url) => `/v1/http?how=all&checks=true&variants=true&as=browser&url=${url}`)(target),
    ],
  },
  "GET /v1/http/har": onTarget((url) => `/v1/http/har?url=${url}`),
  "GET /v1/http/findings": onTarget((url) => `/v1/http/findings?how=all&variants=true&url=${url}`),
  "GET /v2/http": { quick: (target) => [get(`/v2/http?url=${target}/hop/known/10?${"a&".repeat(100)}`)] },
  "POST /v1/http": decoded("/v1/http"),
  "POST /v1/http/findings": decoded("/v1/http/findings"),
  "POST /v2/http": onEachLines((lines) => json("/v2/http", { headers: lines })),
  "GET /v1/page": { slow: onPages((url) => `/v1/page?url=${url}`) },
  "POST /v1/page": {
    slow: () => [
      ...Object.values(PAGES).map((markup) => json("/v1/page", pageHar(markup))),
      json("/v1/page?by=path&how=all", pageHar(PAGES["/base"] ?? "")),
      ...Object.values(LINES).map((lines) =>
        json(
          "/v1/page?how=all",
          entriesWith(lines.slice(0, 20), many(500, (at) => `<img src=${at}>`).join("")),
        ),
      ),
      json(
        "/v1/page?how=all",
        entriesWith(["Age: 1"], many(2000, (at) => `<script>${at}</script>`).join("")),
      ),
      json(
        "/v1/page",
        pageHar(
          `<script type=importmap>{"imports":{${many(8000, (at) => `"a${at}":"b${at}"`).join()}}}</script><script type=module>${many(1000, (at) => `import"a${at}"`).join(";")}</script>`,
        ),
      ),
    ],
  },
  "GET /v1/site": { slow: onSite("/v1/site?url=") },
  "GET /v1/status/:code": fixed("/v1/status/418", "three digits"),
  "GET /v1/problems": fixed("/v1/problems"),
  "GET /v1/problems/:id": {
    quick: () => [get("/v1/problems/hsts-missing"), get(`/v1/problems/${"a".repeat(6000)}`)],
  },
  "GET /healthz": fixed("/healthz"),
  "GET /readyz": fixed("/readyz"),
  "GET /openapi.json": fixed("/openapi.json"),
  "GET /api": fixed("/api"),
  "GET /settings": fixed("/settings"),
  "GET /": {
    quick: (target) => [
      get(`/?q=${"%0A".repeat(1000)}`),
      get(`/?q=${"%22".repeat(2000)}`),
      get(`/?url=${encodeURIComponent(`${target}/short`)}`),
    ],
    slow: (target) =>
      onLines((url) => `/?keep=1&url=${url}`)(target).map((each) => ({ ...each, kept: true })),
  },
  "POST /": {
    quick: () => [
      form("/", { q: addresses(10_000).join("\n") }),
      form("/", { q: addresses(100).join("\n") }),
      form("/", { q: agents.join("\n") }),
      form("/", { q: `"&<`.repeat(50_000) }),
    ],
    slow: (target) => [
      ...Object.values(LINES).map((lines) => form("/", { q: lines.join("\n") })),
      ...Object.keys(LINES).map(
        (name): Asked => ({
          ...form("/?keep=1", { q: many(8, (at) => `${target}/hop/${name}/5?${at}`).join("\n") }),
          kept: true,
        }),
      ),
    ],
  },
  "GET /compare": {
    quick: (target) => [get(`/compare?a=${target}/short&b=${target}/base`)],
    slow: onLines((url) => `/compare?a=${url}&b=${url}x`),
  },
  "GET /page": { slow: onPages((url) => `/page?url=${url}`) },
  "GET /site": {
    slow: (target) => onSite("/site?keep=1&url=")(target).map((each) => ({ ...each, kept: true })),
  },
  "GET /redirects": { quick: () => [get(`/redirects?map=${"%22".repeat(2000)}`)] },
  "POST /redirects": {
    quick: (target) => [
      form("/redirects", { map: many(70_000, (at) => `/${at} /b`).join("\n") }),
      form("/redirects", { map: many(1000, () => `"&<`.repeat(300)).join("\n") }),
      form("/redirects", { base: target, map: `/a /${'"&<'.repeat(20_000)}` }),
    ],
    slow: (target) => [
      form("/redirects", {
        base: target,
        rate: "100",
        map: many(200, (at) => `/${at} /${(at + 1) % 200}`).join("\n"),
      }),
      form("/redirects", {
        base: target,
        rate: "100",
        chains: "20",
        map: many(100, (at) => `/hop/cookies/${at % 10} /`).join("\n"),
      }),
    ],
  },
  "POST /r/*": { quick: () => [form("/r/a", { a: "b".repeat(6000) })] },
  "GET /r/*": { quick: () => [get(`/r/${"a".repeat(6000)}`)] },
  "GET /forms": { quick: () => [get(`/forms?url=${"%22".repeat(2000)}&${"a=%22&".repeat(300)}`)] },
  "GET /headers": {
    quick: () => [get(`/headers?h=${encodeURIComponent(cookies.slice(0, 100).join("\n"))}`)],
  },
  "POST /headers": {
    ...onEachLines((lines) => form("/headers", { headers: lines.join("\n") })),
    slow: () =>
      Object.values(LINES).map((lines) =>
        form("/headers", {
          headers: lines.join("\n"),
          request: many(500, (at) => `X-${at}: ${at}`).join("\n"),
          loads: many(100, (at) => `script https://h${at}.test/`).join("\n"),
          framedBy: many(100, (at) => `https://h${at}.test/`).join("\n"),
        }),
      ),
  },
  "GET /problems": { quick: () => [get(`/problems?q=${"%22".repeat(2000)}`)] },
  "GET /problems/*": { quick: () => [get(`/problems/${"%22".repeat(2000)}`)] },
  "GET /differences": fixed("/differences"),
  "GET /guide": fixed("/guide"),
  "GET /guide/*": { quick: () => [get("/guide/http"), get(`/guide/${"%22".repeat(2000)}`)] },
  "GET /place": { quick: () => [get(`/place?lat=1&lon=1&radius=1&name=${"%22".repeat(2000)}`)] },
  "GET /assets/style.css": fixed("/assets/style.css"),
  "GET /assets/script.js": fixed("/assets/script.js"),
  "GET /assets/land.svg": fixed("/assets/land.svg"),
  "GET /assets/icon.svg": fixed("/assets/icon.svg"),
  "GET /favicon.ico": fixed("/favicon.ico"),
  "GET /json": fixed("/json?ip=64:ff9b::808:808", "an address"),
  "GET /http/status/code/*": { quick: () => [get(`/http/status/code/${"%22".repeat(2000)}`)] },
  "GET /ip": fixed("/ip?ip=64:ff9b::808:808", "an address"),
  "GET /country": fixed("/country?ip=64:ff9b::808:808", "an address"),
  "GET /country-iso": fixed("/country-iso?ip=64:ff9b::808:808", "an address"),
  "GET /city": fixed("/city?ip=64:ff9b::808:808", "an address"),
  "GET /coordinates": fixed("/coordinates?ip=64:ff9b::808:808", "an address"),
  "GET /asn": fixed("/asn?ip=64:ff9b::808:808", "an address"),
  "GET /asn-org": fixed("/asn-org?ip=64:ff9b::808:808", "an address"),
  "GET /map": fixed("/map?ip=8.8.8.8", "an address"),
  "GET /agent": { quick: () => [get(`/agent?agent=${"a/1 ".repeat(2000)}`)] },
  "GET /http": { quick: () => [get(`/http?url=${"%22".repeat(2000)}`)] },
  "GET /probe": {
    quick: (target) => [get(`/probe?debug=true&target=${target}/short`)],
    slow: onLines((url) => `/probe?debug=true&target=${url}`),
  },
  "GET /mcp": fixed("/mcp"),
  "DELETE /mcp": fixed("/mcp"),
  "POST /mcp": {
    quick: (target) => [
      json("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" }),
      json(
        "/mcp",
        many(500, (at) => at.toString()).map((id) => ({ jsonrpc: "2.0", id, method: "tools/list" })),
      ),
      call("identify_user_agent", { agent: '"a '.repeat(2600) }),
      call("lookup_ip_address", { ip: '"'.repeat(5000) }),
      call("explain_problem", { id: '"'.repeat(5000) }),
      call("describe_visitor", { ip: "8.8.8.8", agent: '"a '.repeat(2600) }),
      call("check_url", { url: `${target}/short` }),
    ],
    slow: (target) => [
      ...Object.values(LINES).flatMap((lines) => [
        call("explain_http_headers", { headers: lines, how: "all", view: "full" }),
        call("explain_http_headers", { headers: lines, how: "all", view: "findings" }),
        call("compare_responses", { a: { headers: lines }, b: { headers: ["Age: 1"] } }),
      ]),
      ...Object.keys(LINES).flatMap((name) => [
        call("check_url", { url: `${target}/hop/${name}/10`, how: "all", view: "full" }),
      ]),
      call("check_redirects", {
        base: target,
        redirects: many(50, (at) => `/hop/links/9?${at}`).map((from) => ({ from, to: "/" })),
      }),
      ...Object.keys(PAGES).map((page) => call("audit_page", { url: target + page })),
    ],
  },
};
