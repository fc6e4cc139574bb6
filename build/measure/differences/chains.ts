/**
 * Random sites in a real Chromium and with `as=browser`: compares every request with its cookies, and the
 * end.
 */

import { readFieldLines } from "../../../src/headers/message.ts";
import { pageRefresh } from "../../../src/http/chain/browser/page-refresh.ts";
import type { Arrival, Hop } from "../../../src/http/chain/hop.ts";
import { nextHop } from "../../../src/http/chain.ts";
import { type Chance, chance } from "./random.ts";
import type { Answer, Requested } from "./server.ts";
import { openStage, type Stage, went } from "./stage.ts";

interface Page {
  readonly answer: Answer;
  /** Alternative answer for requests with this cookie. */
  readonly gate?: { readonly cookie: string; readonly answer: Answer };
}

interface Site {
  readonly start: string;
  /** Pages by URL. */
  readonly pages: ReadonlyMap<string, Page>;
}

interface Walked {
  /** `URL cookies` of each request. */
  readonly requests: readonly string[];
  /** Final URL; undefined if the chain does not end. */
  readonly end: string | undefined;
}

export interface Compared {
  readonly seed: number;
  readonly site: Site;
  readonly seen: Walked;
  readonly ours: Walked;
  readonly isSame: boolean;
}

const HOSTS = ["shop.example", "www.shop.example", "other.example"];
const ATTRIBUTES = ["", "; Path=/", "; Path=/a", "; Domain=shop.example", "; Secure", "; SameSite=Strict"];
const MORE = [
  "",
  "",
  "; HttpOnly",
  "; SameSite=Lax",
  "; Max-Age=0",
  "; Max-Age=60",
  "; SameSite=None; Secure",
];
const HSTS = ["max-age=60", "max-age=60; includeSubDomains", "max-age=0"];
/** Longer chains are skipped, since browsers stop after 20 redirects. */
const MOST = 12;

function siteOf(seed: number): Site {
  const random = chance(seed);
  const urls = Array.from({ length: 7 }, (_, index) => {
    const scheme = random.pick(["https", "https", "http"]);
    return `${scheme}://${random.pick(HOSTS)}/${random.pick(["", "a/", "b/"])}p${index}`;
  });
  const pages = new Map(urls.map((url, index) => [url, pageOf(url, urls, index, random)]));
  // HSTS may change http to https, so the https URL has the same page.
  for (const [url, page] of [...pages]) {
    const secure = url.replace(/^http:/, "https:");
    if (!pages.has(secure)) pages.set(secure, page);
  }
  return { start: urls[0] ?? "", pages };
}

function pageOf(url: string, urls: readonly string[], index: number, random: Chance): Page {
  // Usually a later page, so that few sites loop.
  const next = random.pick([
    ...urls.slice(index + 1),
    ...urls.slice(index + 1),
    ...urls.slice(index + 1),
    ...urls,
  ]);
  const isEnd = index === urls.length - 1 || (index > 1 && random.number(5) === 0);
  const name = `c${random.number(3)}`;
  const cookie = `Set-Cookie: ${name}=${index}${random.pick(ATTRIBUTES)}${random.pick(MORE)}`;
  const lines = [
    ...(random.number(2) === 0 ? [cookie] : []),
    ...(random.number(3) === 0 ? [`Strict-Transport-Security: ${random.pick(HSTS)}`] : []),
    ...(random.number(12) === 0 ? ['Clear-Site-Data: "cookies"'] : []),
  ];
  const answer = isEnd ? ending(lines) : onward(next, lines, random);
  if (random.number(4) > 0) return { answer };
  const own = `Set-Cookie: gate=${index}${random.pick(ATTRIBUTES)}`;
  return { answer: onward(url, [own], random), gate: { cookie: `gate=${index}`, answer } };
}

const HTML = "Content-Type: text/html; charset=utf-8";

function ending(lines: readonly string[]): Answer {
  return { headers: [HTML, ...lines], body: "<!doctype html><title>x</title>" };
}

function onward(to: string, lines: readonly string[], random: Chance): Answer {
  const escaped = to.replaceAll("/", "&sol;");
  const metas = [
    `<meta http-equiv=refresh content="0;url=${to}">`,
    `<!doctype html><script>"<!-- <script>"</script><META CONTENT='0; URL="${escaped}"' HTTP-EQUIV='Refresh'>`,
    `<base href="${new URL(to).origin}/"><p><meta http-equiv="refresh" content="0 ${new URL(to).pathname.slice(1)}">`,
    `<noscript><meta http-equiv=refresh content="0;url=/wrong"></noscript><!-- > --><meta http-equiv=refresh content=0,${to}>`,
  ];
  const forms: (() => Answer)[] = [
    () => ({ status: random.pick([301, 302, 303, 307, 308]), headers: [`Location: ${to}`, ...lines] }),
    () => ({ status: 302, headers: [`Location: ${to}`, ...lines] }),
    () => ({ headers: [HTML, `Refresh: 0; url=${to}`, ...lines], body: "x" }),
    () => ({ headers: [HTML, ...lines], body: random.pick(metas) }),
  ];
  return random.pick(forms)();
}

function answerOf({ pages }: Site, url: string, cookie: string): Answer {
  const page = pages.get(url);
  if (!page) return { status: 404 };
  const isPast = page.gate && cookie.split("; ").includes(page.gate.cookie);
  return isPast && page.gate ? page.gate.answer : page.answer;
}

const requestOf = (url: string, cookie: string) => (cookie === "" ? url : `${url} ${cookie}`);

/** Requests and end of a lookup with `as=browser`. */
async function walk(site: Site): Promise<Walked> {
  const hops: Hop[] = [];
  const requests: string[] = [];
  let url = new URL(site.start);
  let arrival: Arrival | undefined;
  for (;;) {
    const cookie = arrival?.cookie ?? "";
    requests.push(requestOf(url.href, cookie));
    const { status = 200, headers = [], body = "" } = answerOf(site, url.href, cookie);
    const hop: Hop = { url, method: "GET", status, lines: readFieldLines(headers), arrival };
    hops.push({ ...hop, meta: await pageRefresh(hop, Buffer.from(body)) });
    const next = nextHop(hops, { follow: true, maxRedirects: MOST, browser: true });
    if (!next.follow) return { requests, end: next.stop === "done" ? url.href : undefined };
    url = next.follow;
    arrival = next.arrival;
  }
}

/**
 * Milliseconds without a request after which a page is the end of the chain; redirects follow each other
 * faster.
 */
const SETTLED = 1000;

async function visit(stage: Stage, site: Site, most: number): Promise<Walked> {
  const requests: string[] = [];
  const serve = ({ scheme, host, path, headers }: Requested): Answer => {
    const url = `${scheme}://${host}${path}`;
    const cookie = headers.get("cookie") ?? "";
    requests.push(requestOf(url, cookie));
    return answerOf(site, url, cookie);
  };
  for (const url of site.pages.keys()) stage.answer(url, serve);
  const { context, page } = await stage.open("");
  try {
    const arrived = await went(page, site.start);
    for (let before = -1; before < requests.length && requests.length <= most; ) {
      before = requests.length;
      await Bun.sleep(SETTLED);
    }
    const fails = !arrived || page.url().startsWith("chrome-error:");
    return { requests, end: fails || requests.length > most ? undefined : page.url() };
  } finally {
    await context.close();
  }
}

/** Compares sites; loops are compared up to the first repetition. */
export async function compareChains(seed: number, cases: number): Promise<Compared[]> {
  const stage = await openStage();
  const compared: Compared[] = [];
  for (let index = 0; index < cases; index++) {
    const site = siteOf(seed * 1000 + index);
    const ours = await walk(site);
    const seen = await visit(stage, site, ours.requests.length);
    const begun = seen.requests.slice(0, ours.requests.length);
    // A page that reloads itself repeatedly is the end of the chain.
    const reloads = ours.end !== undefined && seen.requests.length > ours.requests.length;
    const stays = seen.requests.slice(ours.requests.length).every((one) => one === ours.requests.at(-1));
    const isSameEnd = reloads ? stays : seen.end === ours.end;
    const isSame = Bun.deepEquals(begun, ours.requests) && isSameEnd;
    compared.push({ seed: seed * 1000 + index, site, seen, ours, isSame });
  }
  await stage.close();
  return compared;
}
