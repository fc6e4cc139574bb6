/** Exchanges → HttpReport. Pure; the clock is a parameter. */

import { failureKinds } from "../../../data/failures.ts";
import { optional } from "../../api/body-parts.ts";
import type { Task } from "../../api/cooperative.ts";
import { type Explained, type ExplainOptions, explaining } from "../../headers/explain.ts";
import { type Known, messageOf, withRequest } from "../../headers/message.ts";
import { type Omitted, openResponseBudget, type ResponseBudget } from "../../headers/response-budget.ts";
import type { Problem } from "../../headers/schema.ts";
import { type Questions, reportedVerdicts } from "../../headers/verdicts.ts";
import { quote } from "../../headers/wording.ts";
import { statusTexts } from "../../status/lookup.ts";
import { formatAddress } from "../../syntax/ip-address.ts";
import { earlierCookies } from "../chain/cookie-replay.ts";
import { needsCookie } from "../chain.ts";
import { type Exchange, hopsOf } from "../exchange.ts";
import type { AskedPath, HttpReport, HttpStep, Stop } from "../schema.ts";
import { hasUserinfo, requestObject, withoutUserinfo } from "../target.ts";
import { isRefused } from "../wire/certificate.ts";
import type { HttpFailure } from "../wire/failures.ts";
import type { ResponseHead } from "../wire/head.ts";
import { sumStages } from "../wire/stages.ts";
import { truncateUrl } from "../wire/truncate.ts";
import { chainProblems } from "./chain-problems.ts";
import { credentialsInUrl } from "./lookup-problems.ts";
import { finding } from "./problem.ts";
import { type StepSettings, stepProblems } from "./step-problems.ts";
import { transferOf } from "./transfer.ts";

/** Without `how`, findings have no recipe. */
type ReportSettings = StepSettings & Pick<ExplainOptions, "how" | "fixes">;

/** @param now milliseconds since the epoch */
export function* reporting(ended: CompletedChain, settings: ReportSettings, now: number): Task<HttpReport> {
  const allowance = openResponseBudget();
  const { exchanges } = ended;
  const steps: HttpStep[] = [];
  // Starts with the last step: if the budget is short, earlier steps get less of it.
  for (let index = exchanges.length - 1; index >= 0; index--) {
    const exchange = exchanges[index];
    if (!exchange) continue;
    const next = exchanges[index + 1];
    const location = next?.arrival?.target ?? next?.url ?? ended.location;
    steps.unshift(yield* stepReport(exchange, location, settings, now, allowance, ended.questions));
    yield;
  }
  const last = steps.at(-1);
  if (!last) throw new Error("a lookup has at least one step");
  last.problems.push(...ended.findings);
  tellCookies(exchanges, steps);
  const timeStages = sumStages(ended.exchanges.map(({ stages }) => stages));
  return {
    url: ended.asked,
    request: requestObject(ended.target),
    status: last.status || "error",
    statusMessage: last.statusMessage,
    statusDescription: last.statusDescription,
    httpVersion: last.httpVersion,
    timeTotal: timeStages.total,
    timeStages,
    intent: chainIntent(ended, steps, last),
    headers: last.headers,
    steps,
    problems: wholeProblems(ended),
    ...truncation(...steps.map(({ truncated }) => truncated)),
    ...(ended.paths?.length && { paths: [...ended.paths] }),
    stop: ended.stop,
  };
}

/** Adds to each step the cookies that earlier steps set. */
function tellCookies(exchanges: readonly Exchange[], steps: readonly HttpStep[]): void {
  const jars = earlierCookies(
    steps.map(({ verdicts }, index) => ({
      url: exchanges[index]?.url ?? new URL("http://invalid/"),
      cookies: verdicts?.cookies ?? [],
      clearsCookies: verdicts?.clears?.cookies === true,
      from: exchanges[index]?.arrival?.from,
    })),
  );
  for (const [index, cookies] of jars.entries()) {
    const step = steps[index];
    if (step && cookies.length > 0) step.request = { ...step.request, cookies };
  }
}

function wholeProblems({
  target,
  sendsUserinfo = false,
  exchanges,
  stop,
  problems,
}: CompletedChain): Problem[] {
  const end = exchanges.at(-1)?.url ?? target;
  const credentials = hasUserinfo(target)
    ? [finding(credentialsInUrl, { host: target.hostname, isSent: sendsUserinfo })]
    : [];
  return [...credentials, ...problems, ...chainProblems({ hops: hopsOf(exchanges), end, stop })];
}

function* stepReport(
  exchange: Exchange,
  location: URL | undefined,
  settings: ReportSettings,
  now: number,
  allowance: ResponseBudget,
  questions?: Questions,
): Task<HttpStep> {
  const { head, failure, interim } = exchange;
  const explained = yield* explainHead(head ?? exchange.unfinished, exchange, now, allowance, {
    how: settings.how,
    fixes: settings.fixes,
    questions,
  });
  const early: Early[] = [];
  for (const response of interim)
    if (response.status === 103) early.push(yield* earlyReport(response, exchange, now, allowance));
  const trailers = exchange.trailers
    ? yield* explaining(messageOf(exchange.trailers, { httpVersion: exchange.httpVersion }), now, allowance)
    : undefined;
  return {
    request: requestObject(exchange.url),
    ...(exchange.arrival && { reachedBy: exchange.arrival.by }),
    ...(exchange.arrival?.upgraded && { upgraded: true }),
    ...(exchange.reused && { reused: true }),
    ...optional("proxy", exchange.proxy),
    ip: exchange.address ? formatAddress(exchange.address) : "",
    ...statusOf(exchange),
    httpVersion: exchange.httpVersion,
    timeTotal: exchange.stages.total,
    timeStages: exchange.stages,
    intent: head
      ? `${explained.intent.slice(0, -1)}${refusal(exchange, explained)}.`
      : (failure?.message ?? ""),
    headers: explained.headers,
    ...(explained.requestHeaders && { requestHeaders: explained.requestHeaders }),
    ...verdictsOf(exchange, explained),
    ...(exchange.tries.length > 0 && { tries: exchange.tries }),
    ...(exchange.tls && { tls: exchange.tls }),
    ...(exchange.content && { body: exchange.content.body }),
    ...(early.length > 0 && { early }),
    ...(trailers && { trailers: trailers.headers }),
    ...(location && head && { location: withoutUserinfo(location).href }),
    problems: [...(head ? explained.problems : []), ...stepProblems(exchange, settings, now)],
    ...truncation(explained.truncated),
    ...(failure && { error: errorOf(failure) }),
  };
}

/** Clause for a response that no browser shows. Chromium and Safari fetch a missing intermediate certificate. */
function refusal({ tls, verdict }: Exchange, { verdicts }: Partial<Explained>): string {
  if (tls && !tls.authorized && verdict && isRefused(verdict))
    return "; browsers show a certificate warning instead";
  const reads = [verdicts?.reads, verdicts?.firefox.reads];
  const why = reads[0]?.why;
  return reads.every((one) => one?.outcome === "refused")
    ? `; browsers show an error instead${why === undefined ? "" : `: ${why}`}`
    : "";
}

/** Verdicts of a step. An invalid response has only `reads`, since browsers may still show it. */
function verdictsOf(exchange: Exchange, { verdicts }: Partial<Explained>): Pick<HttpStep, "verdicts"> {
  if (!verdicts) return {};
  const reported = reportedVerdicts(verdicts);
  if (exchange.head) return { verdicts: reported };
  if (!reported.reads) return {};
  return {
    verdicts: {
      reads: reported.reads,
      ...(reported.firefox && "reads" in reported.firefox && { firefox: { reads: reported.firefox.reads } }),
      ...(reported.webkit && "reads" in reported.webkit && { webkit: { reads: reported.webkit.reads } }),
    },
  };
}

type Early = NonNullable<HttpStep["early"]>[number];

/** Sums of the omitted lines, details and problems of all parts. */
function truncation(...parts: readonly (Omitted | undefined)[]): { truncated?: Omitted } {
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0) return {};
  const sum = (key: keyof Omitted) => known.reduce((total, part) => total + part[key], 0);
  return { truncated: { lines: sum("lines"), details: sum("details"), problems: sum("problems") } };
}

function errorOf({ phase, code, message, hint }: HttpFailure): NonNullable<HttpStep["error"]> {
  return { phase, code, message, hint };
}

/** Status and message of a step. Without a response the status is 0, and the message names the failure. */
function statusOf({
  head,
  failure,
}: Exchange): Pick<HttpStep, "status" | "statusMessage" | "statusDescription"> {
  if (!head)
    return {
      status: 0,
      statusMessage: failure ? failureKinds[failure.code].title : "",
      statusDescription: failure?.message ?? "",
    };
  return { status: head.status, ...statusTexts(head.status, head.reason) };
}

function* explainHead(
  head: ResponseHead | undefined,
  exchange: Exchange,
  now: number,
  allowance: ResponseBudget,
  asked: ExplainOptions,
): Task<Omit<Explained, "verdicts"> & Partial<Explained>> {
  if (!head && !exchange.isSent) return { headers: [], problems: [], intent: "" };
  const complete = exchange.content !== undefined && !exchange.content.body.truncated;
  const known: Known = {
    ...(head && { status: head.status, reason: head.reason, httpVersion: head.httpVersion }),
    method: exchange.method,
    url: exchange.url.href,
    requestHeaders: exchange.requestLines,
    ...(exchange.receivedAt !== undefined && { receivedAt: exchange.receivedAt }),
    ...(complete && { bodyLength: exchange.content?.body.wireBytes ?? 0 }),
    ...optional("transfer", transferOf(exchange)),
  };
  return yield* explaining(
    withRequest(messageOf(head?.lines ?? [], known), exchange.requestLines, true),
    now,
    allowance,
    asked,
  );
}

function* earlyReport(
  head: ResponseHead,
  exchange: Exchange,
  now: number,
  allowance: ResponseBudget,
): Task<Early> {
  const known: Known = {
    status: head.status,
    reason: head.reason,
    httpVersion: head.httpVersion,
    method: exchange.method,
    url: exchange.url.href,
  };
  const { headers } = yield* explaining(messageOf(head.lines, known), now, allowance);
  return { status: head.status, statusMessage: statusTexts(head.status, head.reason).statusMessage, headers };
}

/** Summary of the whole chain in one sentence. */
function chainIntent(
  { exchanges, stop, location, problems }: CompletedChain,
  steps: readonly HttpStep[],
  last: HttpStep,
): string {
  const redirects = steps.length - 1;
  const way = redirects === 1 ? "one redirect" : `${redirects} redirects`;
  const ways = redirects === 1 ? "One redirect leads" : `${redirects} redirects lead`;
  const at = exchanges.at(-1)?.url;
  const place = at ? truncateUrl(at) : "";
  const target = location ? truncateUrl(location) : "";
  const sentences: Record<Stop, string> = {
    done: redirects === 0 ? last.intent : `${ways} to ${place}, which ${lowerFirst(last.intent)}`,
    error: redirects === 0 ? last.intent : `${ways} to ${place}, which fails: ${last.intent}`,
    loop: problems.some(({ name }) => name === needsCookie.id)
      ? `Without cookies the redirects loop back to ${target}; browsers keep cookies.`
      : `The redirects loop back to ${target}, so clients never arrive.`,
    "too-many-redirects": `After ${way} there is yet another, to ${target}.`,
    "invalid-location":
      redirects === 0
        ? `Redirects ${nowhere(last)}, so clients cannot follow.`
        : `After ${way} ${place} redirects ${nowhere(last)}, so clients cannot follow.`,
    "not-followed":
      redirects === 0
        ? `Points to ${target}, which was not followed.`
        : `After ${way} ${place} points to ${target}, which was not followed.`,
  };
  return sentences[stop];
}

function nowhere({ headers }: HttpStep): string {
  const value = headers.find(({ name }) => name === "location")?.value;
  return value ? `to ${quote(value)}, which is not a valid URL` : "without a target";
}

/** Lowers the first letter, but not of abbreviations. */
function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}

export interface CompletedChain {
  /** URL as shown to the user. */
  readonly asked: string;
  /** URL of the first request, with user information. */
  readonly target: URL;
  /** Whether the user information was sent. Default false. */
  readonly sendsUserinfo?: boolean;
  readonly exchanges: readonly Exchange[];
  /** Target of the last response. */
  readonly location?: URL | undefined;
  readonly stop: Stop;
  /** Findings of redirects. */
  readonly problems: readonly Problem[];
  readonly findings: readonly Problem[];
  /** Paths requested by `checks`. */
  readonly paths?: readonly AskedPath[] | undefined;
  readonly questions?: Questions | undefined;
}
