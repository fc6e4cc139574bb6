import { runYielding } from "../api/cooperative.ts";
import type { Problem } from "../headers/schema.ts";
import type { Address } from "../ip/address.ts";
import { type Answer, activeChecks } from "./active-checks.ts";
import { nextHop } from "./chain.ts";
import { type Exchange, type ExchangeRequest, type ExchangeSettings, exchange } from "./exchange.ts";
import { type Field, fieldsFor, withFields } from "./extra-request-headers.ts";
import { HttpFailure } from "./failures.ts";
import { fieldLines } from "./framing.ts";
import type { METHODS, NETWORKS, VERSIONS } from "./lookup-enums.ts";
import { checkFailed, http3Fails, http3Works } from "./lookup-problems.ts";
import { finding } from "./problem-kinds/kind.ts";
import type { Queue } from "./queue.ts";
import { type CompletedChain, hopsOf, reporting } from "./report.ts";
import type { HttpReport } from "./schema.ts";
import type { HttpSettings } from "./settings.ts";
import { round } from "./stages.ts";
import { parseTarget, shownUrl, withoutUserinfo } from "./target.ts";
import { type Variant, variantOf, variantProblems, variantUrls } from "./variants.ts";

export interface LookupOptions {
  /** Default `GET`. */
  readonly method?: (typeof METHODS)[number] | undefined;
  /** User-Agent to send; the settings' own without it. */
  readonly agent?: string | undefined;
  /** Fields to send, as `readFields` gives them; in the place of our own of the same name. */
  readonly header?: readonly Field[] | undefined;
  /** The family of addresses to use. Default both, as the system orders them. */
  readonly network?: (typeof NETWORKS)[number] | undefined;
  /** Whether redirects are followed. Default true. */
  readonly follow?: boolean | undefined;
  /** Version to offer. Default `1.1`. */
  readonly version?: (typeof VERSIONS)[number] | undefined;
  /** Extra requests that test revalidation, ranges and content negotiation. Default false. */
  readonly checks?: boolean | undefined;
  /** Whether http and https, with and without www, are looked at as well. Default false. */
  readonly variants?: boolean | undefined;
}

/** By which a service knows requests that a lookup has sent (RFC 8586). */
export const LOOP_ID = "netlens";

/** As a browser asks for a page, so that content negotiation shows. */
const BROWSER_FIELDS = [
  ["Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
  ["Accept-Encoding", "gzip, deflate, br, zstd"],
  ["CDN-Loop", LOOP_ID],
] as const;

/** What a lookup reads of the settings. */
export type LookupSettings = ExchangeSettings & Pick<HttpSettings, "timeout" | "maxRedirects" | "userAgent">;

/**
 * Fetches a URL and follows its redirects. A target that fails is a result (`status` is `"error"`).
 * @param url as a person types it; without a scheme `http://` is assumed
 * @param signal aborts the lookup; its reason is thrown
 * @param client whose lookup it is, for the queue
 * @throws NetlensError `invalid-url`; `too-busy` when the queue is full
 */
export async function lookupHttp(
  url: string,
  options: LookupOptions,
  settings: LookupSettings,
  signal: AbortSignal = new AbortController().signal,
  queue?: Queue,
  client = "",
): Promise<HttpReport> {
  const target = parseTarget(url);
  const work = async (waited: number) => {
    const late = new HttpFailure(
      "timeout",
      `The whole lookup may take ${settings.timeout / 1000} s, and this time is over.`,
    );
    const chain = await followChain(target, options, settings, signal, late, waited);
    const ended = { ...chain, target, asked: shownUrl(url, target) };
    const report = await runYielding(reporting(ended, settings, Date.now()));
    if (!options.variants) return report;
    const variants = await lookAtVariants(target, chain, options, settings, signal, late);
    return { ...report, problems: [...report.problems, ...variantProblems(variants)], variants };
  };
  return queue ? await queue.run(work, signal, { client, target: target.host }) : await work(0);
}

type Chain = Omit<CompletedChain, "target" | "asked">;

/** The other addresses at once: each is a chain of its own, and all together take no longer than one. */
async function lookAtVariants(
  target: URL,
  known: Chain,
  { checks: _, header = [], ...options }: LookupOptions,
  settings: LookupSettings,
  signal: AbortSignal,
  late: HttpFailure,
): Promise<Variant[]> {
  const all = variantUrls(withoutUserinfo(target)).map(async (url) => {
    const isKnown = url.href === withoutUserinfo(target).href;
    const sent = { ...options, header: fieldsFor(url, target, header) };
    const chain = isKnown ? known : await followChain(url, sent, settings, signal, late, 0);
    const { exchanges, stop, problems } = chain;
    const hops = hopsOf(exchanges);
    return variantOf({ url, hops, end: exchanges.at(-1)?.url ?? url, stop, problems });
  });
  return await Promise.all(all);
}

async function followChain(
  target: URL,
  options: LookupOptions,
  settings: LookupSettings,
  signal: AbortSignal,
  late: HttpFailure,
  waited: number,
): Promise<Chain> {
  const end = performance.now() + settings.timeout;
  const exchanges: Exchange[] = [];
  const own = [["User-Agent", options.agent ?? settings.userAgent], ...BROWSER_FIELDS] as const;
  let request: Omit<ExchangeRequest, "url"> = {
    method: options.method ?? "GET",
    version: options.version ?? "1.1",
    fields: withFields(own, options.header ?? []),
    ...(options.network && { family: options.network === "4" ? 4 : 6 }),
  };
  let url = withoutUserinfo(target);
  for (;;) {
    const wait = exchanges.length === 0 ? { waited: round(waited) } : {};
    const left = Math.max(1, end - performance.now());
    const step = await underTime(left, signal, late, (inner) =>
      exchange({ ...request, ...wait, url }, settings, inner),
    );
    exchanges.push(step);
    if (!step.head) return { exchanges, stop: "error", problems: [], findings: [] };
    const next = nextHop(hopsOf(exchanges), {
      follow: options.follow ?? true,
      maxRedirects: settings.maxRedirects,
    });
    if (next.follow === undefined) {
      const stop = next.stop === "done" && step.failure ? "error" : next.stop;
      const checked = options.checks && stop === "done";
      const findings = checked ? await check(step, request, settings, end, signal, late) : [];
      return { exchanges, stop, location: next.location, problems: next.problems, findings };
    }
    const follow = withoutUserinfo(next.follow);
    request = { ...request, method: next.method, fields: fieldsFor(follow, url, request.fields) };
    url = follow;
  }
}

/** Sends the extra requests one after the other, to the address that answered, in what is left of the lookup's time. */
async function check(
  last: Exchange,
  request: Omit<ExchangeRequest, "url">,
  settings: LookupSettings,
  end: number,
  signal: AbortSignal,
  late: HttpFailure,
): Promise<Problem[]> {
  const first = answerOf(last);
  const { address } = last;
  if (!first || !address || last.method !== "GET") return [];
  const problems = await checkHttp3(last, address, request, settings, signal);
  for (const each of activeChecks(first)) {
    const left = Math.max(1, end - performance.now());
    const extra = { ...request, url: last.url, address, fields: each.fields(request.fields) };
    const second = await underTime(left, signal, late, (inner) => exchange(extra, settings, inner));
    const answer = answerOf(second);
    if (answer) problems.push(...each.judge(first, answer));
    else problems.push(finding(checkFailed, { name: each.name, why: second.failure?.message ?? "" }));
  }
  return problems;
}

/** Whether an HTTP/3 that Alt-Svc advertises for this host (RFC 7838) really answers, and how much faster. */
async function checkHttp3(
  last: Exchange,
  address: Address,
  request: Omit<ExchangeRequest, "url">,
  settings: LookupSettings,
  signal: AbortSignal,
): Promise<Problem[]> {
  const offers = fieldLines(last.head?.lines ?? [], "alt-svc")
    .map(({ value }) => value)
    .join(", ");
  const [, host = "", port = ""] = /(?:^|[\s,])h3="([^":]*):(\d{1,5})"/.exec(offers) ?? [];
  if (port === "" || last.httpVersion === "3" || last.url.protocol !== "https:") return [];
  if (host !== "" && host !== last.url.hostname) return [];
  const url = new URL(last.url);
  url.port = port;
  const bounded = { ...settings, tlsTimeout: Math.min(settings.tlsTimeout, 2000) };
  const tried = await exchange({ ...request, version: "3", url, address }, bounded, signal);
  if (!tried.head) return [finding(http3Fails, { port, why: tried.failure?.message ?? "" })];
  const time = ({ stages: { tcp = 0, tls = 0, firstByte = 0 } }: Exchange) =>
    Math.round(tcp + tls + firstByte);
  const version = last.httpVersion;
  return [finding(http3Works, { port, time: time(tried), before: time(last), version })];
}

function answerOf({ head, content }: Exchange): Answer | undefined {
  const bytes = content && !content.body.truncated ? content.body.wireBytes : undefined;
  return head && { head, bytes };
}

/** Like `within`, but waits for work that turns the end of its time into a result. */
async function underTime<T>(
  ms: number,
  parent: AbortSignal,
  late: Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(late), ms);
  const follow = () => controller.abort(parent.reason);
  if (parent.aborted) follow();
  else parent.addEventListener("abort", follow, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    parent.removeEventListener("abort", follow);
  }
}
