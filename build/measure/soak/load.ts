/** The mix of a soak: every endpoint and page, including failures, with their expected results. */

import { favicon, map, script, stylesheet } from "../../../src/web/assets/assets.ts";

export interface MixEntry {
  /** Id of the operation in the API description, or of the page's route. */
  readonly operation: string;
  readonly path: string;
  readonly body?: string;
  /** Type of the body; JSON by default. */
  readonly type?: "application/x-www-form-urlencoded";
  readonly accept?: string;
  readonly status: number;
  /** Relative frequency. */
  readonly weight: number;
}

const LINES = ["HTTP/1.1 200 OK", "Cache-Control: max-age=60", "Set-Cookie: a=b; Secure", "Vary: Cookie"];
/** A page and its image, as in a browser's HAR log. */
const LOADED = [
  { type: "text/html", url: "https://a.example/", text: "<img src=a.png>" },
  { type: "image/png", url: "https://a.example/a.png", text: "" },
].map(({ type, url, text }) => ({
  request: { method: "GET", url, headers: [] },
  response: { status: 200, headers: [{ name: "Content-Type", value: type }], content: { text } },
}));
const PAGE = { accept: "text/html", status: 200 } as const;
const ECHOIP = {
  echoipJson: "/json",
  echoipIp: "/ip",
  echoipCountry: "/country",
  echoipCountryIso: "/country-iso",
  echoipCity: "/city",
  echoipCoordinates: "/coordinates",
  echoipAsn: "/asn",
  echoipAsnOrg: "/asn-org",
} as const;
/**
 * Paths of the target that misbehave (faults.ts); a lookup returns a report with the fault.
 * @internal for tests: the mix has each of them
 */
export const BAD_TARGETS = ["cut", "reset", "loop", "noise", "large", "silent"] as const;

/** All entries of the mix; `number` selects the address, user agent or URL. */
export function mixOf(number: number, target: string): readonly MixEntry[] {
  const ip = `${1 + (number % 220)}.${number & 255}.${(number >>> 8) & 255}.7`;
  const agent = encodeURIComponent(`Mozilla/5.0 (X11; Linux x86_64; rv:${number % 150}.0) Gecko/20100101`);
  const at = (kind: string) => encodeURIComponent(`${target}/${kind}/${number % 50}`);
  const form = (fields: Record<string, string>) =>
    ({ body: String(new URLSearchParams(fields)), type: "application/x-www-form-urlencoded" }) as const;
  return [
    { operation: "address", path: `/v1/ip/${ip}`, status: 200, weight: 40 },
    { operation: "address", path: `/v1/ip/${ip}?locale=de`, status: 200, weight: 5 },
    { operation: "address", path: "/v1/ip/nowhere", status: 400, weight: 2 },
    { operation: "addressBlock", path: `/v1/ip/${ip}/24`, status: 200, weight: 1 },
    { operation: "addressBlock", path: `/v1/ip/${ip}/33`, status: 400, weight: 1 },
    { operation: "ownAddress", path: "/v1/ip", status: 200, weight: 5 },
    {
      operation: "addresses",
      ...{ path: "/v1/ip", body: JSON.stringify({ ips: [ip, "nowhere", "::1"] }), status: 200, weight: 3 },
    },
    { operation: "userAgent", path: `/v1/useragent/${agent}`, status: 200, weight: 15 },
    { operation: "ownUserAgent", path: "/v1/useragent", status: 200, weight: 2 },
    {
      operation: "userAgents",
      path: "/v1/useragent",
      body: JSON.stringify({ agents: ["curl/8", `x/${number}`] }),
      ...{ status: 200, weight: 3 },
    },
    { operation: "status", path: `/v1/status/${200 + (number % 5)}`, status: 200, weight: 5 },
    {
      operation: "decode",
      path: "/v1/http",
      body: JSON.stringify({ headers: LINES }),
      status: 200,
      weight: 5,
    },
    {
      operation: "compare",
      path: "/v1/http/compare",
      body: JSON.stringify({ a: { headers: LINES }, b: { headers: [...LINES, `Age: ${number}`] } }),
      ...{ status: 200, weight: 2 },
    },
    { operation: "http", path: `/v1/http?url=${at("good")}`, status: 200, weight: 5 },
    { operation: "page", path: `/v1/page?url=${at("good")}`, status: 200, weight: 1 },
    ...[
      { entries: [], status: 400 },
      { entries: LOADED, status: 200 },
    ].map(({ entries, status }) => ({
      ...{ operation: "pageHar", path: "/v1/page", status, weight: 0.3 },
      body: JSON.stringify({ har: { log: { version: "1.2", entries } } }),
    })),
    { operation: "probe", path: `/probe?target=${at("good")}`, status: 200, weight: 1 },
    { operation: "probe", path: `/probe?target=${at("cut")}`, status: 200, weight: 0.3 },
    { operation: "probe", path: "/probe", status: 400, weight: 0.3 },
    {
      operation: "visitor",
      path: "/v1/visitor",
      body: JSON.stringify({ ip, agent: "curl/8" }),
      ...{ status: 200, weight: 1 },
    },
    { operation: "http", path: "/v1/http?url=ftp://a.example/", status: 400, weight: 1 },
    ...BAD_TARGETS.map((kind) => ({
      ...{ operation: "http", path: `/v1/http?url=${at(kind)}`, status: 200, weight: 0.3 },
    })),
    { operation: "httpFindings", path: `/v1/http/findings?url=${at("good")}`, status: 200, weight: 1 },
    {
      operation: "decodeFindings",
      ...{ path: "/v1/http/findings", body: JSON.stringify({ headers: LINES }), status: 200, weight: 1 },
    },
    { operation: "problems", path: "/v1/problems", status: 200, weight: 0.5 },
    { operation: "problem", path: "/v1/problems/age-invalid", status: 200, weight: 0.5 },
    { operation: "httpHar", path: `/v1/http/har?url=${at("good")}`, status: 200, weight: 1 },
    { operation: "httpHar", path: `/v1/http/har?url=${at("cut")}`, status: 200, weight: 0.3 },
    ...Object.entries(ECHOIP).map(([operation, path]) => ({
      ...{ operation, path: `${path}?ip=81.2.69.142`, status: 200, weight: 0.5 },
    })),
    { operation: "openapi", path: "/openapi.json", status: 200, weight: 1 },
    { operation: "health", path: "/healthz", status: 200, weight: 1 },
    { operation: "readiness", path: "/readyz", status: 200, weight: 1 },
    { operation: "home", path: "/", ...PAGE, weight: 2 },
    { operation: "home", path: `/?ip=${ip}`, ...PAGE, weight: 2 },
    { operation: "home", path: `/?url=${at("good")}`, ...PAGE, weight: 2 },
    { operation: "home", path: `/?url=${at("reset")}`, ...PAGE, weight: 0.3 },
    { operation: "forms", path: "/forms", ...PAGE, weight: 0.5 },
    { operation: "comparePage", path: `/compare?a=${at("good")}&b=${at("loop")}`, ...PAGE, weight: 0.5 },
    {
      operation: "homeForm",
      path: "/",
      ...form({ q: `${ip}\n${at("good")}` }),
      ...{ ...PAGE, weight: 0.5 },
    },
    { operation: "redirectsForm", path: "/redirects", ...PAGE, weight: 0.5 },
    {
      operation: "redirectsPage",
      path: "/redirects",
      ...form({ map: `/loop/ /good/\n/good/${number % 50} /`, base: `http://${target}` }),
      ...{ ...PAGE, weight: 0.5 },
    },
    { operation: "headersForm", path: "/headers", ...PAGE, weight: 0.5 },
    {
      operation: "headersPage",
      ...{ path: "/headers", ...form({ headers: LINES.join("\n") }), ...PAGE, weight: 2 },
    },
    { operation: "sitePage", path: "/site", ...PAGE, weight: 0.3 },
    { operation: "problemsPage", path: "/problems", ...PAGE, weight: 0.5 },
    { operation: "guidePage", path: "/guide", ...PAGE, weight: 0.3 },
    { operation: "guideTopicPage", path: "/guide/proxies", ...PAGE, weight: 0.3 },
    { operation: "pageAudit", path: `/page?url=${at("good")}`, ...PAGE, weight: 0.3 },
    { operation: "keptResult", path: "/r/AAAAAAAAAAAAAAAAAAAAAA", ...PAGE, status: 404, weight: 0.3 },
    { operation: "keepResult", path: "/r/AAAAAAAAAAAAAAAAAAAAAA", ...form({}), status: 404, weight: 0.3 },
    { operation: "differencesPage", path: "/differences?kind=csp", ...PAGE, weight: 0.3 },
    { operation: "problemPage", path: "/problems/age-invalid", ...PAGE, weight: 0.5 },
    { operation: "problemPage", path: "/problems/nothing-such", ...PAGE, status: 404, weight: 0.3 },
    { operation: "placePage", path: `/place?at=${number % 90},13.4`, ...PAGE, weight: 0.5 },
    { operation: "stylesheet", path: stylesheet.path, status: 200, weight: 0.5 },
    { operation: "script", path: script.path, status: 200, weight: 0.5 },
    { operation: "map", path: map.path, status: 200, weight: 0.5 },
    { operation: "icon", path: favicon.path, status: 200, weight: 0.5 },
    { operation: "oldIcon", path: "/favicon.ico", status: 200, weight: 0.5 },
    { operation: "none", path: "/nowhere", status: 404, weight: 2 },
  ];
}

/** Selects an entry by weight. */
export function pick(all: readonly MixEntry[], chance: number): MixEntry {
  let left = chance * all.reduce((sum, { weight }) => sum + weight, 0);
  for (const entry of all) {
    left -= entry.weight;
    if (left < 0) return entry;
  }
  throw new Error("chances are below 1");
}

/**
 * Sends an entry within 20 s, unless `signal` aborts it. @returns the unexpected result; undefined if it is
 * as expected
 */
export async function send(
  origin: string,
  { path, body, type, accept, status }: MixEntry,
  signal = AbortSignal.timeout(20_000),
): Promise<string | undefined> {
  try {
    const response = await fetch(`${origin}${path}`, {
      headers: {
        accept: accept ?? "*/*",
        ...(body !== undefined && { "content-type": type ?? "application/json" }),
      },
      ...(body !== undefined && { method: "POST", body }),
      signal,
    });
    const text = await response.text();
    if (response.status !== status) return `${response.status} for ${path}: ${text.slice(0, 200)}`;
    return text === "" ? `nothing for ${path}` : undefined;
  } catch (error) {
    return `${error instanceof Error ? error.message : error} for ${path}`;
  }
}
