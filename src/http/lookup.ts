/**
 * Looks up one URL: requests it, follows its redirects, and explains every response. A URL, options and
 * settings go in; a report comes out. If the target fails, the report has the status `"error"`. It never
 * judges several pages, stores nothing between lookups, and connects to no address that the settings forbid.
 */

import type { RecipeChoice } from "../../data/recipe-servers.ts";
import { type Budget, makeBudget } from "../api/budget.ts";
import { runInSharedTimeSlice } from "../api/cooperative.ts";
import { lookupBudget } from "../api/limits.ts";
import { LOOP_FIELD } from "../api/loop.ts";
import { pageRefresh } from "./chain/browser/page-refresh.ts";
import type { Arrival } from "./chain/hop.ts";
import { variantOf, variantProblems, variantUrls } from "./chain/variants.ts";
import { nextHop } from "./chain.ts";
import {
  type Exchange,
  type ExchangeRequest,
  type ExchangeSettings,
  hopsOf,
  keepConnections,
  lookUp,
} from "./exchange.ts";
import type { Queue } from "./queue.ts";
import { registrationOf } from "./report/domain.ts";
import { sendExtraRequests } from "./report/extra-requests.ts";
import { type CompletedChain, reporting } from "./report/reporting.ts";
import type { HttpReport, Variant } from "./schema.ts";
import type { HttpSettings, NETWORKS, VERSIONS, VISITORS } from "./settings.ts";
import { parseTarget, shownUrl, withoutUserinfo } from "./target.ts";
import { underTime } from "./wire/deadline.ts";
import { HttpFailure } from "./wire/failures.ts";
import { type Field, fieldsFor, requestFields, withCookies, withUserinfo } from "./wire/request-headers.ts";
import { round } from "./wire/stages.ts";

export interface LookupOptions {
  /** HTTP method. Default `GET`; with `data`, `POST`. */
  readonly method?: string | undefined;
  /** Content to send; command line only. */
  readonly data?: string | undefined;
  /** Default: the settings' `userAgent`. */
  readonly agent?: string | undefined;
  /** Fields from `readFields`; replace defaults of the same name. */
  readonly header?: readonly Field[] | undefined;
  /** Names of default fields not to send. */
  readonly omit?: readonly string[] | undefined;
  /** Whether credentials in the URL are sent to its origin (Basic, RFC 7617); command line only. */
  readonly sendsUserinfo?: boolean | undefined;
  /** IP version. Default: both, in the order of the system's resolver. */
  readonly network?: (typeof NETWORKS)[number] | undefined;
  /** Client to imitate: `browser` sends cookies and follows HSTS and Refresh. Default `client`. */
  readonly as?: (typeof VISITORS)[number] | undefined;
  /** Whether to send the cookies that a redirect sets; a browser always does. */
  readonly cookies?: boolean | undefined;
  /** Default true. */
  readonly follow?: boolean | undefined;
  /** Default `auto`. */
  readonly version?: (typeof VERSIONS)[number] | undefined;
  /** Whether each step opens a new connection. Default false: steps to one origin share a connection. */
  readonly cold?: boolean | undefined;
  /** Whether to send extra requests for revalidation, ranges and negotiation. Default false. */
  readonly checks?: boolean | undefined;
  /** Whether to judge responses as loads of another site's page; absent: depends on the request headers. */
  readonly thirdParty?: boolean | undefined;
  /** Whether to look up http and https, with and without www. Default false. */
  readonly variants?: boolean | undefined;
  /** Whether to look up the registration of the domain as well. Default false. */
  readonly domain?: boolean | undefined;
  /** Server for which fixes are written; absent: none. */
  readonly how?: RecipeChoice | undefined;
  /** If false, findings have no `fix`. Default true. */
  readonly fixes?: boolean | undefined;
}

/** Accept fields similar to a browser's, so that content negotiation becomes visible. */
export const BROWSER_FIELDS = [
  ["Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
  ["Accept-Encoding", "gzip, deflate, br, zstd"],
  LOOP_FIELD,
] as const;

/** Content type of curl's -d. */
const FORM = ["Content-Type", "application/x-www-form-urlencoded"] as const;

export type LookupSettings = ExchangeSettings &
  Pick<
    HttpSettings,
    "timeout" | "maxRedirects" | "userAgent" | "wellKnownPaths" | "browser" | "budget" | "rdap"
  >;

/**
 * @param url as typed by a user; without a scheme `http://` is assumed
 * @param signal aborts the lookup; its reason is thrown
 * @param client id of the client, for the queue
 * @param onHop called after each request of the chain
 * @throws NetlensError `invalid-url`; `too-busy` when the queue is full
 */
export async function lookupHttp(...given: Parameters<typeof lookUpSteps>): Promise<HttpReport> {
  return (await lookUpSteps(...given)).report;
}

/** Same as `lookupHttp`, but also returns the exchanges, with content of up to `settings.kept` bytes. */
export async function lookUpSteps(
  url: string,
  options: LookupOptions,
  given: LookupSettings,
  signal: AbortSignal = new AbortController().signal,
  queue?: Queue,
  client = "",
  onHop: (hop: Exchange) => void = () => {},
): Promise<{ readonly report: HttpReport; readonly exchanges: readonly Exchange[] }> {
  const target = parseTarget(url);
  const work = async (waited: number) => {
    const settings = { ...given, budget: given.budget ?? budgetOf(given) };
    const deadlineError = () =>
      new HttpFailure("timeout", `The lookup exceeded its time limit of ${settings.timeout / 1000} s.`);
    const chain = await followChain(target, options, settings, signal, deadlineError, waited, onHop);
    const sendsUserinfo = options.sendsUserinfo === true;
    const questions = options.thirdParty === undefined ? undefined : { thirdParty: options.thirdParty };
    const ended = { ...chain, target, asked: shownUrl(url, target), sendsUserinfo, questions };
    // Yields between steps, so that sockets are served: Bun serves few TLS handshakes per turn, the latest first.
    const report = await runInSharedTimeSlice(
      reporting(ended, { ...settings, how: options.how, fixes: options.fixes }, Date.now()),
    );
    const { exchanges } = chain;
    if (!options.variants) return { report, exchanges };
    const variants = await lookAtVariants(target, chain, options, settings, signal, deadlineError);
    const problems = [...report.problems, ...variantProblems(variants)];
    return { report: { ...report, problems, variants }, exchanges };
  };
  const registration = options.domain ? registrationOf(target, given, signal) : undefined;
  const done = await (queue ? queue.run(work, signal, { client, target: target.host }) : work(0));
  if (!registration) return done;
  const { problems, ...registered } = await registration;
  const report = { ...done.report, ...registered, problems: [...done.report.problems, ...problems] };
  return { ...done, report };
}

const budgetOf = ({ timeout, maxBodyBytes, maxDecodedBytes }: LookupSettings): Budget =>
  makeBudget(lookupBudget(timeout, Math.max(maxBodyBytes, maxDecodedBytes)));

type Budgeted = LookupSettings & { readonly budget: Budget };

type Chain = Omit<CompletedChain, "target" | "asked" | "sendsUserinfo">;

/** Follows the other variants in parallel, with the timeout of one lookup. */
async function lookAtVariants(
  target: URL,
  known: Chain,
  { checks: _, thirdParty: __, header = [], ...options }: LookupOptions,
  settings: Budgeted,
  signal: AbortSignal,
  deadlineError: () => HttpFailure,
): Promise<Variant[]> {
  const all = variantUrls(withoutUserinfo(target)).map(async (url) => {
    const isKnown = url.href === withoutUserinfo(target).href;
    const sent = { ...options, header: fieldsFor(url, target, header) };
    const chain = isKnown ? known : await followChain(url, sent, settings, signal, deadlineError, 0);
    const { exchanges, stop, problems } = chain;
    const hops = hopsOf(exchanges);
    return variantOf({ url, hops, end: exchanges.at(-1)?.url ?? url, stop, problems });
  });
  return await Promise.all(all);
}

async function followChain(
  target: URL,
  options: LookupOptions,
  settings: Budgeted,
  signal: AbortSignal,
  deadlineError: () => HttpFailure,
  waited: number,
  onHop: (hop: Exchange) => void = () => {},
): Promise<Chain> {
  using kept = options.cold ? undefined : keepConnections();
  const end = performance.now() + settings.timeout;
  const exchanges: Exchange[] = [];
  let request = firstRequest(target, options, settings);
  let url = withoutUserinfo(target);
  let arrival: Arrival | undefined;
  const sent = (fields: readonly Field[]) => (arrival ? withCookies(fields, arrival.cookie) : fields);
  for (;;) {
    const wait = exchanges.length === 0 ? { waited: round(waited) } : {};
    const left = Math.max(1, end - performance.now());
    const step = await underTime(left, signal, deadlineError, (inner) =>
      lookUp(url, { ...request, fields: sent(request.fields), ...wait, settings, signal: inner, kept }),
    );
    onHop(step);
    if (arrival) step.arrival = arrival;
    await lookIntoPage(step);
    exchanges.push(step);
    if (!step.head) return { exchanges, stop: "error", problems: [], findings: [] };
    settings.budget.charge("requests");
    const next = nextHop(hopsOf(exchanges), {
      follow: options.follow ?? true,
      maxRedirects: Math.min(settings.maxRedirects, exchanges.length - 1 + settings.budget.left("requests")),
      browser: options.as === "browser",
      cookies: options.cookies,
    });
    if (next.follow === undefined) {
      const stop = next.stop === "done" && step.failure ? "error" : next.stop;
      const checked = options.checks && stop === "done";
      const asked = { ...request, fields: sent(request.fields) };
      const extra = checked
        ? await sendExtraRequests(step, asked, settings, end, signal, deadlineError, kept)
        : undefined;
      const { problems: findings = [], paths } = extra ?? {};
      return { exchanges, stop, location: next.location, problems: next.problems, findings, paths };
    }
    const follow = withoutUserinfo(next.follow);
    const isSame = next.method === request.method;
    request = {
      ...request,
      method: next.method,
      fields: fieldsAfter(next.follow, url, request.fields, options),
    };
    if (!isSame) request = withoutBody(request);
    arrival = next.arrival;
    url = follow;
  }
}

function firstRequest(
  target: URL,
  { agent, data, version = "auto", network, ...options }: LookupOptions,
  { userAgent }: LookupSettings,
): Omit<ExchangeRequest, "url"> {
  const own = [["User-Agent", agent ?? userAgent], ...BROWSER_FIELDS] as const;
  return {
    method: options.method ?? (data === undefined ? "GET" : "POST"),
    ...(data !== undefined && { body: data }),
    version,
    fields: requestFields(data === undefined ? own : [...own, FORM], target, options),
    ...(network && { family: network === "4" ? 4 : 6 }),
  };
}

/** Request fields for the target of a redirect. A given Authorization overrides user information, as in curl. */
function fieldsAfter(
  target: URL,
  from: URL,
  fields: readonly Field[],
  { header, sendsUserinfo }: LookupOptions,
): readonly Field[] {
  const kept = fieldsFor(target, from, fields);
  const isGiven =
    target.origin === from.origin && header?.some(([name]) => name.toLowerCase() === "authorization");
  return sendsUserinfo && !isGiven ? withUserinfo(kept, target) : kept;
}

/** Removes content and Content-Type, for a redirect from POST to GET. */
function withoutBody({ body, ...request }: Omit<ExchangeRequest, "url">): Omit<ExchangeRequest, "url"> {
  if (body === undefined) return request;
  return { ...request, fields: request.fields.filter(([name]) => name.toLowerCase() !== "content-type") };
}

async function lookIntoPage(step: Exchange): Promise<void> {
  const { opening } = step.content ?? {};
  const [hop] = opening ? hopsOf([step]) : [];
  const meta = opening && hop && (await pageRefresh(hop, opening));
  if (meta) step.meta = meta;
}
