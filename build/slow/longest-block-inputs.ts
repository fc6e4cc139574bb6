/** Requests of hostile clients, one of each kind. Pure. */

const TEXT = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";

export interface HostileInput {
  readonly path: string;
  /** Request content; absent for GET. */
  readonly body?: string;
  readonly type?: string;
  /** Number of requests if `body` is a complete pipeline, which is sent unchanged. */
  readonly requests?: number;
}

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const posted = (path: string, value: unknown): HostileInput => ({
  path,
  type: JSON_TYPE,
  body: typeof value === "string" ? value : JSON.stringify(value),
});
const form = (path: string, fields: Readonly<Record<string, string>>): HostileInput => ({
  path,
  type: TEXT,
  body: String(new URLSearchParams(fields)),
});
const upload = (text: string): HostileInput => ({
  path: "/redirects",
  type: "multipart/form-data; boundary=b",
  body: `--b\r\nContent-Disposition: form-data; name="file"; filename="map.txt"\r\n\r\n${text}\r\n--b--\r\n`,
});

const cookies = (count: number) =>
  many(count, (at) => `Set-Cookie: c${at}=${at}; Path=/; Secure; HttpOnly; SameSite=Lax; Domain=a.example`);
const agent = (at: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) Foo${at}/1 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${at}.0.0.0 Safari/537.36`;
const policy = `Content-Security-Policy: ${many(3000, (at) => `script-src h${at}.example`).join("; ")}`;
const entry = (at: number, headers: readonly object[]) => ({
  startedDateTime: "2026-01-01T00:00:00Z",
  time: 1,
  request: { method: "GET", url: `https://e.example/${at}`, headers: [] },
  response: { status: 200, statusText: "OK", httpVersion: "HTTP/1.1", headers },
});
const report = (word: string) => ({
  type: "csp-violation",
  user_agent: `Mozilla/5.0 ${word}`,
  body: {
    blockedURL: `https://${word.slice(-9)}.example/${word}`,
    documentURL: `https://a.example/${word}`,
    effectiveDirective: "img-src",
    originalPolicy: `img-src ${word}`,
    sample: word,
  },
});
const har = (entries: readonly object[]) => posted("/v1/http", { har: { log: { entries } } });
/** HAR log with one page. */
const pageOf = (text: string, headers: readonly object[] = []): HostileInput =>
  posted("/v1/page", {
    har: {
      log: {
        entries: [
          {
            request: { method: "GET", url: "https://e.example/", headers: [] },
            response: {
              status: 200,
              headers: [{ name: "Content-Type", value: "text/html" }, ...headers],
              content: { text },
            },
          },
        ],
      },
    },
  });
const field = (name: string, value: string) => ({ name, value });
const lines = (headers: readonly string[], more: object = {}) => posted("/v1/http", { headers, ...more });
const sides = (a: readonly string[], b: readonly string[]) =>
  posted("/v1/http/compare", { a: { headers: a }, b: { headers: b } });
const tool = (name: string, given: object): HostileInput =>
  posted("/mcp", {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: given },
  });

/** Requests that fill 52 KB, sent at once. */
const pipelined = (head: string, content = ""): HostileInput => {
  const one = `${head} HTTP/1.1\r\nHost: a\r\n${content && `Content-Type: ${JSON_TYPE}\r\nContent-Length: ${content.length}\r\n`}\r\n${content}`;
  const requests = Math.floor(52_000 / one.length);
  return { path: "", body: one.repeat(requests), requests };
};

/** Kind → hostile request. */
export const HOSTILE_INPUTS: Readonly<Record<string, HostileInput>> = {
  "deep arrays": posted("/v1/http", "[".repeat(1_000_000)),
  "deep objects": posted("/v1/http", '{"a":'.repeat(200_000)),
  "60,000 members": posted("/v1/ip", {
    ips: ["::1"],
    ...Object.fromEntries(many(60_000, (at) => [`k${at}`, at])),
  }),
  "many numbers": posted("/v1/http", { headers: ["a: b"], x: many(150_000, () => 12_345) }),
  "halves of surrogate pairs": posted("/v1/ip", `{"ips":["::1"],"x":[${'"\\ud800",'.repeat(90_000)}1]}`),
  "100 long reports": posted(
    "/reports/shop",
    many(100, (at) => report(`${"x".repeat(1800)}-${at}`)),
  ),
  "100,000 empty reports": posted("/reports/shop", `[${"{},".repeat(100_000)}{}]`),
  "a report of 60,000 members": posted("/reports/shop", {
    "csp-report": Object.fromEntries(many(60_000, (at) => [`k${at}`, at])),
  }),
  "a report of long words": posted("/reports/shop", report("a ".repeat(90_000))),
  "no JSON": posted("/v1/useragent", "x".repeat(1_000_000)),
  "white space": posted("/v1/useragent", " ".repeat(1_000_000)),
  "1000 addresses": posted("/v1/ip", { ips: many(1000, (at) => `8.${at % 250}.${at >> 2}.8`) }),
  "1000 IPv6 addresses": posted("/v1/ip", { ips: many(1000, (at) => `2001:db8:${at.toString(16)}::1`) }),
  "1000 long words for addresses": posted("/v1/ip", { ips: many(1000, (at) => `${at}${":".repeat(900)}`) }),
  "1000 objects for addresses": posted("/v1/ip", { ips: many(1000, (at) => many(100, () => at)) }),
  "1000 agents": posted("/v1/useragent", { agents: many(1000, agent) }),
  "900 long agents": posted("/v1/useragent", {
    agents: many(900, (at) => `${"Foo/1 (a; b) ".repeat(78)}${at}`),
  }),
  "agents of brackets": posted("/v1/useragent", { agents: many(900, (at) => "(".repeat(1000) + at) }),
  "agents of semicolons": posted("/v1/useragent", {
    agents: many(900, (at) => `Mozilla/5.0 (${"; ".repeat(450)}${at})`),
  }),
  "agents of slashes": posted("/v1/useragent", { agents: many(900, (at) => `${"a/".repeat(500)}${at}`) }),
  "1000 agents with hints": posted("/v1/useragent", {
    agents: many(1000, (at) => ({
      agent: agent(at),
      hints: { "sec-ch-ua": many(20, (brand) => `"b${brand}";v="${at}"`).join(", ") },
    })),
  }),
  "a long agent in the path": { path: `/v1/useragent/${encodeURIComponent("Foo/1 (a; b) ".repeat(78))}` },
  "a long agent in the box": { path: `/?q=${encodeURIComponent("Foo/1 (a; b) ".repeat(150))}` },
  "2000 cookies": lines(cookies(2000)),
  "2000 cookies in brief": { ...lines(cookies(2000)), path: "/v1/http/findings" },
  "2000 cookies with recipes": { ...lines(cookies(2000)), path: "/v1/http?how=all" },
  "2000 cookies in a form": form("/headers", { headers: cookies(2000).join("\n") }),
  "2000 lines of one name": lines(many(2000, (at) => `Vary: a${at}`)),
  "2000 lines of Cache-Control": lines(many(2000, (at) => `Cache-Control: max-age=${at}`)),
  "2000 lines of Link": lines(many(2000, (at) => `Link: </${at}>; rel=preload; as=style`)),
  "2000 policies": lines(many(2000, (at) => `Content-Security-Policy: script-src h${at}.example`)),
  "a policy of 3000 directives": lines([policy]),
  "a policy of 30,000 sources": lines([
    `Content-Security-Policy: script-src ${many(30_000, (at) => `h${at}.example`).join(" ")}`,
  ]),
  "a Permissions-Policy of 20,000 features": lines([
    `Permissions-Policy: ${many(20_000, (at) => `f${at}=(self)`).join(", ")}`,
  ]),
  "a list of 100,000 commas": lines([`Vary: ${",".repeat(100_000)}`]),
  "a value of quotes": lines([`Link: ${'"'.repeat(200_000)}`]),
  "a value of backslashes": lines([`Content-Disposition: attachment; filename="${"\\".repeat(200_000)}`]),
  "a dictionary of 50,000 members": lines([`Priority: ${many(50_000, (at) => `k${at}`).join(", ")}`]),
  "nested lists": lines([`Accept-CH: ${"(".repeat(100_000)}`]),
  "a long name": lines([`${"x-a".repeat(100_000)}: b`]),
  "a long Location": lines([`Location: /${"a/../".repeat(100_000)}`], {
    status: 302,
    url: "https://a.example/",
  }),
  "a long URL": lines(["Age: 1"], { url: `https://a.example/?${"a&".repeat(200_000)}` }),
  "2000 loads": lines([policy], {
    url: "https://a.example/",
    loads: many(2000, (at) => ({ as: "script", url: `https://h${at}.example/` })),
  }),
  "2000 request lines": lines(["Age: 1"], { requestHeaders: many(2000, (at) => `Cookie: c${at}=1`) }),
  "many lines in one": lines(["a: b\n".repeat(150_000)]),
  "lines that are folded": lines([`a: b\n${" c\n".repeat(200_000)}`]),
  "a HAR of 500 entries": har(
    many(500, (at) =>
      entry(
        at,
        many(20, (n) => field(`X-${n}`, "b".repeat(30))),
      ),
    ),
  ),
  "a HAR of 500 entries of cookies": har(
    many(500, (at) =>
      entry(
        at,
        many(20, (n) => field("Set-Cookie", `c${n}=${at}`)),
      ),
    ),
  ),
  "a HAR of 5000 entries": har(many(5000, (at) => entry(at, []))),
  "a HAR with one long entry": har([
    entry(
      0,
      many(2000, (n) => field("Set-Cookie", `c${n}=1`)),
    ),
  ]),
  "a comparison of cookies": sides(cookies(1900), cookies(1899)),
  "a comparison of 1900 lines": sides(
    many(1900, (at) => `X-${at}: a`),
    many(1900, (at) => `X-${at + 900}: b`),
  ),
  "a comparison of policies": sides([policy], [policy.replaceAll("h1", "i1")]),
  "a comparison of no reports": posted("/v1/http/compare", {
    a: { report: { steps: many(50_000, () => ({})) } },
    b: { report: {} },
  }),
  "a map of short rows": upload("/a /b\n".repeat(170_000)),
  "a map of empty lines": upload("\n".repeat(1_000_000)),
  "a map of one line": upload(`/a ${"x".repeat(1_000_000)}`),
  "a map as CSV of quotes": upload('"'.repeat(1_000_000)),
  "a map of nginx blocks": upload("location /a { return 301 /b; }\n".repeat(33_000)),
  "a map of .htaccess": upload("RewriteRule ^a(.*)$ /b [R=301,L]\n".repeat(30_000)),
  "a list of 25000 addresses": form("/", { q: "::1\n".repeat(25_000) }),
  "a list of one long line": form("/", { q: "a".repeat(200_000) }),
  "a pasted map": form("/redirects", { map: "/a /b\n".repeat(90_000) }),
  "a form of 100,000 fields": { path: "/headers", type: TEXT, body: "a=b&".repeat(250_000) },
  "a tool with 2000 cookies": tool("explain_http_headers", { headers: cookies(2000) }),
  "a JSON-RPC batch": posted(
    "/mcp",
    many(5000, (id) => ({ jsonrpc: "2.0", id, method: "tools/list" })),
  ),
  "a visitor of long words": posted("/v1/visitor", {
    ...{ ip: "::1", agent: "Foo/1 (a; b) ".repeat(600), language: "a,".repeat(4000), url: "a".repeat(8000) },
    hints: Object.fromEntries(many(20_000, (at) => [`sec-ch-${at}`, "a"])),
  }),
  "a HAR of 500 entries of a page": {
    ...har(
      many(500, (at) =>
        entry(at, [
          field("Content-Type", "text/html"),
          ...many(20, (n) => field("Set-Cookie", `c${n}=${at}`)),
        ]),
      ),
    ),
    path: "/v1/page",
  },
  "a HAR of 2,000 inline scripts and eight policies": pageOf(
    many(2000, (at) => `<script>${at}</script>`).join(""),
    many(8, (at) => field("Content-Security-Policy", `script-src ${"h.example ".repeat(150)}h${at}`)),
  ),
  "a HAR of 2,000 images and a policy of 1,500 hosts": pageOf(
    many(2000, (at) => `<img src=https://${at}.test/>`).join(""),
    [field("Content-Security-Policy", `img-src ${many(1500, (at) => `h${at}.example`).join(" ")}`)],
  ),
  "a HAR of an import map": pageOf(
    `<script type=importmap>{"imports":{${many(8000, (at) => `"k${at}/":"/${at}/"`).join()}}}</script><script type=module>${many(16_000, (at) => `import"z${at}/q";`).join("")}</script>`,
  ),
  "a HAR of imports with escapes": pageOf(`<script type=module>${'import"/\\x61";'.repeat(50_000)}</script>`),
  "a HAR of fonts in data: URLs": pageOf(
    `<style>${many(2000, (at) => `@font-face{src:url(data:font/woff2,${at})}`).join("")}</style>`,
  ),
  "pipelined pages of differences": pipelined("GET /differences"),
  "pipelined pages of problems": pipelined("GET /problems"),
  "pipelined homes": pipelined("GET /?status=404"),
  "pipelined user agents": pipelined("GET /v1/useragent/Foo%2F1%20(a;%20b)"),
  "pipelined lines": pipelined("POST /v1/http", JSON.stringify({ headers: cookies(20) })),
  "2000 cookies by the older path": { ...lines(cookies(2000)), path: "/v2/http" },
  "a HAR of 500 entries by the older path": { ...har(many(500, (at) => entry(at, []))), path: "/v2/http" },
  "a result to keep with 1 MB": form("/r/AAAAAAAAAAAAAAAAAAAAAA", { a: "b".repeat(1_000_000) }),
  "a name of 127 labels": { path: `/v1/http?url=http://${"a.".repeat(127)}test/` },
  "a name of 4000 labels": { path: `/v1/http?url=http://${"a.".repeat(4000)}test/` },
  "a name of one long label": { path: `/v1/http?url=http://${"a".repeat(8000)}.test/` },
  "a name of Unicode": { path: `/v1/http?url=http://${encodeURIComponent("ﷺ".repeat(700))}.test/` },
  "a name of Punycode": { path: `/v1/http?url=http://${"xn--a".repeat(1600)}.test/` },
  "a query of 5000 parameters": { path: `/v1/ip/::1?${"a=b&".repeat(3500)}` },
  "a search of the guide": { path: `/guide?q=${encodeURIComponent("a b c d e f g h ".repeat(12))}` },
  "a path of escapes": { path: `/v1/ip/${"%25".repeat(4000)}` },
};

/** One request for each route, to load all code. */
export const USUAL_INPUTS: readonly HostileInput[] = [
  posted("/v1/ip", { ips: ["::1"] }),
  posted("/v1/useragent", { agents: ["curl/8"] }),
  posted("/v1/visitor", { ip: "::1", agent: "curl/8" }),
  lines(["Age: 1"]),
  { ...lines(["Age: 1"]), path: "/v1/http/findings" },
  sides(["Age: 1"], ["Age: 2"]),
  har([entry(0, [])]),
  posted("/v1/page", { har: { log: { entries: [entry(0, [])] } } }),
  { ...lines(["Age: 1"]), path: "/v2/http" },
  posted("/reports/shop", [report("x")]),
  { path: "/v1/reports/shop" },
  form("/headers", { headers: "Age: 1" }),
  form("/r/AAAAAAAAAAAAAAAAAAAAAA", {}),
  form("/redirects", { map: "/a /b" }),
  form("/", { q: "::1" }),
  upload("/a /b\n"),
  tool("explain_http_headers", { headers: ["Age: 1"] }),
  tool("explain_status_code", { code: 404 }),
  { path: "/differences" },
  { path: "/problems" },
  { path: "/guide?q=cookies" },
  { path: "/?q=curl" },
];
